// Tokens to syntax tree.
#pragma once

#include <memory>

#include "wgsl/ast.h"
#include "wgsl/reporter.h"

namespace vitrine::wgsl {

// Always gives a tree; what could not be read is left out of it or stands in it as Error nodes, and was reported.
// https://www.w3.org/TR/WGSL/#parsing
std::unique_ptr<ast::Module> parse(diag::SourceRef source, Reporter& reporter);

}  // namespace vitrine::wgsl
