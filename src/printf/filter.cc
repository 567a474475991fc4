#include "printf/filter.h"

#include <bit>
#include <charconv>

namespace vitrine::printf {

Result<Filter, FilterError> Filter::parse(std::string_view text) {
  static constexpr std::pair<std::string_view, Name> kNames[] = {
      {"global_invocation_id.x", Name::GlobalX}, {"global_invocation_id.y", Name::GlobalY},
      {"global_invocation_id.z", Name::GlobalZ}, {"vertex_index", Name::VertexIndex},
      {"instance_index", Name::InstanceIndex},   {"position.x", Name::PositionX},
      {"position.y", Name::PositionY},           {"position.z", Name::PositionZ},
      {"line", Name::Line},                      {"command", Name::Command}};
  static constexpr std::pair<std::string_view, Op> kOps[] = {{"==", Op::Equal},     {"!=", Op::NotEqual}, {"<=", Op::LessEqual},
                                                             {">=", Op::GreaterEqual}, {"<", Op::Less},   {">", Op::Greater}};
  Filter out;
  size_t at = 0;
  auto space = [&] { while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at; };
  auto word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  };
  auto failure = [&](size_t begin, size_t end, std::string message) {
    return Failure<FilterError>(FilterError{{static_cast<uint32_t>(begin), static_cast<uint32_t>(end)}, std::move(message)});
  };
  while (true) {
    space();
    size_t begin = at;
    while (at < text.size() && word(text[at])) ++at;
    std::string_view name = text.substr(begin, at - begin);
    Term term{};
    bool known = false;
    for (const auto& [spelled, which] : kNames)
      if (spelled == name) term.name = which, known = true;
    if (!known) {
      std::string names;
      for (const auto& [spelled, which] : kNames) names += (names.empty() ? "" : ", ") + std::string(spelled);
      return failure(begin, std::max(at, begin + (begin < text.size())),
                     name.empty() ? "expected a name: " + names : "`" + std::string(name) + "` is none of " + names);
    }
    space();
    begin = at;
    known = false;
    for (const auto& [spelled, which] : kOps)
      if (!known && text.substr(at, spelled.size()) == spelled) term.op = which, known = true, at += spelled.size();
    if (!known) return failure(begin, std::min(begin + 1, text.size()), "expected one of == != < <= > >= after `" + std::string(name) + "`");
    space();
    begin = at;
    auto number = std::from_chars(text.data() + at, text.data() + text.size(), term.value);
    at = static_cast<size_t>(number.ptr - text.data());
    if (number.ec != std::errc()) return failure(begin, std::min(begin + 1, text.size()), "expected a number");
    out.terms_.push_back(term);
    space();
    if (at == text.size()) return out;
    if (text.substr(at, 2) != "&&") return failure(at, at + 1, "expected `&&` or the end");
    at += 2;
  }
}

namespace {
// The stage whose messages have the name; none: every one's.
std::optional<Stage> stage_of(Filter::Name name) {
  switch (name) {
    case Filter::Name::GlobalX:
    case Filter::Name::GlobalY:
    case Filter::Name::GlobalZ: return Stage::Compute;
    case Filter::Name::VertexIndex:
    case Filter::Name::InstanceIndex: return Stage::Vertex;
    case Filter::Name::PositionX:
    case Filter::Name::PositionY:
    case Filter::Name::PositionZ: return Stage::Fragment;
    case Filter::Name::Line:
    case Filter::Name::Command: break;
  }
  return std::nullopt;
}
}  // namespace

uint32_t Filter::Term::component() const {
  switch (name) {
    case Name::GlobalY:
    case Name::InstanceIndex:
    case Name::PositionY: return 1;
    case Name::GlobalZ:
    case Name::PositionZ: return 2;
    default: return 0;
  }
}

bool Filter::Term::compare(double left) const {
  switch (op) {
    case Op::Equal: return left == value;
    case Op::NotEqual: return left != value;
    case Op::Less: return left < value;
    case Op::LessEqual: return left <= value;
    case Op::Greater: return left > value;
    case Op::GreaterEqual: return left >= value;
  }
  return false;
}

std::optional<Filter::Term::Known> Filter::Term::known(Stage stage, uint32_t line) const {
  if (name == Name::Line) return Known{compare(line)};
  std::optional<Stage> wanted = stage_of(name);
  if (wanted && *wanted != stage) return Known{false};
  return std::nullopt;
}

bool Filter::admits(Stage stage, uint32_t line, uint32_t command, const uint32_t (&invocation)[3]) const {
  for (const Term& t : terms_) {
    std::optional<Term::Known> known = t.known(stage, line);
    uint32_t word = t.name == Name::Command ? command : invocation[t.component()];
    if (known ? !known->holds : !t.compare(t.is_float() ? double{std::bit_cast<float>(word)} : word)) return false;
  }
  return true;
}

bool SiteLimit::admits(uint64_t site) {
  if (limit_ == 0) return true;
  if (++seen_[site] <= limit_) return true;
  seen_[site] = limit_;  // so that the count cannot wrap
  ++refused_;
  return false;
}

}  // namespace vitrine::printf
