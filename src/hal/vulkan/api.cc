#include "hal/vulkan/api.h"

#include <mutex>

namespace vitrine::hal::vulkan {

namespace {
std::mutex loader_mutex;
}

bool open_loader() {
  std::lock_guard lock(loader_mutex);
  static const bool opened = volkInitialize() == VK_SUCCESS;
  return opened;
}

void InstanceTable::load(VkInstance instance) {
#define VITRINE_VK_LOAD(name) name = reinterpret_cast<PFN_##name>(vkGetInstanceProcAddr(instance, #name));
  VITRINE_VK_INSTANCE_FUNCTIONS(VITRINE_VK_LOAD)
#undef VITRINE_VK_LOAD
}

void load_device_table(const InstanceTable& instance, VkDevice device, VolkDeviceTable* table) {
  {
    // volk reads its global vkGetDeviceProcAddr. The loader's answers for any instance.
    std::lock_guard lock(loader_mutex);
    vkGetDeviceProcAddr = instance.vkGetDeviceProcAddr;
    volkLoadDeviceTable(table, device);
  }
#define VITRINE_VK_ALIAS(name, suffix) \
  if (!table->name) table->name = table->name##suffix;
  VITRINE_VK_ALIAS(vkWaitSemaphores, KHR)
  VITRINE_VK_ALIAS(vkGetSemaphoreCounterValue, KHR)
  VITRINE_VK_ALIAS(vkResetQueryPool, EXT)
  VITRINE_VK_ALIAS(vkCmdBeginRendering, KHR)
  VITRINE_VK_ALIAS(vkCmdEndRendering, KHR)
#undef VITRINE_VK_ALIAS
}

std::string_view to_text(VkResult result) {
  switch (result) {
#define VITRINE_VK_RESULT(name) \
  case name:                    \
    return #name;
    VITRINE_VK_RESULT(VK_SUCCESS)
    VITRINE_VK_RESULT(VK_NOT_READY)
    VITRINE_VK_RESULT(VK_TIMEOUT)
    VITRINE_VK_RESULT(VK_EVENT_SET)
    VITRINE_VK_RESULT(VK_EVENT_RESET)
    VITRINE_VK_RESULT(VK_INCOMPLETE)
    VITRINE_VK_RESULT(VK_ERROR_OUT_OF_HOST_MEMORY)
    VITRINE_VK_RESULT(VK_ERROR_OUT_OF_DEVICE_MEMORY)
    VITRINE_VK_RESULT(VK_ERROR_INITIALIZATION_FAILED)
    VITRINE_VK_RESULT(VK_ERROR_DEVICE_LOST)
    VITRINE_VK_RESULT(VK_ERROR_MEMORY_MAP_FAILED)
    VITRINE_VK_RESULT(VK_ERROR_LAYER_NOT_PRESENT)
    VITRINE_VK_RESULT(VK_ERROR_EXTENSION_NOT_PRESENT)
    VITRINE_VK_RESULT(VK_ERROR_FEATURE_NOT_PRESENT)
    VITRINE_VK_RESULT(VK_ERROR_INCOMPATIBLE_DRIVER)
    VITRINE_VK_RESULT(VK_ERROR_TOO_MANY_OBJECTS)
    VITRINE_VK_RESULT(VK_ERROR_FORMAT_NOT_SUPPORTED)
    VITRINE_VK_RESULT(VK_ERROR_FRAGMENTED_POOL)
    VITRINE_VK_RESULT(VK_ERROR_OUT_OF_POOL_MEMORY)
    VITRINE_VK_RESULT(VK_ERROR_INVALID_EXTERNAL_HANDLE)
    VITRINE_VK_RESULT(VK_ERROR_FRAGMENTATION)
    VITRINE_VK_RESULT(VK_ERROR_SURFACE_LOST_KHR)
    VITRINE_VK_RESULT(VK_ERROR_OUT_OF_DATE_KHR)
    VITRINE_VK_RESULT(VK_ERROR_NATIVE_WINDOW_IN_USE_KHR)
    VITRINE_VK_RESULT(VK_SUBOPTIMAL_KHR)
    VITRINE_VK_RESULT(VK_ERROR_VALIDATION_FAILED_EXT)
    VITRINE_VK_RESULT(VK_ERROR_INVALID_SHADER_NV)
#undef VITRINE_VK_RESULT
    default:
      return "VK_ERROR_UNKNOWN";
  }
}

Error to_error(CallResult c, std::string detail) {
  Error e;
  switch (c.result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    case VK_ERROR_FRAGMENTED_POOL:
    case VK_ERROR_OUT_OF_POOL_MEMORY:
    case VK_ERROR_FRAGMENTATION:
    case VK_ERROR_TOO_MANY_OBJECTS:
    case VK_ERROR_MEMORY_MAP_FAILED:
      e.kind = ErrorKind::OutOfMemory;
      break;
    case VK_ERROR_DEVICE_LOST:
      e.kind = ErrorKind::DeviceLost;
      break;
    default:
      e.kind = ErrorKind::Internal;
  }
  e.call = {c.function, std::string(to_text(c.result))};
  e.detail = std::move(detail);
  return e;
}

}  // namespace vitrine::hal::vulkan
