#include "diag/diagnostic.h"

#include <gtest/gtest.h>

namespace vitrine::diag {
namespace {
RULE(test_size_over_limit, Validation, "test", "", "size is {0}, above the limit of {1}", uint64_t, uint64_t);
TEST(Rule, EvaluatesItsArgumentsOnlyWhenTheCheckFails) {
  Requirements r;
  int evaluated = 0;
  auto size = [&] { ++evaluated; return uint64_t{20}; };
  EXPECT_TRUE(REQUIRE(r, true, test_size_over_limit(size(), 16)));
  EXPECT_EQ(evaluated, 0);
  EXPECT_FALSE(REQUIRE(r, false, test_size_over_limit(size(), 16).at(Path("descriptor").member("size"))));
  EXPECT_EQ(evaluated, 1);
  Diagnostic d = r.take();
  EXPECT_EQ(d.rule().arity, 2);
  EXPECT_EQ(std::get<ArgumentPlace>(d.where()).path, "descriptor.size");
  EXPECT_EQ(d.message(), "size is 20, above the limit of 16");
}
TEST(Diagnostic, SettersMayBeAssignedBack) {
  Diagnostic d = test_size_over_limit(20, 16);
  d = std::move(d).help("first");
  d = std::move(d).help("second");
  EXPECT_EQ(d.message(), "size is 20, above the limit of 16");
  EXPECT_EQ(d.helps().size(), 2u);
}
}  // namespace
}  // namespace vitrine::diag
