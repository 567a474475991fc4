// What check() finds, as warnings of the compiler. All of them answer to `diagnostic(..., vitrine.printf_format)`.
#pragma once

#include <span>
#include <vector>

#include "diag/diagnostic.h"
#include "printf/printf.h"

namespace vitrine::printf {

// `literal` is the text between the quotes in `source`, of which `format` was parsed; `arguments` the spans of the values.
std::vector<diag::Diagnostic> diagnose(const Format& format, std::span<const Type> types, const diag::SourceRef& source,
                                       SourceSpan literal, std::span<const SourceSpan> arguments);

}  // namespace vitrine::printf
