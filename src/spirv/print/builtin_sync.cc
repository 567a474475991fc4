// Atomics, barriers, subgroups. https://gpuweb.github.io/gpuweb/wgsl/#sync-builtin-functions
#include "spirv/print/printer.h"

namespace vitrine::spirv {

using ir::Inst;
using lang::Builtin;
using spv::Op;

uint32_t Printer::builtin_sync(const Inst& i, Builtin b) {
  using S = spv::MemorySemanticsMask;
  auto barrier = [&](S what) {
    uint32_t scope = u32_constant(static_cast<uint32_t>(spv::Scope::Workgroup));
    uint32_t semantics = u32_constant(static_cast<uint32_t>(what) | static_cast<uint32_t>(S::AcquireRelease));
    effect(Op::OpControlBarrier, {scope, scope, semantics});
  };
  switch (b) {
    case Builtin::StorageBarrier: barrier(S::UniformMemory); return 0;
    case Builtin::TextureBarrier: barrier(S::ImageMemory); return 0;
    case Builtin::WorkgroupBarrier: barrier(S::WorkgroupMemory); return 0;
    default: break;
  }
  ir::Value at = f_->operand(i, 0);
  lang::Type p = t(type_of(at));
  uint32_t pointer_id = pointer(at);
  bool workgroup = p.space == lang::AddressSpace::Workgroup;
  auto memory_scope = workgroup ? spv::Scope::Workgroup : spv::Scope::Device;
  uint32_t scope = u32_constant(static_cast<uint32_t>(memory_scope)), relaxed = u32_constant(0);
  bool is_signed = kind_of(p.element) == Number::Signed;
  uint32_t scalar_type = type(scalar(p.element));
  if (is_long(p.element)) {
    capability(spv::Capability::Int64Atomics);
    uint32_t ty = type(p.element);
    std::vector<uint32_t> words{pointer_id, scope, relaxed};
    bool add = b == Builtin::AtomicAdd;  // the only others are loads
    if (add) words.push_back(op(Op::OpBitcast, ty, {operand(i, 1)}));
    return op(Op::OpBitcast, type(i.type), {op(add ? Op::OpAtomicIAdd : Op::OpAtomicLoad, ty, words)});
  }
  auto rmw = [&](Op o) { return op(o, scalar_type, {pointer_id, scope, relaxed, operand(i, 1)}); };
  switch (b) {
    case Builtin::AtomicLoad: return op(Op::OpAtomicLoad, scalar_type, {pointer_id, scope, relaxed});
    case Builtin::AtomicStore: effect(Op::OpAtomicStore, {pointer_id, scope, relaxed, operand(i, 1)}); return 0;
    case Builtin::AtomicAdd: return rmw(Op::OpAtomicIAdd);
    case Builtin::AtomicSub: return rmw(Op::OpAtomicISub);
    case Builtin::AtomicMax: return rmw(is_signed ? Op::OpAtomicSMax : Op::OpAtomicUMax);
    case Builtin::AtomicMin: return rmw(is_signed ? Op::OpAtomicSMin : Op::OpAtomicUMin);
    case Builtin::AtomicAnd: return rmw(Op::OpAtomicAnd);
    case Builtin::AtomicOr: return rmw(Op::OpAtomicOr);
    case Builtin::AtomicXor: return rmw(Op::OpAtomicXor);
    case Builtin::AtomicExchange: return rmw(Op::OpAtomicExchange);
    case Builtin::AtomicCompareExchangeWeak: {
      uint32_t compare = operand(i, 1);
      uint32_t old = op(Op::OpAtomicCompareExchange, scalar_type, {pointer_id, scope, relaxed, relaxed, operand(i, 2), compare});
      uint32_t exchanged = op(Op::OpIEqual, bool_type(), {old, compare});
      return op(Op::OpCompositeConstruct, type(i.type), {old, exchanged});
    }
    case Builtin::WorkgroupUniformLoad: {
      // https://gpuweb.github.io/gpuweb/wgsl/#workgroupUniformLoad-builtin
      barrier(S::WorkgroupMemory);
      uint32_t v = t(p.element).kind == TypeKind::Atomic ? op(Op::OpAtomicLoad, scalar_type, {pointer_id, scope, relaxed}) : load(at);
      barrier(S::WorkgroupMemory);
      return v;
    }
    default: return 0;
  }
}

// https://gpuweb.github.io/gpuweb/wgsl/#subgroup-builtin-functions
uint32_t Printer::builtin_subgroup(const Inst& i, Builtin b) {
  using C = spv::Capability;
  using G = spv::GroupOperation;
  uint32_t ty = type(i.type);
  uint32_t scope = u32_constant(static_cast<uint32_t>(spv::Scope::Subgroup));
  uint32_t v = i.operand_count ? operand(i, 0) : 0;
  Number n = kind_of(i.type);
  bool f = n == Number::Float, s = n == Number::Signed;
  auto group = [&](Op o, G g) {
    capability(C::GroupNonUniformArithmetic);
    return op(o, ty, {scope, static_cast<uint32_t>(g), v});
  };
  // An id or a distance is a u32 here.
  auto unsigned_operand = [&](uint32_t k) {
    uint32_t x = operand(i, k);
    return operand_type(i, k) == lang::kI32Type ? op(Op::OpBitcast, u32_type(), {x}) : x;
  };
  auto constant_id = [&](uint32_t k) {
    ir::Value x = f_->operand(i, k);
    return u32_constant(x.is_constant() ? m_.constant(x).bits : 0);
  };
  auto quad_swap = [&](uint32_t direction) {
    capability(C::GroupNonUniformQuad);
    return op(Op::OpGroupNonUniformQuadSwap, ty, {scope, v, u32_constant(direction)});
  };
  capability(C::GroupNonUniform);
  Op add = f ? Op::OpGroupNonUniformFAdd : Op::OpGroupNonUniformIAdd;
  Op multiply = f ? Op::OpGroupNonUniformFMul : Op::OpGroupNonUniformIMul;
  switch (b) {
    case Builtin::SubgroupAdd: return group(add, G::Reduce);
    case Builtin::SubgroupExclusiveAdd: return group(add, G::ExclusiveScan);
    case Builtin::SubgroupInclusiveAdd: return group(add, G::InclusiveScan);
    case Builtin::SubgroupMul: return group(multiply, G::Reduce);
    case Builtin::SubgroupExclusiveMul: return group(multiply, G::ExclusiveScan);
    case Builtin::SubgroupInclusiveMul: return group(multiply, G::InclusiveScan);
    case Builtin::SubgroupAnd: return group(Op::OpGroupNonUniformBitwiseAnd, G::Reduce);
    case Builtin::SubgroupOr: return group(Op::OpGroupNonUniformBitwiseOr, G::Reduce);
    case Builtin::SubgroupXor: return group(Op::OpGroupNonUniformBitwiseXor, G::Reduce);
    case Builtin::SubgroupMax:
      return group(f ? Op::OpGroupNonUniformFMax : s ? Op::OpGroupNonUniformSMax : Op::OpGroupNonUniformUMax, G::Reduce);
    case Builtin::SubgroupMin:
      return group(f ? Op::OpGroupNonUniformFMin : s ? Op::OpGroupNonUniformSMin : Op::OpGroupNonUniformUMin, G::Reduce);
    case Builtin::SubgroupAll: capability(C::GroupNonUniformVote); return op(Op::OpGroupNonUniformAll, ty, {scope, v});
    case Builtin::SubgroupAny: capability(C::GroupNonUniformVote); return op(Op::OpGroupNonUniformAny, ty, {scope, v});
    case Builtin::SubgroupBallot: capability(C::GroupNonUniformBallot); return op(Op::OpGroupNonUniformBallot, ty, {scope, v});
    case Builtin::SubgroupBroadcast:
      capability(C::GroupNonUniformBallot);
      return op(Op::OpGroupNonUniformBroadcast, ty, {scope, v, constant_id(1)});
    case Builtin::SubgroupBroadcastFirst:
      capability(C::GroupNonUniformBallot);
      return op(Op::OpGroupNonUniformBroadcastFirst, ty, {scope, v});
    case Builtin::SubgroupElect: return op(Op::OpGroupNonUniformElect, ty, {scope});
    case Builtin::SubgroupShuffle:
      capability(C::GroupNonUniformShuffle);
      return op(Op::OpGroupNonUniformShuffle, ty, {scope, v, unsigned_operand(1)});
    case Builtin::SubgroupShuffleXor:
      capability(C::GroupNonUniformShuffle);
      return op(Op::OpGroupNonUniformShuffleXor, ty, {scope, v, operand(i, 1)});
    case Builtin::SubgroupShuffleDown:
      capability(C::GroupNonUniformShuffleRelative);
      return op(Op::OpGroupNonUniformShuffleDown, ty, {scope, v, operand(i, 1)});
    case Builtin::SubgroupShuffleUp:
      capability(C::GroupNonUniformShuffleRelative);
      return op(Op::OpGroupNonUniformShuffleUp, ty, {scope, v, operand(i, 1)});
    case Builtin::QuadBroadcast:
      capability(C::GroupNonUniformQuad);
      return op(Op::OpGroupNonUniformQuadBroadcast, ty, {scope, v, constant_id(1)});
    case Builtin::QuadSwapX: return quad_swap(0);
    case Builtin::QuadSwapY: return quad_swap(1);
    case Builtin::QuadSwapDiagonal: return quad_swap(2);
    default: return v;
  }
}

}  // namespace vitrine::spirv
