#include "hal/vulkan/format.h"

namespace vitrine::hal::vulkan {
namespace {

struct Row {
  VkFormat vk;
  uint8_t bytes, width, height;
};

// By the number of the texture format.
constexpr Row kFormats[] = {
    {VK_FORMAT_UNDEFINED, 1, 1, 1},
    {VK_FORMAT_R8_UNORM, 1, 1, 1},
    {VK_FORMAT_R8_SNORM, 1, 1, 1},
    {VK_FORMAT_R8_UINT, 1, 1, 1},
    {VK_FORMAT_R8_SINT, 1, 1, 1},
    {VK_FORMAT_R16_UNORM, 2, 1, 1},
    {VK_FORMAT_R16_SNORM, 2, 1, 1},
    {VK_FORMAT_R16_UINT, 2, 1, 1},
    {VK_FORMAT_R16_SINT, 2, 1, 1},
    {VK_FORMAT_R16_SFLOAT, 2, 1, 1},
    {VK_FORMAT_R8G8_UNORM, 2, 1, 1},
    {VK_FORMAT_R8G8_SNORM, 2, 1, 1},
    {VK_FORMAT_R8G8_UINT, 2, 1, 1},
    {VK_FORMAT_R8G8_SINT, 2, 1, 1},
    {VK_FORMAT_R32_SFLOAT, 4, 1, 1},
    {VK_FORMAT_R32_UINT, 4, 1, 1},
    {VK_FORMAT_R32_SINT, 4, 1, 1},
    {VK_FORMAT_R16G16_UNORM, 4, 1, 1},
    {VK_FORMAT_R16G16_SNORM, 4, 1, 1},
    {VK_FORMAT_R16G16_UINT, 4, 1, 1},
    {VK_FORMAT_R16G16_SINT, 4, 1, 1},
    {VK_FORMAT_R16G16_SFLOAT, 4, 1, 1},
    {VK_FORMAT_R8G8B8A8_UNORM, 4, 1, 1},
    {VK_FORMAT_R8G8B8A8_SRGB, 4, 1, 1},
    {VK_FORMAT_R8G8B8A8_SNORM, 4, 1, 1},
    {VK_FORMAT_R8G8B8A8_UINT, 4, 1, 1},
    {VK_FORMAT_R8G8B8A8_SINT, 4, 1, 1},
    {VK_FORMAT_B8G8R8A8_UNORM, 4, 1, 1},
    {VK_FORMAT_B8G8R8A8_SRGB, 4, 1, 1},
    {VK_FORMAT_A2B10G10R10_UINT_PACK32, 4, 1, 1},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, 1, 1},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, 4, 1, 1},
    {VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, 4, 1, 1},
    {VK_FORMAT_R32G32_SFLOAT, 8, 1, 1},
    {VK_FORMAT_R32G32_UINT, 8, 1, 1},
    {VK_FORMAT_R32G32_SINT, 8, 1, 1},
    {VK_FORMAT_R16G16B16A16_UNORM, 8, 1, 1},
    {VK_FORMAT_R16G16B16A16_SNORM, 8, 1, 1},
    {VK_FORMAT_R16G16B16A16_UINT, 8, 1, 1},
    {VK_FORMAT_R16G16B16A16_SINT, 8, 1, 1},
    {VK_FORMAT_R16G16B16A16_SFLOAT, 8, 1, 1},
    {VK_FORMAT_R32G32B32A32_SFLOAT, 16, 1, 1},
    {VK_FORMAT_R32G32B32A32_UINT, 16, 1, 1},
    {VK_FORMAT_R32G32B32A32_SINT, 16, 1, 1},
    {VK_FORMAT_S8_UINT, 1, 1, 1},
    {VK_FORMAT_D16_UNORM, 2, 1, 1},
    {VK_FORMAT_D32_SFLOAT, 4, 1, 1},           // depth24plus
    {VK_FORMAT_D32_SFLOAT_S8_UINT, 4, 1, 1},   // depth24plus-stencil8
    {VK_FORMAT_D32_SFLOAT, 4, 1, 1},
    {VK_FORMAT_D32_SFLOAT_S8_UINT, 4, 1, 1},
    {VK_FORMAT_BC1_RGBA_UNORM_BLOCK, 8, 4, 4},
    {VK_FORMAT_BC1_RGBA_SRGB_BLOCK, 8, 4, 4},
    {VK_FORMAT_BC2_UNORM_BLOCK, 16, 4, 4},
    {VK_FORMAT_BC2_SRGB_BLOCK, 16, 4, 4},
    {VK_FORMAT_BC3_UNORM_BLOCK, 16, 4, 4},
    {VK_FORMAT_BC3_SRGB_BLOCK, 16, 4, 4},
    {VK_FORMAT_BC4_UNORM_BLOCK, 8, 4, 4},
    {VK_FORMAT_BC4_SNORM_BLOCK, 8, 4, 4},
    {VK_FORMAT_BC5_UNORM_BLOCK, 16, 4, 4},
    {VK_FORMAT_BC5_SNORM_BLOCK, 16, 4, 4},
    {VK_FORMAT_BC6H_UFLOAT_BLOCK, 16, 4, 4},
    {VK_FORMAT_BC6H_SFLOAT_BLOCK, 16, 4, 4},
    {VK_FORMAT_BC7_UNORM_BLOCK, 16, 4, 4},
    {VK_FORMAT_BC7_SRGB_BLOCK, 16, 4, 4},
    {VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK, 8, 4, 4},
    {VK_FORMAT_ETC2_R8G8B8_SRGB_BLOCK, 8, 4, 4},
    {VK_FORMAT_ETC2_R8G8B8A1_UNORM_BLOCK, 8, 4, 4},
    {VK_FORMAT_ETC2_R8G8B8A1_SRGB_BLOCK, 8, 4, 4},
    {VK_FORMAT_ETC2_R8G8B8A8_UNORM_BLOCK, 16, 4, 4},
    {VK_FORMAT_ETC2_R8G8B8A8_SRGB_BLOCK, 16, 4, 4},
    {VK_FORMAT_EAC_R11_UNORM_BLOCK, 8, 4, 4},
    {VK_FORMAT_EAC_R11_SNORM_BLOCK, 8, 4, 4},
    {VK_FORMAT_EAC_R11G11_UNORM_BLOCK, 16, 4, 4},
    {VK_FORMAT_EAC_R11G11_SNORM_BLOCK, 16, 4, 4},
    {VK_FORMAT_ASTC_4x4_UNORM_BLOCK, 16, 4, 4},
    {VK_FORMAT_ASTC_4x4_SRGB_BLOCK, 16, 4, 4},
    {VK_FORMAT_ASTC_5x4_UNORM_BLOCK, 16, 5, 4},
    {VK_FORMAT_ASTC_5x4_SRGB_BLOCK, 16, 5, 4},
    {VK_FORMAT_ASTC_5x5_UNORM_BLOCK, 16, 5, 5},
    {VK_FORMAT_ASTC_5x5_SRGB_BLOCK, 16, 5, 5},
    {VK_FORMAT_ASTC_6x5_UNORM_BLOCK, 16, 6, 5},
    {VK_FORMAT_ASTC_6x5_SRGB_BLOCK, 16, 6, 5},
    {VK_FORMAT_ASTC_6x6_UNORM_BLOCK, 16, 6, 6},
    {VK_FORMAT_ASTC_6x6_SRGB_BLOCK, 16, 6, 6},
    {VK_FORMAT_ASTC_8x5_UNORM_BLOCK, 16, 8, 5},
    {VK_FORMAT_ASTC_8x5_SRGB_BLOCK, 16, 8, 5},
    {VK_FORMAT_ASTC_8x6_UNORM_BLOCK, 16, 8, 6},
    {VK_FORMAT_ASTC_8x6_SRGB_BLOCK, 16, 8, 6},
    {VK_FORMAT_ASTC_8x8_UNORM_BLOCK, 16, 8, 8},
    {VK_FORMAT_ASTC_8x8_SRGB_BLOCK, 16, 8, 8},
    {VK_FORMAT_ASTC_10x5_UNORM_BLOCK, 16, 10, 5},
    {VK_FORMAT_ASTC_10x5_SRGB_BLOCK, 16, 10, 5},
    {VK_FORMAT_ASTC_10x6_UNORM_BLOCK, 16, 10, 6},
    {VK_FORMAT_ASTC_10x6_SRGB_BLOCK, 16, 10, 6},
    {VK_FORMAT_ASTC_10x8_UNORM_BLOCK, 16, 10, 8},
    {VK_FORMAT_ASTC_10x8_SRGB_BLOCK, 16, 10, 8},
    {VK_FORMAT_ASTC_10x10_UNORM_BLOCK, 16, 10, 10},
    {VK_FORMAT_ASTC_10x10_SRGB_BLOCK, 16, 10, 10},
    {VK_FORMAT_ASTC_12x10_UNORM_BLOCK, 16, 12, 10},
    {VK_FORMAT_ASTC_12x10_SRGB_BLOCK, 16, 12, 10},
    {VK_FORMAT_ASTC_12x12_UNORM_BLOCK, 16, 12, 12},
    {VK_FORMAT_ASTC_12x12_SRGB_BLOCK, 16, 12, 12},
};
static_assert(sizeof kFormats / sizeof kFormats[0] == static_cast<size_t>(TextureFormat::ASTC12x12UnormSrgb) + 1);

constexpr VkFormat kVertexFormats[] = {
    VK_FORMAT_UNDEFINED,
    VK_FORMAT_R8_UINT, VK_FORMAT_R8G8_UINT, VK_FORMAT_R8G8B8A8_UINT,
    VK_FORMAT_R8_SINT, VK_FORMAT_R8G8_SINT, VK_FORMAT_R8G8B8A8_SINT,
    VK_FORMAT_R8_UNORM, VK_FORMAT_R8G8_UNORM, VK_FORMAT_R8G8B8A8_UNORM,
    VK_FORMAT_R8_SNORM, VK_FORMAT_R8G8_SNORM, VK_FORMAT_R8G8B8A8_SNORM,
    VK_FORMAT_R16_UINT, VK_FORMAT_R16G16_UINT, VK_FORMAT_R16G16B16A16_UINT,
    VK_FORMAT_R16_SINT, VK_FORMAT_R16G16_SINT, VK_FORMAT_R16G16B16A16_SINT,
    VK_FORMAT_R16_UNORM, VK_FORMAT_R16G16_UNORM, VK_FORMAT_R16G16B16A16_UNORM,
    VK_FORMAT_R16_SNORM, VK_FORMAT_R16G16_SNORM, VK_FORMAT_R16G16B16A16_SNORM,
    VK_FORMAT_R16_SFLOAT, VK_FORMAT_R16G16_SFLOAT, VK_FORMAT_R16G16B16A16_SFLOAT,
    VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT,
    VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_UINT, VK_FORMAT_R32G32B32_UINT, VK_FORMAT_R32G32B32A32_UINT,
    VK_FORMAT_R32_SINT, VK_FORMAT_R32G32_SINT, VK_FORMAT_R32G32B32_SINT, VK_FORMAT_R32G32B32A32_SINT,
    VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_FORMAT_B8G8R8A8_UNORM,
};
static_assert(sizeof kVertexFormats / sizeof kVertexFormats[0] == static_cast<size_t>(VertexFormat::Unorm8x4BGRA) + 1);

const Row& row(TextureFormat f) {
  size_t i = static_cast<size_t>(f);
  return kFormats[i < sizeof kFormats / sizeof kFormats[0] ? i : 0];
}

}  // namespace

VkFormat to_vk(TextureFormat format) { return row(format).vk; }
VkFormat to_vk(VertexFormat format) { return kVertexFormats[static_cast<size_t>(format)]; }

VkCompareOp to_vk(CompareFunction f) {
  switch (f) {
    case CompareFunction::Never: return VK_COMPARE_OP_NEVER;
    case CompareFunction::Less: return VK_COMPARE_OP_LESS;
    case CompareFunction::Equal: return VK_COMPARE_OP_EQUAL;
    case CompareFunction::LessEqual: return VK_COMPARE_OP_LESS_OR_EQUAL;
    case CompareFunction::Greater: return VK_COMPARE_OP_GREATER;
    case CompareFunction::NotEqual: return VK_COMPARE_OP_NOT_EQUAL;
    case CompareFunction::GreaterEqual: return VK_COMPARE_OP_GREATER_OR_EQUAL;
    case CompareFunction::Undefined:
    case CompareFunction::Always: break;
  }
  return VK_COMPARE_OP_ALWAYS;
}

VkImageAspectFlags aspects_of(TextureFormat format) {
  switch (format) {
    case TextureFormat::Stencil8:
      return VK_IMAGE_ASPECT_STENCIL_BIT;
    case TextureFormat::Depth16Unorm:
    case TextureFormat::Depth24Plus:
    case TextureFormat::Depth32Float:
      return VK_IMAGE_ASPECT_DEPTH_BIT;
    case TextureFormat::Depth24PlusStencil8:
    case TextureFormat::Depth32FloatStencil8:
      return VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
    default:
      return VK_IMAGE_ASPECT_COLOR_BIT;
  }
}

VkImageAspectFlags aspects_of(TextureFormat format, TextureAspect aspect) {
  VkImageAspectFlags all = aspects_of(format);
  if (aspect == TextureAspect::DepthOnly) return all & VK_IMAGE_ASPECT_DEPTH_BIT;
  if (aspect == TextureAspect::StencilOnly) return all & VK_IMAGE_ASPECT_STENCIL_BIT;
  return all;
}

TexelLayout texel_layout(TextureFormat format, TextureAspect aspect) {
  if (aspects_of(format, aspect) == VK_IMAGE_ASPECT_STENCIL_BIT) return {1, 1, 1};
  const Row& r = row(format);
  return {r.bytes, r.width, r.height};
}

}  // namespace vitrine::hal::vulkan
