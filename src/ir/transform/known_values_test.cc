#include "ir/transform/known_values.h"

#include <gtest/gtest.h>

#include "ir/testing.h"

namespace vitrine::ir {
namespace {

TEST(KnownValues, WhatIsKnownIsNotLoaded) {
  Module m = parsed(R"(
fn @f(%p: array<vec2<f32>, 2>) -> f32 {
  %0: ptr<function, array<vec2<f32>, 2>, read_write> = var
  store %0, %p
  %1: ptr<function, vec2<f32>, read_write> = access %0, 1u
  %2: ptr<function, f32, read_write> = access %1, 0u
  %3: f32 = load %2
  return %3
}
)");
  use_known_values(m);
  EXPECT_EQ(checked(m), R"(fn @f(%p: array<vec2<f32>, 2>) -> f32 {
  %0: vec2<f32> = extract %p, 1u
  %1: f32 = extract %0, 0u
  return %1
}
)");
}

TEST(KnownValues, BranchesAndLoopsAreKeptTo) {
  Module m = parsed(R"(
fn @f(%c: bool, %i: u32) -> u32 {
  %0: ptr<function, u32, read_write> = var 7u
  %1: ptr<function, u32, read_write> = var 3u
  %2: ptr<function, vec2<u32>, read_write> = var
  if %c {
    store %0, %i
    %3: u32 = load %0
    %4: u32 = load %1
    %5: u32 = add %3, %4
    store %2, vec2<u32>()
    %6: ptr<function, u32, read_write> = access %2, %i
    store %6, %5
  } else {
    %7: u32 = load %0
    %8: u32 = add %7, 1u
    store %0, %8
  }
  %9: u32 = load %0
  loop {
    %10: u32 = load %0
    %11: bool = less %10, 9u
    if %11 {
      break
    }
    store %0, 1u
    %12: u32 = load %0
  } continuing {
    %13: u32 = load %0
    %14: u32 = add %13, %9
    store %0, %14
  }
  %15: u32 = load %0
  %16: u32 = load %1
  %17: u32 = add %15, %16
  return %17
}
)");
  use_known_values(m);
  EXPECT_EQ(checked(m), R"(fn @f(%c: bool, %i: u32) -> u32 {
  %0: ptr<function, u32, read_write> = var 7u
  if %c {
    store %0, %i
    %1: u32 = add %i, 3u
  } else {
    %2: u32 = add 7u, 1u
    store %0, %2
  }
  %3: u32 = load %0
  loop {
    %4: u32 = load %0
    %5: bool = less %4, 9u
    if %5 {
      break
    }
    store %0, 1u
  } continuing {
    %6: u32 = load %0
    %7: u32 = add %6, %3
    store %0, %7
  }
  %8: u32 = load %0
  %9: u32 = add %8, 3u
  return %9
}
)");
}

TEST(KnownValues, VariablesThatArePassedStay) {
  const char* text = R"(fn @g(%p: ptr<function, u32, read_write>) {
  store %p, 1u
}
fn @f() -> u32 {
  %0: ptr<function, u32, read_write> = var 7u
  call @g(%0)
  %1: u32 = load %0
  return %1
}
)";
  Module m = parsed(text);
  std::string before = checked(m);
  use_known_values(m);
  EXPECT_EQ(checked(m), before);
}

TEST(KnownValues, NothingIsComputedTwice) {
  Module m = parsed(R"(
var @w: ptr<workgroup, array<u32, 8>, read_write>
fn @f(%v: vec2<u32>, %c: bool) {
  %0: u32 = extract %v, 0u
  %1: u32 = extract %v, 0u
  %2: ptr<workgroup, u32, read_write> = access @w, %0
  %3: ptr<workgroup, u32, read_write> = access @w, %1
  if %c {
    %4: u32 = extract %v, 1u
    %5: u32 = extract %v, 0u
    %6: u32 = add %4, %5
    store %3, %6
  }
  %7: u32 = extract %v, 1u
  store %2, %7
}
)");
  use_known_values(m);
  EXPECT_EQ(checked(m), R"(var @w: ptr<workgroup, array<u32, 8>, read_write>

fn @f(%v: vec2<u32>, %c: bool) {
  %0: u32 = extract %v, 0u
  %1: ptr<workgroup, u32, read_write> = access @w, %0
  if %c {
    %2: u32 = extract %v, 1u
    %3: u32 = add %2, %0
    store %1, %3
  }
  %4: u32 = extract %v, 1u
  store %1, %4
}
)");
}

}  // namespace
}  // namespace vitrine::ir
