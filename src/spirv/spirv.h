// From the IR to SPIR-V for Vulkan 1.1 to 1.3: first raise() rewrites the module into one that SPIR-V can say, then
// print() writes its words.
//
//   ir::Module m = module;                      // each pipeline has its own
//   ir::extract_entry_point(m, "main"); ...     // src/ir/transform: what does not depend on the target
//   spirv::raise(m, options);
//   std::vector<uint32_t> words = spirv::print(m, options);
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/ir.h"
#include "ir/transform/print_to_buffer.h"

namespace vitrine::spirv {

// How much of the WGSL text the module carries.
enum class DebugLevel : uint8_t {
  None,
  Names,  // OpName, OpMemberName
  Lines,  // and OpSource with the text, OpLine
  Full,   // and NonSemantic.Shader.DebugInfo.100
};

// What becomes of `print`.
enum class PrintRoute : uint8_t {
  Drop,     // nothing is printed
  BuiltIn,  // records in a storage buffer; see printf/records.h
  Native,   // NonSemantic.DebugPrintf
};

struct Options {
  uint32_t version = 0x00010300;  // SPIR-V: 1.3 (Vulkan 1.1), 1.5 (1.2), 1.6 (1.3)
  DebugLevel debug = DebugLevel::Names;

  // -- safety --
  bool robust_buffers = true;          // clamp indexes of runtime-sized arrays; false: robustBufferAccess2 does
  bool robust_textures = true;         // clamp texel coordinates; false: robustImageAccess2 does
  bool zero_workgroup_memory = true;   // false: VK_KHR_zero_initialize_workgroup_memory does, by an initializer
  bool zero_initializer = false;       // that extension is on
  bool bound_loops = false;            // every loop ends before its iteration 2^32 - 1

  // -- what the device has --
  bool storage_input_output16 = false; // f16 inputs and outputs as they are; else as f32
  bool demote_to_helper = false;       // VK_EXT_shader_demote_to_helper_invocation; always in SPIR-V 1.6
  bool uniform_standard_layout = false;  // VK_KHR_uniform_buffer_standard_layout
  bool select_tables = false;          // it is slow with constant arrays: choose by the bits of the index
  bool unpack_halves_apart = false;    // it unpacks only the lower half of a constant (defs/blocklist.def)
  bool clamp_frag_depth = false;       // to the depth range in the hidden immediates (ir/transform/immediates.h)

  // -- printing --
  PrintRoute print = PrintRoute::Drop;
  ir::PrintToBufferOptions print_buffer;  // of the built-in route
};

// Rewrites the module. Only for a module without overrides (see ir/transform/overrides.h).
void raise(ir::Module& m, const Options& options);

// The words of a raised module. Every entry point of the module becomes one of SPIR-V. An entry point has the name it has
// in WGSL.
std::vector<uint32_t> print(const ir::Module& m, const Options& options);

}  // namespace vitrine::spirv
