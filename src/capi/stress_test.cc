// Many devices and threads at once, as webgpu.h promises: for ThreadSanitizer, and a test that nothing is lost without it.
#include <atomic>
#include <thread>

#include "capi/stress_testing.h"
#include "capi/testing_scene.h"

namespace vitrine::capi::testing {
namespace {

class Stress : public ::testing::TestWithParam<bool> {};

// Each thread has an instance of its own.
TEST_P(Stress, InstancesSideBySide) {
  std::atomic<int> good{0};
  on_threads([&](int) {
    Program p({.backend = stress_backend(GetParam())});
    if (!p.start()) return;
    Scene s(p);
    s.make();
    for (int i = 0; i < 3; ++i) {
      s.frame();
      if (s.read()) ++good;
    }
    EXPECT_EQ(p.heard.size(), 0u) << p.all();
  });
  EXPECT_TRUE(good == 3 * kStressThreads || (GetParam() && good == 0)) << good;
}

// All threads make their objects on one device and submit to its queue; each has its own error scopes.
TEST_P(Stress, OneDeviceForAll) {
  Program p({.backend = stress_backend(GetParam())});
  if (!p.start()) GTEST_SKIP() << p.message;
  std::atomic<int> scoped{0}, pipelines{0}, wanted{0};
  on_threads([&](int t) {
    Scene s(p);
    s.make();
    for (int i = 0; i < 4; ++i) {
      s.frame();
      EXPECT_TRUE(s.read());
      wgpuDevicePushErrorScope(p.device, WGPUErrorFilter_Validation);
      p.fail("scoped");
      WGPUPopErrorScopeCallbackInfo pop = WGPU_POP_ERROR_SCOPE_CALLBACK_INFO_INIT;
      pop.mode = WGPUCallbackMode_AllowProcessEvents;
      pop.callback = [](WGPUPopErrorScopeStatus, WGPUErrorType type, WGPUStringView, void* n, void*) {
        if (type == WGPUErrorType_Validation) ++*static_cast<std::atomic<int>*>(n);
      };
      pop.userdata1 = &scoped;
      wgpuDevicePopErrorScope(p.device, pop);
      WGPUShaderModule m = p.module("@compute @workgroup_size(1) fn main() {}");
      WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
      d.compute.module = m;
      WGPUCreateComputePipelineAsyncCallbackInfo info = WGPU_CREATE_COMPUTE_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
      info.mode = t % 2 ? WGPUCallbackMode_AllowSpontaneous : WGPUCallbackMode_AllowProcessEvents;
      info.callback = [](WGPUCreatePipelineAsyncStatus, WGPUComputePipeline pipeline, WGPUStringView, void* n, void*) {
        if (pipeline) wgpuComputePipelineRelease(pipeline);
        ++*static_cast<std::atomic<int>*>(n);
      };
      info.userdata1 = &pipelines;
      ++wanted;
      wgpuDeviceCreateComputePipelineAsync(p.device, &d, info);
      wgpuShaderModuleRelease(m);
    }
    s.wait([&] { return scoped >= 4 * (t + 1) || scoped == 4 * kStressThreads; });
  });
  Scene last(p);
  EXPECT_TRUE(last.wait([&] { return scoped == 4 * kStressThreads && pipelines == wanted; }));
  EXPECT_EQ(p.begun("error"), 0u) << p.all();
}

// Threads go on using a device that one of them destroys, and another replaces callbacks all the time.
TEST_P(Stress, ADeviceThatGoesMeanwhile) {
  for (int round = 0; round < 3; ++round) {
    Program p({.backend = stress_backend(GetParam())});
    if (!p.start()) GTEST_SKIP() << p.message;
    on_threads([&](int t) {
      if (t == 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        wgpuDeviceDestroy(p.device);
        return;
      }
      if (t == 1) {
        for (int i = 0; i < 200; ++i) {
          vitrineInstanceSetLogCallback(p.instance, {nullptr, VitrineLogLevel_Off, nullptr, nullptr});
          p.fail("replaced");
        }
        return;
      }
      Scene s(p);
      s.make();
      s.frame();
      EXPECT_TRUE(s.read());
    });
    wgpuInstanceProcessEvents(p.instance);
    EXPECT_EQ(p.count("lost "), 1u);
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, Stress, ::testing::Bool(), stress_name);

}  // namespace
}  // namespace vitrine::capi::testing
