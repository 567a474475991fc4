// Bytes that go to the device and come back, and facts that are read.
#include <malloc.h>

#include <string>
#include <string_view>

#include "context.h"

namespace vitrine::node {
namespace {

// An ArrayBuffer over the mapping itself, or undefined.
napi_value mapped_range(napi_env env, napi_callback_info info) {
  napi_value a[4];
  get_args(env, info, a, 4);
  WGPUBuffer buffer = as_handle<WGPUBuffer>(env, a[0]);
  size_t offset = as_size(env, a[1]), size = as_size(env, a[2]);
  void* data = as_bool(env, a[3]) ? const_cast<void*>(wgpuBufferGetConstMappedRange(buffer, offset, size))
                                  : wgpuBufferGetMappedRange(buffer, offset, size);
  if (!data) return nullptr;
  if (size == UINT64_MAX) size = wgpuBufferGetSize(buffer) > offset ? wgpuBufferGetSize(buffer) - offset : 0;
  napi_value result = nullptr;
  // V8 keeps one backing store for one address; a range of no bytes gets memory of its own.
  if (size == 0) napi_create_arraybuffer(env, 0, &data, &result);
  else napi_create_external_arraybuffer(env, data, size, [](napi_env, void*, void*) {}, nullptr, &result);
  return result;
}
napi_value detach(napi_env env, napi_callback_info info) {
  napi_value a[1];
  get_args(env, info, a, 1);
  napi_detach_arraybuffer(env, a[0]);
  return nullptr;
}

napi_value write_buffer(napi_env env, napi_callback_info info) {
  napi_value a[4];
  get_args(env, info, a, 4);
  std::string_view bytes = as_bytes(env, a[3]);
  wgpuQueueWriteBuffer(as_handle<WGPUQueue>(env, a[0]), as_handle<WGPUBuffer>(env, a[1]), as_size(env, a[2]), bytes.data(), bytes.size());
  return nullptr;
}
napi_value write_texture(napi_env env, napi_callback_info info) {
  napi_value a[5];
  get_args(env, info, a, 5);
  std::string_view bytes = as_bytes(env, a[2]);
  wgpuQueueWriteTexture(as_handle<WGPUQueue>(env, a[0]), as_pointer<WGPUTexelCopyTextureInfo>(env, a[1]), bytes.data(), bytes.size(),
                        as_pointer<WGPUTexelCopyBufferLayout>(env, a[3]), as_pointer<WGPUExtent3D>(env, a[4]));
  return nullptr;
}
napi_value set_immediates(napi_env env, napi_callback_info info) {
  napi_value a[4];
  get_args(env, info, a, 4);
  std::string name = as_text(env, a[0]);
  uint32_t offset = as_u32(env, a[2]);
  std::string_view bytes = as_bytes(env, a[3]);
  if (name == "wgpuComputePassEncoderSetImmediates")
    wgpuComputePassEncoderSetImmediates(as_handle<WGPUComputePassEncoder>(env, a[1]), offset, bytes.data(), bytes.size());
  else if (name == "wgpuRenderPassEncoderSetImmediates")
    wgpuRenderPassEncoderSetImmediates(as_handle<WGPURenderPassEncoder>(env, a[1]), offset, bytes.data(), bytes.size());
  else
    wgpuRenderBundleEncoderSetImmediates(as_handle<WGPURenderBundleEncoder>(env, a[1]), offset, bytes.data(), bytes.size());
  return nullptr;
}

template <class T>
napi_value number_list(napi_env env, const T* values, size_t count) {
  napi_value list;
  napi_create_array_with_length(env, count, &list);
  for (size_t i = 0; i < count; ++i) napi_set_element(env, list, static_cast<uint32_t>(i), from_double(env, values[i]));
  return list;
}
// features(handle, 0 for an adapter, 1 for a device)
napi_value features(napi_env env, napi_callback_info info) {
  napi_value a[2];
  get_args(env, info, a, 2);
  WGPUSupportedFeatures f = {};
  if (as_u32(env, a[1])) wgpuDeviceGetFeatures(as_handle<WGPUDevice>(env, a[0]), &f);
  else wgpuAdapterGetFeatures(as_handle<WGPUAdapter>(env, a[0]), &f);
  napi_value list = number_list(env, f.features, f.featureCount);
  wgpuSupportedFeaturesFreeMembers(f);
  return list;
}
napi_value wgsl_features(napi_env env, napi_callback_info info) {
  napi_value a[1];
  get_args(env, info, a, 1);
  WGPUSupportedWGSLLanguageFeatures f = {};
  wgpuInstanceGetWGSLLanguageFeatures(as_handle<WGPUInstance>(env, a[0]), &f);
  napi_value list = number_list(env, f.features, f.featureCount);
  wgpuSupportedWGSLLanguageFeaturesFreeMembers(f);
  return list;
}
napi_value adapter_info(napi_env env, napi_callback_info info) {
  napi_value a[2];
  get_args(env, info, a, 2);
  WGPUAdapterInfo i = WGPU_ADAPTER_INFO_INIT;
  if (as_u32(env, a[1])) wgpuDeviceGetAdapterInfo(as_handle<WGPUDevice>(env, a[0]), &i);
  else wgpuAdapterGetInfo(as_handle<WGPUAdapter>(env, a[0]), &i);
  Object o(env);
  o.set("vendor", to_view(i.vendor)).set("architecture", to_view(i.architecture)).set("device", to_view(i.device))
      .set("description", to_view(i.description)).set("subgroupMinSize", i.subgroupMinSize).set("subgroupMaxSize", i.subgroupMaxSize)
      .set("isFallbackAdapter", from_bool(env, i.adapterType == WGPUAdapterType_CPU));
  wgpuAdapterInfoFreeMembers(i);
  return o.value;
}

napi_value address_of(napi_env env, napi_callback_info info) {
  napi_value a[1];
  get_args(env, info, a, 1);
  return from_handle(env, as_bytes(env, a[0]).data());
}
napi_value text_at(napi_env env, napi_callback_info info) {
  napi_value a[2];
  get_args(env, info, a, 2);
  return from_text(env, to_view({as_pointer<const char>(env, a[0]), as_size(env, a[1])}));
}
napi_value adjust_memory(napi_env env, napi_callback_info info) {
  napi_value a[1];
  get_args(env, info, a, 1);
  int64_t now;
  napi_adjust_external_memory(env, static_cast<int64_t>(as_double(env, a[0])), &now);
  return nullptr;
}

// For tests: bytes that are allocated at present, fragments left aside.
napi_value allocated_bytes(napi_env env, napi_callback_info) {
  struct mallinfo2 all = mallinfo2();
  return from_double(env, static_cast<double>(all.uordblks + all.hblkhd));
}

}  // namespace

std::span<const NativeCall> data_calls() {
  static constexpr NativeCall kCalls[] = {
      {"mappedRange", mapped_range}, {"detach", detach}, {"writeBuffer", write_buffer},
      {"writeTexture", write_texture}, {"setImmediates", set_immediates}, {"features", features},
      {"wgslFeatures", wgsl_features}, {"info", adapter_info}, {"addressOf", address_of}, {"textAt", text_at},
      {"adjustMemory", adjust_memory}, {"allocatedBytes", allocated_bytes},
  };
  return kCalls;
}

}  // namespace vitrine::node
