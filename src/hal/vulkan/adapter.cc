#include "hal/vulkan/adapter.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace vitrine::hal::vulkan {
namespace {

// Number of bind groups that a device offers. One descriptor set more holds the print buffer where there is one.
constexpr uint32_t kBindGroups = 4;

std::string version_text(uint32_t v) {
  return std::to_string(VK_API_VERSION_MAJOR(v)) + "." + std::to_string(VK_API_VERSION_MINOR(v)) + "." +
         std::to_string(VK_API_VERSION_PATCH(v));
}

std::string_view vendor_name(uint32_t id) {
  switch (id) {
    case 0x1002: return "amd";
    case 0x1010: return "img-tec";
    case 0x106B: return "apple";
    case 0x10DE: return "nvidia";
    case 0x13B5: return "arm";
    case 0x14E4: return "broadcom";
    case 0x1AE0: return "google";
    case 0x5143: return "qualcomm";
    case 0x8086: return "intel";
    case 0x10005: return "mesa";
    default: return "";
  }
}

AdapterType adapter_type(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return AdapterType::DiscreteGPU;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return AdapterType::IntegratedGPU;
    case VK_PHYSICAL_DEVICE_TYPE_CPU: return AdapterType::CPU;
    default: return AdapterType::Unknown;
  }
}

class Requirements {
 public:
  explicit Requirements(std::vector<Refusal>* out) : out_(out) {}
  void feature(std::string_view name, bool has) {
    if (!has) add(name, "not supported", "supported");
  }
  void at_least(std::string_view name, uint64_t has, uint64_t needs) {
    if (has < needs) add(name, std::to_string(has), std::to_string(needs));
  }
  void at_most(std::string_view name, uint64_t has, uint64_t needs) {
    if (has > needs) add(name, std::to_string(has), "at most " + std::to_string(needs));
  }

 private:
  void add(std::string_view name, std::string has, std::string needs) {
    std::string reason = "core WebGPU needs " + std::string(name) + ": has " + has + ", needs " + needs;
    out_->push_back({RefusalKind::MissingRequirement, std::string(name), std::move(has), std::move(needs),
                     std::move(reason)});
  }
  std::vector<Refusal>* out_;
};

void read_driver(AdapterState* a) {
  const InstanceTable& vk = a->instance->vk;
  vk.vkGetPhysicalDeviceProperties(a->handle, &a->props);
  a->api_version = std::min(a->props.apiVersion, a->instance->api_version);
  vk.vkGetPhysicalDeviceMemoryProperties(a->handle, &a->memory);
  uint32_t n = 0;
  if (vk.vkEnumerateDeviceExtensionProperties(a->handle, nullptr, &n, nullptr) >= 0) {
    std::vector<VkExtensionProperties> list(n);
    if (vk.vkEnumerateDeviceExtensionProperties(a->handle, nullptr, &n, list.data()) >= 0)
      for (uint32_t i = 0; i < n; ++i) a->extensions.insert(list[i].extensionName);
  }

  VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
  VkPhysicalDeviceProperties2 props{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
  auto chain = [](auto& head, auto& s) {
    s.pNext = head.pNext;
    head.pNext = &s;
  };
  VkPhysicalDeviceTimelineSemaphoreFeatures timeline{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES};
  VkPhysicalDeviceDynamicRenderingFeatures rendering{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES};
  VkPhysicalDeviceShaderFloat16Int8Features float16{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES};
  VkPhysicalDevice16BitStorageFeatures storage16{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES};
  VkPhysicalDeviceShaderSubgroupExtendedTypesFeatures extended{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_EXTENDED_TYPES_FEATURES};
  VkPhysicalDeviceSubgroupSizeControlFeatures size_control{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES};
  VkPhysicalDeviceShaderAtomicInt64Features atomic64{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES};
  VkPhysicalDeviceHostQueryResetFeatures query_reset{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_QUERY_RESET_FEATURES};
  VkPhysicalDeviceMaintenance4Features maintenance4{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_FEATURES};
  VkPhysicalDeviceShaderDemoteToHelperInvocationFeatures demote{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_DEMOTE_TO_HELPER_INVOCATION_FEATURES};
  VkPhysicalDeviceFaultFeaturesEXT fault{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FAULT_FEATURES_EXT};
  VkPhysicalDeviceRobustness2FeaturesEXT robustness2{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT};
  VkPhysicalDeviceUniformBufferStandardLayoutFeatures uniform_layout{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_UNIFORM_BUFFER_STANDARD_LAYOUT_FEATURES};
  if (a->has_extension("VK_EXT_device_fault")) chain(features, fault);
  if (a->has_extension("VK_EXT_robustness2")) chain(features, robustness2);
  auto known = [a](uint32_t core, const char* extension) {
    return a->has_version(core) || a->has_extension(extension);
  };
  chain(features, storage16);
  if (known(VK_API_VERSION_1_2, "VK_KHR_timeline_semaphore")) chain(features, timeline);
  if (known(VK_API_VERSION_1_3, "VK_KHR_dynamic_rendering")) chain(features, rendering);
  if (known(VK_API_VERSION_1_2, "VK_KHR_shader_float16_int8")) chain(features, float16);
  if (known(VK_API_VERSION_1_2, "VK_KHR_shader_subgroup_extended_types")) chain(features, extended);
  if (known(VK_API_VERSION_1_3, "VK_EXT_subgroup_size_control")) chain(features, size_control);
  if (known(VK_API_VERSION_1_2, "VK_EXT_host_query_reset")) chain(features, query_reset);
  if (known(VK_API_VERSION_1_3, "VK_EXT_shader_demote_to_helper_invocation")) chain(features, demote);
  if (known(VK_API_VERSION_1_3, "VK_KHR_maintenance4")) chain(features, maintenance4);
  if (known(VK_API_VERSION_1_2, "VK_KHR_shader_atomic_int64")) chain(features, atomic64);
  if (known(VK_API_VERSION_1_2, "VK_KHR_uniform_buffer_standard_layout")) chain(features, uniform_layout);
  vk.vkGetPhysicalDeviceFeatures2(a->handle, &features);
  a->maintenance4 = maintenance4.maintenance4;
  a->device_fault = fault.deviceFault;
  // Tools compare both ways of keeping shaders inside their buffers and textures.
  const char* robustness = std::getenv("VITRINE_ROBUSTNESS");
  bool by_device = !robustness || std::string_view(robustness) != "shader";
  a->robust_buffers2 = by_device && robustness2.robustBufferAccess2;
  a->robust_images2 = by_device && robustness2.robustImageAccess2;
  a->uniform_standard_layout = uniform_layout.uniformBufferStandardLayout;
  a->buffer_atomics64 = features.features.shaderInt64 && atomic64.shaderBufferInt64Atomics;
  a->demote_to_helper = demote.shaderDemoteToHelperInvocation;
  a->features10 = features.features;
  a->timeline_semaphore = timeline.timelineSemaphore;
  a->dynamic_rendering = rendering.dynamicRendering;
  a->float16 = float16.shaderFloat16;
  a->storage16 = storage16.storageBuffer16BitAccess;
  a->uniform16 = storage16.uniformAndStorageBuffer16BitAccess;
  a->subgroup_extended_types = extended.shaderSubgroupExtendedTypes;
  a->subgroup_size_control = size_control.subgroupSizeControl && size_control.computeFullSubgroups;
  a->host_query_reset = query_reset.hostQueryReset;
  a->non_semantic_info = known(VK_API_VERSION_1_3, "VK_KHR_shader_non_semantic_info");
  a->image_view_format_list = known(VK_API_VERSION_1_2, "VK_KHR_image_format_list");

  VkPhysicalDeviceDriverProperties driver{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
  VkPhysicalDeviceMaintenance3Properties maintenance3{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
  VkPhysicalDeviceMaintenance4Properties largest{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_PROPERTIES};
  VkPhysicalDeviceIDProperties ids{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};
  VkPhysicalDeviceSubgroupSizeControlProperties sizes{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES};
  a->subgroup.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
  a->subgroup.pNext = nullptr;
  chain(props, a->subgroup);
  chain(props, maintenance3);
  chain(props, ids);
  if (known(VK_API_VERSION_1_2, "VK_KHR_driver_properties")) chain(props, driver);
  if (known(VK_API_VERSION_1_3, "VK_EXT_subgroup_size_control")) chain(props, sizes);
  if (known(VK_API_VERSION_1_3, "VK_KHR_maintenance4")) chain(props, largest);
  vk.vkGetPhysicalDeviceProperties2(a->handle, &props);
  a->subgroup.pNext = nullptr;
  a->subgroup_size_control = a->subgroup_size_control && (sizes.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT);
  a->max_workgroup_subgroups = sizes.maxComputeWorkgroupSubgroups;
  // Of one buffer, too, where the driver says so.
  a->max_allocation = maintenance3.maxMemoryAllocationSize;
  if (largest.maxBufferSize) a->max_allocation = std::min(a->max_allocation, largest.maxBufferSize);

  AdapterInfo& info = a->info;
  info.backend = "vulkan";
  info.type = adapter_type(a->props.deviceType);
  info.vendor_id = a->props.vendorID;
  info.device_id = a->props.deviceID;
  info.vendor = vendor_name(a->props.vendorID);
  info.device = a->props.deviceName;
  info.description = driver.driverInfo[0] ? std::string(a->props.deviceName) + ", " + driver.driverInfo
                                          : std::string(a->props.deviceName);
  info.driver = driver.driverName;
  info.driver_version = driver.driverInfo[0] ? std::string(driver.driverInfo) : version_text(a->props.driverVersion);
  info.api_version = version_text(a->props.apiVersion);
  info.fallback = info.type == AdapterType::CPU;
  if (info.fallback) info.architecture = "cpu";
  std::memcpy(info.uuid, ids.deviceUUID, sizeof info.uuid);
  uint32_t size = a->subgroup.subgroupSize ? a->subgroup.subgroupSize : 4;
  info.subgroup_min_size = a->subgroup_size_control && sizes.minSubgroupSize ? sizes.minSubgroupSize : size;
  info.subgroup_max_size = a->subgroup_size_control && sizes.maxSubgroupSize ? sizes.maxSubgroupSize : size;
}

// The family with graphics and compute; false: none.
bool pick_queue(AdapterState* a) {
  const InstanceTable& vk = a->instance->vk;
  uint32_t n = 0;
  vk.vkGetPhysicalDeviceQueueFamilyProperties(a->handle, &n, nullptr);
  std::vector<VkQueueFamilyProperties> families(n);
  vk.vkGetPhysicalDeviceQueueFamilyProperties(a->handle, &n, families.data());
  for (uint32_t i = 0; i < n; ++i) {
    constexpr VkQueueFlags kBoth = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    if ((families[i].queueFlags & kBoth) != kBoth || families[i].queueCount == 0) continue;
    a->queue_family = i;
    a->timestamp_bits = families[i].timestampValidBits;
    return true;
  }
  return false;
}

bool has_format(const AdapterState& a, VkFormat format, VkFormatFeatureFlags needs) {
  return (a.format_properties(format).optimalTilingFeatures & needs) == needs;
}

bool has_3d(const AdapterState& a, VkFormat format) {
  VkImageFormatProperties p;
  return a.instance->vk.vkGetPhysicalDeviceImageFormatProperties(
             a.handle, format, VK_IMAGE_TYPE_3D, VK_IMAGE_TILING_OPTIMAL,
             VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT, 0,
             &p) == VK_SUCCESS;
}

// Four samples, as an attachment.
bool has_4_samples(const AdapterState& a, VkFormat format) {
  VkImageFormatProperties p;
  return a.instance->vk.vkGetPhysicalDeviceImageFormatProperties(
             a.handle, format, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL,
             VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT, 0,
             &p) == VK_SUCCESS &&
         (p.sampleCounts & VK_SAMPLE_COUNT_4_BIT);
}

// https://gpuweb.github.io/gpuweb/#texture-formats-tier1
bool has_formats_tier1(const AdapterState& a) {
  constexpr VkFormatFeatureFlags kStorage = VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT;
  constexpr VkFormatFeatureFlags kTarget =
      VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT | VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT;
  constexpr VkFormatFeatureFlags kSampled =
      VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
  if (!a.features10.shaderStorageImageExtendedFormats) return false;
  for (VkFormat f : {VK_FORMAT_R16_UNORM, VK_FORMAT_R16_SNORM, VK_FORMAT_R16G16_UNORM, VK_FORMAT_R16G16_SNORM,
                     VK_FORMAT_R16G16B16A16_UNORM, VK_FORMAT_R16G16B16A16_SNORM})
    if (!has_format(a, f, kSampled | kTarget | kStorage) || !has_4_samples(a, f)) return false;
  for (VkFormat f : {VK_FORMAT_R8_SNORM, VK_FORMAT_R8G8_SNORM, VK_FORMAT_R8G8B8A8_SNORM})
    if (!has_format(a, f, kTarget) || !has_4_samples(a, f)) return false;
  for (VkFormat f :
       {VK_FORMAT_R8_UNORM, VK_FORMAT_R8_SNORM, VK_FORMAT_R8_UINT, VK_FORMAT_R8_SINT, VK_FORMAT_R8G8_UNORM,
        VK_FORMAT_R8G8_SNORM, VK_FORMAT_R8G8_UINT, VK_FORMAT_R8G8_SINT, VK_FORMAT_R16_UINT, VK_FORMAT_R16_SINT,
        VK_FORMAT_R16_SFLOAT, VK_FORMAT_R16G16_UINT, VK_FORMAT_R16G16_SINT, VK_FORMAT_R16G16_SFLOAT,
        VK_FORMAT_A2B10G10R10_UINT_PACK32, VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_FORMAT_B10G11R11_UFLOAT_PACK32})
    if (!has_format(a, f, kStorage)) return false;
  return true;
}

// https://gpuweb.github.io/gpuweb/#texture-formats-tier2
bool has_formats_tier2(const AdapterState& a) {
  for (VkFormat f : {VK_FORMAT_R8_UNORM, VK_FORMAT_R8_UINT, VK_FORMAT_R8_SINT, VK_FORMAT_R16_UINT, VK_FORMAT_R16_SINT,
                     VK_FORMAT_R16_SFLOAT, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_UINT, VK_FORMAT_R8G8B8A8_SINT,
                     VK_FORMAT_R16G16B16A16_UINT, VK_FORMAT_R16G16B16A16_SINT, VK_FORMAT_R16G16B16A16_SFLOAT,
                     VK_FORMAT_R32G32B32A32_UINT, VK_FORMAT_R32G32B32A32_SINT, VK_FORMAT_R32G32B32A32_SFLOAT})
    if (!has_format(a, f, VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT)) return false;
  return true;
}

void read_features(AdapterState* a) {
  const VkPhysicalDeviceFeatures& f = a->features10;
  FeatureSet& out = a->features;
  auto add = [&](Feature feature, bool has) {
    if (has) out.add(feature);
  };
  constexpr VkFormatFeatureFlags kBlend =
      VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT | VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT;
  constexpr VkFormatFeatureFlags kFilter = VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
  add(Feature::CoreFeaturesAndLimits, true);
  add(Feature::DepthClipControl, f.depthClamp);
  add(Feature::Depth32FloatStencil8,
      has_format(*a, VK_FORMAT_D32_SFLOAT_S8_UINT, VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT));
  add(Feature::TextureCompressionBC, f.textureCompressionBC);
  add(Feature::TextureCompressionBCSliced3D, f.textureCompressionBC && has_3d(*a, VK_FORMAT_BC7_UNORM_BLOCK));
  add(Feature::TextureCompressionETC2, f.textureCompressionETC2);
  add(Feature::TextureCompressionASTC, f.textureCompressionASTC_LDR);
  add(Feature::TextureCompressionASTCSliced3D,
      f.textureCompressionASTC_LDR && has_3d(*a, VK_FORMAT_ASTC_4x4_UNORM_BLOCK));
  add(Feature::TimestampQuery, a->props.limits.timestampComputeAndGraphics && a->timestamp_bits > 0);
  add(Feature::IndirectFirstInstance, f.drawIndirectFirstInstance);
  add(Feature::ShaderF16, a->float16 && a->storage16 && a->uniform16);
  add(Feature::RG11B10UfloatRenderable, has_format(*a, VK_FORMAT_B10G11R11_UFLOAT_PACK32, kBlend));
  add(Feature::BGRA8UnormStorage, has_format(*a, VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) &&
                                      f.shaderStorageImageWriteWithoutFormat);
  add(Feature::Float32Filterable, has_format(*a, VK_FORMAT_R32_SFLOAT, kFilter) &&
                                      has_format(*a, VK_FORMAT_R32G32_SFLOAT, kFilter) &&
                                      has_format(*a, VK_FORMAT_R32G32B32A32_SFLOAT, kFilter));
  add(Feature::Float32Blendable, has_format(*a, VK_FORMAT_R32_SFLOAT, kBlend) &&
                                     has_format(*a, VK_FORMAT_R32G32_SFLOAT, kBlend) &&
                                     has_format(*a, VK_FORMAT_R32G32B32A32_SFLOAT, kBlend));
  add(Feature::ClipDistances, f.shaderClipDistance && a->props.limits.maxClipDistances >= 8);
  add(Feature::DualSourceBlending, f.dualSrcBlend && a->props.limits.maxFragmentDualSrcAttachments >= 1);
  constexpr VkSubgroupFeatureFlags kOps =
      VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_VOTE_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT |
      VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT |
      VK_SUBGROUP_FEATURE_QUAD_BIT;
  constexpr VkShaderStageFlags kStages = VK_SHADER_STAGE_COMPUTE_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
  add(Feature::Subgroups, (a->subgroup.supportedOperations & kOps) == kOps &&
                              (a->subgroup.supportedStages & kStages) == kStages &&
                              (!out.has(Feature::ShaderF16) || a->subgroup_extended_types));
  add(Feature::TextureFormatsTier1, out.has(Feature::RG11B10UfloatRenderable) && has_formats_tier1(*a));
  add(Feature::TextureFormatsTier2, out.has(Feature::TextureFormatsTier1) && has_formats_tier2(*a));
  add(Feature::PrimitiveIndex, f.geometryShader);
  add(Feature::TextureComponentSwizzle, true);
  add(Feature::SubgroupSizeControl, out.has(Feature::Subgroups) && a->subgroup_size_control);
}

// https://gpuweb.github.io/gpuweb/#limits in terms of https://registry.khronos.org/vulkan/specs/1.3-extensions/html/vkspec.html#limits
void read_limits(AdapterState* a) {
  const VkPhysicalDeviceLimits& v = a->props.limits;
  Limits& out = a->limits;
  auto min_of = [](std::initializer_list<uint64_t> list) { return std::min(list); };
  auto u32 = [](uint64_t x) { return static_cast<uint32_t>(std::min<uint64_t>(x, 0xFFFFFFFFu)); };
  out.max_texture_dimension_1d = v.maxImageDimension1D;
  out.max_texture_dimension_2d =
      u32(min_of({v.maxImageDimension2D, v.maxImageDimensionCube, v.maxFramebufferWidth, v.maxFramebufferHeight,
                  v.maxViewportDimensions[0], v.maxViewportDimensions[1]}));
  out.max_texture_dimension_3d = v.maxImageDimension3D;
  out.max_texture_array_layers = v.maxImageArrayLayers;
  out.max_bind_groups = std::min(v.maxBoundDescriptorSets, kBindGroups);
  out.max_bindings_per_bind_group = 1000;
  out.max_dynamic_uniform_buffers_per_pipeline_layout = std::min(v.maxDescriptorSetUniformBuffersDynamic, 16u);
  out.max_dynamic_storage_buffers_per_pipeline_layout = std::min(v.maxDescriptorSetStorageBuffersDynamic, 16u);
  out.max_sampled_textures_per_shader_stage =
      u32(min_of({v.maxPerStageDescriptorSampledImages, v.maxDescriptorSetSampledImages, 48}));
  out.max_samplers_per_shader_stage =
      u32(min_of({v.maxPerStageDescriptorSamplers, v.maxDescriptorSetSamplers, 32}));
  out.max_storage_buffers_per_shader_stage =
      u32(min_of({v.maxPerStageDescriptorStorageBuffers, v.maxDescriptorSetStorageBuffers, 32}));
  // The print buffer is one of them. It costs nothing where there are more than are offered.
  if (out.max_storage_buffers_per_shader_stage >= v.maxPerStageDescriptorStorageBuffers &&
      out.max_storage_buffers_per_shader_stage > 8)
    --out.max_storage_buffers_per_shader_stage;
  out.max_storage_textures_per_shader_stage =
      u32(min_of({v.maxPerStageDescriptorStorageImages, v.maxDescriptorSetStorageImages, 16}));
  out.max_uniform_buffers_per_shader_stage =
      u32(min_of({v.maxPerStageDescriptorUniformBuffers, v.maxDescriptorSetUniformBuffers, 16}));
  // One stage may use all of them together.
  auto total = [&] {
    return out.max_sampled_textures_per_shader_stage + out.max_storage_buffers_per_shader_stage +
           out.max_storage_textures_per_shader_stage + out.max_uniform_buffers_per_shader_stage +
           out.max_color_attachments + 1;
  };
  if (total() > v.maxPerStageResources) {
    Limits d;
    out.max_sampled_textures_per_shader_stage =
        std::min(out.max_sampled_textures_per_shader_stage, d.max_sampled_textures_per_shader_stage);
    out.max_storage_textures_per_shader_stage =
        std::min(out.max_storage_textures_per_shader_stage, d.max_storage_textures_per_shader_stage);
    out.max_uniform_buffers_per_shader_stage =
        std::min(out.max_uniform_buffers_per_shader_stage, d.max_uniform_buffers_per_shader_stage);
    if (total() > v.maxPerStageResources)
      out.max_storage_buffers_per_shader_stage =
          std::min(out.max_storage_buffers_per_shader_stage, d.max_storage_buffers_per_shader_stage);
  }
  out.max_storage_buffers_in_vertex_stage = out.max_storage_buffers_in_fragment_stage =
      out.max_storage_buffers_per_shader_stage;
  out.max_storage_textures_in_vertex_stage = out.max_storage_textures_in_fragment_stage =
      out.max_storage_textures_per_shader_stage;
  if (!a->features10.vertexPipelineStoresAndAtomics) {
    // Read-only storage buffers need no such feature, so the buffers stay.
    out.max_storage_textures_in_vertex_stage = 0;
  }
  out.max_uniform_buffer_binding_size = v.maxUniformBufferRange & ~uint64_t{15};
  out.max_storage_buffer_binding_size = v.maxStorageBufferRange & ~uint64_t{3};
  out.min_uniform_buffer_offset_alignment =
      u32(std::max<uint64_t>(32, v.minUniformBufferOffsetAlignment));
  out.min_storage_buffer_offset_alignment =
      u32(std::max<uint64_t>(32, v.minStorageBufferOffsetAlignment));
  out.max_vertex_buffers = std::min(v.maxVertexInputBindings, 16u);
  out.max_bind_groups_plus_vertex_buffers = std::max(24u, out.max_bind_groups + out.max_vertex_buffers);
  out.max_buffer_size = a->max_allocation ? a->max_allocation & ~uint64_t{3} : uint64_t{1} << 30;
  out.max_vertex_attributes = std::min(v.maxVertexInputAttributes, 30u);
  out.max_vertex_buffer_array_stride =
      u32(min_of({v.maxVertexInputBindingStride, uint64_t{v.maxVertexInputAttributeOffset} + 1, 2048}));
  // One vec4 of the outputs is the position.
  uint32_t components = std::min(v.maxVertexOutputComponents, v.maxFragmentInputComponents);
  out.max_inter_stage_shader_variables = std::min(components / 4 - (components > 64 ? 1 : 0), 31u);
  out.max_color_attachments = u32(min_of({v.maxColorAttachments, v.maxFragmentOutputAttachments, 8}));
  out.max_color_attachment_bytes_per_sample = out.max_color_attachments * 16;
  out.max_compute_workgroup_storage_size = v.maxComputeSharedMemorySize;
  out.max_compute_invocations_per_workgroup = v.maxComputeWorkGroupInvocations;
  out.max_compute_workgroup_size_x = v.maxComputeWorkGroupSize[0];
  out.max_compute_workgroup_size_y = v.maxComputeWorkGroupSize[1];
  out.max_compute_workgroup_size_z = v.maxComputeWorkGroupSize[2];
  out.max_compute_workgroups_per_dimension = u32(
      min_of({v.maxComputeWorkGroupCount[0], v.maxComputeWorkGroupCount[1], v.maxComputeWorkGroupCount[2]}));
  out.max_immediate_size = 64;
}

void check_requirements(AdapterState* a, std::vector<Refusal>* refusals) {
  Requirements need(refusals);
  const VkPhysicalDeviceFeatures& f = a->features10;
  need.feature("robustBufferAccess", f.robustBufferAccess);
  need.feature("textureCompressionBC, or textureCompressionETC2 and textureCompressionASTC_LDR",
               f.textureCompressionBC || (f.textureCompressionETC2 && f.textureCompressionASTC_LDR));
  need.feature("depthBiasClamp", f.depthBiasClamp);
  need.feature("fragmentStoresAndAtomics", f.fragmentStoresAndAtomics);
  need.feature("fullDrawIndexUint32", f.fullDrawIndexUint32);
  need.feature("imageCubeArray", f.imageCubeArray);
  need.feature("independentBlend", f.independentBlend);
  need.feature("sampleRateShading", f.sampleRateShading);
  need.feature("timelineSemaphore", a->timeline_semaphore);
  need.feature("dynamicRendering", a->dynamic_rendering);
  need.at_least("maxPushConstantsSize", a->props.limits.maxPushConstantsSize, 128);
  constexpr VkSampleCountFlags kFour = VK_SAMPLE_COUNT_1_BIT | VK_SAMPLE_COUNT_4_BIT;
  need.feature("4 samples in framebufferColorSampleCounts",
               (a->props.limits.framebufferColorSampleCounts & kFour) == kFour);
  need.feature("4 samples in framebufferDepthSampleCounts",
               (a->props.limits.framebufferDepthSampleCounts & kFour) == kFour);
  Limits d;
#define VITRINE_CHECK_Maximum(member, name) need.at_least(name, a->limits.member, d.member);
#define VITRINE_CHECK_Alignment(member, name) need.at_most(name, a->limits.member, d.member);
#define VITRINE_CHECK(type, member, default_value, name, cls) VITRINE_CHECK_##cls(member, name)
  VITRINE_HAL_LIMITS(VITRINE_CHECK)
#undef VITRINE_CHECK
#undef VITRINE_CHECK_Maximum
#undef VITRINE_CHECK_Alignment
}

void read_print_routes(AdapterState* a) {
  AdapterInfo& info = a->info;
  info.print_built_in = a->limits.max_storage_buffers_per_shader_stage < a->props.limits.maxPerStageDescriptorStorageBuffers;
  if (!info.print_built_in)
    info.print_built_in_reason = "the driver has " + std::to_string(a->props.limits.maxPerStageDescriptorStorageBuffers) +
                                 " storage buffers per stage, which leaves none for the print buffer";
  if (!a->instance->validation)
    info.print_native_reason = "the instance runs without the validation layer";
  else if (!a->instance->debug_printf)
    info.print_native_reason = "the instance was not made with the DebugPrintf flag";
  else if (!a->non_semantic_info)
    info.print_native_reason = "neither Vulkan 1.3 nor VK_KHR_shader_non_semantic_info";
  else
    info.print_native = true;
}

// Entries of the blocklist that are true of this adapter, and what they do.
void apply_blocklist(AdapterState* a, std::vector<Refusal>* refusals) {
  AdapterInfo& info = a->info;
  const InstanceDesc& desc = a->instance->desc;
  info.faults = find_faults(desc.blocklist, info.driver, info.driver_version, info.vendor_id, info.device_id, desc.ignored_faults);
  for (const KnownFault& f : info.faults) {
    if (f.ignored) continue;
    if (f.effect == BlocklistEffect::Refuse)
      refusals->push_back({RefusalKind::Blocklisted, f.name, f.seen, override_switch(f.name), f.reason});
    if (f.effect == BlocklistEffect::Feature) a->features.remove(f.feature);
  }
  a->resolves_first_layer = info.works_around(Workaround::ResolveLaterLayersByCommand);
  if (info.works_around(Workaround::CopyFewLayersAtOnce)) a->layers_per_copy = 16;
  if (info.works_around(Workaround::NoAnisotropy)) a->features10.samplerAnisotropy = VK_FALSE;
}

class VulkanAdapter final : public Adapter {
 public:
  explicit VulkanAdapter(AdapterRef state) : state_(std::move(state)) {}
  const AdapterInfo& info() const override { return state_->info; }
  FeatureSet features() const override { return state_->features; }
  const Limits& limits() const override { return state_->limits; }
  Result<std::unique_ptr<Device>> create_device(const DeviceDesc& desc) override {
    return vulkan::create_device(state_, desc);
  }
  const AdapterState& state() const { return *state_; }

 private:
  AdapterRef state_;
};

}  // namespace

const AdapterState& state_of(Adapter& adapter) { return static_cast<VulkanAdapter&>(adapter).state(); }

VkFormatProperties AdapterState::format_properties(VkFormat format) const {
  VkFormatProperties p;
  instance->vk.vkGetPhysicalDeviceFormatProperties(handle, format, &p);
  return p;
}

std::vector<AdapterCandidate> enumerate_adapters(const InstanceRef& instance) {
  std::vector<AdapterCandidate> list;
  auto refuse = [&](Refusal r) {
    AdapterCandidate c;
    c.info.backend = "vulkan";
    c.refusals.push_back(std::move(r));
    list.push_back(std::move(c));
  };
  if (!instance->handle) {
    for (const Refusal& r : instance->refusals) refuse(r);
    return list;
  }
  uint32_t n = 0;
  std::vector<VkPhysicalDevice> devices;
  CallResult r = HAL_CALL(instance->faults, instance->vk, vkEnumeratePhysicalDevices, instance->handle, &n, nullptr);
  if (r) {
    devices.resize(n);
    r = HAL_CALL(instance->faults, instance->vk, vkEnumeratePhysicalDevices, instance->handle, &n, devices.data());
    devices.resize(r ? n : 0);
  }
  if (!r || devices.empty()) {
    bool failed = !r && r.result != VK_ERROR_INITIALIZATION_FAILED && r.result != VK_ERROR_INCOMPATIBLE_DRIVER;
    refuse({failed ? RefusalKind::DriverFailed : RefusalKind::NoDriver, "vkEnumeratePhysicalDevices",
            r ? "no device" : std::string(to_text(r.result)), "a device",
            failed ? "the drivers that are installed fail"
                   : "no Vulkan driver with a device is installed (Debian: mesa-vulkan-drivers)"});
    return list;
  }
  for (VkPhysicalDevice handle : devices) {
    auto a = std::make_shared<AdapterState>();
    a->instance = instance;
    a->handle = handle;
    AdapterCandidate c;
    VkPhysicalDeviceProperties props;
    instance->vk.vkGetPhysicalDeviceProperties(handle, &props);
    if (props.apiVersion < VK_API_VERSION_1_1) {
      c.info.backend = "vulkan";
      c.info.device = props.deviceName;
      c.refusals.push_back({RefusalKind::MissingRequirement, "Vulkan version", version_text(props.apiVersion), "1.1",
                            "core WebGPU needs Vulkan 1.1"});
      list.push_back(std::move(c));
      continue;
    }
    read_driver(a.get());
    if (!pick_queue(a.get()))
      c.refusals.push_back({RefusalKind::MissingRequirement, "queue family with graphics and compute", "none", "one",
                            "core WebGPU needs a queue with graphics and compute"});
    read_features(a.get());
    read_limits(a.get());
    check_requirements(a.get(), &c.refusals);
    apply_blocklist(a.get(), &c.refusals);
    read_print_routes(a.get());
    c.info = a->info;
    if (c.refusals.empty()) c.adapter = std::make_unique<VulkanAdapter>(std::move(a));
    list.push_back(std::move(c));
  }
  return list;
}

}  // namespace vitrine::hal::vulkan
