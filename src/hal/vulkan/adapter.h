// A physical device: what it can do in WebGPU's words, or why it cannot.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "hal/vulkan/instance.h"

namespace vitrine::hal::vulkan {

// What is read once from the driver, whatever version or extension it came by.
struct AdapterState {
  InstanceRef instance;
  VkPhysicalDevice handle = VK_NULL_HANDLE;
  VkPhysicalDeviceProperties props{};
  VkPhysicalDeviceFeatures features10{};
  VkPhysicalDeviceMemoryProperties memory{};
  std::set<std::string, std::less<>> extensions;
  uint32_t api_version = 0;   // usable: the lower of instance and device
  uint32_t queue_family = 0;  // graphics and compute
  uint32_t timestamp_bits = 0;
  uint32_t max_workgroup_subgroups = 0;
  bool resolves_first_layer = false;  // a fault: a pass resolves to the first layer, whichever its target is
  uint32_t layers_per_copy = UINT32_MAX;  // between textures
  VkDeviceSize max_allocation = 0;

  // Capabilities that a device of ours uses when it has them.
  bool timeline_semaphore = false, dynamic_rendering = false, float16 = false, storage16 = false, uniform16 = false;
  bool subgroup_extended_types = false, subgroup_size_control = false, non_semantic_info = false;
  bool maintenance4 = false;  // stages need not use all of what the one before gives them
  bool robust_buffers2 = false, robust_images2 = false, uniform_standard_layout = false;
  bool buffer_atomics64 = false;
  bool demote_to_helper = false, host_query_reset = false, device_fault = false, image_view_format_list = false;
  VkPhysicalDeviceSubgroupProperties subgroup{};

  AdapterInfo info;
  FeatureSet features;
  Limits limits;

  bool has_extension(std::string_view name) const { return extensions.find(name) != extensions.end(); }
  bool has_version(uint32_t version) const { return api_version >= version; }
  VkFormatProperties format_properties(VkFormat format) const;
};
using AdapterRef = std::shared_ptr<AdapterState>;

std::vector<AdapterCandidate> enumerate_adapters(const InstanceRef& instance);

// The device behind an adapter of this backend.
const AdapterState& state_of(Adapter& adapter);

Result<std::unique_ptr<Device>> create_device(const AdapterRef& adapter, const DeviceDesc& desc);

}  // namespace vitrine::hal::vulkan
