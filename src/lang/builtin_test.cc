#include "lang/builtin.h"

#include <gtest/gtest.h>

namespace vitrine::lang {
namespace {

// Reads the few types the tables below use.
TypeId parse(TypeTable& t, std::string_view s) {
  static const std::pair<std::string_view, TypeId> kNames[] = {
      {"ai", kAbstractIntType}, {"af", kAbstractFloatType}, {"bool", kBoolType}, {"i32", kI32Type}, {"u32", kU32Type},
      {"f32", kF32Type}, {"f16", kF16Type}, {"sampler", kSamplerType}, {"void", kVoidType}};
  for (auto& [name, id] : kNames)
    if (s == name) return id;
  if (s.starts_with("vec")) return t.vector(s[3] - '0', parse(t, s.substr(5, s.size() - 6)));
  if (s.starts_with("mat")) return t.matrix(s[3] - '0', s[5] - '0', parse(t, s.substr(7, s.size() - 8)));
  if (s == "tex2d") return t.texture(TextureType::Texture2d, kF32Type);
  if (s == "depth") return t.texture(TextureType::TextureDepth2d);
  if (s == "storage") return t.storage_texture(TextureType::TextureStorage2d, TexelFormat::R32uint, AccessMode::ReadWrite);
  if (s == "atomic") return t.pointer(AddressSpace::Storage, t.atomic(kU32Type), AccessMode::ReadWrite);
  if (s == "workgroup_atomic") return t.pointer(AddressSpace::Workgroup, t.atomic(kU32Type), AccessMode::ReadWrite);
  if (s == "array") return t.pointer(AddressSpace::Storage, t.runtime_array(kF32Type), AccessMode::Read);
  ADD_FAILURE() << "no type " << s;
  return kErrorType;
}

std::vector<Argument> arguments(TypeTable& t, std::string_view list, bool all_const) {
  std::vector<Argument> out;
  while (!list.empty()) {
    size_t end = list.find(' ');
    TypeId type = parse(t, list.substr(0, end));
    out.push_back({type, all_const || t.is_abstract(type)});
    list.remove_prefix(end == std::string_view::npos ? list.size() : end + 1);
  }
  return out;
}

std::string text(TypeTable& t, const Resolution& r) {
  if (r) {
    std::string out;
    for (TypeId p : r->parameters) out += t.to_text(p) + " ";
    return out + "-> " + t.to_text(r->result);
  }
  const Mismatch& m = r.error();
  if (m.kind == Mismatch::Kind::ArgumentCount)
    return "count " + std::to_string(m.min_count) + ".." + std::to_string(m.max_count);
  if (m.kind == Mismatch::Kind::ComponentCount)
    return "components " + std::to_string(m.max_count) + " for " + std::to_string(m.min_count);
  std::string out = (m.kind == Mismatch::Kind::NotConst ? "not const " : "argument ") + std::to_string(m.argument) + ":";
  for (const std::string& a : m.accepted) out += " " + a;
  return out;
}

TEST(Builtin, Operators) {
  struct Row { BinaryOp op; const char* arguments; const char* result; };
  for (const Row& r : std::initializer_list<Row>{
           {BinaryOp::Add, "ai ai", "abstract-int abstract-int -> abstract-int"},
           {BinaryOp::Add, "ai af", "abstract-float abstract-float -> abstract-float"},
           {BinaryOp::Add, "ai f32", "f32 f32 -> f32"},
           {BinaryOp::Add, "u32 ai", "u32 u32 -> u32"},
           {BinaryOp::Add, "vec3<ai> f16", "vec3<f16> f16 -> vec3<f16>"},
           {BinaryOp::Add, "f32 i32", "argument 1: f32 vecN<f32>"},
           {BinaryOp::Add, "vec2<f32> vec3<f32>", "argument 1: vec2<f32> f32"},
           {BinaryOp::Multiply, "mat2x3<f32> vec2<ai>", "mat2x3<f32> vec2<f32> -> vec3<f32>"},
           {BinaryOp::Multiply, "mat2x3<f32> mat4x2<f32>", "mat2x3<f32> mat4x2<f32> -> mat4x3<f32>"},
           {BinaryOp::Divide, "mat2x2<f32> f32", "argument 0: abstract-int abstract-float i32 u32 f32 f16 vecN<abstract-int> vecN<abstract-float> vecN<i32> vecN<u32> vecN<f32> vecN<f16>"},
           {BinaryOp::ShiftLeft, "ai u32", "i32 u32 -> i32"},
           {BinaryOp::ShiftLeft, "i32 ai", "i32 u32 -> i32"},
           {BinaryOp::ShiftLeft, "i32 i32", "argument 1: u32"},
           {BinaryOp::Equal, "vec2<bool> vec2<bool>", "vec2<bool> vec2<bool> -> vec2<bool>"},
           {BinaryOp::Less, "bool bool", "argument 0: abstract-int abstract-float i32 u32 f32 f16 vecN<abstract-int> vecN<abstract-float> vecN<i32> vecN<u32> vecN<f32> vecN<f16>"},
           {BinaryOp::LogicalAnd, "bool i32", "argument 1: bool"}}) {
    TypeTable t;
    auto a = arguments(t, r.arguments, false);
    EXPECT_EQ(text(t, resolve(t, r.op, a[0], a[1])), r.result) << to_text(r.op) << " " << r.arguments;
  }
}

TEST(Builtin, Functions) {
  struct Row { const char* name; const char* arguments; const char* result; bool all_const = false; };
  for (const Row& r : std::initializer_list<Row>{
           {"abs", "ai", "abstract-int -> abstract-int"},
           {"abs", "vec2<u32>", "vec2<u32> -> vec2<u32>"},
           {"sign", "u32", "argument 0: abstract-int abstract-float i32 f32 f16 vecN<abstract-int> vecN<abstract-float> vecN<i32> vecN<f32> vecN<f16>"},
           {"clamp", "i32 ai ai", "i32 i32 i32 -> i32"},
           {"clamp", "ai ai", "count 3..3"},
           {"max", "vec3<f32> f32", "argument 1: vec3<f32>"},
           {"sqrt", "ai", "abstract-float -> abstract-float"},
           {"ldexp", "af ai", "abstract-float abstract-int -> abstract-float"},
           {"ldexp", "f32 ai", "f32 i32 -> f32"},
           {"ldexp", "af i32", "f32 i32 -> f32", true},
           {"mix", "vec2<f32> vec2<f32> ai", "vec2<f32> vec2<f32> f32 -> vec2<f32>"},
           {"select", "ai f32 bool", "f32 f32 bool -> f32"},
           {"countOneBits", "ai", "i32 -> i32"},
           {"frexp", "vec2<f32>", "vec2<f32> -> __frexp_result_vec2_f32"},
           {"length", "vec3<ai>", "vec3<abstract-float> -> abstract-float"},
           {"determinant", "mat3x3<f16>", "mat3x3<f16> -> f16"},
           {"determinant", "mat3x2<f32>", "argument 0: mat3x3<abstract-float> mat3x3<f32> mat3x3<f16>"},
           {"transpose", "mat3x2<f32>", "mat3x2<f32> -> mat2x3<f32>"},
           {"textureSample", "tex2d sampler vec2<f32>", "texture_2d<f32> sampler vec2<f32> -> vec4<f32>"},
           {"textureSample", "depth sampler vec2<f32> vec2<i32>", "not const 3: vec2<i32>"},
           {"textureSample", "tex2d sampler vec3<f32>", "argument 2: vec2<f32>"},
           {"textureLoad", "storage vec2<ai>", "texture_storage_2d<r32uint, read_write> vec2<i32> -> vec4<u32>"},
           {"textureStore", "storage vec2<u32> vec4<ai>", "texture_storage_2d<r32uint, read_write> vec2<u32> vec4<u32> -> nothing"},
           {"atomicAdd", "atomic ai", "ptr<storage, atomic<u32>, read_write> u32 -> u32"},
           {"arrayLength", "array", "ptr<storage, array<f32>, read> -> u32"},
           {"subgroupBroadcast", "f32 ai", "f32 i32 -> f32"},
           {"textureDimensions", "tex2d", "texture_2d<f32> -> vec2<u32>"},
           {"textureDimensions", "tex2d u32", "texture_2d<f32> u32 -> vec2<u32>"},
           {"workgroupUniformLoad", "workgroup_atomic", "ptr<workgroup, atomic<u32>> -> u32"},
           {"workgroupUniformLoad", "atomic", "argument 0: ptr<workgroup, T> ptr<workgroup, atomic<i32>> ptr<workgroup, atomic<u32>>"},
           {"workgroupBarrier", "", "-> nothing"}}) {
    TypeTable t;
    auto b = find_builtin(r.name);
    ASSERT_TRUE(b) << r.name;
    auto a = arguments(t, r.arguments, r.all_const);
    EXPECT_EQ(text(t, resolve(t, *b, {}, a)), r.result) << r.name << " " << r.arguments;
  }
}

TEST(Builtin, Bitcast) {
  struct Row { const char* to; const char* from; const char* result; };
  for (const Row& r : std::initializer_list<Row>{
           {"u32", "f32", "f32 -> u32"}, {"f32", "ai", "i32 -> f32"}, {"u32", "ai", "u32 -> u32"},
           {"vec2<f16>", "i32", "i32 -> vec2<f16>"}, {"vec2<u32>", "vec4<f16>", "vec4<f16> -> vec2<u32>"},
           {"f16", "f32", "argument 0: f16"}, {"vec3<u32>", "vec2<f32>", "argument 0: vec3<i32> vec3<u32> vec3<f32>"}}) {
    TypeTable t;
    TypeId to = parse(t, r.to);
    EXPECT_EQ(text(t, resolve(t, Builtin::Bitcast, {&to, 1}, arguments(t, r.from, false))), r.result) << r.to << " " << r.from;
  }
}

std::string constructed(TypeTable& t, const ConstructorTarget& target, const char* list) {
  auto r = resolve_constructor(t, target, arguments(t, list, false));
  if (r) {
    static constexpr const char* kForms[] = {"zero", "convert", "splat", "components", "columns", "elements", "members"};
    std::string out = kForms[static_cast<int>(r->form)];
    for (TypeId p : r->parameters) out += " " + t.to_text(p);
    return out + " -> " + t.to_text(r->result);
  }
  return text(t, Failure<Mismatch>(r.error()));
}

TEST(Builtin, Constructors) {
  TypeTable t;
  auto of = [&](const char* type) { return ConstructorTarget::of(parse(t, type)); };
  EXPECT_EQ(constructed(t, of("f32"), "u32"), "convert u32 -> f32");
  EXPECT_EQ(constructed(t, of("vec3<f32>"), ""), "zero -> vec3<f32>");
  EXPECT_EQ(constructed(t, of("vec3<f32>"), "ai"), "splat f32 -> vec3<f32>");
  EXPECT_EQ(constructed(t, of("vec3<f32>"), "vec3<i32>"), "convert vec3<i32> -> vec3<f32>");
  EXPECT_EQ(constructed(t, of("vec3<f32>"), "vec2<ai> ai"), "components vec2<f32> f32 -> vec3<f32>");
  EXPECT_EQ(constructed(t, of("vec3<f32>"), "vec2<i32> f32"), "argument 0: vec2<f32>");
  EXPECT_EQ(constructed(t, of("vec3<f32>"), "vec2<f32>"), "components 2 for 3");
  EXPECT_EQ(constructed(t, ConstructorTarget::vector(3), "ai af ai"), "components abstract-float abstract-float abstract-float -> vec3<abstract-float>");
  EXPECT_EQ(constructed(t, ConstructorTarget::vector(2), "ai u32"), "components u32 u32 -> vec2<u32>");
  EXPECT_EQ(constructed(t, ConstructorTarget::vector(2), "i32 u32"), "argument 1: i32");
  EXPECT_EQ(constructed(t, ConstructorTarget::vector(4), ""), "zero -> vec4<abstract-int>");
  EXPECT_EQ(constructed(t, ConstructorTarget::matrix(2, 2), "ai ai ai ai"), "components abstract-float abstract-float abstract-float abstract-float -> mat2x2<abstract-float>");
  EXPECT_EQ(constructed(t, ConstructorTarget::matrix(2, 3), "vec3<f32> vec3<af>"), "columns vec3<f32> vec3<f32> -> mat2x3<f32>");
  EXPECT_EQ(constructed(t, of("mat2x2<f32>"), "i32 f32 f32 f32"), "argument 0: f32");
  EXPECT_EQ(constructed(t, ConstructorTarget::array(), "ai f32"), "elements f32 f32 -> array<f32, 2>");
  EXPECT_EQ(constructed(t, ConstructorTarget::of(t.array(kF32Type, 2)), "ai"), "count 2..2");
}

TEST(Builtin, EveryEntryIsSound) {
  for (uint32_t i = 0; i < kBuiltinCount; ++i) {
    auto b = static_cast<Builtin>(i);
    EXPECT_EQ(find_builtin(to_text(b)), b) << to_text(b);
    EXPECT_FALSE(candidates(b).empty());
    for (const std::string& c : candidates(b)) EXPECT_TRUE(c.starts_with(to_text(b))) << c;
  }
  EXPECT_FALSE(find_builtin("normalise"));
}

}  // namespace
}  // namespace vitrine::lang
