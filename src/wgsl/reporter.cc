#include "wgsl/reporter.h"

#include <algorithm>

#include "diag/rule.h"

namespace vitrine::wgsl {

using diag::Effect;

RULE(further_errors, ShaderCreation, "wgsl:shader-creation-error", "",
     "{0} further errors are not shown", uint64_t);
RULE(further_warnings, Warning, "wgsl:diagnostics", "", "{0} further warnings are not shown", uint64_t);

void Reporter::report(SourceSpan span, diag::Diagnostic d) {
  bool error = d.severity() == diag::Severity::Error;
  ++(error ? errors_ : warnings_);
  uint32_t& shown = error ? shown_errors_ : shown_warnings_;
  if (shown >= max_errors_) return;
  ++shown;
  entries_.push_back({span.begin, diag::freeze(std::move(d).at(source_, span))});
}

void Reporter::finish(std::vector<diag::DiagnosticPtr>& out) {
  std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.at < b.at; });
  for (Entry& e : entries_) out.push_back(std::move(e.diagnostic));
  entries_.clear();
  uint32_t end = static_cast<uint32_t>(source_->text().size());
  auto further = [&](diag::Diagnostic d) {
    out.push_back(diag::freeze(std::move(d).severity(diag::Severity::Info).at(source_, SourceSpan{end, end})));
  };
  if (errors_ > shown_errors_) further(further_errors(errors_ - shown_errors_));
  if (warnings_ > shown_warnings_) further(further_warnings(warnings_ - shown_warnings_));
}

}  // namespace vitrine::wgsl
