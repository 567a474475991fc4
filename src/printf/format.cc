#include <bit>
#include <charconv>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "printf/half.h"
#include "printf/printf.h"
#include "printf/walk.h"
#include "printf/writer.h"

namespace vitrine::printf {
namespace {

// Writes sign or prefix and digits into a field of the width asked for.
void field(std::string& out, const Conversion& c, std::string_view prefix, std::string_view digits, size_t zeros,
           bool zero_fill) {
  size_t length = prefix.size() + zeros + digits.size();
  size_t width = c.width.value_or(0);
  size_t fill = width > length ? width - length : 0;
  if (zero_fill) zeros += fill, fill = 0;
  if (!c.minus) out.append(fill, ' ');
  out.append(prefix);
  out.append(zeros, '0');
  out.append(digits);
  if (c.minus) out.append(fill, ' ');
}

void print_integer(std::string& out, const Conversion& c, char specifier, uint32_t word) {
  bool negative = specifier == 'd' && static_cast<int32_t>(word) < 0;
  uint32_t magnitude = negative ? 0 - word : word;
  int base = specifier == 'x' || specifier == 'X' ? 16 : specifier == 'o' ? 8 : 10;
  char digits[16];
  char* end = std::to_chars(digits, digits + sizeof digits, magnitude, base).ptr;
  if (c.precision && *c.precision == 0 && magnitude == 0) end = digits;
  if (specifier == 'X')
    for (char* p = digits; p < end; ++p)
      if (*p >= 'a') *p = static_cast<char>(*p - 'a' + 'A');
  size_t count = static_cast<size_t>(end - digits);
  size_t zeros = c.precision && *c.precision > count ? *c.precision - count : 0;
  std::string_view prefix;
  if (specifier == 'd') prefix = negative ? "-" : c.plus ? "+" : c.space ? " " : "";
  if (c.hash && specifier == 'x' && magnitude) prefix = "0x";
  if (c.hash && specifier == 'X' && magnitude) prefix = "0X";
  if (c.hash && specifier == 'o' && zeros == 0 && (count == 0 || digits[0] != '0')) zeros = 1;
  field(out, c, prefix, {digits, count}, zeros, c.zero && !c.minus && !c.precision);
}

// Digits of a finite, non-negative value without sign.
size_t float_digits(char (&buffer)[192], const Conversion& c, char lower, double value) {
  int precision = c.precision ? *c.precision : 6;
  if (lower != 'a' && !c.hash) {
    auto form = lower == 'f'   ? std::chars_format::fixed
                : lower == 'e' ? std::chars_format::scientific
                               : std::chars_format::general;
    auto r = std::to_chars(buffer, buffer + sizeof buffer, value, form, precision);
    if (r.ec == std::errc()) return static_cast<size_t>(r.ptr - buffer);
  }
  // A specification made of our own letters, never of the shader's text.
  char spec[8];
  char* p = spec;
  *p++ = '%';
  if (c.hash) *p++ = '#';
  if (lower != 'a' || c.precision) *p++ = '.', *p++ = '*';
  *p++ = lower;
  *p = '\0';
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
  int n = p - spec > 3 ? std::snprintf(buffer, sizeof buffer, spec, precision, value)
          : lower == 'a' ? std::snprintf(buffer, sizeof buffer, c.hash ? "%#a" : "%a", value)
                         : 0;
#pragma GCC diagnostic pop
  size_t length = std::min(sizeof buffer - 1, static_cast<size_t>(std::max(n, 0)));
  // The host program may have set a locale with another decimal point.
  std::string_view point = std::localeconv()->decimal_point;
  if (point != "." && !point.empty()) {
    size_t at = std::string_view(buffer, length).find(point);
    if (at != std::string_view::npos) {
      buffer[at] = '.';
      std::memmove(buffer + at + 1, buffer + at + point.size(), length - at - point.size());
      length -= point.size() - 1;
    }
  }
  return length;
}

void print_float(std::string& out, const Conversion& c, char specifier, double value) {
  bool upper = specifier >= 'A' && specifier <= 'Z';
  char lower = upper ? static_cast<char>(specifier - 'A' + 'a') : specifier;
  bool negative = std::signbit(value);
  std::string_view sign = negative ? "-" : c.plus ? "+" : c.space ? " " : "";
  if (!std::isfinite(value)) {
    field(out, c, sign, std::isnan(value) ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf"), 0, false);
    return;
  }
  char digits[192];
  size_t count = float_digits(digits, c, lower, std::fabs(value));
  if (upper)
    for (size_t i = 0; i < count; ++i)
      if (digits[i] >= 'a' && digits[i] <= 'z') digits[i] = static_cast<char>(digits[i] - 'a' + 'A');
  std::string_view rest(digits, count);
  char prefix[4];
  size_t n = 0;
  if (!sign.empty()) prefix[n++] = sign[0];
  if (lower == 'a' && count >= 2) {  // zeros go between 0x and the digits
    prefix[n++] = rest[0], prefix[n++] = rest[1];
    rest.remove_prefix(2);
  }
  field(out, c, {prefix, n}, rest, 0, c.zero && !c.minus);
}

// A code point as UTF-8. What would move the cursor of a terminal, or is no character, shows as U+FFFD.
void print_character(std::string& out, const Conversion& c, uint32_t code) {
  bool control = (code < 0x20 && code != '\t' && code != '\n') || (code >= 0x7F && code < 0xA0);
  if (control || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
  char utf8[4];
  size_t n = 0;
  if (code < 0x80) {
    utf8[n++] = static_cast<char>(code);
  } else if (code < 0x800) {
    utf8[n++] = static_cast<char>(0xC0 | code >> 6);
    utf8[n++] = static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    utf8[n++] = static_cast<char>(0xE0 | code >> 12);
    utf8[n++] = static_cast<char>(0x80 | (code >> 6 & 0x3F));
    utf8[n++] = static_cast<char>(0x80 | (code & 0x3F));
  } else {
    utf8[n++] = static_cast<char>(0xF0 | code >> 18);
    utf8[n++] = static_cast<char>(0x80 | (code >> 12 & 0x3F));
    utf8[n++] = static_cast<char>(0x80 | (code >> 6 & 0x3F));
    utf8[n++] = static_cast<char>(0x80 | (code & 0x3F));
  }
  size_t width = c.width.value_or(0);
  size_t fill = width > 1 ? width - 1 : 0;
  if (!c.minus) out.append(fill, ' ');
  out.append(utf8, n);
  if (c.minus) out.append(fill, ' ');
}

void print_scalar(std::string& out, const Conversion& c, Scalar from, uint32_t word) {
  using As = FlatArgument::As;
  Plan p = plan(c.specifier, from);
  switch (p.specifier) {
    case 'b': field(out, c, {}, word ? "true" : "false", 0, false); return;
    case 'c': print_character(out, c, word); return;
    case 'd':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      if (from == Scalar::Bool) word = word ? 1 : 0;
      print_integer(out, c, p.specifier, word);
      return;
    default: break;
  }
  float value = 0;
  if (from == Scalar::F32) value = std::bit_cast<float>(word);
  else if (from == Scalar::F16) value = half_to_float(static_cast<uint16_t>(word));
  else if (p.as == As::F32 && from == Scalar::I32) value = static_cast<float>(static_cast<int32_t>(word));
  else if (from == Scalar::Bool) value = word ? 1.0f : 0.0f;
  else value = static_cast<float>(word);
  print_float(out, c, p.specifier, value);
}

}  // namespace

// Exact: every f16 is an f32.
float half_to_float(uint16_t bits) {
  uint32_t sign = uint32_t{bits & 0x8000u} << 16, exponent = bits >> 10 & 31, mantissa = bits & 0x3FF;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7F800000u | mantissa << 13);
  if (exponent == 0) {
    float value = static_cast<float>(mantissa) * 0x1p-24f;
    return sign ? -value : value;
  }
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | mantissa << 13);
}


Writer::Writer(const Format& format, std::span<const Type> arguments) {
  std::vector<uint32_t> first;  // word of each argument
  for (const Type& t : arguments) {
    first.push_back(words_);
    words_ += t.words();
  }
  for (const Segment& s : format.segments) {
    if (s.kind == Segment::Kind::Percent) {
      add_text("%");
      continue;
    }
    if (s.kind != Segment::Kind::Conversion || *s.argument >= arguments.size()) {
      add_text(format.text_of(s));
      continue;
    }
    uint32_t word = 0;
    walk(
        arguments[*s.argument], true, word, [&](std::string_view text) { add_text(text); },
        [&](Scalar from, uint32_t at) {
          Conversion plain;
          plain.specifier = s.conversion.specifier;
          plain.vector = s.conversion.vector;
          Step step{Step::Kind::Scalar, from, s.conversion, 0, 0, first[*s.argument] + at};
          bool integer = from == Scalar::U32 || from == Scalar::I32;
          char specifier = integer && s.conversion == plain ? plan(plain.specifier, from).specifier : 'x';
          if (specifier == 'u' || specifier == 'd') {
            step.kind = specifier == 'u' ? Step::Kind::Unsigned : Step::Kind::Signed;
            bound_ += 11;
          } else {
            plain_ = false;
          }
          steps_.push_back(step);
        });
  }
  text_.append(kSlack, '\0');
}

void Writer::add_text(std::string_view text) {
  if (text.empty()) return;
  if (steps_.empty() || steps_.back().kind != Step::Kind::Text)
    steps_.push_back({Step::Kind::Text, Scalar::U32, {}, static_cast<uint32_t>(text_.size()), 0, 0});
  steps_.back().length += static_cast<uint32_t>(text.size());
  text_.append(text);
  bound_ += text.size();
}

namespace {
struct DigitPairs {
  char text[200];
  constexpr DigitPairs() : text() {
    for (int i = 0; i < 100; ++i) text[2 * i] = static_cast<char>('0' + i / 10), text[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
};
constexpr DigitPairs kPairs;

char* write_u32(char* p, uint32_t v) {
  static constexpr uint32_t kPowers[] = {0, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000};
  // 1233 / 4096 is the logarithm of 2 to base 10, well enough.
  uint32_t guess = static_cast<uint32_t>(std::bit_width(v | 1)) * 1233 >> 12;
  uint32_t count = guess + (v >= kPowers[guess] ? 1 : 0);
  if (v == 0) count = 1;
  char *end = p + count, *at = end;
  while (v >= 100) {
    at -= 2;
    std::memcpy(at, kPairs.text + 2 * (v % 100), 2);
    v /= 100;
  }
  if (v >= 10)
    std::memcpy(at - 2, kPairs.text + 2 * v, 2);
  else
    at[-1] = static_cast<char>('0' + v);
  return end;
}
}  // namespace

char* Writer::write(char* p, const uint32_t* words) const {
  for (const Step& s : steps_) {
    if (s.kind == Step::Kind::Text) {
      std::memcpy(p, text_.data() + s.begin, kSlack);
      if (s.length > kSlack) std::memcpy(p + kSlack, text_.data() + s.begin + kSlack, s.length - kSlack);
      p += s.length;
      continue;
    }
    uint32_t v = words[s.word];
    if (s.kind == Step::Kind::Signed && static_cast<int32_t>(v) < 0) *p++ = '-', v = 0 - v;
    p = write_u32(p, v);
  }
  return p;
}

void Writer::append(std::string& out, std::span<const uint32_t> words) const {
  if (plain_ && words.size() >= words_) {
    size_t before = out.size();
    out.resize(before + room());
    out.resize(static_cast<size_t>(write(out.data() + before, words.data()) - out.data()));
    return;
  }
  for (const Step& s : steps_) {
    if (s.kind == Step::Kind::Text)
      out.append(text_, s.begin, s.length);
    else
      print_scalar(out, s.conversion, s.from, s.word < words.size() ? words[s.word] : 0);
  }
}

void format_to(std::string& out, const Format& format, std::span<const Value> values) {
  std::vector<Type> types;
  std::vector<uint32_t> words;
  for (const Value& v : values) {
    types.push_back(v.type ? *v.type : Type());
    size_t want = words.size() + types.back().words();
    words.insert(words.end(), v.words.begin(), v.words.begin() + static_cast<ptrdiff_t>(std::min(v.words.size(), want - words.size())));
    words.resize(want);
  }
  Writer(format, types).append(out, words);
}

std::string format(const Format& format, std::span<const Value> values) {
  std::string out;
  out.reserve(format.text.size() + 16);
  format_to(out, format, values);
  return out;
}

}  // namespace vitrine::printf
