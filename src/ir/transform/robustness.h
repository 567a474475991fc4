// Indexes stay inside what they index. https://gpuweb.github.io/gpuweb/wgsl/#out-of-bounds-access-sec
#pragma once

#include "ir/ir.h"

namespace vitrine::ir {

struct RobustnessOptions {
  bool buffers = true;    // storage and uniform variables
  // Runtime-sized arrays, when `buffers` says so at all. False: the device keeps to the binding (robustBufferAccess2).
  bool runtime_arrays = true;
  bool memory = true;     // workgroup, private and function variables, and values
  // Coordinates and layers of textureLoad and textureStore. False: the device keeps to the view (robustImageAccess2).
  bool textures = true;
};

// Clamps every index that is not known or proved (bounds.h) to be in bounds to the last element, for runtime-sized arrays
// by arrayLength; texel coordinates, array indexes, levels and sample indexes likewise for loads. Texel stores out of
// bounds are left out.
void make_robust(Module& m, const RobustnessOptions& options = {});

}  // namespace vitrine::ir
