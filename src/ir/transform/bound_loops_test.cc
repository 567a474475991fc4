#include "ir/transform/bound_loops.h"

#include <gtest/gtest.h>

#include "ir/testing.h"

namespace vitrine::ir {
namespace {

TEST(BoundLoops, EachCounts) {
  Module m = parsed(R"(
fn @f() {
  loop {
    loop {
    }
  } continuing {
    break_if true
  }
}
)");
  bound_loops(m);
  EXPECT_EQ(checked(m), R"(fn @f() {
  %0: ptr<function, u32, read_write> = var 0u
  loop {
    %1: u32 = load %0
    %2: bool = equal %1, 4294967295u
    if %2 {
      break
    }
    %3: u32 = add %1, 1u
    store %0, %3
    %4: ptr<function, u32, read_write> = var 0u
    loop {
      %5: u32 = load %4
      %6: bool = equal %5, 4294967295u
      if %6 {
        break
      }
      %7: u32 = add %5, 1u
      store %4, %7
    }
  } continuing {
    break_if true
  }
}
)");
}

}  // namespace
}  // namespace vitrine::ir
