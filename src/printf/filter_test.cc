#include "printf/filter.h"

#include <gtest/gtest.h>

#include <bit>

namespace vitrine::printf {
namespace {

bool admits(std::string_view text, Stage stage, std::array<uint32_t, 3> v, uint32_t line = 1) {
  auto f = Filter::parse(text);
  if (!f) ADD_FAILURE() << f.error().message;
  uint32_t invocation[3] = {v[0], v[1], v[2]};
  return f && f->admits(stage, line, 0, invocation);
}

TEST(Filter, ComparesWhatAMessageHas) {
  EXPECT_TRUE(admits("global_invocation_id.x == 7", Stage::Compute, {7, 0, 0}));
  EXPECT_FALSE(admits("global_invocation_id.x==7", Stage::Compute, {8, 0, 0}));
  EXPECT_TRUE(admits("global_invocation_id.y >= 2 && global_invocation_id.z != 0&&line<10", Stage::Compute, {0, 2, 1}, 9));
  EXPECT_FALSE(admits("global_invocation_id.x < 3", Stage::Vertex, {0, 0, 0}));
  EXPECT_TRUE(admits("vertex_index > 3 && instance_index <= 1", Stage::Vertex, {4, 1, 0}));
  auto half = std::bit_cast<uint32_t>(10.5f);
  EXPECT_TRUE(admits("position.x == 10.5", Stage::Fragment, {half, 0, 0}));
}

TEST(Filter, ErrorsHaveAPlace) {
  auto at = [](std::string_view text) {
    auto f = Filter::parse(text);
    return f ? std::string("fine") : std::to_string(f.error().span.begin) + ":" + f.error().message.substr(0, 12);
  };
  EXPECT_EQ(at("line == 1"), "fine");
  EXPECT_EQ(at(""), "0:expected a n");
  EXPECT_EQ(at("line = 1"), "5:expected one");
  EXPECT_EQ(at("line == x"), "8:expected a n");
  EXPECT_EQ(at("line == 1 || line == 2"), "10:expected `&&");
  EXPECT_EQ(at("line == 1 &&"), "12:expected a n");
  EXPECT_EQ(at("lien == 1"), "0:`lien` is no");
}

TEST(SiteLimit, CountsEachSite) {
  SiteLimit limit(2);
  EXPECT_TRUE(limit.admits(1));
  EXPECT_TRUE(limit.admits(1));
  EXPECT_TRUE(limit.admits(2));
  EXPECT_FALSE(limit.admits(1));
  EXPECT_EQ(limit.refused(), 1u);
  SiteLimit none;
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(none.admits(1));
}

}  // namespace
}  // namespace vitrine::printf
