// https://gpuweb.github.io/gpuweb/wgsl/#builtin-functions
#include "msl/print/printer.h"

namespace vitrine::msl {

using lang::Builtin;
using lang::TypeKind;

Text Printer::call_metal(std::string_view name, const ir::Inst& i) {
  std::string list;
  for (uint32_t n = 0; n < i.operand_count; ++n) list += (n ? ", " : "") + whole(f_->operand(i, n));
  return {std::string(name) + "(" + list + ")"};
}

// https://gpuweb.github.io/gpuweb/wgsl/#atomic-builtin-functions. All of them are relaxed.
Text Printer::atomic(const ir::Inst& i) {
  std::string at = "&" + operand(f_->operand(i, 0));
  auto arg = [&](uint32_t n) { return whole(f_->operand(i, n)); };
  auto fetch = [&](std::string_view name) -> Text {
    return {"metal::atomic_" + std::string(name) + "_explicit(" + at + ", " + arg(1) + ", metal::memory_order_relaxed)"};
  };
  switch (static_cast<Builtin>(i.aux)) {
    case Builtin::AtomicLoad: return {"metal::atomic_load_explicit(" + at + ", metal::memory_order_relaxed)"};
    case Builtin::AtomicStore: return fetch("store");
    case Builtin::AtomicAdd: return fetch("fetch_add");
    case Builtin::AtomicSub: return fetch("fetch_sub");
    case Builtin::AtomicMax: return fetch("fetch_max");
    case Builtin::AtomicMin: return fetch("fetch_min");
    case Builtin::AtomicAnd: return fetch("fetch_and");
    case Builtin::AtomicOr: return fetch("fetch_or");
    case Builtin::AtomicXor: return fetch("fetch_xor");
    case Builtin::AtomicExchange: return fetch("exchange");
    default:
      return {helper("vitrine_compare_exchange") + "<" + type(i.type) + ">(" + at + ", " + arg(1) + ", " + arg(2) + ")"};
  }
}

Text Printer::builtin(const ir::Inst& i) {
  auto which = static_cast<Builtin>(i.aux);
  auto arg = [&](uint32_t n) { return whole(f_->operand(i, n)); };
  auto op = [&](uint32_t n) { return operand(f_->operand(i, n)); };
  auto type_at = [&](uint32_t n) { return type_of(f_->operand(i, n)); };
  std::string t = type(i.type);
  TypeId first = i.operand_count ? type_at(0) : lang::kVoidType;
  TypeId scalar = m_.types.scalar_of(first);
  bool is_scalar = m_.types.is_scalar(first), is_float = m_.types.is_float(scalar), is_signed = scalar == lang::kI32Type;
  auto metal = [&](std::string_view name) { return call_metal("metal::" + std::string(name), i); };
  auto helped = [&](std::string_view name) { return call_metal(helper(name), i); };
  switch (which) {
    case Builtin::All: return is_scalar ? Text{arg(0)} : metal("all");
    case Builtin::Any: return is_scalar ? Text{arg(0)} : metal("any");
    case Builtin::Select: {
      bool vector_condition = !m_.types.is_scalar(type_at(2));
      if (vector_condition || is_scalar) return metal("select");
      return {"(" + arg(2) + " ? " + arg(1) + " : " + arg(0) + ")"};
    }
    case Builtin::ArrayLength: return {array_length(f_->operand(i, 0), span(i)), false};
    case Builtin::Abs:
      if (is_float) return metal("abs");
      if (!is_signed) return {arg(0)};
      // The most negative value stays what it is.
      return {"metal::select(" + arg(0) + ", as_type<" + t + ">(0u - " + as_unsigned(t, arg(0)) + "), " + op(0) + " < 0)"};
    case Builtin::Acos: return metal("acos");
    case Builtin::Acosh: return metal("acosh");
    case Builtin::Asin: return metal("asin");
    case Builtin::Asinh: return metal("asinh");
    case Builtin::Atan: return metal("atan");
    case Builtin::Atanh: return metal("atanh");
    case Builtin::Atan2: return metal("atan2");
    case Builtin::Ceil: return metal("ceil");
    // metal::clamp says nothing of bounds in the wrong order.
    case Builtin::Clamp: return {"metal::min(metal::max(" + arg(0) + ", " + arg(1) + "), " + arg(2) + ")"};
    case Builtin::Cos: return metal("cos");
    case Builtin::Cosh: return metal("cosh");
    case Builtin::CountLeadingZeros: return metal("clz");
    case Builtin::CountOneBits: return metal("popcount");
    case Builtin::CountTrailingZeros: return metal("ctz");
    case Builtin::Cross: return metal("cross");
    case Builtin::Degrees: return {op(0) + " * " + (scalar == lang::kF16Type ? "57.295779513082322865h" : "57.295779513082322865f"), false};
    case Builtin::Radians: return {op(0) + " * " + (scalar == lang::kF16Type ? "0.017453292519943295474h" : "0.017453292519943295474f"), false};
    case Builtin::Determinant: return metal("determinant");
    case Builtin::Distance: return is_scalar ? Text{"metal::abs(" + op(0) + " - " + op(1) + ")"} : metal("distance");
    case Builtin::Dot: {
      if (is_float) return metal("dot");
      std::string name = helper("vitrine_dot") + std::to_string(m_.types[first].rows);
      if (!is_signed) return call_metal(name, i);
      // Signed integers must not overflow.
      std::string v = type(first);
      return {"as_type<int>(" + name + "(" + as_unsigned(v, arg(0)) + ", " + as_unsigned(v, arg(1)) + "))"};
    }
    case Builtin::Dot4U8Packed: return helped("vitrine_dot4_u8");
    case Builtin::Dot4I8Packed: return helped("vitrine_dot4_i8");
    case Builtin::Exp: return metal("exp");
    case Builtin::Exp2: return metal("exp2");
    // https://gpuweb.github.io/gpuweb/wgsl/#extractBits-signed-builtin: offset and count stay within the 32 bits.
    case Builtin::ExtractBits: return helped("vitrine_extract_bits");
    case Builtin::InsertBits: return helped("vitrine_insert_bits");
    case Builtin::FaceForward: return metal("faceforward");
    case Builtin::FirstLeadingBit: return helped(is_signed ? "vitrine_first_leading_bit_i" : "vitrine_first_leading_bit_u");
    case Builtin::FirstTrailingBit: return helped("vitrine_first_trailing_bit");
    case Builtin::Floor: return metal("floor");
    case Builtin::Fma: return metal("fma");
    case Builtin::Fract: return metal("fract");
    case Builtin::Frexp:
    case Builtin::Modf:
      return {helper(which == Builtin::Frexp ? "vitrine_frexp" : "vitrine_modf") + "<" + t + ">(" + arg(0) + ")"};
    case Builtin::InverseSqrt: return metal("rsqrt");
    case Builtin::Ldexp: return metal("ldexp");
    case Builtin::Length: return is_scalar ? metal("abs") : metal("length");
    case Builtin::Log: return metal("log");
    case Builtin::Log2: return metal("log2");
    case Builtin::Max: return metal("max");
    case Builtin::Min: return metal("min");
    case Builtin::Mix: {
      if (type_at(2) == first) return metal("mix");
      return {"metal::mix(" + arg(0) + ", " + arg(1) + ", " + t + "(" + arg(2) + "))"};
    }
    case Builtin::Normalize: return metal("normalize");
    case Builtin::Pow: return metal("pow");
    case Builtin::QuantizeToF16: {
      std::string half = is_scalar ? "half" : "metal::half" + std::to_string(m_.types[first].rows);
      return {t + "(" + half + "(" + arg(0) + "))"};
    }
    case Builtin::Reflect: return metal("reflect");
    case Builtin::Refract: return metal("refract");
    case Builtin::ReverseBits: return metal("reverse_bits");
    case Builtin::Round: return metal("rint");
    case Builtin::Saturate: return metal("saturate");
    case Builtin::Sign:
      if (is_float) return metal("sign");
      return {"metal::select(metal::select(" + t + "(-1), " + t + "(1), " + op(0) + " > 0), " + t + "(0), " + op(0) + " == 0)"};
    case Builtin::Sin: return metal("sin");
    case Builtin::Sinh: return metal("sinh");
    case Builtin::Smoothstep: return metal("smoothstep");
    case Builtin::Sqrt: return metal("sqrt");
    case Builtin::Step: return metal("step");
    case Builtin::Tan: return metal("tan");
    case Builtin::Tanh: return metal("tanh");
    case Builtin::Transpose: return metal("transpose");
    case Builtin::Trunc: return metal("trunc");
    case Builtin::AtomicLoad:
    case Builtin::AtomicStore:
    case Builtin::AtomicAdd:
    case Builtin::AtomicSub:
    case Builtin::AtomicMax:
    case Builtin::AtomicMin:
    case Builtin::AtomicAnd:
    case Builtin::AtomicOr:
    case Builtin::AtomicXor:
    case Builtin::AtomicExchange:
    case Builtin::AtomicCompareExchangeWeak: return atomic(i);
    case Builtin::Pack4x8snorm: return metal("pack_float_to_snorm4x8");
    case Builtin::Pack4x8unorm: return metal("pack_float_to_unorm4x8");
    case Builtin::Pack2x16snorm: return metal("pack_float_to_snorm2x16");
    case Builtin::Pack2x16unorm: return metal("pack_float_to_unorm2x16");
    case Builtin::Pack2x16float: return {"as_type<uint>(metal::half2(" + arg(0) + "))"};
    case Builtin::Pack4xI8: return {"as_type<uint>(metal::char4(" + arg(0) + "))"};
    case Builtin::Pack4xU8: return {"as_type<uint>(metal::uchar4(" + arg(0) + "))"};
    case Builtin::Pack4xI8Clamp: return {"as_type<uint>(metal::char4(metal::clamp(" + arg(0) + ", metal::int4(-128), metal::int4(127))))"};
    case Builtin::Pack4xU8Clamp: return {"as_type<uint>(metal::uchar4(metal::min(" + arg(0) + ", metal::uint4(255u))))"};
    case Builtin::Unpack4x8snorm: return metal("unpack_snorm4x8_to_float");
    case Builtin::Unpack4x8unorm: return metal("unpack_unorm4x8_to_float");
    case Builtin::Unpack2x16snorm: return metal("unpack_snorm2x16_to_float");
    case Builtin::Unpack2x16unorm: return metal("unpack_unorm2x16_to_float");
    case Builtin::Unpack2x16float: return {"metal::float2(as_type<metal::half2>(" + arg(0) + "))"};
    case Builtin::Unpack4xI8: return {"metal::int4(as_type<metal::char4>(" + arg(0) + "))"};
    case Builtin::Unpack4xU8: return {"metal::uint4(as_type<metal::uchar4>(" + arg(0) + "))"};
    case Builtin::StorageBarrier: return {"metal::threadgroup_barrier(metal::mem_flags::mem_device)"};
    case Builtin::TextureBarrier: return {"metal::threadgroup_barrier(metal::mem_flags::mem_texture)"};
    case Builtin::WorkgroupBarrier: return {"metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup)"};
    case Builtin::WorkgroupUniformLoad:
      return {helper(m_.types.kind(m_.types.store_type(first)) == TypeKind::Atomic ? "vitrine_uniform_load_atomic"
                                                                                   : "vitrine_uniform_load") +
              "<" + t + ">(" + arg(0) + ")"};
    default:
      not_supported("`" + std::string(lang::to_text(which)) + "`", span(i));
      return {m_.types.is_constructible(i.type) ? constant(m_.zero(i.type)) : Text{"0"}};
  }
}

// Each says in MSL what a builtin or operator of WGSL means where MSL leaves it open.
std::string Printer::helper(std::string_view name) {
  std::string key(name);
  if (!helpers_written_.insert(key).second) return key;
  auto add = [&](std::string_view text) { helpers_ += text; };
  if (name == "vitrine_div_i")
    add("template <typename T> T vitrine_div_i(T a, T b) {\n"
        "    return a / metal::select(b, T(1), ((a == T(-2147483647 - 1)) & (b == T(-1))) | (b == T(0)));\n}\n");
  else if (name == "vitrine_div_u")
    add("template <typename T> T vitrine_div_u(T a, T b) {\n"
        "    return a / metal::select(b, T(1u), b == T(0u));\n}\n");
  else if (name == "vitrine_mod_i")
    add("template <typename T> T vitrine_mod_i(T a, T b) {\n"
        "    T d = metal::select(b, T(1), ((a == T(-2147483647 - 1)) & (b == T(-1))) | (b == T(0)));\n"
        "    return a - (a / d) * d;\n}\n");
  else if (name == "vitrine_mod_u")
    add("template <typename T> T vitrine_mod_u(T a, T b) {\n"
        "    return a % metal::select(b, T(1u), b == T(0u));\n}\n");
  else if (name == "vitrine_dot")
    add("template <typename V> auto vitrine_dot2(V a, V b) { V p = a * b; return p.x + p.y; }\n"
        "template <typename V> auto vitrine_dot3(V a, V b) { V p = a * b; return p.x + p.y + p.z; }\n"
        "template <typename V> auto vitrine_dot4(V a, V b) { V p = a * b; return p.x + p.y + p.z + p.w; }\n");
  else if (name == "vitrine_dot4_u8")
    add("inline uint vitrine_dot4_u8(uint a, uint b) {\n"
        "    metal::uint4 p = metal::uint4(as_type<metal::uchar4>(a)) * metal::uint4(as_type<metal::uchar4>(b));\n"
        "    return p.x + p.y + p.z + p.w;\n}\n");
  else if (name == "vitrine_dot4_i8")
    add("inline int vitrine_dot4_i8(uint a, uint b) {\n"
        "    metal::int4 p = metal::int4(as_type<metal::char4>(a)) * metal::int4(as_type<metal::char4>(b));\n"
        "    return p.x + p.y + p.z + p.w;\n}\n");
  else if (name == "vitrine_extract_bits")
    add("template <typename T> T vitrine_extract_bits(T e, uint offset, uint count) {\n"
        "    uint o = metal::min(offset, 32u);\n    uint c = metal::min(count, 32u - o);\n"
        "    return c == 0u ? T(0) : metal::extract_bits(e, o, c);\n}\n");
  else if (name == "vitrine_insert_bits")
    add("template <typename T> T vitrine_insert_bits(T e, T bits, uint offset, uint count) {\n"
        "    uint o = metal::min(offset, 32u);\n    uint c = metal::min(count, 32u - o);\n"
        "    return c == 0u ? e : metal::insert_bits(e, bits, o, c);\n}\n");
  else if (name == "vitrine_first_leading_bit_u")
    add("template <typename T> T vitrine_first_leading_bit_u(T e) {\n"
        "    return metal::select(T(31u) - metal::clz(e), T(4294967295u), e == T(0u));\n}\n");
  else if (name == "vitrine_first_leading_bit_i")
    add("template <typename T> T vitrine_first_leading_bit_i(T e) {\n"
        "    T v = metal::select(e, ~e, e < T(0));\n"
        "    return metal::select(T(31) - T(metal::clz(v)), T(-1), v == T(0));\n}\n");
  else if (name == "vitrine_first_trailing_bit")
    add("template <typename T> T vitrine_first_trailing_bit(T e) {\n"
        "    return metal::select(T(metal::ctz(e)), T(-1), e == T(0));\n}\n");
  else if (name == "vitrine_frexp")
    add("template <typename R, typename T> R vitrine_frexp(T e) {\n"
        "    R r;\n    r.exp = 0;\n    r.fract = metal::frexp(e, r.exp);\n    return r;\n}\n");
  else if (name == "vitrine_modf")
    add("template <typename R, typename T> R vitrine_modf(T e) {\n"
        "    R r;\n    r.fract = metal::modf(e, r.whole);\n    return r;\n}\n");
  else if (name == "vitrine_compare_exchange")
    add("template <typename R, typename A, typename T> R vitrine_compare_exchange(A a, T compare, T value) {\n"
        "    T old = compare;\n"
        "    bool exchanged = metal::atomic_compare_exchange_weak_explicit(a, &old, value, metal::memory_order_relaxed,\n"
        "                                                                  metal::memory_order_relaxed);\n"
        "    return R {old, exchanged};\n}\n");
  else if (name == "vitrine_uniform_load")
    add("template <typename R, typename T> R vitrine_uniform_load(threadgroup T& e) {\n"
        "    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);\n    R v = e;\n"
        "    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);\n    return v;\n}\n");
  else if (name == "vitrine_uniform_load_atomic")
    add("template <typename R, typename T> R vitrine_uniform_load_atomic(threadgroup T& e) {\n"
        "    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);\n"
        "    R v = metal::atomic_load_explicit(&e, metal::memory_order_relaxed);\n"
        "    metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);\n    return v;\n}\n");
  return key;
}

}  // namespace vitrine::msl
