#include <charconv>
#include <cmath>
#include <cstring>

#include "trace/trace.h"

namespace vitrine::trace {
namespace {

constexpr uint32_t kMaxDepth = 64;
constexpr size_t kMaxData = size_t{256} << 20;  // bytes of all zeros(N) of a text

struct Failure {
  size_t offset;
  std::string message;
};

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name(char c) { return is_name_start(c) || is_digit(c); }

// A flag word is written in capitals: MAP_READ.
bool is_flag_word(std::string_view s) {
  bool letter = false;
  for (char c : s) {
    if (c >= 'A' && c <= 'Z') letter = true;
    else if (c != '_' && !is_digit(c)) return false;
  }
  return letter && s.size() > 1;
}

void append_utf8(std::string& out, uint32_t c) {
  if (c >= 0xD800 && c < 0xE000) c = 0xFFFD;  // a surrogate alone is no character
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 63));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 63));
    out += static_cast<char>(0x80 | (c & 63));
  } else {
    out += static_cast<char>(0xF0 | c >> 18);
    out += static_cast<char>(0x80 | (c >> 12 & 63));
    out += static_cast<char>(0x80 | (c >> 6 & 63));
    out += static_cast<char>(0x80 | (c & 63));
  }
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Trace run() {
    Trace trace;
    while (true) {
      skip_between();
      if (at_end()) break;
      size_t start = at_;
      failed_ = false;
      Call call;
      call.line = line_of(start);
      statement(call);
      if (!failed_) {
        end_of_statement();
      }
      if (!failed_) {
        trace.calls.push_back(std::move(call));
      } else {
        trace.errors.push_back({line_of(failure_.offset), column_of(failure_.offset), failure_.message});
        recover(start);
      }
    }
    return trace;
  }

 private:
  // -- characters --
  bool at_end() const { return at_ >= text_.size(); }
  char peek(size_t k = 0) const { return at_ + k < text_.size() ? text_[at_ + k] : '\0'; }
  bool eat(char c) {
    if (at_end() || peek() != c) return false;
    ++at_;
    return true;
  }
  bool starts(std::string_view s) const { return text_.substr(at_).starts_with(s); }

  void fail(std::string message) { fail_at(at_, std::move(message)); }
  void fail_at(size_t offset, std::string message) {
    if (failed_) return;
    failed_ = true;
    failure_ = {offset, std::move(message)};
  }

  uint32_t line_of(size_t offset) {
    // Asked in rising order nearly always.
    if (offset < known_offset_) known_offset_ = 0, known_line_ = 1, known_start_ = 0;
    for (; known_offset_ < offset && known_offset_ < text_.size(); ++known_offset_) {
      if (text_[known_offset_] == '\n') ++known_line_, known_start_ = known_offset_ + 1;
    }
    return known_line_;
  }
  uint32_t column_of(size_t offset) {
    line_of(offset);
    return static_cast<uint32_t>(offset - known_start_) + 1;
  }

  // Blanks and comments within a statement; line ends only inside brackets.
  void skip() {
    while (!at_end()) {
      char c = peek();
      if (c == ' ' || c == '\t' || c == '\r') ++at_;
      else if (c == '\n' && depth_ > 0) ++at_;
      else if (c == '#' || (c == '/' && peek(1) == '/')) skip_line();
      else break;
    }
  }
  void skip_line() {
    while (!at_end() && peek() != '\n') ++at_;
  }
  void skip_between() {
    depth_ = 0;
    while (!at_end()) {
      skip();
      if (!eat('\n') && !eat(';')) break;
    }
  }
  void end_of_statement() {
    skip();
    eat(';');
    skip();
    if (!at_end() && peek() != '\n') fail("found text after the call; each call has a line of its own");
  }
  // After an error: from the line after the one the statement began in or the error stands in.
  void recover(size_t start) {
    at_ = failure_.offset > start ? failure_.offset : start;
    if (at_ > text_.size()) at_ = text_.size();
    skip_line();
    depth_ = 0;
  }

  std::string_view name() {
    size_t start = at_;
    if (!is_name_start(peek())) return {};
    while (!at_end() && is_name(peek())) ++at_;
    return text_.substr(start, at_ - start);
  }

  // -- statements --
  void statement(Call& call) {
    std::string_view first = name();
    skip();
    while (first == "const" || first == "let" || first == "var" || first == "await") {
      first = name();
      skip();
    }
    if (first.empty()) return fail("found no name; a line is `result = object.method(...)`");
    if (peek() == '=' && peek(1) != '=') {
      ++at_;
      skip();
      call.result = first;
      first = name();
      skip();
      if (first == "await") {
        first = name();
        skip();
      }
      if (first.empty()) return fail("found no object after `=`");
    }
    call.receiver = first;
    if (!eat('.')) return fail("found no `.` after `" + std::string(first) + "`");
    skip();
    std::string_view member = name();
    if (member.empty()) return fail("found no method name after the `.`");
    call.member = member;
    skip();
    if (peek() == '=' && call.result.empty()) {
      ++at_;
      skip();
      call.assigns = true;
      call.arguments.emplace_back();
      return value(call.arguments.back());
    }
    if (!call.result.empty() && (at_end() || peek() == '\n' || peek() == ';')) {
      call.reads = true;
      return;
    }
    if (!eat('(')) return fail("found no `(` after `" + std::string(member) + "`");
    ++depth_;
    list(')', call.arguments);
  }

  // Values up to the closing bracket; depth_ was raised for the opening one.
  void list(char close, std::vector<Value>& out) {
    while (!failed_) {
      skip();
      if (eat(close)) break;
      if (at_end()) return fail(std::string("found no `") + close + "` that closes the list");
      out.emplace_back();
      value(out.back());
      if (failed_) return;
      skip();
      if (eat(',')) continue;
      if (eat(close)) break;
      return fail(std::string("found neither `,` nor `") + close + "` after a value");
    }
    --depth_;
  }

  void value(Value& out) {
    skip();
    char c = peek();
    if (at_end()) return fail("the text ends where a value is needed");
    if (c == '[') {
      out.kind = Value::Kind::List;
      ++at_;
      if (!deeper()) return;
      return list(']', out.items);
    }
    if (c == '{') return dictionary(out);
    if (c == '"' || c == '\'' || c == '`') return string(out);
    if (is_digit(c) || c == '-' || c == '+' || (c == '.' && is_digit(peek(1)))) return number(out);
    if (is_name_start(c)) return word(out);
    fail("found no value");
  }

  bool deeper() {
    if (++depth_ <= kMaxDepth) return true;
    fail("brackets are nested deeper than " + std::to_string(kMaxDepth));
    return false;
  }

  void dictionary(Value& out) {
    out.kind = Value::Kind::Dictionary;
    ++at_;
    if (!deeper()) return;
    while (!failed_) {
      skip();
      if (eat('}')) break;
      std::string key;
      bool quoted = peek() == '"' || peek() == '\'';
      if (quoted) {
        Value text;
        string(text);
        key = text.text;
      } else {
        key = name();
      }
      if (failed_) return;
      if (key.empty() && !quoted) return fail(at_end() ? "found no `}` that closes the dictionary" : "found no member name");
      skip();
      out.keys.push_back(key);
      out.items.emplace_back();
      if (eat(':')) {
        value(out.items.back());
        if (failed_) return;
      } else if (quoted) {
        return fail("found no `:` after a member name in quotes");
      } else {  // {module} is {module: module}
        out.items.back().kind = Value::Kind::Name;
        out.items.back().text = key;
      }
      skip();
      if (eat(',')) continue;
      if (eat('}')) break;
      return fail("found neither `,` nor `}` after the member `" + key + "`");
    }
    --depth_;
  }

  void string(Value& out) {
    out.kind = Value::Kind::String;
    size_t start = at_;
    std::string_view raw = starts("\"\"\"") ? "\"\"\"" : peek() == '`' ? "`" : "";
    if (!raw.empty()) {
      at_ += raw.size();
      size_t end = text_.find(raw, at_);
      if (end == std::string_view::npos) return fail_at(start, "the text that begins here does not end");
      if (peek() == '\r' && peek(1) == '\n') at_ += 2;
      else if (peek() == '\n') ++at_;
      if (at_ < end) out.text = text_.substr(at_, end - at_);
      at_ = end + raw.size();
      return;
    }
    char quote = peek();
    ++at_;
    while (!at_end() && peek() != quote && peek() != '\n') {
      char c = peek();
      ++at_;
      if (c != '\\') {
        out.text += c;
        continue;
      }
      char e = peek();
      ++at_;
      switch (e) {
        case 'n': out.text += '\n'; break;
        case 't': out.text += '\t'; break;
        case 'r': out.text += '\r'; break;
        case '0': out.text += '\0'; break;
        case '\\':
        case '"':
        case '\'': out.text += e; break;
        case 'u': escape(out.text); break;
        default: return fail_at(at_ - 2, "found an escape that is none of \\n \\t \\r \\0 \\\\ \\\" \\' \\uXXXX");
      }
      if (failed_) return;
    }
    if (!eat(quote)) fail_at(start, "the text that begins here does not end on its line");
  }

  void escape(std::string& out) {
    bool braces = eat('{');
    uint32_t c = 0;
    size_t digits = 0;
    auto hex = [](char d) { return is_digit(d) ? d - '0' : d >= 'a' && d <= 'f' ? d - 'a' + 10 : d >= 'A' && d <= 'F' ? d - 'A' + 10 : -1; };
    while (hex(peek()) >= 0 && digits < (braces ? 6u : 4u)) {
      c = c * 16 + static_cast<uint32_t>(hex(peek()));
      ++at_;
      ++digits;
    }
    bool ends = !braces || eat('}');
    if (digits == 0 || (!braces && digits != 4) || !ends || c > 0x10FFFF)
      return fail("found no four hexadecimal digits after \\u, nor {digits} up to 10ffff");
    append_utf8(out, c);
  }

  void number(Value& out) {
    out.kind = Value::Kind::Number;
    bool negative = false;
    if (peek() == '-' || peek() == '+') {
      negative = peek() == '-';
      ++at_;
    }
    size_t start = at_;
    if (starts("NaN")) {
      at_ += 3;
      out.number = NAN;
    } else if (starts("Infinity")) {
      at_ += 8;
      out.number = INFINITY;
    } else if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
      at_ += 2;
      size_t digits = at_;
      while (!at_end() && std::isxdigit(static_cast<unsigned char>(peek()))) {
        char d = peek();
        out.number = out.number * 16 + (is_digit(d) ? d - '0' : (d | 32) - 'a' + 10);
        ++at_;
      }
      if (at_ == digits) return fail("found no digits after 0x");
    } else {
      bool digits = false;
      while (is_digit(peek()) || peek() == '_') digits |= is_digit(peek()), ++at_;
      if (peek() == '.') {
        ++at_;
        while (is_digit(peek())) digits = true, ++at_;
      }
      if (digits && (peek() == 'e' || peek() == 'E')) {
        ++at_;
        if (peek() == '+' || peek() == '-') ++at_;
        if (!is_digit(peek())) return fail("found no digits in the exponent");
        while (is_digit(peek())) ++at_;
      }
      if (!digits) return fail_at(start, "found no digits");
      std::string plain;
      for (char c : text_.substr(start, at_ - start)) {
        if (c != '_') plain += c;
      }
      // Not strtod: the program that is traced may have set a locale.
      auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), out.number);
      bool small = plain[0] == '0' || plain[0] == '.' || plain.find('-') != plain.npos;
      if (error == std::errc::result_out_of_range) out.number = small ? 0 : HUGE_VAL;
    }
    if (!at_end() && is_name(peek())) return fail("found a letter right after a number");
    if (negative) out.number = -out.number;
  }

  // A word: a constant, data, flags, or the name of a result.
  void word(Value& out) {
    size_t start = at_;
    std::string w(name());
    if (w == "null") out.kind = Value::Kind::Null;
    else if (w == "undefined") out.kind = Value::Kind::Undefined;
    else if (w == "true" || w == "false") out.kind = Value::Kind::Boolean, out.boolean = w == "true";
    else if (w == "NaN") out.kind = Value::Kind::Number, out.number = NAN;
    else if (w == "Infinity") out.kind = Value::Kind::Number, out.number = INFINITY;
    else if (w == "zeros" && peek() == '(') zeros(out);
    else if (peek() == '[' && element_size(w)) data(out, w);
    else if (is_flag_word(w) || (w.starts_with("GPU") && peek() == '.')) {
      at_ = start;
      flags(out);
    } else {
      out.kind = Value::Kind::Name;
      out.text = w;
    }
  }

  void flags(Value& out) {
    out.kind = Value::Kind::Flags;
    while (!failed_) {
      skip();
      std::string w(name());
      if (w.starts_with("GPU") && eat('.')) w = name();
      if (!is_flag_word(w)) return fail("found no flag word");
      out.words.push_back(w);
      skip();
      if (!eat('|')) return;
    }
  }

  static size_t element_size(std::string_view type) {
    return type == "u8" ? 1 : type == "u16" ? 2 : type == "u32" || type == "i32" || type == "f32" ? 4 : 0;
  }

  void zeros(Value& out) {
    out.kind = Value::Kind::Data;
    out.text = "u8";
    ++at_;
    skip();
    Value n;
    if (is_digit(peek())) number(n);
    if (failed_) return;
    if (!(n.number <= static_cast<double>(kMaxData - zeros_))) return fail("found more than 256 MiB of zeros");
    skip();
    if (!eat(')')) return fail("found no `)` after the number of zeros");
    out.bytes.resize(static_cast<size_t>(n.number));
    zeros_ += out.bytes.size();
  }

  void data(Value& out, std::string_view type) {
    out.kind = Value::Kind::Data;
    out.text = type;
    ++at_;
    if (!deeper()) return;
    size_t size = element_size(type);
    while (!failed_) {
      skip();
      if (eat(']')) break;
      if (at_end()) return fail("found no `]` that closes the data");
      Value n;
      bool word = type == "f32" && (peek() == 'N' || peek() == 'I');
      if (!is_digit(peek()) && peek() != '-' && peek() != '.' && !word) return fail("found no number in the data");
      number(n);
      if (failed_) return;
      uint32_t bits = 0;
      if (type == "f32") {
        float f = static_cast<float>(n.number);
        std::memcpy(&bits, &f, sizeof bits);
      } else {
        double low = type == "i32" ? -2147483648.0 : 0, high = type == "i32" ? 2147483647.0 : std::ldexp(1.0, static_cast<int>(8 * size)) - 1;
        if (n.number != std::trunc(n.number) || n.number < low || n.number > high)
          return fail("found a number that no " + std::string(type) + " can hold");
        bits = static_cast<uint32_t>(static_cast<int64_t>(n.number));
      }
      for (size_t i = 0; i < size; ++i) out.bytes.push_back(static_cast<uint8_t>(bits >> (8 * i)));
      skip();
      if (eat(',')) continue;
      if (eat(']')) break;
      return fail("found neither `,` nor `]` after a number");
    }
    --depth_;
  }

  std::string_view text_;
  size_t at_ = 0, zeros_ = 0;
  uint32_t depth_ = 0;
  bool failed_ = false;
  Failure failure_{0, {}};
  size_t known_offset_ = 0, known_start_ = 0;
  uint32_t known_line_ = 1;
};

}  // namespace

Trace parse(std::string_view text) { return Parser(text).run(); }

}  // namespace vitrine::trace
