#include "ir/transform/check_nan.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "ir/validate.h"

namespace vitrine::ir {
namespace {

// How many reports there are, in IR that holds.
size_t reports(std::string_view text) {
  auto m = parse_text(text);
  if (!m) {
    ADD_FAILURE() << m.error().line << ":" << m.error().column << ": " << m.error().message;
    return 0;
  }
  size_t found = check_nan(*m).size();
  EXPECT_EQ(validate(*m), std::vector<std::string>{}) << to_text(*m);
  EXPECT_EQ(m->print_sites.size(), found);
  return found;
}

std::string compute(std::string_view globals, std::string_view body) {
  return std::string(globals) + "\nfn @main() @compute @workgroup_size(1u, 1u, 1u) {\n" + std::string(body) + "\n}\n";
}

TEST(CheckNan, OperationsAndReads) {
  EXPECT_EQ(reports(compute("var @a: ptr<storage, f32, read_write> @group(0) @binding(0)",
                            "  %0: f32 = load @a\n  %1: f32 = divide %0, %0\n  store @a, %1")),
            2u);
  EXPECT_EQ(reports(compute("var @a: ptr<storage, u32, read_write> @group(0) @binding(0)",
                            "  %0: u32 = load @a\n  %1: u32 = divide %0, %0\n  store @a, %1")),
            0u);
}

TEST(CheckNan, MatricesAndHalves) {
  EXPECT_EQ(reports(compute("var @m: ptr<uniform, mat3x2<f32>, read> @group(0) @binding(0)\nvar @v: ptr<storage, vec2<f32>, read_write> @group(0) @binding(1)",
                            "  %0: mat3x2<f32> = load @m\n  %1: vec3<f32> = construct 1.0f, 2.0f, 3.0f\n  %2: vec2<f32> = multiply %0, %1\n  store @v, %2")),
            2u);
  EXPECT_EQ(reports(compute("var @a: ptr<storage, vec4<f16>, read_write> @group(0) @binding(0)",
                            "  %0: vec4<f16> = load @a\n  %1: vec4<f16> = divide %0, %0\n  store @a, %1")),
            2u);
}

// All of it is looked at where that is not much.
TEST(CheckNan, StructuresAndArraysThatAreReadWhole) {
  auto array_of = [](const char* count) {
    return reports(compute("var @a: ptr<storage, array<vec4<f32>, " + std::string(count) + ">, read_write> @group(0) @binding(0)",
                           "  %0: array<vec4<f32>, " + std::string(count) + "> = load @a\n  store @a, %0"));
  };
  EXPECT_EQ(array_of("4"), 1u);
  EXPECT_EQ(array_of("400"), 0u);
}

TEST(CheckNan, VertexAttributes) {
  EXPECT_EQ(reports(R"(fn @vs(%at: vec3<f32> @location(0), %n: u32 @location(1), %i: u32 @builtin(vertex_index)) -> vec4<f32> @builtin(position) @vertex {
  %0: vec4<f32> = construct %at, 1.0f
  return %0
}
)"),
            1u);
}

}  // namespace
}  // namespace vitrine::ir
