// IEEE-754 binary16 in software.
#pragma once

#include <cstdint>

namespace vitrine::lang {

inline constexpr double kHalfMax = 65504.0;

double half_to_double(uint16_t bits);  // exact
// Rounds to nearest, ties to even; subnormals are kept; what rounds beyond 65504 becomes infinity.
uint16_t half_from_double(double value);
// The value of that binary16.
inline double round_to_half(double value) { return half_to_double(half_from_double(value)); }

}  // namespace vitrine::lang
