#include "printf/printf.h"

namespace vitrine::printf {
namespace {

constexpr std::string_view kSpecifiers = "diouxXcfFeEgGaA?";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A number as written; anything over kMaxWidth counts as kMaxWidth + 1. Advances past all digits.
uint32_t number(std::string_view text, size_t& at) {
  uint32_t n = 0;
  while (at < text.size() && is_digit(text[at])) {
    n = std::min(kMaxWidth + 1, n * 10 + static_cast<uint32_t>(text[at] - '0'));
    ++at;
  }
  return n;
}

struct Parser {
  Format format;
  std::string_view text;
  size_t at = 0, text_begin = 0;

  void flush_text() {
    if (text_begin < at) push(Segment::Kind::Text, text_begin, at);
  }
  Segment& push(Segment::Kind kind, size_t begin, size_t end) {
    Segment s;
    s.kind = kind;
    s.span = {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
    format.segments.push_back(std::move(s));
    return format.segments.back();
  }
  void as_written(size_t begin, size_t end, Unsupported why, uint32_t takes) {
    Segment& s = push(Segment::Kind::AsWritten, begin, end);
    s.why = why;
    if (takes) s.argument = format.arguments;
    format.arguments += takes;
  }

  // text[at] is a `%`.
  void conversion() {
    size_t begin = at++;
    if (at < text.size() && text[at] == '%') {
      push(Segment::Kind::Percent, begin, ++at);
      return;
    }
    Conversion c;
    for (bool more = true; more && at < text.size();) {
      switch (text[at]) {
        case '-': c.minus = true; break;
        case '+': c.plus = true; break;
        case ' ': c.space = true; break;
        case '#': c.hash = true; break;
        case '0': c.zero = true; break;
        default: more = false; continue;
      }
      ++at;
    }
    uint32_t stars = 0;
    bool wide = false;
    if (at < text.size() && text[at] == '*') {
      ++stars, ++at;
    } else if (at < text.size() && is_digit(text[at])) {
      uint32_t n = number(text, at);
      if (n > kMaxWidth) wide = true;
      else c.width = static_cast<uint8_t>(n);
    }
    if (at < text.size() && text[at] == '.') {
      ++at;
      if (at < text.size() && text[at] == '*') {
        ++stars, ++at;
      } else {
        uint32_t n = number(text, at);  // no digits: 0, as in C
        if (n > kMaxWidth) wide = true;
        else c.precision = static_cast<uint8_t>(n);
      }
    }
    bool wrong_vector = false;
    if (at < text.size() && text[at] == 'v') {
      ++at;
      size_t digits = at;
      uint32_t n = number(text, at);
      if (at == digits || n < 2 || n > 4) wrong_vector = true;
      else c.vector = static_cast<uint8_t>(n);
    }
    // Length modifiers say nothing here: a component has the size of its type. `hl` is OpenCL's and Metal's.
    bool length = false;
    while (at < text.size() && (text[at] == 'l' || text[at] == 'h') ) length = true, ++at;
    char letter = at < text.size() ? text[at] : '\0';
    bool known = letter && kSpecifiers.find(letter) != std::string_view::npos;
    bool pointer = letter == 's' || letter == 'n' || letter == 'p';
    if (!known && (!pointer || c.space)) {
      // Not a conversion of anybody: "100% sure", "50%", "%y". Takes nothing.
      bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
      if (is_letter && !c.space) {
        as_written(begin, ++at, Unsupported::Unknown, 0);
      } else {
        at = begin + 1;
        as_written(begin, at, Unsupported::Lone, 0);
      }
      return;
    }
    ++at;
    // The validation layer's spelling of an unsigned long, which it prints in hexadecimal.
    if (letter == 'u' && !length && at < text.size() && text[at] == 'l') {
      ++at;
      letter = 'x';
    }
    if (pointer) return as_written(begin, at, Unsupported::Pointer, 1 + stars);
    if (stars) return as_written(begin, at, Unsupported::Star, 1 + stars);
    if (wide) return as_written(begin, at, Unsupported::TooWide, 1);
    if (wrong_vector) return as_written(begin, at, Unsupported::VectorSize, 1);
    c.specifier = letter;
    Segment& s = push(Segment::Kind::Conversion, begin, at);
    s.conversion = c;
    s.argument = format.arguments++;
  }

  void run() {
    while (at < text.size()) {
      if (text[at] != '%') {
        ++at;
        continue;
      }
      flush_text();
      conversion();
      text_begin = at;
    }
    flush_text();
  }
};

}  // namespace

Format parse(std::string_view text) {
  Parser p;
  p.format.text = std::string(text);
  p.text = p.format.text;
  p.run();
  // Moving a short string moves its characters: nothing in a Format points into its text.
  return std::move(p.format);
}

}  // namespace vitrine::printf
