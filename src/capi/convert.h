// Structs of webgpu.h to the descriptors of gpu/. Undefined values become the defaults of the specification, zeroed
// structs too. https://webgpu-native.github.io/webgpu-headers/Structs.html
#pragma once

#include <webgpu/vitrine.h>
#include <webgpu/webgpu.h>

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "capi/handles.h"
#include "gpu/descriptors.h"
#include "gpu/event.h"

namespace vitrine::capi {

// -- strings. https://webgpu-native.github.io/webgpu-headers/Strings.html --
std::string_view text(WGPUStringView s);                     // null: empty
std::optional<std::string_view> nullable(WGPUStringView s);  // null: nothing
WGPUStringView view(std::string_view s);                     // borrowed
WGPUStringView copied(std::string_view s);                   // owned: free_text
void free_text(WGPUStringView s);

// -- chains. https://webgpu-native.github.io/webgpu-headers/Chained-Structs.html --
// The struct of that type in a chain, or null. Everything in the chain must be one of `allowed`, once: else the current
// call gets a failure that its algorithm reports. Where nothing is allowed, a chain that leads to no struct is passed over.
const WGPUChainedStruct* find(const WGPUChainedStruct* chain, WGPUSType type);
bool check_chain(const WGPUChainedStruct* chain, std::string_view of, std::initializer_list<WGPUSType> allowed);
// What of it is wrong, if anything: the one rule behind all of these. Structs that are read may have those of others
// chained.
enum class ChainUse : uint8_t { Read, Written };
std::optional<diag::Diagnostic> chain_fault(const WGPUChainedStruct* chain, std::string_view of,
                                            std::initializer_list<WGPUSType> allowed, ChainUse use);
// Of another implementation's block: passed over.
bool is_foreign(WGPUSType type);
// For structs that are written to: nothing may be chained but `allowed`, once, else it is logged and the call has to fail.
bool chain_is(const WGPUChainedStruct* chain, std::string_view of, std::initializer_list<WGPUSType> allowed);
// For structs that nothing extends and that programs leave unset: what is there is logged and never read.
void pass_over_chain(const WGPUChainedStruct* chain, std::string_view of);

// -- arrays: a pointer and a count. Null with a count: the current call gets a failure, and there are no elements --
bool check_array(const void* data, size_t count, std::string_view member);
template <class T>
std::span<const T> array(const T* data, size_t count, std::string_view member) {
  return {data, check_array(data, count, member) ? count : 0};
}
inline std::span<const std::byte> bytes(const void* data, size_t size) {
  return array(static_cast<const std::byte*>(data), size, "data");
}

// -- enumerations --
template <class E, class C>
E as(C value) {
  return static_cast<E>(value);
}
// With the default that stands for "undefined".
template <class E, class C>
E as(C value, E otherwise) {
  return static_cast<uint32_t>(value) == 0 ? otherwise : static_cast<E>(value);
}
gpu::CallbackMode callback_mode(WGPUCallbackMode mode);
// Of a WGPU...CallbackInfo, which takes nothing in its chain.
template <class Info>
gpu::CallbackMode callback_mode(const Info& info, std::string_view type) {
  check_chain(info.nextInChain, type, {});
  return callback_mode(info.mode);
}

// A feature of another implementation that every device of ours has, so that there is nothing to ask for.
bool is_always_there(WGPUFeatureName feature);

// -- descriptors --
gpu::RequestAdapterOptions convert(const WGPURequestAdapterOptions* o);
gpu::DeviceDescriptor convert(const WGPUDeviceDescriptor* d);
gpu::BufferDescriptor convert(const WGPUBufferDescriptor& d);
gpu::TextureDescriptor convert(const WGPUTextureDescriptor& d);
gpu::TextureViewDescriptor convert(const WGPUTextureViewDescriptor* d);
gpu::SamplerDescriptor convert(const WGPUSamplerDescriptor* d);
gpu::BindGroupLayoutDescriptor convert(const WGPUBindGroupLayoutDescriptor& d);
gpu::BindGroupDescriptor convert(const WGPUBindGroupDescriptor& d);
gpu::PipelineLayoutDescriptor convert(const WGPUPipelineLayoutDescriptor& d);
gpu::ShaderModuleDescriptor convert(const WGPUShaderModuleDescriptor& d);
gpu::ComputePipelineDescriptor convert(const WGPUComputePipelineDescriptor& d);
gpu::RenderPipelineDescriptor convert(const WGPURenderPipelineDescriptor& d);
gpu::ComputePassDescriptor convert(const WGPUComputePassDescriptor* d);
gpu::RenderPassDescriptor convert(const WGPURenderPassDescriptor& d);
gpu::RenderBundleEncoderDescriptor convert(const WGPURenderBundleEncoderDescriptor& d);
gpu::QuerySetDescriptor convert(const WGPUQuerySetDescriptor& d);
gpu::TexelCopyBufferInfo convert(const WGPUTexelCopyBufferInfo& i);
gpu::TexelCopyBufferLayout convert(const WGPUTexelCopyBufferLayout& l);
gpu::TexelCopyTextureInfo convert(const WGPUTexelCopyTextureInfo& i);
hal::Extent3D convert(const WGPUExtent3D& e);

// -- back --
bool fill(WGPULimits& out, const gpu::Limits& limits);
void fill(WGPUSupportedFeatures& out, const gpu::FeatureSet& features);
bool fill(WGPUAdapterInfo& out, const gpu::Adapter& adapter);

}  // namespace vitrine::capi
