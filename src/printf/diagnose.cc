#include "printf/diagnose.h"

namespace vitrine::printf {
namespace {

using diag::Name;
using diag::Text;

RULE(printf_format_unsupported, Warning, "vitrine:printf", "", "{0} {1} and prints as written", Name, Text);
RULE(printf_format_missing_value, Warning, "vitrine:printf", "",
     "{0} takes value {1}, but the call has {2}: it prints as written", Name, uint64_t, Text);
RULE(printf_format_surplus_value, Warning, "vitrine:printf", "", "value {0} is not printed: the format takes {1}", uint64_t,
     Text);
RULE(printf_format_type, Warning, "vitrine:printf", "", "{0} prints {1}, but the value is {2}: it prints {3}", Name, Text,
     Name, Text);
RULE(printf_format_vector_size, Warning, "vitrine:printf", "",
     "{0} prints a vector of {1} components, but the value is {2}: all of it is printed", Name, uint64_t, Name);

std::string count(size_t n, std::string_view what) {
  return n == 0 ? "no " + std::string(what) + "s" : std::to_string(n) + " " + std::string(what) + (n == 1 ? "" : "s");
}

std::string_view words(Unsupported why) {
  switch (why) {
    case Unsupported::None:
    case Unsupported::Lone: return "starts no conversion";
    case Unsupported::Unknown: return "is no conversion";
    case Unsupported::Pointer: return "prints strings or addresses, which shaders do not have,";
    case Unsupported::Star: return "takes its width from a value, which is not supported,";
    case Unsupported::TooWide: return "has a width or precision over 64";
    case Unsupported::VectorSize: return "has a vector size other than 2, 3, 4";
  }
  return "";
}

}  // namespace

std::vector<diag::Diagnostic> diagnose(const Format& format, std::span<const Type> types, const diag::SourceRef& source,
                                       SourceSpan literal, std::span<const SourceSpan> arguments) {
  std::vector<diag::Diagnostic> out;
  for (const Finding& f : check(format, types)) {
    if (f.kind == Finding::Kind::SurplusArgument) {
      SourceSpan span = f.argument < arguments.size() ? arguments[f.argument] : literal;
      out.push_back(printf_format_surplus_value(f.argument + 1, Text{count(format.arguments, "value")})
                        .at(source, span)
                        .help("add a conversion for it, or remove it"));
      continue;
    }
    const Segment& s = format.segments[f.segment];
    SourceSpan span{literal.begin + s.span.begin, literal.begin + s.span.end};
    Name written{std::string(format.text_of(s))};
    auto make = [&]() -> diag::Diagnostic {
      switch (f.kind) {
        case Finding::Kind::Unsupported:
          return printf_format_unsupported(written, Text{std::string(words(s.why))}).at(source, span);
        case Finding::Kind::MissingArgument:
          return printf_format_missing_value(written, f.argument + 1, Text{count(types.size(), "value")}).at(source, span);
        case Finding::Kind::VectorMismatch:
          return printf_format_vector_size(written, s.conversion.vector, Name{to_text(types[f.argument])}).at(source, span);
        default: break;
      }
      char specifier = s.conversion.specifier;
      bool wants_integer = std::string_view("diouxXc").find(specifier) != std::string_view::npos;
      bool bits = std::string_view("oxX").find(specifier) != std::string_view::npos;
      const Type& type = types[f.argument];
      bool mixed = type.kind == Type::Kind::Struct || type.kind == Type::Kind::Array;
      return printf_format_type(written, Text{wants_integer ? "integers" : "floats"}, Name{to_text(type)},
                                  Text{mixed              ? "each component as its type allows"
                                       : !wants_integer   ? "converted to f32"
                                       : bits             ? "its bits"
                                                          : "as a float"})
          .at(source, span);
    };
    diag::Diagnostic d = make();
    if (!f.suggestion.empty()) {
      std::move(d).help({"write `" + f.suggestion + "`", {{span, f.suggestion}}, s.why == Unsupported::Lone});
    } else if (f.kind == Finding::Kind::MissingArgument) {
      std::move(d).help("add the value, or write `%%` for a percent sign");
    } else if (s.why == Unsupported::Pointer || s.why == Unsupported::Unknown) {
      std::move(d).help("write `%?` to print a value by its type, or `%%` for a percent sign");
    } else if (s.why == Unsupported::Star) {
      std::move(d).help("write the width as a number");
    }
    if (f.kind == Finding::Kind::TypeMismatch || f.kind == Finding::Kind::VectorMismatch)
      if (f.argument < arguments.size())
        std::move(d).note(diag::SourcePlace{source, arguments[f.argument]}, "the value");
    out.push_back(std::move(d));
  }
  return out;
}

}  // namespace vitrine::printf
