// From the checked program to what pipeline creation needs.
#pragma once

#include "gpu/shader_module.h"

namespace vitrine::wgsl {
struct Program;
}

namespace vitrine::gpu {

ShaderReflection reflect(const wgsl::Program& program);

}  // namespace vitrine::gpu
