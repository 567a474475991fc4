// What the tests of many threads share.
#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "capi/testing.h"

namespace vitrine::capi::testing {

constexpr int kStressThreads = 4;

// Runs f(0), f(1), ... each on a thread of its own, and waits for all.
template <class F>
void on_threads(F&& f) {
  std::vector<std::thread> threads;
  for (int t = 0; t < kStressThreads; ++t) threads.emplace_back([&f, t] { f(t); });
  for (std::thread& t : threads) t.join();
}

// Waits for what was submitted; the callback adds one to `done`.
inline void wait_for_queue(WGPUInstance instance, WGPUQueue queue, std::atomic<int>& done) {
  WGPUQueueWorkDoneCallbackInfo info = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
  info.mode = WGPUCallbackMode_WaitAnyOnly;
  info.callback = [](WGPUQueueWorkDoneStatus, WGPUStringView, void* n, void*) { ++*static_cast<std::atomic<int>*>(n); };
  info.userdata1 = &done;
  WGPUFutureWaitInfo wait = WGPU_FUTURE_WAIT_INFO_INIT;
  wait.future = wgpuQueueOnSubmittedWorkDone(queue, info);
  EXPECT_EQ(wgpuInstanceWaitAny(instance, 1, &wait, 20'000'000'000), WGPUWaitStatus_Success);
}

inline WGPUBackendType stress_backend(bool vulkan) { return vulkan ? WGPUBackendType_Vulkan : WGPUBackendType_Null; }
inline std::string stress_name(const ::testing::TestParamInfo<bool>& info) { return info.param ? "Vulkan" : "Null"; }

}  // namespace vitrine::capi::testing
