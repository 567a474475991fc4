// Every native call of a program with every kind of object fails once in its turn: exactly one diagnostic that follows from no
// other, all callbacks, nothing leaks (the validation layer counts), nothing crashes.
#include <cstdlib>

#include "capi/testing_scene.h"
#include "gpu/instance.h"
#include "hal/vulkan/instance.h"

namespace vitrine::capi::testing {
namespace {

hal::vulkan::FaultPlan* faults(Program& p) {
  hal::Instance* native = reinterpret_cast<gpu::Instance*>(p.instance)->native_if_made("vulkan");
  return native ? &hal::vulkan::fault_plan(*native) : nullptr;
}

// False: a device could not be made, or a callback never came.
bool run(Program& p, bool* callbacks) {
  *callbacks = true;
  if (!p.request_adapter()) return false;
  bool made = p.request_device();
  if (made) {
    Scene s(p);
    s.make();
    for (int i = 0; i < 2; ++i) {
      s.frame();
      *callbacks = s.read() && *callbacks;
    }
    if (p.begun("lost ") == 0 && p.begun("diagnostic ") == 0) {
      EXPECT_TRUE(s.texel == 0xFF4080FFu || s.texel == 0xFF407FFFu) << std::hex << s.texel;
      EXPECT_EQ(s.first_word, 15u);
    }
  }
  if (p.device) wgpuDeviceRelease(std::exchange(p.device, nullptr));
  wgpuInstanceProcessEvents(p.instance);
  wgpuAdapterRelease(std::exchange(p.adapter, nullptr));
  return made;
}

TEST(Faults, EachNativeCallOfAProgramFailsOnce) {
  Program p({.backend = WGPUBackendType_Vulkan, .flags = VitrineInstanceFlags_Validation});
  bool callbacks = false;
  if (!p.request_adapter()) GTEST_SKIP() << p.message;
  wgpuAdapterRelease(std::exchange(p.adapter, nullptr));
  hal::vulkan::FaultPlan* plan = faults(p);
  ASSERT_TRUE(plan);
  p.heard.clear();
  uint64_t before = plan->calls;
  ASSERT_TRUE(run(p, &callbacks)) << p.all();
  uint64_t total = plan->calls - before;
  EXPECT_EQ(p.heard.size(), 2u) << p.all();  // the device was destroyed, as the program wanted
  ASSERT_GT(total, 50u);
  size_t failed = 0;
  for (VkResult result : {VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_DEVICE_LOST, VK_ERROR_INITIALIZATION_FAILED}) {
    // A sample, which takes seconds; all of them with VITRINE_FAULTS=all.
    uint64_t step = std::getenv("VITRINE_FAULTS") ? 1 : result == VK_ERROR_OUT_OF_DEVICE_MEMORY ? 19 : 61;
    int without = 0;
    for (uint64_t n = 1; n <= total && without < 20; n += step) {
      p.heard.clear();
      plan->failed = nullptr;
      plan->result = result;
      plan->fail_at = plan->calls + n;
      run(p, &callbacks);
      plan->fail_at = 0;
      // Waiting is not the same number of calls each time, and it was many the first time.
      if (!plan->failed) {
        ++without;
        continue;
      }
      without = 0;
      ++failed;
      std::string_view name = plan->failed.load();
      SCOPED_TRACE(std::string(name) + ", call " + std::to_string(n) + ", " + std::string(hal::vulkan::to_text(result)) + "\n" + p.all());
      EXPECT_TRUE(callbacks);
      size_t roots = p.begun("diagnostic ") - p.begun("diagnostic device_destroyed");
      // A counter that cannot be read is asked again; a block of memory is tried in a smaller size and from another heap.
      bool retried = name == "vkGetSemaphoreCounterValue" || name == "vkAllocateMemory" || name == "vkMapMemory";
      EXPECT_LE(roots, 1u);
      EXPECT_TRUE(retried || roots == 1);
      EXPECT_EQ(p.count("validation layer"), 0u);
      if (HasFailure()) return;
    }
  }
  std::printf("%zu native calls, %zu faults\n", static_cast<size_t>(total), failed);
}

// After an error of memory the device goes on as if nothing had been.
TEST(Faults, ADeviceOutOfMemoryStaysUsable) {
  Program p({.backend = WGPUBackendType_Vulkan});
  if (!p.request_adapter()) GTEST_SKIP() << p.message;
  ASSERT_TRUE(p.request_device());
  hal::vulkan::FaultPlan* plan = faults(p);
  ASSERT_TRUE(plan);
  for (const char* wanted : {"buffer", "texture"}) {
    p.heard.clear();
    plan->result = VK_ERROR_OUT_OF_DEVICE_MEMORY;
    plan->fail_at = plan->calls + 1;
    if (std::string_view(wanted) == "buffer") {
      wgpuBufferRelease(p.buffer(1024, WGPUBufferUsage_Storage, "large"));
    } else {
      WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
      d.format = WGPUTextureFormat_RGBA8Unorm;
      d.usage = WGPUTextureUsage_TextureBinding;
      d.size = {64, 64, 1};
      wgpuTextureRelease(wgpuDeviceCreateTexture(p.device, &d));
    }
    plan->fail_at = 0;
    EXPECT_EQ(p.begun("error " + std::to_string(WGPUErrorType_OutOfMemory)), 1u) << p.all();
    EXPECT_EQ(p.count("diagnostic out_of_memory"), 1u) << p.all();
  }
  p.heard.clear();
  Scene s(p);
  s.make();
  s.frame();
  EXPECT_TRUE(s.read());
  EXPECT_TRUE(s.texel == 0xFF4080FFu || s.texel == 0xFF407FFFu) << std::hex << s.texel;
  EXPECT_EQ(p.heard.size(), 0u) << p.all();
}

// A driver that really has no more: the largest buffers that the limits allow, until one is refused.
TEST(Faults, RealExhaustionIsAnErrorAndNoEnd) {
  Program p({.backend = WGPUBackendType_Vulkan});
  if (!p.request_adapter()) GTEST_SKIP() << p.message;
  ASSERT_TRUE(p.request_device());
  WGPUBuffer b = p.buffer(uint64_t{1} << 60, WGPUBufferUsage_Storage, "beyond");
  EXPECT_EQ(p.begun("error"), 1u) << p.all();
  wgpuBufferRelease(b);
  p.heard.clear();
  Scene s(p);
  s.make();
  s.frame();
  EXPECT_TRUE(s.read());
  EXPECT_EQ(p.heard.size(), 0u) << p.all();
}

// ---- loss ----

struct Injected {
  const char* function;
};
class Loss : public ::testing::TestWithParam<Injected> {};

// The first such call of a running frame says that the device is lost.
TEST_P(Loss, HasAReasonAndEveryCallbackComes) {
  Program p({.backend = WGPUBackendType_Vulkan});
  if (!p.request_adapter()) GTEST_SKIP() << p.message;
  ASSERT_TRUE(p.request_device());
  hal::vulkan::FaultPlan* plan = faults(p);
  ASSERT_TRUE(plan);
  Scene s(p);
  s.make();
  p.heard.clear();
  plan->result = VK_ERROR_DEVICE_LOST;
  plan->fail_function = GetParam().function;
  s.frame();
  EXPECT_TRUE(s.read());
  plan->fail_function = nullptr;
  wgpuInstanceProcessEvents(p.instance);
  EXPECT_EQ(p.count("lost "), 1u) << p.all();
  EXPECT_EQ(p.count("lost " + std::to_string(WGPUDeviceLostReason_Unknown)), 1u) << p.all();
  EXPECT_EQ(p.count(GetParam().function), 3u) << p.all();  // diagnostic, log, callback
  EXPECT_EQ(p.count("diagnostic device_lost"), 1u) << p.all();
  EXPECT_EQ(p.begun("error"), 0u) << p.all();
  // A submission that the driver did not take was never running.
  size_t running = std::string_view(GetParam().function) == "vkQueueSubmit" ? 0 : 3;
  EXPECT_EQ(p.count("running: \"frame commands\""), running) << p.all();
}
INSTANTIATE_TEST_SUITE_P(Calls, Loss, ::testing::Values(Injected{"vkQueueSubmit"}, Injected{"vkGetSemaphoreCounterValue"}),
                         [](const auto& info) { return std::string(info.param.function); });

TEST(LossByProgram, DestroyGivesItsReasonAndEveryCallback) {
  Program p({.backend = WGPUBackendType_Vulkan});
  if (!p.request_adapter()) GTEST_SKIP() << p.message;
  ASSERT_TRUE(p.request_device());
  Scene s(p);
  s.make();
  p.heard.clear();
  s.frame();
  wgpuDeviceDestroy(p.device);
  EXPECT_TRUE(s.read());
  wgpuInstanceProcessEvents(p.instance);
  EXPECT_EQ(p.count("lost " + std::to_string(WGPUDeviceLostReason_Destroyed)), 1u) << p.all();
  EXPECT_EQ(p.begun("log"), 0u) << p.all();  // the program asked for it
}

}  // namespace
}  // namespace vitrine::capi::testing
