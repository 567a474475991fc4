// Print records as shaders write them into a storage buffer, and how the host reads them. The one place that knows the
// layout; the raise that writes the shader code and the host's decoder both use it.
//
// The buffer is an array of u32 words:
//     0  cursor     words of records reserved so far; a shader adds to it atomically. May pass the capacity.
//     1  reserved   messages that added to the cursor, where shaders add to both at once; else 0. Those without a record
//                   did not fit.
//     2  lost_low   messages that did not fit and did not add to the cursor ...
//     3  lost_high  ... and its carry: incremented by whoever sees lost_low wrap
//     4  capacity   words that records may take; the host sets it. 0: nothing is recorded and all is counted as lost.
//     5  lost_first messages that did not fit either, of invocations that found out by them
//     6-7           zero
//     8-263         one bit for each site that reports once (its id modulo their number), set by the first that does
//     264  records, one after the other
// and a record:
//     0  site       id of the print call; never 0, so 0 says "not written" (a hole at the end, or a lost device)
//     1  command    number of the draw or dispatch in its submission, from an immediate; 0 without
//     2-4 invocation  compute: global_invocation_id; vertex: vertex_index, instance_index, 0; fragment: bits of position.xyz
//     5  payload    the words of every argument, in order (Type says how), and zeros up to a multiple of 8 words
// Words of the record area must be zero before shaders run. A shader loads the cursor first and only counts a loss when
// the record cannot fit any more, so the cursor passes the capacity by no more than what the invocations in flight write.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/span.h"
#include "diag/source.h"
#include "printf/printf.h"
#include "printf/writer.h"

namespace vitrine::printf {

inline constexpr uint32_t kCursorWord = 0, kReservedWord = 1, kLostLowWord = 2, kLostHighWord = 3, kCapacityWord = 4, kLostFirstWord = 5;
inline constexpr uint32_t kOnceWord = 8, kOnceWords = 256;
inline constexpr uint32_t kHeaderWords = kOnceWord + kOnceWords;
inline constexpr uint32_t kRecordSite = 0, kRecordCommand = 1, kRecordInvocation = 2, kRecordPayload = 5;
inline constexpr uint32_t kRecordUnit = 8;  // words that a record takes a multiple of
constexpr uint32_t record_words(uint32_t payload) {
  return (kRecordPayload + payload + kRecordUnit - 1) / kRecordUnit * kRecordUnit;
}

enum class Stage : uint8_t { Compute, Vertex, Fragment };
std::string_view to_text(Stage stage);

// What is known of an access that a site reports when it is out of bounds.
struct Bounds {
  std::string variable;  // as in the shader; empty: a value
  bool has_binding = false;
  uint32_t group = 0, binding = 0;  // of the variable, in WGSL's numbers
};

// One debugPrintf call as reached from one entry point. Immutable, shared by the pipelines and the messages.
struct Site {
  Format format;
  std::vector<Type> arguments;
  diag::SourceRef source;  // its name is the module's label; may be null
  SourceSpan span;         // of the call
  std::string module_label;
  uint32_t line = 0, column = 0;  // of the call, in bytes from 1; 0: unknown
  std::string entry_point;
  Stage stage = Stage::Compute;
  std::optional<Bounds> bounds;  // no debugPrintf call but a check of the compiler
  uint32_t payload_words() const;
  uint32_t record_words() const { return printf::record_words(payload_words()); }
};
using SiteRef = std::shared_ptr<const Site>;

// The sites of a device; ids are dense from 1 on and never reused. Copying shares the sites.
class SiteTable {
 public:
  uint32_t next_id() const { return static_cast<uint32_t>(entries_.size()) + 1; }
  uint32_t add(SiteRef site);
  const SiteRef* find(uint32_t id) const { return id - 1 >= entries_.size() ? nullptr : &entries_[id - 1]->site; }
  // The rest only of an id that find() knows.
  uint32_t record_words(uint32_t id) const { return printf::record_words(payload_words(id)); }
  uint32_t payload_words(uint32_t id) const { return entries_[id - 1]->payload_words; }
  const Writer& writer(uint32_t id) const { return entries_[id - 1]->writer; }
  size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    SiteRef site;
    uint32_t payload_words;
    Writer writer;
  };
  std::vector<std::shared_ptr<const Entry>> entries_;
};

// One record of a buffer.
struct Record {
  uint32_t site = 0;
  uint32_t command = 0;
  uint32_t invocation[3] = {};  // raw words, see above
  uint32_t position = 0;        // word offset in the buffer: orders what is otherwise equal
};

struct Decoded {
  // Word offsets, in stable order: command, stage, invocation (z, y, x; instance, vertex; position y, x, z), offset.
  std::vector<uint32_t> records;
  uint64_t lost = 0;        // messages that did not fit
  uint32_t used_words = 0;  // of records, at most the capacity
  bool partial = false;     // a record was reserved and not written: the device stopped in between
  bool damaged = false;     // a record names no site of the table, or no command: reading stopped there
};
// Reads a buffer after the device is done with it (or is lost). Nothing in `buffer` is trusted. Records of commands from
// `commands` on do not exist. Linear in the number of records.
Decoded decode(std::span<const uint32_t> buffer, const SiteTable& sites, uint32_t commands = 0xFFFFFFFFu);
// `position` comes from decode() of the same buffer.
Record read_record(std::span<const uint32_t> buffer, uint32_t position);

// A message as it is delivered.
struct Message {
  SiteRef site;
  uint32_t site_id = 0;
  uint32_t command = 0;
  uint32_t invocation[3] = {};
  std::vector<uint32_t> words;  // payload: the words of every argument, in order
  std::string text;
};
// `record` comes from read_record() of the same buffer and table.
Message make_message(const Record& record, std::span<const uint32_t> buffer, const SiteTable& sites);
std::span<const uint32_t> payload(const Record& record, std::span<const uint32_t> buffer, const SiteTable& sites);

// Sets up a buffer before the device sees it: cursor and losses zero, the capacity that its size gives, records zero.
void clear(std::span<uint32_t> buffer);

// How the invocation is written: "global_invocation_id (1, 0, 0)", "vertex 4, instance 0", "position (3.5, 7.5, 0.25)".
std::string invocation_text(Stage stage, const uint32_t (&invocation)[3]);

}  // namespace vitrine::printf
