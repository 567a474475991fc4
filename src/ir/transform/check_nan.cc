#include "ir/transform/check_nan.h"

#include <string>

#include "ir/builder.h"
#include "ir/transform/origin.h"

namespace vitrine::ir {
namespace {

using lang::Builtin;
using lang::TypeKind;

class Checks {
 public:
  explicit Checks(Module& m) : m_(m) {}

  std::vector<printf::Bounds> run() {
    for (FunctionId id(0); id.value < m_.functions.size(); ++id.value) {
      uint32_t count = static_cast<uint32_t>(m_.functions[id].insts.size());
      for (uint32_t n = 0; n < count; ++n) {
        const Inst i = m_.functions[id].insts[n];  // a copy: what follows adds instructions
        if (i.flags & kRemoved || !i.block || !is_f32(i.type)) continue;
        if (i.op == Op::Binary) binary(id, n, i);
        if (i.op == Op::Builtin) builtin(id, n, i);
        if (i.op == Op::Load) load(id, n);
      }
    }
    return std::move(found_);
  }

 private:
  // f32 or a vector of it.
  bool is_f32(TypeId t) const {
    return t == lang::kF32Type || (m_.types.kind(t) == TypeKind::Vector && m_.types[t].element == lang::kF32Type);
  }

  Value is_nan(Builder& b, Value v) {
    TypeId t = b.type(v);
    bool vector = m_.types.kind(t) == TypeKind::Vector;
    TypeId u = vector ? m_.types.vector(m_.types[t].rows, lang::kU32Type) : lang::kU32Type;
    Value magnitude = b.binary(BinaryOp::And, u, b.bitcast(u, v), b.splat(u, b.u32(0x7FFFFFFF)));
    Value nan = b.binary(BinaryOp::Greater, magnitude, b.splat(u, b.u32(0x7F800000)));
    return vector ? b.builtin(Builtin::Any, lang::kBoolType, {nan}) : nan;
  }

  // Behind instruction `at`: the message, when its result has a NaN and none of `operands` has.
  void report(FunctionId id, uint32_t at, printf::Bounds what, std::string format, const std::vector<Value>& operands) {
    Builder b(m_, id);
    b.after(at);
    b.at(b.function()[at].location);
    Value here = is_nan(b, Value::inst(at));
    for (Value v : operands) {
      if (v.is_constant() || !is_f32(b.type(v))) continue;
      here = b.binary(BinaryOp::And, lang::kBoolType, here, b.unary(UnaryOp::Not, is_nan(b, v)));
    }
    PrintSite site;
    site.format = std::move(format);
    site.span = m_.span_of(b.function()[at].location);
    for (Value v : operands) site.args.push_back(b.type(v));
    PrintSiteId print = m_.print_sites.add(std::move(site));
    found_.push_back(std::move(what));
    b.begin_if(here);
    b.print(print, operands);
    b.end_if();
  }

  bool printable(FunctionId id, Value v) const {
    TypeId t = type_of(m_, m_.functions[id], v);
    return m_.types.is_scalar(t) || m_.types.kind(t) == TypeKind::Vector;
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
    // A matrix is not looked at.
    if (!printable(id, l) || !printable(id, r)) return;
    report(id, at, {}, std::string(kNanMessage) + "is what `" + shown(id, l) + " " + std::string(op) + " " + shown(id, r) + "` gives", {l, r});
  }

  void builtin(FunctionId id, uint32_t at, const Inst& i) {
    const Function& f = m_.functions[id];
    auto b = static_cast<Builtin>(i.aux);
    std::string name(lang::info(b).name);
    std::vector<Value> operands;
    for (uint32_t n = 0; n < i.operand_count; ++n) operands.push_back(f.operand(i, n));
    if (name.starts_with("texture")) {
      Value texture = operands.empty() ? Value() : operands[name == "textureGather" ? 1 : 0];
      return report(id, at, origins_.of(id, texture), std::string(kNanMessage) + "is what `" + name + "` reads", {});
    }
    for (Value v : operands)
      if (!printable(id, v)) return;
    std::string format = std::string(kNanMessage) + "is what `" + name + "(";
    for (size_t n = 0; n < operands.size(); ++n) format += (n ? ", " : "") + shown(id, operands[n]);
    report(id, at, {}, format + ")` gives", operands);
  }

  // Of a uniform or storage buffer: what the shader writes to its own variables was told of where it was made.
  void load(FunctionId id, uint32_t at) {
    Value from = m_.functions[id].operand(m_.functions[id].insts[at], 0);
    printf::Bounds what = origins_.of(id, from);
    if (!what.has_binding) return;
    report(id, at, what, std::string(kNanMessage) + "is read from " + origins_.name(id, from, "a buffer"), {});
  }

  Module& m_;
  Origins origins_{m_};
  std::vector<printf::Bounds> found_;
};

}  // namespace

std::vector<printf::Bounds> check_nan(Module& m) { return Checks(m).run(); }

}  // namespace vitrine::ir
