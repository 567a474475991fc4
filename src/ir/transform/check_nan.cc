#include "ir/transform/check_nan.h"

#include <optional>
#include <string>

#include "ir/transform/shader_checks.h"

namespace vitrine::ir {
namespace {

using lang::Builtin;
using lang::TypeKind;

class Checks : ShaderChecks {
 public:
  explicit Checks(Module& m) : ShaderChecks(m) {}

  std::vector<printf::Bounds> run() {
    for_each_inst(kRemoved, [&](FunctionId id, uint32_t n, const Inst& i) {
      if (i.op == Op::Load) load(id, n, i);
      if (!is_float(i.type)) return;
      if (i.op == Op::Binary) binary(id, n, i);
      if (i.op == Op::Builtin) builtin(id, n, i);
    });
    for (FunctionId id(0); id.value < m_.functions.size(); ++id.value)
      if (m_.functions[id].stage == Stage::Vertex) attributes(id);
    return std::move(found_);
  }

 private:
  // f32 or f16, a vector or matrix of them.
  bool is_float(TypeId t) const {
    if (!m_.types.is_scalar(t) && m_.types.kind(t) != TypeKind::Vector && m_.types.kind(t) != TypeKind::Matrix) return false;
    TypeId scalar = m_.types.scalar_of(t);
    return scalar == lang::kF32Type || scalar == lang::kF16Type;
  }

  // How many scalars, vectors and columns of floats it holds; kTooMany: looking at each would cost too much.
  static constexpr uint32_t kMostParts = 32, kTooMany = ~0u;
  uint32_t parts(TypeId t) const {
    if (is_float(t)) return m_.types.kind(t) == TypeKind::Matrix ? m_.types[t].columns : 1;
    uint64_t sum = 0;
    if (m_.types.kind(t) == TypeKind::Struct)
      for (const lang::Member& member : m_.types.structure(t).members) sum += parts(member.type);
    if (m_.types.kind(t) == TypeKind::Array && m_.types[t].count_kind != lang::CountKind::Runtime)
      sum = uint64_t{m_.types.element_count(t)} * parts(m_.types[t].element);
    return sum > kMostParts ? kTooMany : static_cast<uint32_t>(sum);
  }

  // Whether any of it is NaN, by the bits: compilers may take NaN as absent.
  Value is_nan(Builder& b, Value v) {
    TypeId t = b.type(v);
    if (!is_float(t) || m_.types.kind(t) == TypeKind::Matrix) {
      Value any;
      uint32_t count = m_.types.kind(t) == TypeKind::Matrix ? m_.types[t].columns : m_.types.element_count(t);
      for (uint32_t n = 0; n < count; ++n) {
        if (parts(m_.types.element_of(t, n)) == 0) continue;
        Value one = is_nan(b, b.extract(v, n));
        any = any ? b.binary(BinaryOp::Or, lang::kBoolType, any, one) : one;
      }
      return any;
    }
    bool vector = m_.types.kind(t) == TypeKind::Vector;
    uint32_t rows = vector ? m_.types[t].rows : 1;
    if (m_.types.scalar_of(t) == lang::kF16Type) v = b.convert(vector ? m_.types.vector(rows, lang::kF32Type) : lang::kF32Type, v);
    TypeId u = vector ? m_.types.vector(rows, lang::kU32Type) : lang::kU32Type;
    Value magnitude = b.binary(BinaryOp::And, u, b.bitcast(u, v), b.splat(u, b.u32(0x7FFFFFFF)));
    Value nan = b.binary(BinaryOp::Greater, magnitude, b.splat(u, b.u32(0x7F800000)));
    return vector ? b.builtin(Builtin::Any, lang::kBoolType, {nan}) : nan;
  }

  // Behind instruction `at`: the message, when its result has a NaN and none of `operands` has.
  void report_behind(FunctionId id, uint32_t at, const printf::Bounds& what, std::string format, const std::vector<Value>& operands) {
    Builder b(m_, id);
    b.after(at);
    b.at(b.function()[at].location);
    Value here = is_nan(b, Value::inst(at));
    for (Value v : operands) {
      if (v.is_constant() || !is_float(b.type(v))) continue;
      here = b.binary(BinaryOp::And, lang::kBoolType, here, b.unary(UnaryOp::Not, is_nan(b, v)));
    }
    report(b, here, what, std::move(format), operands);
  }

  bool printable(FunctionId id, Value v) const {
    TypeId t = type_of(m_, m_.functions[id], v);
    return m_.types.is_scalar(t) || m_.types.kind(t) == TypeKind::Vector || m_.types.kind(t) == TypeKind::Matrix;
  }

  std::string shown(FunctionId id, Value v) const { return m_.types.is_scalar(type_of(m_, m_.functions[id], v)) ? "%?" : "(%?)"; }

  void binary(FunctionId id, uint32_t at, const Inst& i) {
    std::string_view op;
    switch (static_cast<BinaryOp>(i.aux)) {
      case BinaryOp::Add: op = "+"; break;
      case BinaryOp::Subtract: op = "-"; break;
      case BinaryOp::Multiply: op = "*"; break;
      case BinaryOp::Divide: op = "/"; break;
      case BinaryOp::Remainder: op = "%%"; break;
      default: return;
    }
    const Function& f = m_.functions[id];
    Value l = f.operand(i, 0), r = f.operand(i, 1);
    report_behind(id, at, {}, std::string(kNanMessage) + "is what `" + shown(id, l) + " " + std::string(op) + " " + shown(id, r) + "` gives",
                  {l, r});
  }

  void builtin(FunctionId id, uint32_t at, const Inst& i) {
    const Function& f = m_.functions[id];
    auto b = static_cast<Builtin>(i.aux);
    std::string name(lang::info(b).name);
    std::vector<Value> operands;
    for (uint32_t n = 0; n < i.operand_count; ++n) operands.push_back(f.operand(i, n));
    if (name.starts_with("texture")) {
      Value texture = operands.empty() ? Value() : operands[name == "textureGather" ? 1 : 0];
      return report_behind(id, at, origins_.of(id, texture), std::string(kNanMessage) + "is what `" + name + "` reads", {});
    }
    for (Value v : operands)
      if (!printable(id, v)) return;
    std::string format = std::string(kNanMessage) + "is what `" + name + "(";
    for (size_t n = 0; n < operands.size(); ++n) format += (n ? ", " : "") + shown(id, operands[n]);
    report_behind(id, at, {}, format + ")` gives", operands);
  }

  // Of a uniform or storage buffer: what the shader writes to its own variables was told of where it was made.
  void load(FunctionId id, uint32_t at, const Inst& i) {
    if (uint32_t n = parts(i.type); n == 0 || n == kTooMany) return;
    Value from = m_.functions[id].operand(i, 0);
    printf::Bounds what = origins_.of(id, from);
    if (!what.has_binding) return;
    report_behind(id, at, what, std::string(kNanMessage) + "is read from " + origins_.name(id, from, "a buffer"), {});
  }

  // What vertex buffers give.
  void attributes(FunctionId id) {
    for (uint32_t n = 0; n < m_.functions[id].params.size(); ++n) {
      const Param p = m_.functions[id].params[n];  // a copy: what follows adds types
      if (p.io.location && is_float(p.type)) attribute(id, p.location, Value::param(n), std::nullopt, p.name);
      if (m_.types.kind(p.type) != TypeKind::Struct) continue;
      const lang::Struct& s = m_.types.structure(p.type);
      for (uint32_t k = 0; k < s.members.size(); ++k)
        if (s.members[k].io.location && is_float(s.members[k].type)) attribute(id, p.location, Value::param(n), k, s.members[k].name);
    }
  }

  void attribute(FunctionId id, LocationId location, Value param, std::optional<uint32_t> member, const std::string& name) {
    Builder b(m_, id);
    b.at_start(BlockId(0));
    b.at(location);
    Value v = member ? b.extract(param, *member) : param;
    report(b, is_nan(b, v), {}, std::string(kNanMessage) + "is read from vertex attribute `" + name + "`", {});
  }
};

}  // namespace

std::vector<printf::Bounds> check_nan(Module& m) { return Checks(m).run(); }

}  // namespace vitrine::ir
