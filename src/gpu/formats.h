// What texture formats are and can do. https://gpuweb.github.io/gpuweb/#texture-format-caps
#pragma once

#include <cstdint>

#include "gpu/descriptors.h"
#include "gpu/features.h"

namespace vitrine::gpu {

constexpr uint8_t kUnsized = 0xFF;

struct FormatInfo {
  TextureFormat format;
  uint8_t block_width, block_height;
  uint8_t color_bytes, depth_bytes, stencil_bytes;  // of a texel block; 0: no such aspect
  TextureSampleType sample_type;                    // of the colour aspect
  uint8_t components;
  uint8_t render_cost, render_alignment;  // in bytes; 0: never renderable
  uint32_t capabilities;
  uint32_t feature;  // FeatureName that the format needs, 0: none
  TextureFormat base;  // without srgb

  bool has_color() const { return color_bytes != 0; }
  bool has_depth() const { return depth_bytes != 0; }
  bool has_stencil() const { return stencil_bytes != 0; }
  bool depth_or_stencil() const { return has_depth() || has_stencil(); }
  bool compressed() const { return block_width > 1; }
};

// Null for numbers that are no format.
const FormatInfo* format_info(TextureFormat format);

bool renderable(const FormatInfo& f, const FeatureSet& features);  // colour; depth and stencil formats always are
bool blendable(const FormatInfo& f, const FeatureSet& features);
bool resolvable(const FormatInfo& f, const FeatureSet& features);
bool multisampled(const FormatInfo& f, const FeatureSet& features);
bool storage(const FormatInfo& f, StorageTextureAccess access, const FeatureSet& features);
bool storage(const FormatInfo& f, const FeatureSet& features);  // with any access
bool filterable(const FormatInfo& f, const FeatureSet& features);
// https://gpuweb.github.io/gpuweb/#abstract-opdef-get-the-aspect
// Block bytes of an aspect in a copy; 0 where it has none or cannot be copied that way.
uint32_t copy_bytes(const FormatInfo& f, TextureAspect aspect);
// Of a view or copy with that aspect; Undefined when the format lacks it.
TextureFormat aspect_format(const FormatInfo& f, TextureAspect aspect);
bool can_copy_from(const FormatInfo& f, TextureAspect aspect);
bool can_copy_to(const FormatInfo& f, TextureAspect aspect);

}  // namespace vitrine::gpu
