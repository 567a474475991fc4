// Instructions without effect whose results nobody uses.
#pragma once

#include "ir/ir.h"

namespace vitrine::ir {

// Takes them out, and function variables that are only stored to stay.
void remove_dead_code(Module& m);

}  // namespace vitrine::ir
