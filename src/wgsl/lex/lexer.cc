#include "wgsl/lex/lexer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <initializer_list>
#include <iterator>

#include "diag/rule.h"
#include "wgsl/lex/unicode.h"

namespace vitrine::wgsl {
namespace {

using diag::Effect;
using diag::Text;

RULE(source_null_character, ShaderCreation, "wgsl:textual-structure", "0dbd46f6",
     "the text contains a null character (U+0000)");
RULE(source_byte_order_mark, ShaderCreation, "wgsl:textual-structure", "",
     "the text starts with a byte order mark (U+FEFF)");
RULE(source_malformed_utf8, ShaderCreation, "wgsl:textual-structure", "",
     "{0} bytes here are not UTF-8, the first is {1}", uint64_t, diag::Hex);
RULE(character_unknown, ShaderCreation, "wgsl:tokens", "654da04b", "{0} is no part of any token", Text);
RULE(comment_unterminated, ShaderCreation, "wgsl:comments", "", "a block comment is not closed by the end of the text");
RULE(string_unterminated, ShaderCreation, "wgsl:tokens", "", "a string literal is not closed by the end of the text");

// What a first byte can begin.
enum class Class : uint8_t { Unknown, Blank, Break, Letter, Digit, Period, Quote, Slash, Null, Wide, Punctuation };

constexpr std::array<Class, 256> kClasses = [] {
  std::array<Class, 256> c{};
  for (int i = 'a'; i <= 'z'; ++i) c[i] = Class::Letter;
  for (int i = 'A'; i <= 'Z'; ++i) c[i] = Class::Letter;
  for (int i = '0'; i <= '9'; ++i) c[i] = Class::Digit;
  for (int i = 0x80; i < 0x100; ++i) c[i] = Class::Wide;
  for (char p : std::string_view("()[]{}<>;,:@+-*%&|^!~=?")) c[static_cast<uint8_t>(p)] = Class::Punctuation;
  c['_'] = Class::Letter;
  c['.'] = Class::Period;
  c['"'] = Class::Quote;
  c['/'] = Class::Slash;
  c[' '] = c['\t'] = Class::Blank;
  c['\n'] = c['\v'] = c['\f'] = c['\r'] = Class::Break;
  c[0] = Class::Null;
  return c;
}();

constexpr std::array<bool, 256> kWordByte = [] {
  std::array<bool, 256> c{};
  for (int i = 'a'; i <= 'z'; ++i) c[i] = true;
  for (int i = 'A'; i <= 'Z'; ++i) c[i] = true;
  for (int i = '0'; i <= '9'; ++i) c[i] = true;
  c['_'] = true;
  return c;
}();

// https://www.w3.org/TR/WGSL/#blankspace-and-line-breaks, the code points above U+007F
bool is_wide_blank(char32_t c) {
  return c == 0x85 || c == 0x200E || c == 0x200F || c == 0x2028 || c == 0x2029;
}
bool is_wide_break(char32_t c) { return c == 0x85 || c == 0x2028 || c == 0x2029; }

class Lexer {
 public:
  Lexer(std::string_view text, SymbolTable& symbols, Reporter& reporter)
      : text_(text), end_(static_cast<uint32_t>(text.size())), symbols_(symbols), reporter_(reporter) {}

  std::vector<Token> run() {
    tokens_.reserve(text_.size() / 4 + 16);
    if (text_.starts_with("\xEF\xBB\xBF")) {
      reporter_.report({0, 3}, source_byte_order_mark().help(
                                   diag::Help{"save the file without a byte order mark", {{SourceSpan{0, 3}, ""}}, true}));
      at_ = 3;
    }
    while (at_ < end_) step();
    emit(Tok::End, end_, end_);
    return std::move(tokens_);
  }

 private:
  uint8_t byte(uint32_t offset) const { return at_ + offset < end_ ? static_cast<uint8_t>(text_[at_ + offset]) : 0; }

  void emit(Tok kind, uint32_t begin, uint32_t end, uint32_t payload = 0) {
    tokens_.push_back({begin, end, payload, kind, after_break_});
    after_break_ = false;
    at_ = end;
  }
  void punctuation(Tok kind, uint32_t length) { emit(kind, at_, at_ + length); }

  void step() {
    uint8_t c = static_cast<uint8_t>(text_[at_]);
    switch (kClasses[c]) {
      case Class::Break:
        after_break_ = true;
        [[fallthrough]];
      case Class::Blank:
        ++at_;
        return;
      case Class::Letter:
        return word();
      case Class::Digit:
        return number();
      case Class::Period:
        if (kClasses[byte(1)] == Class::Digit) return number();
        return punctuation(Tok::Period, 1);
      case Class::Quote:
        return string();
      case Class::Slash:
        return slash();
      case Class::Wide:
        return wide();
      case Class::Null:
      case Class::Unknown:
        return unknown();
      case Class::Punctuation:
        return operators(c);
    }
  }

  // -- words --

  void word() {
    uint32_t begin = at_, hash = SymbolTable::kHashSeed;
    uint32_t i = at_;
    while (i < end_ && kWordByte[static_cast<uint8_t>(text_[i])]) hash = SymbolTable::hash_step(hash, text_[i++]);
    if (i < end_ && static_cast<uint8_t>(text_[i]) >= 0x80) return wide_word(begin, i);
    finish_word(begin, i, hash);
  }

  // The rest of a word with code points above U+007F.
  void wide_word(uint32_t begin, uint32_t i) {
    while (i < end_) {
      uint8_t c = static_cast<uint8_t>(text_[i]);
      if (c < 0x80) {
        if (!kWordByte[c]) break;
        ++i;
        continue;
      }
      CodePoint p = decode_utf8(text_, i);
      if (p.length == 0 || !is_xid_continue(p.value)) break;
      i += p.length;
    }
    finish_word(begin, i, SymbolTable::hash(text_.substr(begin, i - begin)));
  }

  void finish_word(uint32_t begin, uint32_t end, uint32_t hash) {
    if (end == begin + 1 && text_[begin] == '_') return emit(Tok::Underscore, begin, end);
    Symbol s = symbols_.intern(text_.substr(begin, end - begin), hash);
    Tok kind = Tok::Ident;
    if (s.value < kFirstReserved)
      kind = keyword_token(static_cast<lang::Keyword>(s.value));
    else if (s.value < kFirstReserved + std::size(lang::kReservedWords))
      kind = Tok::Reserved;
    emit(kind, begin, end, s.value);
  }

  // -- numbers: the extent only. No number may touch a word, so the longest run is taken --

  void number() {
    uint32_t begin = at_, i = at_;
    bool hex = text_[i] == '0' && (byte(1) | 32) == 'x';
    for (; i < end_; ++i) {
      uint8_t c = static_cast<uint8_t>(text_[i]);
      if (kWordByte[c] || c == '.') continue;
      if ((c == '+' || c == '-') && i > begin) {
        uint8_t before = static_cast<uint8_t>(text_[i - 1]) | 32;
        if (hex ? before == 'p' : before == 'e') continue;
      }
      break;
    }
    emit(Tok::Number, begin, i);
  }

  void string() {
    size_t close = text_.find('"', at_ + 1);
    if (close == std::string_view::npos) {
      // The rest of the line is skipped only, so that what follows is still read.
      size_t stop = text_.find_first_of("\n\r", at_);
      uint32_t end = stop == std::string_view::npos ? end_ : static_cast<uint32_t>(stop);
      reporter_.report({at_, at_ + 1}, string_unterminated().help("close it with `\"`"));
      return emit(Tok::Error, at_, end);
    }
    emit(Tok::String, at_, static_cast<uint32_t>(close) + 1);
  }

  // -- comments. https://www.w3.org/TR/WGSL/#comments --

  void slash() {
    if (byte(1) == '/') return line_comment();
    if (byte(1) == '*') return block_comment();
    if (byte(1) == '=') {
      clear_templates();
      return punctuation(Tok::SlashAssign, 2);
    }
    punctuation(Tok::Slash, 1);
  }

  void line_comment() {
    at_ += 2;
    while (at_ < end_) {
      uint8_t c = static_cast<uint8_t>(text_[at_]);
      if (c >= '\n' && c <= '\r') return;
      if (c == 0) {
        reporter_.report({at_, at_ + 1}, source_null_character());
      } else if (c >= 0x80) {
        CodePoint p = decode_utf8(text_, at_);
        if (p.length == 0) {
          malformed();
          continue;
        }
        if (is_wide_break(p.value)) return;
        at_ += p.length;
        continue;
      }
      ++at_;
    }
  }

  void block_comment() {
    uint32_t begin = at_, depth = 1;
    at_ += 2;
    while (depth > 0) {
      if (at_ >= end_) {
        reporter_.report({begin, begin + 2},
                         comment_unterminated().help("close it with `*/`; comments within a comment take one each"));
        return emit(Tok::Error, begin, end_);
      }
      uint8_t c = static_cast<uint8_t>(text_[at_]);
      if (c == '*' && byte(1) == '/') {
        --depth;
        at_ += 2;
      } else if (c == '/' && byte(1) == '*') {
        ++depth;
        at_ += 2;
      } else if (c == 0) {
        reporter_.report({at_, at_ + 1}, source_null_character());
        ++at_;
      } else if (c >= 0x80) {
        CodePoint p = decode_utf8(text_, at_);
        if (p.length == 0) {
          malformed();
        } else {
          if (is_wide_break(p.value)) after_break_ = true;
          at_ += p.length;
        }
      } else {
        if (kClasses[c] == Class::Break) after_break_ = true;
        ++at_;
      }
    }
  }

  // -- what is not ASCII, and what is nothing --

  void wide() {
    CodePoint p = decode_utf8(text_, at_);
    if (p.length == 0) return unknown();
    if (is_wide_blank(p.value)) {
      if (is_wide_break(p.value)) after_break_ = true;
      at_ += p.length;
      return;
    }
    if (is_xid_start(p.value)) return wide_word(at_, at_);
    unknown();
  }

  // Skips a run of bytes that are not UTF-8.
  void malformed() {
    uint32_t begin = at_;
    while (at_ < end_ && static_cast<uint8_t>(text_[at_]) >= 0x80 && decode_utf8(text_, at_).length == 0) ++at_;
    uint8_t first = static_cast<uint8_t>(text_[begin]);
    if (reporter_.full()) return reporter_.count_only();
    reporter_.report({begin, at_}, source_malformed_utf8(at_ - begin, diag::Hex{first}));
  }

  void unknown() {
    uint32_t begin = at_;
    uint8_t c = static_cast<uint8_t>(text_[at_]);
    if (c == 0) {
      while (at_ < end_ && text_[at_] == 0) ++at_;
      reporter_.report({begin, at_}, source_null_character());
    } else if (CodePoint p = decode_utf8(text_, at_); p.length == 0) {
      malformed();
    } else {
      at_ += p.length;
      uint32_t after = at_;
      if (reporter_.full()) {
        reporter_.count_only();
      } else {
        unknown_character(begin, p);
      }
      // `${name}` is one piece.
      if (c == '$' && after < end_ && text_[after] == '{') {
        size_t close = text_.find_first_of("}\n", after);
        if (close < end_ && text_[close] == '}') at_ = static_cast<uint32_t>(close) + 1;
      }
    }
    // One token for a run of them.
    if (!tokens_.empty() && tokens_.back().kind == Tok::Error && tokens_.back().end == begin) {
      tokens_.back().end = at_;
      return;
    }
    emit(Tok::Error, begin, at_);
  }

  void unknown_character(uint32_t begin, CodePoint p) {
    char code[16];
    static constexpr char kDigits[] = "0123456789ABCDEF";
    int n = 0;
    code[n++] = 'U';
    code[n++] = '+';
    for (int shift = p.value > 0xFFFF ? 20 : 12; shift >= 0; shift -= 4) code[n++] = kDigits[(p.value >> shift) & 15];
    std::string shown = p.value > 0x20 && p.value != 0x7F
                            ? "`" + std::string(text_.substr(begin, p.length)) + "` (" + std::string(code, n) + ")"
                            : std::string(code, n);
    SourceSpan span{begin, begin + p.length};
    diag::Diagnostic d = character_unknown(Text{shown});
    if (c_is('#', p)) std::move(d).help(std::string(preprocessor_help()));
    if (c_is('$', p))
      std::move(d).help("a placeholder was not filled in: in JavaScript `${...}` works between backticks only");
    if (c_is('\'', p)) std::move(d).help("WGSL has no character literals: write the code as a number");
    struct Look {
      char32_t wide;
      const char* plain;
    };
    static constexpr Look kLooks[] = {{0x201C, "\""}, {0x201D, "\""}, {0x2018, "'"}, {0x2019, "'"}, {0x2013, "-"},
                                      {0x2014, "-"},  {0x2212, "-"},  {0xA0, " "},   {0xD7, "*"},   {0xF7, "/"},
                                      {0xFF1B, ";"},  {0xFF08, "("},  {0xFF09, ")"}, {0xFF0C, ","}, {0x3000, " "},
                                      {0x37E, ";"},   {0x2264, "<="}, {0x2265, ">="}, {0x2260, "!="},
                                      {0x200B, ""},   {0x200C, ""},   {0x200D, ""},   {0x2060, ""},
                                      {0xFEFF, ""},   {0xAD, ""}};
    for (const Look& look : kLooks)
      if (look.wide == p.value)
        std::move(d).help(diag::Help{*look.plain == 0     ? std::string("take it out: it shows nothing")
                                     : *look.plain == ' ' ? std::string("write a space")
                                                          : "write `" + std::string(look.plain) + "`",
                                     {{span, look.plain}},
                                     true});
    reporter_.report(span, std::move(d));
  }
  // What a `#` that was just read can have been meant for, by what follows it.
  std::string_view preprocessor_help() const {
    uint32_t n = at_;
    while (n < end_ && n < at_ + 32 && kWordByte[static_cast<uint8_t>(text_[n])]) ++n;
    std::string_view word = text_.substr(at_, n - at_);
    auto one_of = [&](std::initializer_list<std::string_view> words) {
      return std::find(words.begin(), words.end(), word) != words.end();
    };
    bool hex = word.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
    if (hex && (word.size() == 3 || word.size() == 6 || word.size() == 8))
      return "a colour is a vector: `vec4f(1.0, 0.5, 0.0, 1.0)`";
    if (word.empty()) return "a comment starts with `//`";
    if (one_of({"import", "include", "define_import_path"}))
      return "WGSL has no modules: join the texts before creating the shader module";
    if (one_of({"version", "extension", "pragma", "line"})) return "WGSL has no preprocessor: leave the line out";
    if (one_of({"if", "ifdef", "ifndef", "else", "elif", "endif", "undef"}))
      return "WGSL has no preprocessor: choose the text before creating the shader module, or branch on an `override`";
    return "WGSL has no preprocessor: declare a `const`, or an `override` that the pipeline sets";
  }
  static bool c_is(char c, CodePoint p) { return p.value == static_cast<char32_t>(c); }

  // -- operators and template lists. https://www.w3.org/TR/WGSL/#template-lists-sec --

  struct Candidate {
    uint32_t token;
    uint32_t depth;
  };

  bool previous_is_word() const {
    if (tokens_.empty()) return false;
    Tok k = tokens_.back().kind;
    if (k == Tok::Ident || k == Tok::Reserved) return true;
    return is_keyword(k) && k != keyword_token(lang::Keyword::True) && k != keyword_token(lang::Keyword::False);
  }
  void clear_templates() {
    pending_.clear();
    depth_ = 0;
  }
  void drop_templates_at_depth() {
    while (!pending_.empty() && pending_.back().depth >= depth_) pending_.pop_back();
  }

  void operators(uint8_t c) {
    uint8_t n = byte(1);
    auto assign = [&](Tok plain, Tok with) {
      if (n != '=') return punctuation(plain, 1);
      clear_templates();
      punctuation(with, 2);
    };
    switch (c) {
      case '(':
        ++depth_;
        return punctuation(Tok::ParenLeft, 1);
      case '[':
        ++depth_;
        return punctuation(Tok::BracketLeft, 1);
      case ')':
      case ']':
        drop_templates_at_depth();
        if (depth_ > 0) --depth_;
        return punctuation(c == ')' ? Tok::ParenRight : Tok::BracketRight, 1);
      case '{':
        clear_templates();
        return punctuation(Tok::BraceLeft, 1);
      case '}':
        return punctuation(Tok::BraceRight, 1);
      case ';':
        clear_templates();
        return punctuation(Tok::Semicolon, 1);
      case ':':
        clear_templates();
        return punctuation(Tok::Colon, 1);
      case ',':
        return punctuation(Tok::Comma, 1);
      case '@':
        return punctuation(Tok::Attr, 1);
      case '~':
        return punctuation(Tok::Tilde, 1);
      case '?':
        return punctuation(Tok::Question, 1);
      case '+':
        if (n == '+') return punctuation(Tok::PlusPlus, 2);
        return assign(Tok::Plus, Tok::PlusAssign);
      case '-':
        if (n == '-') return punctuation(Tok::MinusMinus, 2);
        if (n == '>') return punctuation(Tok::Arrow, 2);
        return assign(Tok::Minus, Tok::MinusAssign);
      case '*':
        return assign(Tok::Star, Tok::StarAssign);
      case '%':
        return assign(Tok::Percent, Tok::PercentAssign);
      case '^':
        return assign(Tok::Xor, Tok::XorAssign);
      case '&':
        if (n == '&') {
          drop_templates_at_depth();
          return punctuation(Tok::AndAnd, 2);
        }
        return assign(Tok::And, Tok::AndAssign);
      case '|':
        if (n == '|') {
          drop_templates_at_depth();
          return punctuation(Tok::OrOr, 2);
        }
        return assign(Tok::Or, Tok::OrAssign);
      case '!':
        return n == '=' ? punctuation(Tok::NotEqual, 2) : punctuation(Tok::Not, 1);
      case '=':
        if (n == '=') return punctuation(Tok::EqualEqual, 2);
        clear_templates();
        return punctuation(Tok::Assign, 1);
      case '<':
        return less();
      default:
        return greater();
    }
  }

  void less() {
    uint8_t n = byte(1);
    bool word = previous_is_word();
    if (n == '<') {
      if (byte(2) == '=') {
        clear_templates();
        return punctuation(Tok::ShiftLeftAssign, 3);
      }
      return punctuation(Tok::ShiftLeft, 2);
    }
    if (n == '=') {
      // Not after a word, the algorithm takes the `=` for an assignment.
      if (!word && byte(2) != '=') clear_templates();
      return punctuation(Tok::LessEqual, 2);
    }
    if (word) pending_.push_back({static_cast<uint32_t>(tokens_.size()), depth_});
    punctuation(Tok::Less, 1);
  }

  void greater() {
    if (!pending_.empty() && pending_.back().depth == depth_) {
      tokens_[pending_.back().token].kind = Tok::TemplateLeft;
      pending_.pop_back();
      return punctuation(Tok::TemplateRight, 1);
    }
    uint8_t n = byte(1);
    if (n == '=') return punctuation(Tok::GreaterEqual, 2);
    if (n == '>') return byte(2) == '=' ? punctuation(Tok::ShiftRightAssign, 3) : punctuation(Tok::ShiftRight, 2);
    punctuation(Tok::Greater, 1);
  }

  std::string_view text_;
  uint32_t at_ = 0, end_;
  SymbolTable& symbols_;
  Reporter& reporter_;
  std::vector<Token> tokens_;
  std::vector<Candidate> pending_;
  uint32_t depth_ = 0;
  bool after_break_ = true;
};

}  // namespace

std::vector<Token> lex(std::string_view text, SymbolTable& symbols, Reporter& reporter) {
  return Lexer(text, symbols, reporter).run();
}

std::string_view to_text(Tok t) {
  static constexpr std::string_view kTexts[] = {
      "the end of the text", "text", "an identifier", "a reserved word", "a number", "a string literal",
      "(", ")", "[", "]", "{", "}", "<", ">", ";", ",", ":", ".", "@", "->", "_",
      "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "&&", "||", "<<", ">>",
      "==", "!=", "<", "<=", ">", ">=",
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--", "?"};
  static_assert(std::size(kTexts) == static_cast<size_t>(Tok::FirstKeyword));
  if (is_keyword(t)) return lang::to_text(static_cast<lang::Keyword>(static_cast<int>(t) - static_cast<int>(Tok::FirstKeyword)));
  return kTexts[static_cast<size_t>(t)];
}

}  // namespace vitrine::wgsl
