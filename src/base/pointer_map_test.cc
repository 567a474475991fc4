#include "base/pointer_map.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace vitrine {
namespace {

TEST(PointerMap, FindsWhatWasPutInHoweverManyThereAre) {
  for (size_t count : {1u, 8u, 9u, 33u, 5000u}) {
    std::vector<uint64_t> things(count + 1);
    PointerMap map;
    for (size_t i = 0; i < count; ++i) {
      EXPECT_EQ(map.find(&things[i]), PointerMap::kNone);
      EXPECT_TRUE(map.insert(&things[i], static_cast<uint32_t>(i)));
      EXPECT_FALSE(map.insert(&things[i / 2], 77)) << "keeps what is there";
    }
    EXPECT_EQ(map.size(), count);
    for (size_t i = 0; i < count; ++i) ASSERT_EQ(map.find(&things[i]), i) << count;
    EXPECT_EQ(map.find(&things[count]), PointerMap::kNone);
    map.set(&things[0], 5);
    map.set(&things[count], 6);
    EXPECT_EQ(map.find(&things[0]), 5u);
    EXPECT_EQ(map.find(&things[count]), 6u);
  }
}

TEST(PointerMap, IsEmptyOnceMovedOrCleared) {
  for (size_t count : {3u, 100u}) {
    std::vector<uint64_t> things(count);
    PointerMap map;
    for (size_t i = 0; i < count; ++i) map.insert(&things[i], static_cast<uint32_t>(i));
    PointerMap other = std::move(map);
    EXPECT_EQ(map.size(), 0u);
    EXPECT_EQ(map.find(&things[0]), PointerMap::kNone);
    EXPECT_EQ(other.find(&things[count - 1]), count - 1);
    EXPECT_TRUE(map.insert(&things[0], 9));
    EXPECT_EQ(map.find(&things[0]), 9u);
    other.clear();
    EXPECT_EQ(other.find(&things[0]), PointerMap::kNone);
    EXPECT_TRUE(other.insert(&things[1], 2));
  }
}

}  // namespace
}  // namespace vitrine
