#include <charconv>
#include <unordered_map>
#include <unordered_set>

#include "lang/half.h"
#include "ir/text.h"
#include "ir/transform/overrides.h"

namespace vitrine::ir {
namespace {

using lang::TypeKind;

bool is_identifier(std::string_view s) {
  if (s.empty() || (s[0] >= '0' && s[0] <= '9')) return false;
  for (char c : s) {
    bool ok = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (!ok) return false;
  }
  return true;
}

std::string quote_text(std::string_view s) {
  std::string out = "\"";
  for (char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') out += "\\n";
    else if (c == '\r') out += "\\r";
    else out += c;
  }
  return out + "\"";
}

std::string number(float v) {
  char buffer[64];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, v);
  return std::string(buffer, end);
}

class Printer {
 public:
  Printer(const Module& m, const TextOptions& options) : m_(m), options_(options) { name_module(); }

  std::string module() {
    structs();
    for (size_t i = 0; i < m_.print_sites.size(); ++i) print_site(PrintSiteId(static_cast<uint32_t>(i)));
    for (size_t i = 0; i < m_.overrides.size(); ++i) override_(OverrideId(static_cast<uint32_t>(i)));
    if (!m_.scope.blocks.empty()) {
      line("scope {");
      begin_function(m_.scope, true);
      block(m_.scope, BlockId(0));
      line("}");
    }
    f_ = nullptr;
    for (size_t i = 0; i < m_.overrides.size(); ++i) {
      const Override& o = m_.overrides[OverrideId(static_cast<uint32_t>(i))];
      if (o.initializer.is(ValueKind::ModuleInst)) line("default " + override_names_[i] + " = " + value(o.initializer));
    }
    for (size_t i = 0; i < m_.override_counts.size(); ++i) {
      const OverrideCount& c = m_.override_counts[i];
      line("count " + std::to_string(i) + " = " + (c.value ? value(c.value) : "none") + span(c.span));
    }
    for (size_t i = 0; i < m_.globals.size(); ++i) global(GlobalId(static_cast<uint32_t>(i)));
    for (size_t i = 0; i < m_.functions.size(); ++i) {
      if (!out_.empty()) out_ += '\n';
      function(m_.functions[FunctionId(static_cast<uint32_t>(i))], function_names_[i]);
    }
    if (options_.locations) scopes();
    return std::move(out_);
  }

  std::string one_function(const Function& f) {
    std::string name = is_identifier(f.name) ? "@" + f.name : "@" + quote_text(f.name);
    for (size_t i = 0; i < m_.functions.size(); ++i)
      if (&m_.functions[FunctionId(static_cast<uint32_t>(i))] == &f) name = function_names_[i];
    function(f, name);
    return std::move(out_);
  }

  std::string constant(ConstantId id) const {
    if (!id || id.value >= m_.constants.size()) return "?";
    const Constant& c = m_.constants[id.value];
    switch (m_.types.kind(c.type)) {
      case TypeKind::Bool: return c.bits ? "true" : "false";
      case TypeKind::I32: return std::to_string(static_cast<int32_t>(c.bits)) + "i";
      case TypeKind::U32: return std::to_string(c.bits) + "u";
      case TypeKind::F32: {
        if ((c.bits & 0x7F800000u) == 0x7F800000u) return "f32(" + std::to_string(c.bits) + ")";
        return number(std::bit_cast<float>(c.bits)) + "f";
      }
      case TypeKind::F16: {
        if ((c.bits & 0x7C00u) == 0x7C00u) return "f16(" + std::to_string(c.bits) + ")";
        return number(static_cast<float>(lang::half_to_double(static_cast<uint16_t>(c.bits)))) + "h";
      }
      default: break;
    }
    std::string out = type(c.type) + "(";
    for (uint32_t i = 0; i < c.count; ++i) {
      if (i) out += ", ";
      out += constant(m_.constant_elements[c.first + i]);
    }
    return out + ")";
  }

 private:
  void line(std::string_view text) {
    out_.append(2 * depth_, ' ');
    out_ += text;
    out_ += '\n';
  }

  std::string type(TypeId id) const {
    if (!id || id.value >= m_.types.size()) return "?";
    const lang::Type& t = m_.types[id];
    auto count = [&](std::string element) {
      std::string sep = element.empty() ? "" : ", ";
      if (t.count_kind == lang::CountKind::Fixed) return element + sep + std::to_string(t.count);
      if (t.count_kind == lang::CountKind::Override) return element + sep + "count " + std::to_string(t.count);
      return element;
    };
    switch (t.kind) {
      case TypeKind::Array: return "array<" + count(type(t.element)) + ">";
      case TypeKind::Buffer: return "buffer<" + count("") + ">";
      case TypeKind::Atomic: return "atomic<" + type(t.element) + ">";
      case TypeKind::Pointer:
        return "ptr<" + std::string(to_text(t.space)) + ", " + type(t.element) + ", " + std::string(to_text(t.access)) + ">";
      case TypeKind::Struct: return m_.types.structure(id).name;
      case TypeKind::Void: return "void";
      default: return m_.types.to_text(id);
    }
  }

  std::string io(const lang::IoAttributes& a) const {
    std::string out;
    if (a.builtin) out += " @builtin(" + std::string(to_text(*a.builtin)) + ")";
    if (a.depth_mode) out += " @depth_mode(" + std::string(to_text(*a.depth_mode)) + ")";
    if (a.location) out += " @location(" + std::to_string(*a.location) + ")";
    if (a.blend_src) out += " @blend_src(" + std::to_string(*a.blend_src) + ")";
    if (a.interpolation) {
      out += " @interpolate(" + std::string(to_text(a.interpolation->type));
      if (a.interpolation->sampling) out += ", " + std::string(to_text(*a.interpolation->sampling));
      out += ")";
    }
    if (a.invariant) out += " @invariant";
    return out;
  }

  std::string span(SourceSpan s) const {
    if (!options_.locations || (s.begin == 0 && s.end == 0)) return "";
    return " ;" + std::to_string(s.begin) + ".." + std::to_string(s.end);
  }

  std::string at(LocationId id) const {
    if (!options_.locations || !id || id.value >= m_.locations.size()) return "";
    const Location& l = m_.locations[id.value];
    std::string out = " ;" + std::to_string(l.span.begin) + ".." + std::to_string(l.span.end);
    if (l.scope) out += ":" + std::to_string(l.scope.value);
    return out;
  }

  // The name is `@name` where that says which one is meant, else `@.g1 "name"` at the declaration and `@.g1` in use.
  void name_module() {
    std::unordered_map<std::string, int> seen;
    for (const Global& g : m_.globals) ++seen[g.name];
    for (const Override& o : m_.overrides) ++seen[o.name];
    for (const Function& f : m_.functions) ++seen[f.name];
    auto make = [&](const std::string& name, char kind, size_t i) {
      if (is_identifier(name) && seen[name] == 1) return "@" + name;
      return std::string("@.") + kind + std::to_string(i);
    };
    size_t i = 0;
    for (const Global& g : m_.globals) global_names_.push_back(make(g.name, 'g', i++));
    i = 0;
    for (const Override& o : m_.overrides) override_names_.push_back(make(o.name, 'o', i++));
    i = 0;
    for (const Function& f : m_.functions) function_names_.push_back(make(f.name, 'f', i++));
  }
  static std::string declared(const std::string& used, const std::string& name) {
    return used.size() > 1 && used[1] == '.' ? used + " " + quote_text(name) : used;
  }

  std::string value(Value v) const {
    uint32_t i = v.index();
    switch (v.kind()) {
      case ValueKind::Inst:
        return f_ == &m_.scope ? "$" + std::to_string(number_of(numbers_, i)) : "%" + std::to_string(number_of(numbers_, i));
      case ValueKind::Param: return f_ && i < param_names_.size() ? param_names_[i] : "%?";
      case ValueKind::Constant: return constant(v.constant());
      case ValueKind::Global: return i < global_names_.size() ? global_names_[i] : "@?";
      case ValueKind::Override: return i < override_names_.size() ? override_names_[i] : "@?";
      case ValueKind::ModuleInst: return "$" + std::to_string(number_of(module_numbers_, i));
      case ValueKind::None: break;
    }
    return "none";
  }
  static uint32_t number_of(const std::unordered_map<uint32_t, uint32_t>& numbers, uint32_t i) {
    auto it = numbers.find(i);
    return it == numbers.end() ? 1000000 + i : it->second;
  }

  void structs() {
    for (size_t i = 0; i < m_.types.size(); ++i) {
      TypeId id(static_cast<uint32_t>(i));
      if (!m_.types.is_struct(id)) continue;
      const lang::Struct& s = m_.types.structure(id);
      if (s.predeclared) continue;
      std::string text = "struct " + s.name + " {";
      bool first = true;
      for (const lang::Member& member : s.members) {
        text += first ? " " : ", ";
        first = false;
        text += is_identifier(member.name) ? member.name : quote_text(member.name);
        text += ": " + type(member.type);
        if (member.align_attribute) text += " @align(" + std::to_string(*member.align_attribute) + ")";
        if (member.size_attribute) text += " @size(" + std::to_string(*member.size_attribute) + ")";
        text += io(member.io);
      }
      line(text + " }");
    }
  }

  void print_site(PrintSiteId id) {
    const PrintSite& p = m_.print_sites[id];
    std::string text = "print_site " + std::to_string(id.value) + " " + quote_text(p.format) + "(";
    for (size_t i = 0; i < p.args.size(); ++i) text += (i ? ", " : "") + type(p.args[i]);
    line(text + ")" + span(p.span) + span(p.format_span));
  }

  void override_(OverrideId id) {
    const Override& o = m_.overrides[id];
    std::string text = "override " + declared(override_names_[id.value], o.name);
    text += ": " + type(o.type);
    if (o.id >= 0) text += " @id(" + std::to_string(o.id) + ")";
    // What the module scope computes comes after it, as `default`.
    if (o.initializer && !o.initializer.is(ValueKind::ModuleInst)) text += " = " + value(o.initializer);
    line(text + span(o.span));
  }

  void global(GlobalId id) {
    const Global& g = m_.globals[id];
    std::string text = "var " + declared(global_names_[id.value], g.name);
    text += ": " + type(g.type);
    if (g.has_binding) text += " @group(" + std::to_string(g.group) + ") @binding(" + std::to_string(g.binding) + ")";
    if (g.initializer) text += " = " + value(g.initializer);
    if (g.uninitialized) text += " @uninitialized";
    line(text + span(g.span));
  }

  // Numbers follow the order of printing, so that printing what was parsed gives the same text.
  void number_block(const Function& f, BlockId b, uint32_t& next, std::unordered_map<uint32_t, uint32_t>& numbers,
                    uint32_t depth) {
    if (b.value >= f.blocks.size() || depth > 1000) return;
    for (uint32_t i = f.blocks[b.value].first; i != kNoIndex; i = f.insts[i].next) {
      const Inst& inst = f.insts[i];
      if (inst.type != lang::kVoidType) numbers[i] = next++;
      for_each_block(f, inst, [&](BlockId nested) {
        if (numbered_.insert(nested.value).second) number_block(f, nested, next, numbers, depth + 1);
      });
    }
  }

  void begin_function(const Function& f, bool is_scope) {
    f_ = &f;
    numbers_.clear();
    numbered_.clear();
    uint32_t next = 0;
    number_block(f, BlockId(0), next, numbers_, 0);
    if (is_scope) module_numbers_ = numbers_;
    param_names_.clear();
    std::unordered_map<std::string, int> seen;
    for (const Param& p : f.params) ++seen[p.name];
    for (size_t i = 0; i < f.params.size(); ++i) {
      const std::string& name = f.params[i].name;
      param_names_.push_back(is_identifier(name) && seen[name] == 1 ? "%" + name : "%.p" + std::to_string(i));
    }
  }

  void function(const Function& f, const std::string& name) {
    begin_function(f, false);
    std::string text = "fn " + declared(name, f.name) + "(";
    for (size_t i = 0; i < f.params.size(); ++i) {
      if (i) text += ", ";
      const Param& p = f.params[i];
      text += declared(param_names_[i], p.name);
      text += ": " + type(p.type) + io(p.io) + at(p.location);
    }
    text += ")";
    if (f.return_type != lang::kVoidType) text += " -> " + type(f.return_type) + io(f.return_io);
    if (f.stage != Stage::None) text += " @" + std::string(to_text(f.stage));
    if (f.stage == Stage::Compute) {
      text += " @workgroup_size(";
      for (int i = 0; i < 3; ++i) text += (i ? ", " : "") + value(f.workgroup_size[static_cast<size_t>(i)]);
      text += ")";
      if (f.subgroup_size) text += " @subgroup_size(" + value(f.subgroup_size) + ")";
    }
    line(text + " {" + span(f.span));
    block(f, BlockId(0));
    line("}");
  }

  void block(const Function& f, BlockId b) {
    if (b.value >= f.blocks.size() || depth_ > 1000) return;
    ++depth_;
    for (uint32_t i = f.blocks[b.value].first; i != kNoIndex; i = f.insts[i].next) inst(f, i);
    --depth_;
  }

  std::string operands(const Function& f, const Inst& i, uint32_t from) const {
    std::string out;
    for (uint32_t n = from; n < i.operand_count; ++n) out += (n > from ? ", " : "") + value(f.operand(i, n));
    return out;
  }

  void inst(const Function& f, uint32_t index) {
    const Inst& i = f.insts[index];
    std::string text;
    if (i.type != lang::kVoidType) text = value(Value::inst(index)) + ": " + type(i.type) + " = ";
    std::string tail;
    if (i.flags & kOverrideExpression) tail += " #override";
    if (i.flags & kInBounds) tail += " #in_bounds";
    if (i.flags & kUninitialized) tail += " #uninitialized";
    for (uint32_t n = 0; n < 4; ++n)
      if (i.flags & runtime_operand(n)) tail += " #runtime" + std::to_string(n);
    tail += at(i.location);
    switch (i.op) {
      case Op::Unary: text += std::string(op_name(static_cast<UnaryOp>(i.aux))) + " " + operands(f, i, 0); break;
      case Op::Binary: text += std::string(op_name(static_cast<BinaryOp>(i.aux))) + " " + operands(f, i, 0); break;
      case Op::Swizzle: {
        text += "swizzle " + operands(f, i, 0) + ", ";
        for (uint32_t n = 0; n < m_.types[i.type].rows; ++n) text += "xyzw"[i.aux >> (2 * n) & 3u];
        break;
      }
      case Op::Builtin:
        text += std::string(lang::to_text(static_cast<lang::Builtin>(i.aux))) + "(" + operands(f, i, 0) + ")";
        break;
      case Op::Call: {
        uint32_t callee = f.word(i, 0);
        text += "call " + (callee < function_names_.size() ? function_names_[callee] : "@?") + "(" + operands(f, i, 1) + ")";
        break;
      }
      case Op::Print: text += "print " + std::to_string(f.word(i, 0)) + "(" + operands(f, i, 1) + ")"; break;
      case Op::If:
        line(text + "if " + value(f.operand(i, 0)) + " {" + tail);
        block(f, f.block_operand(i, 1));
        if (f.block_operand(i, 2)) {
          line("} else {");
          block(f, f.block_operand(i, 2));
        }
        line("}");
        return;
      case Op::Loop:
        line("loop {" + tail);
        block(f, f.block_operand(i, 0));
        if (f.block_operand(i, 1)) {
          line("} continuing {");
          block(f, f.block_operand(i, 1));
        }
        line("}");
        return;
      case Op::Switch: {
        line("switch " + value(f.operand(i, 0)) + " {" + tail);
        ++depth_;
        for (uint32_t n = 1; n + 1 < i.operand_count;) {
          BlockId b = f.block_operand(i, n + 1);
          std::string head = "case";
          bool first = true;
          for (; n + 1 < i.operand_count && f.block_operand(i, n + 1) == b; n += 2) {
            Value v = f.operand(i, n);
            head += (first ? " " : ", ") + (v ? value(v) : "default");
            first = false;
          }
          line(head + " {");
          block(f, b);
          line("}");
        }
        --depth_;
        line("}");
        return;
      }
      default: {
        text += std::string(to_text(i.op));
        std::string list = operands(f, i, 0);
        if (!list.empty()) text += " " + list;
      }
    }
    line(text + tail);
  }

  void scopes() {
    for (size_t i = 0; i < m_.scopes.size(); ++i) {
      const Scope& s = m_.scopes[i];
      std::string text = "scope_of " + std::to_string(i);
      text += " in " + (s.function && s.function.value < function_names_.size() ? function_names_[s.function.value] : "none");
      if (s.parent) text += " parent " + std::to_string(s.parent.value);
      line(text + " ;" + std::to_string(s.span.begin) + ".." + std::to_string(s.span.end));
    }
    static constexpr std::string_view kinds[] = {"let", "var", "param", "const"};
    for (const Named& n : m_.named) {
      FunctionId id = n.scope && n.scope.value < m_.scopes.size() ? m_.scopes[n.scope.value].function : FunctionId();
      if (id && id.value < m_.functions.size()) begin_function(m_.functions[id], false);
      std::string text = "named " + std::string(kinds[static_cast<size_t>(n.kind)]) + " " + quote_text(n.name) + ": " + type(n.type);
      text += " scope " + (n.scope ? std::to_string(n.scope.value) : "none") + " = " + value(n.value);
      line(text + " ;" + std::to_string(n.span.begin) + ".." + std::to_string(n.span.end));
    }
  }

  const Module& m_;
  TextOptions options_;
  std::string out_;
  uint32_t depth_ = 0;
  const Function* f_ = nullptr;
  std::vector<std::string> global_names_, override_names_, function_names_, param_names_;
  std::unordered_map<uint32_t, uint32_t> numbers_, module_numbers_;
  std::unordered_set<uint32_t> numbered_;
};

}  // namespace

std::string to_text(const Module& m, const TextOptions& options) { return Printer(m, options).module(); }
std::string to_text(const Module& m, const Function& f, const TextOptions& options) {
  return Printer(m, options).one_function(f);
}
std::string constant_text(const Module& m, ConstantId id) { return Printer(m, {}).constant(id); }

}  // namespace vitrine::ir
