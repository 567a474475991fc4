#include "gpu/render_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gpu/check.h"
#include "gpu/compatibility.h"
#include "gpu/device.h"
#include "gpu/formats.h"
#include "gpu/vertex_formats.h"

namespace vitrine::gpu {

using diag::Name;
using diag::Path;
using diag::Text;

// ---- depth and stencil ----

RULE(depth_stencil_format, Validation, "validating GPUDepthStencilState", "6d61dc2d 785750a2",
     "the format {0} has neither depth nor stencil", Name);
RULE(depth_without_aspect, Validation, "validating GPUDepthStencilState", "166bcc34",
     "{0} tests or writes depth, and the format {1} has none", Text, Name);
RULE(stencil_without_aspect, Validation, "validating GPUDepthStencilState", "885eff17",
     "{0} is not the default, and the format {1} has no stencil", Text, Name);
RULE(depth_write_missing, Validation, "validating GPUDepthStencilState", "0c6fe5dd",
     "depthWriteEnabled is not given, and the format {0} has depth", Name);
RULE(depth_compare_missing, Validation, "validating GPUDepthStencilState", "ddb60113 d3120c4b b4da8959",
     "depthCompare is not given, and {0} needs it", Text);
RULE(depth_bias_topology, Validation, "validating GPUDepthStencilState", "4e58bbaf ffb716c3 cd3d3bc6",
     "{0} is {1}, and the topology {2} takes no depth bias", Text, double, Name);

void validate_depth_stencil(Device& device, const DepthStencilState& s, PrimitiveTopology topology, const Path& path,
                            diag::Requirements& unmet) {
  bool known = check_enum(s.depth_compare, "GPUCompareFunction", path.member("depthCompare"), unmet);
  known &= check_enum(s.depth_write_enabled, "boolean", path.member("depthWriteEnabled"), unmet);
  auto face = [&](const StencilFaceState& f, const Path& at) {
    known &= check_enum(f.compare, "GPUCompareFunction", at.member("compare"), unmet);
    known &= check_enum(f.fail_op, "GPUStencilOperation", at.member("failOp"), unmet);
    known &= check_enum(f.depth_fail_op, "GPUStencilOperation", at.member("depthFailOp"), unmet);
    known &= check_enum(f.pass_op, "GPUStencilOperation", at.member("passOp"), unmet);
  };
  Path front = path.member("stencilFront"), back = path.member("stencilBack"), format = path.member("format");
  face(s.stencil_front, front);
  face(s.stencil_back, back);
  known &= check_format_feature(device, s.format, format, unmet);
  if (!known) return;
  const FormatInfo& f = *format_info(s.format);
  Name name{shown(s.format)};
  if (!REQUIRE(unmet, f.depth_or_stencil(), depth_stencil_format(name).at(format))) return;
  bool writes = s.depth_write_enabled == OptionalBool::True;
  bool tests = s.depth_compare != CompareFunction::Undefined && s.depth_compare != CompareFunction::Always;
  REQUIRE(unmet, f.has_depth() || !writes, depth_without_aspect(Text{"depthWriteEnabled: true"}, name).at(format));
  REQUIRE(unmet, f.has_depth() || !tests,
          depth_without_aspect(Text{"depthCompare: " + shown(s.depth_compare)}, name).at(format));
  auto is_default = [](const StencilFaceState& x) {
    return x.compare == CompareFunction::Always && x.fail_op == StencilOperation::Keep &&
           x.depth_fail_op == StencilOperation::Keep && x.pass_op == StencilOperation::Keep;
  };
  REQUIRE(unmet, f.has_stencil() || is_default(s.stencil_front),
          stencil_without_aspect(Text{"stencilFront"}, name).at(front));
  REQUIRE(unmet, f.has_stencil() || is_default(s.stencil_back),
          stencil_without_aspect(Text{"stencilBack"}, name).at(back));
  if (f.has_depth()) {
    REQUIRE(unmet, s.depth_write_enabled != OptionalBool::Undefined,
            depth_write_missing(name).at(path.member("depthWriteEnabled")));
    std::string why = writes ? "depthWriteEnabled: true"
                      : s.stencil_front.depth_fail_op != StencilOperation::Keep ? "stencilFront.depthFailOp"
                      : s.stencil_back.depth_fail_op != StencilOperation::Keep  ? "stencilBack.depthFailOp"
                                                                                : "";
    REQUIRE(unmet, why.empty() || s.depth_compare != CompareFunction::Undefined,
            depth_compare_missing(Text{why}).at(path.member("depthCompare")));
  }
  bool triangles = topology == PrimitiveTopology::TriangleList || topology == PrimitiveTopology::TriangleStrip;
  auto bias = [&](double value, const char* what) {
    if (!check_finite(value, path.member(what), unmet)) return;
    REQUIRE(unmet, triangles || value == 0,
            depth_bias_topology(Text{what}, value, Name{shown(topology)}).at(path.member(what)));
  };
  bias(s.depth_bias, "depthBias");
  bias(s.depth_bias_slope_scale, "depthBiasSlopeScale");
  bias(s.depth_bias_clamp, "depthBiasClamp");
  compatibility::check_depth_stencil(device, s, path, unmet);
}

// ---- vertex state ----

RULE(vertex_buffers_too_many, Validation, "validating GPUVertexState", "7d55ab1a 48eb0985",
     "there are {0} vertex buffers, and maxVertexBuffers of this device is {1}", uint64_t, uint64_t);
RULE(vertex_attributes_too_many, Validation, "validating GPUVertexState", "6a1cffa6 de9d55d0 f8e4729b 9c7d5d3e",
     "there are {0} vertex attributes, and maxVertexAttributes of this device is {1}", uint64_t, uint64_t);
RULE(vertex_stride_too_large, Validation, "validating GPUVertexBufferLayout", "60cc0d7f 28cfa79f",
     "arrayStride is {0}, and maxVertexBufferArrayStride of this device is {1}", uint64_t, uint64_t);
RULE(vertex_stride_unaligned, Validation, "validating GPUVertexBufferLayout", "e6d9c5b9",
     "arrayStride is {0}, and takes a multiple of 4", uint64_t);
RULE(vertex_attribute_outside, Validation, "validating GPUVertexBufferLayout", "7b624378 34ccbaaa",
     "{0} bytes of {1} at offset {2} end after {3}, {4}", uint64_t, Name, uint64_t, uint64_t, Text);
RULE(vertex_attribute_unaligned, Validation, "validating GPUVertexBufferLayout", "9e24e9d4",
     "the offset {0} of {1} is not a multiple of {2}", uint64_t, Name, uint64_t);
RULE(vertex_location_too_large, Validation, "validating GPUVertexBufferLayout", "7667ae4c",
     "shaderLocation {0} is not below maxVertexAttributes, {1} on this device", uint64_t, uint64_t);
RULE(vertex_location_twice, Validation, "validating GPUVertexState", "", "shaderLocation {0} is given twice", uint64_t);
RULE(vertex_input_missing, Validation, "validating GPUVertexState", "5185ca16",
     "{0} reads {1} at location {2}, and no attribute has that shaderLocation", Name, Name, uint64_t);
RULE(vertex_input_type, Validation, "validating GPUVertexState", "2fcf033d 94a75370 e8398b7a",
     "{0} at location {1} is read as {2}, and the attribute's format {3} gives {4}", Name, uint64_t, Name, Name, Name);

namespace {
std::string_view component_name(ShaderInterfaceValue::Component c) {
  switch (c) {
    case ShaderInterfaceValue::Component::F32: return "f32";
    case ShaderInterfaceValue::Component::F16: return "f16";
    case ShaderInterfaceValue::Component::I32: return "i32";
    case ShaderInterfaceValue::Component::U32: return "u32";
    case ShaderInterfaceValue::Component::Bool: return "bool";
  }
  return "";
}
bool is_float(ShaderInterfaceValue::Component c) {
  return c == ShaderInterfaceValue::Component::F32 || c == ShaderInterfaceValue::Component::F16;
}
// A vertex format that fits the input of a shader.
std::string attribute_format(const ShaderInterfaceValue& in) {
  std::string_view scalar = in.component == ShaderInterfaceValue::Component::U32   ? "uint32"
                            : in.component == ShaderInterfaceValue::Component::I32 ? "sint32"
                                                                                   : "float32";
  return in.components > 1 ? fmt::format("{}x{}", scalar, in.components) : std::string(scalar);
}
std::string blend_help(const Device& device, TextureFormat format) {
  if (shown(format).find("32float") != std::string::npos) return feature_help(device, FeatureName::Float32Blendable);
  return "leave blend out, or draw to a format with fewer bits";
}
}  // namespace

void validate_vertex_state(Device& device, const VertexState& v, const ResolvedStage& stage, const Path& path,
                           diag::Requirements& unmet) {
  const Limits& limits = device.limits();
  Path buffers = path.member("buffers");
  REQUIRE(unmet, v.buffers.size() <= limits.max_vertex_buffers,
          with_limit_help(device, "maxVertexBuffers", v.buffers.size(),
                          vertex_buffers_too_many(v.buffers.size(), limits.max_vertex_buffers).at(buffers)));
  std::vector<std::pair<uint32_t, VertexFormat>> locations;
  for (size_t i = 0; i < v.buffers.size(); ++i) {
    if (!v.buffers[i]) continue;
    const VertexBufferLayout& b = *v.buffers[i];
    Path at = buffers.index(i), stride = at.member("arrayStride");
    check_enum(b.step_mode, "GPUVertexStepMode", at.member("stepMode"), unmet);
    REQUIRE(unmet, b.array_stride <= limits.max_vertex_buffer_array_stride,
            with_limit_help(device, "maxVertexBufferArrayStride", b.array_stride,
                            vertex_stride_too_large(b.array_stride, limits.max_vertex_buffer_array_stride).at(stride)));
    REQUIRE(unmet, b.array_stride % 4 == 0, vertex_stride_unaligned(b.array_stride).at(stride));
    Path attributes = at.member("attributes");
    for (size_t j = 0; j < b.attributes.size(); ++j) {
      const VertexAttribute& a = b.attributes[j];
      Path attribute = attributes.index(j);
      if (!check_enum(a.format, "GPUVertexFormat", attribute.member("format"), unmet)) continue;
      VertexFormatInfo info = vertex_format_info(a.format);
      uint64_t most = b.array_stride ? b.array_stride : limits.max_vertex_buffer_array_stride;
      REQUIRE(unmet, a.offset <= most && info.bytes <= most - a.offset,
              vertex_attribute_outside(info.bytes, Name{shown(a.format)}, a.offset, most,
                                       Text{b.array_stride ? "the arrayStride" : "maxVertexBufferArrayStride"})
                  .at(attribute.member("offset")));
      uint32_t alignment = std::min<uint32_t>(4, info.bytes);
      REQUIRE(unmet, a.offset % alignment == 0,
              vertex_attribute_unaligned(a.offset, Name{shown(a.format)}, alignment).at(attribute.member("offset")));
      REQUIRE(unmet, a.shader_location < limits.max_vertex_attributes,
              with_limit_help(device, "maxVertexAttributes", uint64_t{a.shader_location} + 1,
                              vertex_location_too_large(a.shader_location, limits.max_vertex_attributes)
                                  .at(attribute.member("shaderLocation"))));
      bool twice = std::any_of(locations.begin(), locations.end(),
                               [&](auto& l) { return l.first == a.shader_location; });
      REQUIRE(unmet, !twice, vertex_location_twice(a.shader_location).at(attribute.member("shaderLocation")));
      locations.emplace_back(a.shader_location, a.format);
    }
  }
  uint64_t attributes = locations.size() + compatibility::attributes_of_builtins(device, *stage.entry);
  REQUIRE(unmet, attributes <= limits.max_vertex_attributes,
          with_limit_help(device, "maxVertexAttributes", attributes,
                          vertex_attributes_too_many(attributes, limits.max_vertex_attributes).at(buffers)));
  for (const ShaderInterfaceValue& in : stage.entry->inputs) {
    if (!in.location) continue;
    auto it = std::find_if(locations.begin(), locations.end(), [&](auto& l) { return l.first == *in.location; });
    auto declared = diag::SourcePlace{stage.module->source(), in.span};
    if (!REQUIRE(unmet, it != locations.end(),
                 vertex_input_missing(Name{stage.entry->name}, Name{in.name}, *in.location)
                     .at(buffers)
                     .note(declared, "declared here")
                     .help(fmt::format("add to attributes {{shaderLocation: {}, format: \"{}\", offset: ...}}", *in.location, attribute_format(in))))) {
      continue;
    }
    VertexFormatInfo info = vertex_format_info(it->second);
    bool fits = is_float(info.component) ? is_float(in.component) : info.component == in.component;
    REQUIRE(unmet, fits,
            vertex_input_type(Name{in.name}, *in.location, Name{in.type}, Name{shown(it->second)},
                              Name{std::string(component_name(info.component))})
                .at(buffers)
                .note(declared, "declared here")
                .help(fmt::format("give the attribute a format such as \"{}\", or declare `{}` with components of type {}",
                                  attribute_format(in), in.name, component_name(info.component))));
  }
}

// ---- fragment state ----

RULE(target_not_renderable, Validation, "validating GPUFragmentState", "7c60c5aa 980cbb92",
     "the format {0} cannot be a colour attachment", Name);
RULE(target_write_mask, Validation, "validating GPUFragmentState", "49c94e96",
     "the writeMask {0} has bits that are no colour", Text);
RULE(target_not_blendable, Validation, "validating GPUFragmentState", "9a0d1667", "the format {0} cannot be blended", Name);
RULE(blend_min_max_factors, Validation, "valid GPUBlendComponent", "906b2aaf 61d0df8b 54060314",
     "the operation {0} has the factors {1} and {2}, and takes one and one", Name, Name, Name);
RULE(blend_dual_source_feature, TypeError, "valid GPUBlendComponent", "ad5543c1",
     "the factor {0} needs the feature dual-source-blending, which {1} was made without", Name, diag::ObjectRef);
RULE(target_output_missing, Validation, "validating GPUFragmentState", "9c8fb223 db6d2514",
     "target {0} is written with the mask {1}, and {2} has no output at that location", uint64_t, Text, Name);
RULE(target_output_type, Validation, "validating GPUFragmentState", "fe94c21d 632a51ec b9c75e69",
     "{0} writes {1} to target {2}, and the format {3} takes {4}", Name, Name, uint64_t, Name, Text);
RULE(target_output_components, Validation, "validating GPUFragmentState", "7121171d",
     "{0} writes {1} to target {2}, and the format {3} has {4} components", Name, Name, uint64_t, Name, uint64_t);
RULE(target_output_no_alpha, Validation, "validating GPUFragmentState", "816412a3",
     "{0} writes {1} to target {2}, whose blending reads the source alpha", Name, Name, uint64_t);
RULE(output_location_too_large, Validation, "validating GPUFragmentState", "3007f842",
     "{0} writes location {1}, and maxColorAttachments of this device is {2}", Name, uint64_t, uint64_t);
RULE(dual_source_one_target, Validation, "validating GPUFragmentState", "4b34eb63 6f2a78ce 72f78822",
     "blending reads a second source, and there are {0} targets; it takes one", uint64_t);
RULE(dual_source_outputs, Validation, "validating GPUFragmentState", "3a2f9403 72f78822",
     "blending reads a second source, and {0} has no output with blend_src 1", Name);

namespace {
bool is_dual_source(BlendFactor f) {
  return f == BlendFactor::Src1 || f == BlendFactor::OneMinusSrc1 || f == BlendFactor::Src1Alpha ||
         f == BlendFactor::OneMinusSrc1Alpha;
}
bool reads_source_alpha(BlendFactor f) {
  return f == BlendFactor::SrcAlpha || f == BlendFactor::OneMinusSrcAlpha || f == BlendFactor::SrcAlphaSaturated ||
         f == BlendFactor::Src1Alpha || f == BlendFactor::OneMinusSrc1Alpha;
}

bool validate_blend(Device& device, const BlendComponent& c, const Path& path, diag::Requirements& unmet) {
  bool known = check_enum(c.operation, "GPUBlendOperation", path.member("operation"), unmet);
  known &= check_enum(c.src_factor, "GPUBlendFactor", path.member("srcFactor"), unmet);
  known &= check_enum(c.dst_factor, "GPUBlendFactor", path.member("dstFactor"), unmet);
  if (!known) return false;
  bool extreme = c.operation == BlendOperation::Min || c.operation == BlendOperation::Max;
  REQUIRE(unmet, !extreme || (c.src_factor == BlendFactor::One && c.dst_factor == BlendFactor::One),
          blend_min_max_factors(Name{shown(c.operation)}, Name{shown(c.src_factor)}, Name{shown(c.dst_factor)})
              .at(path.member("operation")));
  for (BlendFactor f : {c.src_factor, c.dst_factor}) {
    REQUIRE(unmet, !is_dual_source(f) || device.features().has(FeatureName::DualSourceBlending),
            blend_dual_source_feature(Name{shown(f)}, device.ref())
                .at(path)
                .help(feature_help(device, FeatureName::DualSourceBlending)));
  }
  return is_dual_source(c.src_factor) || is_dual_source(c.dst_factor);
}

void validate_output(const ShaderInterfaceValue* out, const ColorTargetState& t, const FormatInfo& f, size_t index,
                     const ResolvedStage& stage, const Path& path, diag::Requirements& unmet) {
  Name entry{stage.entry->name};
  if (!out) {
    REQUIRE(unmet, t.write_mask == 0,
            target_output_missing(index, Text{color_write_mask_text(t.write_mask)}, entry)
                .at(path)
                .help("write the output, or set writeMask to 0"));
    return;
  }
  auto declared = diag::SourcePlace{stage.module->source(), out->span};
  bool floats = f.sample_type == TextureSampleType::Float || f.sample_type == TextureSampleType::UnfilterableFloat;
  bool type_fits = floats ? is_float(out->component)
                   : f.sample_type == TextureSampleType::Sint
                       ? out->component == ShaderInterfaceValue::Component::I32
                       : out->component == ShaderInterfaceValue::Component::U32;
  std::string takes = floats ? "f32 or f16" : f.sample_type == TextureSampleType::Sint ? "i32" : "u32";
  REQUIRE(unmet, type_fits,
          target_output_type(entry, Name{out->type}, index, Name{shown(t.format)}, Text{takes})
              .at(path.member("format"))
              .note(declared, "declared here")
              .help(fmt::format("return a vec4 with components of {}, or draw to a format that holds {}", takes, out->type)));
  REQUIRE(unmet, out->components >= f.components,
          target_output_components(entry, Name{out->type}, index, Name{shown(t.format)}, f.components)
              .at(path.member("format"))
              .note(declared, "declared here")
              .help("return a vec4: components that the format lacks are dropped, none are made up"));
  bool alpha = t.blend && (reads_source_alpha(t.blend->color.src_factor) || reads_source_alpha(t.blend->color.dst_factor));
  REQUIRE(unmet, !alpha || out->components == 4,
          target_output_no_alpha(entry, Name{out->type}, index).at(path.member("blend")).note(declared, "declared here"));
}
}  // namespace

void validate_fragment_state(Device& device, const FragmentState& f, const ResolvedStage& stage, const Path& path,
                             diag::Requirements& unmet) {
  Path targets = path.member("targets");
  bool dual_source = false;
  for (size_t i = 0; i < f.targets.size(); ++i) {
    if (!f.targets[i]) continue;
    const ColorTargetState& t = *f.targets[i];
    Path at = targets.index(i), format = at.member("format");
    if (!check_format_feature(device, t.format, format, unmet)) continue;
    const FormatInfo& info = *format_info(t.format);
    if (!REQUIRE(unmet, info.has_color() && renderable(info, device.features()),
                 target_not_renderable(Name{shown(t.format)}).at(format))) {
      continue;
    }
    REQUIRE(unmet, t.write_mask <= ColorWriteMask::All,
            target_write_mask(Text{color_write_mask_text(t.write_mask)}).at(at.member("writeMask")));
    if (t.blend) {
      Path blend = at.member("blend");
      REQUIRE(unmet, blendable(info, device.features()), target_not_blendable(Name{shown(t.format)}).at(blend).help(blend_help(device, t.format)));
      dual_source |= validate_blend(device, t.blend->color, blend.member("color"), unmet);
      dual_source |= validate_blend(device, t.blend->alpha, blend.member("alpha"), unmet);
    }
    const ShaderInterfaceValue* out = nullptr;
    for (const ShaderInterfaceValue& o : stage.entry->outputs)
      if (o.location == i && o.blend_src.value_or(0) == 0) out = &o;
    validate_output(out, t, info, i, stage, at, unmet);
  }
  for (const ShaderInterfaceValue& o : stage.entry->outputs) {
    REQUIRE(unmet, !o.location || *o.location < device.limits().max_color_attachments,
            output_location_too_large(Name{stage.entry->name}, *o.location, device.limits().max_color_attachments)
                .at(path.member("module"))
                .note(diag::SourcePlace{stage.module->source(), o.span}, "declared here"));
  }
  compatibility::check_fragment_state(device, f, path, unmet);
  if (!dual_source) return;
  REQUIRE(unmet, f.targets.size() == 1, dual_source_one_target(f.targets.size()).at(targets));
  bool second = std::any_of(stage.entry->outputs.begin(), stage.entry->outputs.end(),
                            [](const ShaderInterfaceValue& o) { return o.blend_src == 1u; });
  REQUIRE(unmet, second, dual_source_outputs(Name{stage.entry->name}).at(targets));
}

// ---- between the stages ----

RULE(inter_stage_too_many, Validation, "validating inter-stage interfaces", "",
     "{0} passes {1} variables between the stages, and {2} are left of maxInterStageShaderVariables", Name, uint64_t,
     int64_t);
RULE(inter_stage_location, Validation, "validating inter-stage interfaces", "",
     "{0} has location {1}, and {2} is the last one here", Name, uint64_t, int64_t);
RULE(inter_stage_missing, Validation, "validating inter-stage interfaces", "118c2e1f",
     "{0} reads {1} at location {2}, and {3} has no output there", Name, Name, uint64_t, Name);
RULE(inter_stage_type, Validation, "validating inter-stage interfaces", "",
     "location {0} is {1} in {2} and {3} in {4}", uint64_t, Name, Name, Name, Name);
RULE(inter_stage_interpolation, Validation, "validating inter-stage interfaces", "719a6402",
     "location {0} is interpolated as {1} in {2} and as {3} in {4}", uint64_t, Text, Name, Text, Name);

namespace {
lang::Interpolation interpolation_of(const ShaderInterfaceValue& v) {
  bool integer = v.component == ShaderInterfaceValue::Component::I32 || v.component == ShaderInterfaceValue::Component::U32;
  lang::Interpolation i = v.interpolation.value_or(
      lang::Interpolation{integer ? lang::InterpolationType::Flat : lang::InterpolationType::Perspective, std::nullopt});
  if (!i.sampling) {
    i.sampling = i.type == lang::InterpolationType::Flat ? lang::InterpolationSampling::First
                                                         : lang::InterpolationSampling::Center;
  }
  return i;
}
std::string interpolation_text(const lang::Interpolation& i) {
  return fmt::format("{}, {}", lang::to_text(i.type), lang::to_text(*i.sampling));
}
}  // namespace

void validate_inter_stage(Device& device, const ResolvedStage& vertex, const ResolvedStage* fragment,
                          PrimitiveTopology topology, const Path& path, diag::Requirements& unmet) {
  int64_t most = device.limits().max_inter_stage_shader_variables, last = most - 1;
  if (topology == PrimitiveTopology::PointList) --most;
  int64_t count = 0;
  for (const ShaderInterfaceValue& o : vertex.entry->outputs) {
    if (o.builtin == lang::BuiltinValue::ClipDistances) {
      most -= (o.components + 3) / 4;
      last -= (o.components + 3) / 4;
    }
    if (o.location) ++count;
  }
  Path vertex_path = path.member("vertex"), fragment_path = path.member("fragment");
  Name vertex_name{vertex.entry->name};
  REQUIRE(unmet, count <= most, inter_stage_too_many(vertex_name, static_cast<uint64_t>(count), most).at(vertex_path));
  for (const ShaderInterfaceValue& o : vertex.entry->outputs) {
    if (!o.location) continue;
    compatibility::check_interpolation(device, vertex, o, interpolation_of(o), vertex_path, unmet);
    REQUIRE(unmet, *o.location <= last,
            inter_stage_location(Name{o.name}, *o.location, last)
                .at(vertex_path)
                .note(diag::SourcePlace{vertex.module->source(), o.span}, "declared here"));
  }
  if (!fragment) return;
  int64_t inputs_most = device.limits().max_inter_stage_shader_variables, inputs = 0;
  Name fragment_name{fragment->entry->name};
  for (const ShaderInterfaceValue& i : fragment->entry->inputs) {
    if (i.builtin) {
      switch (*i.builtin) {
        case lang::BuiltinValue::FrontFacing:
        case lang::BuiltinValue::SampleIndex:
        case lang::BuiltinValue::SampleMask:
        case lang::BuiltinValue::PrimitiveIndex:
        case lang::BuiltinValue::SubgroupInvocationId:
        case lang::BuiltinValue::SubgroupSize: --inputs_most; break;
        default: break;
      }
    }
    if (!i.location) continue;
    ++inputs;
    compatibility::check_interpolation(device, *fragment, i, interpolation_of(i), fragment_path, unmet);
    auto declared = diag::SourcePlace{fragment->module->source(), i.span};
    auto it = std::find_if(vertex.entry->outputs.begin(), vertex.entry->outputs.end(),
                           [&](const ShaderInterfaceValue& o) { return o.location == i.location; });
    if (!REQUIRE(unmet, it != vertex.entry->outputs.end(),
                 inter_stage_missing(fragment_name, Name{i.name}, *i.location, vertex_name)
                     .at(fragment_path)
                     .note(declared, "declared here")
                     .help(fmt::format("return it from the vertex shader: `@location({}) {}: {}`", *i.location, i.name, i.type)))) {
      continue;
    }
    auto output = diag::SourcePlace{vertex.module->source(), it->span};
    REQUIRE(unmet, it->type == i.type,
            inter_stage_type(*i.location, Name{it->type}, vertex_name, Name{i.type}, fragment_name)
                .at(fragment_path)
                .note(declared, "read here")
                .note(output, "written here")
                .help("declare both with one type; one structure for both keeps them alike"));
    lang::Interpolation a = interpolation_of(*it), b = interpolation_of(i);
    REQUIRE(unmet, a == b,
            inter_stage_interpolation(*i.location, Text{interpolation_text(a)}, vertex_name,
                                      Text{interpolation_text(b)}, fragment_name)
                .at(fragment_path)
                .note(declared, "read here")
                .note(output, "written here"));
  }
  REQUIRE(unmet, inputs <= inputs_most,
          inter_stage_too_many(fragment_name, static_cast<uint64_t>(inputs), inputs_most).at(fragment_path));
}

}  // namespace vitrine::gpu
