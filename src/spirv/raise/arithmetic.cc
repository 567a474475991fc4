#include "ir/builder.h"
#include "spirv/raise/raise.h"

namespace vitrine::spirv {
namespace {

using ir::BinaryOp;
using ir::Builder;
using ir::Inst;
using ir::Op;
using ir::Value;
using lang::Builtin;
using lang::TypeId;
using lang::TypeKind;

class Arithmetic {
 public:
  explicit Arithmetic(ir::Module& m) : m_(m) {}

  void run() {
    for (ir::FunctionId id(0); id.value < m_.functions.size(); ++id.value) {
      uint32_t count = static_cast<uint32_t>(m_.functions[id].insts.size());
      for (uint32_t n = 0; n < count; ++n) {
        const Inst& i = m_.functions[id].insts[n];
        if (i.flags & ir::kRemoved || !i.block) continue;
        if (i.op == Op::Binary) binary(id, n);
        else if (i.op == Op::Convert) convert(id, n);
      }
    }
  }

 private:
  // Every component of the constant passes.
  template <class F>
  bool all_components(Value v, F&& test) {
    if (!v.is_constant()) return false;
    const ir::Constant& c = m_.constant(v);
    if (m_.types.is_scalar(c.type)) return test(c.bits);
    if (c.count == 0) return test(0u);
    for (uint32_t i = 0; i < c.count; ++i)
      if (!test(m_.constants[m_.constant_elements[c.first + i].value].bits)) return false;
    return true;
  }

  void binary(ir::FunctionId id, uint32_t at) {
    const Inst i = m_.functions[id].insts[at];
    auto o = static_cast<BinaryOp>(i.aux);
    Builder b(m_, id);
    b.before(at);
    Value l = b.function().operand(i, 0), r = b.function().operand(i, 1);
    TypeId scalar = m_.types.scalar_of(i.type);
    if (o == BinaryOp::ShiftLeft || o == BinaryOp::ShiftRight) {
      if (all_components(r, [](uint32_t bits) { return bits < 32; })) return;
      TypeId t = b.type(r);
      b.function().set_operand(i, 1, b.binary(BinaryOp::And, t, r, b.splat(t, b.u32(31))));
      return;
    }
    if ((o != BinaryOp::Divide && o != BinaryOp::Remainder) || (scalar != lang::kI32Type && scalar != lang::kU32Type)) return;
    bool is_signed = scalar == lang::kI32Type;
    if (m_.types.kind(i.type) == TypeKind::Vector) {
      l = whole(b, l, i.type);
      r = whole(b, r, i.type);
    }
    TypeId t = i.type;
    bool safe = all_components(r, [&](uint32_t bits) { return bits != 0 && !(is_signed && bits == ~0u); });
    if (!safe) {
      Value bad = b.binary(BinaryOp::Equal, r, b.zero(t));
      if (is_signed) {
        Value least = b.binary(BinaryOp::Equal, l, b.splat(t, b.i32(INT32_MIN)));
        Value minus_one = b.binary(BinaryOp::Equal, r, b.splat(t, b.i32(-1)));
        bad = b.binary(BinaryOp::Or, bad, b.binary(BinaryOp::And, least, minus_one));
      }
      r = b.builtin(Builtin::Select, t, {r, b.splat(t, b.integer(scalar, 1)), bad});
    }
    if (o == BinaryOp::Remainder && is_signed) {
      // OpSRem of negative operands is undefined in Vulkan: a - a / b * b
      Value quotient = b.binary(BinaryOp::Divide, t, l, r);
      r = b.binary(BinaryOp::Multiply, t, quotient, r);
      b.function()[at].aux = static_cast<uint16_t>(BinaryOp::Subtract);
    }
    b.function().set_operand(b.function()[at], 0, l);
    b.function().set_operand(b.function()[at], 1, r);
  }

  Value whole(Builder& b, Value v, TypeId vector) {
    if (b.type(v) == vector) return v;
    return v.is_constant() ? b.splat(vector, v) : b.construct(vector, {v});
  }

  // https://gpuweb.github.io/gpuweb/wgsl/#floating-point-conversion
  // The value is clamped to the numbers that the float type and the integer type both have.
  void convert(ir::FunctionId id, uint32_t at) {
    const Inst i = m_.functions[id].insts[at];
    Builder b(m_, id);
    b.before(at);
    Value v = b.function().operand(i, 0);
    TypeId from = b.type(v), to = m_.types.scalar_of(i.type), scalar = m_.types.scalar_of(from);
    if ((to != lang::kI32Type && to != lang::kU32Type) || (scalar != lang::kF32Type && scalar != lang::kF16Type)) return;
    Value low, high;
    if (scalar == lang::kF16Type) {
      low = to == lang::kI32Type ? b.scalar(scalar, 0xFBFFu) : b.scalar(scalar, 0);  // -65504
      high = b.scalar(scalar, 0x7BFFu);                                               // 65504
    } else {
      low = to == lang::kI32Type ? b.f32(-2147483648.0f) : b.f32(0);
      high = to == lang::kI32Type ? b.f32(2147483520.0f) : b.f32(4294967040.0f);
    }
    Value clamped = b.builtin(Builtin::Clamp, from, {v, b.splat(from, low), b.splat(from, high)});
    b.function().set_operand(i, 0, clamped);
  }

  ir::Module& m_;
};

}  // namespace

void define_arithmetic(ir::Module& m) { Arithmetic(m).run(); }

}  // namespace vitrine::spirv
