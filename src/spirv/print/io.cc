// Inputs and outputs of entry points. https://gpuweb.github.io/gpuweb/wgsl/#entry-point-decl
#include "spirv/print/printer.h"

namespace vitrine::spirv {

using lang::BuiltinValue;
using spv::Op;

namespace {

std::optional<spv::BuiltIn> vulkan_builtin(BuiltinValue b, spv::StorageClass c) {
  switch (b) {
    case BuiltinValue::VertexIndex: return spv::BuiltIn::VertexIndex;
    case BuiltinValue::InstanceIndex: return spv::BuiltIn::InstanceIndex;
    case BuiltinValue::ClipDistances: return spv::BuiltIn::ClipDistance;
    case BuiltinValue::Position: return c == spv::StorageClass::Input ? spv::BuiltIn::FragCoord : spv::BuiltIn::Position;
    case BuiltinValue::FrontFacing: return spv::BuiltIn::FrontFacing;
    case BuiltinValue::FragDepth: return spv::BuiltIn::FragDepth;
    case BuiltinValue::PrimitiveIndex: return spv::BuiltIn::PrimitiveId;
    case BuiltinValue::SampleIndex: return spv::BuiltIn::SampleId;
    case BuiltinValue::SampleMask: return spv::BuiltIn::SampleMask;
    case BuiltinValue::LocalInvocationId: return spv::BuiltIn::LocalInvocationId;
    case BuiltinValue::LocalInvocationIndex: return spv::BuiltIn::LocalInvocationIndex;
    case BuiltinValue::GlobalInvocationId: return spv::BuiltIn::GlobalInvocationId;
    case BuiltinValue::WorkgroupId: return spv::BuiltIn::WorkgroupId;
    case BuiltinValue::NumWorkgroups: return spv::BuiltIn::NumWorkgroups;
    case BuiltinValue::SubgroupInvocationId: return spv::BuiltIn::SubgroupLocalInvocationId;
    case BuiltinValue::SubgroupSize: return spv::BuiltIn::SubgroupSize;
    case BuiltinValue::SubgroupId: return spv::BuiltIn::SubgroupId;
    case BuiltinValue::NumSubgroups: return spv::BuiltIn::NumSubgroups;
    case BuiltinValue::GlobalInvocationIndex:
    case BuiltinValue::WorkgroupIndex: break;  // computed
  }
  return std::nullopt;
}

}  // namespace

uint32_t Printer::builtin_variable(spv::StorageClass c, spv::BuiltIn b, uint32_t type, std::string_view text) {
  uint32_t key = static_cast<uint32_t>(c) << 16 | static_cast<uint32_t>(b);
  if (auto it = builtin_variables_.find(key); it != builtin_variables_.end()) return it->second;
  uint32_t id = builtin_variables_[key] = new_id();
  declarations_.add(Op::OpVariable, {pointer_type(c, type), id, static_cast<uint32_t>(c)});
  decorate(id, spv::Decoration::BuiltIn, {static_cast<uint32_t>(b)});
  name(id, text);
  interface_.push_back(id);
  switch (b) {
    case spv::BuiltIn::ClipDistance: capability(spv::Capability::ClipDistance); break;
    case spv::BuiltIn::PrimitiveId: capability(spv::Capability::Geometry); break;
    case spv::BuiltIn::SampleId: capability(spv::Capability::SampleRateShading); break;
    case spv::BuiltIn::SubgroupLocalInvocationId:
    case spv::BuiltIn::SubgroupSize:
    case spv::BuiltIn::SubgroupId:
    case spv::BuiltIn::NumSubgroups: capability(spv::Capability::GroupNonUniform); break;
    default: break;
  }
  return id;
}

uint32_t Printer::builtin_input(BuiltinValue b) {
  auto vulkan = vulkan_builtin(b, spv::StorageClass::Input);
  if (!vulkan) return 0;
  uint32_t type = u32_type();
  bool vector = b == BuiltinValue::GlobalInvocationId || b == BuiltinValue::WorkgroupId ||
                b == BuiltinValue::NumWorkgroups || b == BuiltinValue::LocalInvocationId;
  if (vector) type = vector_type(type, 3);
  if (b == BuiltinValue::FrontFacing) type = bool_type();
  if (b == BuiltinValue::Position) type = vector_type(f32_type(), 4);
  std::string_view text = to_text(b);
  if (b == BuiltinValue::SampleMask) {
    type = unique(Op::OpTypeArray, {type, u32_constant(1)});
    uint32_t id = builtin_variable(spv::StorageClass::Input, *vulkan, type, text);
    if (f_->stage == ir::Stage::Fragment) decorate(id, spv::Decoration::Flat);
    uint32_t element = op(Op::OpAccessChain, pointer_type(spv::StorageClass::Input, u32_type()), {id, u32_constant(0)});
    return op(Op::OpLoad, u32_type(), {element});
  }
  bool first = builtin_variables_.find(static_cast<uint32_t>(spv::StorageClass::Input) << 16 |
                                       static_cast<uint32_t>(*vulkan)) == builtin_variables_.end();
  uint32_t id = builtin_variable(spv::StorageClass::Input, *vulkan, type, text);
  // Integers that a fragment shader reads are flat: https://registry.khronos.org/vulkan/specs/1.3/html/vkspec.html#VUID-StandaloneSpirv-Flat-04744
  if (first && f_->stage == ir::Stage::Fragment && type == u32_type()) decorate(id, spv::Decoration::Flat);
  return op(Op::OpLoad, type, {id});
}

uint32_t Printer::io_variable(spv::StorageClass c, uint32_t type, TypeId wgsl, const lang::IoAttributes& io,
                              std::string_view text) {
  uint32_t id = new_id();
  declarations_.add(Op::OpVariable, {pointer_type(c, type), id, static_cast<uint32_t>(c)});
  name(id, text);
  interface_.push_back(id);
  decorate(id, spv::Decoration::Location, {*io.location});
  if (io.blend_src) decorate(id, spv::Decoration::Index, {*io.blend_src});
  bool between = (f_->stage == ir::Stage::Vertex) == (c == spv::StorageClass::Output);  // vertex output, fragment input
  if (!between || f_->stage == ir::Stage::Compute) return id;
  using I = lang::InterpolationType;
  using S = lang::InterpolationSampling;
  I kind = io.interpolation ? io.interpolation->type : I::Perspective;
  if (kind_of(wgsl) != Number::Float) kind = I::Flat;
  if (kind == I::Flat) decorate(id, spv::Decoration::Flat);
  if (kind == I::Linear) decorate(id, spv::Decoration::NoPerspective);
  if (kind != I::Flat && io.interpolation && io.interpolation->sampling) {
    if (*io.interpolation->sampling == S::Centroid) decorate(id, spv::Decoration::Centroid);
    if (*io.interpolation->sampling == S::Sample) {
      capability(spv::Capability::SampleRateShading);
      decorate(id, spv::Decoration::Sample);
    }
  }
  return id;
}

uint32_t Printer::io_input(TypeId id, const lang::IoAttributes& io, std::string_view text) {
  if (io.builtin) {
    // https://gpuweb.github.io/gpuweb/wgsl/#builtin-inputs-outputs
    if (*io.builtin == BuiltinValue::GlobalInvocationIndex || *io.builtin == BuiltinValue::WorkgroupIndex) {
      bool global = *io.builtin == BuiltinValue::GlobalInvocationIndex;
      uint32_t at = builtin_input(global ? BuiltinValue::GlobalInvocationId : BuiltinValue::WorkgroupId);
      uint32_t groups = builtin_input(BuiltinValue::NumWorkgroups), u = u32_type();
      uint32_t size[2];
      for (uint32_t n = 0; n < 2; ++n) {
        size[n] = extract(u, groups, {n});
        ir::Value per = f_->workgroup_size[n];
        if (global && per.is_constant()) size[n] = op(Op::OpIMul, u, {size[n], constant(per.constant())});
      }
      uint32_t row = op(Op::OpIAdd, u, {extract(u, at, {1}), op(Op::OpIMul, u, {extract(u, at, {2}), size[1]})});
      return op(Op::OpIAdd, u, {extract(u, at, {0}), op(Op::OpIMul, u, {row, size[0]})});
    }
    return builtin_input(*io.builtin);
  }
  // f16 goes through f32 where the device has no 16-bit interface.
  bool half = t(scalar(id)).kind == TypeKind::F16;
  if (half && options_.storage_input_output16) capability(spv::Capability::StorageInputOutput16);
  bool widen = half && !options_.storage_input_output16;
  uint32_t ty = widen ? vector_type(f32_type(), width_of(id)) : type(id);
  uint32_t variable = io_variable(spv::StorageClass::Input, ty, id, io, text);
  uint32_t v = op(Op::OpLoad, ty, {variable});
  return widen ? op(Op::OpFConvert, type(id), {v}) : v;
}

uint32_t Printer::io_param(const ir::Param& p) {
  if (!types_.is_struct(p.type)) return io_input(p.type, p.io, p.name);
  std::vector<uint32_t> parts;
  for (const lang::Member& m : types_.structure(p.type).members)
    parts.push_back(io_input(m.type, m.io, p.name + "_" + m.name));
  return op(Op::OpCompositeConstruct, type(p.type), parts);
}

void Printer::io_output(TypeId id, const lang::IoAttributes& io, uint32_t v, std::string_view text) {
  constexpr auto out = spv::StorageClass::Output;
  if (io.builtin) {
    BuiltinValue b = *io.builtin;
    if (b == BuiltinValue::SampleMask) {
      uint32_t ty = unique(Op::OpTypeArray, {u32_type(), u32_constant(1)});
      uint32_t variable = builtin_variable(out, spv::BuiltIn::SampleMask, ty, text);
      uint32_t element = op(Op::OpAccessChain, pointer_type(out, u32_type()), {variable, u32_constant(0)});
      return effect(Op::OpStore, {element, v});
    }
    auto vulkan = vulkan_builtin(b, out);
    if (!vulkan) return;
    bool first = builtin_variables_.find(static_cast<uint32_t>(out) << 16 | static_cast<uint32_t>(*vulkan)) ==
                 builtin_variables_.end();
    uint32_t variable = builtin_variable(out, *vulkan, type(id), text);
    if (first && io.invariant) decorate(variable, spv::Decoration::Invariant);
    if (first && b == BuiltinValue::FragDepth) {
      uint32_t fid = function_ids_.at(static_cast<size_t>(f_ - &m_.functions[ir::FunctionId(0)]));
      modes_.add(Op::OpExecutionMode, {fid, static_cast<uint32_t>(spv::ExecutionMode::DepthReplacing)});
      if (io.depth_mode) {
        auto mode = *io.depth_mode == lang::DepthMode::Less ? spv::ExecutionMode::DepthLess : spv::ExecutionMode::DepthGreater;
        modes_.add(Op::OpExecutionMode, {fid, static_cast<uint32_t>(mode)});
      }
    }
    return effect(Op::OpStore, {variable, v});
  }
  bool half = t(scalar(id)).kind == TypeKind::F16;
  if (half && options_.storage_input_output16) capability(spv::Capability::StorageInputOutput16);
  bool widen = half && !options_.storage_input_output16;
  uint32_t ty = widen ? vector_type(f32_type(), width_of(id)) : type(id);
  // Several returns store to one variable: it is found again by its location.
  uint32_t key = 0x80000000u | *io.location << 1 | (io.blend_src ? *io.blend_src : 0);
  uint32_t& variable = builtin_variables_[key];
  if (!variable) variable = io_variable(out, ty, id, io, text);
  if (widen) v = op(Op::OpFConvert, ty, {v});
  effect(Op::OpStore, {variable, v});
}

void Printer::io_return(uint32_t v) {
  if (f_->stage == ir::Stage::Vertex) {
    // Without it the size of points is undefined: https://registry.khronos.org/vulkan/specs/1.3/html/vkspec.html#primsrast-points
    uint32_t size = builtin_variable(spv::StorageClass::Output, spv::BuiltIn::PointSize, f32_type(), "point_size");
    effect(Op::OpStore, {size, f32_constant(1)});
  }
  if (!v) return;
  if (!types_.is_struct(f_->return_type)) return io_output(f_->return_type, f_->return_io, v, f_->name + "_result");
  const lang::Struct& s = types_.structure(f_->return_type);
  for (uint32_t i = 0; i < s.members.size(); ++i) {
    const lang::Member& m = s.members[i];
    io_output(m.type, m.io, extract(type(m.type), v, {i}), f_->name + "_" + m.name);
  }
}

}  // namespace vitrine::spirv
