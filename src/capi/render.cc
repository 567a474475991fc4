// Render passes and bundles.
// https://webgpu-native.github.io/webgpu-headers/group__WGPURenderPassEncoderMethods.html
#include "capi/convert.h"
#include "gpu/buffer.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "gpu/render_bundle.h"
#include "gpu/render_pass.h"
#include "gpu/render_pipeline.h"

using namespace vitrine;
using namespace vitrine::capi;

#define VITRINE_RENDER_COMMANDS(Name)                                                                                   \
  void wgpu##Name##Draw(WGPU##Name e, uint32_t vertices, uint32_t instances, uint32_t first_vertex,                     \
                        uint32_t first_instance) {                                                                      \
    VITRINE_CALL(e, "draw", (vertices, instances, first_vertex, first_instance));                                       \
    self.draw(vertices, instances, first_vertex, first_instance);                                                       \
  }                                                                                                                     \
  void wgpu##Name##DrawIndexed(WGPU##Name e, uint32_t indices, uint32_t instances, uint32_t first_index,                \
                               int32_t base_vertex, uint32_t first_instance) {                                          \
    VITRINE_CALL(e, "drawIndexed", (indices, instances, first_index, base_vertex, first_instance));                     \
    self.draw_indexed(indices, instances, first_index, base_vertex, first_instance);                                    \
  }                                                                                                                     \
  void wgpu##Name##DrawIndexedIndirect(WGPU##Name e, WGPUBuffer buffer, uint64_t offset) {                              \
    VITRINE_CALL(e, "drawIndexedIndirect", (buffer, offset));                                                           \
    self.draw_indexed_indirect(from(buffer), offset);                                                                   \
  }                                                                                                                     \
  void wgpu##Name##DrawIndirect(WGPU##Name e, WGPUBuffer buffer, uint64_t offset) {                                     \
    VITRINE_CALL(e, "drawIndirect", (buffer, offset));                                                                  \
    self.draw_indirect(from(buffer), offset);                                                                           \
  }                                                                                                                     \
  void wgpu##Name##InsertDebugMarker(WGPU##Name e, WGPUStringView label) {                                              \
    VITRINE_CALL(e, "insertDebugMarker", (label));                                                                      \
    self.insert_debug_marker(text(label));                                                                              \
  }                                                                                                                     \
  void wgpu##Name##PopDebugGroup(WGPU##Name e) {                                                                        \
    VITRINE_CALL(e, "popDebugGroup", ());                                                                               \
    self.pop_debug_group();                                                                                             \
  }                                                                                                                     \
  void wgpu##Name##PushDebugGroup(WGPU##Name e, WGPUStringView label) {                                                 \
    VITRINE_CALL(e, "pushDebugGroup", (label));                                                                         \
    self.push_debug_group(text(label));                                                                                 \
  }                                                                                                                     \
  void wgpu##Name##SetBindGroup(WGPU##Name e, uint32_t index, WGPUBindGroup group, size_t count,                        \
                                uint32_t const* offsets) {                                                              \
    VITRINE_CALL(e, "setBindGroup", (index, group, count, offsets));                                                    \
    self.set_bind_group(index, from(group), array(offsets, count, "dynamicOffsets"));                                   \
  }                                                                                                                     \
  void wgpu##Name##SetImmediates(WGPU##Name e, uint32_t offset, void const* data, size_t size) {                        \
    VITRINE_CALL(e, "setImmediates", (offset, data, size));                                                             \
    self.set_immediates(offset, bytes(data, size));                                                                     \
  }                                                                                                                     \
  void wgpu##Name##SetIndexBuffer(WGPU##Name e, WGPUBuffer buffer, WGPUIndexFormat format, uint64_t offset,             \
                                  uint64_t size) {                                                                      \
    VITRINE_CALL(e, "setIndexBuffer", (buffer, format, offset, size));                                                  \
    self.set_index_buffer(from(buffer), as<gpu::IndexFormat>(format), offset, size);                                    \
  }                                                                                                                     \
  void wgpu##Name##SetPipeline(WGPU##Name e, WGPURenderPipeline pipeline) {                                             \
    VITRINE_CALL(e, "setPipeline", (pipeline));                                                                         \
    self.set_pipeline(from(pipeline));                                                                                  \
  }                                                                                                                     \
  void wgpu##Name##SetVertexBuffer(WGPU##Name e, uint32_t slot, WGPUBuffer buffer, uint64_t offset, uint64_t size) {    \
    VITRINE_CALL(e, "setVertexBuffer", (slot, buffer, offset, size));                                                   \
    self.set_vertex_buffer(slot, from(buffer), offset, size);                                                           \
  }

extern "C" {

VITRINE_RENDER_COMMANDS(RenderPassEncoder)
VITRINE_RENDER_COMMANDS(RenderBundleEncoder)

WGPURenderBundle wgpuRenderBundleEncoderFinish(WGPURenderBundleEncoder encoder,
                                               WGPURenderBundleDescriptor const* descriptor) {
  VITRINE_CALL(encoder, "finish", (descriptor), nullptr);
  if (descriptor) check_chain(descriptor->nextInChain, "WGPURenderBundleDescriptor", {});
  return give(self.finish(descriptor ? text(descriptor->label) : std::string_view()));
}

void wgpuRenderPassEncoderBeginOcclusionQuery(WGPURenderPassEncoder pass, uint32_t index) {
  VITRINE_CALL(pass, "beginOcclusionQuery", (index));
  self.begin_occlusion_query(index);
}
void wgpuRenderPassEncoderEnd(WGPURenderPassEncoder pass) {
  VITRINE_CALL(pass, "end", ());
  self.end();
}
void wgpuRenderPassEncoderEndOcclusionQuery(WGPURenderPassEncoder pass) {
  VITRINE_CALL(pass, "endOcclusionQuery", ());
  self.end_occlusion_query();
}
void wgpuRenderPassEncoderExecuteBundles(WGPURenderPassEncoder pass, size_t count, WGPURenderBundle const* bundles) {
  VITRINE_CALL(pass, "executeBundles", (count, bundles));
  check_array(bundles, count, "bundles");
  self.execute_bundles(from(bundles, count));
}
void wgpuRenderPassEncoderSetBlendConstant(WGPURenderPassEncoder pass, WGPUColor const* color) {
  VITRINE_CALL(pass, "setBlendConstant", (color));
  if (!color) return VITRINE_NULL("color");
  self.set_blend_constant({color->r, color->g, color->b, color->a});
}
void wgpuRenderPassEncoderSetScissorRect(WGPURenderPassEncoder pass, uint32_t x, uint32_t y, uint32_t width,
                                         uint32_t height) {
  VITRINE_CALL(pass, "setScissorRect", (x, y, width, height));
  self.set_scissor_rect(x, y, width, height);
}
void wgpuRenderPassEncoderSetStencilReference(WGPURenderPassEncoder pass, uint32_t reference) {
  VITRINE_CALL(pass, "setStencilReference", (reference));
  self.set_stencil_reference(reference);
}
void wgpuRenderPassEncoderSetViewport(WGPURenderPassEncoder pass, float x, float y, float width, float height,
                                      float min_depth, float max_depth) {
  VITRINE_CALL(pass, "setViewport", (x, y, width, height, min_depth, max_depth));
  self.set_viewport(x, y, width, height, min_depth, max_depth);
}

}  // extern "C"
