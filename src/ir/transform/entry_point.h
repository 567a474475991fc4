// One entry point and what it reaches.
#pragma once

#include <optional>
#include <string_view>

#include "ir/ir.h"

namespace vitrine::ir {

// By the name that WGSL gives it.
std::optional<FunctionId> find_entry_point(const Module& m, std::string_view name);

// A module with this entry point, the functions it calls and the variables they name. Overrides, their expressions,
// types, constants and print sites stay as they are, so their ids hold in both modules. The result has one entry point:
// the last function.
Module extract_entry_point(const Module& m, FunctionId entry);

}  // namespace vitrine::ir
