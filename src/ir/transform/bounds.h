// How large an integer can get: what the index of an array is proved not to exceed needs no clamp.
#pragma once

#include <unordered_map>
#include <vector>

#include "ir/ir.h"

namespace vitrine::ir {

// Of one function. Instructions may be added while it is in use, as long as they store to no variable that was there.
class Bounds {
 public:
  Bounds(const Module& m, FunctionId f);
  // The largest value that the bits of a scalar of u32 or i32 can have, read as u32. ~0u when nothing is known.
  uint32_t upper(Value v) const { return upper(v, 0); }

 private:
  struct Variable {
    std::vector<uint32_t> stores;
    bool escapes = false;  // used by more than loads and stores
  };

  uint32_t upper(Value v, uint32_t depth) const;
  uint32_t of_param(uint32_t index, std::span<const uint32_t> path) const;
  uint32_t of_extract(const Inst& i) const;
  uint32_t of_binary(const Inst& i, uint32_t depth) const;
  uint32_t of_builtin(const Inst& i, uint32_t depth) const;
  uint32_t of_load(uint32_t load, uint32_t depth) const;
  bool guard(BlockId body, Value variable, uint32_t depth, uint32_t& at, Value& limit, bool& inclusive) const;
  bool inside(BlockId block, BlockId outer) const;

  const Module& m_;
  FunctionId id_;
  std::unordered_map<uint32_t, Variable> variables_;
};

}  // namespace vitrine::ir
