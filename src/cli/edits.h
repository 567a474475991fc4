// Edits of diagnostics, applied to the text they belong to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diag/diagnostic.h"

namespace vitrine::cli {

// The certain edits of diagnostics of one source, in the order of the text. All edits of one help are taken, or none:
// none when one of them meets an edit that was taken before.
std::vector<diag::Edit> certain_edits(const std::vector<diag::DiagnosticPtr>& diagnostics, const diag::Source& source);
std::string apply_edits(std::string_view text, const std::vector<diag::Edit>& edits);
// The changed lines, "-" before and "+" after.
std::string edits_as_diff(const diag::Source& source, const std::vector<diag::Edit>& edits);

}  // namespace vitrine::cli
