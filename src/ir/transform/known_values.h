// Values that are known: of function variables, and what was computed already.
#pragma once

#include "ir/ir.h"

namespace vitrine::ir {

// What was stored to a variable, or to part of it, and is loaded again with no branch or loop between that could change it,
// is used as it is; variables that are never loaded go, with their stores. Variables that a pointer is passed of stay. What
// was computed from the same operands before, in the same block or in one around it, is not computed again.
void use_known_values(Module& m);

}  // namespace vitrine::ir
