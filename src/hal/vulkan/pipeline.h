// From a stage's IR to a VkShaderModule.
#pragma once

#include "hal/vulkan/objects.h"
#include "ir/ir.h"

namespace vitrine::hal::vulkan {

struct Shader {
  VkShaderModule handle = VK_NULL_HANDLE;  // the caller destroys it when the pipeline is made
  std::string entry_point;
  bool prints = false;  // by the built-in route
};
Result<Shader> make_shader(VulkanDevice& device, const LayoutState& layout, const ShaderStage& stage, ir::Stage kind,
                           std::string_view label);

}  // namespace vitrine::hal::vulkan
