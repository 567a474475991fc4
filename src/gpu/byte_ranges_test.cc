#include "gpu/byte_ranges.h"

#include <gtest/gtest.h>

#include <random>

namespace vitrine::gpu {
namespace {

using Range = std::pair<uint64_t, uint64_t>;

TEST(ByteRanges, GrowTogetherAndApart) {
  ByteRanges r;
  r.add(8, 16);
  r.add(24, 32);
  EXPECT_EQ(r.count(), 2u);
  EXPECT_TRUE(r.any(0, 9));
  EXPECT_FALSE(r.any(0, 8));
  EXPECT_FALSE(r.any(16, 24));
  EXPECT_EQ(r.first_gap(8, 32), Range(16, 24));
  EXPECT_EQ(r.first_gap(0, 4), Range(0, 4));
  EXPECT_EQ(r.first_gap(10, 16), Range(16, 16));
  r.add(16, 24);  // what touches becomes one
  EXPECT_EQ(r.count(), 1u);
  EXPECT_TRUE(r.all(8, 32));
  EXPECT_FALSE(r.all(8, 33));
  r.remove(12, 20);
  EXPECT_EQ(r.first_gap(8, 32), Range(12, 20));
  EXPECT_EQ(r.count(), 2u);
}

// Against a bit for each byte.
TEST(ByteRanges, AreWhatWasAddedAndTakenAway) {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    ByteRanges r;
    std::vector<bool> there(64);
    for (int step = 0; step < 20; ++step) {
      uint64_t begin = random() % 64, end = begin + random() % (65 - begin);
      bool add = random() % 3 != 0;
      add ? r.add(begin, end) : r.remove(begin, end);
      for (uint64_t i = begin; i < end; ++i) there[i] = add;
      uint64_t from = random() % 64, to = from + random() % (65 - from);
      auto found = [&](bool what) { return std::find(there.begin() + from, there.begin() + to, what) - there.begin(); };
      EXPECT_EQ(r.any(from, to), found(true) < static_cast<int64_t>(to));
      EXPECT_EQ(r.all(from, to), found(false) == static_cast<int64_t>(to));
      auto gap = static_cast<uint64_t>(found(false));
      auto stop = static_cast<uint64_t>(std::find(there.begin() + gap, there.begin() + to, true) - there.begin());
      EXPECT_EQ(r.first_gap(from, to), Range(gap, stop));
    }
  }
}

TEST(ByteRanges, ManyTakeNoMoreThanSomeMemory) {
  ByteRanges r;
  for (uint64_t i = 0; i < 3 * ByteRanges::kMost; ++i) r.add(i * 8, i * 8 + 4);
  EXPECT_LE(r.count(), ByteRanges::kMost);
  for (uint64_t i = 0; i < 3 * ByteRanges::kMost; ++i) EXPECT_TRUE(r.all(i * 8, i * 8 + 4));
}

}  // namespace
}  // namespace vitrine::gpu
