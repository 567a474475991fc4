// What the tests of many threads share.
#pragma once

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

inline WGPUBackendType stress_backend(bool vulkan) { return vulkan ? WGPUBackendType_Vulkan : WGPUBackendType_Null; }
inline std::string stress_name(const ::testing::TestParamInfo<bool>& info) { return info.param ? "Vulkan" : "Null"; }

}  // namespace vitrine::capi::testing
