#include "cli/values.h"

#include <gtest/gtest.h>

#include <cstring>

namespace vitrine::cli {
namespace {

template <class T>
std::vector<std::byte> bytes_of(std::vector<T> values) {
  std::vector<std::byte> out(values.size() * sizeof(T));
  std::memcpy(out.data(), values.data(), out.size());
  return out;
}

TEST(Values, ArePrintedByTheirType) {
  lang::TypeTable types;
  lang::TypeId vec3 = types.vector(3, lang::kF32Type);
  lang::Member position{"position", vec3}, count{"count", types.atomic(lang::kU32Type)};
  lang::TypeId light = types.add_struct("Light", {}, {position, count});
  EXPECT_EQ(value_text(types, types.runtime_array(light), bytes_of<float>({1, 2, 3, 0, 4, 5.5, 6, 0})),
            "[{position: vec3(1, 2, 3), count: 0}, {position: vec3(4, 5.5, 6), count: 0}]");
  EXPECT_EQ(value_text(types, types.array(lang::kI32Type, 4), bytes_of<int32_t>({-1, 2, 3, 4}), 2), "[-1, 2, ... 2 more]");
  EXPECT_EQ(value_text(types, types.matrix(2, 2, lang::kF32Type), bytes_of<float>({1, 2, 3, 4})), "mat2x2((1, 2), (3, 4))");
  EXPECT_EQ(value_text(types, lang::kF16Type, bytes_of<uint16_t>({0x3E00})), "1.5");
  EXPECT_EQ(value_text(types, types.array(lang::kU32Type, 2), bytes_of<uint32_t>({7})), "[7, ?]");
}

TEST(Values, AreReadAsScalars) {
  EXPECT_EQ(scalars_text("hex", bytes_of<uint32_t>({255})), "[0x000000ff]");
  EXPECT_EQ(scalars_text("f32", bytes_of<float>({0.5, -1})), "[0.5, -1]");
  EXPECT_EQ(scalars_text("vec3", {}), std::nullopt);
}

TEST(Values, ContentIsParsed) {
  EXPECT_EQ(parse_content("u32:1,0x10"), bytes_of<uint32_t>({1, 16}));
  EXPECT_EQ(parse_content("f32:-1.5"), bytes_of<float>({-1.5}));
  EXPECT_EQ(parse_content("zeros:3")->size(), 3u);
  testing::internal::CaptureStderr();
  EXPECT_EQ(parse_content("u32:1,x"), std::nullopt);
  EXPECT_EQ(parse_content("zeros:99999999999999"), std::nullopt);
  EXPECT_EQ(parse_content("/no/such/file"), std::nullopt);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("/no/such/file"), std::string::npos);
}

}  // namespace
}  // namespace vitrine::cli
