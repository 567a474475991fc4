#include "hal/vulkan/instance.h"

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>

#include "hal/vulkan/adapter.h"
#include "hal/vulkan/layer_settings.h"
#include "hal/vulkan/surface.h"
#include "hal/vulkan/vulkan.h"

namespace vitrine::hal::vulkan {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

thread_local NativePrints* current_prints = nullptr;

// Messages that count for nothing. Nothing else is hidden.
struct LayerMessage {
  std::string_view id, words;
};
constexpr LayerMessage kLayerMessages[] = {
#define LAYER_MESSAGE(id, words, reason) {id, words},
#include "../defs/layer_messages.def"
#undef LAYER_MESSAGE
};

bool counts_for_nothing(std::string_view id, std::string_view text) {
  for (const LayerMessage& m : kLayerMessages)
    if (id == m.id && text.find(m.words) != text.npos) return true;
  return false;
}

VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                          VkDebugUtilsMessageTypeFlagsEXT, const VkDebugUtilsMessengerCallbackDataEXT* m,
                                          void* user) {
  auto* instance = static_cast<InstanceState*>(user);
  const char* id = m->pMessageIdName ? m->pMessageIdName : "";
  std::string_view text = m->pMessage ? m->pMessage : "";
  if (is_print_message(id, m->messageIdNumber)) {
    bool lost = severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT ||
                text.find("VK_LAYER_PRINTF_BUFFER_SIZE") != std::string_view::npos;
    instance->print(lost ? std::string() : strip_print_prefix(text), lost);
    return VK_FALSE;
  }
  // Information that is no print is the layer talking about itself.
  if (severity < VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT) return VK_FALSE;
  if (counts_for_nothing(id, text)) return VK_FALSE;
  diag::Level level =
      severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT ? diag::Level::Error : diag::Level::Warning;
  if (instance->desc.on_validation_message)
    instance->desc.on_validation_message(level, id, text);
  else if (instance->desc.log)
    instance->desc.log->message(level, "validation layer", std::string(text));
  return VK_FALSE;
}

bool has(const std::vector<VkExtensionProperties>& list, const char* name) {
  for (const auto& e : list)
    if (std::strcmp(e.extensionName, name) == 0) return true;
  return false;
}

void instance_extensions(const char* layer, std::vector<VkExtensionProperties>* out) {
  uint32_t n = 0;
  if (vkEnumerateInstanceExtensionProperties(layer, &n, nullptr) < 0) return;
  size_t at = out->size();
  out->resize(at + n);
  if (vkEnumerateInstanceExtensionProperties(layer, &n, out->data() + at) < 0) n = 0;
  out->resize(at + n);
}

bool has_layer(const char* name, uint32_t* version) {
  uint32_t n = 0;
  if (vkEnumerateInstanceLayerProperties(&n, nullptr) < 0) return false;
  std::vector<VkLayerProperties> layers(n);
  if (vkEnumerateInstanceLayerProperties(&n, layers.data()) < 0) return false;
  for (uint32_t i = 0; i < n; ++i)
    if (std::strcmp(layers[i].layerName, name) == 0) {
      *version = layers[i].specVersion;
      return true;
    }
  return false;
}

// Drivers complain on the error stream when they are asked for a window system that cannot be there.
bool wayland_reachable() {
  for (const char* name : {"XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"})
    if (const char* value = std::getenv(name); value && *value) return true;
  return false;
}

class VulkanInstance final : public Instance {
 public:
  explicit VulkanInstance(InstanceRef state) : state(std::move(state)) {}
  std::string_view backend() const override { return "vulkan"; }
  bool validation_active() const override { return state->validation; }
  std::vector<AdapterCandidate> enumerate_adapters() override { return vulkan::enumerate_adapters(state); }
  Result<std::unique_ptr<Surface>> create_surface(const SurfaceSource& source) override {
    return vulkan::create_surface(state, source);
  }

  InstanceRef state;
};

}  // namespace

PrintScope::PrintScope(NativePrints* out) : before_(current_prints) { current_prints = out; }
PrintScope::~PrintScope() { current_prints = before_; }

bool is_print_message(const char* id, int32_t number) {
  constexpr uint32_t kNumbers[] = {0x92394c89u, 0x76589099u, 0x4fe1fef9u};
  for (uint32_t n : kNumbers)
    if (static_cast<uint32_t>(number) == n) return true;
  for (const char* name : {"UNASSIGNED-DEBUG-PRINTF", "WARNING-DEBUG-PRINTF", "VVL-DEBUG-PRINTF"})
    if (std::strcmp(id, name) == 0) return true;
  return false;
}

std::string strip_print_prefix(std::string_view m) {
  // Up to 1.3.2xx: "Validation Information: [ ID ] Object 0: ... | MessageID = 0x92394c89 | ", always before the text.
  if (m.starts_with("Validation ")) {
    constexpr std::string_view kId = "| MessageID = 0x";
    size_t at = m.find(kId);
    if (at != m.npos) {
      at = m.find(" | ", at + kId.size());
      if (at != m.npos) m.remove_prefix(at + 3);
    }
  }
  // Later: the call that submitted, and from 1.4.309 on a word of its own.
  if (m.starts_with("vkQueueSubmit")) {
    constexpr std::string_view kWord = "DebugPrintf:\n";
    size_t line = m.find('\n');
    if (line != m.npos && m.substr(0, line + 1).ends_with(kWord)) {
      m.remove_prefix(line + 1);
    } else if (size_t at = m.find("():"); at != m.npos && at < 20) {
      m.remove_prefix(at + 3);
      while (m.starts_with(' ')) m.remove_prefix(1);
    }
  }
  return std::string(m);
}

void InstanceState::print(std::string text, bool lost) {
  NativePrints* to = current_prints;
  std::unique_lock<std::mutex> lock;
  if (!to) {
    lock = std::unique_lock(print_mutex_);
    to = &prints_;
  }
  if (lost)
    to->lost = true;
  else
    to->texts.push_back(std::move(text));
}

void InstanceState::take_prints(NativePrints* out) {
  std::lock_guard lock(print_mutex_);
  for (std::string& t : prints_.texts) out->texts.push_back(std::move(t));
  out->lost |= prints_.lost;
  prints_ = {};
}

InstanceState::~InstanceState() {
  if (!handle) return;
  if (messenger) vk.vkDestroyDebugUtilsMessengerEXT(handle, messenger, nullptr);
  vk.vkDestroyInstance(handle, nullptr);
}

InstanceRef make_instance(const InstanceDesc& desc) {
  auto state = std::make_shared<InstanceState>();
  state->desc = desc;
  if (const char* fault = std::getenv("VITRINE_FAIL_CALL")) {
    state->faults.fail_at = std::strtoull(fault, nullptr, 10);
    state->faults.result = VK_ERROR_OUT_OF_DEVICE_MEMORY;
  }
  if (!open_loader()) {
    state->refusals.push_back({RefusalKind::NoLoader, "libvulkan.so.1", "not found", "a Vulkan loader",
                               "no Vulkan loader: libvulkan.so.1 is not installed or cannot be opened"});
    return state;
  }
  uint32_t version = volkGetInstanceVersion();
  if (version < VK_API_VERSION_1_1) {
    state->refusals.push_back({RefusalKind::NoLoader, "Vulkan loader", "1.0", "1.1",
                               "the Vulkan loader knows Vulkan 1.0 only"});
    return state;
  }
  state->api_version = version < VK_API_VERSION_1_3 ? version : VK_API_VERSION_1_3;

  std::vector<VkExtensionProperties> available;
  instance_extensions(nullptr, &available);
  std::vector<const char*> layers, extensions;
  if (desc.validation) {
    if (has_layer(kValidationLayer, &state->layer_version)) {
      state->validation = true;
      layers.push_back(kValidationLayer);
      instance_extensions(kValidationLayer, &available);
    } else {
      state->log(diag::Level::Warning,
                 "validation was asked for, and VK_LAYER_KHRONOS_validation is not installed (Debian: "
                 "vulkan-validationlayers)");
    }
  }
  if (has(available, VK_EXT_DEBUG_UTILS_EXTENSION_NAME)) {
    state->debug_utils = true;
    extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  }
  for (const char* surface : {"VK_KHR_surface", "VK_KHR_xlib_surface", "VK_KHR_xcb_surface", "VK_KHR_wayland_surface"})
    if (has(available, surface) && (surface != std::string_view("VK_KHR_wayland_surface") || wayland_reachable())) {
      extensions.push_back(surface);
      state->surface_extensions.emplace(surface);
    }
  VkInstanceCreateFlags flags = 0;
  if (has(available, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME)) {
    extensions.push_back(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
    flags |= VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
  }

  VkValidationFeatureEnableEXT enable = VK_VALIDATION_FEATURE_ENABLE_DEBUG_PRINTF_EXT;
  VkValidationFeaturesEXT validation_features{VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT};
  validation_features.enabledValidationFeatureCount = 1;
  validation_features.pEnabledValidationFeatures = &enable;
  VkDebugUtilsMessengerCreateInfoEXT messenger{VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
  messenger.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  messenger.messageType =
      VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  messenger.pfnUserCallback = &on_message;
  messenger.pUserData = state.get();
  const void* next = nullptr;
  if (state->validation && state->debug_utils) {
    if (desc.debug_printf && has(available, VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME)) {
      extensions.push_back(VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME);
      messenger.messageSeverity |= VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT;
      validation_features.pNext = next;
      next = &validation_features;
      state->debug_printf = true;
    }
    messenger.pNext = next;
    next = &messenger;
  }
  VkApplicationInfo app{VK_STRUCTURE_TYPE_APPLICATION_INFO};
  app.pApplicationName = desc.application.empty() ? nullptr : desc.application.c_str();
  app.pEngineName = "Vitrine";
  app.engineVersion = 1;
  app.apiVersion = state->api_version;
  VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  info.pNext = next;
  info.flags = flags;
  info.pApplicationInfo = &app;
  info.enabledLayerCount = static_cast<uint32_t>(layers.size());
  info.ppEnabledLayerNames = layers.data();
  info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  // The layer reads its settings inside this call.
  static std::mutex settings_mutex;
  std::unique_lock settings_lock(settings_mutex, std::defer_lock);
  std::optional<LayerSettings> settings;
  if (state->debug_printf) {
    settings_lock.lock();
    uint64_t size = desc.print_buffer_size ? desc.print_buffer_size : kDefaultPrintBuffer;
    settings.emplace(size);
    state->layer_print_buffer = settings->print_buffer();
  }
  CallResult r = call(state->faults, "vkCreateInstance", [&] { return vkCreateInstance(&info, nullptr, &state->handle); });
  settings.reset();
  if (settings_lock.owns_lock()) settings_lock.unlock();
  if (!r) {
    state->handle = VK_NULL_HANDLE;
    state->refusals.push_back(
        {r.result == VK_ERROR_INCOMPATIBLE_DRIVER ? RefusalKind::NoDriver : RefusalKind::DriverFailed, "vkCreateInstance",
         std::string(to_text(r.result)), "VK_SUCCESS",
         r.result == VK_ERROR_INCOMPATIBLE_DRIVER ? "no Vulkan driver: the loader finds none that works"
                                                  : "the Vulkan instance cannot be made"});
    return state;
  }
  state->vk.load(state->handle);
  if (state->validation && state->debug_utils) {
    messenger.pNext = nullptr;
    CallResult m = call(state->faults, "vkCreateDebugUtilsMessengerEXT", [&] {
      return state->vk.vkCreateDebugUtilsMessengerEXT(state->handle, &messenger, nullptr, &state->messenger);
    });
    if (!m) {
      state->messenger = VK_NULL_HANDLE;
      state->log(diag::Level::Warning, "the validation layer cannot be listened to: vkCreateDebugUtilsMessengerEXT gives " +
                                           std::string(to_text(m.result)));
    }
  }
  return state;
}

std::unique_ptr<Instance> create_instance(const InstanceDesc& desc) {
  return std::make_unique<VulkanInstance>(make_instance(desc));
}

FaultPlan& fault_plan(Instance& instance) { return static_cast<VulkanInstance&>(instance).state->faults; }

}  // namespace vitrine::hal::vulkan
