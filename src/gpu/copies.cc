// Copies that involve textures. https://gpuweb.github.io/gpuweb/#copies
#include <fmt/format.h>

#include <algorithm>

#include "gpu/buffer.h"
#include "gpu/call.h"
#include "gpu/check.h"
#include "gpu/command_encoder.h"
#include "gpu/compatibility.h"
#include "gpu/device.h"
#include "gpu/queue.h"
#include "gpu/silent.h"
#include "gpu/texture.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Path;
using diag::Text;

RULE(copy_bytes_per_row_unaligned, Validation, "validating GPUTexelCopyBufferInfo", "315a68dd aa6e9f0d",
     "bytesPerRow is {0}, and a copy between buffer and texture takes a multiple of 256", uint64_t);
RULE(copy_buffer_side_usage, Validation, "GPUCommandEncoder.copyBufferToTexture", "de1a1957 7ac2360c",
     "{0} has the usage {1}, and the copy needs {2}", diag::ObjectRef, Text, Text);
RULE(copy_mip_level, Validation, "validating GPUTexelCopyTextureInfo", "", "mip level {0} is not below the {1} of {2}",
     uint64_t, uint64_t, diag::ObjectRef);
RULE(copy_origin_unaligned, Validation, "validating GPUTexelCopyTextureInfo", "",
     "the origin ({0}, {1}) is not on the blocks of {2}, {3} by {4} texels", uint64_t, uint64_t, Name, uint64_t, uint64_t);
RULE(copy_size_unaligned, Validation, "validating texture copy range", "",
     "the size {0} by {1} is not whole blocks of {2}, {3} by {4} texels", uint64_t, uint64_t, Name, uint64_t, uint64_t);
RULE(copy_not_whole_subresource, Validation, "validating GPUTexelCopyTextureInfo", "",
     "{0} by {1} texels of mip level {2} of {3} are copied, and {4} copies take all {5} by {6}", uint64_t, uint64_t,
     uint64_t, diag::ObjectRef, Text, uint64_t, uint64_t);
RULE(copy_texture_out_of_range, Validation, "validating texture copy range", "37b866b2 36f99d21",
     "{0} from {1} on end at {2} in {3}, and mip level {4} of {5} has {6}", uint64_t, uint64_t, uint64_t, Text, uint64_t,
     diag::ObjectRef, uint64_t);
RULE(copy_texture_usage, Validation, "validating texture buffer copy", "d7070eee 17158802 0cff73ee 08b704dc",
     "{0} has the usage {1}, and the copy needs {2}", diag::ObjectRef, Text, Text);
RULE(copy_texture_multisampled, Validation, "validating texture buffer copy", "",
     "{0} has {1} samples, and only single-sampled textures are copied to or from a buffer", diag::ObjectRef, uint64_t);
RULE(copy_aspect_missing, Validation, "validating texture buffer copy", "", "the format {0} of {1} has no aspect {2}",
     Name, diag::ObjectRef, Name);
RULE(copy_aspect_not_single, Validation, "validating texture buffer copy", "",
     "the format {0} of {1} has depth and stencil, and the copy takes one of them", Name, diag::ObjectRef);
RULE(copy_aspect_not_possible, Validation, "validating texture buffer copy", "",
     "aspect {0} of the format {1} cannot be the {2} of a copy", Name, Name, Text);
RULE(copy_offset_unaligned, Validation, "validating texture buffer copy", "",
     "the buffer offset is {0}, and for the format {1} it is a multiple of {2}", uint64_t, Name, uint64_t);
RULE(copy_bytes_per_row_missing, Validation, "validating linear texture data", "",
     "bytesPerRow is not given, and {0} are copied", Text);
RULE(copy_rows_per_image_missing, Validation, "validating linear texture data", "",
     "rowsPerImage is not given, and {0} layers are copied", uint64_t);
RULE(copy_bytes_per_row_too_small, Validation, "validating linear texture data", "",
     "bytesPerRow is {0}, and a row of the copy has {1} bytes", uint64_t, uint64_t);
RULE(copy_rows_per_image_too_small, Validation, "validating linear texture data", "",
     "rowsPerImage is {0}, and an image of the copy has {1} rows", uint64_t, uint64_t);
RULE(copy_data_out_of_range, Validation, "validating linear texture data", "839e11d0 0b1fdd50 2d4b595c",
     "the copy needs {0} bytes from offset {1}, and there are {2}", Text, uint64_t, uint64_t);

namespace {

// https://gpuweb.github.io/gpuweb/#abstract-opdef-validating-gputexelcopybufferinfo
bool validate_buffer_info(Device& device, const TexelCopyBufferInfo& b, uint64_t usage, const Path& path,
                          diag::Requirements& unmet) {
  if (!check_usable_with(device, b.buffer, "the buffer", path.member("buffer"), unmet)) return false;
  REQUIRE(unmet, b.bytes_per_row == kUndefined32 || b.bytes_per_row % 256 == 0,
          copy_bytes_per_row_unaligned(b.bytes_per_row)
              .at(path.member("bytesPerRow"))
              .help(fmt::format("use bytesPerRow: {}, and leave the end of each row unused",
                                (uint64_t{b.bytes_per_row} + 255) / 256 * 256)));
  REQUIRE(unmet, b.buffer->usage() & usage,
          with_creation(copy_buffer_side_usage(b.buffer->ref(), Text{buffer_usage_text(b.buffer->usage())},
                                               Text{buffer_usage_text(usage)})
                            .at(path.member("buffer"))
                            .help(usage_help(*b.buffer, usage)),
                        *b.buffer));
  return true;
}

// https://gpuweb.github.io/gpuweb/#abstract-opdef-validating-gputexelcopytextureinfo
bool validate_texture_info(Device& device, const TexelCopyTextureInfo& t, const hal::Extent3D& size, const Path& path,
                           diag::Requirements& unmet) {
  if (!check_usable_with(device, t.texture, "the texture", path.member("texture"), unmet)) return false;
  if (!check_enum(t.aspect, "GPUTextureAspect", path.member("aspect"), unmet)) return false;
  const Texture& texture = *t.texture;
  const FormatInfo& f = texture.info();
  if (!REQUIRE(unmet, t.mip_level < texture.mip_level_count(),
               copy_mip_level(t.mip_level, texture.mip_level_count(), texture.ref())
                   .help("mip levels count from 0; make the texture with a larger mipLevelCount")
                   .at(path.member("mipLevel")))) {
    return false;
  }
  Path origin = path.member("origin"), size_path("copySize");
  REQUIRE(unmet, t.origin.x % f.block_width == 0 && t.origin.y % f.block_height == 0,
          copy_origin_unaligned(t.origin.x, t.origin.y, Name{shown(texture.format())}, f.block_width, f.block_height)
              .help("blocks are copied whole: let x and y be multiples of their size")
              .at(origin));
  hal::Extent3D extent = texture.physical_extent(t.mip_level);
  if (f.depth_or_stencil() || texture.sample_count() > 1) {
    std::string_view which = f.depth_or_stencil() ? "depth-stencil" : "multisampled";
    REQUIRE(unmet, size.width == extent.width && size.height == extent.height,
            copy_not_whole_subresource(size.width, size.height, t.mip_level, texture.ref(), Text{std::string(which)},
                                       extent.width, extent.height)
                .help(fmt::format("copy [{}, {}] from the origin [0, 0]", extent.width, extent.height))
                .at(size_path));
  }
  auto inside = [&](std::string_view axis, uint32_t from, uint32_t count, uint32_t most) {
    uint64_t end = uint64_t{from} + count;
    REQUIRE(unmet, end <= most,
            copy_texture_out_of_range(count, from, end, Text{std::string(axis)}, t.mip_level, texture.ref(), most)
                .at(origin));
  };
  inside("x", t.origin.x, size.width, extent.width);
  inside("y", t.origin.y, size.height, extent.height);
  inside("z", t.origin.z, size.depth_or_layers, extent.depth_or_layers);
  REQUIRE(unmet, size.width % f.block_width == 0 && size.height % f.block_height == 0,
          copy_size_unaligned(size.width, size.height, Name{shown(texture.format())}, f.block_width, f.block_height)
              .help("blocks are copied whole, also at the edge of a mip level: round up to their size")
              .at(size_path));
  return true;
}

// https://gpuweb.github.io/gpuweb/#abstract-opdef-validating-linear-texture-data
// Fills in the values that have no effect when they are left out.
void validate_linear_data(TexelCopyBufferLayout& l, uint64_t bytes, const FormatInfo& f, uint32_t block_bytes,
                          const hal::Extent3D& size, const Path& path, diag::Requirements& unmet) {
  uint64_t width = size.width / f.block_width, height = size.height / f.block_height, row = width * block_bytes;
  bool has_row = l.bytes_per_row != kUndefined32, has_rows = l.rows_per_image != kUndefined32;
  Path row_path = path.member("bytesPerRow"), rows_path = path.member("rowsPerImage");
  bool given = REQUIRE(unmet, has_row || (height <= 1 && size.depth_or_layers <= 1),
                       copy_bytes_per_row_missing(Text{height > 1 ? fmt::format("{} rows", height)
                                                                  : fmt::format("{} layers", size.depth_or_layers)})
                           .at(row_path)
                           .help(fmt::format("rows without gaps have bytesPerRow: {}; copies from and to buffers take a multiple of 256", row)));
  given &= REQUIRE(unmet, has_rows || size.depth_or_layers <= 1,
                   copy_rows_per_image_missing(size.depth_or_layers)
                       .help(fmt::format("layers without gaps have rowsPerImage: {}", height))
                       .at(rows_path));
  given &=
      REQUIRE(unmet, !has_row || l.bytes_per_row >= row,
              copy_bytes_per_row_too_small(l.bytes_per_row, row)
                  .help(fmt::format(
                      "rows without gaps have bytesPerRow: {}; copies from and to buffers take a multiple of 256", row))
                  .at(row_path));
  given &= REQUIRE(unmet, !has_rows || l.rows_per_image >= height,
                   copy_rows_per_image_too_small(l.rows_per_image, height)
                       .help(fmt::format("layers without gaps have rowsPerImage: {}, in rows of blocks{}", height,
                                         l.rows_per_image ? "" : "; in C, WGPU_COPY_STRIDE_UNDEFINED leaves it out and 0 does not"))
                       .at(rows_path));
  if (!given) return;
  // bytesPerRow x rowsPerImage x layers has at most 96 bits.
  unsigned __int128 per_row = has_row ? l.bytes_per_row : 0, rows = has_rows ? l.rows_per_image : 0;
  unsigned __int128 required = 0;
  if (size.depth_or_layers > 0) {
    required += per_row * rows * (size.depth_or_layers - 1);
    if (height > 0) required += per_row * (height - 1) + row;
  }
  auto text = [](unsigned __int128 v) {
    return v > ~uint64_t{0} ? std::string("over 2^64") : fmt::format("{}", static_cast<uint64_t>(v));
  };
  REQUIRE(unmet, required + l.offset <= bytes,
          copy_data_out_of_range(Text{text(required)}, l.offset, bytes)
              .at(path.member("offset"))
              .help(fmt::format("{} rows of {} bytes are read: the format takes {} bytes for each {}", height * size.depth_or_layers, row, block_bytes,
                                f.block_width > 1 ? "block" : "texel")));
  if (!has_row) l.bytes_per_row = static_cast<uint32_t>(std::min<uint64_t>((row + 255) / 256 * 256, 0xFFFFFF00u));
  if (!has_rows) l.rows_per_image = static_cast<uint32_t>(height);
}

// https://gpuweb.github.io/gpuweb/#abstract-opdef-validating-texture-buffer-copy
void validate_texture_buffer_copy(Device& device, const TexelCopyTextureInfo& t, TexelCopyBufferLayout& l, uint64_t bytes,
                                  const hal::Extent3D& size, uint64_t usage, bool aligned, const Path& texture_path,
                                  const Path& buffer_path, diag::Requirements& unmet) {
  if (!validate_texture_info(device, t, size, texture_path, unmet)) return;
  const Texture& texture = *t.texture;
  const FormatInfo& f = texture.info();
  REQUIRE(unmet, texture.sample_count() == 1,
          copy_texture_multisampled(texture.ref(), texture.sample_count()).at(texture_path.member("texture")));
  REQUIRE(unmet, texture.usage() & usage,
          with_creation(copy_texture_usage(texture.ref(), Text{texture_usage_text(texture.usage())},
                                           Text{texture_usage_text(usage)})
                            .at(texture_path.member("texture"))
                            .help(usage_help(texture, usage)),
                        texture));
  Path aspect = texture_path.member("aspect");
  if (!REQUIRE(unmet, aspect_format(f, t.aspect) != TextureFormat::Undefined,
               copy_aspect_missing(Name{shown(texture.format())}, texture.ref(), Name{shown(t.aspect)}).at(aspect))) {
    return;
  }
  uint32_t alignment = copy_bytes(f, t.aspect);
  if (f.depth_or_stencil()) {
    if (!REQUIRE(unmet, t.aspect != TextureAspect::All || !f.has_depth() || !f.has_stencil(),
                 copy_aspect_not_single(Name{shown(texture.format())}, texture.ref()).at(aspect))) {
      return;
    }
    bool source = usage == TextureUsage::CopySrc;
    if (!REQUIRE(unmet, source ? can_copy_from(f, t.aspect) : can_copy_to(f, t.aspect),
                 copy_aspect_not_possible(Name{shown(t.aspect)}, Name{shown(texture.format())},
                                          Text{source ? "source" : "destination"})
                     .at(aspect)
                     .help(f.has_depth() && f.has_stencil() && t.aspect == TextureAspect::All
                               ? "copy one aspect: aspect: \"stencil-only\", or \"depth-only\" where the format has its bytes"
                               : "its bytes differ between devices: use depth32float or depth16unorm, or read it in a shader"))) {
      return;
    }
    alignment = 4;
  }
  REQUIRE(unmet, !aligned || l.offset % alignment == 0,
          copy_offset_unaligned(l.offset, Name{shown(texture.format())}, alignment)
              .help(multiple_help(l.offset, alignment))
              .at(buffer_path.member("offset")));
  validate_linear_data(l, bytes, f, copy_bytes(f, t.aspect), size, buffer_path, unmet);
}

hal::cmd::TexturePlace place(const TexelCopyTextureInfo& t) {
  return {t.texture->native(), t.mip_level, t.origin, static_cast<hal::TextureAspect>(t.aspect)};
}

hal::cmd::BufferPlace place(const TexelCopyBufferInfo& b) {
  return {b.buffer->native(), b.offset, b.bytes_per_row, b.rows_per_image};
}

bool is_empty(const hal::Extent3D& size) { return !size.width || !size.height || !size.depth_or_layers; }

}  // namespace

void CommandEncoder::copy_buffer_to_texture(const TexelCopyBufferInfo& source, const TexelCopyTextureInfo& destination,
                                            const hal::Extent3D& size) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  Path source_path("source"), destination_path("destination");
  TexelCopyBufferInfo from = source;
  if (validate_buffer_info(device(), source, BufferUsage::CopySrc, source_path, unmet)) {
    validate_texture_buffer_copy(device(), destination, from, source.buffer->size(), size, TextureUsage::CopyDst,
                                 /*aligned=*/true, destination_path, source_path, unmet);
  }
  if (!unmet.ok()) return invalidate(unmet);
  recording_->use(*source.buffer);
  recording_->use(*destination.texture);
  if (is_empty(size)) return;
  append(hal::cmd::CopyBufferToTexture{.source = place(from), .destination = place(destination), .size = size});
}

void CommandEncoder::copy_texture_to_buffer(const TexelCopyTextureInfo& source, const TexelCopyBufferInfo& destination,
                                            const hal::Extent3D& size) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  Path source_path("source"), destination_path("destination");
  TexelCopyBufferInfo to = destination;
  if (validate_buffer_info(device(), destination, BufferUsage::CopyDst, destination_path, unmet)) {
    validate_texture_buffer_copy(device(), source, to, destination.buffer->size(), size, TextureUsage::CopySrc,
                                 /*aligned=*/true, source_path, destination_path, unmet);
    if (unmet.ok()) compatibility::check_copy_to_buffer(device(), *source.texture, source_path, unmet);
  }
  if (!unmet.ok()) return invalidate(unmet);
  recording_->use(*source.texture);
  recording_->use(*destination.buffer);
  if (is_empty(size)) return;
  append(hal::cmd::CopyTextureToBuffer{.source = place(source), .destination = place(to), .size = size});
}

RULE(copy_texture_sample_counts, Validation, "GPUCommandEncoder.copyTextureToTexture", "f3775838",
     "{0} has {1} samples and {2} has {3}, and a copy needs the same number", diag::ObjectRef, uint64_t,
     diag::ObjectRef, uint64_t);
RULE(copy_texture_formats, Validation, "GPUCommandEncoder.copyTextureToTexture", "bf391f93",
     "the formats {0} and {1} differ by more than srgb", Name, Name);
RULE(copy_texture_all_aspects, Validation, "GPUCommandEncoder.copyTextureToTexture", "b590ec5f",
     "aspect {0} of {1} is copied, and a copy between textures takes all aspects", Name, diag::ObjectRef);
RULE(copy_texture_overlap, Validation, "GPUCommandEncoder.copyTextureToTexture", "8ae58775",
     "source and destination share subresources of {0}: mip level {1}, layers {2} to {3}", diag::ObjectRef, uint64_t,
     uint64_t, uint64_t);

void CommandEncoder::copy_texture_to_texture(const TexelCopyTextureInfo& source, const TexelCopyTextureInfo& destination,
                                             const hal::Extent3D& size) {
  if (!begin_command()) return;
  diag::Requirements unmet = begin_requirements();
  Path source_path("source"), destination_path("destination");
  bool has_source = validate_texture_info(device(), source, size, source_path, unmet);
  bool has_destination = validate_texture_info(device(), destination, size, destination_path, unmet);
  if (has_source && has_destination) {
    const Texture &s = *source.texture, &d = *destination.texture;
    auto usage = [&](const Texture& t, uint64_t wanted, const Path& at) {
      REQUIRE(unmet, t.usage() & wanted,
              with_creation(
                  copy_texture_usage(t.ref(), Text{texture_usage_text(t.usage())}, Text{texture_usage_text(wanted)})
                      .at(at.member("texture"))
                      .help(usage_help(t, wanted)),
                  t));
    };
    usage(s, TextureUsage::CopySrc, source_path);
    usage(d, TextureUsage::CopyDst, destination_path);
    REQUIRE(unmet, s.sample_count() == d.sample_count(),
            copy_texture_sample_counts(s.ref(), s.sample_count(), d.ref(), d.sample_count())
                .at(destination_path.member("texture")));
    REQUIRE(unmet, s.info().base == d.info().base,
            copy_texture_formats(Name{shown(s.format())}, Name{shown(d.format())})
                .at(destination_path.member("texture"))
                .help("a copy moves bytes and converts nothing: draw one into the other instead"));
    compatibility::check_copy_between_textures(device(), s, d, source_path, destination_path, unmet);
    auto all_aspects = [&](const TexelCopyTextureInfo& t, const Path& at) {
      const FormatInfo& f = t.texture->info();
      bool all = t.aspect == TextureAspect::All ||
                 (t.aspect == TextureAspect::DepthOnly && f.has_depth() && !f.has_stencil()) ||
                 (t.aspect == TextureAspect::StencilOnly && f.has_stencil() && !f.has_depth());
      REQUIRE(unmet, all,
              copy_texture_all_aspects(Name{shown(t.aspect)}, t.texture->ref())
                  .help("leave aspect out; depth and stencil are copied apart by way of a buffer")
                  .at(at.member("aspect")));
    };
    all_aspects(source, source_path);
    all_aspects(destination, destination_path);
    bool layers = s.dimension() == TextureDimension::e2D;
    bool shared = &s == &d && source.mip_level == destination.mip_level;
    uint32_t first = std::max(source.origin.z, destination.origin.z);
    uint64_t end = std::min(uint64_t{source.origin.z}, uint64_t{destination.origin.z}) + size.depth_or_layers;
    REQUIRE(unmet, !shared || (layers && first >= end),
            copy_texture_overlap(s.ref(), source.mip_level, layers ? first : 0, layers ? end : 1)
                .help("copy to another texture, and from there, or to other layers")
                .at(destination_path.member("origin")));
  }
  if (!unmet.ok()) return invalidate(unmet);
  recording_->use(*source.texture);
  recording_->use(*destination.texture);
  if (is_empty(size)) return;
  append(hal::cmd::CopyTextureToTexture{.source = place(source), .destination = place(destination), .size = size});
}

RULE(write_texture_destroyed, Validation, "GPUQueue.writeTexture", "21417e6b", "{0} is destroyed and cannot be written",
     diag::ObjectRef);

void Queue::write_texture(const TexelCopyTextureInfo& destination, std::span<const std::byte> data,
                          const TexelCopyBufferLayout& layout, const hal::Extent3D& size) {
  if (device_.lost()) return;
  diag::Requirements unmet = begin_requirements();
  Path destination_path("destination"), layout_path("dataLayout");
  TexelCopyBufferLayout l = layout;
  validate_texture_buffer_copy(device_, destination, l, data.size(), size, TextureUsage::CopyDst, /*aligned=*/false,
                               destination_path, layout_path, unmet);
  if (destination.texture) {
    REQUIRE(unmet, !destination.texture->destroyed(),
            write_texture_destroyed(destination.texture->ref())
                .at(destination_path.member("texture"))
                .note(destination.texture->ref(), "destroyed here", destination.texture->destroyed_at()));
  }
  if (!unmet.ok()) {
    device_.raise(unmet);
    return;
  }
  if (is_empty(size)) return;
  std::lock_guard lock(submit_mutex_);
  if (!destination.texture->native()) return;  // destroyed by another thread meanwhile
  if (SilentChecks* checks = device_.silent_checks()) checks->written(*destination.texture, destination.mip_level);
  hal::Status written =
      native().write_texture(place(destination), data.subspan(l.offset), l.bytes_per_row, l.rows_per_image, size);
  if (!written) device_.raise(device_.from_native(written.error(), "a write to a texture"));
}

}  // namespace vitrine::gpu
