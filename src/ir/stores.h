// What the functions of a module get at.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ir/ir.h"

namespace vitrine::ir {

// What a pointer or a value is a part of: a global, a parameter, a variable, or the instruction that makes it.
Value root_of(const Function& f, Value v);

// The variables that some instruction of the module stores to, or may: atomics, and pointers given to functions.
std::vector<GlobalId> stored_globals(const Module& m);

// The bytes of a variable of a structure type that the functions get at, by whole members: begin and end of each. Nothing: it may be
// all of it.
std::optional<std::vector<std::pair<uint64_t, uint64_t>>> accessed_members(const Module& m, GlobalId g);

}  // namespace vitrine::ir
