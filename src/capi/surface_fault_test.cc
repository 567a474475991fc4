// Every native call that windows need fails in each way that Vulkan allows: what the program hears and sees of it, that
// no more than one diagnostic says so, that nothing leaks (the validation layer counts), and that the next frames come.
// https://webgpu-native.github.io/webgpu-headers/Surfaces.html
#include "capi/testing.h"
#include "gpu/instance.h"
#include "hal/vulkan/instance.h"
// Last: the macros of X11 have the names of others.
#include "../../tests/gpu/window.h"

#if HAS_X
namespace vitrine::capi::testing {
namespace {

using Got = WGPUSurfaceGetCurrentTextureStatus;
constexpr Got kOptimal = WGPUSurfaceGetCurrentTextureStatus_SuccessOptimal;
constexpr Got kSuboptimal = WGPUSurfaceGetCurrentTextureStatus_SuccessSuboptimal;
constexpr Got kTimeout = WGPUSurfaceGetCurrentTextureStatus_Timeout;
constexpr Got kOutdated = WGPUSurfaceGetCurrentTextureStatus_Outdated;
constexpr Got kLost = WGPUSurfaceGetCurrentTextureStatus_Lost;
constexpr Got kError = WGPUSurfaceGetCurrentTextureStatus_Error;

// One server and one instance for all; each case has a device and a surface of its own.
class SurfaceFaults : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { server_ = new Xvfb(); }
  static void TearDownTestSuite() { delete std::exchange(server_, nullptr); }
  void SetUp() override {
    if (!XcbWindow::available()) GTEST_SKIP() << "libxcb1 is not installed";
    if (server_->display().empty()) GTEST_SKIP() << "Xvfb (Debian: xvfb) is not installed";
    window_ = std::make_unique<XcbWindow>(server_->display());
    p_ =
        std::make_unique<Program>(Options{.backend = WGPUBackendType_Vulkan, .flags = VitrineInstanceFlags_Validation});
    if (!p_->request_adapter()) GTEST_SKIP() << p_->message;
    wgpuAdapterRelease(std::exchange(p_->adapter, nullptr));
    plan_ = &hal::vulkan::fault_plan(*reinterpret_cast<gpu::Instance*>(p_->instance)->native_if_made("vulkan"));
    p_->heard.clear();
  }

  bool begin() {
    surface_ = window_->surface(p_->instance);
    WGPURequestAdapterOptions o = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
    o.backendType = WGPUBackendType_Vulkan;
    o.compatibleSurface = surface_;
    WGPURequestAdapterCallbackInfo info = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = [](WGPURequestAdapterStatus, WGPUAdapter a, WGPUStringView, void* p, void*) {
      static_cast<Program*>(p)->adapter = a;
    };
    info.userdata1 = p_.get();
    wgpuInstanceRequestAdapter(p_->instance, &o, info);
    wgpuInstanceProcessEvents(p_->instance);
    return p_->adapter && p_->request_device();
  }
  void end() {
    if (surface_) wgpuSurfaceRelease(std::exchange(surface_, nullptr));
    if (p_->device) wgpuDeviceRelease(std::exchange(p_->device, nullptr));
    wgpuInstanceProcessEvents(p_->instance);
    if (p_->adapter) wgpuAdapterRelease(std::exchange(p_->adapter, nullptr));
  }
  bool capabilities() {
    WGPUSurfaceCapabilities c = WGPU_SURFACE_CAPABILITIES_INIT;
    bool ok = wgpuSurfaceGetCapabilities(surface_, p_->adapter, &c) == WGPUStatus_Success;
    wgpuSurfaceCapabilitiesFreeMembers(c);
    return ok;
  }
  // False: it was refused with an error.
  bool configure(uint32_t width = 64, uint32_t height = 48) {
    size_t errors = p_->begun("error");
    WGPUSurfaceConfiguration c = WGPU_SURFACE_CONFIGURATION_INIT;
    c.device = p_->device;
    c.format = WGPUTextureFormat_BGRA8Unorm;
    c.width = width;
    c.height = height;
    wgpuSurfaceConfigure(surface_, &c);
    return p_->begun("error") == errors;
  }
  Got frame() {
    WGPUSurfaceTexture current = WGPU_SURFACE_TEXTURE_INIT;
    wgpuSurfaceGetCurrentTexture(surface_, &current);
    EXPECT_EQ(current.texture != nullptr, current.status == kOptimal || current.status == kSuboptimal);
    if (!current.texture) return current.status;
    WGPUTextureView target = wgpuTextureCreateView(current.texture, nullptr);
    WGPURenderPassColorAttachment attachment = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
    attachment.view = target;
    attachment.loadOp = WGPULoadOp_Clear;
    attachment.storeOp = WGPUStoreOp_Store;
    WGPURenderPassDescriptor d = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    d.colorAttachmentCount = 1;
    d.colorAttachments = &attachment;
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(p_->device, nullptr);
    WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(e, &d);
    wgpuRenderPassEncoderEnd(pass);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(e, nullptr);
    WGPUQueue queue = wgpuDeviceGetQueue(p_->device);
    wgpuQueueSubmit(queue, 1, &commands);
    wgpuSurfacePresent(surface_);
    wgpuQueueRelease(queue);
    wgpuCommandBufferRelease(commands);
    wgpuRenderPassEncoderRelease(pass);
    wgpuCommandEncoderRelease(e);
    wgpuTextureViewRelease(target);
    wgpuTextureRelease(current.texture);
    return current.status;
  }
  void fail(const char* function, VkResult result, int64_t call = 1) {
    plan_->failed = nullptr;
    plan_->result = result;
    plan_->fail_call = call;
    plan_->fail_function = function;
  }
  bool stop_failing() {
    plan_->fail_function = nullptr;
    return plan_->failed.load() != nullptr;
  }
  size_t roots() { return p_->begun("diagnostic ") - p_->begun("diagnostic device_destroyed"); }
  // What a case leaves: nothing that the layer saw.
  void finish(size_t diagnostics) {
    end();
    EXPECT_EQ(roots(), diagnostics) << p_->all();
    EXPECT_EQ(p_->count("validation layer"), 0u) << p_->all();
    p_->heard.clear();
  }

  static Xvfb* server_;
  std::unique_ptr<XcbWindow> window_;
  std::unique_ptr<Program> p_;
  WGPUSurface surface_ = nullptr;
  hal::vulkan::FaultPlan* plan_ = nullptr;
};
Xvfb* SurfaceFaults::server_ = nullptr;

std::string named(const char* function, VkResult r, int call) {
  return std::string(function) + " gives " + std::string(hal::vulkan::to_text(r)) + ", call " + std::to_string(call);
}

// The window is asked when an adapter is wanted for it, for its capabilities, and twice when it is configured.
TEST_F(SurfaceFaults, Questions) {
  for (const char* function :
       {"vkCreateXcbSurfaceKHR", "vkGetPhysicalDeviceSurfaceSupportKHR", "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
        "vkGetPhysicalDeviceSurfaceFormatsKHR", "vkGetPhysicalDeviceSurfacePresentModesKHR"}) {
    bool creates = std::string_view(function) == "vkCreateXcbSurfaceKHR";
    for (VkResult r : {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_SURFACE_LOST_KHR}) {
      if (creates && r == VK_ERROR_SURFACE_LOST_KHR) continue;
      for (int call = 1; call < 9; ++call) {
        SCOPED_TRACE(named(function, r, call));
        fail(function, r, call);
        size_t said = 0, expected = 1;
        if (begin()) {
          if (!capabilities()) said = 1;
          if (said == 0 && !configure()) said = 1;
          if (said == 0) {
            Got got = frame();
            if (got == kLost)
              expected = 0;  // of the last question: the status says it
            else
              EXPECT_EQ(got, kOptimal);
          }
          bool failed = stop_failing();
          if (!failed) expected = 0;
          // Whatever it was, the next try goes well.
          EXPECT_TRUE(capabilities());
          EXPECT_TRUE(configure());
          EXPECT_EQ(frame(), kOptimal);
        }
        bool over = !stop_failing();
        finish(expected);
        if (over) break;
        EXPECT_FALSE(call == 8);
        if (HasFailure()) return;
      }
    }
  }
}

TEST_F(SurfaceFaults, Swapchains) {
  struct Case {
    const char* function;
    VkResult result;
    Got frame;  // where configure succeeds
    bool error;
  };
  const Case cases[] = {
      {"vkCreateSwapchainKHR", VK_ERROR_OUT_OF_HOST_MEMORY, kError, true},
      {"vkCreateSwapchainKHR", VK_ERROR_OUT_OF_DEVICE_MEMORY, kError, true},
      {"vkCreateSwapchainKHR", VK_ERROR_INITIALIZATION_FAILED, kError, true},
      {"vkCreateSwapchainKHR", VK_ERROR_NATIVE_WINDOW_IN_USE_KHR, kError, true},
      {"vkCreateSwapchainKHR", VK_ERROR_SURFACE_LOST_KHR, kLost, false},
      {"vkGetSwapchainImagesKHR", VK_ERROR_OUT_OF_HOST_MEMORY, kError, true},
      {"vkGetSwapchainImagesKHR", VK_ERROR_OUT_OF_DEVICE_MEMORY, kError, true},
      {"vkCreateSemaphore", VK_ERROR_OUT_OF_DEVICE_MEMORY, kError, true},
  };
  for (bool again : {false, true})
    for (const Case& c : cases)
      for (int call : {1, 2}) {
        if (call == 2 && std::string_view(c.function) == "vkCreateSwapchainKHR") continue;
        SCOPED_TRACE(named(c.function, c.result, call) + (again ? ", configured again" : ""));
        ASSERT_TRUE(begin()) << p_->all();
        if (again) {
          ASSERT_TRUE(configure());
          EXPECT_EQ(frame(), kOptimal);
        }
        fail(c.function, c.result, call);
        EXPECT_EQ(configure(), !c.error);
        EXPECT_TRUE(stop_failing());
        EXPECT_EQ(roots(), c.error ? 1u : 0u);
        if (!c.error) {
          EXPECT_EQ(frame(), c.frame);
        }
        EXPECT_TRUE(configure());
        EXPECT_EQ(frame(), kOptimal);
        finish(c.error ? 1 : 0);
        if (HasFailure()) return;
      }
}

// What a frame says when taking or showing an image fails, what the next says, and what configuring again gives.
TEST_F(SurfaceFaults, Frames) {
  struct Case {
    const char* function;
    VkResult result;
    Got first, next;
    size_t diagnostics;
  };
  const char* acquire = "vkAcquireNextImageKHR";
  const char* present = "vkQueuePresentKHR";
  const Case cases[] = {
      {acquire, VK_TIMEOUT, kTimeout, kOptimal, 0},
      {acquire, VK_NOT_READY, kTimeout, kOptimal, 0},
      {acquire, VK_SUBOPTIMAL_KHR, kSuboptimal, kSuboptimal, 0},
      {acquire, VK_ERROR_OUT_OF_DATE_KHR, kOutdated, kOutdated, 0},
      {acquire, VK_ERROR_SURFACE_LOST_KHR, kLost, kLost, 0},
      {acquire, VK_ERROR_OUT_OF_HOST_MEMORY, kError, kOptimal, 1},
      {acquire, VK_ERROR_OUT_OF_DEVICE_MEMORY, kError, kOptimal, 1},
      {present, VK_SUBOPTIMAL_KHR, kOptimal, kSuboptimal, 0},
      {present, VK_ERROR_OUT_OF_DATE_KHR, kOptimal, kOutdated, 0},
      {present, VK_ERROR_SURFACE_LOST_KHR, kOptimal, kLost, 0},
      {present, VK_ERROR_OUT_OF_HOST_MEMORY, kOptimal, kOutdated, 1},
      {present, VK_ERROR_OUT_OF_DEVICE_MEMORY, kOptimal, kOutdated, 1},
  };
  for (bool scaled : {false, true})
    for (const Case& c : cases) {
      SCOPED_TRACE(named(c.function, c.result, 1) + (scaled ? ", scaled" : ""));
      auto seen = [&](Got got) { return scaled && got == kOptimal ? kSuboptimal : got; };
      uint32_t width = scaled ? 20 : 64;
      ASSERT_TRUE(begin()) << p_->all();
      ASSERT_TRUE(configure(width));
      EXPECT_EQ(frame(), seen(kOptimal));
      fail(c.function, c.result);
      EXPECT_EQ(frame(), seen(c.first));
      EXPECT_TRUE(stop_failing());
      EXPECT_EQ(frame(), seen(c.next));
      EXPECT_TRUE(configure(width));
      for (int i = 0; i < 5; ++i) EXPECT_EQ(frame(), seen(kOptimal));
      finish(c.diagnostics);
      if (HasFailure()) return;
    }
}

// A device that is lost by it gives frames of no use, as webgpu.h says, and one diagnostic.
TEST_F(SurfaceFaults, LossOfTheDevice) {
  for (const char* function : {"vkCreateSwapchainKHR", "vkAcquireNextImageKHR", "vkQueuePresentKHR"}) {
    SCOPED_TRACE(function);
    bool creates = std::string_view(function) == "vkCreateSwapchainKHR";
    ASSERT_TRUE(begin()) << p_->all();
    if (!creates) {
      ASSERT_TRUE(configure());
    }
    fail(function, VK_ERROR_DEVICE_LOST);
    if (creates) {
      configure();
      EXPECT_EQ(roots(), 1u) << p_->all();
    } else {
      EXPECT_EQ(frame(), kOptimal);
      EXPECT_EQ(frame(), kOptimal);
    }
    EXPECT_TRUE(stop_failing());
    wgpuInstanceProcessEvents(p_->instance);
    EXPECT_EQ(p_->begun("lost " + std::to_string(WGPUDeviceLostReason_Unknown)), 1u) << p_->all();
    EXPECT_EQ(p_->begun("error"), 0u) << p_->all();
    finish(1);
    if (HasFailure()) return;
  }
}

// Any native call, those of memory and submissions included, in its turn.
TEST_F(SurfaceFaults, EachNativeCallOfAFrameFailsOnce) {
  auto run = [&] {
    if (!begin() || !capabilities() || !configure()) return;
    frame();
    frame();
    if (!configure(20, 10)) return;
    frame();
    wgpuSurfaceUnconfigure(surface_);
  };
  uint64_t before = plan_->calls;
  run();
  uint64_t total = plan_->calls - before;
  finish(0);
  size_t failed = 0;
  for (VkResult result : {VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_DEVICE_LOST, VK_ERROR_INITIALIZATION_FAILED,
                          VK_ERROR_SURFACE_LOST_KHR}) {
    uint64_t step = std::getenv("VITRINE_FAULTS") ? 1 : 11;
    for (uint64_t n = 1; n <= total; n += step) {
      plan_->failed = nullptr;
      plan_->result = result;
      plan_->fail_at = plan_->calls + n;
      run();
      plan_->fail_at = 0;
      end();
      const char* name = plan_->failed.load();
      if (!name) continue;
      ++failed;
      SCOPED_TRACE(named(name, result, static_cast<int>(n)) + "\n" + p_->all());
      EXPECT_LE(roots(), 1u);
      EXPECT_EQ(p_->count("validation layer"), 0u);
      p_->heard.clear();
      if (HasFailure()) return;
    }
  }
  std::printf("%zu native calls, %zu faults\n", static_cast<size_t>(total), failed);
}

}  // namespace
}  // namespace vitrine::capi::testing
#endif
