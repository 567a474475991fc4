// The steps of raise(), in their order. Each is IR -> IR.
#pragma once

#include "spirv/spirv.h"

namespace vitrine::spirv {

// Pointer parameters to buffers, and to parts of variables, go: SPIR-V passes only whole variables of some storage
// classes. The callee is copied for each place that is pointed to; indexes become parameters.
void resolve_pointer_parameters(ir::Module& m);

// Buffers without a type of their own become arrays of words, and what is loaded and stored through views of them is taken
// apart into words. Only where no function has a pointer parameter to a buffer.
void view_buffers(ir::Module& m);

// An access of an access becomes one.
void combine_accesses(ir::Module& m);

// Uniform variables whose layout needs uniformBufferStandardLayout (unless the device has it) and immediates with f16 become
// arrays of words, and loads put values together.
void load_by_words(ir::Module& m, bool standard_layout);

// Matrices in uniform buffers that the writer splits into columns are loaded whole where the column is not a constant.
void load_split_matrices(ir::Module& m);

// Integer division and remainder by zero and with overflow, shifts, conversion of floats to integers: what WGSL defines
// and SPIR-V does not.
void define_arithmetic(ir::Module& m);

// Constant arrays that are indexed by values, and variables that hold one and are never written, become choices by the bits
// of the index: software drivers compile an initialized array in time that grows with the square of its size.
void select_from_tables(ir::Module& m);

// Values (not in memory) that are indexed by values: SPIR-V has this for vectors only.
void index_values_in_memory(ir::Module& m);

// Large arrays of private and function variables are zeroed in loops: a driver may make thousands of stores of one, and
// some take minutes to compile them.
void zero_arrays_in_loops(ir::Module& m);

// frag_depth within the depth range of the viewport.
void clamp_frag_depth(ir::Module& m);

}  // namespace vitrine::spirv
