#include "hal/vulkan/device.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "hal/vulkan/layer_settings.h"
#include "hal/vulkan/objects.h"

namespace vitrine::hal::vulkan {
namespace {

// Features and extensions of the device that we make: what WebGPU's core needs, what was asked for, and what the
// backend itself uses.
struct Enabled {
  std::vector<const char*> extensions;
  VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
  VkPhysicalDeviceTimelineSemaphoreFeatures timeline{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES};
  VkPhysicalDeviceDynamicRenderingFeatures rendering{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES};
  VkPhysicalDeviceShaderFloat16Int8Features float16{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES};
  VkPhysicalDevice16BitStorageFeatures storage16{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES};
  VkPhysicalDeviceShaderSubgroupExtendedTypesFeatures extended_types{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_EXTENDED_TYPES_FEATURES};
  VkPhysicalDeviceSubgroupSizeControlFeatures size_control{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES};
  VkPhysicalDeviceMaintenance4Features maintenance4{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_FEATURES};
  VkPhysicalDeviceShaderDemoteToHelperInvocationFeatures demote{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_DEMOTE_TO_HELPER_INVOCATION_FEATURES};
  VkPhysicalDeviceRobustness2FeaturesEXT robustness2{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT};
  VkPhysicalDeviceUniformBufferStandardLayoutFeatures uniform_layout{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_UNIFORM_BUFFER_STANDARD_LAYOUT_FEATURES};
  VkPhysicalDeviceShaderAtomicInt64Features atomic64{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES};
  VkPhysicalDeviceFaultFeaturesEXT fault{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FAULT_FEATURES_EXT};

  template <class S>
  void chain(S& s) {
    s.pNext = features.pNext;
    features.pNext = &s;
  }
};

void choose(const AdapterState& a, const DeviceDesc& desc, Enabled* e) {
  const VkPhysicalDeviceFeatures& has = a.features10;
  VkPhysicalDeviceFeatures& f = e->features.features;
  auto extension = [&](const char* name) {
    if (a.has_extension(name)) e->extensions.push_back(name);
  };
  auto since = [&](uint32_t core, const char* name) {
    if (!a.has_version(core)) extension(name);
  };
  f.robustBufferAccess = VK_TRUE;
  f.depthBiasClamp = VK_TRUE;
  f.fragmentStoresAndAtomics = VK_TRUE;
  f.fullDrawIndexUint32 = VK_TRUE;
  f.imageCubeArray = VK_TRUE;
  f.independentBlend = VK_TRUE;
  f.sampleRateShading = VK_TRUE;
  f.vertexPipelineStoresAndAtomics = has.vertexPipelineStoresAndAtomics;
  f.samplerAnisotropy = has.samplerAnisotropy;
  f.occlusionQueryPrecise = has.occlusionQueryPrecise;
  f.pipelineStatisticsQuery = desc.check_draws && has.pipelineStatisticsQuery;
  f.shaderStorageImageExtendedFormats = has.shaderStorageImageExtendedFormats;
  f.shaderStorageImageReadWithoutFormat = has.shaderStorageImageReadWithoutFormat;
  f.shaderStorageImageWriteWithoutFormat = has.shaderStorageImageWriteWithoutFormat;
  f.shaderImageGatherExtended = has.shaderImageGatherExtended;
  f.textureCompressionBC = has.textureCompressionBC;
  f.textureCompressionETC2 = has.textureCompressionETC2;
  f.textureCompressionASTC_LDR = has.textureCompressionASTC_LDR;
  f.depthClamp = desc.features.has(Feature::DepthClipControl) && has.depthClamp;
  f.drawIndirectFirstInstance = desc.features.has(Feature::IndirectFirstInstance) && has.drawIndirectFirstInstance;
  f.shaderClipDistance = desc.features.has(Feature::ClipDistances) && has.shaderClipDistance;
  f.dualSrcBlend = desc.features.has(Feature::DualSourceBlending) && has.dualSrcBlend;
  f.geometryShader = desc.features.has(Feature::PrimitiveIndex) && has.geometryShader;

  e->timeline.timelineSemaphore = VK_TRUE;
  e->chain(e->timeline);
  since(VK_API_VERSION_1_2, "VK_KHR_timeline_semaphore");
  e->rendering.dynamicRendering = VK_TRUE;
  e->chain(e->rendering);
  since(VK_API_VERSION_1_3, "VK_KHR_dynamic_rendering");
  if (a.maintenance4) {
    e->maintenance4.maintenance4 = VK_TRUE;
    e->chain(e->maintenance4);
    since(VK_API_VERSION_1_3, "VK_KHR_maintenance4");
  }
  if (a.demote_to_helper) {
    e->demote.shaderDemoteToHelperInvocation = VK_TRUE;
    e->chain(e->demote);
    since(VK_API_VERSION_1_3, "VK_EXT_shader_demote_to_helper_invocation");
  }
  since(VK_API_VERSION_1_2, "VK_KHR_depth_stencil_resolve");
  since(VK_API_VERSION_1_2, "VK_KHR_create_renderpass2");
  since(VK_API_VERSION_1_3, "VK_KHR_shader_non_semantic_info");
  since(VK_API_VERSION_1_2, "VK_KHR_image_format_list");
  if (desc.features.has(Feature::ShaderF16)) {
    e->float16.shaderFloat16 = VK_TRUE;
    e->chain(e->float16);
    since(VK_API_VERSION_1_2, "VK_KHR_shader_float16_int8");
    e->storage16.storageBuffer16BitAccess = e->storage16.uniformAndStorageBuffer16BitAccess = VK_TRUE;
    e->chain(e->storage16);
    if (desc.features.has(Feature::Subgroups) && a.subgroup_extended_types) {
      e->extended_types.shaderSubgroupExtendedTypes = VK_TRUE;
      e->chain(e->extended_types);
      since(VK_API_VERSION_1_2, "VK_KHR_shader_subgroup_extended_types");
    }
  }
  if (desc.features.has(Feature::SubgroupSizeControl) && a.subgroup_size_control) {
    e->size_control.subgroupSizeControl = e->size_control.computeFullSubgroups = VK_TRUE;
    e->chain(e->size_control);
    since(VK_API_VERSION_1_3, "VK_EXT_subgroup_size_control");
  }
  if (a.robust_buffers2 || a.robust_images2) {
    e->robustness2.robustBufferAccess2 = a.robust_buffers2;
    e->robustness2.robustImageAccess2 = a.robust_images2;
    e->chain(e->robustness2);
    extension("VK_EXT_robustness2");
  }
  if (a.uniform_standard_layout) {
    e->uniform_layout.uniformBufferStandardLayout = VK_TRUE;
    e->chain(e->uniform_layout);
    since(VK_API_VERSION_1_2, "VK_KHR_uniform_buffer_standard_layout");
  }
  // Of code that prints, see PrintToBufferOptions::long_words.
  if (a.buffer_atomics64 && a.info.type == AdapterType::CPU && (desc.debug_printf || desc.checks_shaders())) {
    f.shaderInt64 = VK_TRUE;
    e->atomic64.shaderBufferInt64Atomics = VK_TRUE;
    e->chain(e->atomic64);
    since(VK_API_VERSION_1_2, "VK_KHR_shader_atomic_int64");
  }
  if (a.device_fault) {
    e->fault.deviceFault = VK_TRUE;
    e->chain(e->fault);
    extension("VK_EXT_device_fault");
  }
  if (a.instance->surface_extensions.contains("VK_KHR_surface")) extension("VK_KHR_swapchain");
  extension("VK_KHR_portability_subset");  // a device that lists it must have it enabled
}

}  // namespace

Result<std::unique_ptr<Device>> create_device(const AdapterRef& adapter, const DeviceDesc& desc) {
  auto device = std::make_unique<VulkanDevice>(adapter, desc);
  if (Status ok = device->init(); !ok) return Failure<Error>(ok.error());
  return std::unique_ptr<Device>(std::move(device));
}

VulkanDevice::VulkanDevice(AdapterRef a, const DeviceDesc& d)
    : adapter(std::move(a)), instance(adapter->instance), faults(instance->faults), desc(d) {
  set_print_buffer_size(desc.print_buffer_size ? desc.print_buffer_size : kDefaultPrintBuffer);
}

Status VulkanDevice::init() {
  if (desc.debug_printf || desc.checks_shaders()) {
    bool built_in = prints_built_in();
    const AdapterInfo& info = adapter->info;
    if (built_in ? !info.print_built_in : !info.print_native)
      return Failure<Error>(Error{ErrorKind::Unsupported, {},
                                  std::string(built_in ? "printing by the built-in route: " : "printing by the native route: ") +
                                      (built_in ? info.print_built_in_reason : info.print_native_reason)});
  }
  Enabled enabled;
  choose(*adapter, desc, &enabled);
  device_fault_ = adapter->device_fault;
  float priority = 1;
  VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queue.queueFamilyIndex = adapter->queue_family;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  info.pNext = &enabled.features;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.enabledExtensionCount = static_cast<uint32_t>(enabled.extensions.size());
  info.ppEnabledExtensionNames = enabled.extensions.data();
  CallResult r = HAL_CALL(faults, instance->vk, vkCreateDevice, adapter->handle, &info, nullptr, &handle);
  if (!r) {
    handle = VK_NULL_HANDLE;
    return Failure<Error>(to_error(r, "a device of " + adapter->info.device));
  }
  load_device_table(instance->vk, handle, &vk);
  names_ = instance->debug_utils && instance->vk.vkSetDebugUtilsObjectNameEXT;
  debug_labels = instance->debug_utils && instance->vk.vkCmdBeginDebugUtilsLabelEXT;
  name(VK_OBJECT_TYPE_DEVICE, handle, desc.label);
  if (Status ok = queue_.init(); !ok) return ok;

  VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
  r = HAL_CALL(faults, vk, vkCreateDescriptorSetLayout, handle, &set, nullptr, &empty_set_layout);
  if (!r) return Failure<Error>(error(r));
  if (has_print_buffers()) {
    VkDescriptorSetLayoutBinding binding{0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, print_stages(), nullptr};
    set.bindingCount = 1;
    set.pBindings = &binding;
    r = HAL_CALL(faults, vk, vkCreateDescriptorSetLayout, handle, &set, nullptr, &print_set_layout);
    if (!r) return Failure<Error>(error(r));
    name(VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, print_set_layout, "debugPrintf");
    if (hides_print_binding()) {
      auto slot = take_print_slot();
      if (!slot) return Failure<Error>(slot.error());
      hidden_print_buffer = (*slot)->buffer;
      give_print_slot(std::move(*slot));
    }
  }
  VkPipelineCacheCreateInfo cache{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
  r = HAL_CALL(faults, vk, vkCreatePipelineCache, handle, &cache, nullptr, &pipeline_cache);
  if (!r) return Failure<Error>(error(r));
  return {};
}

VulkanDevice::~VulkanDevice() {
  desc.on_lost = nullptr;
  if (!handle) return;
  if (!queue_.drain()) {
    // The GPU still runs something. Destroying what it uses would be worse than leaving it to the process's end; the
    // allocator, the queue and the instance must not free anything either.
    new AdapterRef(adapter);
    new std::shared_ptr<VulkanBuffer>(std::move(zeros_));
    indirect.release();
    timestamps.release();
    handle = VK_NULL_HANDLE;
    return;
  }
  zeros_.reset();
  indirect.reset();
  timestamps.reset();
  queue_.free_garbage();
  for (auto& slot : free_slots_) destroy_print_slot(*slot);
  if (pipeline_cache) vk.vkDestroyPipelineCache(handle, pipeline_cache, nullptr);
  if (print_set_layout) vk.vkDestroyDescriptorSetLayout(handle, print_set_layout, nullptr);
  if (empty_set_layout) vk.vkDestroyDescriptorSetLayout(handle, empty_set_layout, nullptr);
  allocator.release();
  vk.vkDestroyDevice(handle, nullptr);
}

void VulkanDevice::set_name(VkObjectType type, uint64_t object, std::string_view label) {
  // A name ends at its first NUL; the text itself may have one inside.
  std::string text(label);
  VkDebugUtilsObjectNameInfoEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT};
  info.objectType = type;
  info.objectHandle = object;
  info.pObjectName = text.c_str();
  std::lock_guard lock(names_mutex_);
  instance->vk.vkSetDebugUtilsObjectNameEXT(handle, &info);  // a name that cannot be kept is no error of the program's
}

void VulkanDevice::set_label(std::string_view label) {
  name(VK_OBJECT_TYPE_DEVICE, handle, label);
}

// ---- loss ----

Error VulkanDevice::lost_error() const { return Error{ErrorKind::DeviceLost, {}, "the device was lost before"}; }

Error VulkanDevice::error(CallResult r, std::string detail) {
  if (r.result == VK_ERROR_DEVICE_LOST) note_lost(LostReason::DriverFault, r, {});
  return to_error(r, std::move(detail));
}

void VulkanDevice::note_lost(LostReason reason, CallResult r, std::string detail) {
  std::lock_guard lock(lost_mutex_);
  if (lost_.exchange(true)) return;
  lost_info_.reason = reason;
  if (r.function[0]) lost_info_.call = {r.function, std::string(to_text(r.result))};
  lost_info_.detail = std::move(detail);
}

// What the driver knows about a fault, where it tells: VK_EXT_device_fault.
std::string VulkanDevice::fault_text() {
  if (!device_fault_ || !vk.vkGetDeviceFaultInfoEXT) return {};
  VkDeviceFaultCountsEXT counts{VK_STRUCTURE_TYPE_DEVICE_FAULT_COUNTS_EXT};
  if (vk.vkGetDeviceFaultInfoEXT(handle, &counts, nullptr) < 0) return {};
  counts.addressInfoCount = std::min(counts.addressInfoCount, 8u);
  counts.vendorInfoCount = std::min(counts.vendorInfoCount, 8u);
  counts.vendorBinarySize = 0;
  std::vector<VkDeviceFaultAddressInfoEXT> addresses(counts.addressInfoCount);
  std::vector<VkDeviceFaultVendorInfoEXT> vendors(counts.vendorInfoCount);
  VkDeviceFaultInfoEXT info{VK_STRUCTURE_TYPE_DEVICE_FAULT_INFO_EXT};
  info.pAddressInfos = addresses.data();
  info.pVendorInfos = vendors.data();
  if (vk.vkGetDeviceFaultInfoEXT(handle, &counts, &info) < 0) return {};
  std::string text(info.description);
  char line[96];
  for (uint32_t i = 0; i < counts.addressInfoCount && i < addresses.size(); ++i) {
    static constexpr const char* kTypes[] = {"no access",  "read of",     "write of",  "execution of",
                                             "instruction at", "instruction at", "instruction at"};
    uint32_t type = static_cast<uint32_t>(addresses[i].addressType);
    std::snprintf(line, sizeof line, "; %s 0x%llx", type < 7 ? kTypes[type] : "address",
                  static_cast<unsigned long long>(addresses[i].reportedAddress));
    text += line;
  }
  for (uint32_t i = 0; i < counts.vendorInfoCount && i < vendors.size(); ++i)
    text += std::string("; ") + vendors[i].description;
  return text;
}

void VulkanDevice::lose(LostReason reason, std::string detail) {
  note_lost(reason, {}, std::move(detail));
  tell_lost();
}

void VulkanDevice::tell_lost() {
  if (!lost()) return;
  LostInfo info;
  {
    std::unique_lock lock(lost_mutex_);
    if (told_ == Told::Now && teller_ != std::this_thread::get_id())
      told_changed_.wait(lock, [&] { return told_ == Told::Yes; });
    if (told_ != Told::No) return;
    told_ = Told::Now;
    teller_ = std::this_thread::get_id();
    info = lost_info_;
  }
  info.completed_serial = queue_.seen_completed();
  info.submitted_serial = queue_.submitted_serial();
  info.running = queue_.running();
  if (info.reason == LostReason::DriverFault) info.detail += fault_text();
  queue_.deliver_partial_prints();
  if (desc.on_lost) desc.on_lost(info);
  std::lock_guard lock(lost_mutex_);
  told_ = Told::Yes;
  told_changed_.notify_all();
}

}  // namespace vitrine::hal::vulkan
