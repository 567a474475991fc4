#include "gpu/silent_draws.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "gpu/formats.h"
#include "gpu/pipeline.h"
#include "ir/outputs.h"
#include "ir/stores.h"

namespace vitrine::gpu {

using diag::Name;
using diag::ObjectRef;
using diag::Text;

RULE(depth_test_never_passes, Warning, "vitrine:check", "", "{0} draws nothing: its depthCompare is {1}{2}", ObjectRef, Name, Text);
RULE(stencil_test_never_passes, Warning, "vitrine:check", "", "{0} draws nothing: {1}", ObjectRef, Text);
RULE(color_targets_unchanged, Warning, "vitrine:check", "", "{0} changes nothing: {1}", ObjectRef, Text);
RULE(vertices_all_alike, Warning, "vitrine:check", "",
     "{0} draws nothing: all vertices of an instance are the same, so that no {1} has an area: {2}", ObjectRef, Text, Text);

namespace {

bool is_triangles(PrimitiveTopology t) { return t == PrimitiveTopology::TriangleList || t == PrimitiveTopology::TriangleStrip; }

// Whether the fragment stage does more than give values to attachments.
bool has_side_effects(const ResolvedStage& stage) {
  const ShaderReflection& r = stage.module->reflection();
  return stage.entry->prints || std::any_of(stage.entry->bindings.begin(), stage.entry->bindings.end(), [&](uint32_t b) {
           const BindGroupLayoutEntry& e = r.bindings[b].entry;
           return (e.buffer && e.buffer->type == BufferBindingType::Storage) ||
                  (e.storage_texture && e.storage_texture->access != StorageTextureAccess::ReadOnly);
         });
}

std::string why_alike(const RenderPipelineDescriptor& d, const ResolvedStage& vertex) {
  if (d.primitive.topology == PrimitiveTopology::PointList) return {};
  for (const ShaderInterfaceValue& v : vertex.entry->inputs)
    if (v.builtin == lang::BuiltinValue::VertexIndex) return {};
  std::string stands, instanced;
  for (size_t i = 0; i < d.vertex.buffers.size(); ++i) {
    const std::optional<VertexBufferLayout>& b = d.vertex.buffers[i];
    if (!b || b->attributes.empty()) continue;
    if (b->step_mode != VertexStepMode::Vertex) {
      instanced += fmt::format("{}{}", instanced.empty() ? "" : ", ", i);
    } else if (b->array_stride == 0) {
      stands += fmt::format("{}{}", stands.empty() ? "" : ", ", i);
    } else {
      return {};
    }
  }
  if (!stands.empty()) return fmt::format("the arrayStride of vertex buffer {} is 0", stands);
  if (!instanced.empty()) return fmt::format("the stepMode of vertex buffer {} is \"instance\", and there is no other", instanced);
  return fmt::format("`{}` takes neither a vertex buffer nor vertex_index", vertex.entry->name);
}

// A binding that two stages have is got at by both.
void add_accesses(const ir::Module& m, std::vector<RenderState::Accessed>& to) {
  for (ir::GlobalId g(0); g.value < m.globals.size(); ++g.value) {
    const ir::Global& v = m.globals[g];
    if (!v.has_binding) continue;
    auto same = std::find_if(to.begin(), to.end(), [&](const auto& a) { return a.group == v.group && a.binding == v.binding; });
    if (same == to.end()) same = to.insert(to.end(), {v.group, v.binding});
    auto bytes = ir::accessed_members(m, g);
    if (bytes) same->bytes.insert(same->bytes.end(), bytes->begin(), bytes->end());
    else same->whole = true;
  }
}

}  // namespace

RenderState::RenderState(const RenderPipelineDescriptor& d, const ResolvedStage& vertex, const ResolvedStage* fragment,
                         const ir::Module& vertex_module, const ir::Module* fragment_module)
    : primitive(d.primitive),
      depth_stencil(d.depth_stencil),
      multisample(d.multisample),
      vertices_print(vertex.entry->prints),
      vertices_alike(vertices_print ? std::string() : why_alike(d, vertex)) {
  if (d.fragment) targets = d.fragment->targets;
  add_accesses(vertex_module, accessed);
  if (fragment_module) add_accesses(*fragment_module, accessed);
  if (fragment) side_effects = has_side_effects(*fragment);
  for (uint32_t i = 0; i < targets.size(); ++i) transparent.push_back(fragment_module && ir::output_is_zero(*fragment_module, i, 3));
}

bool RenderState::accesses(uint32_t group, uint32_t binding, uint64_t begin, uint64_t end) const {
  for (const Accessed& a : accessed)
    if (a.group == group && a.binding == binding && !a.whole)
      return std::any_of(a.bytes.begin(), a.bytes.end(), [&](const auto& b) { return b.first < end && b.second > begin; });
  return true;
}

// ---- the draw itself ----

std::optional<NothingLeft> too_few_vertices(const RenderState& state, uint32_t count) {
  bool triangles = is_triangles(state.primitive.topology);
  uint32_t least = triangles ? 3 : state.primitive.topology == PrimitiveTopology::PointList ? 1 : 2;
  if (count >= least || state.vertices_print) return std::nullopt;
  std::string_view topology = to_text(state.primitive.topology);
  return NothingLeft{fmt::format("the topology is \"{}\", and {} {} no {}", topology, count, count == 1 ? "vertex makes" : "vertices make",
                                 triangles ? "triangle" : "line"),
                     "is the count that of vertices, and not of triangles or instances?"};
}

// https://gpuweb.github.io/gpuweb/#primitive-clipping
std::optional<NothingLeft> outside_of_attachments(const PassState& p) {
  std::string help = "give it the size of the attachments, once that is known";
  if (p.viewport_width == 0 || p.viewport_height == 0) return NothingLeft{"the viewport is empty", help};
  if (p.scissor.width == 0 || p.scissor.height == 0) return NothingLeft{"the scissor rectangle is empty", help};
  auto apart = [](float a, float a_size, float b, float b_size) { return a >= b + b_size || b >= a + a_size; };
  auto viewport = [&] { return fmt::format("the viewport ({}, {}, {} x {})", p.x, p.y, p.viewport_width, p.viewport_height); };
  auto f = [](uint32_t v) { return static_cast<float>(v); };
  if (apart(p.x, p.viewport_width, 0, f(p.width)) || apart(p.y, p.viewport_height, 0, f(p.height)))
    return NothingLeft{fmt::format("{} lies outside of the attachments, which are {} x {}", viewport(), p.width, p.height),
                       "x and y count from the top left corner of the attachments, in texels"};
  if (apart(p.x, p.viewport_width, f(p.scissor.x), f(p.scissor.width)) || apart(p.y, p.viewport_height, f(p.scissor.y), f(p.scissor.height)))
    return NothingLeft{fmt::format("{} and the scissor rectangle ({}, {}, {} x {}) have nothing in common", viewport(), p.scissor.x,
                                   p.scissor.y, p.scissor.width, p.scissor.height),
                       "both count from the top left corner; set the scissor rectangle anew together with the viewport"};
  return std::nullopt;
}

// https://gpuweb.github.io/gpuweb/#primitive-assembly
IndexUse look_at_indices(const std::byte* bytes, uint64_t count, bool of_32_bits, PrimitiveTopology topology) {
  bool triangles = is_triangles(topology);
  bool strip = topology == PrimitiveTopology::TriangleStrip || topology == PrimitiveTopology::LineStrip;
  uint32_t size = triangles ? 3 : topology == PrimitiveTopology::PointList ? 1 : 2;
  uint32_t restart = of_32_bits ? 0xFFFFFFFF : 0xFFFF;
  IndexUse out;
  bool whole = false;            // some primitive has vertices apart from each other
  uint32_t last[2] = {}, held = 0;  // of the primitive that is under way
  for (uint64_t i = 0; i < count; ++i) {
    uint32_t index = 0;
    std::memcpy(&index, bytes + i * (of_32_bits ? 4 : 2), of_32_bits ? 4 : 2);
    if (strip && index == restart) {
      held = 0;
      continue;
    }
    out.first = std::min(out.first, index);
    out.last = std::max(out.last, index);
    if (whole) continue;
    if (held + 1 < size) {
      last[held++] = index;
      continue;
    }
    whole = size == 1 || (index != last[0] && (size == 2 || (index != last[1] && last[0] != last[1])));
    if (!strip) {
      held = 0;
    } else {
      if (size == 3) last[0] = last[1];
      last[size - 2] = index;
    }
  }
  if (whole) return out;
  if (out.first > out.last) out.why = fmt::format("all {} indices are {:#x}, which begins a new strip", count, restart);
  else if (out.first == out.last && count > 1) out.why = fmt::format("all {} indices are {}", count, out.first);
  else out.why = fmt::format("each {} has an index twice", triangles ? "triangle" : "line");
  return out;
}

// ---- tests ----

namespace {

// Whether some value from `low` to `high` passes against `stored`.
template <class T>
bool can_pass(CompareFunction compare, T low, T high, std::optional<T> stored) {
  switch (compare) {
    case CompareFunction::Never: return false;
    case CompareFunction::Less: return !stored || low < *stored;
    case CompareFunction::LessEqual: return !stored || low <= *stored;
    case CompareFunction::Greater: return !stored || high > *stored;
    case CompareFunction::GreaterEqual: return !stored || high >= *stored;
    case CompareFunction::Equal: return !stored || (low <= *stored && *stored <= high);
    case CompareFunction::NotEqual: return !stored || low != high || low != *stored;
    default: return true;
  }
}

// https://gpuweb.github.io/gpuweb/#abstract-opdef-test-depth
std::optional<diag::Diagnostic> depth_test(const RenderState& state, const PassState& pass, const ObjectRef& pipeline) {
  const DepthStencilState& d = *state.depth_stencil;
  const FormatInfo* format = format_info(d.format);
  if (!format || !format->has_depth() || d.depth_compare == CompareFunction::Undefined) return std::nullopt;
  // It may be drawn for the sake of the stencil buffer.
  auto counts_failures = [](const StencilFaceState& f) { return f.depth_fail_op != StencilOperation::Keep; };
  if (d.stencil_write_mask != 0 && (counts_failures(d.stencil_front) || counts_failures(d.stencil_back))) return std::nullopt;
  bool moved = d.depth_bias != 0 || d.depth_bias_slope_scale != 0;
  float low = moved ? 0 : pass.min_depth, high = moved ? 1 : pass.max_depth;
  if (can_pass(d.depth_compare, low, high, pass.depth)) return std::nullopt;
  std::string found, help = "take another depthCompare: \"less\" draws what is nearest";
  if (d.depth_compare != CompareFunction::Never) {
    bool narrow = low != 0 || high != 1;
    found = fmt::format("{}, and the depth it compares with {}",
                        narrow ? fmt::format(", the viewport gives depths from {} to {}", low, high) : "", pass.depth_since);
    bool less = d.depth_compare == CompareFunction::Less || d.depth_compare == CompareFunction::LessEqual;
    bool greater = d.depth_compare == CompareFunction::Greater || d.depth_compare == CompareFunction::GreaterEqual;
    if (less) help = "clear to 1: depthClearValue: 1";
    if (greater) help = "clear to 0: depthClearValue: 0";
  }
  return depth_test_never_passes(pipeline, Name{shown(d.depth_compare)}, Text{found}).help(help);
}

// https://gpuweb.github.io/gpuweb/#abstract-opdef-test-stencil
std::optional<diag::Diagnostic> stencil_test(const RenderState& state, const PassState& pass, const ObjectRef& pipeline) {
  const DepthStencilState& d = *state.depth_stencil;
  const FormatInfo* format = format_info(d.format);
  if (!format || !format->has_stencil()) return std::nullopt;
  uint32_t mask = d.stencil_read_mask & 0xFF, reference = pass.stencil_reference & mask;
  std::optional<uint32_t> stored;
  if (pass.stencil) stored = *pass.stencil & mask;
  if (mask == 0) stored = 0;
  bool triangles = is_triangles(state.primitive.topology);
  const StencilFaceState* fails = nullptr;
  for (const StencilFaceState* face : {&d.stencil_front, &d.stencil_back}) {
    bool front = face == &d.stencil_front;
    if (triangles ? state.primitive.cull_mode == (front ? CullMode::Front : CullMode::Back) : !front) continue;
    if (can_pass(face->compare, reference, reference, stored)) return std::nullopt;
    // It is drawn for the sake of the stencil buffer then.
    if (face->fail_op != StencilOperation::Keep && d.stencil_write_mask != 0) return std::nullopt;
    fails = face;
  }
  if (!fails) return std::nullopt;
  std::string why = fmt::format("its stencil test is \"{}\"", to_text(fails->compare)), help = "take another compare in stencilFront and stencilBack";
  if (mask == 0) {
    why += ", and stencilReadMask is 0: 0 is compared with 0";
    help = "leave stencilReadMask out: all bits are compared then";
  } else if (fails->compare != CompareFunction::Never) {
    why += fmt::format(", the reference is {}, and the stencil it compares with {}", pass.stencil_reference, pass.stencil_since);
    help = pass.stencil_reference == 0 ? "call setStencilReference before the draw, or draw what writes the stencil first"
                                       : "draw what writes the stencil first, in this pass or in one that stores it";
  }
  return stencil_test_never_passes(pipeline, Text{why}).help(help);
}

// ---- blending ----

struct Unchanged {
  std::string why, help;
};

// Whether the channels of `mask` keep their values. https://gpuweb.github.io/gpuweb/#blend-state
bool keeps(const BlendComponent& c, const hal::Color& constant, bool transparent, uint64_t mask) {
  if (mask == 0) return true;
  auto constant_is = [&](double v) {
    return (!(mask & ColorWriteMask::Red) || constant.r == v) && (!(mask & ColorWriteMask::Green) || constant.g == v) &&
           (!(mask & ColorWriteMask::Blue) || constant.b == v) && (!(mask & ColorWriteMask::Alpha) || constant.a == v);
  };
  auto is = [&](BlendFactor f, double v) {
    if (f == BlendFactor::Constant) return constant_is(v);
    if (f == BlendFactor::OneMinusConstant) return constant_is(1 - v);
    if (transparent && f == BlendFactor::SrcAlpha) return v == 0;
    if (transparent && f == BlendFactor::OneMinusSrcAlpha) return v == 1;
    return f == (v == 0 ? BlendFactor::Zero : BlendFactor::One);
  };
  bool sum = c.operation == BlendOperation::Add || c.operation == BlendOperation::ReverseSubtract;
  return sum && is(c.src_factor, 0) && is(c.dst_factor, 1);
}

std::optional<Unchanged> target_unchanged(const ColorTargetState& t, size_t index, const hal::Color& constant, bool transparent) {
  if (t.write_mask == 0)
    return Unchanged{fmt::format("the writeMask of target {} is 0", index), "leave writeMask out: all channels are written then"};
  if (!t.blend) return std::nullopt;
  uint64_t color = t.write_mask & ~ColorWriteMask::Alpha, alpha = t.write_mask & ColorWriteMask::Alpha;
  const BlendComponent& c = color ? t.blend->color : t.blend->alpha;
  // What the alpha of the target becomes nobody may see.
  if (!keeps(c, constant, transparent, color ? color : alpha)) return std::nullopt;
  if (!keeps(c, constant, /*transparent=*/false, color ? color : alpha))
    return Unchanged{fmt::format("the shader always gives target {} the alpha 0, and it is blended with srcFactor \"{}\" and dstFactor \"{}\"", index,
                                 to_text(c.src_factor), to_text(c.dst_factor)),
                     "give the colour the alpha 1 where it covers what is there"};
  if (!keeps(t.blend->alpha, constant, transparent, alpha)) return std::nullopt;
  auto uses_constant = [](BlendFactor f) { return f == BlendFactor::Constant || f == BlendFactor::OneMinusConstant; };
  bool by_constant = uses_constant(c.src_factor) || uses_constant(c.dst_factor);
  return Unchanged{fmt::format("target {} is blended with srcFactor \"{}\" and dstFactor \"{}\"{}, which keeps what is there", index,
                               to_text(c.src_factor), to_text(c.dst_factor),
                               by_constant ? fmt::format(" by the constant ({}, {}, {}, {})", constant.r, constant.g, constant.b, constant.a) : ""),
                   by_constant ? "call setBlendConstant before the draw: it is (0, 0, 0, 0) where each pass begins"
                               : "write srcFactor: \"src-alpha\", dstFactor: \"one-minus-src-alpha\" to blend by alpha"};
}

std::optional<diag::Diagnostic> color_targets(const RenderState& state, const PassState& pass, const ObjectRef& pipeline) {
  std::optional<Unchanged> first;
  for (size_t i = 0; i < state.targets.size(); ++i) {
    if (!state.targets[i]) continue;
    std::optional<Unchanged> found = target_unchanged(*state.targets[i], i, pass.blend_constant, state.transparent[i]);
    if (!found) return std::nullopt;
    if (!first) first = std::move(found);
  }
  if (!first) return std::nullopt;
  return color_targets_unchanged(pipeline, Text{first->why}).help(first->help);
}

// Whether it may be drawn for what it leaves in the depth or stencil buffer.
bool writes_depth_or_stencil(const RenderState& state) {
  if (!state.depth_stencil) return false;
  const DepthStencilState& d = *state.depth_stencil;
  auto writes = [](const StencilFaceState& f) {
    return f.pass_op != StencilOperation::Keep || f.depth_fail_op != StencilOperation::Keep || f.fail_op != StencilOperation::Keep;
  };
  return d.depth_write_enabled == OptionalBool::True || (d.stencil_write_mask != 0 && (writes(d.stencil_front) || writes(d.stencil_back)));
}

}  // namespace

std::optional<diag::Diagnostic> state_leaves_nothing(const RenderState& state, const PassState& pass, const ObjectRef& pipeline) {
  if (!state.vertices_alike.empty()) {
    return vertices_all_alike(pipeline, Text{is_triangles(state.primitive.topology) ? "triangle" : "line"}, Text{state.vertices_alike})
        .help("arrayStride is the number of bytes from one vertex to the next, and stepMode: \"vertex\" takes the next one for each vertex");
  }
  if (state.side_effects) return std::nullopt;
  if (state.depth_stencil) {
    if (auto d = depth_test(state, pass, pipeline)) return d;
    if (auto d = stencil_test(state, pass, pipeline)) return d;
  }
  if (pass.occlusion_query || writes_depth_or_stencil(state)) return std::nullopt;
  return color_targets(state, pass, pipeline);
}

}  // namespace vitrine::gpu
