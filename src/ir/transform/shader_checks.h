// What VITRINE_CHECK=bounds and nan share: prints that run where a shader does what was most likely not meant.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/builder.h"
#include "ir/transform/origin.h"
#include "printf/records.h"

namespace vitrine::ir {

class ShaderChecks {
 protected:
  explicit ShaderChecks(Module& m) : m_(m) {}

  // Calls visit(function, number, instruction) for every instruction that is there now and has none of the flags. The
  // instruction is a copy: what visit() adds moves them.
  template <class F>
  void for_each_inst(uint8_t flags, F&& visit) {
    for (FunctionId id(0); id.value < m_.functions.size(); ++id.value) {
      auto count = static_cast<uint32_t>(m_.functions[id].insts.size());
      for (uint32_t n = 0; n < count; ++n) {
        const Inst i = m_.functions[id].insts[n];
        if (!(i.flags & flags) && i.block) visit(id, n, i);
      }
    }
  }

  // Where the builder stands: the message about `what`, when `condition` holds.
  void report(Builder& b, Value condition, const printf::Bounds& what, std::string format, const std::vector<Value>& values);

  Module& m_;
  Origins origins_{m_};
  std::vector<printf::Bounds> found_;  // of the sites that were added, in their order
};

}  // namespace vitrine::ir
