// Text to tokens, template lists found. https://www.w3.org/TR/WGSL/#parsing
#pragma once

#include <vector>

#include "wgsl/ast.h"
#include "wgsl/lex/token.h"
#include "wgsl/reporter.h"

namespace vitrine::wgsl {

// Every token of the text and an End token behind them. What is no token is reported and leaves an Error token. Linear in the
// length of the text.
std::vector<Token> lex(std::string_view text, SymbolTable& symbols, Reporter& reporter);

// Symbols that every module has, at fixed places: first the keywords, then the reserved words.
inline constexpr uint32_t kFirstReserved = lang::kKeywordCount;

}  // namespace vitrine::wgsl
