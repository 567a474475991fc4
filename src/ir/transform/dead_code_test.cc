#include "ir/transform/dead_code.h"

#include <gtest/gtest.h>

#include "ir/testing.h"

namespace vitrine::ir {
namespace {

TEST(DeadCode, GoesWithWhatItUsed) {
  Module m = parsed(R"(
var @a: ptr<storage, atomic<u32>, read_write> @group(0) @binding(0)
fn @f(%x: u32) -> u32 {
  %0: u32 = add %x, 1u
  %1: u32 = max(%0, 3u)
  %2: ptr<function, u32, read_write> = var %1
  %3: u32 = atomicAdd(@a, 1u)
  %4: ptr<function, u32, read_write> = var
  store %4, 1u
  return %0
}
)");
  remove_dead_code(m);
  EXPECT_EQ(checked(m), R"(var @a: ptr<storage, atomic<u32>, read_write> @group(0) @binding(0)

fn @f(%x: u32) -> u32 {
  %0: u32 = add %x, 1u
  %1: u32 = atomicAdd(@a, 1u)
  %2: ptr<function, u32, read_write> = var
  store %2, 1u
  return %0
}
)");
}

}  // namespace
}  // namespace vitrine::ir
