// Reports of where NaN comes from, for VITRINE_CHECK=nan.
#pragma once

#include <string_view>
#include <vector>

#include "ir/ir.h"
#include "printf/records.h"

namespace vitrine::ir {

// What the messages begin with: tells them from those of check_bounds().
inline constexpr std::string_view kNanMessage = "NaN ";

// Every operation on floats, vectors and matrices that can make a NaN of operands that are none, and every read of one from a buffer,
// a texture or a vertex attribute, gets a print behind it, run when it does. Bits are looked at, so that compilers which take NaN as
// absent keep the test. Sites as those of check_bounds(), and the same conditions; run behind it.
std::vector<printf::Bounds> check_nan(Module& m);

}  // namespace vitrine::ir
