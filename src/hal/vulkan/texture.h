// Textures, views and samplers.
#pragma once

#include "hal/vulkan/objects.h"

namespace vitrine::hal::vulkan {

// The state of one mip level of one array layer (depth and stencil together).
struct SubresourceState {
  AccessState access;
  VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;
  bool initialized = false;
};

class VulkanTexture final : public Texture {
 public:
  VulkanTexture(VulkanDevice& device, const TextureDesc& desc);
  ~VulkanTexture() override;
  uint64_t last_use() const override { return last_use_.load(std::memory_order_acquire); }
  void used(uint64_t serial) { last_use_.store(serial, std::memory_order_release); }

  VulkanDevice& device;
  std::string label;  // of a device that checks bounds; under the queue's mutex
  VkImage handle = VK_NULL_HANDLE;
  bool borrowed = false;  // the image belongs to a swapchain
  Allocation memory;
  TextureDimension dimension;
  TextureFormat format;
  VkFormat vk_format = VK_FORMAT_UNDEFINED;
  VkImageAspectFlags aspects = 0;  // of the native format, as barriers need them
  Extent3D size;
  uint32_t mip_levels, layers, samples;
  TextureUsages usage;
  std::vector<SubresourceState> states;  // mip_levels of layer 0, then of layer 1, ...; under the queue's mutex
  // In which shaders see it.
  VkImageLayout bound_layout() const;
  SubresourceState& state(uint32_t mip, uint32_t layer) { return states[size_t{layer} * mip_levels + mip]; }

 private:
  std::atomic<uint64_t> last_use_{0};
};

class VulkanTextureView final : public TextureView {
 public:
  explicit VulkanTextureView(VulkanTexture& texture) : device(texture.device), texture(texture) {}
  ~VulkanTextureView() override;

  VulkanDevice& device;
  VulkanTexture& texture;  // may be gone when the view is destroyed
  VkImageView handle = VK_NULL_HANDLE;
  std::vector<VkImageView> slices;  // of a 3D texture that can be rendered to
  TextureFormat format = TextureFormat::Undefined;
  VkImageAspectFlags aspects = 0;  // of the view
  uint32_t base_mip = 0, mip_count = 1, base_layer = 0, layer_count = 1;
};

class VulkanSampler final : public Sampler {
 public:
  explicit VulkanSampler(VulkanDevice& device) : device(device) {}
  ~VulkanSampler() override;
  VulkanDevice& device;
  VkSampler handle = VK_NULL_HANDLE;
};

}  // namespace vitrine::hal::vulkan
