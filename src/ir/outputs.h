// What is known of the values that an entry point returns.
#pragma once

#include <cstdint>

#include "ir/ir.h"

namespace vitrine::ir {

// Whether the fragment shader gives 0 for a component of its output at `location`, wherever it returns. False where that depends
// on what it computes.
bool output_is_zero(const Module& m, uint32_t location, uint32_t component);

}  // namespace vitrine::ir
