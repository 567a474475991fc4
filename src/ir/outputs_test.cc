#include "ir/outputs.h"

#include <gtest/gtest.h>

#include "ir/text.h"

namespace vitrine::ir {
namespace {

bool alpha_is_zero(std::string_view body) {
  auto m = parse_text("fn @fs(%c: vec3<f32> @location(0), %a: f32 @location(1)) -> vec4<f32> @location(0) @fragment {\n" + std::string(body) + "\n}\n");
  if (!m) ADD_FAILURE() << m.error().line << ": " << m.error().message;
  return m && output_is_zero(*m, 0, 3);
}

TEST(Outputs, WhereverItReturns) {
  EXPECT_TRUE(alpha_is_zero("  %0: vec4<f32> = construct %c, 0.0f\n  return %0"));
  EXPECT_TRUE(alpha_is_zero("  %0: vec4<f32> = construct 0.0f\n  return %0"));
  EXPECT_FALSE(alpha_is_zero("  %0: vec4<f32> = construct %c, 1.0f\n  return %0"));
  EXPECT_FALSE(alpha_is_zero("  %0: vec4<f32> = construct %c, %a\n  return %0"));
  EXPECT_FALSE(alpha_is_zero("  %0: bool = less %a, 0.5f\n  if %0 {\n    %1: vec4<f32> = construct %c, 1.0f\n    return %1\n  }\n"
                             "  %2: vec4<f32> = construct %c, 0.0f\n  return %2"));
}

}  // namespace
}  // namespace vitrine::ir
