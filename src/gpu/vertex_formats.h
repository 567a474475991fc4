// https://gpuweb.github.io/gpuweb/#enumdef-gpuvertexformat
#pragma once

#include "gpu/enums.h"
#include "gpu/shader_module.h"

namespace vitrine::gpu {

struct VertexFormatInfo {
  uint32_t bytes = 0;  // 0: no format
  uint32_t components = 0;
  ShaderInterfaceValue::Component component{};  // what a shader reads it as: f32, i32 or u32
};
VertexFormatInfo vertex_format_info(VertexFormat format);

}  // namespace vitrine::gpu
