#include "ir/transform/bound_loops.h"

#include "ir/builder.h"

namespace vitrine::ir {

void bound_loops(Module& m) {
  for (FunctionId id(0); id.value < m.functions.size(); ++id.value) {
    uint32_t count = static_cast<uint32_t>(m.functions[id].insts.size());
    for (uint32_t n = 0; n < count; ++n) {
      const Inst i = m.functions[id].insts[n];
      if (i.op != Op::Loop || i.flags & kRemoved || !i.block) continue;
      Builder b(m, id);
      b.before(n);
      Value counter = b.var(lang::kU32Type, b.u32(0));
      b.at_start(b.function().block_operand(i, 0));
      Value now = b.load(counter);
      b.begin_if(b.binary(BinaryOp::Equal, now, b.u32(0xFFFFFFFFu)));
      b.brk();
      b.end_if();
      b.store(counter, b.binary(BinaryOp::Add, now, b.u32(1)));
    }
  }
}

}  // namespace vitrine::ir
