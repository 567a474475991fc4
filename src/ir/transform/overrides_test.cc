#include "ir/transform/overrides.h"

#include <gtest/gtest.h>

#include "ir/testing.h"

namespace vitrine::ir {
namespace {

constexpr std::string_view kModule = R"(
override @n: u32 @id(7) = 4u
override @scale: f32
override @on: bool = false
override @unused: f32
scope {
  $0: u32 = multiply @n, 2u #override
  $1: bool = if @on {
    $2: u32 = divide 1u, 0u #override
    $3: bool = equal $2, 1u #override
    yield $3
  } else {
    yield false
  }
}
count 0 = $0
var @shared: ptr<workgroup, array<f32, count 0>, read_write>
var @flag: ptr<private, bool, read_write> = $1
fn @main(%i: u32 @builtin(local_invocation_index)) @compute @workgroup_size(@n, $0, 1u) {
  %0: ptr<workgroup, f32, read_write> = access @shared, %i
  %1: f32 = add @scale, 1f #override
  store %0, %1
  %2: u32 = divide %i, @n
}
)";

std::vector<std::string> messages(std::string_view text, std::vector<OverrideValue> values) {
  Module m = parsed(text);
  std::vector<std::string> out;
  for (const diag::Diagnostic& d : substitute_overrides(m, values)) out.push_back(std::string(d.rule().name) + ": " + d.message());
  return out;
}

TEST(Overrides, ValuesReachTypesSizesAndInstructions) {
  Module m = parsed(kModule);
  std::vector<OverrideValue> values = {{"7", 3.9}, {"scale", 0.5}};
  auto found = substitute_overrides(m, values);
  for (const diag::Diagnostic& d : found) ADD_FAILURE() << d.message();
  EXPECT_EQ(checked(m), R"(var @shared: ptr<workgroup, array<f32, 6>, read_write>
var @flag: ptr<private, bool, read_write> = false

fn @main(%i: u32 @builtin(local_invocation_index)) @compute @workgroup_size(3u, 6u, 1u) {
  %0: ptr<workgroup, f32, read_write> = access @shared, %i
  store %0, 1.5f
  %1: u32 = divide %i, 3u
}
)");
}

TEST(Overrides, WhatIsWrongIsReported) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(messages(kModule, {}), Lines{"override_missing: override `scale` has no initializer, and the pipeline gives it no value"});
  EXPECT_EQ(messages(kModule, {{"scale", 1}, {"nothing", 1}}), Lines{"override_unknown: the constant `nothing` names no override of the shader module"});
  EXPECT_EQ(messages(kModule, {{"scale", 1}, {"n", 1}}), Lines{"override_unknown: the constant `n` names no override of the shader module"});
  EXPECT_EQ(messages(kModule, {{"scale", 1e39}}).front(), "override_value_range: the value 1e+39 given to override `scale` does not fit its type `f32`");
  EXPECT_EQ(messages(kModule, {{"scale", 1}, {"7", -1}}).size(), 1u);
  // A branch that is not taken is not computed, one that is taken is.
  EXPECT_EQ(messages(kModule, {{"scale", 1}, {"on", 1}}).size(), 1u);
}

// A `let` that names an override, or a constant, is no override-expression.
TEST(Overrides, OperandsOfTheRunTimeAreNoErrors) {
  std::string text = R"(
override @n: u32 = 0u
fn @main(%i: u32 @builtin(local_invocation_index)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: u32 = divide %i, @n
}
)";
  EXPECT_EQ(messages(text, {}).size(), 1u);
  EXPECT_EQ(messages(text, {{"n", 1}}).size(), 0u);
  text.insert(text.find("@n\n}") + 2, " #runtime1");
  EXPECT_EQ(messages(text, {}).size(), 0u);
}

TEST(Overrides, SubgroupSizesArePowersOfTwo) {
  constexpr std::string_view kText = R"(override @n: u32 = 8u
fn @main() @compute @workgroup_size(96u, 1u, 1u) @subgroup_size(@n) {
  return
}
)";
  EXPECT_TRUE(messages(kText, {}).empty());
  EXPECT_EQ(messages(kText, {{"n", 12}}),
            std::vector<std::string>{"override_subgroup_size: the subgroup size of `main` is 12, which is no power of 2"});
  Module m = parsed(kText);
  std::vector<OverrideValue> values = {{"n", 16}};
  EXPECT_TRUE(substitute_overrides(m, values).empty());
  EXPECT_NE(checked(m).find("@workgroup_size(96u, 1u, 1u) @subgroup_size(16u) {"), std::string::npos) << checked(m);
}

TEST(Overrides, SizesAreAtLeastOne) {
  auto found = messages(kModule, {{"scale", 1}, {"7", 0}});
  ASSERT_GE(found.size(), 2u);
  EXPECT_EQ(found[0], "override_workgroup_size: the workgroup size of `main` in dimension x is 0, and it has to be at least 1");
  // Dividing by an override that is zero is an error though the other side is not known.
  EXPECT_EQ(found.back().substr(0, found.back().find(':')), "integer_division_by_zero") << found.back();
}

}  // namespace
}  // namespace vitrine::ir
