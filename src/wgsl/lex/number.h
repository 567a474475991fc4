// Numeric literals. https://www.w3.org/TR/WGSL/#numeric-literals
#pragma once

#include <cstdint>
#include <string_view>

#include "wgsl/ast.h"

namespace vitrine::wgsl {

enum class NumberError : uint8_t {
  None,
  LeadingZero,      // 012
  NoDigits,         // 0x, 1e, 0x1p
  Suffix,           // 1x, 1.5u, 0x1.8f: `rest` is what follows the digits
  IntRange,         // does not fit i32, u32 or AbstractInt
  FloatRange,       // overflows f32, f16 or AbstractFloat
  Inexact,          // a hexadecimal float with a suffix that the type cannot hold exactly
};

struct Number {
  bool is_float = false;
  ast::NumberSuffix suffix = ast::NumberSuffix::None;
  NumberError error = NumberError::None;
  uint32_t rest = 0;  // offset of what is not part of the number
  int64_t integer = 0;
  double real = 0;
};

// Reads one token that the lexer took for a number. Never fails otherwise than by `error`.
Number parse_number(std::string_view text);

}  // namespace vitrine::wgsl
