// Memory that is an array of words: values of any host-shareable type are put together from them.
#pragma once

#include <unordered_map>

#include "ir/builder.h"

namespace vitrine::spirv {

// Bytes from the start of a variable: a constant and, when set, a value.
struct ByteOffset {
  uint32_t constant = 0;
  ir::Value value;
};

class WordMemory {
 public:
  enum class Form : uint8_t {
    Vectors,  // array<vec4<u32>>: uniform
    Words,    // array<u32>
    Atomics,  // array<atomic<u32>>: halves of a word are stored without a race
  };
  // `in_bounds`: offsets lead to words that are there.
  WordMemory(ir::Builder& b, ir::Value global, Form form, bool in_bounds)
      : m_(b.module()), b_(b), global_(global), form_(form), in_bounds_(in_bounds) {}

  ByteOffset plus(ByteOffset at, uint32_t bytes) const { return {at.constant + bytes, at.value}; }
  ByteOffset plus(ByteOffset at, ir::Value index, uint32_t stride);
  // Goes on from a `type` at `at` by the indexes of an Access.
  ByteOffset follow(const ir::Inst& access, ir::TypeId type, ByteOffset at);

  ir::Value load(ir::TypeId type, ByteOffset at);
  void store(ir::TypeId type, ByteOffset at, ir::Value v);

 private:
  ir::Value pointer(ByteOffset at);
  ir::Value word(ByteOffset at);
  void store_word(ByteOffset at, ir::Value v);
  void store_half(ByteOffset at, ir::Value v);
  ir::Value bytes(ByteOffset at);
  ir::Value load_in_loop(ir::TypeId type, ByteOffset at);
  void store_in_loop(ir::TypeId type, ByteOffset at, ir::Value v);
  template <class F>
  void repeat(uint32_t count, F&& body);

  ir::Module& m_;
  ir::Builder& b_;
  ir::Value global_;
  Form form_;
  bool in_bounds_;
};

// After loads became words: each use of an instruction of `by`, names included, becomes its value there; names of what was
// removed go.
void replace_values(ir::Module& m, ir::FunctionId id, const std::unordered_map<uint32_t, ir::Value>& by);

}  // namespace vitrine::spirv
