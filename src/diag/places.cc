#include "diag/places.h"

#include <fmt/format.h>

namespace vitrine::diag {

std::string source_place_text(const SourcePlace& place, Columns columns) {
  if (!place.source) return {};
  Position p = place.source->position(place.span.begin);
  std::string at = fmt::format("{}:{}", p.line, columns == Columns::Utf16 ? p.column_utf16 : p.column_bytes);
  return place.source->name().empty() ? at : fmt::format("{}:{}", place.source->name(), at);
}

std::string place_text(const Place& place) {
  struct Visitor {
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(const SourcePlace& p) const { return source_place_text(p); }
    std::string operator()(const ArgumentPlace& p) const { return p.path; }
    std::string operator()(const ObjectRef& p) const { return to_text(p); }
    std::string operator()(const NativeCall& p) const { return fmt::format("{} returned {}", p.function, p.result); }
  };
  return std::visit(Visitor{}, place);
}

std::string_view to_text(ContextKind kind) {
  switch (kind) {
    case ContextKind::ApiCall: return "call";
    case ContextKind::Pass: return "pass";
    case ContextKind::Command: return "command";
    case ContextKind::DebugGroup: return "debug group";
    case ContextKind::Pipeline: return "pipeline";
    case ContextKind::EntryPoint: return "entry point";
    case ContextKind::ShaderCall: return "function";
    case ContextKind::Submission: return "submission";
  }
  return "";
}

std::string context_text(const std::vector<Context>& context) {
  std::string out;
  for (const Context& c : context) {
    if (!out.empty()) out += " > ";
    switch (c.kind) {
      case ContextKind::ApiCall: out += c.text; break;
      case ContextKind::Command: out += fmt::format("{}, command {}", c.text, c.index); break;
      case ContextKind::Submission: out += fmt::format("submission {}", c.index); break;
      case ContextKind::EntryPoint:
      case ContextKind::ShaderCall: out += fmt::format("{} `{}`", to_text(c.kind), c.text); break;
      case ContextKind::Pass:
      case ContextKind::DebugGroup:
      case ContextKind::Pipeline:
        if (!c.text.empty()) out += fmt::format("{} \"{}\"", to_text(c.kind), c.text);
        else if (c.index) out += fmt::format("{} #{}", to_text(c.kind), c.index);
        else out += fmt::format("{} without label", to_text(c.kind));
        break;
    }
  }
  return out;
}

std::string chain_text(const std::vector<ObjectRef>& chain) {
  std::string out;
  for (const ObjectRef& ref : chain) {
    if (!out.empty()) out += " > ";
    out += to_text(ref);
    if (std::string site = ref.created.text(); !site.empty()) out += fmt::format(" ({})", site);
  }
  return out;
}

std::string root_text(const Diagnostic& root) {
  std::string place = place_text(root.where());
  std::string_view gap = place.empty() ? "" : root.source_place() ? " " : ": ";
  return fmt::format("{}{}{} [{}]", place, gap, root.message(), root.rule().name);
}

}  // namespace vitrine::diag
