#include "lang/type.h"

#include <gtest/gtest.h>

namespace vitrine::lang {
namespace {

Member make_member(std::string name, TypeId type) {
  Member m;
  m.name = std::move(name);
  m.type = type;
  return m;
}

TEST(Type, SameShapeSameId) {
  TypeTable t;
  EXPECT_EQ(t.kind(kF16Type), TypeKind::F16);
  EXPECT_EQ(t.kind(kSamplerComparisonType), TypeKind::SamplerComparison);
  EXPECT_EQ(t.vector(3, kF32Type), t.vector(3, kF32Type));
  EXPECT_NE(t.vector(3, kF32Type), t.vector(3, kI32Type));
  EXPECT_NE(t.array(kF32Type, 4), t.runtime_array(kF32Type));
  EXPECT_EQ(t.override_array(kF32Type, 7, "n"), t.override_array(kF32Type, 7, "n"));
  EXPECT_NE(t.add_struct("S", {}, {make_member("a", kF32Type)}), t.add_struct("S", {}, {make_member("a", kF32Type)}));
  EXPECT_EQ(t.frexp_result(kF32Type), t.frexp_result(kF32Type));
}

TEST(Type, Text) {
  TypeTable t;
  EXPECT_EQ(t.to_text(t.matrix(4, 3, kF32Type)), "mat4x3<f32>");
  EXPECT_EQ(t.to_text(t.override_array(t.vector(2, kF16Type), 1, "n * 2")), "array<vec2<f16>, n * 2>");
  EXPECT_EQ(t.to_text(t.pointer(AddressSpace::Storage, t.runtime_array(kU32Type), AccessMode::ReadWrite)),
            "ptr<storage, array<u32>, read_write>");
  EXPECT_EQ(t.to_text(t.pointer(AddressSpace::Function, kI32Type, AccessMode::ReadWrite)), "ptr<function, i32>");
  EXPECT_EQ(t.to_text(t.storage_texture(TextureType::TextureStorage2d, TexelFormat::R32float, AccessMode::Write)),
            "texture_storage_2d<r32float, write>");
  EXPECT_EQ(t.to_text(t.texture(TextureType::TextureDepth2d)), "texture_depth_2d");
  EXPECT_EQ(t.to_text(t.frexp_result(t.vector(2, kAbstractFloatType))), "__frexp_result_vec2_abstract");
}

// Values of the table of https://gpuweb.github.io/gpuweb/wgsl/#alignment-and-size
TEST(Type, Layout) {
  TypeTable t;
  struct Row { TypeId type; uint32_t align; uint64_t size; };
  for (const Row& r : std::initializer_list<Row>{
           {t.vector(3, kF32Type), 16, 12}, {t.vector(3, kF16Type), 8, 6}, {t.vector(2, kF16Type), 4, 4},
           {t.matrix(2, 3, kF32Type), 16, 32}, {t.matrix(3, 2, kF16Type), 4, 12}, {t.matrix(4, 3, kF16Type), 8, 32},
           {t.array(t.vector(3, kF32Type), 5), 16, 80}, {t.atomic(kU32Type), 4, 4}}) {
    EXPECT_EQ(t.align_of(r.type), r.align) << t.to_text(r.type);
    EXPECT_EQ(t.size_of(r.type), r.size) << t.to_text(r.type);
  }
  // struct A { u: f32, v: f32, w: vec2<f32>, x: f32 }, struct B { a: vec2<f32>, b: vec3<f32>, c: f32, d: f32, e: A, f: vec3<f32>, g: array<A, 3>, h: i32 }
  TypeId a = t.add_struct("A", {}, {make_member("u", kF32Type), make_member("v", kF32Type),
                                    make_member("w", t.vector(2, kF32Type)), make_member("x", kF32Type)});
  TypeId b = t.add_struct("B", {}, {make_member("a", t.vector(2, kF32Type)), make_member("b", t.vector(3, kF32Type)),
                                    make_member("c", kF32Type), make_member("d", kF32Type), make_member("e", a),
                                    make_member("f", t.vector(3, kF32Type)), make_member("g", t.array(a, 3)),
                                    make_member("h", kI32Type)});
  EXPECT_EQ(t.structure(a).size, 24u);
  std::vector<uint32_t> offsets;
  for (const Member& m : t.structure(b).members) offsets.push_back(m.offset);
  EXPECT_EQ(offsets, (std::vector<uint32_t>{0, 16, 28, 32, 40, 64, 80, 152}));
  EXPECT_EQ(t.size_of(b), 160u);
  EXPECT_EQ(t.align_of(b), 16u);
  EXPECT_EQ(t.required_align_of(a, AddressSpace::Uniform, false), 16u);
  EXPECT_EQ(t.required_align_of(a, AddressSpace::Storage, false), 8u);
}

TEST(Type, Questions) {
  TypeTable t;
  TypeId runtime = t.runtime_array(kF32Type), sized = t.override_array(kF32Type, 0, "n");
  TypeId atomics = t.array(t.atomic(kI32Type), 2);
  TypeId with_runtime = t.add_struct("R", {}, {make_member("n", kU32Type), make_member("data", runtime)});
  struct Row { TypeId type; bool constructible, shareable, creation_fixed, fixed; };
  for (const Row& r : std::initializer_list<Row>{
           {kBoolType, true, false, true, true}, {t.vector(2, kF32Type), true, true, true, true},
           {atomics, false, true, true, true}, {runtime, false, true, false, false}, {sized, false, false, false, true},
           {with_runtime, false, true, false, false}, {kSamplerType, false, false, false, false},
           {t.pointer(AddressSpace::Function, kF32Type, AccessMode::ReadWrite), false, false, false, false}}) {
    EXPECT_EQ(t.is_constructible(r.type), r.constructible) << t.to_text(r.type);
    EXPECT_EQ(t.is_host_shareable(r.type), r.shareable) << t.to_text(r.type);
    EXPECT_EQ(t.has_creation_fixed_footprint(r.type), r.creation_fixed) << t.to_text(r.type);
    EXPECT_EQ(t.has_fixed_footprint(r.type), r.fixed) << t.to_text(r.type);
  }
  EXPECT_TRUE(t.contains_runtime_array(with_runtime));
  EXPECT_EQ(t.size_of(with_runtime), 8u);
  EXPECT_EQ(t.nesting_depth(t.array(t.matrix(2, 2, kF32Type), 3)), 3u);
}

TEST(Type, ConversionRank) {
  TypeTable t;
  TypeId abstract_vec = t.vector(3, kAbstractIntType);
  EXPECT_EQ(conversion_rank(t, kAbstractIntType, kF16Type), 7u);
  EXPECT_EQ(conversion_rank(t, abstract_vec, t.vector(3, kU32Type)), 4u);
  EXPECT_EQ(conversion_rank(t, abstract_vec, t.vector(2, kU32Type)), std::nullopt);
  EXPECT_EQ(conversion_rank(t, kI32Type, kU32Type), std::nullopt);
  EXPECT_EQ(conversion_rank(t, t.array(kAbstractFloatType, 2), t.array(kF32Type, 2)), 1u);
  EXPECT_EQ(conversion_rank(t, t.frexp_result(kAbstractFloatType), t.frexp_result(kF16Type)), 2u);
  EXPECT_EQ(conversion_rank(t, t.frexp_result(kAbstractFloatType), t.modf_result(kF16Type)), std::nullopt);
  EXPECT_EQ(conversion_rank(t, t.pointer(AddressSpace::Storage, t.buffer(8), AccessMode::Read),
                            t.pointer(AddressSpace::Storage, t.runtime_buffer(), AccessMode::Read)), 1u);
  EXPECT_EQ(concretize(t, t.array(abstract_vec, 2)), t.array(t.vector(3, kI32Type), 2));
  EXPECT_EQ(concretize(t, t.frexp_result(kAbstractFloatType)), t.frexp_result(kF32Type));
}

}  // namespace
}  // namespace vitrine::lang
