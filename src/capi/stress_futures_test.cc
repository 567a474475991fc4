// What webgpu.h promises of threads, about callbacks: futures of every kind in every mode, waits of several threads for
// the same future, scopes and uncaptured errors, prints.
// https://webgpu-native.github.io/webgpu-headers/Multithreading.html
#include <array>
#include <atomic>
#include <memory>
#include <set>
#include <thread>

#include "capi/stress_testing.h"
#include "capi/testing_scene.h"

namespace vitrine::capi::testing {
namespace {

class StressCallbacks : public ::testing::TestWithParam<bool> {};

// One callback that is still to come: how often it came.
struct Awaited {
  std::atomic<int> calls{0};
  WGPUFuture future{};
  WGPUCallbackMode mode{};
};

constexpr WGPUCallbackMode kModes[] = {WGPUCallbackMode_WaitAnyOnly, WGPUCallbackMode_AllowProcessEvents,
                                       WGPUCallbackMode_AllowSpontaneous};

// Asks for one future of each kind.
class Asker {
 public:
  explicit Asker(Program& p) : p_(p), queue_(wgpuDeviceGetQueue(p.device)) {
    buffer_ = p.buffer(256, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst, "mapped");
    module_ = p.module("@compute @workgroup_size(1) fn main() {}");
  }
  ~Asker() {
    wgpuShaderModuleRelease(module_);
    wgpuBufferRelease(buffer_);
    wgpuQueueRelease(queue_);
  }

  void ask(WGPUCallbackMode mode, std::vector<std::unique_ptr<Awaited>>& all) {
    auto one = [&](auto info, auto callback, auto&& call) {
      all.push_back(std::make_unique<Awaited>());
      info.mode = mode;
      info.callback = callback;
      info.userdata1 = all.back().get();
      all.back()->mode = mode;
      all.back()->future = call(info);
    };
    uint32_t word = 7;
    wgpuQueueWriteBuffer(queue_, buffer_, 0, &word, 4);
    one(
        WGPUQueueWorkDoneCallbackInfo{}, [](WGPUQueueWorkDoneStatus, WGPUStringView, void* a, void*) { told(a); },
        [&](auto info) { return wgpuQueueOnSubmittedWorkDone(queue_, info); });
    one(
        WGPUBufferMapCallbackInfo{}, [](WGPUMapAsyncStatus, WGPUStringView, void* a, void*) { told(a); },
        [&](auto info) { return wgpuBufferMapAsync(buffer_, WGPUMapMode_Read, 0, 256, info); });
    wgpuBufferUnmap(buffer_);
    wgpuDevicePushErrorScope(p_.device, WGPUErrorFilter_Validation);
    one(
        WGPUPopErrorScopeCallbackInfo{},
        [](WGPUPopErrorScopeStatus, WGPUErrorType, WGPUStringView, void* a, void*) { told(a); },
        [&](auto info) { return wgpuDevicePopErrorScope(p_.device, info); });
    one(
        WGPUCompilationInfoCallbackInfo{},
        [](WGPUCompilationInfoRequestStatus, WGPUCompilationInfo const*, void* a, void*) { told(a); },
        [&](auto info) { return wgpuShaderModuleGetCompilationInfo(module_, info); });
    WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    d.compute.module = module_;
    one(
        WGPUCreateComputePipelineAsyncCallbackInfo{},
        [](WGPUCreatePipelineAsyncStatus, WGPUComputePipeline made, WGPUStringView, void* a, void*) {
          if (made) wgpuComputePipelineRelease(made);
          told(a);
        },
        [&](auto info) { return wgpuDeviceCreateComputePipelineAsync(p_.device, &d, info); });
    WGPURequestAdapterOptions o = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
    o.backendType = p_.options.backend;
    one(
        WGPURequestAdapterCallbackInfo{},
        [](WGPURequestAdapterStatus, WGPUAdapter made, WGPUStringView, void* a, void*) {
          if (made) wgpuAdapterRelease(made);
          told(a);
        },
        [&](auto info) { return wgpuInstanceRequestAdapter(p_.instance, &o, info); });
  }

 private:
  static void told(void* a) { ++static_cast<Awaited*>(a)->calls; }
  Program& p_;
  WGPUQueue queue_;
  WGPUBuffer buffer_;
  WGPUShaderModule module_;
};

// Each thread asks, all threads wait for everything: each callback comes once, and no wait ends before it.
TEST_P(StressCallbacks, EveryKindInEveryModeForWhoeverWaits) {
  Program p({.backend = stress_backend(GetParam())});
  if (!p.start()) GTEST_SKIP() << p.message;
  constexpr int kRounds = 4;
  std::array<std::vector<std::unique_ptr<Awaited>>, kStressThreads> asked;
  std::atomic<int> early{0}, not_complete{0};
  for (int round = 0; round < kRounds; ++round) {
    on_threads([&](int t) {
      asked[t].clear();
      Asker asker(p);
      for (WGPUCallbackMode mode : kModes) asker.ask(mode, asked[t]);
    });
    on_threads([&](int t) {
      for (int k = 0; k < kStressThreads; ++k) {
        for (auto& a : asked[(t + k) % kStressThreads]) {
          if (a->mode == WGPUCallbackMode_AllowProcessEvents) wgpuInstanceProcessEvents(p.instance);
          WGPUFutureWaitInfo wait = WGPU_FUTURE_WAIT_INFO_INIT;
          wait.future = a->future;
          WGPUWaitStatus status = wgpuInstanceWaitAny(p.instance, 1, &wait, 20'000'000'000);
          if (status != WGPUWaitStatus_Success || !wait.completed) ++not_complete;
          if (a->calls != 1) ++early;
        }
      }
    });
    for (auto& list : asked)
      for (auto& a : list) EXPECT_EQ(a->calls, 1);
  }
  EXPECT_EQ(early, 0);
  EXPECT_EQ(not_complete, 0);
  EXPECT_EQ(p.heard.size(), 0u) << p.all();
}

// Each thread has scopes of its own, from the first on: none that an earlier thread left open.
TEST_P(StressCallbacks, ScopesBelongToTheirThread) {
  Program p({.backend = stress_backend(GetParam())});
  if (!p.start()) GTEST_SKIP() << p.message;
  std::atomic<int> foreign{0}, own{0}, empty{0}, closed{0};
  struct Popped {
    std::string name;
    std::atomic<int>*own, *foreign, *empty, *closed;
  };
  auto pop = [&](Popped& popped) {
    WGPUPopErrorScopeCallbackInfo info = WGPU_POP_ERROR_SCOPE_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_WaitAnyOnly;
    info.callback = [](WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView m, void* out, void*) {
      auto& popped = *static_cast<Popped*>(out);
      bool mine = string(m).find(popped.name) != std::string::npos;
      if (status != WGPUPopErrorScopeStatus_Success)
        ++*popped.closed;
      else if (type == WGPUErrorType_NoError)
        ++*popped.empty;
      else if (mine)
        ++*popped.own;
      else
        ++*popped.foreign;
    };
    info.userdata1 = &popped;
    WGPUFutureWaitInfo wait = WGPU_FUTURE_WAIT_INFO_INIT;
    wait.future = wgpuDevicePopErrorScope(p.device, info);
    wgpuInstanceWaitAny(p.instance, 1, &wait, 0);
  };
  constexpr int kRounds = 25;
  on_threads([&](int t) {
    Popped popped{"thread " + std::to_string(t), &own, &foreign, &empty, &closed};
    for (int i = 0; i < kRounds; ++i) {
      wgpuDevicePushErrorScope(p.device, WGPUErrorFilter_Validation);
      wgpuDevicePushErrorScope(p.device, WGPUErrorFilter_OutOfMemory);
      if (i % 2) p.fail(popped.name);
      pop(popped);
      pop(popped);
    }
    pop(popped);
    wgpuDevicePushErrorScope(p.device, WGPUErrorFilter_Validation);  // left open
  });
  EXPECT_EQ(foreign, 0);
  EXPECT_EQ(own, kStressThreads * (kRounds / 2));
  EXPECT_EQ(empty, kStressThreads * (2 * kRounds - kRounds / 2));
  EXPECT_EQ(closed, kStressThreads);
  EXPECT_EQ(p.begun("error"), 0u) << p.all();
  on_threads([&](int) { p.fail("heard"); });
  EXPECT_EQ(p.begun("error"), size_t{kStressThreads}) << p.all();
}

// The callback for uncaptured errors may be freed where the loss is told: none runs any more, and none begins.
// https://webgpu-native.github.io/webgpu-headers/Asynchronous-Operations.html (Device Events)
TEST_P(StressCallbacks, NoErrorIsToldOnceTheLossIs) {
  for (WGPUCallbackMode mode : kModes) {
    Program p({.backend = stress_backend(GetParam())});
    if (!p.request_adapter()) GTEST_SKIP() << p.message;
    struct Listener {
      std::atomic<int> inside{0}, late{0}, losses{0};
      std::atomic<bool> freed{false};
    } listener;
    WGPUDeviceDescriptor d = WGPU_DEVICE_DESCRIPTOR_INIT;
    d.uncapturedErrorCallbackInfo.callback = [](WGPUDevice const*, WGPUErrorType, WGPUStringView, void* l, void*) {
      auto& listener = *static_cast<Listener*>(l);
      ++listener.inside;
      if (listener.freed) ++listener.late;
      std::this_thread::sleep_for(std::chrono::microseconds(200));
      if (listener.freed) ++listener.late;
      --listener.inside;
    };
    d.uncapturedErrorCallbackInfo.userdata1 = &listener;
    d.deviceLostCallbackInfo.mode = mode;
    d.deviceLostCallbackInfo.callback = [](WGPUDevice const*, WGPUDeviceLostReason, WGPUStringView, void* l, void*) {
      static_cast<Listener*>(l)->freed = true;
      ++static_cast<Listener*>(l)->losses;
    };
    d.deviceLostCallbackInfo.userdata1 = &listener;
    WGPURequestDeviceCallbackInfo info = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = [](WGPURequestDeviceStatus, WGPUDevice made, WGPUStringView, void* out, void*) {
      static_cast<Program*>(out)->device = made;
    };
    info.userdata1 = &p;
    wgpuAdapterRequestDevice(p.adapter, &d, info);
    wgpuInstanceProcessEvents(p.instance);
    ASSERT_TRUE(p.device);
    on_threads([&](int t) {
      for (int i = 0; i < 40; ++i) {
        if (t == 0 && i == 20) {
          wgpuDeviceDestroy(p.device);
          WGPUFutureWaitInfo wait = WGPU_FUTURE_WAIT_INFO_INIT;
          wait.future = wgpuDeviceGetLostFuture(p.device);
          EXPECT_EQ(wgpuInstanceWaitAny(p.instance, 1, &wait, 20'000'000'000), WGPUWaitStatus_Success);
          EXPECT_EQ(listener.losses, 1);
        }
        p.fail("late");
      }
    });
    EXPECT_EQ(listener.late, 0) << mode;
    EXPECT_EQ(listener.losses, 1) << mode;
    EXPECT_EQ(listener.inside, 0);
  }
}

// A loss is told from inside of the callback of an error too.
TEST_P(StressCallbacks, AnErrorCallbackMayDestroyItsDevice) {
  Program p({.backend = stress_backend(GetParam())});
  if (!p.start()) GTEST_SKIP() << p.message;
  p.more = [&](const std::string& line) {
    if (!line.starts_with("error")) return;
    wgpuDeviceDestroy(p.device);
    wgpuInstanceProcessEvents(p.instance);
  };
  on_threads([&](int) { p.fail("last"); });
  EXPECT_EQ(p.begun("lost "), 1u) << p.all();
}

constexpr std::string_view kPrinting = R"(
enable wgpu_debug_printf;
@group(0) @binding(0) var<uniform> who: vec4u;
@compute @workgroup_size(1) fn main(@builtin(workgroup_id) id: vec3u) { debugPrintf("thread %u line %u", who.x, id.x); }
)";

struct Printed {
  std::mutex mutex;
  std::multiset<std::string> texts;
  std::atomic<uint64_t> lost{0};
};

VitrinePrintCallbackInfo print_callback(Printed& printed) {
  VitrinePrintCallbackInfo info{};
  info.callback = [](VitrinePrintMessage const* m, void* out, void*) {
    auto& printed = *static_cast<Printed*>(out);
    std::lock_guard lock(printed.mutex);
    printed.texts.insert(string(m->text) + " in " + std::to_string(m->submission != 0));
  };
  info.lossCallback = [](VitrinePrintLoss const* loss, void* out, void*) {
    static_cast<Printed*>(out)->lost += loss->count;
  };
  info.userdata1 = &printed;
  return info;
}

// Every message arrives once, whatever threads submit, replace the callback and change the size of the buffer
// meanwhile.
TEST(StressPrints, FromManyThreads) {
  Program p({.backend = WGPUBackendType_Vulkan, .features = {WGPUFeatureName_VitrineDebugPrintf}});
  if (!p.request_adapter()) GTEST_SKIP() << p.message;
  if (!p.request_device()) GTEST_SKIP() << p.message;
  Printed printed;
  vitrineInstanceSetPrintCallback(p.instance, print_callback(printed));
  WGPUShaderModule module = p.module(kPrinting);
  WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
  d.compute.module = module;
  WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(p.device, &d);
  constexpr uint32_t kRounds = 8, kLines = 5;
  std::atomic<int> ended{0};
  on_threads([&](int t) {
    if (t == kStressThreads - 1) {
      for (int i = 0; i < 2000 && ended < kStressThreads - 1; ++i) {
        vitrineInstanceSetPrintCallback(p.instance, print_callback(printed));
        (void)vitrineDeviceGetLostPrintCount(p.device);
        (void)vitrineDeviceGetLimitedPrintCount(p.device);
        if (i % 16 == 0) vitrineDeviceSetPrintBufferSize(p.device, (1 << 16) << (i / 16 % 3));
        wgpuInstanceProcessEvents(p.instance);
        std::this_thread::sleep_for(std::chrono::microseconds(300));
      }
      return;
    }
    WGPUQueue queue = wgpuDeviceGetQueue(p.device);
    WGPUBuffer who = p.buffer(16, WGPUBufferUsage_Uniform | WGPUBufferUsage_CopyDst, "who");
    uint32_t words[4] = {static_cast<uint32_t>(t), 0, 0, 0};
    wgpuQueueWriteBuffer(queue, who, 0, words, sizeof words);
    WGPUBindGroupLayout layout = wgpuComputePipelineGetBindGroupLayout(pipeline, 0);
    WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
    entry.buffer = who;
    WGPUBindGroupDescriptor gd = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    gd.layout = layout;
    gd.entryCount = 1;
    gd.entries = &entry;
    WGPUBindGroup group = wgpuDeviceCreateBindGroup(p.device, &gd);
    for (uint32_t i = 0; i < kRounds; ++i) {
      WGPUCommandEncoder e = wgpuDeviceCreateCommandEncoder(p.device, nullptr);
      WGPUComputePassEncoder c = wgpuCommandEncoderBeginComputePass(e, nullptr);
      wgpuComputePassEncoderSetPipeline(c, pipeline);
      wgpuComputePassEncoderSetBindGroup(c, 0, group, 0, nullptr);
      wgpuComputePassEncoderDispatchWorkgroups(c, kLines, 1, 1);
      wgpuComputePassEncoderEnd(c);
      WGPUCommandBuffer commands = wgpuCommandEncoderFinish(e, nullptr);
      wgpuQueueSubmit(queue, 1, &commands);
      wgpuCommandBufferRelease(commands);
      wgpuComputePassEncoderRelease(c);
      wgpuCommandEncoderRelease(e);
      std::atomic<int> done{0};
      wait_for_queue(p.instance, queue, done);
      EXPECT_EQ(done, 1);
    }
    wgpuBindGroupRelease(group);
    wgpuBindGroupLayoutRelease(layout);
    wgpuBufferRelease(who);
    wgpuQueueRelease(queue);
    ++ended;
  });
  wgpuInstanceProcessEvents(p.instance);
  EXPECT_EQ(printed.lost, 0u);
  std::lock_guard lock(printed.mutex);
  EXPECT_EQ(printed.texts.size(), size_t{kStressThreads - 1} * kRounds * kLines);
  for (int t = 0; t < kStressThreads - 1; ++t)
    for (uint32_t line = 0; line < kLines; ++line)
      EXPECT_EQ(printed.texts.count("thread " + std::to_string(t) + " line " + std::to_string(line) + " in 1"),
                size_t{kRounds});
  wgpuComputePipelineRelease(pipeline);
  wgpuShaderModuleRelease(module);
}

INSTANTIATE_TEST_SUITE_P(Backends, StressCallbacks, ::testing::Bool(), stress_name);

}  // namespace
}  // namespace vitrine::capi::testing
