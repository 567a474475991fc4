// What this layer does not do yet. Each gives an error that says so.
#include "gpu/bind_group.h"
#include "gpu/check.h"
#include "gpu/command_encoder.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "gpu/queue.h"
#include "gpu/render_bundle.h"
#include "gpu/render_pass.h"
#include "gpu/render_pipeline.h"
#include "gpu/texture.h"

namespace vitrine::gpu {

void RenderPassLayout::trim() {}
RenderPipeline::~RenderPipeline() = default;
void RenderPipeline::on_label(std::string_view) {}
Ref<RenderPipeline> Device::create_render_pipeline(const RenderPipelineDescriptor& d) {
  Ref<RenderPipeline> pipeline = make<RenderPipeline>(*this, d.label);
  pipeline->fail(raise(not_implemented("createRenderPipeline")));
  return pipeline;
}
FutureId Device::create_render_pipeline_async(const RenderPipelineDescriptor& d, CallbackMode mode,
                                              CreateRenderPipelineCallback callback) {
  Ref<RenderPipeline> pipeline = create_render_pipeline(d);
  return instance().events().add_completed(
      mode, [callback] { callback(CreatePipelineAsyncStatus::InternalError, nullptr, "not there yet"); });
}
Ref<RenderBundleEncoder> Device::create_render_bundle_encoder(const RenderBundleEncoderDescriptor& d) {
  Ref<RenderBundleEncoder> encoder = make<RenderBundleEncoder>(*this, d);
  encoder->fail(raise(not_implemented("createRenderBundleEncoder")));
  return encoder;
}
RenderCommands::RenderCommands(Device& device, ObjectKind kind, std::string_view label, RecordingRef recording)
    : BindingEncoder(device, kind, label, std::move(recording)) {}
RenderCommands::~RenderCommands() = default;
void RenderCommands::group_bound(uint32_t, const BindGroup&) {}
void RenderCommands::set_pipeline(RenderPipeline*) { begin_command(); }
void RenderCommands::set_index_buffer(Buffer*, IndexFormat, uint64_t, uint64_t) { begin_command(); }
void RenderCommands::set_vertex_buffer(uint32_t, Buffer*, uint64_t, uint64_t) { begin_command(); }
void RenderCommands::draw(uint32_t, uint32_t, uint32_t, uint32_t) { begin_command(); }
void RenderCommands::draw_indexed(uint32_t, uint32_t, uint32_t, int32_t, uint32_t) { begin_command(); }
void RenderCommands::draw_indirect(Buffer*, uint64_t) { begin_command(); }
void RenderCommands::draw_indexed_indirect(Buffer*, uint64_t) { begin_command(); }
RenderPassEncoder::RenderPassEncoder(CommandEncoder& encoder, std::string_view label)
    : RenderCommands(encoder.device(), ObjectKind::RenderPassEncoder, label, encoder.recording()), encoder_(&encoder) {}
RenderPassEncoder::~RenderPassEncoder() = default;
void RenderPassEncoder::add_context(diag::Diagnostic& d) const { EncoderBase::add_context(d); }
void RenderPassEncoder::set_viewport(float, float, float, float, float, float) { begin_command(); }
void RenderPassEncoder::set_scissor_rect(uint32_t, uint32_t, uint32_t, uint32_t) { begin_command(); }
void RenderPassEncoder::set_blend_constant(const hal::Color&) { begin_command(); }
void RenderPassEncoder::set_stencil_reference(uint32_t) { begin_command(); }
void RenderPassEncoder::begin_occlusion_query(uint32_t) { begin_command(); }
void RenderPassEncoder::end_occlusion_query() { begin_command(); }
void RenderPassEncoder::execute_bundles(std::span<RenderBundle* const>) { begin_command(); }
void RenderPassEncoder::end() {
  state_ = EncoderState::Ended;
  encoder_->pass_ended(failure());
}
Ref<RenderPassEncoder> CommandEncoder::begin_render_pass(const RenderPassDescriptor& d) {
  if (begin_command()) invalidate(not_implemented("beginRenderPass"));
  Ref<RenderPassEncoder> pass = make<RenderPassEncoder>(*this, d.label);
  pass->fail(failure());
  return pass;
}
RenderBundle::RenderBundle(Device& device, std::string_view label)
    : DeviceObject(device, ObjectKind::RenderBundle, label) {}
RenderBundle::~RenderBundle() = default;
RenderBundleEncoder::RenderBundleEncoder(Device& device, const RenderBundleEncoderDescriptor& d)
    : RenderCommands(device, ObjectKind::RenderBundleEncoder, d.label, std::make_shared<Recording>()) {}
RenderBundleEncoder::~RenderBundleEncoder() = default;
Ref<RenderBundle> RenderBundleEncoder::finish(std::string_view label) {
  Ref<RenderBundle> bundle = make<RenderBundle>(device(), label);
  bundle->fail(failure());
  return bundle;
}

}  // namespace vitrine::gpu
