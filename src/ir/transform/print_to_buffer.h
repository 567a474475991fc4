// The built-in route of printing: every print becomes a record in a storage buffer. printf/records.h has the layout.
#pragma once

#include <memory>

#include "ir/ir.h"

namespace vitrine::printf {
class Filter;
}

namespace vitrine::ir {

struct PrintToBufferOptions {
  uint32_t group = 0, binding = 0;  // of the buffer, in the numbers that the writer takes
  uint32_t first_site = 1;          // record id of print site 0
  bool command_number = true;       // from the hidden immediates (immediates.h); false: 0
  uint32_t first_once = kNone;      // print sites from this one on write but one record until the buffer is emptied
  // Not 0: prints stay and only take their turn, as records of so many words and the values. What has no room is lost.
  uint32_t native_words = 0;
  bool native_flags = true;         // the native route's formatter knows the flags of printf
  std::shared_ptr<const printf::Filter> filter;  // prints of other invocations are left out; null: none are
  static constexpr uint32_t kNone = 0xFFFFFFFFu;
  bool masked_branches = false;     // the target runs what a branch skips under a mask, each access to memory as a loop
  bool long_words = false;          // then shaders may add to integers of 64 bits in buffers
  bool subgroups = false;           // then compute shaders reserve room for a subgroup, of at most 32, at once
};

// For a module of one entry point, before its inputs are taken apart for a target: inputs that tell the invocation are
// added to the entry point where the program has none. No print is left. Returns whether there was any.
bool print_to_buffer(Module& m, const PrintToBufferOptions& options);

}  // namespace vitrine::ir
