#include "hal/stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace vitrine::hal {
namespace {

// Fills a stream with so many commands of mixed lengths, and reads it back.
void check(StreamMemory* memory, uint32_t count, size_t long_payload) {
  CommandStream s(memory);
  std::byte name[13] = {};
  std::vector<std::byte> bytes(long_payload);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 7);
  for (uint32_t i = 0; i < count; ++i) {
    CommandInfo info{i / 10, i / 3, uint64_t{i} << 32};
    if (i % 3 == 0) {
      cmd::Draw* draw = s.append(cmd::Draw{.vertex_count = i, .instance_count = 1}, info);
      draw->first_vertex = i + 1;  // stays where it is
    } else if (i % 3 == 1) {
      s.append(cmd::PushDebugGroup{.length = i % 13}, std::span<const std::byte>(name).first(i % 13), info);
    } else {
      s.append(cmd::InsertDebugMarker{.length = bytes.size()}, bytes, info);
    }
  }
  EXPECT_EQ(s.command_count(), count);
  EXPECT_EQ(s.empty(), count == 0);
  uint32_t seen = 0;
  for (StreamCursor c(s); c; c.next(), ++seen) {
    ASSERT_EQ(c.index(), seen);
    ASSERT_EQ(c.info().pass, seen / 10);
    ASSERT_EQ(c.info().call_site, uint64_t{seen} << 32);
    ASSERT_EQ(s.info(seen).group, seen / 3);
    if (seen % 3 == 0) {
      ASSERT_EQ(c->op, Op::Draw);
      ASSERT_EQ(as<cmd::Draw>(*c).vertex_count, seen);
      ASSERT_EQ(as<cmd::Draw>(*c).first_vertex, seen + 1);
    } else if (seen % 3 == 1) {
      ASSERT_EQ(c->op, Op::PushDebugGroup);
      ASSERT_EQ(payload_text(as<cmd::PushDebugGroup>(*c)).size(), seen % 13);
    } else {
      ASSERT_EQ(c->op, Op::InsertDebugMarker);
      std::string_view text = payload_text(as<cmd::InsertDebugMarker>(*c));
      ASSERT_EQ(text.size(), bytes.size());
      ASSERT_TRUE(std::equal(text.begin(), text.end(), reinterpret_cast<const char*>(bytes.data())));
    }
  }
  EXPECT_EQ(seen, count);
}

TEST(Stream, WhatIsAppendedIsReadBack) {
  StreamMemory memory;
  for (StreamMemory* m : {static_cast<StreamMemory*>(nullptr), &memory})
    for (uint32_t count : {0u, 1u, 2u, 20u, 300u, 5000u})
      for (size_t payload : {size_t{0}, size_t{5}, size_t{900}, StreamMemory::kBlock - 40, StreamMemory::kBlock, size_t{100'000}})
        if (count * payload < 40'000'000) check(m, count, payload);
}

TEST(Stream, BlocksAreKeptForTheNextOne) {
  StreamMemory memory;
  auto fill = [&] {
    auto s = std::make_unique<CommandStream>(&memory);
    std::vector<const void*> places;
    for (uint32_t i = 0; i < 10'000; ++i) places.push_back(s->append(cmd::Draw{.vertex_count = i}, {}));
    return std::pair(std::move(s), places);
  };
  auto [first, before] = fill();
  first.reset();
  auto [second, after] = fill();
  std::sort(before.begin(), before.end());
  size_t same = 0;
  for (const void* p : after) same += std::binary_search(before.begin(), before.end(), p);
  EXPECT_GT(same, after.size() / 2);
}

TEST(Stream, AGroupThatIsPushedAgainIsOne) {
  CommandStream s;
  uint32_t a = s.add_group(0, "a");
  EXPECT_EQ(s.add_group(0, "a"), a);
  uint32_t b = s.add_group(a, "a");
  EXPECT_NE(b, a);
  EXPECT_NE(s.add_group(0, "b"), b);
}

}  // namespace
}  // namespace vitrine::hal
