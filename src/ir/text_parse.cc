#include <charconv>
#include <optional>
#include <unordered_map>

#include "ir/builder.h"
#include "lang/half.h"
#include "ir/text.h"
#include "ir/transform/overrides.h"

namespace vitrine::ir {
namespace {

using lang::TypeKind;

constexpr uint32_t kMaxDepth = 200;

struct Abort {};  // thrown inside the parser only

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text), b_(m_) {}

  Result<Module, TextError> run() {
    try {
      for (skip(); at_ < text_.size(); skip()) declaration();
    } catch (const Abort&) {
      return Failure<TextError>(error_);
    }
    return std::move(m_);
  }

 private:
  [[noreturn]] void fail(std::string message) {
    error_ = {1, 1, std::move(message)};
    for (size_t i = 0; i < at_ && i < text_.size(); ++i) {
      ++error_.column;
      if (text_[i] == '\n') ++error_.line, error_.column = 1;
    }
    throw Abort();
  }

  // -- characters ---------------------------------------------------------------------------------------------------

  void skip(bool lines = true) {
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (c == ' ' || c == '\t' || (lines && (c == '\n' || c == '\r'))) ++at_;
      else if (c == '/' && text_.substr(at_, 2) == "//") while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      else break;
    }
  }
  bool peek(std::string_view s) {
    skip();
    return text_.substr(at_, s.size()) == s;
  }
  bool take(std::string_view s) {
    if (!peek(s)) return false;
    at_ += s.size();
    return true;
  }
  void need(std::string_view s) {
    if (!take(s)) fail("expected " + std::string(s));
  }
  static bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
  static bool digit(char c) { return c >= '0' && c <= '9'; }
  std::string_view word() {
    skip();
    size_t from = at_;
    while (at_ < text_.size() && (letter(text_[at_]) || digit(text_[at_]))) ++at_;
    return text_.substr(from, at_ - from);
  }
  std::string_view peek_word() {
    skip();
    size_t from = at_;
    std::string_view w = word();
    at_ = from;
    return w;
  }
  bool take_word(std::string_view w) {
    if (peek_word() != w) return false;
    word();
    return true;
  }
  void need_word(std::string_view w) {
    if (!take_word(w)) fail("expected " + std::string(w));
  }
  uint32_t number() {
    skip();
    uint32_t v = 0;
    auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), v);
    if (error != std::errc()) fail("expected a number");
    at_ = static_cast<size_t>(end - text_.data());
    return v;
  }
  std::string string() {
    need("\"");
    std::string out;
    while (at_ < text_.size() && text_[at_] != '"') {
      char c = text_[at_++];
      if (c == '\\' && at_ < text_.size()) {
        c = text_[at_++];
        if (c == 'n') c = '\n';
        if (c == 'r') c = '\r';
      }
      out += c;
    }
    need("\"");
    return out;
  }
  // %a  %12  %.p1  @name  @.g0
  std::string symbol(char sigil) {
    skip();
    if (at_ >= text_.size() || text_[at_] != sigil) fail(std::string("expected ") + sigil);
    size_t from = at_++;
    if (at_ < text_.size() && text_[at_] == '.') ++at_;
    while (at_ < text_.size() && (letter(text_[at_]) || digit(text_[at_]))) ++at_;
    return std::string(text_.substr(from, at_ - from));
  }
  std::string declared(std::string& used, char sigil) {
    used = symbol(sigil);
    if (used.size() > 1 && used[1] == '.') return string();
    return used.substr(1);
  }
  std::string name() { return peek("\"") ? string() : std::string(word()); }

  std::optional<std::pair<SourceSpan, ScopeId>> place() {
    skip(false);
    if (text_.substr(at_, 1) != ";") return std::nullopt;
    ++at_;
    SourceSpan s;
    s.begin = number();
    need("..");
    s.end = number();
    ScopeId scope;
    if (text_.substr(at_, 1) == ":") {
      ++at_;
      scope = ScopeId(number());
    }
    return std::pair(s, scope);
  }
  SourceSpan span() {
    auto p = place();
    return p ? p->first : SourceSpan{};
  }

  // -- types ------------------------------------------------------------------------------------------------------------

  TypeId type(uint32_t depth = 0) {
    if (depth > 30) fail("type nests too deep");
    std::string_view w = word();
    lang::TypeTable& t = m_.types;
    if (w == "void") return lang::kVoidType;
    if (w == "bool") return lang::kBoolType;
    if (w == "i32") return lang::kI32Type;
    if (w == "u32") return lang::kU32Type;
    if (w == "f32") return lang::kF32Type;
    if (w == "f16") return lang::kF16Type;
    if (w == "sampler") return lang::kSamplerType;
    if (w == "sampler_comparison") return lang::kSamplerComparisonType;
    auto structure = structs_.find(std::string(w));
    if (structure != structs_.end()) return structure->second;
    auto inner = [&] {
      need("<");
      TypeId id = type(depth + 1);
      return id;
    };
    auto close = [&](TypeId id) {
      need(">");
      return id;
    };
    if (w.size() == 4 && w.starts_with("vec") && w[3] >= '2' && w[3] <= '4')
      return close(t.vector(static_cast<uint32_t>(w[3] - '0'), inner()));
    if (w.size() == 6 && w.starts_with("mat") && w[4] == 'x')
      return close(t.matrix(static_cast<uint32_t>(w[3] - '0'), static_cast<uint32_t>(w[5] - '0'), inner()));
    if (w == "atomic") return close(t.atomic(inner()));
    if (w == "array") {
      TypeId element = inner();
      if (!take(",")) return close(t.runtime_array(element));
      if (take_word("count")) {
        uint32_t key = number();
        return close(t.override_array(element, key, "count " + std::to_string(key)));
      }
      return close(t.array(element, number()));
    }
    if (w == "buffer") {
      if (!take("<")) return t.runtime_buffer();
      if (take_word("count")) {
        uint32_t key = number();
        return close(t.override_buffer(key, "count " + std::to_string(key)));
      }
      return close(t.buffer(number()));
    }
    if (w == "ptr") {
      need("<");
      auto space = lang::find_address_space(word());
      if (!space) fail("expected an address space");
      need(",");
      TypeId store = type(depth + 1);
      need(",");
      auto access = lang::find_access_mode(word());
      if (!access) fail("expected an access mode");
      return close(t.pointer(*space, store, *access));
    }
    if (auto texture = lang::find_texture_type(w)) {
      if (info(*texture).kind == lang::TextureKind::Storage) {
        need("<");
        auto format = lang::find_texel_format(word());
        need(",");
        auto access = lang::find_access_mode(word());
        if (!format || !access) fail("expected a texel format and an access mode");
        return close(t.storage_texture(*texture, *format, *access));
      }
      if (!take("<")) return t.texture(*texture);
      TypeId sampled = type(depth + 1);
      return close(t.texture(*texture, sampled));
    }
    // Predeclared results: __frexp_result_vec2_f32 and the like.
    for (auto [prefix, make] : {std::pair{"__frexp_result_", 0}, {"__modf_result_", 1}, {"__atomic_compare_exchange_result_", 2}}) {
      if (!w.starts_with(prefix)) continue;
      std::string_view rest = w.substr(std::string_view(prefix).size());
      uint32_t n = 1;
      if (rest.starts_with("vec") && rest.size() > 5) {
        n = static_cast<uint32_t>(rest[3] - '0');
        rest = rest.substr(5);
      }
      TypeId scalar = rest == "f32" ? lang::kF32Type : rest == "f16" ? lang::kF16Type : rest == "i32" ? lang::kI32Type : lang::kU32Type;
      TypeId of = n > 1 && n < 5 ? t.vector(n, scalar) : scalar;
      return make == 0 ? t.frexp_result(of) : make == 1 ? t.modf_result(of) : t.atomic_compare_exchange_result(of);
    }
    fail("unknown type " + std::string(w));
  }

  lang::IoAttributes io() {
    lang::IoAttributes a;
    for (;;) {
      skip();
      size_t back = at_;
      if (!take("@")) return a;
      std::string_view w = word();
      if (w == "builtin") {
        need("(");
        a.builtin = lang::find_builtin_value(word());
        if (!a.builtin) fail("unknown builtin value");
        need(")");
      } else if (w == "depth_mode") {
        need("(");
        a.depth_mode = lang::find_depth_mode(word());
        need(")");
      } else if (w == "location") {
        need("(");
        a.location = number();
        need(")");
      } else if (w == "blend_src") {
        need("(");
        a.blend_src = number();
        need(")");
      } else if (w == "interpolate") {
        need("(");
        lang::Interpolation i;
        auto kind = lang::find_interpolation_type(word());
        if (!kind) fail("unknown interpolation type");
        i.type = *kind;
        if (take(",")) i.sampling = lang::find_interpolation_sampling(word());
        a.interpolation = i;
        need(")");
      } else if (w == "invariant") {
        a.invariant = true;
      } else {
        at_ = back;
        return a;
      }
    }
  }

  // -- values -----------------------------------------------------------------------------------------------------------

  Value constant(uint32_t depth) {
    if (depth > 30) fail("constant nests too deep");
    if (take_word("true")) return b_.boolean(true);
    if (take_word("false")) return b_.boolean(false);
    skip();
    char c = at_ < text_.size() ? text_[at_] : '\0';
    if (digit(c) || c == '-') {
      size_t end = at_ + 1;
      while (end < text_.size()) {
        char d = text_[end];
        bool sign = (d == '+' || d == '-') && text_[end - 1] == 'e';
        if (!digit(d) && d != '.' && d != 'e' && !sign) break;
        ++end;
      }
      std::string_view digits = text_.substr(at_, end - at_);
      char suffix = end < text_.size() ? text_[end] : '\0';
      auto parse = [&](auto v) {
        auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), v);
        if (error != std::errc() || stop != digits.data() + digits.size()) fail("expected a number");
        at_ = end + 1;
        return v;
      };
      switch (suffix) {
        case 'u': return b_.u32(parse(uint32_t{}));
        case 'i': return b_.i32(parse(int32_t{}));
        case 'f': return b_.f32(parse(float{}));
        case 'h': return b_.scalar(lang::kF16Type, lang::half_from_double(parse(double{})));
        default: fail("expected a suffix i, u, f or h");
      }
    }
    TypeId t = type();
    need("(");
    if (take(")")) return b_.zero(t);
    if (m_.types.is_scalar(t)) {
      uint32_t bits = number();
      need(")");
      return b_.scalar(t, bits);
    }
    std::vector<Value> parts;
    do parts.push_back(constant(depth + 1)); while (take(","));
    need(")");
    return b_.composite(t, parts);
  }

  Value value() {
    skip();
    char c = at_ < text_.size() ? text_[at_] : '\0';
    if (c == '%' || c == '$' || c == '@') {
      std::string s = symbol(c);
      if (auto it = values_.find(s); it != values_.end()) return it->second;
      if (auto it = module_values_.find(s); it != module_values_.end()) return it->second;
      fail("unknown value " + s);
    }
    if (take_word("none")) return {};
    return constant(0);
  }

  std::vector<Value> values(std::string_view close) {
    std::vector<Value> out;
    if (take(close)) return out;
    do out.push_back(value()); while (take(","));
    need(close);
    return out;
  }

  // -- instructions -----------------------------------------------------------------------------------------------------

  void after(Value v) {
    for (skip(false); text_.substr(at_, 1) == "#"; skip(false)) {
      ++at_;
      std::string_view w = word();
      if (w == "override") b_.flag(v, kOverrideExpression);
      else if (w == "in_bounds") b_.flag(v, kInBounds);
      else if (w == "uninitialized") b_.flag(v, kUninitialized);
      else if (w.size() == 8 && w.starts_with("runtime") && w[7] >= '0' && w[7] <= '3') b_.flag(v, runtime_operand(static_cast<uint32_t>(w[7] - '0')));
      else fail("unknown flag");
    }
    if (auto p = place()) {
      b_.at({}, {});
      b_.at(p->first, p->second);
      b_.function()[v.index()].location = b_.location();
      b_.at(LocationId());
    }
  }

  std::optional<UnaryOp> find_unary(std::string_view w) {
    for (uint32_t i = 0; i < lang::kUnaryOpCount; ++i)
      if (op_name(static_cast<UnaryOp>(i)) == w) return static_cast<UnaryOp>(i);
    return std::nullopt;
  }
  std::optional<BinaryOp> find_binary(std::string_view w) {
    for (uint32_t i = 0; i < lang::kBinaryOpCount; ++i)
      if (op_name(static_cast<BinaryOp>(i)) == w) return static_cast<BinaryOp>(i);
    return std::nullopt;
  }

  void block(uint32_t depth) {
    if (depth > kMaxDepth) fail("blocks nest too deep");
    while (!take("}")) inst(depth);
  }

  void inst(uint32_t depth) {
    skip();
    if (at_ >= text_.size()) fail("expected an instruction or }");
    std::string result;
    TypeId t = lang::kVoidType;
    if (text_[at_] == '%' || text_[at_] == '$') {
      result = symbol(text_[at_]);
      need(":");
      t = type();
      need("=");
    }
    std::string w(word());
    skip(false);
    Value v;
    if (w == "if") {
      Value c = value();
      need("{");
      b_.begin_if(c, t);
      Value self = Value::inst(b_.function().blocks[b_.block().value].owner);
      after(self);
      block(depth + 1);
      if (take_word("else")) {
        need("{");
        b_.begin_else();
        block(depth + 1);
      }
      v = b_.end_if();
      define(result, v);
      return;
    }
    if (w == "loop") {
      need("{");
      b_.begin_loop();
      after(Value::inst(b_.function().blocks[b_.block().value].owner));
      block(depth + 1);
      if (take_word("continuing")) {
        need("{");
        b_.begin_continuing();
        block(depth + 1);
      }
      b_.end_loop();
      return;
    }
    if (w == "switch") {
      Value selector = value();
      need("{");
      b_.begin_switch(selector);
      after(Value::inst(static_cast<uint32_t>(b_.function().insts.size() - 1)));
      while (!take("}")) {
        need_word("case");
        std::vector<Value> selectors;
        bool is_default = false;
        do {
          if (take_word("default")) is_default = true;
          else selectors.push_back(value());
        } while (take(","));
        need("{");
        b_.begin_case(selectors, is_default);
        block(depth + 1);
        b_.end_case();
      }
      b_.end_switch();
      return;
    }
    if (text_.substr(at_, 1) == "(") {
      auto builtin = lang::find_builtin(w);
      if (!builtin) fail("unknown builtin " + w);
      need("(");
      v = b_.builtin(*builtin, t, values(")"));
    } else if (w == "call") {
      std::string callee = symbol('@');
      auto it = functions_.find(callee);
      if (it == functions_.end()) fail("unknown function " + callee);
      need("(");
      std::vector<uint32_t> words{it->second.value};
      for (Value a : values(")")) words.push_back(a.bits());
      v = b_.emit_words(Op::Call, t, words);
    } else if (w == "print") {
      std::vector<uint32_t> words{number()};
      need("(");
      for (Value a : values(")")) words.push_back(a.bits());
      v = b_.emit_words(Op::Print, t, words);
    } else if (w == "swizzle") {
      Value operand = value();
      need(",");
      uint16_t aux = 0;
      uint32_t n = 0;
      for (char c : word()) {
        size_t component = std::string_view("xyzw").find(c);
        if (component > 3 || n > 3) fail("expected up to four of x, y, z, w");
        aux |= static_cast<uint16_t>(component << (2 * n++));
      }
      v = b_.emit(Op::Swizzle, t, {&operand, 1}, aux);
    } else {
      Op op = Op::Unary;
      uint16_t aux = 0;
      if (auto u = find_unary(w)) {
        aux = static_cast<uint16_t>(*u);
      } else if (auto binary = find_binary(w)) {
        op = Op::Binary;
        aux = static_cast<uint16_t>(*binary);
      } else {
        bool found = false;
        for (uint32_t i = 0; i <= static_cast<uint32_t>(Op::Discard) && !found; ++i) {
          op = static_cast<Op>(i);
          found = to_text(op) == w && op != Op::Unary && op != Op::Binary;
        }
        if (!found) fail("unknown operation " + w);
      }
      std::vector<Value> operands;
      skip(false);
      char c = at_ < text_.size() ? text_[at_] : '\n';
      if (c != '\n' && c != '\r' && c != ';' && c != '#' && c != '}')
        do operands.push_back(value()); while (take(","));
      v = b_.emit(op, t, operands, aux);
    }
    after(v);
    define(result, v);
  }

  void define(const std::string& name, Value v) {
    if (name.empty()) return;
    values_[name] = v;
    if (name[0] == '$') module_values_[name] = b_.module_value(v);
  }

  // -- declarations -------------------------------------------------------------------------------------------------------

  void declaration() {
    std::string_view w = word();
    if (w == "struct") return structure();
    if (w == "print_site") {
      if (number() != m_.print_sites.size()) fail("print sites are numbered in order");
      PrintSite p;
      p.format = string();
      need("(");
      if (!take(")")) {
        do p.args.push_back(type()); while (take(","));
        need(")");
      }
      p.span = span();
      p.format_span = span();
      m_.print_sites.add(std::move(p));
      return;
    }
    if (w == "scope") {
      need("{");
      b_.begin_module_scope();
      block(0);
      b_.end_function();
      values_.clear();
      return;
    }
    if (w == "count") {
      if (number() != m_.override_counts.size()) fail("counts are numbered in order");
      need("=");
      OverrideCount c;
      c.value = value();
      c.span = span();
      m_.override_counts.push_back(c);
      return;
    }
    if (w == "override") {
      Override o;
      std::string used;
      o.name = declared(used, '@');
      need(":");
      o.type = type();
      if (take("@id(")) {
        o.id = static_cast<int32_t>(number());
        need(")");
      }
      if (take("=")) o.initializer = value();
      o.span = span();
      module_values_[used] = m_.overrides.add(std::move(o));
      return;
    }
    if (w == "default") {
      Value o = value();
      if (!o.is(ValueKind::Override)) fail("expected an override");
      need("=");
      m_.overrides[o.override_id()].initializer = value();
      return;
    }
    if (w == "var") {
      Global g;
      std::string used;
      g.name = declared(used, '@');
      need(":");
      g.type = type();
      if (take("@group(")) {
        g.has_binding = true;
        g.group = number();
        need(")");
        need("@binding(");
        g.binding = number();
        need(")");
      }
      if (take("=")) g.initializer = value();
      g.uninitialized = take("@uninitialized");
      g.span = span();
      module_values_[used] = m_.globals.add(std::move(g));
      return;
    }
    if (w == "fn") return function();
    if (w == "scope_of") {
      number();
      need_word("in");
      Scope s;
      if (!take_word("none")) s.function = functions_[symbol('@')];
      if (take_word("parent")) s.parent = ScopeId(number());
      s.span = span();
      m_.scopes.push_back(s);
      return;
    }
    if (w == "named") {
      Named n;
      std::string_view kind = word();
      n.kind = kind == "var" ? NamedKind::Var : kind == "param" ? NamedKind::Param : kind == "const" ? NamedKind::Const : NamedKind::Let;
      n.name = string();
      need(":");
      n.type = type();
      need_word("scope");
      if (!take_word("none")) n.scope = ScopeId(number());
      need("=");
      FunctionId f = n.scope && n.scope.value < m_.scopes.size() ? m_.scopes[n.scope.value].function : FunctionId();
      values_ = f && f.value < values_of_.size() ? values_of_[f.value] : decltype(values_)();
      n.value = value();
      n.span = span();
      m_.named.push_back(n);
      return;
    }
    fail("unknown declaration " + std::string(w));
  }

  void structure() {
    std::string name(word());
    std::vector<lang::Member> members;
    need("{");
    do {
      lang::Member member;
      member.name = this->name();
      need(":");
      member.type = type();
      if (take("@align(")) {
        member.align_attribute = number();
        need(")");
      }
      if (take("@size(")) {
        member.size_attribute = number();
        need(")");
      }
      member.io = io();
      members.push_back(std::move(member));
    } while (take(","));
    need("}");
    structs_[name] = m_.types.add_struct(name, {}, std::move(members));
  }

  void function() {
    std::string used;
    std::string function_name = declared(used, '@');
    FunctionId id = b_.begin_function(function_name, lang::kVoidType);
    functions_[used] = id;
    values_.clear();
    need("(");
    if (!take(")")) {
      do {
        std::string param;
        std::string param_name = declared(param, '%');
        need(":");
        TypeId t = type();
        lang::IoAttributes a = io();
        values_[param] = b_.add_param(param_name, t, a);
        if (auto p = place()) {
          b_.at(p->first, p->second);
          b_.function().params.back().location = b_.location();
          b_.at(LocationId());
        }
      } while (take(","));
      need(")");
    }
    if (take("->")) {
      b_.function().return_type = type();
      b_.function().return_io = io();
    }
    while (take("@")) {
      std::string_view w = word();
      if (w == "vertex") b_.function().stage = Stage::Vertex;
      else if (w == "fragment") b_.function().stage = Stage::Fragment;
      else if (w == "compute") b_.function().stage = Stage::Compute;
      else if (w == "workgroup_size") {
        need("(");
        auto size = values(")");
        for (size_t i = 0; i < 3 && i < size.size(); ++i) b_.function().workgroup_size[i] = size[i];
      } else if (w == "subgroup_size") {
        need("(");
        auto size = values(")");
        if (size.size() == 1) b_.function().subgroup_size = size[0];
      } else {
        fail("unknown attribute");
      }
    }
    need("{");
    b_.function().span = span();
    block(0);
    b_.end_function();
    values_of_.resize(m_.functions.size());
    values_of_[id.value] = std::move(values_);
    values_.clear();
  }

  std::string_view text_;
  size_t at_ = 0;
  TextError error_;
  Module m_;
  Builder b_;
  std::unordered_map<std::string, TypeId> structs_;
  std::unordered_map<std::string, FunctionId> functions_;
  std::unordered_map<std::string, Value> values_, module_values_;
  std::vector<std::unordered_map<std::string, Value>> values_of_;
};

}  // namespace

Result<Module, TextError> parse_text(std::string_view text) { return Parser(text).run(); }

}  // namespace vitrine::ir
