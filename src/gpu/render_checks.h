// The parts of render pipeline and render pass validation that stand on their own.
#pragma once

#include <vector>

#include "gpu/pipeline.h"
#include "gpu/render_pipeline.h"

namespace vitrine::gpu {

// Number of colour attachments and their bytes per sample.
void check_color_attachments(const Device& device, const std::vector<TextureFormat>& formats, const diag::Path& path,
                             diag::Requirements& unmet);
// At least one attachment.
void check_any_attachment(const RenderPassLayout& layout, const diag::Path& path, diag::Requirements& unmet);

// https://gpuweb.github.io/gpuweb/#abstract-opdef-validating-gpudepthstencilstate
void validate_depth_stencil(Device& device, const DepthStencilState& s, PrimitiveTopology topology,
                            const diag::Path& path, diag::Requirements& unmet);
// https://gpuweb.github.io/gpuweb/#abstract-opdef-validating-gpuvertexstate, without the stage
void validate_vertex_state(Device& device, const VertexState& v, const ResolvedStage& stage, const diag::Path& path,
                           diag::Requirements& unmet);
// https://gpuweb.github.io/gpuweb/#abstract-opdef-validating-gpufragmentstate, without the stage
void validate_fragment_state(Device& device, const FragmentState& f, const ResolvedStage& stage, const diag::Path& path,
                             diag::Requirements& unmet);
// https://gpuweb.github.io/gpuweb/#abstract-opdef-validating-inter-stage-interfaces
void validate_inter_stage(Device& device, const ResolvedStage& vertex, const ResolvedStage* fragment,
                          PrimitiveTopology topology, const diag::Path& path, diag::Requirements& unmet);

}  // namespace vitrine::gpu
