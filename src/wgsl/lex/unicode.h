// Character classes of WGSL beyond ASCII. https://www.w3.org/TR/WGSL/#identifiers, Unicode 14.
#pragma once

#include <cstdint>
#include <string_view>

namespace vitrine::wgsl {

bool is_xid_start(char32_t c);     // without the underscore
bool is_xid_continue(char32_t c);  // with the underscore

struct CodePoint {
  char32_t value = 0;
  uint32_t length = 0;  // bytes; 0 when the bytes are no well-formed UTF-8
};
// The code point at `offset`, which lies inside the text.
CodePoint decode_utf8(std::string_view text, uint32_t offset);

}  // namespace vitrine::wgsl
