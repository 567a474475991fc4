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
  WGPUBuffer found = buffer(4, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc);
  WGPUShaderModule module = shader(R"(
enable subgroups;
enable subgroup_size_control;
override size: u32;
@group(0) @binding(0) var<storage, read_write> found: u32;
@compute @workgroup_size(size * 2) @subgroup_size(size)
fn main(@builtin(subgroup_size) s: u32, @builtin(local_invocation_index) i: u32) {
  if (i == 0) { found = s; }
}
)");
  for (uint32_t size = info.subgroupMinSize; size && size <= info.subgroupMaxSize; size *= 2) {
    WGPUConstantEntry constant = WGPU_CONSTANT_ENTRY_INIT;
    constant.key = text("size");
    constant.value = size;
    WGPUComputePipelineDescriptor pipeline_descriptor = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    pipeline_descriptor.compute.module = module;
    pipeline_descriptor.compute.constants = &constant;
    pipeline_descriptor.compute.constantCount = 1;
    WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(device, &pipeline_descriptor);
    WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
    entry.buffer = found;
    dispatch(pipeline, {entry});
    uint32_t ran_with;
    std::memcpy(&ran_with, read(found, 4).data(), 4);
    EXPECT_EQ(ran_with, size);
    wgpuComputePipelineRelease(pipeline);
  }
  wgpuShaderModuleRelease(module);
  wgpuBufferRelease(found);
  wgpuAdapterInfoFreeMembers(info);
}

}  // namespace
