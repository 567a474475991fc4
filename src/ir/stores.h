// What the functions of a module may write to.
#pragma once

#include <vector>

#include "ir/ir.h"

namespace vitrine::ir {

// What a pointer or a value is a part of: a global, a parameter, a variable, or the instruction that makes it.
Value root_of(const Function& f, Value v);

// The variables that some instruction of the module stores to, or may: atomics, and pointers given to functions.
std::vector<GlobalId> stored_globals(const Module& m);

}  // namespace vitrine::ir
