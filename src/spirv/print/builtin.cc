// Builtin functions on numbers. https://gpuweb.github.io/gpuweb/wgsl/#numeric-builtin-functions
#include <cmath>

#include "spirv/print/printer.h"

namespace vitrine::spirv {

using ir::Inst;
using lang::Builtin;
using spv::Op;

uint32_t Printer::builtin(const Inst& i) {
  auto b = static_cast<Builtin>(i.aux);
  if (b >= Builtin::TextureDimensions && b <= Builtin::TextureStore) return builtin_texture(i, b);
  if (b >= Builtin::AtomicLoad && b <= Builtin::AtomicCompareExchangeWeak) return builtin_sync(i, b);
  if (b >= Builtin::StorageBarrier && b <= Builtin::WorkgroupUniformLoad) return builtin_sync(i, b);
  if (b >= Builtin::SubgroupAdd && b <= Builtin::QuadSwapY) return builtin_subgroup(i, b);
  if (b >= Builtin::Pack4x8snorm && b <= Builtin::Unpack2x16float) return builtin_pack(i, b);
  switch (b) {
    case Builtin::ArrayLength: return array_length(i);
    case Builtin::CountLeadingZeros:
    case Builtin::CountOneBits:
    case Builtin::CountTrailingZeros:
    case Builtin::ExtractBits:
    case Builtin::FirstLeadingBit:
    case Builtin::FirstTrailingBit:
    case Builtin::InsertBits:
    case Builtin::ReverseBits: return builtin_bits(i, b);
    case Builtin::Dot4U8Packed:
    case Builtin::Dot4I8Packed: return builtin_pack(i, b);
    default: return builtin_math(i, b);
  }
}

uint32_t Printer::dot(TypeId vector, uint32_t a, uint32_t b) {
  const lang::Type& v = t(vector);
  uint32_t s = type(v.element);
  if (kind_of(vector) == Number::Float) return op(Op::OpDot, s, {a, b});
  uint32_t sum = 0;
  for (uint32_t n = 0; n < v.rows; ++n) {
    uint32_t product = op(Op::OpIMul, s, {extract(s, a, {n}), extract(s, b, {n})});
    sum = sum ? op(Op::OpIAdd, s, {sum, product}) : product;
  }
  return sum;
}

uint32_t Printer::builtin_math(const Inst& i, Builtin b) {
  uint32_t ty = type(i.type);
  TypeId t0 = i.operand_count ? operand_type(i, 0) : i.type;
  Number n = kind_of(t0);
  bool f = n == Number::Float, s = n == Number::Signed;
  uint32_t a[4] = {};
  for (uint32_t k = 0; k < i.operand_count && k < 4; ++k) a[k] = operand(i, k);
  auto one = [&](GLSLstd450 e) { return glsl(e, ty, {a[0]}); };
  auto two = [&](GLSLstd450 e) { return glsl(e, ty, {a[0], a[1]}); };
  auto three = [&](GLSLstd450 e) { return glsl(e, ty, {a[0], a[1], a[2]}); };
  // Coarse and fine derivatives need a capability of their own.
  auto derivative = [&](Op plain, bool control) {
    if (control) capability(spv::Capability::DerivativeControl);
    return op(plain, ty, {a[0]});
  };
  switch (b) {
    case Builtin::Bitcast: return bitcast(i);
    case Builtin::All: return t(t0).kind == TypeKind::Vector ? op(Op::OpAll, ty, {a[0]}) : a[0];
    case Builtin::Any: return t(t0).kind == TypeKind::Vector ? op(Op::OpAny, ty, {a[0]}) : a[0];
    case Builtin::Select: {
      uint32_t condition = a[2];
      if (width_of(i.type) > 1 && t(operand_type(i, 2)).kind != TypeKind::Vector) {
        std::vector<uint32_t> parts(width_of(i.type), condition);
        condition = op(Op::OpCompositeConstruct, vector_type(bool_type(), width_of(i.type)), parts);
      }
      return op(Op::OpSelect, ty, {condition, a[1], a[0]});
    }
    case Builtin::Abs: return f ? one(GLSLstd450FAbs) : s ? one(GLSLstd450SAbs) : a[0];
    case Builtin::Acos: return one(GLSLstd450Acos);
    case Builtin::Acosh: return one(GLSLstd450Acosh);
    case Builtin::Asin: return one(GLSLstd450Asin);
    case Builtin::Asinh: return one(GLSLstd450Asinh);
    case Builtin::Atan: return one(GLSLstd450Atan);
    case Builtin::Atanh: return one(GLSLstd450Atanh);
    case Builtin::Atan2: return two(GLSLstd450Atan2);
    case Builtin::Ceil: return one(GLSLstd450Ceil);
    case Builtin::Clamp:
      // The instructions for clamping leave low > high undefined.
      if (f) return three(GLSLstd450NClamp);
      if (s) return glsl(GLSLstd450SMin, ty, {glsl(GLSLstd450SMax, ty, {a[0], a[1]}), a[2]});
      return glsl(GLSLstd450UMin, ty, {glsl(GLSLstd450UMax, ty, {a[0], a[1]}), a[2]});
    case Builtin::Cos: return one(GLSLstd450Cos);
    case Builtin::Cosh: return one(GLSLstd450Cosh);
    case Builtin::Cross: return two(GLSLstd450Cross);
    case Builtin::Degrees: return one(GLSLstd450Degrees);
    case Builtin::Determinant: return one(GLSLstd450Determinant);
    case Builtin::Distance: return two(GLSLstd450Distance);
    case Builtin::Dot: return dot(t0, a[0], a[1]);
    case Builtin::Exp: return one(GLSLstd450Exp);
    case Builtin::Exp2: return one(GLSLstd450Exp2);
    case Builtin::FaceForward: return three(GLSLstd450FaceForward);
    case Builtin::Floor: return one(GLSLstd450Floor);
    case Builtin::Fma: return three(GLSLstd450Fma);
    case Builtin::Fract: return one(GLSLstd450Fract);
    case Builtin::Frexp: return one(GLSLstd450FrexpStruct);
    case Builtin::InverseSqrt: return one(GLSLstd450InverseSqrt);
    case Builtin::Ldexp: return two(GLSLstd450Ldexp);
    case Builtin::Length: return one(GLSLstd450Length);
    case Builtin::Log: return one(GLSLstd450Log);
    case Builtin::Log2: return one(GLSLstd450Log2);
    case Builtin::Max: return f ? two(GLSLstd450FMax) : s ? two(GLSLstd450SMax) : two(GLSLstd450UMax);
    case Builtin::Min: return f ? two(GLSLstd450FMin) : s ? two(GLSLstd450SMin) : two(GLSLstd450UMin);
    case Builtin::Mix:
      if (t(operand_type(i, 2)).kind != TypeKind::Vector) a[2] = splat(i.type, a[2]);
      return three(GLSLstd450FMix);
    case Builtin::Modf: return one(GLSLstd450ModfStruct);
    case Builtin::Normalize: return one(GLSLstd450Normalize);
    case Builtin::Pow: return two(GLSLstd450Pow);
    case Builtin::QuantizeToF16: return op(Op::OpQuantizeToF16, ty, {a[0]});
    case Builtin::Radians: return one(GLSLstd450Radians);
    case Builtin::Reflect: return two(GLSLstd450Reflect);
    case Builtin::Refract: return three(GLSLstd450Refract);
    case Builtin::Round: return one(GLSLstd450RoundEven);
    case Builtin::Saturate: return glsl(GLSLstd450NClamp, ty, {a[0], number(i.type, 0), number(i.type, 1)});
    case Builtin::Sign: return f ? one(GLSLstd450FSign) : one(GLSLstd450SSign);
    case Builtin::Sin: return one(GLSLstd450Sin);
    case Builtin::Sinh: return one(GLSLstd450Sinh);
    case Builtin::Smoothstep: {
      // SmoothStep leaves edge0 >= edge1 undefined: https://gpuweb.github.io/gpuweb/wgsl/#smoothstep-builtin
      uint32_t range = op(Op::OpFSub, ty, {a[1], a[0]});
      uint32_t at = op(Op::OpFDiv, ty, {op(Op::OpFSub, ty, {a[2], a[0]}), range});
      uint32_t x = glsl(GLSLstd450NClamp, ty, {at, number(i.type, 0), number(i.type, 1)});
      uint32_t slope = op(Op::OpFSub, ty, {number(i.type, 3), op(Op::OpFMul, ty, {number(i.type, 2), x})});
      return op(Op::OpFMul, ty, {op(Op::OpFMul, ty, {x, x}), slope});
    }
    case Builtin::Sqrt: return one(GLSLstd450Sqrt);
    case Builtin::Step: return two(GLSLstd450Step);
    case Builtin::Tan: return one(GLSLstd450Tan);
    case Builtin::Tanh: return one(GLSLstd450Tanh);
    case Builtin::Transpose: return op(Op::OpTranspose, ty, {a[0]});
    case Builtin::Trunc: return one(GLSLstd450Trunc);
    case Builtin::Dpdx: return derivative(Op::OpDPdx, false);
    case Builtin::DpdxCoarse: return derivative(Op::OpDPdxCoarse, true);
    case Builtin::DpdxFine: return derivative(Op::OpDPdxFine, true);
    case Builtin::Dpdy: return derivative(Op::OpDPdy, false);
    case Builtin::DpdyCoarse: return derivative(Op::OpDPdyCoarse, true);
    case Builtin::DpdyFine: return derivative(Op::OpDPdyFine, true);
    case Builtin::Fwidth: return derivative(Op::OpFwidth, false);
    case Builtin::FwidthCoarse: return derivative(Op::OpFwidthCoarse, true);
    case Builtin::FwidthFine: return derivative(Op::OpFwidthFine, true);
    default: return null(ty);  // taken apart by raise/
  }
}

// Formats and arguments are what ir/transform/print_native.h made of them.
void Printer::print_native(const Inst& i) {
  extension("SPV_KHR_non_semantic_info");
  uint32_t set = ext_set("NonSemantic.DebugPrintf"), id = new_id();
  uint32_t format = string(m_.print_sites[ir::PrintSiteId(f_->word(i, 0))].format), ty = void_type();
  std::vector<uint32_t> words{ty, id, set, 1, format};
  for (uint32_t n = 1; n < i.operand_count; ++n) words.push_back(operand(i, n));
  code_.add(Op::OpExtInst, words);
}

// The pointer leads to a runtime-sized array: a variable of that type, or the last member of one's structure.
// https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html#OpArrayLength
uint32_t Printer::array_length(const Inst& i) {
  ir::Value p = f_->operand(i, 0);
  uint32_t member = 0;
  for (uint32_t steps = 0; p.is_inst() && steps < f_->insts.size(); ++steps) {
    const Inst& a = f_->insts[p.index()];
    if (a.op != ir::Op::Access || a.operand_count < 2) break;
    member = m_.constant(f_->operand(a, 1)).bits;
    p = f_->operand(a, 0);
  }
  if (!p.is(ir::ValueKind::Global)) return null(u32_type());
  uint32_t global = global_ids_[p.index()];
  if (global_wrapped_[p.index()]) member = 0;
  return op(Op::OpArrayLength, u32_type(), {global, member});
}

}  // namespace vitrine::spirv
