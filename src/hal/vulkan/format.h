// Texture and vertex formats in Vulkan's numbers.
#pragma once

#include "hal/vulkan/api.h"

namespace vitrine::hal::vulkan {

// Depth24plus is depth32float: never less precise, and copied the same way everywhere.
VkFormat to_vk(TextureFormat format);
VkCompareOp to_vk(CompareFunction f);
VkFormat to_vk(VertexFormat format);
VkImageAspectFlags aspects_of(TextureFormat format);
VkImageAspectFlags aspects_of(TextureFormat format, TextureAspect aspect);
inline bool has_depth(TextureFormat f) { return aspects_of(f) & VK_IMAGE_ASPECT_DEPTH_BIT; }
inline bool has_stencil(TextureFormat f) { return aspects_of(f) & VK_IMAGE_ASPECT_STENCIL_BIT; }

// One block of texels as it stands in a buffer.
struct TexelLayout {
  uint32_t bytes, width, height;
};
TexelLayout texel_layout(TextureFormat format, TextureAspect aspect);

}  // namespace vitrine::hal::vulkan
