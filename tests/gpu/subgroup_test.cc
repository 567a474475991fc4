// @subgroup_size: every size that the adapter names is the size that the shader runs with.
#include <cstdint>
#include <string>

#include "device.h"

namespace {

class Subgroup : public DeviceTest {
 protected:
  Subgroup() { features = {WGPUFeatureName_Subgroups, WGPUFeatureName_SubgroupSizeControl}; }
};

TEST_F(Subgroup, HasTheSizeAskedFor) {
  if (!wgpuDeviceHasFeature(device, WGPUFeatureName_SubgroupSizeControl)) GTEST_SKIP() << "no subgroup-size-control";
  WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
  wgpuAdapterGetInfo(adapter, &info);
  WGPUBufferDescriptor buffer_descriptor = WGPU_BUFFER_DESCRIPTOR_INIT;
  buffer_descriptor.size = 4;
  buffer_descriptor.usage = WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc;
  WGPUBuffer found = wgpuDeviceCreateBuffer(device, &buffer_descriptor);
  buffer_descriptor.usage = WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst;
  WGPUBuffer readback = wgpuDeviceCreateBuffer(device, &buffer_descriptor);
  WGPUShaderSourceWGSL code = WGPU_SHADER_SOURCE_WGSL_INIT;
  code.code = text(R"(
enable subgroups;
enable subgroup_size_control;
override size: u32;
@group(0) @binding(0) var<storage, read_write> found: u32;
@compute @workgroup_size(size * 2) @subgroup_size(size)
fn main(@builtin(subgroup_size) s: u32, @builtin(local_invocation_index) i: u32) {
  if (i == 0) { found = s; }
}
)");
  WGPUShaderModuleDescriptor module_descriptor = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
  module_descriptor.nextInChain = &code.chain;
  WGPUShaderModule module = wgpuDeviceCreateShaderModule(device, &module_descriptor);
  for (uint32_t size = info.subgroupMinSize; size && size <= info.subgroupMaxSize; size *= 2) {
    WGPUConstantEntry constant = WGPU_CONSTANT_ENTRY_INIT;
    constant.key = text("size");
    constant.value = size;
    WGPUComputePipelineDescriptor pipeline_descriptor = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    pipeline_descriptor.compute.module = module;
    pipeline_descriptor.compute.constants = &constant;
    pipeline_descriptor.compute.constantCount = 1;
    WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(device, &pipeline_descriptor);
    WGPUBindGroupLayout layout = wgpuComputePipelineGetBindGroupLayout(pipeline, 0);
    WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
    entry.buffer = found;
    WGPUBindGroupDescriptor group_descriptor = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    group_descriptor.layout = layout;
    group_descriptor.entries = &entry;
    group_descriptor.entryCount = 1;
    WGPUBindGroup group = wgpuDeviceCreateBindGroup(device, &group_descriptor);
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, nullptr);
    wgpuComputePassEncoderSetPipeline(pass, pipeline);
    wgpuComputePassEncoderSetBindGroup(pass, 0, group, 0, nullptr);
    wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
    wgpuComputePassEncoderEnd(pass);
    wgpuCommandEncoderCopyBufferToBuffer(encoder, found, 0, readback, 0, 4);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
    wgpuQueueSubmit(queue, 1, &commands);
    WGPUBufferMapCallbackInfo on_map = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
    on_map.mode = WGPUCallbackMode_AllowProcessEvents;
    on_map.callback = [](WGPUMapAsyncStatus, WGPUStringView, void* flag, void*) { *static_cast<bool*>(flag) = true; };
    on_map.userdata1 = &done;
    wgpuBufferMapAsync(readback, WGPUMapMode_Read, 0, 4, on_map);
    wait();
    const auto* mapped = static_cast<const uint32_t*>(wgpuBufferGetConstMappedRange(readback, 0, 4));
    EXPECT_EQ(mapped ? *mapped : 0, size);
    wgpuBufferUnmap(readback);
    wgpuCommandBufferRelease(commands);
    wgpuComputePassEncoderRelease(pass);
    wgpuCommandEncoderRelease(encoder);
    wgpuBindGroupRelease(group);
    wgpuBindGroupLayoutRelease(layout);
    wgpuComputePipelineRelease(pipeline);
  }
  wgpuShaderModuleRelease(module);
  wgpuBufferRelease(found);
  wgpuBufferRelease(readback);
  wgpuAdapterInfoFreeMembers(info);
}

}  // namespace
