// For tests: IR text in and out.
#pragma once

#include <string>
#include <string_view>

#include "ir/ir.h"

namespace vitrine::ir {

// Fails the test where the text does not parse.
Module parsed(std::string_view text);
// The text of a module; fails the test where it is not valid.
std::string checked(const Module& m);

}  // namespace vitrine::ir
