// Source lines with marks below them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diag/render.h"

namespace vitrine::diag {

// Text as a terminal may show it: tabs expanded from a column (counted from 0) on, control characters, direction
// overrides and broken UTF-8 replaced; without Unicode, every other character too.
std::string printable(std::string_view text, const TerminalOptions& options, uint32_t from = 0);

struct Mark {
  SourceSpan span;
  std::string words;  // right of the mark; may be empty
  bool primary = false;
};
// The lines that the marks stand in, in order, each with its marks below. Every line ends with a line break.
std::string render_excerpt(const Source& source, std::vector<Mark> marks, Severity severity,
                           const TerminalOptions& options);

// Escape sequences, empty without colour.
enum class Style : uint8_t { Error, Warning, Info, Note, Help, Strong, Frame };
std::string styled(Style style, std::string_view text, const TerminalOptions& options);
Style style_of(Severity severity);

}  // namespace vitrine::diag
