// The VkInstance, its layers and its messenger. Shared by everything made from it.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "hal/vulkan/api.h"

namespace vitrine::hal::vulkan {

// What a layer said about printing while a call of ours ran on this thread, or since it was last asked.
struct NativePrints {
  std::vector<std::string> texts;
  bool lost = false;
};

struct InstanceState {
  ~InstanceState();

  InstanceDesc desc;
  VkInstance handle = VK_NULL_HANDLE;
  InstanceTable vk;
  FaultPlan faults;
  uint32_t api_version = VK_API_VERSION_1_1;  // of the instance; a device may have less
  bool validation = false;                    // the layer is there
  bool debug_printf = false;                  // and prints
  uint64_t layer_print_buffer = 0;            // bytes that it has for a draw or dispatch
  uint32_t layer_version = 0;                 // of the specification that the layer was made for
  // Words of a message in that buffer beside its values.
  uint32_t layer_record_words() const { return layer_version < VK_MAKE_API_VERSION(0, 1, 3, 275) ? 8 : 10; }
  bool debug_utils = false;
  std::set<std::string, std::less<>> surface_extensions;  // enabled ones: "VK_KHR_xcb_surface"
  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
  std::vector<Refusal> refusals;  // why there is no instance or nothing in it

  void log(diag::Level level, std::string text) const {
    if (desc.log) desc.log->message(level, "vulkan", std::move(text));
  }
  // Prints that came on another thread than the one that submitted, or outside a submission.
  void take_prints(NativePrints* out);
  void print(std::string text, bool lost);

 private:
  std::mutex print_mutex_;
  NativePrints prints_;
};
using InstanceRef = std::shared_ptr<InstanceState>;

// While it lives, native prints made by calls on this thread go to `out`.
class PrintScope {
 public:
  explicit PrintScope(NativePrints* out);
  ~PrintScope();
  PrintScope(const PrintScope&) = delete;

 private:
  NativePrints* before_;
};

// The text of a native print without what the layer writes before it. Every version of the layer has its own way.
std::string strip_print_prefix(std::string_view message);
bool is_print_message(const char* id, int32_t number);

InstanceRef make_instance(const InstanceDesc& desc);

// For tests of error paths.
FaultPlan& fault_plan(Instance& instance);

}  // namespace vitrine::hal::vulkan
