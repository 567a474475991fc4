#include "printf/records.h"

#include <gtest/gtest.h>

#include <bit>

namespace vitrine::printf {
namespace {

SiteRef site(std::string_view format, std::vector<Type> arguments, Stage stage = Stage::Compute) {
  auto s = std::make_shared<Site>();
  s->format = parse(format);
  s->arguments = std::move(arguments);
  s->stage = stage;
  return s;
}

// Does what shader code does.
bool write(std::span<uint32_t> buffer, uint32_t id, uint32_t command, std::vector<uint32_t> invocation,
           std::vector<uint32_t> words) {
  uint32_t size = record_words(static_cast<uint32_t>(words.size()));
  uint32_t capacity = buffer[kCapacityWord];
  auto lose = [&] {
    if (++buffer[kLostLowWord] == 0) ++buffer[kLostHighWord];
    return false;
  };
  if (size > capacity || buffer[kCursorWord] > capacity - size) return lose();
  uint32_t at = buffer[kCursorWord];
  buffer[kCursorWord] += size;
  at += kHeaderWords;
  buffer[at + kRecordSite] = id;
  buffer[at + kRecordCommand] = command;
  for (uint32_t i = 0; i < 3; ++i) buffer[at + kRecordInvocation + i] = invocation[i];
  std::copy(words.begin(), words.end(), buffer.begin() + at + kRecordPayload);
  return true;
}

std::vector<std::string> texts(std::span<const uint32_t> buffer, const SiteTable& sites) {
  std::vector<std::string> out;
  for (uint32_t at : decode(buffer, sites).records) out.push_back(make_message(read_record(buffer, at), buffer, sites).text);
  return out;
}

TEST(Records, StableOrder) {
  SiteTable sites;
  uint32_t a = sites.add(site("a %u", {Type::make_scalar(Scalar::U32)}));
  uint32_t b = sites.add(site("b %v2f %?", {Type::make_vector(Scalar::F32, 2), Type::make_scalar(Scalar::Bool)}));
  std::vector<uint32_t> buffer(kHeaderWords + 256);
  clear(buffer);
  EXPECT_TRUE(write(buffer, a, 1, {0, 0, 0}, {4}));
  EXPECT_TRUE(write(buffer, a, 0, {1, 0, 0}, {3}));
  EXPECT_TRUE(write(buffer, a, 0, {0, 1, 0}, {30}));
  EXPECT_TRUE(write(buffer, b, 0, {0, 0, 0}, {std::bit_cast<uint32_t>(1.0f), std::bit_cast<uint32_t>(2.0f), 1}));
  EXPECT_TRUE(write(buffer, a, 0, {0, 0, 0}, {2}));
  EXPECT_EQ(texts(buffer, sites),
            (std::vector<std::string>{"b 1.000000, 2.000000 true", "a 2", "a 3", "a 30", "a 4"}));
  Decoded d = decode(buffer, sites);
  EXPECT_EQ(d.lost, 0u);
  EXPECT_FALSE(d.partial);
  EXPECT_FALSE(d.damaged);
  EXPECT_EQ(d.used_words, 5u * 8);
}

TEST(Records, VerticesBeforeFragments) {
  SiteTable sites;
  uint32_t fs = sites.add(site("f", {}, Stage::Fragment)), vs = sites.add(site("v", {}, Stage::Vertex));
  std::vector<uint32_t> buffer(kHeaderWords + 256);
  clear(buffer);
  auto f = [](float x) { return std::bit_cast<uint32_t>(x); };
  write(buffer, fs, 0, {f(10.5f), f(0.5f), f(0.25f)}, {});
  write(buffer, fs, 0, {f(9.5f), f(0.5f), f(0.25f)}, {});
  write(buffer, vs, 0, {2, 1, 0}, {});
  write(buffer, vs, 0, {3, 0, 0}, {});
  Decoded d = decode(buffer, sites);
  std::vector<std::string> places;
  for (uint32_t at : d.records) {
    Record r = read_record(buffer, at);
    places.push_back(invocation_text((*sites.find(r.site))->stage, r.invocation));
  }
  EXPECT_EQ(places, (std::vector<std::string>{"vertex 3, instance 0", "vertex 2, instance 1", "position (9.5, 0.5, 0.25)",
                                              "position (10.5, 0.5, 0.25)"}));
}

// However wide the numbers are: the order is that of the comparison of all of them.
TEST(Records, OrderOfMany) {
  for (uint32_t mask : {0x3u, 0x3FFu, 0xFFFFFFFu, 0xFFFFFFFFu}) {
    SiteTable sites;
    for (Stage stage : {Stage::Compute, Stage::Vertex, Stage::Fragment}) sites.add(site("x", {}, stage));
    std::vector<uint32_t> buffer(kHeaderWords + 3000 * record_words(0));
    clear(buffer);
    uint32_t random = mask;
    auto next = [&] { return (random = random * 1664525 + 1013904223) & mask; };
    for (uint32_t i = 0; i < 3000; ++i) {
      uint32_t id = 1 + (next() >> 1) % 3, a = next(), b = next(), c = next();
      write(buffer, id, next() % 5, {a, b, id == 2 ? 0 : c}, {});
    }
    Decoded d = decode(buffer, sites);
    ASSERT_EQ(d.records.size(), 3000u);
    auto key = [&](uint32_t at) {
      Record r = read_record(buffer, at);
      const uint32_t* v = r.invocation;
      std::vector<uint32_t> k = {r.command, r.site};
      if (r.site == 1) k.insert(k.end(), {v[2], v[1], v[0]});
      if (r.site == 2) k.insert(k.end(), {v[1], v[0], 0});
      if (r.site == 3) k.insert(k.end(), {v[1], v[0], v[2]});
      k.push_back(at);
      return k;
    };
    for (size_t i = 1; i < d.records.size(); ++i) ASSERT_LT(key(d.records[i - 1]), key(d.records[i])) << mask;
  }
}

// The words of an invocation that differ: none, one, some. Each prints once, or some twice.
TEST(Records, OrderOfRows) {
  for (Stage stage : {Stage::Compute, Stage::Vertex, Stage::Fragment})
    for (uint32_t shape = 0; shape < 8; ++shape)
      for (bool twice : {false, true}) {
        SiteTable sites;
        uint32_t id = sites.add(site("x", {}, stage));
        std::vector<uint32_t> buffer(kHeaderWords + 2000 * record_words(0));
        clear(buffer);
        for (uint32_t i = 0; i < 1000; ++i) {
          uint32_t n = i * 7 % 1000;
          std::vector<uint32_t> v = {shape & 1 ? n % 100 + 50 : 3, shape & 2 ? n / 100 : 4, shape & 4 ? n % 7 : 5};
          if (stage == Stage::Vertex) v[2] = 0;
          for (int k = 0; k < (twice && i % 3 == 0 ? 2 : 1); ++k) EXPECT_TRUE(write(buffer, id, 0, v, {}));
        }
        Decoded d = decode(buffer, sites);
        ASSERT_EQ(d.records.size(), twice ? 1334u : 1000u);
        auto key = [&](uint32_t at) {
          const uint32_t* v = &buffer[at + kRecordInvocation];
          return stage == Stage::Compute ? std::vector<uint32_t>{v[2], v[1], v[0], at}
                                         : std::vector<uint32_t>{v[1], v[0], v[2], at};
        };
        for (size_t i = 1; i < d.records.size(); ++i) ASSERT_LT(key(d.records[i - 1]), key(d.records[i])) << shape;
      }
}

TEST(Records, OverflowCountsWithCarry) {
  SiteTable sites;
  uint32_t id = sites.add(site("%u", {Type::make_scalar(Scalar::U32)}));
  std::vector<uint32_t> buffer(kHeaderWords + 28);
  clear(buffer);
  for (uint32_t i = 0; i < 10; ++i) write(buffer, id, 0, {i, 0, 0}, {i});
  Decoded d = decode(buffer, sites);
  EXPECT_EQ(d.records.size(), 3u);
  EXPECT_EQ(d.lost, 7u);
  EXPECT_FALSE(d.partial);
  buffer[kLostLowWord] = 0xFFFFFFFF;
  write(buffer, id, 0, {0, 0, 0}, {1});
  EXPECT_EQ(decode(buffer, sites).lost, uint64_t{1} << 32);
  buffer[kLostFirstWord] = 5;
  EXPECT_EQ(decode(buffer, sites).lost, (uint64_t{1} << 32) + 5);
}

// Two invocations may both pass the plain load: the add of the later one goes past the end and leaves a hole of zeros.
TEST(Records, CursorPastTheEnd) {
  SiteTable sites;
  uint32_t id = sites.add(site("%u", {Type::make_scalar(Scalar::U32)}));
  std::vector<uint32_t> buffer(kHeaderWords + 28);
  clear(buffer);
  for (uint32_t i = 0; i < 3; ++i) write(buffer, id, 0, {i, 0, 0}, {i});
  buffer[kCursorWord] += 8;
  buffer[kLostLowWord] = 1;
  Decoded d = decode(buffer, sites);
  EXPECT_EQ(d.records.size(), 3u);
  EXPECT_EQ(d.lost, 1u);
  EXPECT_FALSE(d.partial);
  EXPECT_FALSE(d.damaged);
}

// Where shaders count what they reserve for, the host knows how many of these did not fit.
TEST(Records, ReservedWithoutARecord) {
  SiteTable sites;
  uint32_t small = sites.add(site("%u", {Type::make_scalar(Scalar::U32)}));
  std::vector<uint32_t> buffer(kHeaderWords + 28);
  clear(buffer);
  for (uint32_t i = 0; i < 3; ++i) write(buffer, small, 0, {i, 0, 0}, {i});
  buffer[kReservedWord] = 3;
  EXPECT_EQ(decode(buffer, sites).lost, 0u);
  buffer[kCursorWord] += 8 + 16 + 8;
  buffer[kReservedWord] = 6;
  buffer[kLostLowWord] = 10;
  Decoded d = decode(buffer, sites);
  EXPECT_EQ(d.records.size(), 3u);
  EXPECT_EQ(d.lost, 13u);
  EXPECT_FALSE(d.partial);
  // Of one that is there in part it is not known what became of the rest.
  buffer[kHeaderWords] = 0;
  d = decode(buffer, sites);
  EXPECT_EQ(d.lost, 10u);
  EXPECT_TRUE(d.partial);
}

TEST(Records, LostDeviceLeavesPartialRecords) {
  SiteTable sites;
  uint32_t id = sites.add(site("%u", {Type::make_scalar(Scalar::U32)}));
  std::vector<uint32_t> buffer(kHeaderWords + 40);
  clear(buffer);
  write(buffer, id, 0, {0, 0, 0}, {1});
  buffer[kCursorWord] += 8;  // reserved, never written
  Decoded d = decode(buffer, sites);
  EXPECT_EQ(d.records.size(), 1u);
  EXPECT_TRUE(d.partial);
}

TEST(Records, NothingInABufferIsTrusted) {
  SiteTable sites;
  uint32_t id = sites.add(site("%u", {Type::make_scalar(Scalar::U32)}));
  for (size_t size = 0; size < kHeaderWords + 40; ++size) {
    std::vector<uint32_t> buffer(size, 0xFFFFFFFF);
    EXPECT_TRUE(decode(buffer, sites).records.empty());
    clear(buffer);
    if (size > kCapacityWord) buffer[kCapacityWord] = 0xFFFFFFFF, buffer[kCursorWord] = 0xFFFFFFFF;
    if (size > kHeaderWords) buffer[kHeaderWords] = id;
    Decoded d = decode(buffer, sites);
    for (uint32_t at : d.records) make_message(read_record(buffer, at), buffer, sites);
  }
  std::vector<uint32_t> buffer(kHeaderWords + 56);
  clear(buffer);
  write(buffer, id, 0, {0, 0, 0}, {1});
  write(buffer, 77, 0, {0, 0, 0}, {1});
  Decoded d = decode(buffer, sites);
  EXPECT_EQ(d.records.size(), 1u);
  EXPECT_TRUE(d.damaged);
  uint32_t random = 1;
  for (uint32_t round = 0; round < 2000; ++round) {
    for (uint32_t& word : buffer) {
      random = random * 1664525 + 1013904223;
      word = random >> (random >> 28);
    }
    d = decode(buffer, sites);
    for (uint32_t at : d.records) make_message(read_record(buffer, at), buffer, sites);
  }
}

}  // namespace
}  // namespace vitrine::printf
