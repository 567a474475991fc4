#include "hal/vulkan/texture.h"

#include <algorithm>

#include "hal/vulkan/format.h"

namespace vitrine::hal::vulkan {
namespace {

VkImageUsageFlags to_vk(TextureUsages u, VkImageAspectFlags aspects) {
  VkImageUsageFlags v = 0;
  if (u & texture_usage::kCopySrc) v |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  if (u & texture_usage::kTextureBinding) v |= VK_IMAGE_USAGE_SAMPLED_BIT;
  if (u & texture_usage::kStorageBinding) v |= VK_IMAGE_USAGE_STORAGE_BIT;
  if (u & texture_usage::kRenderAttachment)
    v |= aspects & VK_IMAGE_ASPECT_COLOR_BIT ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT
                                             : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
  // Zeroing before first use is a transfer.
  return v | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
}

VkImageType to_vk(TextureDimension d) {
  return d == TextureDimension::D1 ? VK_IMAGE_TYPE_1D : d == TextureDimension::D3 ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D;
}

VkImageViewType to_vk(TextureViewDimension d) {
  switch (d) {
    case TextureViewDimension::D1: return VK_IMAGE_VIEW_TYPE_1D;
    case TextureViewDimension::D2: return VK_IMAGE_VIEW_TYPE_2D;
    case TextureViewDimension::D2Array: return VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    case TextureViewDimension::Cube: return VK_IMAGE_VIEW_TYPE_CUBE;
    case TextureViewDimension::CubeArray: return VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
    case TextureViewDimension::D3: return VK_IMAGE_VIEW_TYPE_3D;
  }
  return VK_IMAGE_VIEW_TYPE_2D;
}

VkComponentSwizzle to_vk(ComponentSwizzle s) {
  switch (s) {
    case ComponentSwizzle::Zero: return VK_COMPONENT_SWIZZLE_ZERO;
    case ComponentSwizzle::One: return VK_COMPONENT_SWIZZLE_ONE;
    case ComponentSwizzle::R: return VK_COMPONENT_SWIZZLE_R;
    case ComponentSwizzle::G: return VK_COMPONENT_SWIZZLE_G;
    case ComponentSwizzle::B: return VK_COMPONENT_SWIZZLE_B;
    case ComponentSwizzle::A: return VK_COMPONENT_SWIZZLE_A;
  }
  return VK_COMPONENT_SWIZZLE_IDENTITY;
}

VkSamplerAddressMode to_vk(AddressMode m) {
  switch (m) {
    case AddressMode::ClampToEdge: return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    case AddressMode::Repeat: return VK_SAMPLER_ADDRESS_MODE_REPEAT;
    case AddressMode::MirrorRepeat: return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
  }
  return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
}

}  // namespace

VkFormat VulkanDevice::native_format(TextureFormat format) const {
  VkFormat f = vulkan::to_vk(format);
  auto usable = [&](VkFormat x) {
    return adapter->format_properties(x).optimalTilingFeatures & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT;
  };
  // A driver need not have S8 alone, nor D32S8.
  if (format == TextureFormat::Stencil8 && !usable(f)) f = VK_FORMAT_D32_SFLOAT_S8_UINT;
  if (f == VK_FORMAT_D32_SFLOAT_S8_UINT && !usable(f)) f = VK_FORMAT_D24_UNORM_S8_UINT;
  return f;
}

VulkanTexture::VulkanTexture(VulkanDevice& device, const TextureDesc& d)
    : device(device),
      dimension(d.dimension),
      format(d.format),
      aspects(aspects_of(d.format)),
      size(d.size),
      mip_levels(d.mip_level_count),
      layers(d.dimension == TextureDimension::D3 ? 1 : d.size.depth_or_layers),
      samples(d.sample_count),
      usage(d.usage),
      states(size_t{mip_levels} * layers) {}

Result<std::unique_ptr<Texture>> VulkanDevice::create_texture(const TextureDesc& d) {
  LostScope scope(*this);
  if (lost()) return Failure<Error>(lost_error());
  auto describe = [&] {
    return "a texture of " + std::to_string(d.size.width) + "x" + std::to_string(d.size.height) + "x" +
           std::to_string(d.size.depth_or_layers) + " texels";
  };
  auto t = std::make_unique<VulkanTexture>(*this, d);
  t->vk_format = native_format(d.format);
  if (t->vk_format == VK_FORMAT_D32_SFLOAT_S8_UINT || t->vk_format == VK_FORMAT_D24_UNORM_S8_UINT)
    t->aspects = VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
  TexelLayout texel = texel_layout(d.format, TextureAspect::All);
  if (texel.width > 1) {
    uint64_t blocks = uint64_t{(d.size.width + texel.width - 1) / texel.width} *
                      ((d.size.height + texel.height - 1) / texel.height);
    uint64_t slices = d.dimension == TextureDimension::D3 ? d.size.depth_or_layers : 1;
    if (Status ok = reserve_zeros(blocks * slices * texel.bytes); !ok) return Failure<Error>(ok.error());
  }
  VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
  info.imageType = to_vk(d.dimension);
  info.format = t->vk_format;
  info.extent = {d.size.width, d.size.height, d.dimension == TextureDimension::D3 ? d.size.depth_or_layers : 1};
  info.mipLevels = d.mip_level_count;
  info.arrayLayers = t->layers;
  info.samples = static_cast<VkSampleCountFlagBits>(d.sample_count);
  info.tiling = VK_IMAGE_TILING_OPTIMAL;
  info.usage = to_vk(d.usage, t->aspects);
  if (d.sample_count > 1 && adapter->resolves_first_layer) info.usage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  info.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
  // A view of six layers or more may be a cube.
  if (d.dimension == TextureDimension::D2 && d.sample_count == 1 && t->layers >= 6 && d.size.width == d.size.height)
    info.flags |= VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
  // A slice of a 3D texture can be rendered to.
  if (d.dimension == TextureDimension::D3 && (d.usage & texture_usage::kRenderAttachment))
    info.flags |= VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT;
  std::vector<VkFormat> formats{t->vk_format};
  for (TextureFormat f : d.view_formats)
    if (f != d.format) formats.push_back(vulkan::to_vk(f));
  VkImageFormatListCreateInfo list{VK_STRUCTURE_TYPE_IMAGE_FORMAT_LIST_CREATE_INFO};
  if (formats.size() > 1) {
    info.flags |= VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT;
    list.viewFormatCount = static_cast<uint32_t>(formats.size());
    list.pViewFormats = formats.data();
    if (adapter->image_view_format_list) info.pNext = &list;
  }
  // Every driver takes 2 GiB; more than it names may not even be asked for.
  uint64_t estimate = 0;
  for (uint32_t m = 0; m < d.mip_level_count; ++m)
    estimate += uint64_t{(std::max(1u, info.extent.width >> m) + texel.width - 1) / texel.width} *
                ((std::max(1u, info.extent.height >> m) + texel.height - 1) / texel.height) *
                std::max(1u, info.extent.depth >> m) * info.arrayLayers * d.sample_count * texel.bytes;
  if (VkImageFormatProperties most; estimate >> 31 != 0 &&
                                    instance->vk.vkGetPhysicalDeviceImageFormatProperties(
                                        adapter->handle, info.format, info.imageType, info.tiling, info.usage,
                                        info.flags, &most) == VK_SUCCESS &&
                                    estimate > most.maxResourceSize)
    return Failure<Error>(Error{ErrorKind::OutOfMemory, {}, describe()});
  CallResult r = HAL_CALL(faults, vk, vkCreateImage, handle, &info, nullptr, &t->handle);
  if (!r) {
    t->handle = VK_NULL_HANDLE;
    return Failure<Error>(error(r, describe()));
  }
  VkMemoryRequirements needs;
  vk.vkGetImageMemoryRequirements(handle, t->handle, &needs);
  auto memory = allocator.allocate(needs, MemoryUse::Device, false);
  if (!memory) {
    Error e = memory.error();
    e.detail = describe();
    return Failure<Error>(std::move(e));
  }
  t->memory = *memory;
  r = HAL_CALL(faults, vk, vkBindImageMemory, handle, t->handle, t->memory.memory, t->memory.offset);
  if (!r) return Failure<Error>(error(r, describe()));
  name(VK_OBJECT_TYPE_IMAGE, t->handle, d.label);
  if (desc.checks_shaders()) t->label = d.label;
  return std::unique_ptr<Texture>(std::move(t));
}

std::shared_ptr<VulkanBuffer> VulkanDevice::zeros() {
  std::lock_guard lock(zeros_mutex_);
  return zeros_;
}

// Compressed textures cannot be cleared, only copied to.
Status VulkanDevice::reserve_zeros(VkDeviceSize size) {
  std::lock_guard lock(zeros_mutex_);
  if (zeros_ && zeros_size_ >= size) return {};
  BufferDesc d{"zeros", size, buffer_usage::kCopySrc | buffer_usage::kMapWrite};
  auto b = create_buffer(d);
  if (!b) return Failure<Error>(b.error());
  zeros_.reset(static_cast<VulkanBuffer*>(b->release()));
  zeros_size_ = size;
  return {};
}

VulkanTexture::~VulkanTexture() {
  if (!handle || borrowed) return;
  device.vulkan_queue().destroy_later(last_use(), [&d = device, h = handle, m = memory]() mutable {
    d.vk.vkDestroyImage(d.handle, h, nullptr);
    d.allocator.free(m);
  });
}

Result<std::unique_ptr<TextureView>> VulkanDevice::create_texture_view(Texture& texture, const TextureViewDesc& d) {
  LostScope scope(*this);
  if (lost()) return Failure<Error>(lost_error());
  auto& t = static_cast<VulkanTexture&>(texture);
  auto v = std::make_unique<VulkanTextureView>(t);
  v->format = d.format;
  v->aspects = aspects_of(t.format, d.aspect);
  v->base_mip = d.base_mip_level;
  v->mip_count = d.mip_level_count;
  // A 3D image has one layer, whatever its depth.
  v->base_layer = t.dimension == TextureDimension::D3 ? 0 : d.base_array_layer;
  v->layer_count = t.dimension == TextureDimension::D3 ? 1 : d.array_layer_count;
  VkImageViewUsageCreateInfo usage{VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO};
  usage.usage = to_vk(d.usage ? d.usage : t.usage, t.aspects) & ~VkImageUsageFlags{VK_IMAGE_USAGE_TRANSFER_DST_BIT};
  VkImageViewCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
  if (usage.usage & ~VkImageUsageFlags{VK_IMAGE_USAGE_TRANSFER_SRC_BIT}) {
    info.pNext = &usage;
  } else {
    return std::unique_ptr<TextureView>(std::move(v));  // nothing that a native view is for
  }
  info.image = t.handle;
  info.viewType = to_vk(d.dimension);
  // The view of one aspect has the format of the whole image.
  info.format = t.aspects & VK_IMAGE_ASPECT_COLOR_BIT ? vulkan::to_vk(d.format) : t.vk_format;
  info.subresourceRange = {v->aspects, v->base_mip, v->mip_count, v->base_layer, v->layer_count};
  bool identity = d.swizzle[0] == ComponentSwizzle::R && d.swizzle[1] == ComponentSwizzle::G &&
                  d.swizzle[2] == ComponentSwizzle::B && d.swizzle[3] == ComponentSwizzle::A;
  // What depth and stencil have beside their one value is given outright: some drivers take another for it (defs/blocklist.def).
  auto component = [&](ComponentSwizzle s) {
    if (t.aspects & VK_IMAGE_ASPECT_COLOR_BIT || s == ComponentSwizzle::R) return to_vk(s);
    return s == ComponentSwizzle::A || s == ComponentSwizzle::One ? VK_COMPONENT_SWIZZLE_ONE : VK_COMPONENT_SWIZZLE_ZERO;
  };
  if (!identity)
    info.components = {component(d.swizzle[0]), component(d.swizzle[1]), component(d.swizzle[2]), component(d.swizzle[3])};
  CallResult r = HAL_CALL(faults, vk, vkCreateImageView, handle, &info, nullptr, &v->handle);
  if (!r) {
    v->handle = VK_NULL_HANDLE;
    return Failure<Error>(error(r, "a texture view"));
  }
  name(VK_OBJECT_TYPE_IMAGE_VIEW, v->handle, d.label);
  // One slice of a 3D texture at a time can be rendered to.
  if (t.dimension == TextureDimension::D3 && (usage.usage & VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT)) {
    uint32_t depth = std::max(1u, t.size.depth_or_layers >> v->base_mip);
    v->slices.resize(depth);
    info.viewType = VK_IMAGE_VIEW_TYPE_2D;
    usage.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    info.components = {};
    for (uint32_t z = 0; z < depth; ++z) {
      info.subresourceRange = {v->aspects, v->base_mip, 1, z, 1};
      r = HAL_CALL(faults, vk, vkCreateImageView, handle, &info, nullptr, &v->slices[z]);
      if (!r) {
        v->slices[z] = VK_NULL_HANDLE;
        return Failure<Error>(error(r, "a texture view"));
      }
    }
  }
  return std::unique_ptr<TextureView>(std::move(v));
}

VulkanTextureView::~VulkanTextureView() {
  if (!handle) return;
  device.vulkan_queue().destroy_later([&d = device, h = handle, s = slices] {
    d.vk.vkDestroyImageView(d.handle, h, nullptr);
    for (VkImageView v : s)
      if (v) d.vk.vkDestroyImageView(d.handle, v, nullptr);
  });
}

VkImageLayout VulkanTexture::bound_layout() const {
  // One pass may read a texture by both kinds of binding.
  if (usage & texture_usage::kStorageBinding) return VK_IMAGE_LAYOUT_GENERAL;
  // Depth that is sampled may be a read-only attachment of the same pass.
  bool color = aspects & VK_IMAGE_ASPECT_COLOR_BIT;
  return color || !(usage & texture_usage::kRenderAttachment) ? VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL
                                                             : VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL;
}

Result<std::unique_ptr<Sampler>> VulkanDevice::create_sampler(const SamplerDesc& d) {
  LostScope scope(*this);
  if (lost()) return Failure<Error>(lost_error());
  auto s = std::make_unique<VulkanSampler>(*this);
  auto filter = [](FilterMode m) { return m == FilterMode::Linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST; };
  VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
  info.magFilter = filter(d.mag);
  info.minFilter = filter(d.min);
  info.mipmapMode = d.mipmap == FilterMode::Linear ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST;
  info.addressModeU = to_vk(d.address_u);
  info.addressModeV = to_vk(d.address_v);
  info.addressModeW = to_vk(d.address_w);
  info.minLod = d.lod_min;
  info.maxLod = d.lod_max;
  info.compareEnable = d.compare != CompareFunction::Undefined;
  info.compareOp = info.compareEnable ? vulkan::to_vk(d.compare) : VK_COMPARE_OP_NEVER;
  if (d.max_anisotropy > 1 && adapter->features10.samplerAnisotropy) {
    info.anisotropyEnable = VK_TRUE;
    info.maxAnisotropy = std::min<float>(d.max_anisotropy, adapter->props.limits.maxSamplerAnisotropy);
  }
  CallResult r = HAL_CALL(faults, vk, vkCreateSampler, handle, &info, nullptr, &s->handle);
  if (!r) {
    s->handle = VK_NULL_HANDLE;
    return Failure<Error>(error(r, "a sampler"));
  }
  name(VK_OBJECT_TYPE_SAMPLER, s->handle, d.label);
  return std::unique_ptr<Sampler>(std::move(s));
}

VulkanSampler::~VulkanSampler() {
  if (!handle) return;
  device.vulkan_queue().destroy_later([&d = device, h = handle] { d.vk.vkDestroySampler(d.handle, h, nullptr); });
}

void VulkanDevice::set_label(Texture& t, std::string_view label) {
  name(VK_OBJECT_TYPE_IMAGE, static_cast<VulkanTexture&>(t).handle, label);
  if (desc.checks_shaders()) queue_.locked([&] { static_cast<VulkanTexture&>(t).label = label; });
}
void VulkanDevice::set_label(TextureView& v, std::string_view label) {
  auto& view = static_cast<VulkanTextureView&>(v);
  if (view.handle) name(VK_OBJECT_TYPE_IMAGE_VIEW, view.handle, label);
}
void VulkanDevice::set_label(Sampler& s, std::string_view label) {
  name(VK_OBJECT_TYPE_SAMPLER, static_cast<VulkanSampler&>(s).handle, label);
}

}  // namespace vitrine::hal::vulkan
