#include "printf/printf.h"

namespace vitrine::printf {
namespace {

bool is_float(Scalar s) { return s == Scalar::F32 || s == Scalar::F16; }

bool wants_float(char specifier) { return std::string_view("fFeEgGaA").find(specifier) != std::string_view::npos; }

// Flags, width and precision of a conversion with another specifier or vector size.
std::string respelled(const Format& format, const Segment& s, std::string_view ending) {
  std::string_view written = format.text_of(s);
  size_t end = written.find_first_not_of("%-+ #0123456789.");
  return std::string(written.substr(0, end == std::string_view::npos ? written.size() : end)) + std::string(ending);
}

std::string vector_prefix(const Type& type) {
  return type.kind == Type::Kind::Vector ? "v" + std::to_string(type.rows) : std::string();
}

}  // namespace

std::vector<Finding> check(const Format& format, std::span<const Type> arguments) {
  std::vector<Finding> out;
  for (uint32_t i = 0; i < format.segments.size(); ++i) {
    const Segment& s = format.segments[i];
    if (s.kind == Segment::Kind::AsWritten) {
      // A percent sign in a sentence is what most of these are: "50% of", "100%".
      out.push_back({Finding::Kind::Unsupported, i, s.argument.value_or(0), s.why == Unsupported::Lone ? "%%" : ""});
      continue;
    }
    if (s.kind != Segment::Kind::Conversion) continue;
    uint32_t index = *s.argument;
    const Conversion& c = s.conversion;
    if (index >= arguments.size()) {
      out.push_back({Finding::Kind::MissingArgument, i, index, ""});
      continue;
    }
    const Type& type = arguments[index];
    bool composite = type.kind != Type::Kind::Scalar && type.kind != Type::Kind::Vector;
    // A plain conversion prints whatever shape it is given.
    bool shape = c.vector == 0 || (type.kind == Type::Kind::Vector && type.rows == c.vector);
    bool number = c.specifier == '?';
    Scalar scalar = type.scalar;
    if (type.kind == Type::Kind::Array || type.kind == Type::Kind::Struct) {
      // All components of the same kind are compared with the conversion; mixed ones need %?.
      std::vector<Scalar> flat = type.flat();
      bool mixed = false;
      for (Scalar f : flat) mixed |= is_float(f) != is_float(flat[0]);
      if (mixed) {
        if (!number) out.push_back({Finding::Kind::TypeMismatch, i, index, "%?"});
        continue;
      }
      if (flat.empty()) continue;
      scalar = flat[0];
    }
    number |= wants_float(c.specifier) == is_float(scalar);
    std::string_view letter = is_float(scalar) ? "f" : scalar == Scalar::I32 ? "d" : "u";
    if (!shape) {
      std::string ending = composite ? "?" : vector_prefix(type) + (number ? std::string(1, c.specifier) : std::string(letter));
      out.push_back({Finding::Kind::VectorMismatch, i, index, respelled(format, s, ending)});
    } else if (!number) {
      std::string ending = (c.vector ? vector_prefix(type) : "") + std::string(letter);
      out.push_back({Finding::Kind::TypeMismatch, i, index, respelled(format, s, ending)});
    }
  }
  for (uint32_t i = format.arguments; i < arguments.size(); ++i)
    out.push_back({Finding::Kind::SurplusArgument, 0, i, ""});
  return out;
}

}  // namespace vitrine::printf
