// What a device without the feature core-features-and-limits asks for beyond the rest of validation. On a device that
// has the feature none of these finds anything. https://gpuweb.github.io/gpuweb/#core-features-and-limits
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gpu/descriptors.h"
#include "gpu/pipeline.h"

namespace vitrine::gpu::compatibility {

// The device lacks the feature.
bool applies(const Device& device);

// https://gpuweb.github.io/gpuweb/#dom-gputexture-texturebindingviewdimension. Undefined where it restricts nothing.
TextureViewDimension binding_view_dimension(const Device& device, const TextureDescriptor& d);
void check_texture(const Device& device, const TextureDescriptor& d, const diag::Path& path, diag::Requirements& unmet);
void check_view(const Device& device, const Texture& texture, const TextureViewDescriptor& resolved, const diag::Path& path,
                diag::Requirements& unmet);
// A view that a bind group takes; external: as an external texture.
void check_bound_view(const Device& device, const TextureView& view, bool external, const diag::Path& path,
                      diag::Requirements& unmet);

// What the bind groups of a draw or dispatch hold.
struct BoundView {
  uint64_t group, binding;
  const TextureView* view;
};
void check_bound_views(const Device& device, std::span<const BoundView> views, diag::Requirements& unmet);

// The parts of validating GPUProgrammableStage that look at what the shader calls.
void check_stage(const Device& device, const ResolvedStage& stage, const diag::Path& path, diag::Requirements& unmet);
// Vertex attributes that builtins of the vertex stage take up.
uint64_t attributes_of_builtins(const Device& device, const ShaderEntryPoint& vertex);
void check_fragment_state(const Device& device, const FragmentState& f, const diag::Path& path, diag::Requirements& unmet);
void check_depth_stencil(const Device& device, const DepthStencilState& s, const diag::Path& path,
                         diag::Requirements& unmet);
// https://gpuweb.github.io/gpuweb/#abstract-opdef-validating-compatibility-mode-shader-binding
// `interpolation` has its defaults filled in.
void check_interpolation(const Device& device, const ResolvedStage& stage, const ShaderInterfaceValue& value,
                         const lang::Interpolation& interpolation, const diag::Path& path, diag::Requirements& unmet);

void check_copy_to_buffer(const Device& device, const Texture& source, const diag::Path& path, diag::Requirements& unmet);
void check_copy_between_textures(const Device& device, const Texture& source, const Texture& destination,
                                 const diag::Path& source_path, const diag::Path& destination_path,
                                 diag::Requirements& unmet);

}  // namespace vitrine::gpu::compatibility
