// Buffers, textures and the queue.
// https://webgpu-native.github.io/webgpu-headers/group__WGPUBufferMethods.html
#include "capi/convert.h"
#include "gpu/buffer.h"
#include "gpu/command_encoder.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "gpu/queue.h"
#include "gpu/texture.h"

using namespace vitrine;
using namespace vitrine::capi;

namespace {
// WGPU_WHOLE_MAP_SIZE is the largest size_t.
uint64_t map_size(size_t size) { return size == WGPU_WHOLE_MAP_SIZE ? gpu::kWholeSize : size; }
}  // namespace

extern "C" {

// -- buffers --
void wgpuBufferDestroy(WGPUBuffer buffer) {
  VITRINE_CALL(buffer, "destroy", ());
  self.destroy();
}
void const* wgpuBufferGetConstMappedRange(WGPUBuffer buffer, size_t offset, size_t size) {
  VITRINE_CALL(buffer, "getMappedRange", (offset, size), nullptr);
  return self.get_mapped_range(offset, map_size(size), /*read_only=*/true);
}
void* wgpuBufferGetMappedRange(WGPUBuffer buffer, size_t offset, size_t size) {
  VITRINE_CALL(buffer, "getMappedRange", (offset, size), nullptr);
  return self.get_mapped_range(offset, map_size(size), /*read_only=*/false);
}
WGPUBufferMapState wgpuBufferGetMapState(WGPUBuffer buffer) {
  VITRINE_ENTER(buffer, "mapState", WGPUBufferMapState_Unmapped);
  return static_cast<WGPUBufferMapState>(self.map_state());
}
uint64_t wgpuBufferGetSize(WGPUBuffer buffer) {
  VITRINE_ENTER(buffer, "size", 0);
  return self.size();
}
WGPUBufferUsage wgpuBufferGetUsage(WGPUBuffer buffer) {
  VITRINE_ENTER(buffer, "usage", 0);
  return self.usage();
}
WGPUFuture wgpuBufferMapAsync(WGPUBuffer buffer, WGPUMapMode mode, size_t offset, size_t size,
                              WGPUBufferMapCallbackInfo info) {
  VITRINE_CALL(buffer, "mapAsync", (mode, offset, size), WGPUFuture{0});
  return {self.map_async(mode, offset, map_size(size), callback_mode(info, "WGPUBufferMapCallbackInfo"),
                         [info](gpu::MapAsyncStatus status, std::string message) {
                           if (!info.callback) return;
                           info.callback(static_cast<WGPUMapAsyncStatus>(status), view(message), info.userdata1,
                                         info.userdata2);
                         })};
}
WGPUStatus wgpuBufferReadMappedRange(WGPUBuffer buffer, size_t offset, void* data, size_t size) {
  VITRINE_CALL(buffer, "readMappedRange", (offset, data, size), WGPUStatus_Error);
  check_array(data, size, "data");
  return self.read_mapped_range(offset, data, size) ? WGPUStatus_Success : WGPUStatus_Error;
}
WGPUStatus wgpuBufferWriteMappedRange(WGPUBuffer buffer, size_t offset, void const* data, size_t size) {
  VITRINE_CALL(buffer, "writeMappedRange", (offset, data, size), WGPUStatus_Error);
  check_array(data, size, "data");
  return self.write_mapped_range(offset, data, size) ? WGPUStatus_Success : WGPUStatus_Error;
}
void wgpuBufferUnmap(WGPUBuffer buffer) {
  VITRINE_CALL(buffer, "unmap", ());
  self.unmap();
}

// -- textures. https://webgpu-native.github.io/webgpu-headers/group__WGPUTextureMethods.html --
WGPUTextureView wgpuTextureCreateView(WGPUTexture texture, WGPUTextureViewDescriptor const* descriptor) {
  VITRINE_CALL(texture, "createView", (descriptor), nullptr);
  return give(self.create_view(convert(descriptor)));
}
void wgpuTextureDestroy(WGPUTexture texture) {
  VITRINE_CALL(texture, "destroy", ());
  self.destroy();
}
uint32_t wgpuTextureGetDepthOrArrayLayers(WGPUTexture texture) {
  VITRINE_ENTER(texture, "depthOrArrayLayers", 0);
  return self.size().depth_or_layers;
}
WGPUTextureDimension wgpuTextureGetDimension(WGPUTexture texture) {
  VITRINE_ENTER(texture, "dimension", WGPUTextureDimension_2D);
  return static_cast<WGPUTextureDimension>(self.dimension());
}
WGPUTextureFormat wgpuTextureGetFormat(WGPUTexture texture) {
  VITRINE_ENTER(texture, "format", WGPUTextureFormat_Undefined);
  return static_cast<WGPUTextureFormat>(self.format());
}
uint32_t wgpuTextureGetHeight(WGPUTexture texture) {
  VITRINE_ENTER(texture, "height", 0);
  return self.size().height;
}
uint32_t wgpuTextureGetMipLevelCount(WGPUTexture texture) {
  VITRINE_ENTER(texture, "mipLevelCount", 0);
  return self.mip_level_count();
}
uint32_t wgpuTextureGetSampleCount(WGPUTexture texture) {
  VITRINE_ENTER(texture, "sampleCount", 0);
  return self.sample_count();
}
WGPUTextureViewDimension wgpuTextureGetTextureBindingViewDimension(WGPUTexture texture) {
  VITRINE_ENTER(texture, "textureBindingViewDimension", WGPUTextureViewDimension_Undefined);
  return static_cast<WGPUTextureViewDimension>(self.binding_view_dimension());
}
WGPUTextureUsage wgpuTextureGetUsage(WGPUTexture texture) {
  VITRINE_ENTER(texture, "usage", 0);
  return self.usage();
}
uint32_t wgpuTextureGetWidth(WGPUTexture texture) {
  VITRINE_ENTER(texture, "width", 0);
  return self.size().width;
}

// -- the queue. https://webgpu-native.github.io/webgpu-headers/group__WGPUQueueMethods.html --
WGPUFuture wgpuQueueOnSubmittedWorkDone(WGPUQueue queue, WGPUQueueWorkDoneCallbackInfo info) {
  VITRINE_CALL(queue, "onSubmittedWorkDone", (), WGPUFuture{0});
  return {self.on_submitted_work_done(callback_mode(info, "WGPUQueueWorkDoneCallbackInfo"),
                                      [info](gpu::QueueWorkDoneStatus status, std::string message) {
                                        if (!info.callback) return;
                                        info.callback(static_cast<WGPUQueueWorkDoneStatus>(status), view(message),
                                                      info.userdata1, info.userdata2);
                                      })};
}
void wgpuQueueSubmit(WGPUQueue queue, size_t count, WGPUCommandBuffer const* commands) {
  VITRINE_CALL(queue, "submit", (count, commands));
  check_array(commands, count, "commands");
  self.submit(from(commands, count));
}
void wgpuQueueWriteBuffer(WGPUQueue queue, WGPUBuffer buffer, uint64_t offset, void const* data, size_t size) {
  VITRINE_CALL(queue, "writeBuffer", (buffer, offset, data, size));
  self.write_buffer(from(buffer), offset, bytes(data, size));
}
void wgpuQueueWriteTexture(WGPUQueue queue, WGPUTexelCopyTextureInfo const* destination, void const* data, size_t size,
                           WGPUTexelCopyBufferLayout const* layout, WGPUExtent3D const* extent) {
  VITRINE_CALL(queue, "writeTexture", (destination, data, size, layout, extent));
  if (!destination || !layout || !extent) return VITRINE_NULL(!destination ? "destination" : !layout ? "dataLayout" : "writeSize");
  self.write_texture(convert(*destination), bytes(data, size), convert(*layout),
                     convert(*extent));
}

}  // extern "C"
