// What objects of the same descriptor share must not show.
#include <gtest/gtest.h>

#include "capi/handles.h"
#include "capi/testing.h"
#include "gpu/compute_pipeline.h"
#include "gpu/render_pipeline.h"
#include "gpu/shader_module.h"

namespace vitrine::capi::testing {
namespace {

constexpr std::string_view kCompute = R"(
@group(0) @binding(0) var<storage, read_write> data: array<u32, 8>;
override scale: u32 = 2;
@compute @workgroup_size(1) fn main() { data[0] = scale; }
@compute @workgroup_size(2) fn other() { data[1] = scale; }
)";

class Sharing : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(p.start()) << p.message;
    WGPUBindGroupLayoutEntry e = WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT;
    e.visibility = WGPUShaderStage_Compute;
    e.buffer.type = WGPUBufferBindingType_Storage;
    WGPUBindGroupLayoutDescriptor d = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
    d.entryCount = 1;
    d.entries = &e;
    group_layout = wgpuDeviceCreateBindGroupLayout(p.device, &d);
    layouts[0] = pipeline_layout();
    layouts[1] = pipeline_layout();
    module = p.module(kCompute);
  }
  void TearDown() override {
    wgpuShaderModuleRelease(module);
    for (WGPUPipelineLayout l : layouts) wgpuPipelineLayoutRelease(l);
    wgpuBindGroupLayoutRelease(group_layout);
  }
  WGPUPipelineLayout pipeline_layout() {
    WGPUPipelineLayoutDescriptor d = WGPU_PIPELINE_LAYOUT_DESCRIPTOR_INIT;
    d.bindGroupLayoutCount = 1;
    d.bindGroupLayouts = &group_layout;
    return wgpuDeviceCreatePipelineLayout(p.device, &d);
  }
  struct Made {
    std::string_view label = "p", entry = "main";
    double scale = 0;  // 0: not given
    WGPUPipelineLayout layout = nullptr;
    WGPUShaderModule module = nullptr;
  };
  WGPUComputePipeline make(const Made& m) {
    WGPUConstantEntry constant = WGPU_CONSTANT_ENTRY_INIT;
    constant.key = text("scale");
    constant.value = m.scale;
    WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    d.label = text(m.label);
    d.layout = m.layout;
    d.compute.module = m.module ? m.module : module;
    d.compute.entryPoint = text(m.entry);
    d.compute.constantCount = m.scale ? 1 : 0;
    d.compute.constants = &constant;
    return wgpuDeviceCreateComputePipeline(p.device, &d);
  }
  // A dispatch of it with so many bytes bound.
  void dispatch(WGPUComputePipeline pipeline, uint64_t bytes) {
    WGPUBuffer buffer = p.buffer(256, WGPUBufferUsage_Storage);
    WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
    entry.buffer = buffer;
    entry.size = bytes;
    WGPUBindGroupDescriptor d = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    d.layout = group_layout;
    d.entryCount = 1;
    d.entries = &entry;
    WGPUBindGroup group = wgpuDeviceCreateBindGroup(p.device, &d);
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(p.device, nullptr);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, nullptr);
    wgpuComputePassEncoderSetPipeline(pass, pipeline);
    wgpuComputePassEncoderSetBindGroup(pass, 0, group, 0, nullptr);
    wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
    wgpuCommandEncoderRelease(encoder);
    WGPUQueue queue = wgpuDeviceGetQueue(p.device);
    wgpuQueueSubmit(queue, 1, &commands);
    wgpuQueueRelease(queue);
    wgpuCommandBufferRelease(commands);
    wgpuBindGroupRelease(group);
    wgpuBufferRelease(buffer);
  }

  Program p;
  WGPUBindGroupLayout group_layout = nullptr;
  WGPUPipelineLayout layouts[2] = {};
  WGPUShaderModule module = nullptr;
};

TEST_F(Sharing, PipelinesOfOneDescriptorAreMadeOnce) {
  WGPUComputePipeline first = make({.layout = layouts[0]}), second = make({.layout = layouts[0]});
  ASSERT_NE(first, second);
  auto native = [](WGPUComputePipeline h) { return from(h)->native(); };
  EXPECT_EQ(native(first), native(second));
  std::vector<WGPUComputePipeline> others = {make({.label = "q", .layout = layouts[0]}), make({.entry = "other", .layout = layouts[0]}),
                                             make({.scale = 3, .layout = layouts[0]}), make({.scale = 4, .layout = layouts[0]}),
                                             make({.layout = layouts[1]}), make({}), make({})};
  WGPUShaderModule renamed = p.module(kCompute, "another");
  others.push_back(make({.layout = layouts[0], .module = renamed}));
  for (size_t i = 0; i < others.size(); ++i) {
    EXPECT_NE(native(others[i]), native(first)) << i;
    for (size_t k = 0; k < i; ++k) EXPECT_NE(native(others[i]), native(others[k])) << i << " " << k;
  }
  wgpuComputePipelineRelease(first);
  dispatch(second, 32);
  EXPECT_EQ(p.all(), "");
  dispatch(second, 16);  // what the shader needs is known of this one too
  EXPECT_EQ(p.count("diagnostic bound_buffer_too_small"), 1u) << p.all();
  wgpuComputePipelineRelease(second);
  for (WGPUComputePipeline o : others) wgpuComputePipelineRelease(o);
  wgpuShaderModuleRelease(renamed);
}

TEST_F(Sharing, ALabelIsThatOfOnePipeline) {
  WGPUComputePipeline first = make({.layout = layouts[0]}), second = make({.layout = layouts[0]});
  wgpuComputePipelineSetLabel(second, text("mine"));
  EXPECT_EQ(from(first)->label(), "p");
  EXPECT_EQ(from(second)->label(), "mine");
  wgpuComputePipelineRelease(first);
  wgpuComputePipelineRelease(second);
}

TEST_F(Sharing, WhatFailedIsToldEachTime) {
  for (int i = 0; i < 2; ++i) wgpuComputePipelineRelease(make({.entry = "none", .layout = layouts[0]}));
  EXPECT_EQ(p.begun("error"), 2u) << p.all();
}

TEST_F(Sharing, ModulesOfOneTextAreCompiledOnceAndWarnEachTime) {
  constexpr std::string_view kWarns = "fn f() -> i32 { return 1; while (true) {} }\n@compute @workgroup_size(1) fn main() { _ = f(); }";
  WGPUShaderModule first = p.module(kWarns), second = p.module(kWarns), other = p.module(kWarns, "n");
  EXPECT_EQ(from(first)->module(), from(second)->module());
  EXPECT_NE(from(first)->module(), from(other)->module());
  EXPECT_EQ(from(other)->source()->name(), "n");
  EXPECT_EQ(from(first)->messages().size(), from(second)->messages().size());
  EXPECT_EQ(p.begun("error"), 0u) << p.all();
  for (WGPUShaderModule m : {first, second, other}) wgpuShaderModuleRelease(m);
  WGPUShaderModule again = p.module("fn f() { x = 1; }"), more = p.module("fn f() { x = 1; }");
  EXPECT_EQ(p.begun("error"), 2u) << p.all();
  for (WGPUShaderModule m : {again, more}) wgpuShaderModuleRelease(m);
}

TEST_F(Sharing, APassThatIsGoneAndOpenIsNamed) {
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(p.device, nullptr);
  WGPUComputePassDescriptor d = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
  d.label = text("forgotten");
  wgpuComputePassEncoderRelease(wgpuCommandEncoderBeginComputePass(encoder, &d));
  wgpuCommandBufferRelease(wgpuCommandEncoderFinish(encoder, nullptr));
  wgpuCommandEncoderRelease(encoder);
  EXPECT_EQ(p.count("compute pass \"forgotten\" has not ended"), 2u) << p.all();
}

}  // namespace
}  // namespace vitrine::capi::testing
