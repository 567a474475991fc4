#include "spirv/raise/raise.h"

#include "ir/transform/bound_loops.h"
#include "ir/transform/dead_code.h"
#include "ir/transform/known_values.h"
#include "ir/transform/print_native.h"
#include "ir/transform/print_to_buffer.h"
#include "ir/transform/robustness.h"
#include "ir/transform/zero_workgroup.h"

namespace vitrine::spirv {

void raise(ir::Module& m, const Options& options) {
  // Prints first: what they read is made robust like all else.
  switch (options.print) {
    case PrintRoute::Drop: ir::drop_prints(m); break;
    case PrintRoute::BuiltIn: ir::print_to_buffer(m, options.print_buffer); break;
    case PrintRoute::Native:
      ir::print_natively(m, options.print_buffer.native_flags ? ir::PrintTarget::DebugPrintf
                                                               : ir::PrintTarget::DebugPrintfWithoutFlags);
      if (options.print_buffer.native_words) ir::print_to_buffer(m, options.print_buffer);
      break;
  }
  if (options.clamp_frag_depth) clamp_frag_depth(m);
  resolve_pointer_parameters(m);
  view_buffers(m);
  // A debugger wants to see variables.
  if (options.debug < DebugLevel::Lines) ir::use_known_values(m);
  ir::make_robust(m, {.runtime_arrays = options.robust_buffers, .textures = options.robust_textures});
  if (options.bound_loops) ir::bound_loops(m);
  if (options.zero_workgroup_memory && !options.zero_initializer) ir::zero_workgroup_memory(m);
  zero_arrays_in_loops(m);
  combine_accesses(m);
  load_by_words(m, options.uniform_standard_layout);
  if (!options.uniform_standard_layout) load_split_matrices(m);
  define_arithmetic(m);
  if (options.select_tables) select_from_tables(m);
  index_values_in_memory(m);
  ir::remove_dead_code(m);
}

}  // namespace vitrine::spirv
