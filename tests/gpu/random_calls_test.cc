// Some programs of random calls: each callback comes once, and no error is ours. `./x fuzz api` makes more of them.
#include <gtest/gtest.h>

#include "random_calls.h"

namespace {

using random_calls::Options;

void play(Options options, uint64_t from, uint64_t count) {
  for (uint64_t seed = from; seed < from + count; ++seed) {
    SCOPED_TRACE(seed);
    random_calls::play(options, random_calls::Random(seed));
  }
}
bool has_driver() {
  // Whoever has none gets hal/null, which is played anyway.
  return !std::getenv("VITRINE_BACKEND");
}

TEST(RandomCalls, OfOneThread) { play({.calls = 200}, 1, 12); }
TEST(RandomCalls, OfThreads) { play({.threads = 4, .calls = 100}, 100, 4); }
TEST(RandomCalls, OnTheDriver) {
  if (!has_driver()) GTEST_SKIP();
  play({.backend = WGPUBackendType_Vulkan, .calls = 200}, 200, 3);
}
TEST(RandomCalls, OfThreadsOnTheDriver) {
  if (!has_driver()) GTEST_SKIP();
  play({.backend = WGPUBackendType_Vulkan, .threads = 3, .calls = 60}, 300, 2);
}

}  // namespace
