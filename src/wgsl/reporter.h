// Collects the diagnostics of one module.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/span.h"
#include "diag/diagnostic.h"
#include "diag/source.h"

namespace vitrine::wgsl {

class Reporter {
 public:
  Reporter(diag::SourceRef source, uint32_t max_errors) : source_(std::move(source)), max_errors_(max_errors) {}

  // Asked before a costly message is made: when true the next report is only counted.
  bool full() const { return shown_errors_ >= max_errors_; }
  uint32_t room() const { return max_errors_ - shown_errors_; }
  void report(SourceSpan span, diag::Diagnostic d);
  void count_only() { ++errors_; }
  uint32_t errors() const { return errors_; }
  const diag::SourceRef& source() const { return source_; }
  diag::SourcePlace place(SourceSpan span) const { return {source_, span}; }

  // In the order of the text; then, when there were too many errors, one note that counts the others; the same for warnings.
  void finish(std::vector<diag::DiagnosticPtr>& out);

 private:
  struct Entry {
    uint32_t at;
    diag::DiagnosticPtr diagnostic;
  };
  diag::SourceRef source_;
  uint32_t max_errors_;
  uint32_t errors_ = 0, warnings_ = 0;  // those that are only counted may come before others that are shown
  uint32_t shown_errors_ = 0, shown_warnings_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace vitrine::wgsl
