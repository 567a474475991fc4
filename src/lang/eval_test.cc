#include "lang/eval.h"

#include <gtest/gtest.h>

#include <cmath>

#include "lang/half.h"

namespace vitrine::lang {
namespace {

struct Bench {
  TypeTable types;
  ConstantTable constants{types};
  std::string reported;
  Evaluator eval{constants, [this](diag::Diagnostic d, int) { reported = std::string(d.rule().name); }};

  // true, 3i, 3u, 1.5f, 1.5h, 7, 0.5; (a,b) is a vector, [(a,b),(c,d)] a matrix.
  ConstantId read(std::string_view s) {
    if (s.front() == '(' || s.front() == '[') {
      std::vector<ConstantId> parts;
      int depth = 0;
      size_t start = 1;
      for (size_t i = 1; i < s.size(); ++i) {
        if (s[i] == '(') ++depth;
        if ((s[i] == ',' || i + 1 == s.size()) && depth == 0) {
          parts.push_back(read(s.substr(start, i - start)));
          start = i + 1;
        }
        if (s[i] == ')') --depth;
      }
      TypeId part = constants.type_of(parts[0]);
      auto n = static_cast<uint32_t>(parts.size());
      TypeId type = s.front() == '(' ? types.vector(n, part) : types.matrix(n, types[part].rows, types[part].element);
      return constants.composite(type, parts);
    }
    if (s == "true" || s == "false") return constants.boolean(s == "true");
    std::string number(s);
    switch (s.back()) {
      case 'i': return constants.i32(static_cast<int32_t>(std::stoll(number)));
      case 'u': return constants.u32(static_cast<uint32_t>(std::stoll(number)));
      case 'f': return constants.f32(std::stof(number));
      case 'h': return constants.f16_bits(half_from_double(std::stod(number)));
      default: break;
    }
    if (s.find_first_of(".e") != std::string_view::npos) return constants.abstract_float(std::stod(number));
    return constants.abstract_int(std::stoll(number));
  }

  std::vector<ConstantId> list(std::string_view s) {
    std::vector<ConstantId> out;
    size_t end;
    for (; !s.empty(); s.remove_prefix(std::min(s.size(), end == std::string_view::npos ? s.size() : end + 1)))
      end = s.find(' '), out.push_back(read(s.substr(0, end)));
    return out;
  }

  std::string text(Evaluator::Value v) { return v ? constants.to_text(*v) : reported; }

  std::string binary(BinaryOp op, std::string_view operands) {
    auto a = list(operands);
    auto r = resolve(types, op, {constants.type_of(a[0]), true}, {constants.type_of(a[1]), true});
    if (!r) return "no overload";
    auto l = eval.convert(a[0], r->parameters[0]), right = eval.convert(a[1], r->parameters[1]);
    if (!l || !right) return reported;
    return text(eval.binary(op, *l, *right, r->result));
  }

  std::string call(std::string_view name, std::string_view arguments, TypeId template_argument = {}) {
    auto a = list(arguments);
    std::vector<Argument> args;
    for (ConstantId c : a) args.push_back({constants.type_of(c), true});
    std::vector<TypeId> templates;
    if (template_argument) templates.push_back(template_argument);
    auto b = find_builtin(name);
    auto r = resolve(types, *b, templates, args);
    if (!r) return "no overload";
    for (size_t i = 0; i < a.size(); ++i) {
      auto v = eval.convert(a[i], r->parameters[i]);
      if (!v) return reported;
      a[i] = *v;
    }
    return text(eval.call(*b, a, r->result));
  }
};

TEST(Eval, BinaryOperators) {
  struct Row { BinaryOp op; const char* operands; const char* result; };
  using enum BinaryOp;
  for (const Row& r : std::initializer_list<Row>{
           {Add, "1 2", "3"},
           {Add, "9223372036854775807 1", "const_integer_overflow"},
           {Subtract, "-9223372036854775807 2", "const_integer_overflow"},
           {Multiply, "4294967296 4294967296", "const_integer_overflow"},
           {Add, "2147483647i 1i", "-2147483648i"},
           {Subtract, "0u 1u", "4294967295u"},
           {Multiply, "4294967295u 4294967295u", "1u"},
           {Add, "0.1f 0.2f", "0.3f"},
           {Add, "1.0 1", "2.0"},
           {Add, "3e38f 3e38f", "const_value_not_finite"},
           {Add, "65504.0h 32.0h", "const_value_not_finite"},
           {Add, "2048.0h 1.0h", "2048.0h"},
           {Multiply, "1e308 10.0", "const_value_not_finite"},
           {Divide, "7i -2i", "-3i"},
           {Remainder, "-7i 2i", "-1i"},
           {Divide, "1i 0i", "integer_division_by_zero"},
           {Remainder, "(1i,2i) (1i,0i)", "integer_division_by_zero"},
           {Divide, "-2147483648i -1i", "integer_division_overflow"},
           {Divide, "1.0f 0.0f", "const_value_not_finite"},
           {Divide, "1.0f 3.0f", "0.33333334f"},
           {Remainder, "5.5f 2.0f", "1.5f"},
           {Remainder, "-5.5f 2.0f", "-1.5f"},
           {ShiftLeft, "1i 31u", "shift_left_loses_bits"},
           {ShiftLeft, "1u 31u", "2147483648u"},
           {ShiftLeft, "3u 31u", "shift_left_loses_bits"},
           {ShiftLeft, "-1i 31u", "-2147483648i"},
           {ShiftLeft, "0u 32u", "shift_amount_too_large"},
           {ShiftLeft, "1 62u", "4611686018427387904"},
           {ShiftLeft, "1 63u", "shift_left_loses_bits"},
           {ShiftLeft, "1 -1", "const_conversion_range"},
           {ShiftRight, "-8i 1u", "-4i"},
           {ShiftRight, "4294967295u 31u", "1u"},
           {Xor, "(5i,6i) (1i,2i)", "vec2<i32>(4i)"},
           {And, "true false", "false"},
           {Less, "(1.0f,2.0f) (2.0f,1.0f)", "vec2<bool>(true, false)"},
           {Equal, "1 1.0", "true"},
           {Add, "(1.0f,2.0f) 1.0f", "vec2<f32>(2.0f, 3.0f)"},
           {Multiply, "[(1.0f,2.0f),(3.0f,4.0f)] (1.0f,1.0f)", "vec2<f32>(4.0f, 6.0f)"},
           {Multiply, "(1.0f,1.0f) [(1.0f,2.0f),(3.0f,4.0f)]", "vec2<f32>(3.0f, 7.0f)"},
           {Multiply, "[(1.0f,2.0f),(3.0f,4.0f)] 2.0f", "mat2x2<f32>(vec2<f32>(2.0f, 4.0f), vec2<f32>(6.0f, 8.0f))"},
           {Multiply, "[(1.0f,2.0f),(3.0f,4.0f)] [(0.0f,1.0f),(1.0f,0.0f)]", "mat2x2<f32>(vec2<f32>(3.0f, 4.0f), vec2<f32>(1.0f, 2.0f))"},
           {Subtract, "[(1.0f,2.0f),(3.0f,4.0f)] [(1.0f,1.0f),(1.0f,1.0f)]", "mat2x2<f32>(vec2<f32>(0.0f, 1.0f), vec2<f32>(2.0f, 3.0f))"}}) {
    Bench b;
    EXPECT_EQ(b.binary(r.op, r.operands), r.result) << r.operands << " " << to_text(r.op);
  }
}

TEST(Eval, UnaryOperators) {
  Bench b;
  auto unary = [&](UnaryOp op, ConstantId v) { return b.text(b.eval.unary(op, v, b.constants.type_of(v))); };
  EXPECT_EQ(unary(UnaryOp::Negate, b.read("-9223372036854775808")), "-9223372036854775808");
  EXPECT_EQ(unary(UnaryOp::Negate, b.read("-2147483648i")), "-2147483648i");
  EXPECT_EQ(unary(UnaryOp::Negate, b.read("0.0f")), "-0.0f");
  EXPECT_EQ(unary(UnaryOp::Negate, b.read("(1,-2)")), "vec2(-1, 2)");
  EXPECT_EQ(unary(UnaryOp::Complement, b.read("0u")), "4294967295u");
  EXPECT_EQ(unary(UnaryOp::Not, b.read("(true,false)")), "vec2<bool>(false, true)");
}

TEST(Eval, Functions) {
  struct Row { const char* name; const char* arguments; const char* result; };
  for (const Row& r : std::initializer_list<Row>{
           {"abs", "-3i", "3i"}, {"abs", "-2147483648i", "-2147483648i"}, {"abs", "-0.5h", "0.5h"},
           {"sqrt", "2.0f", "1.4142135f"}, {"sqrt", "-1.0f", "const_argument_outside_domain"},
           {"acos", "1.5", "const_argument_outside_domain"}, {"atanh", "1.0f", "const_argument_outside_domain"},
           {"log", "0.0f", "const_argument_outside_domain"}, {"exp", "100.0f", "const_value_not_finite"},
           {"exp2", "3", "8.0"}, {"round", "2.5f", "2.0f"}, {"round", "-3.5f", "-4.0f"}, {"trunc", "-1.7f", "-1.0f"},
           {"fract", "-0.25f", "0.75f"}, {"clamp", "5i 0i 3i", "3i"}, {"clamp", "5i 3i 0i", "clamp_low_above_high"},
           {"min", "1 2.5", "1.0"}, {"max", "(1i,5i) (2i,3i)", "vec2<i32>(2i, 5i)"},
           {"mix", "(0.0f,4.0f) (10.0f,8.0f) 0.5f", "vec2<f32>(5.0f, 6.0f)"},
           {"smoothstep", "0.0f 1.0f 0.5f", "0.5f"}, {"smoothstep", "1.0f 1.0f 0.5f", "smoothstep_edges_equal"},
           {"step", "1.0f 1.0f", "1.0f"}, {"sign", "-7i", "-1i"}, {"saturate", "1.5f", "1.0f"},
           {"pow", "2.0f 10.0f", "1024.0f"}, {"pow", "-1.0f 2.0f", "const_argument_outside_domain"},
           {"ldexp", "1.5f 3i", "12.0f"}, {"ldexp", "1.0f 129i", "ldexp_exponent_too_large"},
           {"ldexp", "1.0f 128i", "const_value_not_finite"}, {"ldexp", "1.0h 17i", "ldexp_exponent_too_large"},
           {"frexp", "6.0f", "__frexp_result_f32(0.75f, 3i)"},
           {"modf", "(-1.5f,2.25f)", "__modf_result_vec2_f32(vec2<f32>(-0.5f, 0.25f), vec2<f32>(-1.0f, 2.0f))"},
           {"fma", "2.0f 3.0f 4.0f", "10.0f"}, {"quantizeToF16", "1.0001f", "1.0f"},
           {"quantizeToF16", "65505.0f", "half_range_exceeded"}, {"degrees", "0.0f", "0.0f"},
           {"dot", "(1i,2i,3i) (4i,5i,6i)", "32i"}, {"dot", "(1e200,1.0) (1e200,1.0)", "const_value_not_finite"},
           {"cross", "(1.0f,0.0f,0.0f) (0.0f,1.0f,0.0f)", "vec3<f32>(0.0f, 0.0f, 1.0f)"},
           {"length", "(3.0f,4.0f)", "5.0f"}, {"distance", "(1.0f,1.0f) (4.0f,5.0f)", "5.0f"},
           {"normalize", "(0.0f,2.0f)", "vec2<f32>(0.0f, 1.0f)"}, {"normalize", "(0.0f,0.0f)", "const_normalize_zero"},
           {"reflect", "(1.0f,-1.0f) (0.0f,1.0f)", "vec2<f32>(1.0f)"},
           {"refract", "(1.0f,0.0f) (0.0f,1.0f) 2.0f", "vec2<f32>(0.0f)"},
           {"faceForward", "(1.0f,2.0f) (1.0f,0.0f) (1.0f,0.0f)", "vec2<f32>(-1.0f, -2.0f)"},
           {"determinant", "[(1.0f,2.0f),(3.0f,4.0f)]", "-2.0f"},
           {"determinant", "[(2.0f,0.0f,0.0f),(0.0f,3.0f,0.0f),(0.0f,0.0f,4.0f)]", "24.0f"},
           {"transpose", "[(1.0f,2.0f,3.0f),(4.0f,5.0f,6.0f)]",
            "mat3x2<f32>(vec2<f32>(1.0f, 4.0f), vec2<f32>(2.0f, 5.0f), vec2<f32>(3.0f, 6.0f))"},
           {"select", "1i 2i true", "2i"}, {"all", "(true,false)", "false"}, {"any", "(true,false)", "true"},
           {"countOneBits", "255u", "8u"}, {"countLeadingZeros", "0i", "32i"}, {"countTrailingZeros", "8u", "3u"},
           {"firstLeadingBit", "-1i", "-1i"}, {"firstLeadingBit", "-2i", "0i"}, {"firstLeadingBit", "8u", "3u"},
           {"firstTrailingBit", "0u", "4294967295u"}, {"reverseBits", "1u", "2147483648u"},
           {"extractBits", "240i 4u 4u", "-1i"}, {"extractBits", "240u 4u 4u", "15u"},
           {"extractBits", "1u 20u 13u", "bit_range_too_wide"}, {"extractBits", "7u 32u 0u", "0u"},
           {"insertBits", "0u 15u 4u 4u", "240u"}, {"insertBits", "0u 4294967295u 0u 32u", "4294967295u"},
           {"pack4x8snorm", "(1.0f,-1.0f,0.0f,2.0f)", "2130739583u"}, {"unpack4x8unorm", "255u", "vec4<f32>(1.0f, 0.0f, 0.0f, 0.0f)"},
           {"pack2x16float", "(1.0f,-2.0f)", "3221240832u"}, {"pack2x16float", "(1e5f,0.0f)", "half_range_exceeded"},
           {"unpack2x16float", "15360u", "vec2<f32>(1.0f, 0.0f)"}, {"unpack2x16float", "31744u", "bitcast_not_finite"},
           {"unpack4xI8", "4294967040u", "vec4<i32>(0i, -1i, -1i, -1i)"},
           {"pack4xI8Clamp", "(200i,-200i,1i,0i)", "98431u"},
           {"dot4I8Packed", "4294967295u 16843009u", "-4i"}, {"dot4U8Packed", "4294967295u 16843009u", "1020u"}}) {
    Bench b;
    EXPECT_EQ(b.call(r.name, r.arguments), r.result) << r.name << " " << r.arguments;
  }
}

TEST(Eval, Bitcast) {
  Bench b;
  EXPECT_EQ(b.call("bitcast", "1.0f", kU32Type), "1065353216u");
  EXPECT_EQ(b.call("bitcast", "2139095040u", kF32Type), "bitcast_not_finite");
  EXPECT_EQ(b.call("bitcast", "4294967295", kU32Type), "4294967295u");
  EXPECT_EQ(b.call("bitcast", "4294967296", kU32Type), "const_conversion_range");
  EXPECT_EQ(b.call("bitcast", "(1.0h,-2.0h)", kU32Type), "3221240832u");
  EXPECT_EQ(b.call("bitcast", "3221240832u", b.types.vector(2, kF16Type)), "vec2<f16>(1.0h, -2.0h)");
}

TEST(Eval, Conversions) {
  struct Row { const char* from; TypeId to; const char* result; };
  for (const Row& r : std::initializer_list<Row>{
           {"3.9f", kU32Type, "3u"}, {"-1.0f", kU32Type, "0u"}, {"1e20f", kU32Type, "4294967040u"}, {"-3.9f", kI32Type, "-3i"},
           {"1e20f", kI32Type, "2147483520i"}, {"-1e20f", kI32Type, "-2147483648i"}, {"1e20", kU32Type, "4294967295u"},
           {"2147483648", kI32Type, "const_conversion_range"}, {"-1", kU32Type, "const_conversion_range"},
           {"4294967295u", kI32Type, "-1i"}, {"-1i", kU32Type, "4294967295u"}, {"70000", kF16Type, "const_conversion_range"},
           {"1e39", kF32Type, "const_conversion_range"}, {"16777217", kF32Type, "16777216.0f"}, {"0.1", kF16Type, "0.0999755859375h"},
           {"0.0", kBoolType, "false"}, {"-0.0f", kBoolType, "false"}, {"true", kF32Type, "1.0f"}, {"1e-45", kF32Type, "1e-45f"}}) {
    Bench b;
    ConstantId from = b.read(r.from);
    EXPECT_EQ(b.text(b.eval.construct(ConstructorForm::Convert, r.to, {&from, 1})), r.result) << r.from;
  }
}

TEST(Eval, AccessAndComposites) {
  Bench b;
  TypeId array = b.types.array(b.types.vector(4, kF32Type), 1000000);
  ConstantId zero = b.constants.zero(array);
  EXPECT_EQ(b.text(b.eval.index(zero, b.constants.abstract_int(999999))), "vec4<f32>(0.0f)");
  EXPECT_EQ(b.text(b.eval.index(zero, b.constants.u32(1000000))), "index_out_of_bounds");
  EXPECT_EQ(b.text(b.eval.index(zero, b.constants.i32(-1))), "index_negative");
  ConstantId vector = b.read("(1.0f,2.0f,3.0f)");
  const uint8_t zx[] = {2, 0};
  EXPECT_EQ(b.constants.to_text(b.eval.swizzle(vector, zx)), "vec2<f32>(3.0f, 1.0f)");
  ConstantId parts[] = {b.read("(1,2)"), b.read("3")};
  TypeId vec3 = b.types.vector(3, kAbstractIntType);
  EXPECT_EQ(b.text(b.eval.construct(ConstructorForm::Components, vec3, parts)), "vec3(1, 2, 3)");
  EXPECT_EQ(b.text(b.eval.convert(b.read("(1,2)"), b.types.vector(2, kF32Type))), "vec2<f32>(1.0f, 2.0f)");
  EXPECT_EQ(b.constants.composite(vec3, std::vector(3, b.read("1"))), b.constants.splat(vec3, b.read("1")));
}

TEST(Eval, ChecksOfWhatIsKnown) {
  Bench b;
  auto rule = [&](bool ok) { return ok ? "fine" : b.reported; };
  using Value = Evaluator::Value;
  EXPECT_EQ(rule(b.eval.check_binary(BinaryOp::Divide, kI32Type, {}, b.read("0i"))), "integer_division_by_zero");
  EXPECT_EQ(rule(b.eval.check_binary(BinaryOp::Divide, kF32Type, {}, b.read("0.0f"))), "fine");
  EXPECT_EQ(rule(b.eval.check_binary(BinaryOp::ShiftLeft, kI32Type, {}, b.read("32u"))), "shift_amount_too_large");
  TypeId f16 = kF16Type, i32 = kI32Type;
  EXPECT_EQ(rule(b.eval.check_call(Builtin::Ldexp, std::vector<Value>{{}, b.read("17i")}, std::vector{f16, i32}, {})), "ldexp_exponent_too_large");
  EXPECT_EQ(rule(b.eval.check_call(Builtin::ExtractBits, std::vector<Value>{{}, b.read("1u"), b.read("32u")}, std::vector{i32, i32, i32}, {})), "bit_range_too_wide");
  EXPECT_EQ(rule(b.eval.check_call(Builtin::TextureSample, std::vector<Value>{{}, {}, {}, b.read("(8i,0i)")}, {}, {})), "builtin_argument_range");
  EXPECT_EQ(rule(b.eval.check_call(Builtin::QuadBroadcast, std::vector<Value>{{}, b.read("4i")}, {}, {})), "builtin_argument_range");
}

TEST(Eval, BufferViews) {
  Bench b;
  auto check = [&](Builtin f, TypeId type, TypeId buffer, std::vector<Evaluator::Value> arguments) {
    TypeId from = b.types.pointer(AddressSpace::Storage, buffer, AccessMode::Read), to = b.types.pointer(AddressSpace::Storage, type, AccessMode::Read);
    arguments.insert(arguments.begin(), Evaluator::Value());
    return b.eval.check_call(f, arguments, std::vector{from, kU32Type, kU32Type}, to) ? std::string("fine") : b.reported;
  };
  TypeId vec4 = b.types.vector(4, kF32Type), sized = b.types.buffer(32), unsized = b.types.runtime_buffer();
  Evaluator::Value none;
  EXPECT_EQ(check(Builtin::BufferView, vec4, sized, {b.read("16u")}), "fine");
  EXPECT_EQ(check(Builtin::BufferView, vec4, sized, {b.read("8u")}), "buffer_view_offset_alignment");
  EXPECT_EQ(check(Builtin::BufferView, vec4, sized, {b.read("32u")}), "buffer_view_outside");
  EXPECT_EQ(check(Builtin::BufferView, vec4, unsized, {b.read("32u")}), "fine");
  EXPECT_EQ(check(Builtin::BufferView, vec4, unsized, {b.read("-16i")}), "builtin_argument_range");
  EXPECT_EQ(check(Builtin::BufferView, b.types.array(vec4, 3), sized, {none}), "buffer_view_outside");
  TypeId array = b.types.runtime_array(vec4);
  EXPECT_EQ(check(Builtin::BufferArrayView, array, sized, {b.read("0u"), b.read("32u")}), "fine");
  EXPECT_EQ(check(Builtin::BufferArrayView, array, sized, {none, b.read("8u")}), "buffer_array_view_too_small");
  EXPECT_EQ(check(Builtin::BufferArrayView, array, sized, {none, b.read("24u")}), "buffer_array_view_rest");
  EXPECT_EQ(check(Builtin::BufferArrayView, array, sized, {b.read("16u"), b.read("32u")}), "buffer_view_outside");
  EXPECT_EQ(check(Builtin::BufferArrayView, array, unsized, {none, none}), "fine");
}

// Structures of 16 structures each, 15 deep: a zero value, its text and a look at it take no time.
TEST(Eval, NestedStructures) {
  Bench b;
  TypeId type = kF32Type;
  for (int i = 0; i < 15; ++i) {
    std::vector<Member> members(16);
    for (Member& m : members) m.type = type;
    type = b.types.add_struct("S" + std::to_string(i), {}, members);
  }
  ConstantId zero = b.constants.zero(type);
  EXPECT_TRUE(b.constants.is_zero(zero));
  EXPECT_FALSE(b.constants.is_zero(b.constants.f32(-0.0f)));
  EXPECT_LT(b.constants.to_text(zero).size(), 400u);
}

// Every finite binary16 goes to binary64 and back; rounding is to the nearest even.
TEST(Half, RoundTripAndRounding) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    if ((bits >> 10 & 31) == 31) continue;
    ASSERT_EQ(half_from_double(half_to_double(static_cast<uint16_t>(bits))), bits);
    double v = half_to_double(static_cast<uint16_t>(bits));
    if ((bits & 0x7FFF) == 0x7BFF || bits >> 15) continue;
    double next = half_to_double(static_cast<uint16_t>(bits + 1)), middle = (v + next) / 2;
    ASSERT_EQ(half_from_double(middle), bits % 2 ? bits + 1 : bits);
    ASSERT_EQ(half_from_double(std::nextafter(middle, 0)), bits);
    ASSERT_EQ(half_from_double(std::nextafter(middle, 1e9)), bits + 1);
  }
  EXPECT_EQ(half_from_double(65519.999), 0x7BFF);
  EXPECT_EQ(half_from_double(65520), 0x7C00);
  EXPECT_EQ(half_from_double(-0.0), 0x8000);
}

}  // namespace
}  // namespace vitrine::lang
