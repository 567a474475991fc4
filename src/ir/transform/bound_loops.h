// Loops that end.
#pragma once

#include "ir/ir.h"

namespace vitrine::ir {

// Every loop counts, and leaves before its iteration number 2^32 - 1. For devices that hang on a loop without end.
void bound_loops(Module& m);

}  // namespace vitrine::ir
