// Textures between passes: layouts, zeroing before first use, copies.
#include <algorithm>

#include "hal/vulkan/record.h"

namespace vitrine::hal::vulkan {
namespace {

constexpr Access kCopyRead{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT, false};
constexpr Access kCopyWrite{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, true};

uint32_t level(uint32_t size, uint32_t mip) { return std::max(1u, size >> mip); }

bool is_3d(const VulkanTexture& t) { return t.dimension == TextureDimension::D3; }

// The logical size of a level: copies are given in whole blocks and may go past its edge.
VkExtent3D clamp(const VulkanTexture& t, const cmd::TexturePlace& p, Extent3D size) {
  uint32_t w = level(t.size.width, p.mip_level), h = level(t.size.height, p.mip_level);
  return {std::min(size.width, w - std::min(w, p.origin.x)), std::min(size.height, h - std::min(h, p.origin.y)),
          is_3d(t) ? size.depth_or_layers : 1};
}

VkImageSubresourceLayers layers_of(const VulkanTexture& t, const cmd::TexturePlace& p, Extent3D size) {
  return {aspects_of(t.format, p.aspect), p.mip_level, is_3d(t) ? 0 : p.origin.z, is_3d(t) ? 1 : size.depth_or_layers};
}

VkOffset3D offset_of(const VulkanTexture& t, const cmd::TexturePlace& p) {
  return {static_cast<int32_t>(p.origin.x), static_cast<int32_t>(p.origin.y),
          is_3d(t) ? static_cast<int32_t>(p.origin.z) : 0};
}

VkBufferImageCopy region_of(const VulkanTexture& t, const cmd::TexturePlace& p, Extent3D size, uint64_t offset,
                            uint32_t bytes_per_row, uint32_t rows_per_image) {
  TexelLayout texel = texel_layout(t.format, p.aspect);
  VkBufferImageCopy r{};
  r.bufferOffset = offset;
  r.bufferRowLength = bytes_per_row / texel.bytes * texel.width;
  r.bufferImageHeight = rows_per_image * texel.height;
  r.imageSubresource = layers_of(t, p, size);
  r.imageOffset = offset_of(t, p);
  r.imageExtent = clamp(t, p, size);
  // A pitch that leads nowhere may be any number: drivers take no more than 31 bits.
  bool one_image = size.depth_or_layers == 1;
  if (one_image) r.bufferImageHeight = 0;
  if (one_image && size.height <= texel.height) r.bufferRowLength = 0;
  // Zero means "as tight as the copy", and a pitch must not be below the extent.
  r.bufferRowLength = std::max(r.bufferRowLength, r.imageExtent.width);
  r.bufferRowLength = (r.bufferRowLength + texel.width - 1) / texel.width * texel.width;
  r.bufferImageHeight = std::max(r.bufferImageHeight, r.imageExtent.height);
  r.bufferImageHeight = (r.bufferImageHeight + texel.height - 1) / texel.height * texel.height;
  return r;
}

bool covers_level(const VulkanTexture& t, const cmd::TexturePlace& p, VkExtent3D extent) {
  return extent.width == level(t.size.width, p.mip_level) && extent.height == level(t.size.height, p.mip_level) &&
         (!is_3d(t) || extent.depth == level(t.size.depth_or_layers, p.mip_level)) &&
         aspects_of(t.format, p.aspect) == t.aspects;
}

bool empty(Extent3D s) { return s.width == 0 || s.height == 0 || s.depth_or_layers == 0; }

// One extent counts for both sides of a copy between images. Where a level ends inside a block, it must end there on both.
bool needs_buffer(const cmd::CopyTextureToTexture& c) {
  if (empty(c.size)) return false;
  auto& from = static_cast<VulkanTexture&>(*c.source.texture);
  auto& to = static_cast<VulkanTexture&>(*c.destination.texture);
  if (texel_layout(from.format, TextureAspect::All).width == 1) return false;
  VkExtent3D a = clamp(from, c.source, c.size), b = clamp(to, c.destination, c.size);
  return a.width != b.width || a.height != b.height;
}

VkDeviceSize copy_bytes(const cmd::CopyTextureToTexture& c) {
  TexelLayout texel = texel_layout(static_cast<VulkanTexture&>(*c.source.texture).format, TextureAspect::All);
  VkDeviceSize n = VkDeviceSize{(c.size.width + texel.width - 1) / texel.width} *
                   ((c.size.height + texel.height - 1) / texel.height) * c.size.depth_or_layers * texel.bytes;
  return (n + 15) & ~VkDeviceSize{15};  // blocks of any format may follow
}

}  // namespace

VkDeviceSize count_copy_bytes(const CommandStream& stream) {
  VkDeviceSize n = 0;
  for (StreamCursor c(stream); c; c.next())
    if (c->op == Op::CopyTextureToTexture)
      if (const auto& k = as<cmd::CopyTextureToTexture>(*c); needs_buffer(k)) n += copy_bytes(k);
  return n;
}

Status take_copy_scratch(VulkanDevice& d, VkDeviceSize size, CopyScratch* s) {
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = size;
  info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  auto describe = [&] { return "copies between textures of " + std::to_string(size) + " bytes"; };
  CallResult r = HAL_CALL(d.faults, d.vk, vkCreateBuffer, d.handle, &info, nullptr, &s->buffer);
  if (!r) {
    s->buffer = VK_NULL_HANDLE;
    return Failure<Error>(d.error(r, describe()));
  }
  VkMemoryRequirements needs;
  d.vk.vkGetBufferMemoryRequirements(d.handle, s->buffer, &needs);
  auto memory = d.allocator.allocate(needs, MemoryUse::Device, true);
  if (!memory) return Failure<Error>(memory.error());
  s->memory = *memory;
  r = HAL_CALL(d.faults, d.vk, vkBindBufferMemory, d.handle, s->buffer, s->memory.memory, s->memory.offset);
  if (!r) return Failure<Error>(d.error(r, describe()));
  return {};
}

void give_copy_scratch(VulkanDevice& d, CopyScratch& s) {
  if (s.buffer) d.vk.vkDestroyBuffer(d.handle, s.buffer, nullptr);
  d.allocator.free(s.memory);
  s = {};
}

void Recorder::use(VulkanTexture& t, uint32_t base_mip, uint32_t mips, uint32_t base_layer, uint32_t layers,
                   VkImageLayout layout, Access a) {
  t.used(serial_);
  auto barrier = [&](VkImageLayout from, VkAccessFlags src, uint32_t mip, uint32_t mip_count, uint32_t layer,
                     uint32_t layer_count) {
    VkImageMemoryBarrier b{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
    b.srcAccessMask = src;
    b.dstAccessMask = a.access;
    b.oldLayout = from;
    b.newLayout = layout;
    b.srcQueueFamilyIndex = b.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    b.image = t.handle;
    // Later versions of Vulkan may count the slices of a volume as layers here.
    b.subresourceRange = {t.aspects, mip, mip_count, layer, is_3d(t) ? VK_REMAINING_ARRAY_LAYERS : layer_count};
    image_barriers_.push_back(b);
  };
  // One barrier where every piece comes from the same layout, which is the rule.
  bool uniform = true, any = false;
  VkImageLayout first = t.state(base_mip, base_layer).layout;
  VkAccessFlags writes = 0;
  for (uint32_t l = base_layer; l < base_layer + layers; ++l)
    for (uint32_t m = base_mip; m < base_mip + mips; ++m) {
      const SubresourceState& s = t.state(m, l);
      uniform = uniform && s.layout == first;
      any = any || s.layout != layout;
      writes |= s.access.write_access;
    }
  for (uint32_t l = base_layer; l < base_layer + layers; ++l)
    for (uint32_t m = base_mip; m < base_mip + mips; ++m) {
      SubresourceState& s = t.state(m, l);
      bool transition = s.layout != layout;
      VkAccessFlags src = s.access.write_access;
      if (transition) {
        // The barrier must wait for nothing on a fresh image, yet needs its second half.
        dst_stages_ |= a.stages;
        if (!uniform) barrier(s.layout, src, m, 1, l, 1);
        s.layout = layout;
      }
      use_state(s.access, a, transition);
    }
  if (uniform && any) barrier(first, writes, base_mip, mips, base_layer, layers);
}

void Recorder::initialize(VulkanTexture& t, uint32_t base_mip, uint32_t mips, uint32_t base_layer, uint32_t layers) {
  for (uint32_t l = base_layer; l < base_layer + layers; ++l)
    for (uint32_t m = base_mip; m < base_mip + mips; ++m) {
      if (t.state(m, l).initialized) continue;
      // The longest run of layers that need it; most often all.
      uint32_t n = 1;
      while (l + n < base_layer + layers && !t.state(m, l + n).initialized) ++n;
      for (uint32_t i = 0; i < n; ++i) t.state(m, l + i).initialized = true;
      use(t, m, 1, l, n, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kCopyWrite);
      flush_barriers();
      VkImageSubresourceRange range{t.aspects, m, 1, l, n};
      TexelLayout texel = texel_layout(t.format, TextureAspect::All);
      if (!(t.aspects & VK_IMAGE_ASPECT_COLOR_BIT)) {
        VkClearDepthStencilValue zero{};
        vk_.vkCmdClearDepthStencilImage(cb_, t.handle, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &zero, 1, &range);
      } else if (texel.width == 1) {
        VkClearColorValue zero{};
        vk_.vkCmdClearColorImage(cb_, t.handle, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &zero, 1, &range);
      } else {
        std::shared_ptr<VulkanBuffer> zeros = device_.zeros();
        zeros->used(serial_);
        for (uint32_t i = 0; i < n; ++i) {
          VkBufferImageCopy r{};
          r.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, m, l + i, 1};
          r.imageExtent = {level(t.size.width, m), level(t.size.height, m),
                           is_3d(t) ? level(t.size.depth_or_layers, m) : 1};
          vk_.vkCmdCopyBufferToImage(cb_, zeros->handle, t.handle, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &r);
        }
      }
    }
}

void Recorder::copy_to_texture(VkBuffer from, VkDeviceSize from_offset, uint32_t bytes_per_row, uint32_t rows_per_image,
                               const cmd::TexturePlace& to, Extent3D size) {
  auto& t = static_cast<VulkanTexture&>(*to.texture);
  VkBufferImageCopy r = region_of(t, to, size, from_offset, bytes_per_row, rows_per_image);
  uint32_t layer = r.imageSubresource.baseArrayLayer, count = r.imageSubresource.layerCount;
  if (covers_level(t, to, r.imageExtent))
    for (uint32_t l = layer; l < layer + count; ++l) t.state(to.mip_level, l).initialized = true;
  initialize(t, to.mip_level, 1, layer, count);
  use(t, to.mip_level, 1, layer, count, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kCopyWrite);
  flush_barriers();
  vk_.vkCmdCopyBufferToImage(cb_, from, t.handle, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &r);
}

void Recorder::present(VulkanTexture& image, VulkanTexture& source) {
  initialize(source, 0, 1, 0, 1);
  if (&source != &image) {
    image.state(0, 0).initialized = true;
    use(source, 0, 1, 0, 1, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kCopyRead);
    use(image, 0, 1, 0, 1, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kCopyWrite);
    flush_barriers();
    auto end = [](const VulkanTexture& t) {
      return VkOffset3D{static_cast<int32_t>(t.size.width), static_cast<int32_t>(t.size.height), 1};
    };
    VkImageBlit r{};
    r.srcSubresource = r.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    r.srcOffsets[1] = end(source);
    r.dstOffsets[1] = end(image);
    vk_.vkCmdBlitImage(cb_, source.handle, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, image.handle,
                       VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &r, VK_FILTER_NEAREST);
  }
  use(image, 0, 1, 0, 1, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, {VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, false});
  flush_barriers();
}

void Recorder::copy(const cmd::CopyBufferToTexture& c) {
  if (empty(c.size)) return;
  auto& b = static_cast<VulkanBuffer&>(*c.source.buffer);
  initialize(b);
  use(b, kCopyRead);
  copy_to_texture(b.handle, c.source.offset, c.source.bytes_per_row, c.source.rows_per_image, c.destination, c.size);
}

void Recorder::copy(const cmd::CopyTextureToBuffer& c) {
  if (empty(c.size)) return;
  auto& t = static_cast<VulkanTexture&>(*c.source.texture);
  auto& b = static_cast<VulkanBuffer&>(*c.destination.buffer);
  VkBufferImageCopy r =
      region_of(t, c.source, c.size, c.destination.offset, c.destination.bytes_per_row, c.destination.rows_per_image);
  uint32_t layer = r.imageSubresource.baseArrayLayer, count = r.imageSubresource.layerCount;
  initialize(t, c.source.mip_level, 1, layer, count);
  initialize(b);
  use(t, c.source.mip_level, 1, layer, count, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kCopyRead);
  use(b, kCopyWrite);
  flush_barriers();
  vk_.vkCmdCopyImageToBuffer(cb_, t.handle, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, b.handle, 1, &r);
}

void Recorder::copy(const cmd::CopyTextureToTexture& c) {
  if (empty(c.size)) return;
  auto& from = static_cast<VulkanTexture&>(*c.source.texture);
  auto& to = static_cast<VulkanTexture&>(*c.destination.texture);
  VkImageCopy r{};
  r.srcSubresource = layers_of(from, c.source, c.size);
  r.dstSubresource = layers_of(to, c.destination, c.size);
  r.srcOffset = offset_of(from, c.source);
  r.dstOffset = offset_of(to, c.destination);
  VkExtent3D a = clamp(from, c.source, c.size), b = clamp(to, c.destination, c.size);
  r.extent = {std::min(a.width, b.width), std::min(a.height, b.height),
              is_3d(from) || is_3d(to) ? c.size.depth_or_layers : 1};
  uint32_t src_layer = r.srcSubresource.baseArrayLayer, src_count = r.srcSubresource.layerCount;
  uint32_t dst_layer = r.dstSubresource.baseArrayLayer, dst_count = r.dstSubresource.layerCount;
  initialize(from, c.source.mip_level, 1, src_layer, src_count);
  VkExtent3D written = r.extent;
  written.depth = is_3d(to) ? c.size.depth_or_layers : 1;
  if (covers_level(to, c.destination, written))
    for (uint32_t l = dst_layer; l < dst_layer + dst_count; ++l) to.state(c.destination.mip_level, l).initialized = true;
  initialize(to, c.destination.mip_level, 1, dst_layer, dst_count);
  use(from, c.source.mip_level, 1, src_layer, src_count, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kCopyRead);
  use(to, c.destination.mip_level, 1, dst_layer, dst_count, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kCopyWrite);
  flush_barriers();
  if (needs_buffer(c)) {
    CopyScratch& scratch = flight_.copies;
    TexelLayout texel = texel_layout(from.format, TextureAspect::All);
    uint32_t columns = (c.size.width + texel.width - 1) / texel.width, rows = (c.size.height + texel.height - 1) / texel.height;
    VkBufferImageCopy out = region_of(from, c.source, c.size, scratch.used, columns * texel.bytes, rows);
    VkBufferImageCopy in = region_of(to, c.destination, c.size, scratch.used, columns * texel.bytes, rows);
    scratch.used += copy_bytes(c);
    vk_.vkCmdCopyImageToBuffer(cb_, from.handle, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, scratch.buffer, 1, &out);
    VkMemoryBarrier written{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_TRANSFER_WRITE_BIT,
                            VK_ACCESS_TRANSFER_READ_BIT};
    vk_.vkCmdPipelineBarrier(cb_, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &written, 0,
                             nullptr, 0, nullptr);
    vk_.vkCmdCopyBufferToImage(cb_, scratch.buffer, to.handle, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &in);
    return;
  }
  uint32_t at_once = device_.adapter->layers_per_copy;
  if (is_3d(from) || is_3d(to) || src_count <= at_once) {
    vk_.vkCmdCopyImage(cb_, from.handle, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, to.handle,
                       VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &r);
    return;
  }
  for (uint32_t done = 0; done < src_count; done += at_once) {
    VkImageCopy part = r;
    part.srcSubresource.baseArrayLayer += done;
    part.dstSubresource.baseArrayLayer += done;
    part.srcSubresource.layerCount = part.dstSubresource.layerCount = std::min(at_once, src_count - done);
    vk_.vkCmdCopyImage(cb_, from.handle, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, to.handle,
                       VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &part);
  }
}

}  // namespace vitrine::hal::vulkan
