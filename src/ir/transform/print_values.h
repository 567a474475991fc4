// Taking printed values apart.
#pragma once

#include <vector>

#include "ir/builder.h"

namespace vitrine::ir {

// Every scalar of a constructible value, in the order of printf::Type.
std::vector<Value> scalars_of(Builder& b, Value v);
// A scalar's word in a record: bool as 0 or 1, others by their bits, f16 in the low half.
Value word_of(Builder& b, Value scalar);

}  // namespace vitrine::ir
