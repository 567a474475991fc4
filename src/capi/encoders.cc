// Command encoders and compute passes.
// https://webgpu-native.github.io/webgpu-headers/group__WGPUCommandEncoderMethods.html
#include "capi/convert.h"
#include "gpu/buffer.h"
#include "gpu/command_encoder.h"
#include "gpu/compute_pass.h"
#include "gpu/compute_pipeline.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "gpu/query_set.h"
#include "gpu/render_pass.h"

using namespace vitrine;
using namespace vitrine::capi;

extern "C" {

WGPUComputePassEncoder wgpuCommandEncoderBeginComputePass(WGPUCommandEncoder encoder,
                                                          WGPUComputePassDescriptor const* descriptor) {
  VITRINE_CALL(encoder, "beginComputePass", (descriptor), nullptr);
  return give_made(self.begin_compute_pass(convert(descriptor)));
}
WGPURenderPassEncoder wgpuCommandEncoderBeginRenderPass(WGPUCommandEncoder encoder,
                                                        WGPURenderPassDescriptor const* descriptor) {
  VITRINE_CALL(encoder, "beginRenderPass", (descriptor), nullptr);
  if (!descriptor) {
    VITRINE_NULL("descriptor");
    return nullptr;
  }
  return give_made(self.begin_render_pass(convert(*descriptor)));
}
void wgpuCommandEncoderClearBuffer(WGPUCommandEncoder encoder, WGPUBuffer buffer, uint64_t offset, uint64_t size) {
  VITRINE_CALL(encoder, "clearBuffer", (buffer, offset, size));
  self.clear_buffer(from(buffer), offset, size);
}
void wgpuCommandEncoderCopyBufferToBuffer(WGPUCommandEncoder encoder, WGPUBuffer source, uint64_t source_offset,
                                          WGPUBuffer destination, uint64_t destination_offset, uint64_t size) {
  VITRINE_CALL(encoder, "copyBufferToBuffer", (source, source_offset, destination, destination_offset, size));
  self.copy_buffer_to_buffer(from(source), source_offset, from(destination), destination_offset, size);
}
void wgpuCommandEncoderCopyBufferToTexture(WGPUCommandEncoder encoder, WGPUTexelCopyBufferInfo const* source,
                                           WGPUTexelCopyTextureInfo const* destination, WGPUExtent3D const* size) {
  VITRINE_CALL(encoder, "copyBufferToTexture", (source, destination, size));
  if (!source || !destination || !size) return VITRINE_NULL(!source ? "source" : !destination ? "destination" : "copySize");
  self.copy_buffer_to_texture(convert(*source), convert(*destination), convert(*size));
}
void wgpuCommandEncoderCopyTextureToBuffer(WGPUCommandEncoder encoder, WGPUTexelCopyTextureInfo const* source,
                                           WGPUTexelCopyBufferInfo const* destination, WGPUExtent3D const* size) {
  VITRINE_CALL(encoder, "copyTextureToBuffer", (source, destination, size));
  if (!source || !destination || !size) return VITRINE_NULL(!source ? "source" : !destination ? "destination" : "copySize");
  self.copy_texture_to_buffer(convert(*source), convert(*destination), convert(*size));
}
void wgpuCommandEncoderCopyTextureToTexture(WGPUCommandEncoder encoder, WGPUTexelCopyTextureInfo const* source,
                                            WGPUTexelCopyTextureInfo const* destination, WGPUExtent3D const* size) {
  VITRINE_CALL(encoder, "copyTextureToTexture", (source, destination, size));
  if (!source || !destination || !size) return VITRINE_NULL(!source ? "source" : !destination ? "destination" : "copySize");
  self.copy_texture_to_texture(convert(*source), convert(*destination), convert(*size));
}
WGPUCommandBuffer wgpuCommandEncoderFinish(WGPUCommandEncoder encoder, WGPUCommandBufferDescriptor const* descriptor) {
  VITRINE_CALL(encoder, "finish", (descriptor), nullptr);
  if (descriptor) check_chain(descriptor->nextInChain, "WGPUCommandBufferDescriptor", {});
  return give(self.finish(descriptor ? text(descriptor->label) : std::string_view()));
}
void wgpuCommandEncoderResolveQuerySet(WGPUCommandEncoder encoder, WGPUQuerySet set, uint32_t first, uint32_t count,
                                       WGPUBuffer destination, uint64_t offset) {
  VITRINE_CALL(encoder, "resolveQuerySet", (set, first, count, destination, offset));
  self.resolve_query_set(from(set), first, count, from(destination), offset);
}
void wgpuCommandEncoderWriteTimestamp(WGPUCommandEncoder encoder, WGPUQuerySet set, uint32_t index) {
  VITRINE_CALL(encoder, "writeTimestamp", (set, index));
  self.write_timestamp(from(set), index);
}

#define VITRINE_DEBUG_COMMANDS(Name)                                                     \
  void wgpu##Name##InsertDebugMarker(WGPU##Name encoder, WGPUStringView label) {         \
    VITRINE_CALL(encoder, "insertDebugMarker", (label));                                 \
    self.insert_debug_marker(text(label));                                               \
  }                                                                                      \
  void wgpu##Name##PopDebugGroup(WGPU##Name encoder) {                                   \
    VITRINE_CALL(encoder, "popDebugGroup", ());                                          \
    self.pop_debug_group();                                                              \
  }                                                                                      \
  void wgpu##Name##PushDebugGroup(WGPU##Name encoder, WGPUStringView label) {            \
    VITRINE_CALL(encoder, "pushDebugGroup", (label));                                    \
    self.push_debug_group(text(label));                                                  \
  }
VITRINE_DEBUG_COMMANDS(CommandEncoder)
VITRINE_DEBUG_COMMANDS(ComputePassEncoder)

// -- compute passes. https://webgpu-native.github.io/webgpu-headers/group__WGPUComputePassEncoderMethods.html --
void wgpuComputePassEncoderDispatchWorkgroups(WGPUComputePassEncoder pass, uint32_t x, uint32_t y, uint32_t z) {
  VITRINE_CALL(pass, "dispatchWorkgroups", (x, y, z));
  self.dispatch_workgroups(x, y, z);
}
void wgpuComputePassEncoderDispatchWorkgroupsIndirect(WGPUComputePassEncoder pass, WGPUBuffer buffer, uint64_t offset) {
  VITRINE_CALL(pass, "dispatchWorkgroupsIndirect", (buffer, offset));
  self.dispatch_workgroups_indirect(from(buffer), offset);
}
void wgpuComputePassEncoderEnd(WGPUComputePassEncoder pass) {
  VITRINE_CALL(pass, "end", ());
  self.end();
}
void wgpuComputePassEncoderSetBindGroup(WGPUComputePassEncoder pass, uint32_t index, WGPUBindGroup group, size_t count,
                                        uint32_t const* offsets) {
  VITRINE_CALL(pass, "setBindGroup", (index, group, count, offsets));
  self.set_bind_group(index, from(group), array(offsets, count, "dynamicOffsets"));
}
void wgpuComputePassEncoderSetImmediates(WGPUComputePassEncoder pass, uint32_t offset, void const* data, size_t size) {
  VITRINE_CALL(pass, "setImmediates", (offset, data, size));
  self.set_immediates(offset, bytes(data, size));
}
void wgpuComputePassEncoderSetPipeline(WGPUComputePassEncoder pass, WGPUComputePipeline pipeline) {
  VITRINE_CALL(pass, "setPipeline", (pipeline));
  self.set_pipeline(from(pipeline));
}

}  // extern "C"
