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

bool Filter::admits(Stage stage, uint32_t line, uint32_t command, const uint32_t (&invocation)[3]) const {
  for (const Term& t : terms_) {
    double v = 0;
    auto of = [&](Stage wanted, uint32_t i) {
      v = wanted == Stage::Fragment ? std::bit_cast<float>(invocation[i]) : invocation[i];
      return stage == wanted;
    };
    bool has = true;
    switch (t.name) {
      case Name::GlobalX: has = of(Stage::Compute, 0); break;
      case Name::GlobalY: has = of(Stage::Compute, 1); break;
      case Name::GlobalZ: has = of(Stage::Compute, 2); break;
      case Name::VertexIndex: has = of(Stage::Vertex, 0); break;
      case Name::InstanceIndex: has = of(Stage::Vertex, 1); break;
      case Name::PositionX: has = of(Stage::Fragment, 0); break;
      case Name::PositionY: has = of(Stage::Fragment, 1); break;
      case Name::PositionZ: has = of(Stage::Fragment, 2); break;
      case Name::Line: v = line; break;
      case Name::Command: v = command; break;
    }
    if (!has) return false;
    bool holds = false;
    switch (t.op) {
      case Op::Equal: holds = v == t.value; break;
      case Op::NotEqual: holds = v != t.value; break;
      case Op::Less: holds = v < t.value; break;
      case Op::LessEqual: holds = v <= t.value; break;
      case Op::Greater: holds = v > t.value; break;
      case Op::GreaterEqual: holds = v >= t.value; break;
    }
    if (!holds) return false;
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
