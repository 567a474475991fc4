#include "printf/emit.h"

#include "printf/printf.h"
#include "printf/walk.h"

namespace vitrine::printf {
namespace {

enum class Target : uint8_t { DebugPrintf, OsLog };

void append_text(std::string& out, std::string_view text, Target target) {
  for (char ch : text) {
    unsigned char u = static_cast<unsigned char>(ch);
    if (ch == '%') {
      out += "%%";
    } else if (target == Target::OsLog) {
      // Inside a C++ string literal. Three octal digits end by themselves, a hexadecimal escape would not; `?` is
      // escaped against trigraphs.
      if (ch == '"' || ch == '\\' || ch == '?') out += '\\', out += ch;
      else if (ch == '\n') out += "\\n";
      else if (u < 0x20 || u == 0x7F)
        for (int shift : {9, 6, 3, 0}) out += shift == 9 ? '\\' : static_cast<char>('0' + (u >> shift & 7));
      else out += ch;
    } else if (ch != '\0') {
      out += ch;  // OpString ends at a zero byte; WGSL texts have none
    }
  }
}

// Flags that C leaves undefined for a conversion have no effect here and are left out.
void append_conversion(std::string& out, const Conversion& c, char specifier) {
  bool is_signed = std::string_view("dfFeEgGaA").find(specifier) != std::string_view::npos;
  out += '%';
  if (c.minus) out += '-';
  if (c.plus && is_signed) out += '+';
  if (c.space && is_signed) out += ' ';
  if (c.hash && specifier != 'd' && specifier != 'u' && specifier != 'c') out += '#';
  if (c.zero && specifier != 'c') out += '0';
  if (c.width) out += std::to_string(*c.width);
  if (c.precision) out += '.', out += std::to_string(*c.precision);
  out += specifier;
}

Emitted emit(const Format& format, std::span<const Type> arguments, Target target) {
  Emitted out;
  for (const Segment& s : format.segments) {
    if (s.kind == Segment::Kind::Percent) {
      out.format += "%%";
      continue;
    }
    if (s.kind != Segment::Kind::Conversion || *s.argument >= arguments.size()) {
      append_text(out.format, format.text_of(s), target);
      continue;
    }
    uint32_t word = 0;
    walk(
        arguments[*s.argument], true, word, [&](std::string_view text) { append_text(out.format, text, target); },
        [&](Scalar from, uint32_t component) {
          Plan p = plan(s.conversion.specifier, from);
          Conversion c = s.conversion;
          char specifier = p.specifier == 'b' ? 'u' : p.specifier;
          if (specifier == 'c' && target == Target::DebugPrintf) specifier = 'u';
          if (p.specifier == 'b') c.plus = c.space = c.hash = c.zero = false, c.precision.reset();
          append_conversion(out.format, c, specifier);
          out.arguments.push_back({*s.argument, component, from, p.as});
        });
  }
  return out;
}

}  // namespace

Emitted emit_debug_printf(const Format& format, std::span<const Type> arguments) {
  return emit(format, arguments, Target::DebugPrintf);
}

Emitted emit_debug_printf_without_flags(const Format& format, std::span<const Type> arguments) {
  Format plain = format;
  for (Segment& s : plain.segments) s.conversion.minus = s.conversion.plus = s.conversion.space = s.conversion.hash = false;
  return emit(plain, arguments, Target::DebugPrintf);
}

Emitted emit_os_log(const Format& format, std::span<const Type> arguments) {
  return emit(format, arguments, Target::OsLog);
}

}  // namespace vitrine::printf
