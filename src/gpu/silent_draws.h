// VITRINE_CHECK=silent: whether what is fixed in a pipeline, with the state of its pass, lets a draw leave anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "diag/diagnostic.h"
#include "gpu/descriptors.h"

namespace vitrine::ir {
struct Module;
}

namespace vitrine::gpu {

struct ResolvedStage;

// Of a render pipeline.
struct RenderState {
  // The modules of the stages are those for this pipeline.
  RenderState(const RenderPipelineDescriptor& descriptor, const ResolvedStage& vertex, const ResolvedStage* fragment,
              const ir::Module& vertex_module, const ir::Module* fragment_module);
  // Whether the shaders may get at some of these bytes of a binding.
  bool accesses(uint32_t group, uint32_t binding, uint64_t begin, uint64_t end) const;
  PrimitiveState primitive;
  std::optional<DepthStencilState> depth_stencil;
  MultisampleState multisample;
  std::vector<std::optional<ColorTargetState>> targets;
  std::vector<bool> transparent;  // of each target: the shader always gives it the alpha 0
  bool side_effects = false;    // the fragment shader writes to storage, or prints
  bool vertices_print = false;  // it may be drawn for that
  // Of buffer bindings of structures: the bytes that the shaders get at, where not all.
  struct Accessed {
    uint32_t group, binding;
    bool whole = false;
    std::vector<std::pair<uint64_t, uint64_t>> bytes;
  };
  std::vector<Accessed> accessed;
  std::string vertices_alike;   // why all vertices of an instance are the same; empty: they are not
};

// Of a pass, where a draw stands.
struct PassState {
  uint32_t width = 0, height = 0;  // of the attachments
  float x = 0, y = 0, viewport_width = 0, viewport_height = 0, min_depth = 0, max_depth = 1;
  struct {
    uint32_t x = 0, y = 0, width = 0, height = 0;
  } scissor;
  hal::Color blend_constant{};
  uint32_t stencil_reference = 0;
  bool occlusion_query = false;
  // What every texel of the attachment holds, and in words since when; nothing: not known.
  std::optional<float> depth;
  std::optional<uint32_t> stencil;
  std::string depth_since, stencil_since;
};

// Why a draw into the pass leaves nothing, whatever the shaders do.
struct NothingLeft {
  std::string why, help;
};
std::optional<NothingLeft> outside_of_attachments(const PassState& pass);
// Vertices, or indices, of one instance.
std::optional<NothingLeft> too_few_vertices(const RenderState& state, uint32_t count);
// What indices make of a draw; from `first` to `last`, which are the other way round where there are none.
struct IndexUse {
  uint32_t first = ~0u, last = 0;
  std::string why;  // it draws nothing; empty: not for that
};
IndexUse look_at_indices(const std::byte* bytes, uint64_t count, bool of_32_bits, PrimitiveTopology topology);
// What is told of the pipeline itself, or nothing. `pipeline` is for the message.
std::optional<diag::Diagnostic> state_leaves_nothing(const RenderState& state, const PassState& pass, const diag::ObjectRef& pipeline);

}  // namespace vitrine::gpu
