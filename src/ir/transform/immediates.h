// Values that the backend passes to every draw and dispatch beside the immediates of the program.
#pragma once

#include "ir/builder.h"

namespace vitrine::ir {

// Where they stand in the block of immediates (push constants in Vulkan). Bytes 0 to 63 belong to the program.
enum class HiddenImmediate : uint32_t {
  PrintCommand = 64,  // u32: number of the draw or dispatch in its submission
  DepthRange = 72,    // vec2<f32>: least and greatest depth of the viewport
};
inline constexpr uint32_t kImmediateBytes = 128;  // of the whole block

// The value, loaded where the builder stands. The module has one entry point. The first use adds the hidden part to the
// module's block of immediates (every access of the program goes through its first member from then on), or makes one.
Value hidden_immediate(Builder& b, HiddenImmediate which);

}  // namespace vitrine::ir
