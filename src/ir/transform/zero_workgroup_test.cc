#include "ir/transform/zero_workgroup.h"

#include <gtest/gtest.h>

#include "ir/testing.h"

namespace vitrine::ir {
namespace {

TEST(ZeroWorkgroup, EachInvocationStoresItsShare) {
  Module m = parsed(R"(
struct S { a: atomic<u32>, b: array<vec2<f32>, 3> }
var @one: ptr<workgroup, bool, read_write>
var @s: ptr<workgroup, S, read_write>
var @grid: ptr<workgroup, array<array<f32, 8>, 8>, read_write>
var @unused: ptr<workgroup, u32, read_write>
fn @f() {
  store @one, true
  %0: ptr<workgroup, f32, read_write> = access @grid, 0u, 0u
  %1: ptr<workgroup, atomic<u32>, read_write> = access @s, 0u
}
fn @main() @compute @workgroup_size(4u, 2u, 1u) {
  call @f()
}
)");
  zero_workgroup_memory(m);
  std::string text = checked(m);
  EXPECT_EQ(text.substr(text.find("fn @main")), R"(fn @main(%local_invocation_index: u32 @builtin(local_invocation_index)) @compute @workgroup_size(4u, 2u, 1u) {
  %0: bool = less %local_invocation_index, 1u
  if %0 {
    store @one, false
    %1: ptr<workgroup, atomic<u32>, read_write> = access @s, 0u #in_bounds
    atomicStore(%1, 0u)
  }
  %2: bool = less %local_invocation_index, 3u
  if %2 {
    %3: ptr<workgroup, vec2<f32>, read_write> = access @s, 1u, %local_invocation_index #in_bounds
    store %3, vec2<f32>()
  }
  %4: ptr<function, u32, read_write> = var %local_invocation_index
  loop {
    %5: u32 = load %4
    %6: bool = greater_equal %5, 64u
    if %6 {
      break
    }
    %7: u32 = divide %5, 8u
    %8: u32 = remainder %5, 8u
    %9: ptr<workgroup, f32, read_write> = access @grid, %7, %8 #in_bounds
    store %9, 0f
  } continuing {
    %10: u32 = load %4
    %11: u32 = add %10, 8u
    store %4, %11
  }
  workgroupBarrier()
  call @f()
}
)");
}

TEST(ZeroWorkgroup, ArraysOfOneElementHaveIndexZero) {
  Module m = parsed(R"(
var @inner: ptr<workgroup, array<array<array<u32, 1>, 4>, 1>, read_write>
var @between: ptr<workgroup, array<array<array<u32, 2>, 1>, 4>, read_write>
fn @main() @compute @workgroup_size(4u, 2u, 1u) {
  %0: ptr<workgroup, u32, read_write> = access @inner, 0u, 0u, 0u
  %1: ptr<workgroup, u32, read_write> = access @between, 0u, 0u, 0u
}
)");
  zero_workgroup_memory(m);
  std::string text = checked(m);
  EXPECT_NE(text.find("access @inner, %1, %2, 0u #in_bounds"), text.npos) << text;
  EXPECT_NE(text.find("%1: u32 = divide %local_invocation_index, 4u"), text.npos) << text;
  EXPECT_NE(text.find("%2: u32 = remainder %local_invocation_index, 4u"), text.npos) << text;
  EXPECT_NE(text.find("= access @between, %4, %6, %7 #in_bounds"), text.npos) << text;
}

TEST(ZeroWorkgroup, NothingToDo) {
  constexpr std::string_view text = "fn @main() @compute @workgroup_size(4u, 2u, 1u) {\n  return\n}\n";
  Module m = parsed(text);
  zero_workgroup_memory(m);
  EXPECT_EQ(checked(m), text);
}

}  // namespace
}  // namespace vitrine::ir
