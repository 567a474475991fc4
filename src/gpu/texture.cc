#include "gpu/texture.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "gpu/call.h"
#include "gpu/check.h"
#include "gpu/compatibility.h"
#include "gpu/device.h"
#include "gpu/queue.h"
#include "gpu/silent.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Path;
using diag::Text;

Texture::Texture(Device& device, const TextureDescriptor& d)
    : DeviceObject(device, ObjectKind::Texture, d.label),
      size_(d.size),
      mip_level_count_(d.mip_level_count),
      sample_count_(d.sample_count),
      dimension_(d.dimension),
      format_(d.format),
      info_(format_info(d.format)),
      usage_(d.usage),
      view_formats_(d.view_formats),
      binding_view_dimension_(compatibility::binding_view_dimension(device, d)) {}

Texture::~Texture() {
  if (SilentChecks* checks = device().silent_checks()) checks->gone(*this);
}

std::string Texture::traits() const {
  std::string out = fmt::format("{} {}x{}", shown(format_), size_.width, size_.height);
  if (size_.depth_or_layers != 1) out += fmt::format("x{}", size_.depth_or_layers);
  return out;
}

void Texture::on_label(std::string_view label) {
  std::lock_guard lock(device().queue().submit_mutex());
  if (native_) device().native().set_label(*native_, label);
}

void Texture::destroy() {
  std::unique_ptr<hal::Texture> native;
  std::lock_guard submit(device().queue().submit_mutex());
  std::lock_guard lock(mutex_);
  if (destroyed_.exchange(true)) return;
  destroyed_at_ = current_call_site(CallSiteMoment::Destroy);
  native = native_.take();
  if (of_surface_) kept_ = std::move(native);
}

void Texture::present_from(std::unique_ptr<hal::Texture> native) {
  of_surface_ = true;
  native_ = std::move(native);
}

std::unique_ptr<hal::Texture> Texture::take_native() {
  if (!destroyed()) frame_is_over_.store(true, std::memory_order_release);
  destroy();
  std::lock_guard lock(mutex_);
  return std::move(kept_);
}

diag::CallSite Texture::destroyed_at() const {
  std::lock_guard lock(mutex_);
  return destroyed_at_;
}

hal::Extent3D Texture::logical_extent(uint32_t mip_level) const {
  auto at = [&](uint32_t v) { return std::max(1u, mip_level < 32 ? v >> mip_level : 0); };
  hal::Extent3D out{at(size_.width), 1, 1};
  if (dimension_ != TextureDimension::e1D) out.height = at(size_.height);
  out.depth_or_layers = dimension_ == TextureDimension::e3D ? at(size_.depth_or_layers) : size_.depth_or_layers;
  return out;
}

hal::Extent3D Texture::physical_extent(uint32_t mip_level) const {
  hal::Extent3D out = logical_extent(mip_level);
  auto up = [](uint32_t v, uint32_t block) { return (v + block - 1) / block * block; };
  out.width = up(out.width, info_->block_width);
  out.height = up(out.height, info_->block_height);
  return out;
}

// ---- creation ----

RULE(texture_usage_empty, Validation, "validating GPUTextureDescriptor", "311df70c be3220af",
     "the usage is {0}, and a texture needs at least one usage", Text);
RULE(texture_usage_unknown, Validation, "validating GPUTextureDescriptor", "9a556608",
     "the usage {0} has bits that are no texture usage", Text);
RULE(texture_size_zero, Validation, "validating GPUTextureDescriptor", "d0a25871",
     "the size is {0} by {1} by {2}, and no part of it may be 0", uint64_t, uint64_t, uint64_t);
RULE(texture_mip_count_zero, Validation, "validating GPUTextureDescriptor", "66f17fd5",
     "mipLevelCount is 0, and a texture has at least one level");
RULE(texture_sample_count, Validation, "validating GPUTextureDescriptor", "ac1c1ef3",
     "sampleCount is {0}, and can be 1 or 4", uint64_t);
RULE(texture_size_too_large, Validation, "validating GPUTextureDescriptor", "790e2841 e12b926f 5a1289c0 86723c8d 743bd0c3 638d52a5 edf71e26",
     "the {0} is {1}, and {2} of this device is {3}", Text, uint64_t, Name, uint64_t);
RULE(texture_1d_height, Validation, "validating GPUTextureDescriptor", "a8a718f5 6ac2f9ba",
     "a 1d texture has the size {0} by {1} by {2}, and only the width may be over 1", uint64_t, uint64_t, uint64_t);
RULE(texture_dimension_sample_count, Validation, "validating GPUTextureDescriptor", "92d5f69e 9f2d7e6b",
     "a {0} texture has {1} samples, and only 2d textures are multisampled", Name, uint64_t);
RULE(texture_dimension_format, Validation, "validating GPUTextureDescriptor", "d0cae11a b674c674",
     "the format {0} cannot be a {1} texture", Name, Name);
RULE(texture_block_alignment, Validation, "validating GPUTextureDescriptor", "2cf7381b 6d4aac01",
     "the {0} is {1}, and blocks of {2} take a multiple of {3}", Text, uint64_t, Name, uint64_t);
RULE(texture_multisampled_mips, Validation, "validating GPUTextureDescriptor", "1f92a38e",
     "a multisampled texture has {0} mip levels, and can have 1", uint64_t);
RULE(texture_multisampled_layers, Validation, "validating GPUTextureDescriptor", "57fd674c",
     "a multisampled texture has {0} layers, and can have 1", uint64_t);
RULE(texture_multisampled_usage, Validation, "validating GPUTextureDescriptor", "af7bcb3c cfe5d6c6",
     "a multisampled texture has the usage {0}, and needs RENDER_ATTACHMENT without STORAGE_BINDING", Text);
RULE(texture_multisampled_format, Validation, "validating GPUTextureDescriptor", "545f7b18",
     "the format {0} cannot be multisampled", Name);
RULE(texture_too_many_mips, Validation, "validating GPUTextureDescriptor", "8ceae7b0",
     "mipLevelCount is {0}, and a {1} texture of {2} by {3} by {4} has {5}", uint64_t, Name, uint64_t, uint64_t, uint64_t,
     uint64_t);
RULE(texture_not_renderable, Validation, "validating GPUTextureDescriptor", "f672bb4a",
     "the usage has RENDER_ATTACHMENT, and the format {0} cannot be rendered to", Name);
RULE(texture_attachment_dimension, Validation, "validating GPUTextureDescriptor", "31696ace",
     "the usage has RENDER_ATTACHMENT, and a {0} texture cannot be an attachment", Name);
RULE(texture_not_storage, Validation, "validating GPUTextureDescriptor", "db7b4a18",
     "the usage has STORAGE_BINDING, and the format {0} cannot be stored to", Name);
RULE(texture_transient, Validation, "validating GPUTextureDescriptor", "ceadc4a8 d3cca914 882f9184 d6c77c48 0daa8311",
     "a TRANSIENT_ATTACHMENT has {0}, and must have {1}", Text, Text);
RULE(texture_view_format, Validation, "validating GPUTextureDescriptor", "228c1036",
     "the view format {0} differs from the format {1} by more than srgb", Name, Name);

namespace {
std::string storage_help(const Device& device, TextureFormat format) {
  std::string name(shown(format));
  if (name == "bgra8unorm") return feature_help(device, FeatureName::BGRA8UnormStorage);
  if (size_t at = name.find("-srgb"); at != std::string::npos)
    return fmt::format("store to {0} and convert in the shader; viewFormats: [\"{1}\"] lets others read it as srgb", name.substr(0, at), name);
  return "formats that can be stored to are rgba8unorm, rgba16float, rgba32float, r32float, r32uint and others";
}
}  // namespace

namespace {

// https://gpuweb.github.io/gpuweb/#abstract-opdef-maximum-miplevel-count
uint32_t maximum_mip_count(TextureDimension dimension, const hal::Extent3D& s) {
  uint32_t m = dimension == TextureDimension::e1D   ? 1
               : dimension == TextureDimension::e2D ? std::max(s.width, s.height)
                                                    : std::max({s.width, s.height, s.depth_or_layers});
  return static_cast<uint32_t>(std::bit_width(std::max(1u, m)));
}

void validate_size(const Device& device, const TextureDescriptor& d, const Path& path, diag::Requirements& unmet) {
  const Limits& l = device.limits();
  Path size = path.member("size");
  auto at_most = [&](std::string_view what, uint32_t value, std::string_view name, uint32_t limit) {
    REQUIRE(unmet, value <= limit,
            with_limit_help(
                device, name, value,
                texture_size_too_large(Text{std::string(what)}, value, Name{std::string(name)}, limit).at(size.member(what))));
  };
  const hal::Extent3D& s = d.size;
  switch (d.dimension) {
    case TextureDimension::e1D:
      at_most("width", s.width, "maxTextureDimension1D", l.max_texture_dimension_1d);
      REQUIRE(unmet, s.height <= 1 && s.depth_or_layers <= 1,
              texture_1d_height(s.width, s.height, s.depth_or_layers).at(size));
      break;
    case TextureDimension::e2D:
      at_most("width", s.width, "maxTextureDimension2D", l.max_texture_dimension_2d);
      at_most("height", s.height, "maxTextureDimension2D", l.max_texture_dimension_2d);
      at_most("depthOrArrayLayers", s.depth_or_layers, "maxTextureArrayLayers", l.max_texture_array_layers);
      break;
    case TextureDimension::e3D:
      at_most("width", s.width, "maxTextureDimension3D", l.max_texture_dimension_3d);
      at_most("height", s.height, "maxTextureDimension3D", l.max_texture_dimension_3d);
      at_most("depthOrArrayLayers", s.depth_or_layers, "maxTextureDimension3D", l.max_texture_dimension_3d);
      break;
    case TextureDimension::Undefined: break;
  }
}

bool can_be_3d(const Device& device, const FormatInfo& f) {
  if (f.depth_or_stencil()) return false;
  if (!f.compressed()) return true;
  auto feature = static_cast<FeatureName>(f.feature);
  if (feature == FeatureName::TextureCompressionBC)
    return device.features().has(FeatureName::TextureCompressionBCSliced3D);
  return feature == FeatureName::TextureCompressionASTC &&
         device.features().has(FeatureName::TextureCompressionASTCSliced3D);
}

}  // namespace

void validate_texture_descriptor(Device& device, const TextureDescriptor& d, const Path& path,
                                 diag::Requirements& unmet) {
  bool known = check_enum(d.dimension, "GPUTextureDimension", path.member("dimension"), unmet);
  known &= check_enum(d.binding_view_dimension, "GPUTextureViewDimension", path.member("textureBindingViewDimension"), unmet);
  known &= check_format_feature(device, d.format, path.member("format"), unmet);
  for (size_t i = 0; i < d.view_formats.size(); ++i)
    known &= check_format_feature(device, d.view_formats[i], path.member("viewFormats").index(i), unmet);
  Path usage_path = path.member("usage"), samples = path.member("sampleCount"), format = path.member("format"),
       mips = path.member("mipLevelCount"), size = path.member("size"), dimension = path.member("dimension");
  uint64_t usage = d.usage;
  REQUIRE(unmet, usage != 0,
          texture_usage_empty(Text{texture_usage_text(usage)})
              .at(usage_path)
              .help("name what the texture is for, as TEXTURE_BINDING or RENDER_ATTACHMENT"));
  REQUIRE(unmet, (usage & ~TextureUsage::All) == 0,
          texture_usage_unknown(Text{texture_usage_text(usage)}).at(usage_path));
  const hal::Extent3D& s = d.size;
  bool sized = REQUIRE(unmet, s.width && s.height && s.depth_or_layers,
                       texture_size_zero(s.width, s.height, s.depth_or_layers).at(size));
  // What a descriptor of C has that was zeroed is said too.
  REQUIRE(unmet, d.mip_level_count > 0,
          texture_mip_count_zero().help("use 1; in C, WGPU_TEXTURE_DESCRIPTOR_INIT has it and `= {0}` does not").at(mips));
  REQUIRE(unmet, d.sample_count == 1 || d.sample_count == 4,
          texture_sample_count(d.sample_count)
              .help(d.sample_count ? "4 for multisampling, else leave it out"
                                   : "use 1; in C, WGPU_TEXTURE_DESCRIPTOR_INIT has it and `= {0}` does not")
              .at(samples));
  if (!known) return;
  const FormatInfo& f = *format_info(d.format);
  const FeatureSet& features = device.features();
  validate_size(device, d, path, unmet);
  bool is_2d = d.dimension == TextureDimension::e2D;
  REQUIRE(unmet, is_2d || d.sample_count == 1,
          texture_dimension_sample_count(Name{shown(d.dimension)}, d.sample_count).at(samples));
  REQUIRE(unmet, d.dimension != TextureDimension::e1D || (!f.compressed() && !f.depth_or_stencil()),
          texture_dimension_format(Name{shown(d.format)}, Name{shown(d.dimension)}).at(format));
  REQUIRE(unmet, d.dimension != TextureDimension::e3D || can_be_3d(device, f),
          texture_dimension_format(Name{shown(d.format)}, Name{shown(d.dimension)}).at(format));
  REQUIRE(unmet, s.width % f.block_width == 0,
          texture_block_alignment(Text{"width"}, s.width, Name{shown(d.format)}, f.block_width)
              .help("round the size up to whole blocks")
              .at(size));
  REQUIRE(unmet, s.height % f.block_height == 0,
          texture_block_alignment(Text{"height"}, s.height, Name{shown(d.format)}, f.block_height)
              .help("round the size up to whole blocks")
              .at(size));
  if (d.sample_count > 1) {
    REQUIRE(unmet, d.mip_level_count <= 1,
            texture_multisampled_mips(d.mip_level_count)
                .help("resolve it to a texture with one sample, and make the mip levels of that")
                .at(mips));
    REQUIRE(unmet, s.depth_or_layers <= 1,
            texture_multisampled_layers(s.depth_or_layers).help("make a multisampled texture for each layer").at(size));
    REQUIRE(unmet, (usage & TextureUsage::RenderAttachment) && !(usage & TextureUsage::StorageBinding),
            texture_multisampled_usage(Text{texture_usage_text(usage)}).at(usage_path));
    REQUIRE(unmet, multisampled(f, features), texture_multisampled_format(Name{shown(d.format)}).at(format));
  }
  compatibility::check_texture(device, d, path, unmet);
  uint32_t most = maximum_mip_count(d.dimension, s);
  REQUIRE(unmet, !sized || d.mip_level_count <= most,
          texture_too_many_mips(d.mip_level_count, Name{shown(d.dimension)}, s.width, s.height, s.depth_or_layers, most)
              .help(fmt::format("write at most mipLevelCount: {}", most))
              .at(mips));
  if (usage & TextureUsage::RenderAttachment) {
    REQUIRE(unmet, renderable(f, features), texture_not_renderable(Name{shown(d.format)}).at(usage_path));
    REQUIRE(unmet, d.dimension != TextureDimension::e1D,
            texture_attachment_dimension(Name{shown(d.dimension)}).at(dimension));
  }
  if (usage & TextureUsage::StorageBinding)
    REQUIRE(unmet, storage(f, features), texture_not_storage(Name{shown(d.format)}).at(usage_path).help(storage_help(device, d.format)));
  if (usage & TextureUsage::TransientAttachment) {
    auto transient = [&](bool ok, std::string found, std::string_view wanted, const Path& at) {
      REQUIRE(unmet, ok, texture_transient(Text{std::move(found)}, Text{std::string(wanted)}).at(at));
    };
    transient(usage == (TextureUsage::TransientAttachment | TextureUsage::RenderAttachment),
              "the usage " + texture_usage_text(usage), "RENDER_ATTACHMENT | TRANSIENT_ATTACHMENT alone", usage_path);
    transient(d.view_formats.empty(), fmt::format("{} view formats", d.view_formats.size()), "none",
              path.member("viewFormats"));
    transient(is_2d, "the dimension " + shown(d.dimension), "2d", dimension);
    transient(d.mip_level_count == 1, fmt::format("{} mip levels", d.mip_level_count), "1", mips);
    transient(s.depth_or_layers == 1, fmt::format("{} layers", s.depth_or_layers), "1", size);
  }
  // https://gpuweb.github.io/gpuweb/#texture-view-format-compatible
  for (size_t i = 0; i < d.view_formats.size(); ++i) {
    bool fits = d.view_formats[i] == d.format ||
                (format_info(d.view_formats[i])->base == f.base && !compatibility::applies(device));
    REQUIRE(unmet, fits,
            texture_view_format(Name{shown(d.view_formats[i])}, Name{shown(d.format)})
                .help("a view may be srgb where the texture is not, or the other way round; other formats need a "
                      "texture of their own")
                .at(path.member("viewFormats").index(i)));
  }
}

Ref<Texture> Device::create_texture(const TextureDescriptor& d) {
  Ref<Texture> texture = make<Texture>(*this, d);
  if (refuse_on_lost_device(*this, *texture)) return texture;
  diag::Requirements unmet = begin_requirements();
  validate_texture_descriptor(*this, d, Path("descriptor"), unmet);
  if (!unmet.ok()) {
    texture->fail(raise(unmet));
    return texture;
  }
  std::vector<hal::TextureFormat> formats;
  for (TextureFormat f : d.view_formats) formats.push_back(static_cast<hal::TextureFormat>(f));
  auto native = native_->create_texture({d.label, static_cast<hal::TextureDimension>(d.dimension),
                                         static_cast<hal::TextureFormat>(d.format), d.size, d.mip_level_count,
                                         d.sample_count, static_cast<hal::TextureUsages>(d.usage), formats});
  if (native) {
    texture->native_ = std::move(*native);
  } else {
    texture->fail(raise(from_native(native.error(), fmt::format("a texture of {}", texture->traits()))));
  }
  return texture;
}

// ---- views ----

TextureView::TextureView(Texture& texture, const TextureViewDescriptor& resolved)
    : DeviceObject(texture.device(), ObjectKind::TextureView, resolved.label),
      texture_(&texture),
      descriptor_(resolved),
      info_(format_info(resolved.format)) {
  descriptor_.label = {};
}

TextureView::~TextureView() = default;

bool TextureView::identity_swizzle() const {
  return descriptor_.swizzle[0] == ComponentSwizzle::R && descriptor_.swizzle[1] == ComponentSwizzle::G &&
         descriptor_.swizzle[2] == ComponentSwizzle::B && descriptor_.swizzle[3] == ComponentSwizzle::A;
}

std::string TextureView::traits() const {
  return fmt::format("{} {} of {}", shown(descriptor_.format), shown(descriptor_.dimension),
                     diag::to_text(texture_->ref()));
}

void TextureView::on_label(std::string_view label) {
  if (native_) device().native().set_label(*native_, label);
}

RULE(view_aspect_missing, Validation, "GPUTexture.createView", "ac40bc0f", "the format {0} of {1} has no aspect {2}", Name,
     diag::ObjectRef, Name);
RULE(view_format_not_listed, Validation, "GPUTexture.createView", "1162ecc4",
     "the view format {0} is neither {1}, the format of {2}, nor one of its viewFormats", Name, Name, diag::ObjectRef);
RULE(view_format_of_aspect, Validation, "GPUTexture.createView", "f56740f8",
     "the view format is {0}, and aspect {1} of {2} has {3}", Name, Name, diag::ObjectRef, Name);
RULE(view_swizzle_feature, Validation, "GPUTexture.createView", "5f62cbae",
     "a swizzle needs the feature texture-component-swizzle, which {0} was made without", diag::ObjectRef);
RULE(view_usage_not_subset, Validation, "GPUTexture.createView", "79b3f1e8",
     "the view usage {0} is not part of {1}, the usage of {2}", Text, Text, diag::ObjectRef);
RULE(view_format_not_renderable, Validation, "GPUTexture.createView", "4ca5008f",
     "the usage has RENDER_ATTACHMENT, and the view format {0} cannot be rendered to", Name);
RULE(view_format_not_storage, Validation, "GPUTexture.createView", "d31945db",
     "the usage has STORAGE_BINDING, and the view format {0} cannot be stored to", Name);
RULE(view_mip_range, Validation, "GPUTexture.createView", "62c5f540 158cb9bd",
     "{0} mip levels from level {1} are not inside the {2} of {3}", uint64_t, uint64_t, uint64_t, diag::ObjectRef);
RULE(view_layer_range, Validation, "GPUTexture.createView", "1bdc9ce8 ec71fa1d",
     "{0} layers from layer {1} are not inside the {2} of {3}", uint64_t, uint64_t, uint64_t, diag::ObjectRef);
RULE(view_multisampled_dimension, Validation, "GPUTexture.createView", "b9a8a02c",
     "a view of the multisampled {0} has the dimension {1}, and must have 2d", diag::ObjectRef, Name);
RULE(view_dimension_of_texture, Validation, "GPUTexture.createView", "3d0d28f2 88fc899b 0d27d7cd 272c66cb 78846134 addd8d46",
     "a {0} view is made of {1}, whose dimension is {2}", Name, diag::ObjectRef, Name);
RULE(view_layer_count, Validation, "GPUTexture.createView", "439bbffa c3329159 2c564f55 8814d78b d9f34958", "a {0} view has {1} layers, and takes {2}", Name,
     uint64_t, Text);
RULE(view_cube_not_square, Validation, "GPUTexture.createView", "40712d20 142e1a69",
     "a {0} view is made of {1}, which is {2} by {3} and not square", Name, diag::ObjectRef, uint64_t, uint64_t);
RULE(view_transient_usage, Validation, "GPUTexture.createView", "47720451",
     "the view usage is {0}, and a view of a TRANSIENT_ATTACHMENT has all of {1}", Text, Text);

namespace {

// https://gpuweb.github.io/gpuweb/#abstract-opdef-resolving-gputextureviewdescriptor-defaults
TextureViewDescriptor resolve(const Texture& t, const TextureViewDescriptor& d) {
  TextureViewDescriptor out = d;
  if (out.format == TextureFormat::Undefined) {
    TextureFormat of_aspect = t.usable() ? aspect_format(t.info(), d.aspect) : TextureFormat::Undefined;
    out.format = of_aspect == TextureFormat::Undefined ? t.format() : of_aspect;
  }
  if (out.mip_level_count == kUndefined32) {
    out.mip_level_count = t.mip_level_count() > d.base_mip_level ? t.mip_level_count() - d.base_mip_level : 0;
  }
  if (out.dimension == TextureViewDimension::Undefined) {
    switch (t.dimension()) {
      case TextureDimension::e1D: out.dimension = TextureViewDimension::e1D; break;
      case TextureDimension::e3D: out.dimension = TextureViewDimension::e3D; break;
      default:
        out.dimension = t.array_layers() == 1 ? TextureViewDimension::e2D : TextureViewDimension::e2DArray;
    }
  }
  if (out.array_layer_count == kUndefined32) {
    switch (out.dimension) {
      case TextureViewDimension::Cube: out.array_layer_count = 6; break;
      case TextureViewDimension::e2DArray:
      case TextureViewDimension::CubeArray:
        out.array_layer_count = t.array_layers() > d.base_array_layer ? t.array_layers() - d.base_array_layer : 0;
        break;
      default: out.array_layer_count = 1;
    }
  }
  if (out.usage == 0) out.usage = t.usage();
  return out;
}

void validate_dimension(const Texture& t, const TextureViewDescriptor& d, const Path& path, diag::Requirements& unmet) {
  Path dimension = path.member("dimension"), layers = path.member("arrayLayerCount");
  TextureDimension wanted = d.dimension == TextureViewDimension::e1D   ? TextureDimension::e1D
                            : d.dimension == TextureViewDimension::e3D ? TextureDimension::e3D
                                                                       : TextureDimension::e2D;
  REQUIRE(unmet, t.dimension() == wanted,
          view_dimension_of_texture(Name{shown(d.dimension)}, t.ref(), Name{shown(t.dimension())}).at(dimension));
  bool cube = d.dimension == TextureViewDimension::Cube, cubes = d.dimension == TextureViewDimension::CubeArray;
  uint32_t count = d.array_layer_count;
  auto layer_count = [&](bool ok, std::string_view takes) {
    // That there are none is said elsewhere.
    REQUIRE(unmet, ok || count == 0, view_layer_count(Name{shown(d.dimension)}, count, Text{std::string(takes)}).at(layers));
  };
  if (cube) layer_count(count == 6, "6");
  else if (cubes) layer_count(count % 6 == 0, "a multiple of 6");
  else if (d.dimension != TextureViewDimension::e2DArray) layer_count(count == 1, "1");
  if (cube || cubes) {
    REQUIRE(unmet, t.size().width == t.size().height,
            view_cube_not_square(Name{shown(d.dimension)}, t.ref(), t.size().width, t.size().height).at(dimension));
  }
}

void validate(Device& device, const Texture& t, const TextureViewDescriptor& d, bool identity, const Path& path,
              diag::Requirements& unmet) {
  bool known = check_enum(d.dimension, "GPUTextureViewDimension", path.member("dimension"), unmet);
  known &= check_enum(d.aspect, "GPUTextureAspect", path.member("aspect"), unmet);
  known &= check_format_feature(device, d.format, path.member("format"), unmet);
  if (!known) return;
  const FormatInfo& f = *format_info(d.format);
  TextureFormat of_aspect = aspect_format(t.info(), d.aspect);
  if (REQUIRE(unmet, of_aspect != TextureFormat::Undefined,
              view_aspect_missing(Name{shown(t.format())}, t.ref(), Name{shown(d.aspect)}).at(path.member("aspect")))) {
    if (d.aspect == TextureAspect::All) {
      bool listed = d.format == t.format() ||
                    std::find(t.view_formats().begin(), t.view_formats().end(), d.format) != t.view_formats().end();
      REQUIRE(unmet, listed,
              view_format_not_listed(Name{shown(d.format)}, Name{shown(t.format())}, t.ref())
                  .at(path.member("format"))
                  .help("name it in viewFormats of createTexture"));
    } else {
      REQUIRE(unmet, d.format == of_aspect,
              view_format_of_aspect(Name{shown(d.format)}, Name{shown(d.aspect)}, t.ref(), Name{shown(of_aspect)})
                  .at(path.member("format")));
    }
  }
  for (ComponentSwizzle s : d.swizzle)
    if (!check_enum(s, "GPUTextureComponentSwizzle", path.member("swizzle"), unmet)) break;
  REQUIRE(unmet, identity || device.features().has(FeatureName::TextureComponentSwizzle),
          view_swizzle_feature(device.ref())
              .at(path.member("swizzle"))
              .help(feature_help(device, FeatureName::TextureComponentSwizzle)));
  Path usage = path.member("usage");
  REQUIRE(unmet, (d.usage & ~t.usage()) == 0,
          view_usage_not_subset(Text{texture_usage_text(d.usage)}, Text{texture_usage_text(t.usage())}, t.ref())
              .help("leave usage out of the view, or give the texture the usage")
              .at(usage));
  REQUIRE(unmet, !(t.usage() & TextureUsage::TransientAttachment) || d.usage == t.usage(),
          view_transient_usage(Text{texture_usage_text(d.usage)}, Text{texture_usage_text(t.usage())}).at(usage));
  REQUIRE(unmet, !(d.usage & TextureUsage::RenderAttachment) || renderable(f, device.features()),
          view_format_not_renderable(Name{shown(d.format)}).at(usage));
  REQUIRE(unmet, !(d.usage & TextureUsage::StorageBinding) || storage(f, device.features()),
          view_format_not_storage(Name{shown(d.format)}).at(usage));
  uint64_t mips_end = uint64_t{d.base_mip_level} + d.mip_level_count;
  REQUIRE(unmet, d.mip_level_count > 0 && mips_end <= t.mip_level_count(),
          view_mip_range(d.mip_level_count, d.base_mip_level, t.mip_level_count(), t.ref())
              .help(d.mip_level_count ? "leave mipLevelCount out for all from baseMipLevel on"
                                      : "in C, WGPU_MIP_LEVEL_COUNT_UNDEFINED takes all of them; 0 is a count")
              .at(path.member("mipLevelCount")));
  uint64_t layers_end = uint64_t{d.base_array_layer} + d.array_layer_count;
  REQUIRE(unmet, d.array_layer_count > 0 && layers_end <= t.array_layers(),
          view_layer_range(d.array_layer_count, d.base_array_layer, t.array_layers(), t.ref())
              .at(path.member(d.dimension == TextureViewDimension::Cube ? "dimension" : "arrayLayerCount"))
              .help(d.array_layer_count == 0
                        ? "in C, WGPU_ARRAY_LAYER_COUNT_UNDEFINED takes all of them; 0 is a count"
                    : d.dimension == TextureViewDimension::Cube || d.dimension == TextureViewDimension::CubeArray
                        ? "a cube has 6 layers: make the texture with size: [width, height, 6]"
                        : "baseArrayLayer and arrayLayerCount together must stay inside of the texture"));
  REQUIRE(unmet, t.sample_count() == 1 || d.dimension == TextureViewDimension::e2D,
          view_multisampled_dimension(t.ref(), Name{shown(d.dimension)})
              .help("leave dimension out, or write \"2d\"")
              .at(path.member("dimension")));
  validate_dimension(t, d, path, unmet);
  compatibility::check_view(device, t, d, path, unmet);
}

}  // namespace

Ref<TextureView> Texture::create_view(const TextureViewDescriptor& d) {
  TextureViewDescriptor resolved = resolve(*this, d);
  Ref<TextureView> view = make<TextureView>(*this, resolved);
  if (refuse_on_lost_device(device(), *view)) return view;
  diag::Requirements unmet = begin_requirements();
  if (check_usable_with(device(), this, "the texture", Path("this"), unmet))
    validate(device(), *this, resolved, view->identity_swizzle(), Path("descriptor"), unmet);
  if (!unmet.ok()) {
    view->fail(device().raise(unmet));
    return view;
  }
  std::lock_guard lock(device().queue().submit_mutex());
  if (!native_) return view;  // destroyed: the submission that would use it is refused
  hal::TextureViewDesc desc;
  desc.label = d.label;
  desc.format = static_cast<hal::TextureFormat>(resolved.format);
  desc.dimension = static_cast<hal::TextureViewDimension>(resolved.dimension);
  desc.usage = static_cast<hal::TextureUsages>(resolved.usage);
  desc.aspect = static_cast<hal::TextureAspect>(resolved.aspect);
  desc.base_mip_level = resolved.base_mip_level;
  desc.mip_level_count = resolved.mip_level_count;
  desc.base_array_layer = resolved.base_array_layer;
  desc.array_layer_count = resolved.array_layer_count;
  for (int i = 0; i < 4; ++i) desc.swizzle[i] = static_cast<hal::ComponentSwizzle>(resolved.swizzle[i]);
  auto native = device().native().create_texture_view(*native_, desc);
  if (native) {
    view->native_ = std::move(*native);
  } else {
    view->fail(device().raise(device().from_native(native.error(), "a texture view")));
  }
  return view;
}

}  // namespace vitrine::gpu
