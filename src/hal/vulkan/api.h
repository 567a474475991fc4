// Vulkan's functions, loaded at run time, and the one way to call those that can fail.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#define VK_NO_PROTOTYPES
#include <volk.h>

#include "hal/hal.h"

namespace vitrine::hal::vulkan {

// volk keeps the global functions; what belongs to an instance or a device has a table of its own.
#define VITRINE_VK_INSTANCE_FUNCTIONS(X)                                                                            \
  X(vkDestroyInstance) X(vkEnumeratePhysicalDevices) X(vkGetPhysicalDeviceProperties)                               \
  X(vkGetPhysicalDeviceFormatProperties) X(vkGetPhysicalDeviceImageFormatProperties)                                \
  X(vkGetPhysicalDeviceMemoryProperties) X(vkGetPhysicalDeviceQueueFamilyProperties)                                \
  X(vkEnumerateDeviceExtensionProperties) X(vkCreateDevice) X(vkGetDeviceProcAddr)                                  \
  X(vkGetPhysicalDeviceFeatures2) X(vkGetPhysicalDeviceProperties2)                                                 \
  X(vkCreateDebugUtilsMessengerEXT) X(vkDestroyDebugUtilsMessengerEXT) X(vkSetDebugUtilsObjectNameEXT)                \
  X(vkCmdBeginDebugUtilsLabelEXT) X(vkCmdEndDebugUtilsLabelEXT) X(vkCmdInsertDebugUtilsLabelEXT)                      \
  X(vkDestroySurfaceKHR) X(vkGetPhysicalDeviceSurfaceSupportKHR) X(vkGetPhysicalDeviceSurfaceCapabilitiesKHR)        \
  X(vkGetPhysicalDeviceSurfaceFormatsKHR) X(vkGetPhysicalDeviceSurfacePresentModesKHR)

struct InstanceTable {
#define VITRINE_VK_MEMBER(name) PFN_##name name = nullptr;
  VITRINE_VK_INSTANCE_FUNCTIONS(VITRINE_VK_MEMBER)
#undef VITRINE_VK_MEMBER
  void load(VkInstance instance);
};

// Opens the loader once for the process. False: there is none.
bool open_loader();
// Functions of a device. Names that became core after 1.1 are filled in from their extension.
void load_device_table(const InstanceTable& instance, VkDevice device, VolkDeviceTable* table);

std::string_view to_text(VkResult result);  // "VK_ERROR_DEVICE_LOST"

// Makes the n-th native call of an instance fail, for tests of error paths. Counted over everything called by HAL_CALL.
struct FaultPlan {
  std::atomic<uint64_t> calls{0};
  std::atomic<uint64_t> fail_at{0};  // number of the call from 1; 0: none
  std::atomic<int32_t> result{0};    // a VkResult
  std::atomic<const char*> fail_function{nullptr};  // calls of it fail:
  std::atomic<int64_t> fail_call{-1};               // that one, counted down from now on; negative: every one
  std::atomic<const char*> failed{nullptr};  // name of the function that was made to fail

  bool fails(const char* function, VkResult* out) {
    uint64_t n = calls.fetch_add(1, std::memory_order_relaxed) + 1;
    if (n != fail_at.load(std::memory_order_relaxed) && !fails_by_name(function)) return false;
    failed.store(function);
    *out = static_cast<VkResult>(result.load());
    return true;
  }
  bool fails_by_name(const char* function) {
    const char* named = fail_function.load(std::memory_order_relaxed);
    if (!named || std::string_view(named) != function) return false;
    return fail_call < 0 || (fail_call > 0 && fail_call.fetch_sub(1) == 1);
  }
  // Results that a driver gives when it has done what it was asked for.
  static bool done_all_the_same(std::string_view function, VkResult r) {
    bool presented = function == "vkQueuePresentKHR" && (r == VK_ERROR_OUT_OF_DATE_KHR || r == VK_ERROR_SURFACE_LOST_KHR);
    return presented || r == VK_SUBOPTIMAL_KHR;
  }
};

// What a native call said. True when it went well.
struct CallResult {
  VkResult result = VK_SUCCESS;
  const char* function = "";
  explicit operator bool() const { return result >= 0; }
};

template <class F>
CallResult call(FaultPlan& faults, const char* function, F&& f) {
  VkResult result;
  if (!faults.fails(function, &result)) {
    result = f();
  } else if (FaultPlan::done_all_the_same(function, result)) {
    if (VkResult real = f(); real != VK_SUCCESS) result = real;
  }
  return {result, function};
}

Error to_error(CallResult c, std::string detail = {});

// HAL_CALL(faults, table, vkCreateBuffer, device, &info, nullptr, &buffer)
#define HAL_CALL(faults, table, function, ...) \
  ::vitrine::hal::vulkan::call((faults), #function, [&] { return (table).function(__VA_ARGS__); })

// A handle as the 64-bit number that names and messages want.
template <class H>
uint64_t handle_value(H handle) {
  return (uint64_t)handle;  // a pointer or already a number, by kind of handle
}

}  // namespace vitrine::hal::vulkan
