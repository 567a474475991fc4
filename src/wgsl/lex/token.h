// Tokens of WGSL. https://www.w3.org/TR/WGSL/#tokens
#pragma once

#include <cstdint>
#include <string_view>

#include "base/span.h"
#include "lang/tables.h"
#include "wgsl/ast.h"

namespace vitrine::wgsl {

enum class Tok : uint8_t {
  End,
  Error,     // something the lexer already reported; never the reason for another message
  Ident,     // payload: Symbol
  Reserved,  // payload: Symbol
  Number,    // any numeric literal; the parser reads the text
  String,    // with both quotes
  // syntactic tokens. https://www.w3.org/TR/WGSL/#syntactic-tokens
  ParenLeft, ParenRight, BracketLeft, BracketRight, BraceLeft, BraceRight,
  TemplateLeft, TemplateRight,
  Semicolon, Comma, Colon, Period, Attr, Arrow, Underscore,
  Plus, Minus, Star, Slash, Percent, And, Or, Xor, Not, Tilde,
  AndAnd, OrOr, ShiftLeft, ShiftRight,
  EqualEqual, NotEqual, Less, LessEqual, Greater, GreaterEqual,
  Assign, PlusAssign, MinusAssign, StarAssign, SlashAssign, PercentAssign, AndAssign, OrAssign, XorAssign,
  ShiftLeftAssign, ShiftRightAssign,
  PlusPlus, MinusMinus,
  Question,  // not in WGSL: kept for the message about `?:`
  // keywords: this plus lang::Keyword. Payload: Symbol
  FirstKeyword,
};

constexpr Tok keyword_token(lang::Keyword k) {
  return static_cast<Tok>(static_cast<uint8_t>(Tok::FirstKeyword) + static_cast<uint8_t>(k));
}
constexpr bool is_keyword(Tok t) { return t >= Tok::FirstKeyword; }

struct Token {
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t payload = 0;
  Tok kind = Tok::End;
  bool after_break = false;  // first on its line

  constexpr SourceSpan span() const { return {begin, end}; }
  constexpr Symbol symbol() const { return Symbol(payload); }
};

std::string_view to_text(Tok t);  // `;` as written, or a word for a class: "identifier"

}  // namespace vitrine::wgsl
