// The text form of a module: what `vitrine compile --target ir` shows and what tests of transforms are written in.
// print(parse(print(m))) is print(m).
//
//   struct Params { count: u32 @offset(0), scale: f32 @offset(4) }
//   override @n: u32 @id(1) = 4u
//   var @data: ptr<storage, array<f32>, read_write> @group(0) @binding(1)
//
//   fn @main(%gid: vec3<u32> @builtin(global_invocation_id)) @compute @workgroup_size(64u, 1u, 1u) {
//     %0: u32 = extract %gid, 0u
//     %1: ptr<storage, f32, read_write> = access @data, %0
//     %2: f32 = load %1
//     %3: bool = less %2, 0f
//     if %3 {
//       store %1, 0f
//     }
//     return
//   }
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "ir/ir.h"

namespace vitrine::ir {

struct TextOptions {
  bool locations = false;  // span of every instruction, and the tree of scopes
};
std::string to_text(const Module& m, const TextOptions& options = {});
std::string to_text(const Module& m, const Function& f, const TextOptions& options = {});
// A constant as the text form writes it: `3u`, `1.5f`, `vec2<f32>(0f, 1f)`.
std::string constant_text(const Module& m, ConstantId id);

struct TextError {
  uint32_t line = 0, column = 0;  // from 1
  std::string message;
};
// For tests and tools: the text is trusted to mean something, not to be well-formed.
Result<Module, TextError> parse_text(std::string_view text);

}  // namespace vitrine::ir
