// Pipelines that are made in the background.
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "capi/testing.h"

namespace vitrine::capi::testing {
namespace {

constexpr std::string_view kShader = "@compute @workgroup_size(1) fn main() {}";

struct Made {
  std::atomic<int> calls{0};
  WGPUCreatePipelineAsyncStatus status{};
  WGPUComputePipeline pipeline = nullptr;
  std::string message;
  std::thread::id thread;
  ~Made() {
    if (pipeline) wgpuComputePipelineRelease(pipeline);
  }
};

WGPUFuture make(Program& p, Made& made, WGPUCallbackMode mode, std::string_view entry = "main", std::string_view code = kShader) {
  WGPUShaderModule m = p.module(code);
  WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
  d.label = text("c");
  d.compute.module = m;
  d.compute.entryPoint = text(entry);
  WGPUCreateComputePipelineAsyncCallbackInfo info = WGPU_CREATE_COMPUTE_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
  info.mode = mode;
  info.callback = [](WGPUCreatePipelineAsyncStatus status, WGPUComputePipeline pipeline, WGPUStringView m, void* out, void*) {
    auto& made = *static_cast<Made*>(out);
    made.status = status;
    made.pipeline = pipeline;
    made.message = string(m);
    made.thread = std::this_thread::get_id();
    ++made.calls;
  };
  info.userdata1 = &made;
  WGPUFuture f = wgpuDeviceCreateComputePipelineAsync(p.device, &d, info);
  wgpuShaderModuleRelease(m);
  return f;
}

bool until(const std::function<bool()>& done) {
  for (int i = 0; i < 10'000 && !done(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return done();
}

TEST(AsyncPipelines, ByProcessEvents) {
  Program p;
  ASSERT_TRUE(p.start());
  Made made;
  make(p, made, WGPUCallbackMode_AllowProcessEvents);
  EXPECT_EQ(made.calls, 0);
  ASSERT_TRUE(until([&] { return wgpuInstanceProcessEvents(p.instance), made.calls == 1; }));
  EXPECT_EQ(made.status, WGPUCreatePipelineAsyncStatus_Success);
  EXPECT_NE(made.pipeline, nullptr);
  EXPECT_EQ(made.thread, std::this_thread::get_id());
}

TEST(AsyncPipelines, ByWaiting) {
  Program p;
  ASSERT_TRUE(p.start());
  Made made;
  WGPUFutureWaitInfo wait = WGPU_FUTURE_WAIT_INFO_INIT;
  wait.future = make(p, made, WGPUCallbackMode_WaitAnyOnly);
  wgpuInstanceProcessEvents(p.instance);
  EXPECT_EQ(made.calls, 0);
  EXPECT_EQ(wgpuInstanceWaitAny(p.instance, 1, &wait, 10'000'000'000), WGPUWaitStatus_Success);
  EXPECT_TRUE(wait.completed);
  EXPECT_EQ(made.calls, 1);
}

TEST(AsyncPipelines, ByThemselves) {
  Program p;
  ASSERT_TRUE(p.start());
  Made made;
  make(p, made, WGPUCallbackMode_AllowSpontaneous);
  EXPECT_TRUE(until([&] { return made.calls == 1; }));  // no call of the interface
  EXPECT_EQ(made.status, WGPUCreatePipelineAsyncStatus_Success);
}

TEST(AsyncPipelines, ErrorsAreThoseOfTheOtherCall) {
  Program p;
  ASSERT_TRUE(p.start());
  Made made;
  make(p, made, WGPUCallbackMode_AllowProcessEvents, "missing");
  wgpuInstanceProcessEvents(p.instance);
  EXPECT_EQ(made.calls, 1);
  EXPECT_EQ(made.status, WGPUCreatePipelineAsyncStatus_ValidationError);
  EXPECT_EQ(made.pipeline, nullptr);
  EXPECT_NE(made.message.find("missing"), std::string::npos) << made.message;
  EXPECT_EQ(p.begun("error"), 0u);  // it belongs to the callback
  EXPECT_EQ(p.count("diagnostic entry_point_not_found"), 1u) << p.all();
}

TEST(AsyncPipelines, AnInstanceThatGoesFirstCancels) {
  Made made[8];
  {
    Program p;
    ASSERT_TRUE(p.start());
    for (Made& m : made) make(p, m, WGPUCallbackMode_AllowProcessEvents);
  }
  for (Made& m : made) {
    EXPECT_EQ(m.calls, 1);
    EXPECT_TRUE(m.status == WGPUCreatePipelineAsyncStatus_CallbackCancelled || m.status == WGPUCreatePipelineAsyncStatus_Success);
  }
}

// What the callback uses may go once the instance is released: it runs on a thread of ours, which nobody can wait for.
TEST(AsyncPipelines, TheInstanceGoesOnceCallbacksOfOtherThreadsHaveEnded) {
  struct Slow {
    std::atomic<bool> begun{false};
    int ended = 0;  // plain: releasing the instance orders it
  };
  for (int round = 0; round < 4; ++round) {
    auto slow = std::make_unique<Slow>();
    auto p = std::make_unique<Program>();
    ASSERT_TRUE(p->start());
    WGPUShaderModule m = p->module(kShader);
    WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    d.compute.module = m;
    WGPUCreateComputePipelineAsyncCallbackInfo info = WGPU_CREATE_COMPUTE_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowSpontaneous;
    info.callback = [](WGPUCreatePipelineAsyncStatus, WGPUComputePipeline pipeline, WGPUStringView, void* out, void*) {
      auto& slow = *static_cast<Slow*>(out);
      slow.begun = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (pipeline) wgpuComputePipelineRelease(pipeline);
      ++slow.ended;
    };
    info.userdata1 = slow.get();
    wgpuDeviceCreateComputePipelineAsync(p->device, &d, info);
    wgpuShaderModuleRelease(m);
    if (round % 2 == 0) {
      ASSERT_TRUE(until([&] { return slow->begun.load(); }));
    }
    p.reset();
    EXPECT_EQ(slow->ended, 1);
  }
}

// One that releases it itself does not wait for its own end.
TEST(AsyncPipelines, ACallbackOnAThreadOfOursMayReleaseTheInstance) {
  struct Last {
    std::atomic<bool> ready{false}, ended{false};
    WGPUInstance instance;
  } last;
  Program p;
  ASSERT_TRUE(p.start());
  last.instance = p.instance;
  WGPUShaderModule m = p.module(kShader);
  WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
  d.compute.module = m;
  WGPUCreateComputePipelineAsyncCallbackInfo info = WGPU_CREATE_COMPUTE_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
  info.mode = WGPUCallbackMode_AllowSpontaneous;
  info.callback = [](WGPUCreatePipelineAsyncStatus, WGPUComputePipeline pipeline, WGPUStringView, void* out, void*) {
    auto& last = *static_cast<Last*>(out);
    while (!last.ready) std::this_thread::yield();
    if (pipeline) wgpuComputePipelineRelease(pipeline);
    wgpuInstanceRelease(last.instance);
    last.ended = true;
  };
  info.userdata1 = &last;
  wgpuDeviceCreateComputePipelineAsync(p.device, &d, info);
  wgpuShaderModuleRelease(m);
  wgpuDeviceRelease(p.device);
  wgpuAdapterRelease(p.adapter);
  p.device = nullptr, p.adapter = nullptr, p.instance = nullptr;
  last.ready = true;
  EXPECT_TRUE(until([&] { return last.ended.load(); }));
}

// Nobody can wait or poll then: what is asked for comes cancelled, or with what it has, in every mode.
TEST(AsyncPipelines, WhatIsAskedForAfterTheInstanceHasItsCallback) {
  Program p;
  ASSERT_TRUE(p.start());
  wgpuInstanceRelease(std::exchange(p.instance, nullptr));
  for (WGPUCallbackMode mode : {WGPUCallbackMode_WaitAnyOnly, WGPUCallbackMode_AllowProcessEvents, WGPUCallbackMode_AllowSpontaneous}) {
    Made made;
    make(p, made, mode);
    EXPECT_TRUE(until([&] { return made.calls == 1; })) << mode;
    std::atomic<int> calls{0};
    WGPUPopErrorScopeCallbackInfo info = WGPU_POP_ERROR_SCOPE_CALLBACK_INFO_INIT;
    info.mode = mode;
    info.callback = [](WGPUPopErrorScopeStatus, WGPUErrorType, WGPUStringView, void* n, void*) { ++*static_cast<std::atomic<int>*>(n); };
    info.userdata1 = &calls;
    wgpuDevicePopErrorScope(p.device, info);
    EXPECT_EQ(calls, 1) << mode;
  }
}

TEST(AsyncPipelines, ADestroyedDeviceGivesOnesWithoutUse) {
  Program p;
  ASSERT_TRUE(p.start());
  Made made[8];
  for (Made& m : made) make(p, m, WGPUCallbackMode_AllowProcessEvents);
  wgpuDeviceDestroy(p.device);
  for (Made& m : made) {
    ASSERT_TRUE(until([&] { return wgpuInstanceProcessEvents(p.instance), m.calls == 1; }));
    EXPECT_EQ(m.status, WGPUCreatePipelineAsyncStatus_Success);
  }
}

TEST(AsyncPipelines, ManyAtOnceOnTheDriver) {
  Program p({.backend = WGPUBackendType_Vulkan});
  if (!p.request_adapter()) GTEST_SKIP() << p.message;
  ASSERT_TRUE(p.request_device());
  constexpr int kCount = 24;
  Made made[kCount];
  for (int i = 0; i < kCount; ++i)
    make(p, made[i], i % 2 ? WGPUCallbackMode_AllowProcessEvents : WGPUCallbackMode_AllowSpontaneous, "main",
         "@group(0) @binding(0) var<storage, read_write> a: array<u32>; @compute @workgroup_size(1) fn main() { a[0] = " + std::to_string(i) + "u; }");
  for (Made& m : made) {
    ASSERT_TRUE(until([&] { return wgpuInstanceProcessEvents(p.instance), m.calls == 1; }));
    EXPECT_EQ(m.status, WGPUCreatePipelineAsyncStatus_Success) << m.message;
  }
}

}  // namespace
}  // namespace vitrine::capi::testing
