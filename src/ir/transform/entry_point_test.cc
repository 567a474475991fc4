#include "ir/transform/entry_point.h"

#include <gtest/gtest.h>

#include "ir/testing.h"

namespace vitrine::ir {
namespace {

TEST(EntryPoint, TakesWhatItReachesAndNothingElse) {
  Module m = parsed(R"(
var @unused: ptr<private, f32, read_write>
var @used: ptr<private, f32, read_write>
fn @other() {
  store @unused, 1f
}
fn @leaf() {
  store @used, 1f
}
fn @one() @compute @workgroup_size(1u, 1u, 1u) {
  call @other()
}
fn @two() @compute @workgroup_size(1u, 1u, 1u) {
  call @leaf()
}
)");
  EXPECT_FALSE(find_entry_point(m, "leaf"));
  auto two = find_entry_point(m, "two");
  ASSERT_TRUE(two);
  Module out = extract_entry_point(m, *two);
  EXPECT_EQ(checked(out), R"(var @used: ptr<private, f32, read_write>

fn @leaf() {
  store @used, 1f
}

fn @two() @compute @workgroup_size(1u, 1u, 1u) {
  call @leaf()
}
)");
}

TEST(EntryPoint, ScopesFollow) {
  Module m = parsed(R"(fn @a() @compute @workgroup_size(1u, 1u, 1u) {
  %0: f32 = negate 1f ;1..2:0
}
fn @b() @compute @workgroup_size(1u, 1u, 1u) {
  %0: f32 = negate 2f ;3..4:1
}
scope_of 0 in @a ;0..5
scope_of 1 in @b ;6..9
named let "x": f32 scope 0 = %0 ;1..2
named let "y": f32 scope 1 = %0 ;3..4
)");
  Module out = extract_entry_point(m, *find_entry_point(m, "b"));
  ASSERT_EQ(out.named.size(), 1u);
  EXPECT_EQ(out.named[0].name, "y");
  EXPECT_EQ(out.scopes[1].function, FunctionId(0));
  EXPECT_FALSE(out.scopes[0].function);
}

}  // namespace
}  // namespace vitrine::ir
