#include "wgsl/lex/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace vitrine::wgsl {
namespace {

using ast::NumberSuffix;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  char l = static_cast<char>(c | 32);
  return l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}

// The nearest f16, ties to even; infinite when there is none.
double round_to_f16(double v) {
  double a = std::fabs(v);
  if (!(a < 65520.0)) return std::numeric_limits<double>::infinity();
  if (a == 0) return v;
  double quantum = std::ldexp(1.0, std::max(std::ilogb(a), -14) - 10);
  return std::nearbyint(v / quantum) * quantum;
}

// An exponent's digits, clamped to what still tells overflow from underflow.
int64_t read_exponent(std::string_view text, size_t& i) {
  bool negative = i < text.size() && text[i] == '-';
  if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
  int64_t e = 0;
  for (; i < text.size() && is_digit(text[i]); ++i) e = std::min<int64_t>(e * 10 + (text[i] - '0'), 1'000'000'000);
  return negative ? -e : e;
}

void finish_int(Number& n, uint64_t value, bool overflow) {
  uint64_t limit = n.suffix == NumberSuffix::I   ? 0x7FFFFFFFull
                   : n.suffix == NumberSuffix::U ? 0xFFFFFFFFull
                                                 : 0x7FFFFFFFFFFFFFFFull;
  if (overflow || value > limit)
    n.error = NumberError::IntRange;
  else
    n.integer = static_cast<int64_t>(value);
}

void read_suffix(Number& n, std::string_view text, size_t i, bool float_allowed, bool int_allowed) {
  n.rest = static_cast<uint32_t>(i);
  if (i == text.size()) return;
  char c = text[i];
  if (i + 1 == text.size()) {
    if (float_allowed && (c == 'f' || c == 'h')) {
      n.suffix = c == 'f' ? NumberSuffix::F : NumberSuffix::H;
      n.is_float = true;
      return;
    }
    if (int_allowed && (c == 'i' || c == 'u')) {
      n.suffix = c == 'i' ? NumberSuffix::I : NumberSuffix::U;
      return;
    }
  }
  n.error = NumberError::Suffix;
}

Number parse_hex(std::string_view text) {
  Number n;
  size_t i = 2, digits = 0, significant = 0;
  uint64_t mantissa = 0;
  int64_t exponent = 0;
  bool point = false, overflow = false;
  for (; i < text.size(); ++i) {
    if (text[i] == '.' && !point) {
      point = n.is_float = true;
      continue;
    }
    int v = hex_value(text[i]);
    if (v < 0) break;
    ++digits;
    if (significant == 0 && v == 0) {
      if (point) exponent -= 4;
      continue;
    }
    if (++significant <= 16) {
      mantissa = mantissa * 16 + static_cast<uint64_t>(v);
      if (point) exponent -= 4;
    } else {
      // Digits behind the 16th count as zero.
      overflow = true;
      if (!point) exponent += 4;
    }
  }
  n.rest = static_cast<uint32_t>(i);
  if (digits == 0) {
    n.error = NumberError::NoDigits;
    return n;
  }
  bool has_exponent = i < text.size() && (text[i] | 32) == 'p';
  if (has_exponent) {
    n.is_float = true;
    ++i;
    size_t before = i + (i < text.size() && (text[i] == '+' || text[i] == '-'));
    exponent += read_exponent(text, i);
    n.rest = static_cast<uint32_t>(i);
    if (i <= before) {
      n.error = NumberError::NoDigits;
      return n;
    }
  }
  read_suffix(n, text, i, has_exponent, !n.is_float);
  if (n.error != NumberError::None) return n;
  if (!n.is_float) {
    finish_int(n, mantissa, overflow);
    return n;
  }
  if (mantissa == 0) return n;
  int e = static_cast<int>(std::clamp<int64_t>(exponent, -100'000, 100'000));
  if (n.suffix == NumberSuffix::None) {
    n.real = std::ldexp(static_cast<double>(mantissa), e);
    if (!std::isfinite(n.real)) n.error = NumberError::FloatRange;
    return n;
  }
  while ((mantissa & 1) == 0) {
    mantissa >>= 1;
    ++e;
  }
  bool exact = mantissa < (1ull << 53);
  n.real = std::ldexp(static_cast<double>(mantissa), e);
  double stored = n.suffix == NumberSuffix::F ? static_cast<double>(static_cast<float>(n.real)) : round_to_f16(n.real);
  double limit = n.suffix == NumberSuffix::F ? 0x1p128 : 0x1p16;
  if (n.real >= limit)
    n.error = NumberError::FloatRange;
  else if (!exact || stored != n.real || n.real == 0)
    n.error = NumberError::Inexact;
  return n;
}

Number parse_decimal(std::string_view text) {
  Number n;
  size_t i = 0, digits = 0, before_point = 0;
  bool point = false, has_exponent = false;
  for (; i < text.size(); ++i) {
    if (text[i] == '.' && !point) {
      point = true;
      before_point = digits;
      continue;
    }
    if (!is_digit(text[i])) break;
    ++digits;
  }
  if (!point) before_point = digits;
  n.rest = static_cast<uint32_t>(i);
  size_t end = i;
  int64_t exponent = 0;
  if (i < text.size() && (text[i] | 32) == 'e') {
    has_exponent = true;
    ++i;
    size_t before = i + (i < text.size() && (text[i] == '+' || text[i] == '-'));
    exponent = read_exponent(text, i);
    n.rest = static_cast<uint32_t>(i);
    if (i <= before) {
      n.error = NumberError::NoDigits;
      return n;
    }
    end = i;
  }
  n.is_float = point || has_exponent;
  bool plain = !n.is_float;
  read_suffix(n, text, i, true, plain);
  if (n.error != NumberError::None) return n;
  if (plain && digits > 1 && text[0] == '0') {
    n.error = NumberError::LeadingZero;
    return n;
  }
  if (!n.is_float) {
    uint64_t value = 0;
    auto r = std::from_chars(text.data(), text.data() + end, value);
    finish_int(n, value, r.ec != std::errc());
    return n;
  }
  std::errc ec;
  if (n.suffix == NumberSuffix::F) {
    float v = 0;
    ec = std::from_chars(text.data(), text.data() + end, v).ec;
    n.real = static_cast<double>(v);
  } else {
    ec = std::from_chars(text.data(), text.data() + end, n.real).ec;
    if (n.suffix == NumberSuffix::H && ec == std::errc()) n.real = round_to_f16(n.real);
  }
  if (ec != std::errc()) {
    // Too large or too small: the place of the first digit that is not zero decides.
    n.real = 0;
    int64_t place = static_cast<int64_t>(before_point);
    for (char c : text.substr(0, end)) {
      if (c == '.') continue;
      if (c != '0') break;
      --place;
    }
    if (place + exponent > 0) n.error = NumberError::FloatRange;
  } else if (!std::isfinite(n.real)) {
    n.error = NumberError::FloatRange;
  }
  return n;
}

}  // namespace

Number parse_number(std::string_view text) {
  bool hex = text.size() >= 2 && text[0] == '0' && (text[1] | 32) == 'x';
  return hex ? parse_hex(text) : parse_decimal(text);
}

}  // namespace vitrine::wgsl
