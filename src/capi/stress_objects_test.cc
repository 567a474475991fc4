// What webgpu.h promises of threads, about objects: any of them is used by all threads at once, destroyed and renamed
// while others use it, mapped by one thread and written and unmapped by others, handed on to be submitted and released
// elsewhere; and devices are lost meanwhile. https://webgpu-native.github.io/webgpu-headers/Multithreading.html
#include <array>
#include <atomic>
#include <random>
#include <thread>

#include "capi/stress_testing.h"
#include "capi/testing_scene.h"
#include "gpu/instance.h"
#include "hal/vulkan/instance.h"

namespace vitrine::capi::testing {
namespace {

class StressObjects : public ::testing::TestWithParam<bool> {};

constexpr std::string_view kAdd = R"(
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] += 1u; }
)";

// Objects that all threads use, each in ways of its own choice.
class Shared {
 public:
  explicit Shared(Program& p) : p_(p), queue_(wgpuDeviceGetQueue(p.device)) {
    for (WGPUBuffer& b : buffers_)
      b = p.buffer(64, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst, "shared");
    for (WGPUBuffer& b : mapped_) b = p.buffer(64, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst, "mapped");
    for (WGPUTexture& t : textures_) {
      WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
      d.format = WGPUTextureFormat_RGBA8Unorm;
      d.usage = WGPUTextureUsage_TextureBinding | WGPUTextureUsage_CopyDst | WGPUTextureUsage_CopySrc |
                WGPUTextureUsage_RenderAttachment;
      d.size = {4, 4, 1};
      t = wgpuDeviceCreateTexture(p.device, &d);
    }
    WGPUQuerySetDescriptor qd = WGPU_QUERY_SET_DESCRIPTOR_INIT;
    qd.type = WGPUQueryType_Occlusion;
    qd.count = 4;
    queries_ = wgpuDeviceCreateQuerySet(p.device, &qd);
    resolved_ = p.buffer(256, WGPUBufferUsage_QueryResolve | WGPUBufferUsage_CopySrc, "resolved");
    module_ = p.module(kAdd);
    WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    d.compute.module = module_;
    pipeline_ = wgpuDeviceCreateComputePipeline(p.device, &d);
  }
  ~Shared() {
    for (WGPUBuffer b : buffers_) wgpuBufferRelease(b);
    for (WGPUBuffer b : mapped_) wgpuBufferRelease(b);
    for (WGPUTexture t : textures_) wgpuTextureRelease(t);
    wgpuQuerySetRelease(queries_);
    wgpuBufferRelease(resolved_);
    wgpuComputePipelineRelease(pipeline_);
    wgpuShaderModuleRelease(module_);
    wgpuQueueRelease(queue_);
  }

  std::atomic<int> maps{0}, mapped{0};
  static constexpr uint32_t kActions = 14;

  void act(uint32_t action, std::minstd_rand& random, bool destroys) {
    WGPUBuffer a = buffers_[random() % buffers_.size()], b = buffers_[random() % buffers_.size()];
    WGPUBuffer m = mapped_[random() % mapped_.size()];
    WGPUTexture t = textures_[random() % textures_.size()];
    switch (action) {
      case 0: {
        uint32_t words[4] = {1, 2, 3, 4};
        wgpuQueueWriteBuffer(queue_, a, 16, words, sizeof words);
        break;
      }
      case 1: {
        uint32_t texels[16] = {};
        WGPUTexelCopyTextureInfo to = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
        to.texture = t;
        WGPUTexelCopyBufferLayout rows = {0, 16, 4};
        WGPUExtent3D size = {4, 4, 1};
        wgpuQueueWriteTexture(queue_, &to, texels, sizeof texels, &rows, &size);
        break;
      }
      case 2:
        map(m);
        break;
      case 3:
        (void)wgpuBufferGetConstMappedRange(m, 0, 64);
        (void)wgpuBufferGetMapState(m);
        break;
      case 4:
        wgpuBufferUnmap(m);
        break;
      case 5: {
        std::string name = "name " + std::to_string(random() % 100);
        wgpuBufferSetLabel(a, text(name));
        wgpuTextureSetLabel(t, text(name));
        wgpuQuerySetSetLabel(queries_, text(name));
        wgpuComputePipelineSetLabel(pipeline_, text(name));
        wgpuShaderModuleSetLabel(module_, text(name));
        wgpuDeviceSetLabel(p_.device, text(name));
        wgpuQueueSetLabel(queue_, text(name));
        break;
      }
      case 6:
        dispatch(a);
        break;
      case 7:
        encode([&](WGPUCommandEncoder e) {
          wgpuCommandEncoderClearBuffer(e, a, 0, 32);
          wgpuCommandEncoderCopyBufferToBuffer(e, a, 0, m, 0, 64);
          if (a != b) wgpuCommandEncoderCopyBufferToBuffer(e, a, 0, b, 32, 32);
        });
        break;
      case 8:
        render(t);
        break;
      case 9:
        encode([&](WGPUCommandEncoder e) { wgpuCommandEncoderResolveQuerySet(e, queries_, 0, 4, resolved_, 0); });
        break;
      case 10: {
        std::atomic<int> calls{0};
        WGPUCompilationInfoCallbackInfo info = WGPU_COMPILATION_INFO_CALLBACK_INFO_INIT;
        info.mode = WGPUCallbackMode_WaitAnyOnly;
        info.callback = [](WGPUCompilationInfoRequestStatus, WGPUCompilationInfo const*, void* n, void*) {
          ++*static_cast<std::atomic<int>*>(n);
        };
        info.userdata1 = &calls;
        WGPUFutureWaitInfo wait = WGPU_FUTURE_WAIT_INFO_INIT;
        wait.future = wgpuShaderModuleGetCompilationInfo(module_, info);
        wgpuInstanceWaitAny(p_.instance, 1, &wait, 10'000'000'000);
        EXPECT_EQ(calls, 1);
        break;
      }
      case 11: {
        WGPULimits limits = WGPU_LIMITS_INIT;
        wgpuDeviceGetLimits(p_.device, &limits);
        WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
        wgpuDeviceGetAdapterInfo(p_.device, &info);
        wgpuAdapterInfoFreeMembers(info);
        WGPUSupportedFeatures features{};
        wgpuDeviceGetFeatures(p_.device, &features);
        wgpuSupportedFeaturesFreeMembers(features);
        break;
      }
      case 12:
        wgpuInstanceProcessEvents(p_.instance);
        break;
      default:
        if (!destroys || random() % 8 != 0) break;
        switch (random() % 4) {
          case 0:
            wgpuBufferDestroy(a);
            break;
          case 1:
            wgpuBufferDestroy(m);
            break;
          case 2:
            wgpuTextureDestroy(t);
            break;
          default:
            wgpuQuerySetDestroy(queries_);
            break;
        }
    }
  }

 private:
  void map(WGPUBuffer b) {
    ++maps;
    WGPUBufferMapCallbackInfo info = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = [](WGPUMapAsyncStatus, WGPUStringView, void* self, void*) { ++static_cast<Shared*>(self)->mapped; };
    info.userdata1 = this;
    wgpuBufferMapAsync(b, WGPUMapMode_Read, 0, 64, info);
  }
  template <class F>
  void encode(F&& f) {
    WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(p_.device, nullptr);
    f(e);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(e, nullptr);
    wgpuQueueSubmit(queue_, 1, &commands);
    wgpuCommandBufferRelease(commands);
    wgpuCommandEncoderRelease(e);
  }
  void dispatch(WGPUBuffer data) {
    WGPUBindGroupLayout layout = wgpuComputePipelineGetBindGroupLayout(pipeline_, 0);
    WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
    entry.buffer = data;
    WGPUBindGroupDescriptor gd = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    gd.layout = layout;
    gd.entryCount = 1;
    gd.entries = &entry;
    WGPUBindGroup group = wgpuDeviceCreateBindGroup(p_.device, &gd);
    encode([&](WGPUCommandEncoder e) {
      WGPUComputePassEncoder c = wgpuCommandEncoderBeginComputePass(e, nullptr);
      wgpuComputePassEncoderSetPipeline(c, pipeline_);
      wgpuComputePassEncoderSetBindGroup(c, 0, group, 0, nullptr);
      wgpuComputePassEncoderDispatchWorkgroups(c, 4, 1, 1);
      wgpuComputePassEncoderEnd(c);
      wgpuComputePassEncoderRelease(c);
    });
    wgpuBindGroupRelease(group);
    wgpuBindGroupLayoutRelease(layout);
  }
  void render(WGPUTexture target) {
    WGPUTextureView view = wgpuTextureCreateView(target, nullptr);
    WGPURenderPassColorAttachment color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
    color.view = view;
    color.loadOp = WGPULoadOp_Clear;
    color.storeOp = WGPUStoreOp_Store;
    WGPURenderPassDescriptor d = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    d.colorAttachmentCount = 1;
    d.colorAttachments = &color;
    d.occlusionQuerySet = queries_;
    encode([&](WGPUCommandEncoder e) {
      WGPURenderPassEncoder r = wgpuCommandEncoderBeginRenderPass(e, &d);
      wgpuRenderPassEncoderBeginOcclusionQuery(r, 0);
      wgpuRenderPassEncoderEndOcclusionQuery(r);
      wgpuRenderPassEncoderEnd(r);
      wgpuRenderPassEncoderRelease(r);
    });
    wgpuTextureViewRelease(view);
  }

  Program& p_;
  WGPUQueue queue_;
  std::array<WGPUBuffer, 3> buffers_{}, mapped_{};
  std::array<WGPUTexture, 3> textures_{};
  WGPUQuerySet queries_ = nullptr;
  WGPUBuffer resolved_ = nullptr;
  WGPUShaderModule module_ = nullptr;
  WGPUComputePipeline pipeline_ = nullptr;
};

// Whatever comes between, there are errors of validation at most, each map gets its answer, and the device goes on.
void use_and_destroy(Options options, int rounds, bool destroys) {
  Program p(std::move(options));
  if (!p.start()) GTEST_SKIP() << p.message;
  for (int round = 0; round < rounds; ++round) {
    Shared s(p);
    on_threads([&](int t) {
      std::minstd_rand random(static_cast<uint32_t>(round * kStressThreads + t + 1));
      for (int i = 0; i < 60; ++i) s.act(random() % Shared::kActions, random, destroys);
    });
    Scene waits(p);
    EXPECT_TRUE(waits.wait([&] { return s.mapped == s.maps; })) << s.mapped << " of " << s.maps;
  }
  EXPECT_EQ(p.begun("error"), p.begun("error " + std::to_string(WGPUErrorType_Validation))) << p.all();
  EXPECT_EQ(p.begun("lost "), 0u) << p.all();
  EXPECT_EQ(p.count("validation layer"), 0u) << p.all();
  Scene scene(p);
  scene.make();
  scene.frame();
  EXPECT_TRUE(scene.read());
}

TEST_P(StressObjects, UsedByAllThreads) { use_and_destroy({.backend = stress_backend(GetParam())}, 6, false); }
TEST_P(StressObjects, DestroyedWhileOthersUseThem) {
  use_and_destroy({.backend = stress_backend(GetParam())}, 12, true);
}
TEST_P(StressObjects, UnderTheLayerAndWithAllHygieneWarnings) {
  use_and_destroy({.backend = stress_backend(GetParam()), .flags = VitrineInstanceFlags_Validation, .lint = "all"}, 4,
                  true);
}

// Mapping state belongs to no thread.
TEST_P(StressObjects, MappedByOneWrittenByAllUnmappedByTheLast) {
  Program p({.backend = stress_backend(GetParam())});
  if (!p.start()) GTEST_SKIP() << p.message;
  constexpr uint64_t kPart = 64;
  WGPUQueue queue = wgpuDeviceGetQueue(p.device);
  WGPUBuffer up = p.buffer(kPart * kStressThreads, WGPUBufferUsage_MapWrite | WGPUBufferUsage_CopySrc, "up");
  WGPUBuffer down = p.buffer(kPart * kStressThreads, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst, "down");
  auto map = [&](WGPUBuffer b, WGPUMapMode mode) {
    WGPUBufferMapCallbackInfo info = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_WaitAnyOnly;
    WGPUMapAsyncStatus status{};
    info.callback = [](WGPUMapAsyncStatus s, WGPUStringView, void* out, void*) {
      *static_cast<WGPUMapAsyncStatus*>(out) = s;
    };
    info.userdata1 = &status;
    WGPUFutureWaitInfo wait = WGPU_FUTURE_WAIT_INFO_INIT;
    wait.future = wgpuBufferMapAsync(b, mode, 0, kPart * kStressThreads, info);
    wgpuInstanceWaitAny(p.instance, 1, &wait, 20'000'000'000);
    return status == WGPUMapAsyncStatus_Success;
  };
  for (int round = 1; round <= 6; ++round) {
    ASSERT_TRUE(map(up, WGPUMapMode_Write));
    std::atomic<int> left{kStressThreads};
    on_threads([&](int t) {
      void* at = wgpuBufferGetMappedRange(up, kPart * t, kPart);
      ASSERT_TRUE(at);
      std::memset(at, 16 * round + t, kPart);
      if (--left > 0) return;
      wgpuBufferUnmap(up);
      WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(p.device, nullptr);
      wgpuCommandEncoderCopyBufferToBuffer(e, up, 0, down, 0, kPart * kStressThreads);
      WGPUCommandBuffer commands = wgpuCommandEncoderFinish(e, nullptr);
      wgpuQueueSubmit(queue, 1, &commands);
      wgpuCommandBufferRelease(commands);
      wgpuCommandEncoderRelease(e);
    });
    ASSERT_TRUE(map(down, WGPUMapMode_Read));
    std::atomic<int> readers{kStressThreads};
    on_threads([&](int t) {
      auto* at = static_cast<const unsigned char*>(wgpuBufferGetConstMappedRange(down, kPart * t, kPart));
      ASSERT_TRUE(at);
      if (GetParam()) {
        EXPECT_EQ(at[0], 16 * round + t);
        EXPECT_EQ(at[kPart - 1], 16 * round + t);
      }
      if (--readers == 0) wgpuBufferUnmap(down);
    });
  }
  EXPECT_EQ(p.heard.size(), 0u) << p.all();
  wgpuBufferRelease(up);
  wgpuBufferRelease(down);
  wgpuQueueRelease(queue);
}

// Each thread has a device of one instance; what it makes is submitted and released by its neighbour, last of all the
// device.
TEST_P(StressObjects, HandedOnBetweenThreads) {
  Program p({.backend = stress_backend(GetParam())});
  if (!p.request_adapter()) GTEST_SKIP() << p.message;
  struct Handed {
    WGPUDevice device = nullptr;
    WGPUBuffer buffer = nullptr;
    WGPUCommandBuffer commands = nullptr;
  };
  std::array<Handed, kStressThreads> handed;
  std::atomic<int> devices{0}, done{0};
  for (int round = 0; round < 3; ++round) {
    on_threads([&](int t) {
      Handed& h = handed[t];
      WGPURequestAdapterOptions o = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
      o.backendType = stress_backend(GetParam());
      WGPUAdapter adapter = nullptr;
      WGPURequestAdapterCallbackInfo ai = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
      ai.mode = WGPUCallbackMode_WaitAnyOnly;
      ai.callback = [](WGPURequestAdapterStatus, WGPUAdapter a, WGPUStringView, void* out, void*) {
        *static_cast<WGPUAdapter*>(out) = a;
      };
      ai.userdata1 = &adapter;
      WGPUFutureWaitInfo wait = WGPU_FUTURE_WAIT_INFO_INIT;
      wait.future = wgpuInstanceRequestAdapter(p.instance, &o, ai);
      wgpuInstanceWaitAny(p.instance, 1, &wait, 20'000'000'000);
      ASSERT_TRUE(adapter);
      WGPURequestDeviceCallbackInfo di = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
      di.mode = WGPUCallbackMode_WaitAnyOnly;
      di.callback = [](WGPURequestDeviceStatus, WGPUDevice d, WGPUStringView, void* out, void*) {
        *static_cast<WGPUDevice*>(out) = d;
      };
      di.userdata1 = &h.device;
      wait = WGPU_FUTURE_WAIT_INFO_INIT;
      wait.future = wgpuAdapterRequestDevice(adapter, nullptr, di);
      wgpuInstanceWaitAny(p.instance, 1, &wait, 20'000'000'000);
      wgpuAdapterRelease(adapter);
      ASSERT_TRUE(h.device);
      ++devices;
      WGPUBufferDescriptor bd = WGPU_BUFFER_DESCRIPTOR_INIT;
      bd.size = 64;
      bd.usage = WGPUBufferUsage_CopyDst | WGPUBufferUsage_CopySrc;
      h.buffer = wgpuDeviceCreateBuffer(h.device, &bd);
      WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(h.device, nullptr);
      wgpuCommandEncoderClearBuffer(e, h.buffer, 0, 64);
      h.commands = wgpuCommandEncoderFinish(e, nullptr);
      wgpuCommandEncoderRelease(e);
    });
    if (HasFatalFailure()) return;
    on_threads([&](int t) {
      Handed& h = handed[(t + 1) % kStressThreads];
      WGPUQueue queue = wgpuDeviceGetQueue(h.device);
      wgpuQueueSubmit(queue, 1, &h.commands);
      wait_for_queue(p.instance, queue, done);
      // The device goes before what belongs to it, and before its queue.
      wgpuDeviceRelease(h.device);
      wgpuQueueRelease(queue);
      wgpuCommandBufferRelease(h.commands);
      wgpuBufferRelease(h.buffer);
    });
  }
  EXPECT_EQ(devices, 3 * kStressThreads);
  EXPECT_EQ(done, 3 * kStressThreads);
}

// The driver loses the device while all threads encode, map and compile.
TEST(StressLoss, WhileOthersEncode) {
  for (const char* function : {"vkQueueSubmit", "vkGetSemaphoreCounterValue", "vkCreateComputePipelines"}) {
    Program p({.backend = WGPUBackendType_Vulkan});
    if (!p.start()) GTEST_SKIP() << p.message;
    hal::vulkan::FaultPlan& plan =
        hal::vulkan::fault_plan(*reinterpret_cast<gpu::Instance*>(p.instance)->native_if_made("vulkan"));
    plan.result = VK_ERROR_DEVICE_LOST;
    on_threads([&](int t) {
      Scene s(p);
      s.make();
      for (int i = 0; i < 6; ++i) {
        if (t == 0 && i == 1) plan.fail_function = function;
        s.frame();
        EXPECT_TRUE(s.read());
        if (t == 0 && i == 1) wgpuShaderModuleRelease(p.module(kAdd));
        if (t == 1) {
          Scene another(p);
          another.make();
        }
      }
    });
    wgpuInstanceProcessEvents(p.instance);
    EXPECT_EQ(p.begun("lost "), 1u) << function << "\n" << p.all();
    EXPECT_EQ(p.begun("diagnostic device_lost"), 1u) << function << "\n" << p.all();
    EXPECT_EQ(p.begun("error"), 0u) << function << "\n" << p.all();
    plan.fail_function = nullptr;
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, StressObjects, ::testing::Bool(), stress_name);

}  // namespace
}  // namespace vitrine::capi::testing
