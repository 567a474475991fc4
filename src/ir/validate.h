// Whether a module keeps the rules of ir.h. What it finds is a mistake of ours, not of the user.
#pragma once

#include <string>
#include <vector>

#include "ir/ir.h"

namespace vitrine::ir {

// One line per finding, with the function and the instruction; empty: fine. Never crashes, whatever the module holds.
std::vector<std::string> validate(const Module& m);

}  // namespace vitrine::ir
