#include "ir/transform/bindings.h"

#include <gtest/gtest.h>

#include "ir/testing.h"

namespace vitrine::ir {
namespace {

TEST(Bindings, MoveAllAtOnce) {
  Module m = parsed(R"(
var @a: ptr<storage, u32, read> @group(0) @binding(0)
var @b: ptr<storage, u32, read> @group(0) @binding(1)
var @c: ptr<storage, u32, read> @group(1) @binding(0)
)");
  BindingMove moves[] = {{{0, 0}, {0, 1}}, {{0, 1}, {2, 0}}};
  move_bindings(m, moves);
  EXPECT_EQ(checked(m), R"(var @a: ptr<storage, u32, read> @group(0) @binding(1)
var @b: ptr<storage, u32, read> @group(2) @binding(0)
var @c: ptr<storage, u32, read> @group(1) @binding(0)
)");
}

}  // namespace
}  // namespace vitrine::ir
