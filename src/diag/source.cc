#include "diag/source.h"

#include <utf8proc.h>

#include <algorithm>

namespace vitrine::diag {

CodePoint decode_utf8(std::string_view text, size_t at) {
  auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  auto tail = [&](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  unsigned a = byte(at);
  if (a < 0x80) return {static_cast<char32_t>(a), 1};
  if (a >= 0xC2 && a <= 0xDF && tail(at + 1)) return {static_cast<char32_t>((a & 0x1F) << 6 | (byte(at + 1) & 0x3F)), 2};
  if (a >= 0xE0 && a <= 0xEF && tail(at + 1) && tail(at + 2)) {
    auto c = static_cast<char32_t>((a & 0x0F) << 12 | (byte(at + 1) & 0x3F) << 6 | (byte(at + 2) & 0x3F));
    if (c >= 0x800 && !(c >= 0xD800 && c <= 0xDFFF)) return {c, 3};
  }
  if (a >= 0xF0 && a <= 0xF4 && tail(at + 1) && tail(at + 2) && tail(at + 3)) {
    auto c = static_cast<char32_t>((a & 0x07) << 18 | (byte(at + 1) & 0x3F) << 12 | (byte(at + 2) & 0x3F) << 6 |
                                   (byte(at + 3) & 0x3F));
    if (c >= 0x10000 && c <= 0x10FFFF) return {c, 4};
  }
  return {0xFFFD, 1};
}

bool is_unprintable(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x61C || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || c == 0xFFFD ||
         (c >= 0xE0000 && c <= 0xE007F);
}

uint32_t cells_of(char32_t c) {
  if (c < 0x7F || is_unprintable(c)) return 1;
  int width = utf8proc_charwidth(static_cast<utf8proc_int32_t>(c));
  return width < 0 ? 1 : static_cast<uint32_t>(width);
}

uint32_t display_width(std::string_view text, uint32_t from) {
  uint32_t column = from;
  for (size_t i = 0; i < text.size();) {
    CodePoint c = decode_utf8(text, i);
    column += c.value == '\t' ? 4 - column % 4 : cells_of(c.value);
    i += c.length;
  }
  return column - from;
}

namespace {
// Length in bytes of the line break at a place, 0 where there is none.
// https://gpuweb.github.io/gpuweb/wgsl/#line-break
uint32_t line_break_length(std::string_view text, size_t i) {
  auto at = [&](size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u; };
  switch (at(i)) {
    case '\n': case '\v': case '\f': return 1;
    case '\r': return at(i + 1) == '\n' ? 2 : 1;
    case 0xC2: return at(i + 1) == 0x85 ? 2 : 0;
    case 0xE2: return at(i + 1) == 0x80 && (at(i + 2) == 0xA8 || at(i + 2) == 0xA9) ? 3 : 0;
  }
  return 0;
}

uint32_t utf16_length(std::string_view text) {
  uint32_t units = 0;
  for (size_t i = 0; i < text.size();) {
    CodePoint c = decode_utf8(text, i);
    units += c.value >= 0x10000 ? 2 : 1;
    i += c.length;
  }
  return units;
}
}  // namespace

const std::vector<Source::LineStart>& Source::line_starts() const {
  std::call_once(once_, [this] {
    starts_.push_back({0, 0});
    uint32_t utf16 = 0;
    for (size_t i = 0; i < text_.size();) {
      if (uint32_t n = line_break_length(text_, i)) {
        utf16 += n == 3 ? 1 : n == 2 && text_[i] != '\r' ? 1 : n;
        i += n;
        starts_.push_back({static_cast<uint32_t>(i), utf16});
        continue;
      }
      CodePoint c = decode_utf8(text_, i);
      utf16 += c.value >= 0x10000 ? 2 : 1;
      i += c.length;
    }
  });
  return starts_;
}

Position Source::position(uint32_t offset) const {
  offset = static_cast<uint32_t>(std::min<size_t>(offset, text_.size()));
  const auto& starts = line_starts();
  auto after = std::upper_bound(starts.begin(), starts.end(), offset, [](uint32_t o, LineStart s) { return o < s.bytes; });
  const LineStart& start = *(after - 1);
  std::string_view before = std::string_view(text_).substr(start.bytes, offset - start.bytes);
  Position p;
  p.line = static_cast<uint32_t>(after - starts.begin());
  p.column_bytes = offset - start.bytes + 1;
  uint32_t units = utf16_length(before);
  p.column_utf16 = units + 1;
  p.column_display = display_width(before) + 1;
  p.offset_bytes = offset;
  p.offset_utf16 = start.utf16 + units;
  return p;
}

uint32_t Source::line_count() const { return static_cast<uint32_t>(line_starts().size()); }

uint32_t Source::line_start(uint32_t number) const {
  const auto& starts = line_starts();
  if (number == 0) return 0;
  return number > starts.size() ? static_cast<uint32_t>(text_.size()) : starts[number - 1].bytes;
}

std::string_view Source::line(uint32_t number) const {
  uint32_t begin = line_start(number), end = line_start(number + 1);
  std::string_view line = std::string_view(text_).substr(begin, end - begin);
  for (size_t n : {1, 2, 3})  // the line break is the longest tail that is one
    if (line.size() >= n && line_break_length(line, line.size() - n) == n &&
        (n == 2 || line.size() < 2 || line_break_length(line, line.size() - 2) != 2))
      return line.substr(0, line.size() - n);
  return line;
}

}  // namespace vitrine::diag
