// Hygiene warnings, beyond what their pages show.
#include "gpu/lint.h"

#include <cstdlib>

#include "capi/testing.h"

namespace vitrine::capi::testing {
namespace {

TEST(Lint, NamesAndWhatTheyTurnOn) {
  using gpu::Lint;
  using gpu::LintSet;
  for (const char* all : {"", "1", "all", "1,all"}) EXPECT_EQ(gpu::parse_lint(all).bits, LintSet::all().bits) << all;
  for (const char* none : {"0", "off"}) EXPECT_EQ(gpu::parse_lint(none).bits, 0u);
  LintSet one = gpu::parse_lint("object_leaked");
  EXPECT_TRUE(one.has(Lint::ObjectLeaked));
  EXPECT_FALSE(one.has(Lint::ObjectUnlabelled));
  LintSet but_one = gpu::parse_lint("-object_unlabelled");
  EXPECT_TRUE(but_one.has(Lint::ObjectLeaked));
  EXPECT_FALSE(but_one.has(Lint::ObjectUnlabelled));
  LintSet mixed = gpu::parse_lint("object_leaked, -object_unlabelled");
  EXPECT_EQ(mixed.bits, one.bits);
  std::vector<std::string> unknown;
  gpu::parse_lint("object_leaked,-colour", &unknown);
  EXPECT_EQ(unknown, std::vector<std::string>{"colour"});
}

TEST(Lint, OffByDefaultAndUnknownNamesAreSaid) {
  Program p;
  ASSERT_TRUE(p.start());
  wgpuBufferRelease(p.buffer(4, WGPUBufferUsage_CopyDst, ""));
  EXPECT_EQ(p.count("diagnostic"), 0u) << p.all();
  Program q({.flags = VitrineInstanceFlags_Lint, .lint = "colour"});
  EXPECT_EQ(q.count("there is no hygiene warning `colour`"), 1u) << q.all();
}

TEST(Lint, RepeatsOfOnePlaceAreFolded) {
  Program p({.flags = VitrineInstanceFlags_Lint, .lint = "object_unlabelled"});
  ASSERT_TRUE(p.start());
  for (int i = 0; i < 20; ++i) wgpuBufferRelease(p.buffer(4, WGPUBufferUsage_CopyDst, ""));
  EXPECT_EQ(p.count("diagnostic object_unlabelled"), 1u) << p.all();
  wgpuDeviceRelease(std::exchange(p.device, nullptr));
  wgpuAdapterRelease(std::exchange(p.adapter, nullptr));
  wgpuInstanceRelease(std::exchange(p.instance, nullptr));
  EXPECT_EQ(p.count("object_unlabelled: 19 more"), 1u) << p.all();
}

TEST(Lint, ADeviceWithoutListenerIsToldOnce) {
  Program p({.flags = VitrineInstanceFlags_Lint, .lint = "uncaptured_without_listener", .uncaptured = false});
  ASSERT_TRUE(p.start());
  p.fail("one");
  p.fail("two");
  EXPECT_EQ(p.count("diagnostic uncaptured_without_listener"), 1u) << p.all();
}

TEST(LintDeathTest, WhatIsHeldWhenTheProcessEndsIsALeak) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        auto* p = new Program({.flags = VitrineInstanceFlags_Lint, .lint = "object_leaked"});
        if (p->start()) {
          for (int i = 0; i < 3; ++i) p->buffer(16, WGPUBufferUsage_CopyDst, "lost one");
          wgpuBufferRelease(p->buffer(16, WGPUBufferUsage_CopyDst, "a tidy one"));
          wgpuInstanceRelease(p->instance);
          wgpuAdapterRelease(p->adapter);
          wgpuDeviceRelease(p->device);  // before its objects: no leak by itself
        }
        std::exit(7);
      },
      ::testing::ExitedWithCode(7), "buffer \"lost one\" was never released, and 2 more made at the same place");
}

}  // namespace
}  // namespace vitrine::capi::testing
