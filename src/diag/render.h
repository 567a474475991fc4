// Text of diagnostics, made last. tests/render/ pins every layout.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"

namespace vitrine::diag {

struct TerminalOptions {
  bool unicode = true;   // box drawing and typographic marks; else ASCII
  bool colour = false;   // never carries meaning alone
  uint32_t width = 100;  // cells; longer source lines are cut around the span
};

// What a file descriptor can show: colour on a terminal unless NO_COLOR is set, Unicode where the locale is UTF-8.
TerminalOptions detect_terminal(int fd);

// Several lines: error[rule]: message, place, source with carets, notes, context, root cause, chain, help.
// No line break at the end. `folded` follow-on errors of the same root are mentioned.
std::string render_terminal(const Diagnostic& d, const TerminalOptions& options, uint64_t folded = 0);
// One paragraph without source: what GPUError.message and the C callbacks carry. Names the root cause in its first line.
std::string render_plain(const Diagnostic& d);
// file:line:column: severity: message [rule], for editors.
std::string render_line(const Diagnostic& d);
// One JSON object, every field typed.
std::string render_json(const Diagnostic& d);
// SARIF 2.1.0 log with one run.
std::string render_sarif(const std::vector<DiagnosticPtr>& all);
// ::error file=...,line=...::message
std::string render_github(const Diagnostic& d);

// https://gpuweb.github.io/gpuweb/#gpucompilationmessage with both units; 0 for line and column when unknown.
struct CompilationMessage {
  Severity severity;
  std::string text;
  uint32_t line = 0, column_bytes = 0, column_utf16 = 0;
  uint32_t offset_bytes = 0, length_bytes = 0, offset_utf16 = 0, length_utf16 = 0;
};
CompilationMessage to_compilation_message(const Diagnostic& d);

}  // namespace vitrine::diag
