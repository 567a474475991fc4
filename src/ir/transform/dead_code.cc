#include "ir/transform/dead_code.h"

#include "ir/builder.h"

namespace vitrine::ir {
namespace {

bool has_no_effect(const Inst& i) {
  switch (i.op) {
    case Op::Unary:
    case Op::Binary:
    case Op::Convert:
    case Op::Bitcast:
    case Op::Construct:
    case Op::Swizzle:
    case Op::Extract:
    case Op::Var:
    case Op::Load:
    case Op::Access: return true;
    case Op::Builtin: {
      auto b = static_cast<lang::Builtin>(i.aux);
      // Those that can be computed before the shader runs only compute; so do questions about sizes.
      return lang::info(b).const_evaluable || b == lang::Builtin::ArrayLength || b == lang::Builtin::TextureDimensions ||
             b == lang::Builtin::TextureNumLayers || b == lang::Builtin::TextureNumLevels ||
             b == lang::Builtin::TextureNumSamples || b == lang::Builtin::TextureLoad;
    }
    default: return false;
  }
}

}  // namespace

void remove_dead_code(Module& m) {
  for (FunctionId id(0); id.value < m.functions.size(); ++id.value) {
    Function& f = m.functions[id];
    std::vector<uint32_t> uses(f.insts.size(), 0);
    for (const Inst& i : f.insts) {
      if (i.flags & kRemoved || !i.block) continue;
      for_each_value_operand(i, [&](uint32_t n) {
        Value v = f.operand(i, n);
        if (v.is_inst()) ++uses[v.index()];
      });
    }
    std::vector<uint32_t> work;
    for (uint32_t n = 0; n < f.insts.size(); ++n) work.push_back(n);
    while (!work.empty()) {
      uint32_t n = work.back();
      work.pop_back();
      const Inst i = f.insts[n];
      if (uses[n] || i.flags & kRemoved || !i.block || !has_no_effect(i)) continue;
      remove(f, n);
      for_each_value_operand(i, [&](uint32_t k) {
        Value v = f.operand(i, k);
        if (v.is_inst() && --uses[v.index()] == 0) work.push_back(v.index());
      });
    }
    for (Named& named : m.named) {
      if (!named.value.is_inst() || !named.scope || m.scopes[named.scope.value].function != id) continue;
      if (named.value.index() < f.insts.size() && f.insts[named.value.index()].flags & kRemoved) named.value = Value();
    }
  }
}

}  // namespace vitrine::ir
