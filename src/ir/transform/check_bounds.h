// Reports of accesses out of bounds, for VITRINE_CHECK=bounds.
#pragma once

#include <vector>

#include "ir/ir.h"
#include "printf/records.h"

namespace vitrine::ir {

// Every access that may lie outside its array, vector, matrix or texture gets a print before it, run when it does. What the
// access then reaches is for make_robust to decide. The prints are new sites of the module, all after the present ones;
// yields what is known of each, in order. For a module without overrides, before anything else rewrites it.
std::vector<printf::Bounds> check_bounds(Module& m);

}  // namespace vitrine::ir
