// Source texts and positions in them.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace vitrine::diag {

// One position, counted in every unit somebody asks for. Lines and columns start at 1.
struct Position {
  uint32_t line = 1;            // ended by any line break of WGSL: LF, VT, FF, CR, CR LF, NEL, LS, PS
  uint32_t column_bytes = 1;    // UTF-8 bytes (C API)
  uint32_t column_utf16 = 1;    // UTF-16 code units (JavaScript)
  uint32_t column_display = 1;  // terminal cells, tabs to the next multiple of 4
  uint32_t offset_bytes = 0;
  uint32_t offset_utf16 = 0;
};

// An immutable text with a name. Shared by the module, its diagnostics and its messages. Thread-safe.
class Source {
 public:
  Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}

  const std::string& name() const { return name_; }  // file name or module label; may be empty
  std::string_view text() const { return text_; }
  std::string_view text(SourceSpan s) const { return std::string_view(text_).substr(s.begin, s.length()); }
  Position position(uint32_t offset) const;
  uint32_t line_count() const;
  std::string_view line(uint32_t number) const;  // without its line break; number from 1
  uint32_t line_start(uint32_t number) const;    // byte offset

 private:
  struct LineStart {
    uint32_t bytes, utf16;
  };
  const std::vector<LineStart>& line_starts() const;
  std::string name_;
  std::string text_;
  mutable std::once_flag once_;
  mutable std::vector<LineStart> starts_;
};
using SourceRef = std::shared_ptr<const Source>;

// One code point of a UTF-8 text. A byte that starts no well-formed sequence is U+FFFD of length 1.
struct CodePoint {
  char32_t value;
  uint32_t length;
};
CodePoint decode_utf8(std::string_view text, size_t at);

// Terminal cells of a code point as the renderers print it: control and direction characters are replaced by one cell.
uint32_t cells_of(char32_t c);
// True for what must not reach a terminal: control characters, direction overrides, and the replacement of broken UTF-8.
bool is_unprintable(char32_t c);

// Number of terminal cells a UTF-8 text takes from a column (counted from 0) on, tabs to the next multiple of 4.
uint32_t display_width(std::string_view text, uint32_t from = 0);

}  // namespace vitrine::diag
