// Builtin functions on bits, packing and unpacking. https://gpuweb.github.io/gpuweb/wgsl/#pack-builtin-functions
#include "spirv/print/printer.h"

namespace vitrine::spirv {

using ir::Inst;
using lang::Builtin;
using spv::Op;

uint32_t Printer::builtin_bits(const Inst& i, Builtin b) {
  uint32_t ty = type(i.type), v = operand(i, 0);
  bool is_signed = kind_of(i.type) == Number::Signed;
  switch (b) {
    case Builtin::CountOneBits: return op(Op::OpBitCount, ty, {v});
    case Builtin::ReverseBits: return op(Op::OpBitReverse, ty, {v});
    case Builtin::FirstTrailingBit: return glsl(GLSLstd450FindILsb, ty, {v});
    case Builtin::FirstLeadingBit: return glsl(is_signed ? GLSLstd450FindSMsb : GLSLstd450FindUMsb, ty, {v});
    case Builtin::CountTrailingZeros:
      // FindILsb gives -1 for 0, as unsigned the largest.
      return glsl(GLSLstd450UMin, ty, {glsl(GLSLstd450FindILsb, ty, {v}), number(i.type, 32)});
    case Builtin::CountLeadingZeros: return op(Op::OpISub, ty, {number(i.type, 31), glsl(GLSLstd450FindUMsb, ty, {v})});
    case Builtin::ExtractBits:
    case Builtin::InsertBits: {
      // SPIR-V wants offset + count within the width. https://gpuweb.github.io/gpuweb/wgsl/#extractBits-unsigned-builtin
      uint32_t first = b == Builtin::InsertBits ? 2 : 1, u = u32_type();
      uint32_t offset = glsl(GLSLstd450UMin, u, {operand(i, first), u32_constant(32)});
      uint32_t room = op(Op::OpISub, u, {u32_constant(32), offset});
      uint32_t count = glsl(GLSLstd450UMin, u, {operand(i, first + 1), room});
      if (b == Builtin::InsertBits) return op(Op::OpBitFieldInsert, ty, {v, operand(i, 1), offset, count});
      return op(is_signed ? Op::OpBitFieldSExtract : Op::OpBitFieldUExtract, ty, {v, offset, count});
    }
    default: return v;
  }
}

uint32_t Printer::builtin_pack(const Inst& i, Builtin b) {
  uint32_t ty = type(i.type), v = operand(i, 0), u = u32_type(), s = i32_type();
  // Four bytes of a u32 as integers, sign- or zero-extended.
  auto bytes = [&](uint32_t word, bool is_signed, uint32_t (&out)[4]) {
    uint32_t scalar = is_signed ? s : u;
    if (is_signed) word = op(Op::OpBitcast, s, {word});
    for (uint32_t n = 0; n < 4; ++n)
      out[n] = op(is_signed ? Op::OpBitFieldSExtract : Op::OpBitFieldUExtract, scalar, {word, u32_constant(8 * n), u32_constant(8)});
  };
  auto pack = [&](bool is_signed, bool clamp) {
    TypeId from = operand_type(i, 0);
    uint32_t vector = type(from), x = v;
    if (clamp && is_signed)
      x = glsl(GLSLstd450SClamp, vector, {x, number(from, -128), number(from, 127)});
    if (clamp && !is_signed) x = glsl(GLSLstd450UMin, vector, {x, number(from, 255)});
    if (is_signed) x = op(Op::OpBitcast, vector_type(u, 4), {x});
    uint32_t word = u32_constant(0);
    for (uint32_t n = 0; n < 4; ++n)
      word = op(Op::OpBitFieldInsert, u, {word, extract(u, x, {n}), u32_constant(8 * n), u32_constant(8)});
    return word;
  };
  switch (b) {
    case Builtin::Pack4x8snorm: return glsl(GLSLstd450PackSnorm4x8, ty, {v});
    case Builtin::Pack4x8unorm: return glsl(GLSLstd450PackUnorm4x8, ty, {v});
    case Builtin::Pack2x16snorm: return glsl(GLSLstd450PackSnorm2x16, ty, {v});
    case Builtin::Pack2x16unorm: return glsl(GLSLstd450PackUnorm2x16, ty, {v});
    case Builtin::Pack2x16float: return glsl(GLSLstd450PackHalf2x16, ty, {v});
    case Builtin::Unpack4x8snorm: return glsl(GLSLstd450UnpackSnorm4x8, ty, {v});
    case Builtin::Unpack4x8unorm: return glsl(GLSLstd450UnpackUnorm4x8, ty, {v});
    case Builtin::Unpack2x16snorm: return glsl(GLSLstd450UnpackSnorm2x16, ty, {v});
    case Builtin::Unpack2x16unorm: return glsl(GLSLstd450UnpackUnorm2x16, ty, {v});
    case Builtin::Unpack2x16float: {
      if (!options_.unpack_halves_apart) return glsl(GLSLstd450UnpackHalf2x16, ty, {v});
      uint32_t scalar = type(t(i.type).element), upper = op(Op::OpShiftRightLogical, u, {v, u32_constant(16)});
      uint32_t low = extract(scalar, glsl(GLSLstd450UnpackHalf2x16, ty, {v}), {0});
      return op(Op::OpCompositeConstruct, ty, {low, extract(scalar, glsl(GLSLstd450UnpackHalf2x16, ty, {upper}), {0})});
    }
    case Builtin::Pack4xI8: return pack(true, false);
    case Builtin::Pack4xU8: return pack(false, false);
    case Builtin::Pack4xI8Clamp: return pack(true, true);
    case Builtin::Pack4xU8Clamp: return pack(false, true);
    case Builtin::Unpack4xI8:
    case Builtin::Unpack4xU8: {
      uint32_t parts[4];
      bytes(v, b == Builtin::Unpack4xI8, parts);
      return op(Op::OpCompositeConstruct, ty, parts);
    }
    case Builtin::Dot4I8Packed:
    case Builtin::Dot4U8Packed: {
      uint32_t x[4], y[4], sum = 0;
      bytes(v, b == Builtin::Dot4I8Packed, x);
      bytes(operand(i, 1), b == Builtin::Dot4I8Packed, y);
      for (uint32_t n = 0; n < 4; ++n) {
        uint32_t product = op(Op::OpIMul, ty, {x[n], y[n]});
        sum = sum ? op(Op::OpIAdd, ty, {sum, product}) : product;
      }
      return sum;
    }
    default: return v;
  }
}

}  // namespace vitrine::spirv
