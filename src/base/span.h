// A piece of a source text.
#pragma once

#include <algorithm>
#include <cstdint>

namespace vitrine {

// Half-open range of UTF-8 byte offsets in one source text. Texts over 4 GiB - 1 are refused before a span is made.
struct SourceSpan {
  uint32_t begin = 0;
  uint32_t end = 0;

  constexpr uint32_t length() const { return end - begin; }
  constexpr bool empty() const { return begin == end; }
  friend constexpr bool operator==(SourceSpan, SourceSpan) = default;
};

// The smallest span that holds both.
constexpr SourceSpan join(SourceSpan a, SourceSpan b) { return {std::min(a.begin, b.begin), std::max(a.end, b.end)}; }

}  // namespace vitrine
