#include "lang/half.h"

#include <bit>
#include <cmath>

namespace vitrine::lang {

// https://gpuweb.github.io/gpuweb/wgsl/#overview-of-ieee-754
double half_to_double(uint16_t bits) {
  int exponent = bits >> 10 & 31;
  int fraction = bits & 1023;
  double magnitude;
  if (exponent == 31)
    magnitude = fraction ? NAN : HUGE_VAL;
  else if (exponent == 0)
    magnitude = std::ldexp(fraction, -24);
  else
    magnitude = std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

uint16_t half_from_double(double value) {
  uint64_t bits = std::bit_cast<uint64_t>(value);
  uint16_t sign = static_cast<uint16_t>(bits >> 48 & 0x8000);
  if (std::isnan(value)) return static_cast<uint16_t>(sign | 0x7E00);
  double magnitude = std::fabs(value);
  if (magnitude >= 65520.0) return static_cast<uint16_t>(sign | 0x7C00);  // halfway to 2^16: ties to even goes up
  if (magnitude < 0x1p-14) {  // subnormal: a multiple of 2^-24
    // nearbyint rounds ties to even in the default rounding mode, which nothing here changes.
    return static_cast<uint16_t>(sign | static_cast<uint16_t>(std::nearbyint(std::ldexp(magnitude, 24))));
  }
  int exponent;
  double fraction = std::frexp(magnitude, &exponent);                        // [0.5, 1)
  auto significand = static_cast<uint32_t>(std::nearbyint(std::ldexp(fraction, 11)));  // 1024..2048
  // A carry out of the significand moves into the exponent by the addition.
  return static_cast<uint16_t>(sign | ((static_cast<uint32_t>(exponent + 14) << 10) + significand - 1024));
}

}  // namespace vitrine::lang
