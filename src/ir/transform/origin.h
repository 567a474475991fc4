// Which variable of a module a value is a part of, for messages.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/ir.h"
#include "printf/records.h"

namespace vitrine::ir {

// Pointers and textures that a function takes are followed to what its callers pass. The calls of the module must stay as
// they are; other instructions may come.
class Origins {
 public:
  explicit Origins(const Module& m) : m_(m) {}

  // `variable` is the name that the shader uses there; where several callers pass different variables none of them is said.
  printf::Bounds of(FunctionId id, Value v);
  // For the text of a message: "`a`", "`p` (`a` or `b`)", or `otherwise` for a value without a name.
  std::string name(FunctionId id, Value v, std::string_view otherwise);

 private:
  struct Call {
    FunctionId caller;
    uint32_t inst;
  };
  // Where walking back from `v` ends: a variable, a parameter, or some value.
  Value start(FunctionId id, Value v) const;
  // The variables that callers pass.
  const std::vector<GlobalId>& passed(FunctionId id, uint32_t param);

  const Module& m_;
  bool listed_ = false;
  std::vector<std::vector<Call>> calls_;  // by the function called
  std::map<std::pair<uint32_t, uint32_t>, std::vector<GlobalId>> passed_;
};

}  // namespace vitrine::ir
