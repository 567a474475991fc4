#include "ir/validate.h"

#include "ir/text.h"

namespace vitrine::ir {
namespace {

using lang::TypeKind;

constexpr uint32_t kMaxDepth = 1000;  // of nested blocks

class Validator {
 public:
  explicit Validator(const Module& m) : m_(m) {}

  std::vector<std::string> run() {
    for (size_t i = 0; i < m_.constants.size(); ++i) {
      const Constant& c = m_.constants[i];
      if (!good(c.type)) error("constant " + std::to_string(i) + " has no type");
      else if (uint64_t{c.first} + c.count > m_.constant_elements.size()) error("constant " + std::to_string(i) + " has elements out of range");
      else
        for (uint32_t e = 0; e < c.count; ++e)
          if (m_.constant_elements[c.first + e].value >= i) error("constant " + std::to_string(i) + " is made of later ones");
    }
    if (!out_.empty()) return std::move(out_);
    if (!m_.scope.blocks.empty()) function(m_.scope, "module scope");
    for (const Override& o : m_.overrides) {
      if (!m_.types.is_scalar(o.type)) error("override " + o.name + " is no scalar");
      if (o.initializer) module_operand(o.initializer, o.type, "initializer of override " + o.name);
    }
    for (const Global& g : m_.globals) {
      if (!good(g.type) || m_.types.kind(g.type) != TypeKind::Pointer) {
        error("variable " + g.name + " has no pointer type");
        continue;
      }
      if (g.initializer) module_operand(g.initializer, m_.types[g.type].element, "initializer of " + g.name);
    }
    for (uint32_t i = 0; i < m_.functions.size(); ++i) {
      id_ = FunctionId(i);
      const Function& f = m_.functions[id_];
      function(f, f.name);
    }
    for (const Scope& s : m_.scopes)
      if ((s.parent && s.parent.value >= m_.scopes.size()) || (s.function && s.function.value >= m_.functions.size()))
        error("a scope names a parent or function that is not there");
    for (const Location& l : m_.locations)
      if (l.scope && l.scope.value >= m_.scopes.size()) error("a location names a scope that is not there");
    return std::move(out_);
  }

 private:
  void error(std::string text) {
    if (out_.size() < 100) out_.push_back(std::move(text));
  }
  void error(const Function& f, uint32_t inst, const std::string& text) {
    const Inst& i = f.insts[inst];
    error("in " + where_ + ", instruction " + std::to_string(inst) + " (" + std::string(to_text(i.op)) +
          (i.op == Op::Builtin ? " " + std::string(lang::to_text(static_cast<lang::Builtin>(i.aux))) : "") + "): " + text);
  }
  bool good(TypeId t) const { return t && t.value < m_.types.size() && t != lang::kErrorType; }
  std::string type_text(TypeId t) const { return good(t) ? m_.types.to_text(t) : "no type"; }

  void module_operand(Value v, TypeId type, const std::string& what) {
    if (!v.is(ValueKind::Constant) && !v.is(ValueKind::Override) && !v.is(ValueKind::ModuleInst))
      return error(what + " is no module-scope value");
    TypeId t = type_of(m_, m_.scope, v);
    if (t != type) error(what + " has type " + type_text(t) + " instead of " + type_text(type));
  }

  void function(const Function& f, const std::string& name) {
    where_ = name;
    if (f.blocks.empty()) return error(name + " has no body");
    if (!good(f.return_type)) error(name + " has no return type");
    for (const Param& p : f.params)
      if (!good(p.type)) error(name + " has a parameter without type");
    auto of_module = [](Value v) {
      return v.is(ValueKind::Constant) || v.is(ValueKind::Override) || v.is(ValueKind::ModuleInst);
    };
    if (f.stage == Stage::Compute) {
      for (Value v : f.workgroup_size)
        if (!of_module(v)) error(name + ": workgroup size is no module-scope value");
      if (f.subgroup_size && !of_module(f.subgroup_size)) error(name + ": subgroup size is no module-scope value");
    }
    defined_.assign(f.insts.size(), false);
    seen_.assign(f.blocks.size(), false);
    block(f, BlockId(0), kNoIndex, {}, 0);
  }

  struct Context {
    bool in_loop_body = false;      // Continue is fine
    bool breakable = false;         // Break is fine
    bool in_continuing = false;     // no Return
    uint32_t yields_to = kNoIndex;  // the If that a Yield here belongs to
    bool ends_continuing = false;   // BreakIf is fine
  };

  void block(const Function& f, BlockId b, uint32_t owner, Context c, uint32_t depth,
             std::vector<uint32_t>* keep = nullptr) {
    if (!b || b.value >= f.blocks.size()) return error("in " + where_ + ": a block that is not there");
    if (depth > kMaxDepth) return error("in " + where_ + ": blocks nest too deep");
    if (seen_[b.value]) return error("in " + where_ + ": block " + std::to_string(b.value) + " has two owners");
    seen_[b.value] = true;
    if (f.blocks[b.value].owner != owner) error("in " + where_ + ": block " + std::to_string(b.value) + " names another owner");
    std::vector<uint32_t> made;
    uint32_t previous = kNoIndex;
    size_t count = 0;
    for (uint32_t i = f.blocks[b.value].first; i != kNoIndex; i = f.insts[i].next) {
      if (i >= f.insts.size() || ++count > f.insts.size()) return error("in " + where_ + ": the list of a block is broken");
      const Inst& inst = f.insts[i];
      if (inst.block != b || inst.prev != previous) error(f, i, "is linked wrong");
      if (uint64_t{inst.first_operand} + inst.operand_count > f.operands.size()) {
        error(f, i, "has operands out of range");
        return;
      }
      if (!good(inst.type)) error(f, i, "has no type");
      for_each_value_operand(inst, [&](uint32_t n) {
        if (n < inst.operand_count) operand(f, i, n);
      });
      check(f, i, c);
      nested(f, i, c, depth);
      if (inst.type != lang::kVoidType) {
        defined_[i] = true;
        made.push_back(i);
      }
      if (is_terminator(inst.op) && inst.next != kNoIndex) error(f, i, "ends a block that goes on");
      previous = i;
    }
    if (f.blocks[b.value].last != previous) error("in " + where_ + ": the last of block " + std::to_string(b.value) + " is another");
    if (c.yields_to != kNoIndex) {
      const Inst* last = f.last_of(b);
      if (!last || (last->op != Op::Yield && last->op != Op::Unreachable)) error(f, c.yields_to, "a block of it ends without a yield");
    }
    if (keep) *keep = std::move(made);
    else for (uint32_t i : made) defined_[i] = false;
  }

  void nested(const Function& f, uint32_t index, Context c, uint32_t depth) {
    const Inst& i = f.insts[index];
    c.ends_continuing = false;
    c.yields_to = kNoIndex;
    if (i.op == Op::If && i.operand_count == 3) {
      if (i.type != lang::kVoidType) {
        c.yields_to = index;
        if (!f.block_operand(i, 2)) error(f, index, "has a result but no else");
      }
      block(f, f.block_operand(i, 1), index, c, depth + 1);
      if (f.block_operand(i, 2)) block(f, f.block_operand(i, 2), index, c, depth + 1);
    } else if (i.op == Op::Loop && i.operand_count == 2) {
      c.in_loop_body = c.breakable = true;
      std::vector<uint32_t> made;
      block(f, f.block_operand(i, 0), index, c, depth + 1, &made);
      if (f.block_operand(i, 1)) {
        c.in_loop_body = c.breakable = false;
        c.in_continuing = c.ends_continuing = true;
        block(f, f.block_operand(i, 1), index, c, depth + 1);
      }
      for (uint32_t n : made) defined_[n] = false;
    } else if (i.op == Op::Switch) {
      c.breakable = true;
      BlockId last;
      uint32_t defaults = 0;
      for (uint32_t n = 1; n + 1 < i.operand_count; n += 2) {
        if (!f.operand(i, n)) ++defaults;
        else if (!f.operand(i, n).is_constant()) error(f, index, "has a selector that is no constant");
        BlockId b = f.block_operand(i, n + 1);
        if (b != last) block(f, b, index, c, depth + 1);
        last = b;
      }
      if (defaults != 1) error(f, index, "has " + std::to_string(defaults) + " defaults");
    }
  }

  void operand(const Function& f, uint32_t index, uint32_t n) {
    const Inst& i = f.insts[index];
    Value v = f.operand(i, n);
    std::string which = "operand " + std::to_string(n);
    uint32_t at = v.index();
    switch (v.kind()) {
      case ValueKind::Inst:
        if (at >= f.insts.size()) error(f, index, which + " names no instruction");
        else if (!defined_[at]) error(f, index, which + " is not defined before (instruction " + std::to_string(at) + ")");
        return;
      case ValueKind::Param:
        if (at >= f.params.size()) error(f, index, which + " names no parameter");
        return;
      case ValueKind::Constant:
        if (at >= m_.constants.size()) error(f, index, which + " names no constant");
        return;
      case ValueKind::Global:
        if (at >= m_.globals.size()) error(f, index, which + " names no variable");
        return;
      case ValueKind::Override:
        if (at >= m_.overrides.size()) error(f, index, which + " names no override");
        return;
      case ValueKind::ModuleInst:
        if (at >= m_.scope.insts.size()) error(f, index, which + " names no instruction of the module scope");
        return;
      case ValueKind::None:
        if (i.op != Op::Switch || n == 0) error(f, index, which + " is missing");
        return;
    }
  }

  TypeId type(const Function& f, const Inst& i, uint32_t n) const {
    return n < i.operand_count ? type_of(m_, f, f.operand(i, n)) : lang::kErrorType;
  }
  const lang::Type& of(TypeId t) const { return m_.types[good(t) ? t : lang::kErrorType]; }

  // One step of an access; the error type when it cannot be made.
  TypeId step(TypeId t, Value index) {
    const lang::Type& type = of(t);
    switch (type.kind) {
      case TypeKind::Vector:
      case TypeKind::Array: return type.element;
      case TypeKind::Matrix: {
        for (uint32_t i = 0; i < m_.types.size(); ++i) {
          const lang::Type& v = m_.types[TypeId(i)];
          if (v.kind == TypeKind::Vector && v.rows == type.rows && v.element == type.element) return TypeId(i);
        }
        return lang::kErrorType;
      }
      case TypeKind::Struct: {
        const lang::Struct& s = m_.types.structure(t);
        if (!index.is_constant() || index.index() >= m_.constants.size()) return lang::kErrorType;
        uint32_t n = m_.constant(index).bits;
        return n < s.members.size() ? s.members[n].type : lang::kErrorType;
      }
      default: return lang::kErrorType;
    }
  }

  void same(const Function& f, uint32_t index, TypeId found, TypeId wanted, const char* what) {
    if (found != wanted) error(f, index, std::string(what) + " has type " + type_text(found) + " instead of " + type_text(wanted));
  }

  void check(const Function& f, uint32_t index, const Context& c) {
    const Inst& i = f.insts[index];
    auto count = [&](uint32_t low, uint32_t high) {
      bool ok = i.operand_count >= low && i.operand_count <= high;
      if (!ok) error(f, index, "has " + std::to_string(i.operand_count) + " operands");
      return ok;
    };
    switch (i.op) {
      case Op::Unary:
        if (count(1, 1)) same(f, index, type(f, i, 0), i.type, "the operand");
        if (i.aux >= lang::kUnaryOpCount) error(f, index, "has no such operator");
        return;
      case Op::Binary: {
        if (!count(2, 2)) return;
        if (i.aux >= lang::kBinaryOpCount) return error(f, index, "has no such operator");
        BinaryOp op = static_cast<BinaryOp>(i.aux);
        if (op == BinaryOp::LogicalAnd || op == BinaryOp::LogicalOr) return error(f, index, "is a short-circuit form");
        TypeId a = type(f, i, 0), b = type(f, i, 1);
        if (lang::is_comparison(op)) {
          same(f, index, b, a, "the right operand");
          same(f, index, m_.types.scalar_of(i.type), lang::kBoolType, "the scalar of the result");
        } else if (op == BinaryOp::ShiftLeft || op == BinaryOp::ShiftRight) {
          same(f, index, i.type, a, "the result");
          same(f, index, m_.types.scalar_of(b), lang::kU32Type, "the scalar of the shift amount");
        } else {
          same(f, index, m_.types.scalar_of(b), m_.types.scalar_of(a), "the scalar of the right operand");
          same(f, index, m_.types.scalar_of(i.type), m_.types.scalar_of(a), "the scalar of the result");
        }
        return;
      }
      case Op::Convert:
      case Op::Bitcast: count(1, 1); return;
      case Op::Construct: {
        const lang::Type& t = of(i.type);
        if (t.kind == TypeKind::Vector) {
          uint32_t n = 0;
          for (uint32_t k = 0; k < i.operand_count; ++k) {
            const lang::Type& part = of(type(f, i, k));
            n += part.kind == TypeKind::Vector ? part.rows : 1;
            same(f, index, m_.types.scalar_of(type(f, i, k)), t.element, "the scalar of a part");
          }
          if (n != t.rows && n != 1) error(f, index, "has " + std::to_string(n) + " components");
        } else if (t.kind == TypeKind::Matrix) {
          count(t.columns, uint32_t{t.columns} * t.rows);
          if (i.operand_count != t.columns && i.operand_count != uint32_t{t.columns} * t.rows) error(f, index, "has another number of parts");
        } else if (t.kind == TypeKind::Array) {
          if (t.count_kind == lang::CountKind::Fixed) count(t.count, t.count);
          for (uint32_t k = 0; k < i.operand_count; ++k) same(f, index, type(f, i, k), t.element, "an element");
        } else if (t.kind == TypeKind::Struct) {
          const lang::Struct& s = m_.types.structure(i.type);
          uint32_t n = static_cast<uint32_t>(s.members.size());
          if (count(n, n))
            for (uint32_t k = 0; k < n; ++k) same(f, index, type(f, i, k), s.members[k].type, "a member");
        } else {
          error(f, index, "makes a " + type_text(i.type));
        }
        return;
      }
      case Op::Swizzle: {
        if (!count(1, 1)) return;
        const lang::Type& t = of(i.type);
        const lang::Type& v = of(type(f, i, 0));
        if (t.kind != TypeKind::Vector || v.kind != TypeKind::Vector) return error(f, index, "is not from vector to vector");
        for (uint32_t n = 0; n < t.rows; ++n)
          if ((i.aux >> (2 * n) & 3u) >= v.rows) error(f, index, "takes a component that is not there");
        return;
      }
      case Op::Extract:
      case Op::Access: {
        if (!count(2, kNoIndex)) return;
        TypeId t = type(f, i, 0);
        if (i.op == Op::Access) {
          if (of(t).kind != TypeKind::Pointer) return error(f, index, "starts from a " + type_text(t));
          t = of(t).element;
        }
        for (uint32_t n = 1; n < i.operand_count; ++n) {
          TypeId it = type(f, i, n);
          if (it != lang::kU32Type && it != lang::kI32Type) error(f, index, "has an index of type " + type_text(it));
          if (of(t).kind == TypeKind::Matrix && n + 1 < i.operand_count) {
            // The type of a column may not be in the table; the next step goes into the column anyway.
            t = of(t).element;
            ++n;
            continue;
          }
          TypeId next = step(t, f.operand(i, n));
          if (next == lang::kErrorType) return error(f, index, "cannot index a " + type_text(t));
          t = next;
        }
        if (i.op == Op::Extract) return same(f, index, i.type, t, "the result");
        if (of(i.type).kind != TypeKind::Pointer) return error(f, index, "gives no pointer");
        same(f, index, of(i.type).element, t, "the part");
        if (of(i.type).space != of(type(f, i, 0)).space) error(f, index, "changes the address space");
        return;
      }
      case Op::Var:
        if (!count(0, 1)) return;
        if (of(i.type).kind != TypeKind::Pointer) return error(f, index, "gives no pointer");
        if (i.operand_count) same(f, index, type(f, i, 0), of(i.type).element, "the initializer");
        return;
      case Op::Load: {
        if (!count(1, 1)) return;
        const lang::Type& p = of(type(f, i, 0));
        if (p.kind != TypeKind::Pointer) return error(f, index, "loads through a " + type_text(type(f, i, 0)));
        return same(f, index, i.type, p.element, "the result");
      }
      case Op::Store: {
        if (!count(2, 2)) return;
        const lang::Type& p = of(type(f, i, 0));
        if (p.kind != TypeKind::Pointer) return error(f, index, "stores through a " + type_text(type(f, i, 0)));
        return same(f, index, type(f, i, 1), p.element, "the value");
      }
      case Op::Builtin:
        if (i.aux >= lang::kBuiltinCount) error(f, index, "has no such builtin");
        return;
      case Op::Call: {
        if (!count(1, kNoIndex)) return;
        uint32_t callee = f.word(i, 0);
        if (callee >= m_.functions.size()) return error(f, index, "calls no function");
        if (&f != &m_.scope && callee >= id_.value) error(f, index, "calls a function that comes later");
        const Function& g = m_.functions[FunctionId(callee)];
        same(f, index, i.type, g.return_type, "the result");
        if (i.operand_count - 1 != g.params.size()) return error(f, index, "has another number of arguments");
        for (uint32_t n = 0; n < g.params.size(); ++n) same(f, index, type(f, i, n + 1), g.params[n].type, "an argument");
        return;
      }
      case Op::Print: {
        if (!count(1, kNoIndex)) return;
        if (f.word(i, 0) >= m_.print_sites.size()) return error(f, index, "has no print site");
        const PrintSite& p = m_.print_sites[PrintSiteId(f.word(i, 0))];
        if (i.operand_count - 1 != p.args.size()) return error(f, index, "has another number of arguments");
        for (uint32_t n = 0; n < p.args.size(); ++n) same(f, index, type(f, i, n + 1), p.args[n], "an argument");
        return;
      }
      case Op::If:
        if (count(3, 3)) same(f, index, type(f, i, 0), lang::kBoolType, "the condition");
        return;
      case Op::Loop: count(2, 2); return;
      case Op::Switch:
        if (i.operand_count % 2 != 1) return error(f, index, "has a selector without block");
        for (uint32_t n = 1; n < i.operand_count; n += 2)
          if (f.operand(i, n)) same(f, index, type(f, i, n), type(f, i, 0), "a case selector");
        return;
      case Op::Yield:
        if (!count(1, 1)) return;
        if (c.yields_to == kNoIndex) return error(f, index, "stands in no if with a result");
        return same(f, index, type(f, i, 0), f.insts[c.yields_to].type, "the value");
      case Op::Break:
        if (!c.breakable) error(f, index, "stands in no loop or switch");
        return;
      case Op::BreakIf:
        if (!c.ends_continuing) error(f, index, "does not end a continuing block");
        if (count(1, 1)) same(f, index, type(f, i, 0), lang::kBoolType, "the condition");
        return;
      case Op::Continue:
        if (!c.in_loop_body) error(f, index, "stands in no loop body");
        return;
      case Op::Return:
        if (c.in_continuing) error(f, index, "stands in a continuing block");
        if (!count(0, 1)) return;
        return same(f, index, i.operand_count ? type(f, i, 0) : lang::kVoidType, f.return_type, "the value");
      case Op::Unreachable:
      case Op::Discard: count(0, 0); return;
    }
    error(f, index, "is no operation");
  }

  const Module& m_;
  std::vector<std::string> out_;
  std::string where_;
  FunctionId id_;
  std::vector<bool> defined_, seen_;
};

}  // namespace

std::vector<std::string> validate(const Module& m) { return Validator(m).run(); }

}  // namespace vitrine::ir
