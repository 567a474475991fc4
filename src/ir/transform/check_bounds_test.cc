#include "ir/transform/check_bounds.h"

#include <gtest/gtest.h>

#include "ir/text.h"
#include "ir/validate.h"

namespace vitrine::ir {
namespace {

Module parsed(std::string_view text) {
  auto m = parse_text(text);
  if (!m) ADD_FAILURE() << m.error().line << ":" << m.error().column << ": " << m.error().message;
  return m ? std::move(*m) : Module();
}

TEST(CheckBounds, APrintBeforeWhatMayBeOutside) {
  Module m = parsed(R"(var @a: ptr<storage, array<u32>, read_write> @group(1) @binding(2)

fn @main(%id: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: u32 = extract %id, 0u
  %1: ptr<storage, u32, read_write> = access @a, %0
  store %1, 1u
}
)");
  std::vector<printf::Bounds> found = check_bounds(m);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].variable, "a");
  EXPECT_TRUE(found[0].has_binding);
  EXPECT_EQ(found[0].group, 1u);
  EXPECT_EQ(found[0].binding, 2u);
  EXPECT_EQ(validate(m), std::vector<std::string>{});
  EXPECT_EQ(to_text(m), R"(print_site 0 "index %? of `a`, which has %u elements there"(u32, u32)
var @a: ptr<storage, array<u32>, read_write> @group(1) @binding(2)

fn @main(%id: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: u32 = extract %id, 0u
  %1: u32 = arrayLength(@a)
  %2: bool = greater_equal %0, %1
  if %2 {
    print 0(%0, %1)
  }
  %3: ptr<storage, u32, read_write> = access @a, %0
  store %3, 1u
}
)");
}

TEST(CheckBounds, ParametersAreWhatCallersPass) {
  Module m = parsed(R"(var @a: ptr<storage, array<u32>, read_write> @group(1) @binding(2)

fn @get(%p: ptr<storage, array<u32>, read_write>, %i: u32) -> u32 {
  %0: ptr<storage, u32, read_write> = access %p, %i
  %1: u32 = load %0
  return %1
}

fn @main(%id: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: u32 = extract %id, 0u
  %1: u32 = call @get(@a, %0)
}
)");
  std::vector<printf::Bounds> found = check_bounds(m);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].has_binding);
  EXPECT_EQ(found[0].group, 1u);
  EXPECT_NE(to_text(m).find("\"index %? of `p` (`a`), which has %u elements there\""), std::string::npos) << to_text(m);
}

// What is certainly inside costs nothing; constants of fixed arrays are inside, or told of by the compiler.
TEST(CheckBounds, NothingWhereNothingCanBeOutside) {
  Module m = parsed(R"(var @a: ptr<private, array<u32, 4>, read_write>

fn @main(%id: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(1u, 1u, 1u) {
  %0: u32 = extract %id, 2u
  %1: ptr<private, u32, read_write> = access @a, 3u
  store %1, %0
}
)");
  std::string before = to_text(m);
  EXPECT_TRUE(check_bounds(m).empty());
  EXPECT_EQ(to_text(m), before);
}

}  // namespace
}  // namespace vitrine::ir
