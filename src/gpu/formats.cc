#include "gpu/formats.h"

namespace vitrine::gpu {

namespace {
enum : uint32_t {
  kRenderable = 1, kBlendable = 2, kResolvable = 4, kMultisample = 8, kStorage = 0x10, kStorageReadWrite = 0x20,
  kTier1Renderable = 0x40,  // renderable, blendable and multisampled with texture-formats-tier1 at the latest
  kTier1Resolvable = 0x80, kTier1Storage = 0x100, kTier2ReadWrite = 0x200,
  kDepthCopySrcOnly = 0x400, kDepthNotCopied = 0x800,
  kCoreMultisample = 0x1000, kCoreResolvable = 0x2000, kCoreStorage = 0x4000,  // with core-features-and-limits only
  kUnfilterable = 0x8000,
};
constexpr auto None = static_cast<FeatureName>(0);

bool core(const FeatureSet& features, const FormatInfo& f, uint32_t capability) {
  return (f.capabilities & capability) && features.has(FeatureName::CoreFeaturesAndLimits);
}

constexpr FormatInfo kFormats[] = {
#define FORMAT(id, bw, bh, color, depth, stencil, sample, components, cost, alignment, caps, feature_name, base)      \
  {TextureFormat::id, bw, bh, color, depth, stencil, TextureSampleType::sample, components, cost, alignment, caps, \
   [] { using enum FeatureName; return static_cast<uint32_t>(feature_name); }(), TextureFormat::base},
#include "../defs/texture_formats.def"
#undef FORMAT
};
}  // namespace

const FormatInfo* format_info(TextureFormat format) {
  uint32_t at = static_cast<uint32_t>(format) - 1;
  return at < sizeof(kFormats) / sizeof(kFormats[0]) && kFormats[at].format == format ? &kFormats[at] : nullptr;
}

bool renderable(const FormatInfo& f, const FeatureSet& features) {
  if (f.depth_or_stencil()) return true;
  bool tier1 = features.has(FeatureName::TextureFormatsTier1);
  if (f.format == TextureFormat::RG11B10Ufloat) return tier1 || features.has(FeatureName::RG11B10UfloatRenderable);
  return (f.capabilities & kRenderable) || (tier1 && (f.capabilities & kTier1Renderable));
}

bool blendable(const FormatInfo& f, const FeatureSet& features) {
  if (!f.has_color() || !renderable(f, features)) return false;
  if (f.sample_type == TextureSampleType::UnfilterableFloat) return features.has(FeatureName::Float32Blendable);
  return (f.capabilities & kBlendable) || (f.capabilities & kTier1Renderable);
}

bool resolvable(const FormatInfo& f, const FeatureSet& features) {
  if (!f.has_color() || !renderable(f, features)) return false;
  return (f.capabilities & kResolvable) || core(features, f, kCoreResolvable) ||
         (features.has(FeatureName::TextureFormatsTier1) && (f.capabilities & kTier1Resolvable));
}

bool multisampled(const FormatInfo& f, const FeatureSet& features) {
  if (f.format == TextureFormat::RG11B10Ufloat) return renderable(f, features);
  return (f.capabilities & kMultisample) || core(features, f, kCoreMultisample) ||
         (features.has(FeatureName::TextureFormatsTier1) && (f.capabilities & kTier1Renderable));
}

bool storage(const FormatInfo& f, StorageTextureAccess access, const FeatureSet& features) {
  if (access == StorageTextureAccess::ReadWrite) {
    return (f.capabilities & kStorageReadWrite) ||
           (features.has(FeatureName::TextureFormatsTier2) && (f.capabilities & kTier2ReadWrite));
  }
  if (f.format == TextureFormat::BGRA8Unorm) {
    return features.has(FeatureName::BGRA8UnormStorage) && access == StorageTextureAccess::WriteOnly;
  }
  return (f.capabilities & kStorage) || core(features, f, kCoreStorage) ||
         (features.has(FeatureName::TextureFormatsTier1) && (f.capabilities & kTier1Storage));
}

bool storage(const FormatInfo& f, const FeatureSet& features) {
  return storage(f, StorageTextureAccess::WriteOnly, features) || storage(f, StorageTextureAccess::ReadOnly, features);
}

bool filterable(const FormatInfo& f, const FeatureSet& features) {
  return (f.sample_type == TextureSampleType::Float && !(f.capabilities & kUnfilterable)) ||
         (f.sample_type == TextureSampleType::UnfilterableFloat && features.has(FeatureName::Float32Filterable));
}

TextureFormat aspect_format(const FormatInfo& f, TextureAspect aspect) {
  switch (aspect) {
    case TextureAspect::All: return f.format;
    case TextureAspect::StencilOnly: return f.has_stencil() ? TextureFormat::Stencil8 : TextureFormat::Undefined;
    case TextureAspect::DepthOnly:
      if (!f.has_depth()) return TextureFormat::Undefined;
      if (f.format == TextureFormat::Depth24PlusStencil8) return TextureFormat::Depth24Plus;
      if (f.format == TextureFormat::Depth32FloatStencil8) return TextureFormat::Depth32Float;
      return f.format;
    case TextureAspect::Undefined: break;
  }
  return TextureFormat::Undefined;
}

uint32_t copy_bytes(const FormatInfo& f, TextureAspect aspect) {
  uint8_t bytes = 0;
  if (f.has_color()) {
    bytes = aspect == TextureAspect::All ? f.color_bytes : 0;
  } else if (aspect == TextureAspect::StencilOnly || (aspect == TextureAspect::All && !f.has_depth())) {
    bytes = f.stencil_bytes;
  } else if (aspect == TextureAspect::DepthOnly || (aspect == TextureAspect::All && !f.has_stencil())) {
    bytes = f.depth_bytes;
  }
  return bytes == kUnsized ? 0 : bytes;
}

bool can_copy_from(const FormatInfo& f, TextureAspect aspect) {
  if (copy_bytes(f, aspect) == 0) return false;
  bool depth = f.has_depth() && aspect != TextureAspect::StencilOnly;
  return !(depth && (f.capabilities & kDepthNotCopied));
}

bool can_copy_to(const FormatInfo& f, TextureAspect aspect) {
  if (copy_bytes(f, aspect) == 0) return false;
  bool depth = f.has_depth() && aspect != TextureAspect::StencilOnly;
  return !(depth && (f.capabilities & (kDepthNotCopied | kDepthCopySrcOnly)));
}

}  // namespace vitrine::gpu
