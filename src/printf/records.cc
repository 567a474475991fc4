#include "printf/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

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

uint32_t SiteTable::add(SiteRef site) {
  uint32_t words = site->payload_words();
  Writer writer(site->format, site->arguments);
  entries_.push_back(std::make_shared<const Entry>(Entry{std::move(site), words, std::move(writer)}));
  return static_cast<uint32_t>(entries_.size());
}

Record read_record(std::span<const uint32_t> buffer, uint32_t position) {
  const uint32_t* w = buffer.data() + position;
  const uint32_t* v = w + kRecordInvocation;
  return {w[kRecordSite], w[kRecordCommand], {v[0], v[1], v[2]}, position};
}

namespace {

// What records are ordered by, the weightiest first. Vertices before the fragments of their draw. Positions are not
// negative, so their bits order like their values.
constexpr uint32_t kKeyFields = 5;
struct Key {
  uint32_t field[kKeyFields];
};
Key key_of(const uint32_t* record, Stage stage) {
  const uint32_t* v = record + kRecordInvocation;
  uint32_t command = record[kRecordCommand];
  switch (stage) {
    case Stage::Compute: return {{command, 0, v[2], v[1], v[0]}};
    case Stage::Vertex: return {{command, 1, v[1], v[0], 0}};
    case Stage::Fragment: return {{command, 2, v[1], v[0], v[2]}};
  }
  return {};
}

// The words of a record that the fields of its key are, by stage. A field that is none is always the same.
constexpr uint32_t kStageField = 1;
constexpr uint32_t kX = kRecordInvocation, kY = kX + 1, kZ = kX + 2, kNoWord = 0;
constexpr uint32_t kKeyWords[3][kKeyFields] = {{kRecordCommand, kNoWord, kZ, kY, kX},
                                               {kRecordCommand, kNoWord, kY, kX, kNoWord},
                                               {kRecordCommand, kNoWord, kY, kX, kZ}};

struct Keyed {
  uint64_t key;
  uint32_t record;
};

// Stable, by the low `bits` of the keys.
template <class Item, class KeyOf>
void radix_sort(std::vector<Item>& list, uint32_t bits, const KeyOf& key_of) {
  constexpr uint32_t kDigit = 11, kDigits = 1u << kDigit;
  std::vector<Item> other(list.size());
  std::vector<uint32_t> starts(kDigits);
  for (uint32_t shift = 0; shift < bits; shift += kDigit) {
    std::fill(starts.begin(), starts.end(), 0u);
    for (const Item& k : list) ++starts[key_of(k) >> shift & (kDigits - 1)];
    uint32_t at = 0;
    for (uint32_t& s : starts) at += std::exchange(s, at);
    for (const Item& k : list) other[starts[key_of(k) >> shift & (kDigits - 1)]++] = k;
    list.swap(other);
  }
}

// The stage of records; most have the site of the one before.
class Stages {
 public:
  explicit Stages(const SiteTable& sites) : sites_(sites) {}
  Stage of(uint32_t id) {
    if (id != id_) id_ = id, stage_ = (*sites_.find(id))->stage;
    return stage_;
  }

 private:
  const SiteTable& sites_;
  uint32_t id_ = 0;
  Stage stage_ = Stage::Compute;
};

// Stable, by key_of(i) of the i-th, of which only the low `bits` are not 0.
template <class KeyOf>
void sort_by(std::vector<uint32_t>& records, uint32_t bits, const KeyOf& key_of) {
  size_t count = records.size();
  if (bits < 32 && size_t{1} << bits <= 4 * count) {
    // Most often an invocation prints once, and each record has its place.
    std::vector<uint32_t> places(size_t{1} << bits);
    bool once = true;
    for (size_t i = 0; i < count && once; ++i) {
      uint32_t& place = places[key_of(i)];
      once = place == 0;
      place = records[i];
    }
    if (once) {
      auto end = records.begin();
      for (uint32_t r : places)
        if (r) *end++ = r;
      return;
    }
    std::fill(places.begin(), places.end(), 0u);
    for (size_t i = 0; i < count; ++i) ++places[key_of(i)];
    uint32_t at = 0;
    for (uint32_t& s : places) at += std::exchange(s, at);
    std::vector<uint32_t> sorted(count);
    for (size_t i = 0; i < count; ++i) sorted[places[key_of(i)]++] = records[i];
    records = std::move(sorted);
    return;
  }
  std::vector<uint64_t> list(count);
  for (size_t i = 0; i < count; ++i) list[i] = uint64_t{key_of(i)} << 32 | records[i];
  radix_sort(list, bits, [](uint64_t item) { return item >> 32; });
  for (size_t i = 0; i < count; ++i) records[i] = static_cast<uint32_t>(list[i]);
}

// Of a key, what is the first word of the invocation.
uint32_t first_field(Stage stage) { return stage == Stage::Compute ? 4 : 3; }

// Puts records, which are in order of their offsets, into the order of Decoded. `firsts`: the first words of their
// invocations.
void sort_records(std::vector<uint32_t>& records, const std::vector<uint32_t>& firsts, std::span<const uint32_t> buffer,
                  const SiteTable& sites, const Key& low, const Key& high) {
  // Each field takes as many bits as its values differ in.
  uint32_t bits[kKeyFields], all = 0;
  for (uint32_t f = 0; f < kKeyFields; ++f) all += bits[f] = static_cast<uint32_t>(std::bit_width(high.field[f] - low.field[f]));
  Stages stages(sites);
  auto packed = [&](uint32_t position, uint32_t begin, uint32_t end) {
    const uint32_t* record = buffer.data() + position;
    Key key = key_of(record, stages.of(record[kRecordSite]));
    uint64_t k = 0;
    for (uint32_t f = begin; f < end; ++f)
      if (bits[f]) k = k << bits[f] | (key.field[f] - low.field[f]);
    return k;
  };
  if (all <= 32 && bits[kStageField] != 0)
    return sort_by(records, all, [&](size_t i) { return static_cast<uint32_t>(packed(records[i], 0, kKeyFields)); });
  if (all <= 32) {
    // Of records of one stage, the most frequent case, the words that differ are put side by side.
    Stage stage = static_cast<Stage>(low.field[kStageField]);
    if (uint32_t first = first_field(stage); bits[first] == all) {
      uint32_t least = low.field[first];
      return sort_by(records, all, [&](size_t i) { return firsts[i] - least; });
    }
    struct Part {
      uint32_t word, low, shift;
    } parts[kKeyFields];
    uint32_t count = 0, shift = 0;
    for (uint32_t f = kKeyFields; f-- > 0;)
      if (bits[f] > 0) parts[count++] = {kKeyWords[low.field[kStageField]][f], low.field[f], shift}, shift += bits[f];
    return sort_by(records, all, [&](size_t i) {
      const uint32_t* record = buffer.data() + records[i];
      uint32_t k = 0;
      for (uint32_t p = 0; p < count; ++p) k |= (record[parts[p].word] - parts[p].low) << parts[p].shift;
      return k;
    });
  }
  std::vector<Keyed> list(records.size());
  for (size_t i = 0; i < list.size(); ++i) list[i].record = records[i];
  // As many fields at once as fit into a word, the least weighty first.
  for (uint32_t end = kKeyFields; end > 0;) {
    uint32_t begin = end, sum = 0;
    while (begin > 0 && sum + bits[begin - 1] <= 64) sum += bits[--begin];
    if (sum > 0) {
      for (Keyed& k : list) k.key = packed(k.record, begin, end);
      radix_sort(list, sum, [](const Keyed& item) { return item.key; });
    }
    end = begin;
  }
  for (size_t i = 0; i < list.size(); ++i) records[i] = list[i].record;
}

}  // namespace

Decoded decode(std::span<const uint32_t> buffer, const SiteTable& sites, uint32_t commands) {
  Decoded out;
  if (buffer.size() < kHeaderWords) return out;
  out.lost = (uint64_t{buffer[kLostHighWord]} << 32 | buffer[kLostLowWord]) + buffer[kLostFirstWord];
  size_t capacity = std::min<size_t>(buffer[kCapacityWord], buffer.size() - kHeaderWords);
  size_t end = kHeaderWords + std::min<size_t>(buffer[kCursorWord], capacity);
  bool overflowed = buffer[kCursorWord] > capacity;

  Key low, high, last{};
  std::fill(std::begin(low.field), std::end(low.field), 0xFFFFFFFFu);
  std::fill(std::begin(high.field), std::end(high.field), 0u);
  bool sorted = true;
  size_t at = kHeaderWords, size = 0;
  uint32_t known = 0;  // site that `size` is of
  Stages stages(sites);
  std::vector<uint32_t> firsts;
  const uint32_t* before = nullptr;
  uint32_t first = 0;  // field of a key that is the first word of an invocation
  while (at + kRecordPayload <= end) {
    const uint32_t* record = buffer.data() + at;
    const uint32_t* v = record + kRecordInvocation;
    uint32_t id = record[kRecordSite];
    if (id == 0) break;
    // Most differ from the one before in this word only.
    if (id == known && at + size <= end && record[kRecordCommand] == before[kRecordCommand] &&
        v[1] == before[kRecordInvocation + 1] && v[2] == before[kRecordInvocation + 2]) {
      low.field[first] = std::min(low.field[first], v[0]);
      high.field[first] = std::max(high.field[first], v[0]);
      sorted = sorted && last.field[first] <= v[0];
      last.field[first] = v[0];
    } else {
      if (id != known) size = sites.find(id) ? sites.record_words(id) : 0, known = id;
      if (size == 0 || at + size > end || record[kRecordCommand] >= commands) {
        out.damaged = true;
        break;
      }
      if (out.records.empty()) {
        out.records.reserve((end - at) / size);
        firsts.reserve((end - at) / size);
      }
      Key key = key_of(record, stages.of(id));
      first = first_field(stages.of(id));
      for (uint32_t f = 0; f < kKeyFields; ++f) {
        low.field[f] = std::min(low.field[f], key.field[f]);
        high.field[f] = std::max(high.field[f], key.field[f]);
      }
      sorted = sorted && !std::lexicographical_compare(std::begin(key.field), std::end(key.field), std::begin(last.field),
                                                       std::end(last.field));
      last = key;
    }
    out.records.push_back(static_cast<uint32_t>(at));
    firsts.push_back(v[0]);
    before = record;
    at += size;
  }
  out.used_words = static_cast<uint32_t>(std::min(at, end) - kHeaderWords);
  // What a record that did not fit has reserved at the end stays zero; any other gap was reserved and not written.
  if (at < end && !out.damaged && !overflowed) out.partial = true;
  for (size_t i = at; overflowed && !out.damaged && !out.partial && i < end; ++i) out.partial = buffer[i] != 0;
  if (overflowed && !out.damaged && !out.partial && buffer[kReservedWord] > out.records.size())
    out.lost += buffer[kReservedWord] - out.records.size();
  if (!sorted) sort_records(out.records, firsts, buffer, sites, low, high);
  return out;
}

std::span<const uint32_t> payload(const Record& record, std::span<const uint32_t> buffer, const SiteTable& sites) {
  const SiteRef* site = sites.find(record.site);
  size_t begin = size_t{record.position} + kRecordPayload;
  if (!site || begin > buffer.size()) return {};
  return buffer.subspan(begin, std::min<size_t>(sites.payload_words(record.site), buffer.size() - begin));
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
  sites.writer(record.site).append(m.text, m.words);
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
