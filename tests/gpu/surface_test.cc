// Surfaces: a window of a virtual X server (Xvfb), by Xlib and by XCB, or of a Wayland compositor shows what was presented,
// before and after it changes its size; and what is said of wrong calls. What is not installed is skipped.
#include <gtest/gtest.h>
#include <webgpu/vitrine.h>
#include <webgpu/webgpu.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "wayland_window.h"
#include "window.h"

namespace {

std::string_view view(WGPUStringView s) {
  return s.length == WGPU_STRLEN ? std::string_view(s.data ? s.data : "") : std::string_view(s.data, s.length);
}

// Rules of all diagnostics, and everything that the log said above information.
struct Said {
  std::vector<std::string> rules;
  std::string log;
};

// A pass that clears.
WGPUCommandBuffer clearing(WGPUDevice device, WGPUTextureView view, WGPUColor color) {
  WGPURenderPassColorAttachment attachment = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
  attachment.view = view;
  attachment.loadOp = WGPULoadOp_Clear;
  attachment.storeOp = WGPUStoreOp_Store;
  attachment.clearValue = color;
  WGPURenderPassDescriptor d = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
  d.colorAttachmentCount = 1;
  d.colorAttachments = &attachment;
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
  WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(encoder, &d);
  wgpuRenderPassEncoderEnd(pass);
  WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
  wgpuRenderPassEncoderRelease(pass);
  wgpuCommandEncoderRelease(encoder);
  return commands;
}

WGPUInstance make_instance(Said* said, VitrineInstanceFlags flags) {
  VitrineInstanceDescriptor ours = VITRINE_INSTANCE_DESCRIPTOR_INIT;
  ours.flags = flags;
  ours.logCallbackInfo.callback = [](VitrineLogLevel level, WGPUStringView category, WGPUStringView line, void* out, void*) {
    if (level <= VitrineLogLevel_Warning || (level == VitrineLogLevel_Debug && view(category) == "webgpu.h")) (static_cast<Said*>(out)->log += view(line)) += '\n';
  };
  ours.logCallbackInfo.level = VitrineLogLevel_Debug;
  ours.logCallbackInfo.userdata1 = said;
  ours.diagnosticCallbackInfo.callback = [](VitrineDiagnostic d, void* out, void*) {
    static_cast<Said*>(out)->rules.emplace_back(view(vitrineDiagnosticGetRule(d)));
    for (size_t i = 0; i < vitrineDiagnosticGetAlsoCount(d); ++i)
      static_cast<Said*>(out)->rules.emplace_back(view(vitrineDiagnosticGetRule(vitrineDiagnosticGetAlso(d, i))));
  };
  ours.diagnosticCallbackInfo.userdata1 = said;
  WGPUInstanceDescriptor descriptor = WGPU_INSTANCE_DESCRIPTOR_INIT;
  descriptor.nextInChain = &ours.chain;
  return wgpuCreateInstance(&descriptor);
}

WGPUAdapter request_adapter(WGPUInstance instance, const WGPURequestAdapterOptions& options) {
  WGPUAdapter adapter = nullptr;
  WGPURequestAdapterCallbackInfo info = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
  info.mode = WGPUCallbackMode_AllowProcessEvents;
  info.callback = [](WGPURequestAdapterStatus, WGPUAdapter a, WGPUStringView, void* out, void*) {
    *static_cast<WGPUAdapter*>(out) = a;
  };
  info.userdata1 = &adapter;
  wgpuInstanceRequestAdapter(instance, &options, info);
  wgpuInstanceProcessEvents(instance);
  return adapter;
}

WGPUDevice request_device(WGPUInstance instance, WGPUAdapter adapter) {
  WGPUDevice device = nullptr;
  WGPUDeviceDescriptor descriptor = WGPU_DEVICE_DESCRIPTOR_INIT;
  descriptor.uncapturedErrorCallbackInfo.callback = [](WGPUDevice const*, WGPUErrorType, WGPUStringView, void*, void*) {
  };
  WGPURequestDeviceCallbackInfo info = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
  info.mode = WGPUCallbackMode_AllowProcessEvents;
  info.callback = [](WGPURequestDeviceStatus, WGPUDevice d, WGPUStringView, void* out, void*) {
    *static_cast<WGPUDevice*>(out) = d;
  };
  info.userdata1 = &device;
  wgpuAdapterRequestDevice(adapter, &descriptor, info);
  wgpuInstanceProcessEvents(instance);
  return device;
}

// By its name; null with the reason why there is none.
std::unique_ptr<TestWindow> open_window(std::string_view kind, std::unique_ptr<Xvfb>& server, std::string& why) {
#if HAS_WAYLAND
  if (kind == "wayland") return std::make_unique<WaylandWindow>();
#endif
#if HAS_X
  if (kind != "wayland") {
    if (!XcbWindow::available() || !XlibWindow::available()) {
      why = "libxcb1 or libx11-6 is not installed";
      return nullptr;
    }
    server = std::make_unique<Xvfb>();
    if (server->display().empty()) {
      why = "Xvfb (Debian: xvfb) is not installed";
      return nullptr;
    }
    if (kind == "xcb") return std::make_unique<XcbWindow>(server->display());
    return std::make_unique<XlibWindow>(server->display());
  }
#endif
  why = kind == "wayland" ? "built without libwayland-dev" : "built without libx11-dev and libxcb1-dev";
  return nullptr;
}

class WindowSurface : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    setenv("XDG_RUNTIME_DIR", "/tmp", 0);  // Wayland is not looked for where it cannot be
    std::string why;
    window_ = open_window(GetParam(), server_, why);
    if (!window_) GTEST_SKIP() << why;
    instance_ = make_instance(&said_, VitrineInstanceFlags_Validation | VitrineInstanceFlags_CheckSilent);
    surface_ = window_->surface(instance_);
    WGPURequestAdapterOptions options = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
    options.compatibleSurface = surface_;
    adapter_ = request_adapter(instance_, options);
    ASSERT_TRUE(adapter_) << said_.log;
    device_ = request_device(instance_, adapter_);
    ASSERT_TRUE(device_) << said_.log;
    queue_ = wgpuDeviceGetQueue(device_);
  }
  void TearDown() override {
    if (queue_) wgpuQueueRelease(queue_);
    if (surface_) wgpuSurfaceRelease(surface_);
    if (device_) wgpuDeviceRelease(device_);
    if (adapter_) wgpuAdapterRelease(adapter_);
    if (instance_) wgpuInstanceRelease(instance_);
    EXPECT_EQ(said_.log, "");
    std::erase(said_.rules, "device_destroyed");        // by the release
    std::erase(said_.rules, "created_on_lost_device");  // and what is made after it
    EXPECT_EQ(said_.rules, std::vector<std::string>());
  }

  WGPUSurfaceConfiguration configuration(uint32_t width, uint32_t height) {
    WGPUSurfaceConfiguration c = WGPU_SURFACE_CONFIGURATION_INIT;
    c.device = device_;
    c.format = WGPUTextureFormat_BGRA8Unorm;
    c.width = width;
    c.height = height;
    return c;
  }
  // Clears the frame and presents it.
  WGPUSurfaceGetCurrentTextureStatus frame(WGPUColor color, WGPUTextureFormat format = WGPUTextureFormat_Undefined) {
    WGPUSurfaceTexture current = WGPU_SURFACE_TEXTURE_INIT;
    // A busy machine may be late.
    for (int i = 0; i < 10; ++i) {
      wgpuSurfaceGetCurrentTexture(surface_, &current);
      if (current.status != WGPUSurfaceGetCurrentTextureStatus_Timeout) break;
    }
    if (!current.texture) return current.status;
    WGPUTextureViewDescriptor view_descriptor = WGPU_TEXTURE_VIEW_DESCRIPTOR_INIT;
    view_descriptor.format = format;
    WGPUTextureView target = wgpuTextureCreateView(current.texture, &view_descriptor);
    WGPUCommandBuffer commands = clearing(device_, target, color);
    wgpuQueueSubmit(queue_, 1, &commands);
    EXPECT_EQ(wgpuSurfacePresent(surface_), WGPUStatus_Success);
    wgpuCommandBufferRelease(commands);
    wgpuTextureViewRelease(target);
    wgpuTextureRelease(current.texture);
    return current.status;
  }
  // The window system shows a frame some time after it was presented.
  void expect_pixel(int x, int y, Color want) {
    Color got{-1, -1, -1};
    auto near = [](int a, int b) { return std::abs(a - b) <= 1; };
    for (int i = 0; i < 2000; ++i) {
      if (window_->pixel(x, y, &got) && near(got.r, want.r) && near(got.g, want.g) && near(got.b, want.b)) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ADD_FAILURE() << "at " << x << ", " << y << ": " << got.r << " " << got.g << " " << got.b << ", and not " << want.r
                  << " " << want.g << " " << want.b;
  }

  Said said_;
  std::unique_ptr<Xvfb> server_;
  std::unique_ptr<TestWindow> window_;
  WGPUInstance instance_ = nullptr;
  WGPUSurface surface_ = nullptr;
  WGPUAdapter adapter_ = nullptr;
  WGPUDevice device_ = nullptr;
  WGPUQueue queue_ = nullptr;
};

bool optimal(WGPUSurfaceGetCurrentTextureStatus s) { return s == WGPUSurfaceGetCurrentTextureStatus_SuccessOptimal; }

TEST_P(WindowSurface, Capabilities) {
  WGPUSurfaceCapabilities c = WGPU_SURFACE_CAPABILITIES_INIT;
  ASSERT_EQ(wgpuSurfaceGetCapabilities(surface_, adapter_, &c), WGPUStatus_Success);
  EXPECT_TRUE(c.usages & WGPUTextureUsage_RenderAttachment);
  ASSERT_GT(c.formatCount, 0u);
  EXPECT_EQ(c.formats[0], WGPUTextureFormat_BGRA8Unorm);
  bool fifo = false;
  for (size_t i = 0; i < c.presentModeCount; ++i) fifo |= c.presentModes[i] == WGPUPresentMode_Fifo;
  EXPECT_TRUE(fifo);
  EXPECT_GT(c.alphaModeCount, 0u);
  wgpuSurfaceCapabilitiesFreeMembers(c);
}

TEST_P(WindowSurface, PresentsFramesAndFollowsTheWindow) {
  WGPUSurfaceConfiguration c = configuration(64, 48);
  wgpuSurfaceConfigure(surface_, &c);
  for (int i = 0; i < 8; ++i) EXPECT_TRUE(optimal(frame({i / 8.0, 0.25, 0.5, 1})));
  EXPECT_TRUE(optimal(frame({1, 0.2, 0.4, 1})));
  expect_pixel(0, 0, {255, 51, 102});
  expect_pixel(63, 47, {255, 51, 102});

  if (window_->has_size()) {
    window_->resize(100, 80);
    WGPUSurfaceGetCurrentTextureStatus status = WGPUSurfaceGetCurrentTextureStatus_SuccessOptimal;
    for (int i = 0; i < 16 && optimal(status); ++i) status = frame({0, 0, 0, 1});
    EXPECT_TRUE(status == WGPUSurfaceGetCurrentTextureStatus_Outdated ||
                status == WGPUSurfaceGetCurrentTextureStatus_SuccessSuboptimal)
        << status;
  }
  c = configuration(100, 80);
  wgpuSurfaceConfigure(surface_, &c);
  EXPECT_TRUE(optimal(frame({0.2, 1, 0.6, 1})));
  expect_pixel(99, 79, {51, 255, 153});
}

TEST_P(WindowSurface, AnotherSizeThanTheWindowIsScaled) {
  WGPUSurfaceConfiguration c = configuration(20, 10);
  wgpuSurfaceConfigure(surface_, &c);
  EXPECT_EQ(frame({0, 0.4, 1, 1}), window_->has_size() ? WGPUSurfaceGetCurrentTextureStatus_SuccessSuboptimal
                                                       : WGPUSurfaceGetCurrentTextureStatus_SuccessOptimal);
  if (window_->has_size()) expect_pixel(63, 47, {0, 102, 255});
  else expect_pixel(19, 9, {0, 102, 255});
}

TEST_P(WindowSurface, ViewFormats) {
  WGPUSurfaceConfiguration c = configuration(64, 48);
  WGPUTextureFormat srgb = WGPUTextureFormat_BGRA8UnormSrgb;
  c.viewFormatCount = 1;
  c.viewFormats = &srgb;
  wgpuSurfaceConfigure(surface_, &c);
  EXPECT_TRUE(optimal(frame({0.5, 0, 1, 1}, srgb)));
  expect_pixel(10, 10, {188, 0, 255});
}

// Programs leave these structs unset: nothing extends them, so nothing is read there, and the log says it.
TEST_P(WindowSurface, StructsThatNobodySetUp) {
  auto* nowhere = reinterpret_cast<WGPUChainedStruct*>(16);
  WGPUSurfaceCapabilities capabilities;
  capabilities.nextInChain = nowhere;
  ASSERT_EQ(wgpuSurfaceGetCapabilities(surface_, adapter_, &capabilities), WGPUStatus_Success);
  EXPECT_GT(capabilities.formatCount, 0u);
  wgpuSurfaceCapabilitiesFreeMembers(capabilities);
  WGPUSurfaceConfiguration c = configuration(64, 48);
  wgpuSurfaceConfigure(surface_, &c);
  WGPUSurfaceTexture current;
  current.nextInChain = nowhere;
  wgpuSurfaceGetCurrentTexture(surface_, &current);
  EXPECT_TRUE(optimal(current.status));
  ASSERT_TRUE(current.texture);
  wgpuTextureRelease(current.texture);
  EXPECT_EQ(wgpuSurfacePresent(surface_), WGPUStatus_Success);
  EXPECT_NE(said_.log.find("WGPUSurfaceCapabilities: nextInChain is 0x10"), std::string::npos) << said_.log;
  EXPECT_NE(said_.log.find("WGPUSurfaceTexture: nextInChain is 0x10"), std::string::npos) << said_.log;
  wgpuSurfaceUnconfigure(surface_);
  EXPECT_EQ(said_.rules, std::vector<std::string>{"presented_never_drawn"});  // nothing was
  said_.rules.clear();
  said_.log.clear();
}

TEST_P(WindowSurface, PresentWithoutDrawingShowsZeroes) {
  WGPUSurfaceConfiguration c = configuration(64, 48);
  wgpuSurfaceConfigure(surface_, &c);
  EXPECT_TRUE(optimal(frame({1, 1, 1, 1})));
  expect_pixel(5, 5, {255, 255, 255});
  WGPUSurfaceTexture current = WGPU_SURFACE_TEXTURE_INIT;
  wgpuSurfaceGetCurrentTexture(surface_, &current);
  wgpuTextureDestroy(current.texture);  // it is presented all the same
  wgpuTextureRelease(current.texture);
  EXPECT_EQ(wgpuSurfacePresent(surface_), WGPUStatus_Success);
  expect_pixel(5, 5, {0, 0, 0});
}

// A program that loads may show frames before it draws: it is told of when none was drawn to.
TEST_P(WindowSurface, AWindowThatNothingIsDrawnToIsToldOf) {
  WGPUSurfaceConfiguration c = configuration(64, 48);
  wgpuSurfaceConfigure(surface_, &c);
  WGPUSurfaceTexture current = WGPU_SURFACE_TEXTURE_INIT;
  wgpuSurfaceGetCurrentTexture(surface_, &current);
  ASSERT_TRUE(current.texture);
  wgpuTextureRelease(current.texture);
  EXPECT_EQ(wgpuSurfacePresent(surface_), WGPUStatus_Success);
  EXPECT_EQ(said_.rules, std::vector<std::string>());
  wgpuSurfaceUnconfigure(surface_);
  EXPECT_EQ(said_.rules, std::vector<std::string>{"presented_never_drawn"});
  said_.rules.clear();
  EXPECT_NE(said_.log.find("presented_never_drawn"), std::string::npos) << said_.log;
  said_.log.clear();
}

TEST_P(WindowSurface, LetsGoOfWhatIsUnderWay) {
  WGPUSurfaceConfiguration c = configuration(64, 48);
  wgpuSurfaceConfigure(surface_, &c);
  WGPUSurfaceTexture current = WGPU_SURFACE_TEXTURE_INIT;
  wgpuSurfaceGetCurrentTexture(surface_, &current);
  wgpuSurfaceConfigure(surface_, &c);  // the frame goes
  EXPECT_TRUE(optimal(frame({1, 0, 0, 1})));
  wgpuTextureRelease(current.texture);
  wgpuSurfaceGetCurrentTexture(surface_, &current);
  wgpuSurfaceUnconfigure(surface_);
  wgpuTextureRelease(current.texture);
  wgpuSurfaceConfigure(surface_, &c);
  EXPECT_TRUE(optimal(frame({0, 1, 0, 1})));
  expect_pixel(1, 1, {0, 255, 0});
  // Of a device that is gone the textures are of no use, and nothing is presented.
  wgpuDeviceDestroy(device_);
  EXPECT_TRUE(optimal(frame({0, 0, 1, 1})));
}

INSTANTIATE_TEST_SUITE_P(On, WindowSurface, ::testing::Values("xcb", "xlib", "wayland"),
                         [](const auto& info) { return std::string(info.param); });


// Whatever a window system is not needed for, on the backend without one.
class SurfaceRules : public ::testing::Test {
 protected:
  void SetUp() override {
    instance_ = make_instance(&said_, 0);
    WGPURequestAdapterOptions options = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
    options.backendType = WGPUBackendType_Null;
    adapter_ = request_adapter(instance_, options);
    device_ = request_device(instance_, adapter_);
    surface_ = make_surface(this, 7);
  }
  void TearDown() override {
    wgpuSurfaceRelease(surface_);
    wgpuDeviceRelease(device_);
    wgpuAdapterRelease(adapter_);
    wgpuInstanceRelease(instance_);
  }
  WGPUSurface make_surface(void* display, uint32_t window) {
    WGPUSurfaceSourceXCBWindow source = WGPU_SURFACE_SOURCE_XCB_WINDOW_INIT;
    source.connection = display;
    source.window = window;
    WGPUSurfaceDescriptor descriptor = WGPU_SURFACE_DESCRIPTOR_INIT;
    descriptor.nextInChain = &source.chain;
    return wgpuInstanceCreateSurface(instance_, &descriptor);
  }
  WGPUSurfaceConfiguration configuration() {
    WGPUSurfaceConfiguration c = WGPU_SURFACE_CONFIGURATION_INIT;
    c.device = device_;
    c.format = WGPUTextureFormat_BGRA8Unorm;
    c.width = c.height = 16;
    return c;
  }
  void expect(std::vector<std::string> rules) {
    EXPECT_EQ(said_.rules, rules);
    said_.rules.clear();
  }

  Said said_;
  WGPUInstance instance_ = nullptr;
  WGPUAdapter adapter_ = nullptr;
  WGPUDevice device_ = nullptr;
  WGPUSurface surface_ = nullptr;
};

TEST_F(SurfaceRules, Creation) {
  WGPUSurfaceDescriptor none = WGPU_SURFACE_DESCRIPTOR_INIT;
  WGPUSurface surface = wgpuInstanceCreateSurface(instance_, &none);
  expect({"surface_source_count"});
  WGPUSurfaceConfiguration c = configuration();
  wgpuSurfaceConfigure(surface, &c);
  expect({"surface_unusable"});
  wgpuSurfaceRelease(surface);
  WGPUSurfaceSourceMetalLayer metal = WGPU_SURFACE_SOURCE_METAL_LAYER_INIT;
  none.nextInChain = &metal.chain;
  wgpuSurfaceRelease(wgpuInstanceCreateSurface(instance_, &none));
  expect({"surface_source_foreign"});
  wgpuSurfaceRelease(make_surface(nullptr, 0));
  expect({"surface_source_null", "surface_source_null"});
}

TEST_F(SurfaceRules, Configuration) {
  WGPUSurfaceConfiguration c = configuration();
  c.presentMode = WGPUPresentMode_FifoRelaxed;
  c.alphaMode = WGPUCompositeAlphaMode_Premultiplied;
  c.format = WGPUTextureFormat_RGBA16Float;
  c.usage |= WGPUTextureUsage_TransientAttachment;
  c.width = 0;
  wgpuSurfaceConfigure(surface_, &c);
  ASSERT_GE(said_.rules.size(), 5u);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(said_.rules[static_cast<size_t>(i)], "surface_option_unsupported");
  EXPECT_NE(std::find(said_.rules.begin(), said_.rules.end(), "surface_size_zero"), said_.rules.end());
  said_.rules.clear();
  c = configuration();
  c.device = nullptr;
  wgpuSurfaceConfigure(surface_, &c);
  expect({"surface_device_missing"});
  Said other;
  WGPUInstance stranger = make_instance(&other, 0);
  WGPURequestAdapterOptions options = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
  options.backendType = WGPUBackendType_Null;
  WGPUAdapter adapter = request_adapter(stranger, options);
  WGPUSurfaceCapabilities capabilities = WGPU_SURFACE_CAPABILITIES_INIT;
  EXPECT_EQ(wgpuSurfaceGetCapabilities(surface_, adapter, &capabilities), WGPUStatus_Error);
  expect({"surface_of_other_instance"});
  options.compatibleSurface = surface_;
  EXPECT_EQ(request_adapter(stranger, options), nullptr);
  EXPECT_EQ(other.rules, std::vector<std::string>({"no_adapter"}));
  wgpuAdapterRelease(adapter);
  wgpuInstanceRelease(stranger);
}

TEST_F(SurfaceRules, Presenting) {
  WGPUSurfaceTexture current = WGPU_SURFACE_TEXTURE_INIT;
  wgpuSurfaceGetCurrentTexture(surface_, &current);
  EXPECT_EQ(current.status, WGPUSurfaceGetCurrentTextureStatus_Error);
  expect({"surface_not_configured"});
  EXPECT_EQ(wgpuSurfacePresent(surface_), WGPUStatus_Error);
  expect({"surface_not_configured"});
  WGPUSurfaceConfiguration c = configuration();
  wgpuSurfaceConfigure(surface_, &c);
  EXPECT_EQ(wgpuSurfacePresent(surface_), WGPUStatus_Error);
  expect({"surface_no_frame"});
  wgpuSurfaceGetCurrentTexture(surface_, &current);
  ASSERT_TRUE(current.texture);
  EXPECT_EQ(wgpuTextureGetWidth(current.texture), 16u);
  WGPUSurfaceTexture again = WGPU_SURFACE_TEXTURE_INIT;
  wgpuSurfaceGetCurrentTexture(surface_, &again);
  EXPECT_EQ(again.texture, nullptr);
  expect({"surface_frame_pending"});
  EXPECT_EQ(wgpuSurfacePresent(surface_), WGPUStatus_Success);
  expect({});

  // What was drawn to it goes nowhere now.
  WGPUTextureView view = wgpuTextureCreateView(current.texture, nullptr);
  wgpuTextureRelease(current.texture);
  WGPUCommandBuffer commands = clearing(device_, view, {});
  WGPUQueue queue = wgpuDeviceGetQueue(device_);
  wgpuQueueSubmit(queue, 1, &commands);
  expect({"submit_frame_is_over"});
  wgpuQueueRelease(queue);
  wgpuCommandBufferRelease(commands);
  wgpuTextureViewRelease(view);
}

}  // namespace
