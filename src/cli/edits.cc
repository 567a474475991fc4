#include "cli/edits.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitrine::cli {

std::vector<diag::Edit> certain_edits(const std::vector<diag::DiagnosticPtr>& diagnostics, const diag::Source& source) {
  std::vector<diag::Edit> taken;
  auto meets = [&](const diag::Edit& e) {
    return std::any_of(taken.begin(), taken.end(), [&](const diag::Edit& t) {
      return (e.span.begin < t.span.end && t.span.begin < e.span.end) || e.span.begin == t.span.begin;
    });
  };
  for (const diag::DiagnosticPtr& d : diagnostics) {
    if (!d->source_place() || d->source_place()->source.get() != &source) continue;
    for (const diag::Help& h : d->helps()) {
      if (!h.certain || h.edits.empty()) continue;
      bool fits = std::none_of(h.edits.begin(), h.edits.end(), [&](const diag::Edit& e) {
        return e.span.begin > e.span.end || e.span.end > source.text().size() || meets(e);
      });
      if (fits) taken.insert(taken.end(), h.edits.begin(), h.edits.end());
      break;  // further helps of one diagnostic are alternatives
    }
  }
  std::sort(taken.begin(), taken.end(), [](const diag::Edit& a, const diag::Edit& b) { return a.span.begin < b.span.begin; });
  return taken;
}

std::string apply_edits(std::string_view text, const std::vector<diag::Edit>& edits) {
  std::string out;
  uint32_t at = 0;
  for (const diag::Edit& e : edits) {
    out += text.substr(at, e.span.begin - at);
    out += e.replacement;
    at = e.span.end;
  }
  out += text.substr(at);
  return out;
}

std::string edits_as_diff(const diag::Source& source, const std::vector<diag::Edit>& edits) {
  std::string out = fmt::format("--- {0}\n+++ {0}\n", source.name());
  for (size_t i = 0; i < edits.size();) {
    // Edits that touch the same lines are shown together.
    uint32_t first = source.position(edits[i].span.begin).line, last = source.position(edits[i].span.end).line;
    size_t j = i + 1;
    for (; j < edits.size() && source.position(edits[j].span.begin).line <= last; ++j)
      last = std::max(last, source.position(edits[j].span.end).line);
    uint32_t begin = source.line_start(first);
    std::string_view before = source.text().substr(begin, source.line_start(last + 1) - begin);
    std::vector<diag::Edit> shifted(edits.begin() + static_cast<long>(i), edits.begin() + static_cast<long>(j));
    for (diag::Edit& e : shifted) e.span = {e.span.begin - begin, e.span.end - begin};
    std::string after = apply_edits(before, shifted);
    auto lines = [&](char mark, std::string_view text) {
      while (!text.empty()) {
        size_t end = std::min(text.find('\n'), text.size());
        out += fmt::format("{}{}\n", mark, text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
      }
    };
    out += fmt::format("@@ line {} @@\n", first);
    lines('-', before);
    lines('+', after);
    i = j;
  }
  return out;
}

}  // namespace vitrine::cli
