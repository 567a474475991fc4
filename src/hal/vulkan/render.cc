// Render pipelines and render passes.
#include "hal/vulkan/record.h"

namespace vitrine::hal::vulkan {

Result<std::unique_ptr<RenderPipeline>> VulkanDevice::create_render_pipeline(const RenderPipelineDesc& d) {
  return Failure<Error>(Error{ErrorKind::Unsupported, {}, "render pipelines"});
}

bool Recorder::run_render(const CommandHeader* header) { return false; }

}  // namespace vitrine::hal::vulkan
