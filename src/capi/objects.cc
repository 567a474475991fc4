// References and labels of every kind of object. https://webgpu-native.github.io/webgpu-headers/Ownership.html
#include "capi/convert.h"
#include "gpu/adapter.h"
#include "gpu/bind_group.h"
#include "gpu/buffer.h"
#include "gpu/command_encoder.h"
#include "gpu/compute_pass.h"
#include "gpu/compute_pipeline.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "gpu/query_set.h"
#include "gpu/queue.h"
#include "gpu/render_bundle.h"
#include "gpu/render_pass.h"
#include "gpu/render_pipeline.h"
#include "gpu/surface.h"

void vitrine::capi::lint_made(const gpu::Object& object) {
  if (gpu::Linter* l = object.instance().linter()) l->made_by_program(object);
}

namespace {
template <class Handle>
void add_ref(Handle handle, const char* function, uint64_t site) {
  if (!handle) return vitrine::capi::report_null(function, vitrine::capi::interface_of(handle), site);
  vitrine::capi::from(handle)->add_handle();
}

template <class Handle>
void release(Handle handle, const char* function, uint64_t site) {
  if (!handle) return vitrine::capi::report_null(function, vitrine::capi::interface_of(handle), site);
  auto* object = vitrine::capi::from(handle);
  if (object->release_handle_unless_last()) return;
  // Until what the release set free has been delivered.
  vitrine::gpu::Ref<vitrine::gpu::Instance> kept(&object->instance());
  vitrine::gpu::ApiCall call(*kept, "release", site);
  object->release_handle();
}
}  // namespace

#define VITRINE_RETURN_ADDRESS ::vitrine::capi::call_site(__builtin_extract_return_addr(__builtin_return_address(0)))
#define VITRINE_REFERENCES(Name)                                                          \
  void wgpu##Name##AddRef(WGPU##Name object) { add_ref(object, __func__, VITRINE_RETURN_ADDRESS); }          \
  void wgpu##Name##Release(WGPU##Name object) { release(object, __func__, VITRINE_RETURN_ADDRESS); }
#define VITRINE_LABEL(Name)                                               \
  void wgpu##Name##SetLabel(WGPU##Name object, WGPUStringView label) {    \
    VITRINE_ENTER(object, "label");                                       \
    self.set_label(vitrine::capi::text(label));                           \
  }

extern "C" {
VITRINE_REFERENCES(Adapter)
VITRINE_REFERENCES(BindGroup)
VITRINE_REFERENCES(BindGroupLayout)
VITRINE_REFERENCES(Buffer)
VITRINE_REFERENCES(CommandBuffer)
VITRINE_REFERENCES(CommandEncoder)
VITRINE_REFERENCES(ComputePassEncoder)
VITRINE_REFERENCES(ComputePipeline)
VITRINE_REFERENCES(Device)
VITRINE_REFERENCES(ExternalTexture)
VITRINE_REFERENCES(Instance)
VITRINE_REFERENCES(PipelineLayout)
VITRINE_REFERENCES(QuerySet)
VITRINE_REFERENCES(Queue)
VITRINE_REFERENCES(RenderBundle)
VITRINE_REFERENCES(RenderBundleEncoder)
VITRINE_REFERENCES(RenderPassEncoder)
VITRINE_REFERENCES(RenderPipeline)
VITRINE_REFERENCES(Sampler)
VITRINE_REFERENCES(ShaderModule)
VITRINE_REFERENCES(Surface)
VITRINE_REFERENCES(Texture)
VITRINE_REFERENCES(TextureView)

VITRINE_LABEL(BindGroup)
VITRINE_LABEL(BindGroupLayout)
VITRINE_LABEL(Buffer)
VITRINE_LABEL(CommandBuffer)
VITRINE_LABEL(CommandEncoder)
VITRINE_LABEL(ComputePassEncoder)
VITRINE_LABEL(ComputePipeline)
VITRINE_LABEL(Device)
VITRINE_LABEL(ExternalTexture)
VITRINE_LABEL(PipelineLayout)
VITRINE_LABEL(QuerySet)
VITRINE_LABEL(Queue)
VITRINE_LABEL(RenderBundle)
VITRINE_LABEL(RenderBundleEncoder)
VITRINE_LABEL(RenderPassEncoder)
VITRINE_LABEL(RenderPipeline)
VITRINE_LABEL(Sampler)
VITRINE_LABEL(ShaderModule)
VITRINE_LABEL(Surface)
VITRINE_LABEL(Texture)
VITRINE_LABEL(TextureView)
}
