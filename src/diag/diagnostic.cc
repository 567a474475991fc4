#include "diag/diagnostic.h"

#include <fmt/format.h>

namespace vitrine::diag {

std::string Path::text() const {
  if (!parent_) return std::string(name_);
  std::string out = parent_->text();
  if (index_ >= 0) return out + fmt::format("[{}]", index_);
  return out + "." + std::string(name_);
}

std::string to_text(const ObjectRef& ref) {
  if (!ref.label.empty()) return fmt::format("{} \"{}\"", ref.kind, ref.label);
  std::string out = ref.ordinal ? fmt::format("{} #{}", ref.kind, ref.ordinal) : ref.kind;
  if (!ref.traits.empty()) out += fmt::format(" ({})", ref.traits);
  return out;
}

std::string to_text(const Arg& arg) {
  struct Visitor {
    std::string operator()(const Name& n) const { return fmt::format("`{}`", n.text); }
    std::string operator()(const Label& l) const { return fmt::format("\"{}\"", l.text); }
    std::string operator()(const Text& t) const { return t.text; }
    std::string operator()(const Hex& h) const { return fmt::format("{:#x}", h.value); }
    std::string operator()(const ObjectRef& r) const { return to_text(r); }
    std::string operator()(int64_t v) const { return fmt::format("{}", v); }
    std::string operator()(uint64_t v) const { return fmt::format("{}", v); }
    std::string operator()(double v) const { return fmt::format("{}", v); }
    std::string operator()(bool v) const { return v ? "true" : "false"; }
  };
  return std::visit(Visitor{}, arg);
}

std::string_view to_text(Effect effect) {
  switch (effect) {
    case Effect::Validation: return "validation error";
    case Effect::OutOfMemory: return "out-of-memory error";
    case Effect::Internal: return "internal error";
    case Effect::ShaderCreation: return "shader-creation error";
    case Effect::PipelineCreation: return "pipeline-creation error";
    case Effect::TypeError: return "TypeError";
    case Effect::RangeError: return "RangeError";
    case Effect::OperationError: return "OperationError";
    case Effect::DeviceLost: return "device lost";
    case Effect::Warning: return "warning";
  }
  return "";
}

std::string_view to_text(Severity severity) {
  switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Info: return "info";
  }
  return "";
}

std::string Diagnostic::message() const {
  std::string out;
  std::string_view m = rule_->message;
  for (size_t i = 0; i < m.size(); ++i) {
    if (m[i] != '{' && m[i] != '}') {
      out += m[i];
      continue;
    }
    if (m[i + 1] == m[i]) {
      out += m[i++];
      continue;
    }
    size_t n = 0;
    while (m[++i] != '}') n = n * 10 + static_cast<size_t>(m[i] - '0');
    out += to_text(args_[n]);
  }
  return out;
}

Diagnostic Requirements::take() {
  Diagnostic first = std::move(failed_.front());
  for (size_t i = 1; i < failed_.size(); ++i) first = std::move(first).also(freeze(std::move(failed_[i])));
  failed_.clear();
  return first;
}

}  // namespace vitrine::diag
