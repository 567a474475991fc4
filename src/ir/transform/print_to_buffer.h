// The built-in route of printing: every print becomes a record in a storage buffer. printf/records.h has the layout.
#pragma once

#include "ir/ir.h"

namespace vitrine::ir {

struct PrintToBufferOptions {
  uint32_t group = 0, binding = 0;  // of the buffer, in the numbers that the writer takes
  uint32_t first_site = 1;          // record id of print site 0
  bool command_number = true;       // from the hidden immediates (immediates.h); false: 0
};

// For a module of one entry point, before its inputs are taken apart for a target: inputs that tell the invocation are
// added to the entry point where the program has none. No print is left. Returns whether there was any.
bool print_to_buffer(Module& m, const PrintToBufferOptions& options);

}  // namespace vitrine::ir
