#include "ir/transform/overrides.h"

#include <cmath>
#include <bit>
#include <optional>
#include <unordered_set>

#include "ir/builder.h"
#include "lang/constant.h"
#include "lang/eval.h"
#include "lang/half.h"

namespace vitrine::ir {
namespace {

using diag::Name;
using diag::Text;

RULE(override_unknown, PipelineCreation, "validating GPUProgrammableStage", "",
     "the constant {0} names no override of the shader module", Name);
RULE(override_value_range, PipelineCreation, "validating GPUProgrammableStage", "",
     "the value {0} given to override {1} does not fit its type {2}", double, Name, Name);
RULE(override_missing, PipelineCreation, "validating GPUProgrammableStage", "",
     "override {0} has no initializer, and the pipeline gives it no value", Name);
RULE(override_array_size, PipelineCreation, "wgsl:array-types", "e84f9dfe 674c2969",
     "the size of the array is {0}, and an array needs at least one element", int64_t);
RULE(override_workgroup_size, PipelineCreation, "wgsl:attribute-workgroup_size", "",
     "the workgroup size of {0} in dimension {1} is {2}, and it has to be at least 1", Name, Text, int64_t);

RULE(override_subgroup_size, PipelineCreation, "wgsl:subgroup-size-attr", "c07e51a6",
     "the subgroup size of {0} is {1}, which is no power of 2", Name, int64_t);

constexpr uint32_t kMaxDepth = 1000;  // of nested blocks

class Substitution {
 public:
  Substitution(Module& m, std::span<const OverrideValue> values)
      : m_(m), b_(m), given_(values), table_(m.types),
        evaluator_(table_, [this](diag::Diagnostic d, int) { report(std::move(d)); }) {}

  std::vector<diag::Diagnostic> run() {
    override_values_.resize(m_.overrides.size());
    take_given_values();
    mark_used();
    module_values_.resize(m_.scope.insts.size());
    if (!m_.scope.blocks.empty()) scope_block(BlockId(0), 0);
    for (uint32_t i = 0; i < m_.overrides.size(); ++i)
      if (used_[i]) override_value(OverrideId(i));
    for (GlobalId id(0); id.value < m_.globals.size(); ++id.value) {
      Value& v = m_.globals[id].initializer;
      if (is_late(v)) v = late_value(v);
    }
    for (FunctionId id(0); id.value < m_.functions.size(); ++id.value) function(id);
    if (out_.empty()) {
      size_arrays();
      m_.overrides = {};
      m_.scope = {};
      m_.override_counts.clear();
    }
    return std::move(out_);
  }

 private:
  using LangId = lang::ConstantId;
  using Known = std::optional<LangId>;

  // -- reports ------------------------------------------------------------------------------------------------------

  void report(diag::Diagnostic d) {
    out_.push_back(m_.source ? std::move(d).at(m_.source, span_) : std::move(d));
  }

  // -- constants of lang and of the IR ----------------------------------------------------------------------------------

  // Types nest at most 15 deep.
  LangId to_lang(ConstantId id) {
    const Constant& c = m_.constants[id.value];
    if (m_.types.is_scalar(c.type)) {
      uint64_t bits = c.bits;
      if (c.type == lang::kI32Type) bits = static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(c.bits)));
      return table_.scalar(c.type, bits);
    }
    if (c.count == 0) return table_.zero(c.type);
    std::vector<LangId> parts;
    for (uint32_t i = 0; i < c.count; ++i) parts.push_back(to_lang(m_.constant_elements[m_.constants[id.value].first + i]));
    return table_.composite(m_.constants[id.value].type, parts);
  }
  Value to_ir(LangId id) { return b_.constant(table_, id); }
  Known known(Value v) {
    if (!v.is_constant()) return std::nullopt;
    return to_lang(v.constant());
  }

  // -- overrides ----------------------------------------------------------------------------------------------------------

  // https://gpuweb.github.io/gpuweb/#to-wgsl-type: what WebIDL's conversion from double would give, or nothing.
  std::optional<uint32_t> converted(TypeId type, double v) {
    if (type == lang::kBoolType) return v != 0 && !std::isnan(v);
    if (!std::isfinite(v)) return std::nullopt;
    if (type == lang::kI32Type) {
      v = std::trunc(v);
      if (v < -2147483648.0 || v > 2147483647.0) return std::nullopt;
      return static_cast<uint32_t>(static_cast<int32_t>(v));
    }
    if (type == lang::kU32Type) {
      v = std::trunc(v);
      if (v < 0 || v > 4294967295.0) return std::nullopt;
      return static_cast<uint32_t>(v);
    }
    if (type == lang::kF16Type) {
      uint16_t bits = lang::half_from_double(v);
      if ((bits & 0x7C00u) == 0x7C00u) return std::nullopt;
      return bits;
    }
    // A value that rounds beyond the largest float becomes infinite; converting one out of range is undefined in C++.
    if (std::fabs(v) >= 0x1.ffffffp127) return std::nullopt;
    return std::bit_cast<uint32_t>(static_cast<float>(v));
  }

  void take_given_values() {
    for (const OverrideValue& g : given_) {
      OverrideId found;
      for (OverrideId id(0); id.value < m_.overrides.size(); ++id.value) {
        const Override& o = m_.overrides[id];
        if (o.id >= 0 ? std::to_string(o.id) == g.key : o.name == g.key) found = id;
      }
      if (!found) {
        diag::Diagnostic d = override_unknown(Name{g.key});
        for (const Override& o : m_.overrides)
          if (o.id >= 0 && o.name == g.key)
            (void)std::move(d).help("the override has an id: its key is \"" + std::to_string(o.id) + "\"");
        out_.push_back(std::move(d));
        continue;
      }
      const Override& o = m_.overrides[found];
      span_ = o.span;
      if (auto bits = converted(o.type, g.value)) override_values_[found.value] = m_.add_constant(o.type, *bits);
      else report(override_value_range(g.value, Name{o.name}, Name{m_.types.to_text(o.type)}));
    }
  }

  static bool is_late(Value v) { return v.is(ValueKind::Override) || v.is(ValueKind::ModuleInst); }

  // Which overrides and instructions of the module scope the functions and variables of the module need.
  void mark_used() {
    used_.assign(m_.overrides.size(), false);
    needed_.assign(m_.scope.insts.size(), false);
    std::vector<Value> work;
    auto need = [&](Value v) {
      if (v.is(ValueKind::Override) && !used_[v.index()]) {
        used_[v.index()] = true;
        work.push_back(v);
      }
      if (v.is(ValueKind::ModuleInst) && !needed_[v.index()]) {
        needed_[v.index()] = true;
        work.push_back(v);
      }
    };
    auto need_type = [&](TypeId id) {
      const lang::Type* t = &m_.types[id];
      for (int depth = 0; depth < 20; ++depth) {
        bool counted = t->kind == lang::TypeKind::Array || t->kind == lang::TypeKind::Buffer;
        if (counted && t->count_kind == lang::CountKind::Override && t->count < m_.override_counts.size())
          need(m_.override_counts[t->count].value);
        bool has_element = t->kind == lang::TypeKind::Array || t->kind == lang::TypeKind::Pointer;
        if (!has_element) return;
        t = &m_.types[t->element];
      }
    };
    auto need_operands = [&](const Function& f, const Inst& i, ValueKind local) {
      for_each_value_operand(i, [&](uint32_t n) {
        Value v = f.operand(i, n);
        if (v.is_inst() && local == ValueKind::ModuleInst) v = Value(ValueKind::ModuleInst, v.index());
        need(v);
      });
    };
    for (const Global& g : m_.globals) {
      need(g.initializer);
      need_type(g.type);
    }
    for (const Named& n : m_.named) need(n.value);  // a let that only names an override evaluates it too
    for (const Function& f : m_.functions) {
      for (Value v : f.workgroup_size) need(v);
      need(f.subgroup_size);
      for (const Inst& i : f.insts) {
        if (i.flags & kRemoved) continue;
        need_operands(f, i, ValueKind::Inst);
        need_type(i.type);
      }
    }
    while (!work.empty()) {
      Value v = work.back();
      work.pop_back();
      if (v.is(ValueKind::Override)) {
        if (!override_values_[v.index()]) need(m_.overrides[v.override_id()].initializer);
        continue;
      }
      const Inst& i = m_.scope.insts[v.index()];
      need_operands(m_.scope, i, ValueKind::ModuleInst);
      for_each_block(m_.scope, i, [&](BlockId b) {
        for (uint32_t n = m_.scope.blocks[b.value].first; n != kNoIndex; n = m_.scope.insts[n].next)
          need(Value(ValueKind::ModuleInst, n));
      });
    }
  }

  Value override_value(OverrideId id) {
    if (override_values_[id.value]) return override_values_[id.value];
    Override o = m_.overrides[id];
    Value v = o.initializer;
    if (!v) {
      if (!reported_.count(id.value)) {
        reported_.insert(id.value);
        span_ = o.span;
        report(override_missing(Name{o.name}));
      }
      return Value();
    }
    if (v.is(ValueKind::ModuleInst)) v = module_values_[v.index()];
    else if (v.is(ValueKind::Override)) v = v.override_id() < id ? override_value(v.override_id()) : Value();
    return override_values_[id.value] = v;
  }

  Value late_value(Value v) {
    if (v.is(ValueKind::Override)) return override_value(v.override_id());
    if (v.is(ValueKind::ModuleInst)) return module_values_[v.index()];
    return v;
  }

  // -- evaluation -----------------------------------------------------------------------------------------------------------

  // The value of an instruction whose operands are constants; nothing when it failed (and was reported) or is no value.
  Known evaluate(const Inst& i, const std::vector<Value>& operands) {
    std::vector<LangId> args;
    for (Value v : operands) {
      if (!v.is_constant()) return std::nullopt;
      args.push_back(to_lang(v.constant()));
    }
    auto type = [&](size_t n) { return table_.type_of(args[n]); };
    switch (i.op) {
      case Op::Unary: return evaluator_.unary(static_cast<UnaryOp>(i.aux), args[0], i.type);
      case Op::Binary: return evaluator_.binary(static_cast<BinaryOp>(i.aux), args[0], args[1], i.type);
      case Op::Convert: return evaluator_.construct(lang::ConstructorForm::Convert, i.type, args);
      case Op::Bitcast: return evaluator_.call(lang::Builtin::Bitcast, args, i.type);
      case Op::Builtin: return evaluator_.call(static_cast<lang::Builtin>(i.aux), args, i.type);
      case Op::Construct: {
        using F = lang::ConstructorForm;
        lang::Type t = m_.types[i.type];
        F form = F::Components;
        if (t.kind == lang::TypeKind::Vector && args.size() == 1 && m_.types.is_scalar(type(0))) form = F::Splat;
        if (t.kind == lang::TypeKind::Matrix && args.size() == t.columns) form = F::Columns;
        if (t.kind == lang::TypeKind::Array) form = F::Elements;
        if (t.kind == lang::TypeKind::Struct) form = F::Members;
        return evaluator_.construct(form, i.type, args);
      }
      case Op::Swizzle: {
        uint8_t components[4];
        uint32_t n = m_.types[i.type].rows;
        for (uint32_t k = 0; k < n && k < 4; ++k) components[k] = static_cast<uint8_t>(i.aux >> (2 * k) & 3u);
        return evaluator_.swizzle(args[0], std::span(components, n));
      }
      case Op::Extract: {
        Known v = args[0];
        for (size_t n = 1; n < args.size() && v; ++n) {
          if (m_.types.is_struct(table_.type_of(*v))) v = table_.part(*v, static_cast<uint32_t>(table_.as_int(args[n])));
          else v = evaluator_.index(*v, args[n]);
        }
        return v;
      }
      default: return std::nullopt;
    }
  }

  std::vector<Value> operands_of(const Function& f, const Inst& i) {
    std::vector<Value> out;
    for (uint32_t n = 0; n < i.operand_count; ++n) out.push_back(f.operand(i, n));
    return out;
  }

  // The module scope: only what is needed; of an If only the block that its condition takes.
  Value scope_block(BlockId b, uint32_t depth) {
    if (depth > kMaxDepth) return Value();
    for (uint32_t n = m_.scope.blocks[b.value].first; n != kNoIndex; n = m_.scope.insts[n].next) {
      const Inst i = m_.scope.insts[n];
      auto local = [&](Value v) {
        if (v.is_inst()) return module_values_[v.index()];
        return late_value(v);
      };
      if (i.op == Op::Yield) return local(m_.scope.operand(i, 0));
      if (!needed_[n]) continue;
      span_ = m_.span_of(i.location);
      if (i.op == Op::If) {
        Value c = local(m_.scope.operand(i, 0));
        if (!c.is_constant()) continue;
        module_values_[n] = scope_block(m_.scope.block_operand(i, m_.constant(c).bits ? 1 : 2), depth + 1);
        continue;
      }
      std::vector<Value> operands = operands_of(m_.scope, i);
      for (Value& v : operands) v = local(v);
      span_ = m_.span_of(i.location);
      if (Known v = evaluate(i, operands)) module_values_[n] = to_ir(*v);
    }
    return Value();
  }

  // -- functions --------------------------------------------------------------------------------------------------------------

  void function(FunctionId id) {
    function_ = id;
    replaced_.assign(m_.functions[id].insts.size(), Value());
    // Puts a constant there, and yields it.
    auto settle = [&](Value& v) -> std::optional<int64_t> {
      if (!is_late(v)) return {};
      span_ = place_of(v, m_.functions[id].span);
      v = late_value(v);
      if (!v) return {};
      const Constant& c = m_.constant(v);
      return c.type == lang::kI32Type ? static_cast<int32_t>(c.bits) : int64_t{c.bits};
    };
    if (auto size = settle(m_.functions[id].subgroup_size); size && (*size < 1 || (*size & (*size - 1)) != 0))
      report(override_subgroup_size(Name{m_.functions[id].name}, int64_t{*size}));
    for (size_t n = 0; n < 3; ++n) {
      std::optional<int64_t> settled = settle(m_.functions[id].workgroup_size[n]);
      if (!settled || *settled >= 1) continue;
      int64_t size = *settled;
      report(override_workgroup_size(Name{m_.functions[id].name}, Text{n == 0 ? "x" : n == 1 ? "y" : "z"}, int64_t{size}));
    }
    block(BlockId(0), 0);
  }

  SourceSpan place_of(Value late, SourceSpan otherwise) {
    if (late.is(ValueKind::Override)) return m_.overrides[late.override_id()].span;
    if (late.is(ValueKind::ModuleInst)) return m_.span_of(m_.scope.insts[late.index()].location);
    return otherwise;
  }

  // Goes through blocks in order, so that what an instruction uses was dealt with before; without recursion, because an
  // `else if` may be followed by any number of others. Gives the value that the block itself yields.
  Value block(BlockId b, uint32_t depth) {
    if (depth > kMaxDepth) return Value();
    Value yielded;
    std::vector<uint32_t> stack{m_.functions[function_].blocks[b.value].first};
    while (!stack.empty()) {
      uint32_t n = stack.back();
      if (n == kNoIndex) {
        stack.pop_back();
        continue;
      }
      Function& f = m_.functions[function_];
      const Inst i = f.insts[n];
      stack.back() = i.next;
      bool late = false;  // an operand was no constant before
      for_each_value_operand(i, [&](uint32_t k) {
        Value v = f.operand(i, k);
        Value now = v;
        if (v.is_inst()) now = replaced_[v.index()];
        else if (is_late(v)) now = late_value(v);
        else return;
        if (!now || now == v) return;
        late = true;
        f.set_operand(i, k, now);
      });
      span_ = m_.span_of(i.location);
      if (i.op == Op::Yield && i.block == b) yielded = f.operand(i, 0);
      bool fold = (i.flags & kOverrideExpression) != 0;
      if (i.op == Op::If && fold && f.operand(i, 0).is_constant()) {
        Value v = block(f.block_operand(i, m_.constant(f.operand(i, 0)).bits ? 1 : 2), depth + 1);
        if (v.is_constant()) {
          replaced_[n] = v;
          remove(m_.functions[function_], n);
        }
        continue;
      }
      if (has_blocks(i.op)) {
        std::vector<uint32_t> nested;
        BlockId last;
        for_each_block(f, i, [&](BlockId at) {
          if (at != last) nested.push_back(f.blocks[at.value].first);
          last = at;
        });
        stack.insert(stack.end(), nested.rbegin(), nested.rend());
        continue;
      }
      if (fold) {
        if (Known v = evaluate(i, operands_of(f, i))) {
          replaced_[n] = to_ir(*v);
          remove(m_.functions[function_], n);
        }
        continue;
      }
      if (late) check(f, i);
    }
    return yielded;
  }

  // What is an error as soon as one operand is known, like dividing by zero.
  void check(const Function& f, const Inst& i) {
    std::vector<Value> operands = operands_of(f, i);
    auto type = [&](size_t n) { return type_of(m_, f, operands[n]); };
    auto early = [&](size_t n) -> Known {
      if (i.flags & runtime_operand(static_cast<uint32_t>(n))) return std::nullopt;
      return known(operands[n]);
    };
    if (i.op == Op::Binary) {
      evaluator_.check_binary(static_cast<BinaryOp>(i.aux), type(0), early(0), early(1));
    } else if (i.op == Op::Builtin) {
      std::vector<Known> args;
      std::vector<TypeId> types;
      for (size_t n = 0; n < operands.size(); ++n) {
        args.push_back(early(n));
        types.push_back(type(n));
      }
      evaluator_.check_call(static_cast<lang::Builtin>(i.aux), args, types, i.type);
    } else if (i.op == Op::Access || i.op == Op::Extract) {
      TypeId t = m_.types.store_type(type(0));
      for (size_t n = 1; n < operands.size(); ++n) {
        uint32_t member = operands[n].is_constant() ? m_.constant(operands[n]).bits : 0;
        Known index = early(n);
        if (!m_.types.is_struct(t) && index && !evaluator_.check_index(t, *index)) return;
        t = m_.types.element_of(t, m_.types.is_struct(t) ? member : 0);
      }
    }
  }

  // -- types -------------------------------------------------------------------------------------------------------------------

  void size_arrays() {
    // Override-sized arrays are the store types of variables, or elements of such; structures hold none.
    std::vector<TypeId> sized(m_.types.size());
    size_t count = m_.types.size();
    bool any = false;
    for (uint32_t i = 0; i < count; ++i) any |= needs_size(TypeId(i));
    if (!any) return;
    for (GlobalId id(0); id.value < m_.globals.size(); ++id.value) m_.globals[id].type = sized_type(m_.globals[id].type, 0);
    for (FunctionId id(0); id.value < m_.functions.size(); ++id.value) {
      Function& f = m_.functions[id];
      for (Param& p : f.params) p.type = sized_type(p.type, 0);
      for (Inst& i : f.insts) i.type = sized_type(i.type, 0);
    }
    for (Named& n : m_.named) n.type = sized_type(n.type, 0);
  }

  bool needs_size(TypeId id) const {
    const lang::Type& t = m_.types[id];
    return (t.kind == lang::TypeKind::Array || t.kind == lang::TypeKind::Buffer) && t.count_kind == lang::CountKind::Override;
  }

  TypeId sized_type(TypeId id, uint32_t depth) {
    if (!id || depth > 20) return id;
    lang::Type t = m_.types[id];
    if (t.kind == lang::TypeKind::Pointer) {
      TypeId store = sized_type(t.element, depth + 1);
      return store == t.element ? id : m_.types.pointer(t.space, store, t.access);
    }
    if (t.kind != lang::TypeKind::Array && t.kind != lang::TypeKind::Buffer) return id;
    TypeId element = t.kind == lang::TypeKind::Array ? sized_type(t.element, depth + 1) : t.element;
    uint32_t count = t.count;
    if (t.count_kind == lang::CountKind::Override) {
      if (t.count >= m_.override_counts.size()) return id;
      const OverrideCount& c = m_.override_counts[t.count];
      Value v = late_value(c.value);
      if (!v.is_constant()) return id;
      const Constant& k = m_.constant(v);
      int64_t n = k.type == lang::kI32Type ? static_cast<int32_t>(k.bits) : int64_t{k.bits};
      if (n < 1) {
        span_ = c.span;
        if (reported_counts_.insert(t.count).second) report(override_array_size(int64_t{n}));
        return id;
      }
      count = static_cast<uint32_t>(n);
    } else if (t.count_kind == lang::CountKind::Runtime) {
      return element == t.element || t.kind == lang::TypeKind::Buffer ? id : m_.types.runtime_array(element);
    } else if (element == t.element) {
      return id;
    }
    return t.kind == lang::TypeKind::Array ? m_.types.array(element, count) : m_.types.buffer(count);
  }

  Module& m_;
  Builder b_;
  std::span<const OverrideValue> given_;
  lang::ConstantTable table_;
  lang::Evaluator evaluator_;
  std::vector<diag::Diagnostic> out_;
  SourceSpan span_;
  std::vector<Value> override_values_, module_values_;
  std::vector<bool> used_, needed_;
  std::unordered_set<uint32_t> reported_, reported_counts_;
  FunctionId function_;
  std::vector<Value> replaced_;
};

}  // namespace

std::vector<diag::Diagnostic> substitute_overrides(Module& m, std::span<const OverrideValue> values) {
  return Substitution(m, values).run();
}

}  // namespace vitrine::ir
