#include "printf/records.h"

#include <fmt/format.h>

#include <bit>

namespace vitrine::printf {

std::string_view to_text(Stage stage) {
  switch (stage) {
    case Stage::Compute: return "compute";
    case Stage::Vertex: return "vertex";
    case Stage::Fragment: return "fragment";
  }
  return "compute";
}

uint32_t Site::payload_words() const {
  uint32_t n = 0;
  for (const Type& t : arguments) n += t.words();
  return n;
}

void clear(std::span<uint32_t> buffer) {
  std::fill(buffer.begin(), buffer.end(), 0u);
  if (buffer.size() > kHeaderWords) buffer[kCapacityWord] = static_cast<uint32_t>(buffer.size() - kHeaderWords);
}

Decoded decode(std::span<const uint32_t> buffer, const SiteTable& sites) {
  Decoded out;
  if (buffer.size() < kHeaderWords) return out;
  out.lost = uint64_t{buffer[kLostHighWord]} << 32 | buffer[kLostLowWord];
  size_t capacity = std::min<size_t>(buffer[kCapacityWord], buffer.size() - kHeaderWords);
  size_t end = kHeaderWords + std::min<size_t>(buffer[kCursorWord], capacity);
  bool overflowed = buffer[kCursorWord] > capacity;

  struct Key {
    uint32_t stage, a, b, c;
  };
  std::vector<Key> keys;  // beside out.records
  size_t at = kHeaderWords;
  while (at + kRecordPayload <= end) {
    uint32_t id = buffer[at + kRecordSite];
    if (id == 0) break;
    const SiteRef* site = sites.find(id);
    size_t size = site ? (*site)->record_words() : 0;
    if (!site || at + size > end) {
      out.damaged = true;
      break;
    }
    Record r;
    r.site = id;
    r.command = buffer[at + kRecordCommand];
    for (uint32_t i = 0; i < 3; ++i) r.invocation[i] = buffer[at + kRecordInvocation + i];
    r.position = static_cast<uint32_t>(at);
    out.records.push_back(r);
    // Vertices before the fragments of their draw. Positions are not negative, so their bits order like their values.
    const uint32_t* v = r.invocation;
    switch ((*site)->stage) {
      case Stage::Compute: keys.push_back({0, v[2], v[1], v[0]}); break;
      case Stage::Vertex: keys.push_back({1, v[1], v[0], 0}); break;
      case Stage::Fragment: keys.push_back({2, v[1], v[0], v[2]}); break;
    }
    at += size;
  }
  out.used_words = static_cast<uint32_t>(std::min(at, end) - kHeaderWords);
  // What a record that did not fit has reserved at the end stays zero; any other gap was reserved and not written.
  if (at < end && !out.damaged && !overflowed) out.partial = true;
  for (size_t i = at; overflowed && !out.damaged && !out.partial && i < end; ++i) out.partial = buffer[i] != 0;

  std::vector<uint32_t> order(out.records.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  auto less = [&](uint32_t i, uint32_t j) {
    const Record &x = out.records[i], &y = out.records[j];
    if (x.command != y.command) return x.command < y.command;
    const Key &k = keys[i], &l = keys[j];
    if (k.stage != l.stage) return k.stage < l.stage;
    if (k.a != l.a) return k.a < l.a;
    if (k.b != l.b) return k.b < l.b;
    if (k.c != l.c) return k.c < l.c;
    return i < j;  // by position
  };
  if (!std::is_sorted(order.begin(), order.end(), less)) {
    std::sort(order.begin(), order.end(), less);
    std::vector<Record> sorted;
    sorted.reserve(order.size());
    for (uint32_t i : order) sorted.push_back(out.records[i]);
    out.records = std::move(sorted);
  }
  return out;
}

std::span<const uint32_t> payload(const Record& record, std::span<const uint32_t> buffer, const SiteTable& sites) {
  const SiteRef* site = sites.find(record.site);
  size_t begin = size_t{record.position} + kRecordPayload;
  if (!site || begin > buffer.size()) return {};
  return buffer.subspan(begin, std::min<size_t>((*site)->payload_words(), buffer.size() - begin));
}

void append_text(std::string& out, const Site& site, std::span<const uint32_t> payload) {
  constexpr size_t kFew = 16;
  Value few[kFew];
  std::vector<Value> many;
  std::span<Value> values(few, std::min(kFew, site.arguments.size()));
  if (site.arguments.size() > kFew) {
    many.resize(site.arguments.size());
    values = many;
  }
  size_t at = 0;
  for (size_t i = 0; i < site.arguments.size(); ++i) {
    size_t words = std::min<size_t>(site.arguments[i].words(), payload.size() - at);
    values[i] = {&site.arguments[i], payload.subspan(at, words)};
    at += words;
  }
  format_to(out, site.format, values);
}

Message make_message(const Record& record, std::span<const uint32_t> buffer, const SiteTable& sites) {
  Message m;
  m.site_id = record.site;
  m.command = record.command;
  for (uint32_t i = 0; i < 3; ++i) m.invocation[i] = record.invocation[i];
  const SiteRef* site = sites.find(record.site);
  if (!site) return m;
  m.site = *site;
  auto words = payload(record, buffer, sites);
  m.words.assign(words.begin(), words.end());
  append_text(m.text, **site, m.words);
  return m;
}

std::string invocation_text(Stage stage, const uint32_t (&invocation)[3]) {
  const uint32_t* v = invocation;
  switch (stage) {
    case Stage::Compute: return fmt::format("global_invocation_id ({}, {}, {})", v[0], v[1], v[2]);
    case Stage::Vertex: return fmt::format("vertex {}, instance {}", v[0], v[1]);
    case Stage::Fragment:
      return fmt::format("position ({:g}, {:g}, {:g})", std::bit_cast<float>(v[0]), std::bit_cast<float>(v[1]),
                         std::bit_cast<float>(v[2]));
  }
  return {};
}

}  // namespace vitrine::printf
