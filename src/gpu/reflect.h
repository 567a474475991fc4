// From the checked program to what pipeline creation needs.
#pragma once

#include "gpu/shader_module.h"

namespace vitrine::wgsl {
struct Program;
}

namespace vitrine::ir {
struct Module;
}

namespace vitrine::gpu {

ShaderReflection reflect(const wgsl::Program& program);
// Which texture every entry point samples with which sampler: found in the lowered module, where calls are plain.
void add_texture_sampler_pairs(ShaderReflection& reflection, const ir::Module& module);

}  // namespace vitrine::gpu
