// Workgroup memory is zero when a shader starts. https://gpuweb.github.io/gpuweb/wgsl/#address-spaces-workgroup
#pragma once

#include "ir/ir.h"

namespace vitrine::ir {

// Every compute entry point that names workgroup variables, or calls a function that does, begins by storing zeros, each
// invocation its share, and a barrier. Workgroup sizes and array sizes must be constants.
void zero_workgroup_memory(Module& m);

}  // namespace vitrine::ir
