// Prints of a module as src/printf sees them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ir/ir.h"
#include "printf/printf.h"
#include "printf/records.h"

namespace vitrine::ir {

// Of a concrete constructible type; names of structures and members are kept.
printf::Type print_type(const lang::TypeTable& types, TypeId type);

// One for every print site of the module, in its order, so that site i of the module is record id first + i.
// `label` is the module's; line and column come from Module::source.
// `bounds`: what check_bounds() yielded for the last sites.
std::vector<printf::SiteRef> print_sites(const Module& m, std::string_view label, std::string_view entry_point, Stage stage,
                                         std::span<const printf::Bounds> bounds = {});

// Whether a function prints, or one that it calls; by FunctionId.
std::vector<bool> printing_functions(const Module& m);

}  // namespace vitrine::ir
