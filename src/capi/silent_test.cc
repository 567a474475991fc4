// VITRINE_CHECK=silent, beyond what its pages show.
#include "capi/testing_scene.h"

namespace vitrine::capi::testing {
namespace {

WGPUCommandBuffer clear(Program& p, WGPUBuffer buffer) {
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(p.device, nullptr);
  wgpuCommandEncoderClearBuffer(encoder, buffer, 0, WGPU_WHOLE_SIZE);
  WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
  wgpuCommandEncoderRelease(encoder);
  return commands;
}

TEST(Silent, ACommandBufferThatIsNeverSubmitted) {
  for (VitrineInstanceFlags flags : {VitrineInstanceFlags_None, VitrineInstanceFlags_CheckSilent}) {
    Program p({.flags = flags});
    ASSERT_TRUE(p.start());
    WGPUBuffer b = p.buffer(16, WGPUBufferUsage_CopyDst, "target");
    WGPUCommandBuffer commands = clear(p, b);
    WGPUQueue queue = wgpuDeviceGetQueue(p.device);
    wgpuQueueSubmit(queue, 1, &commands);
    wgpuCommandBufferRelease(commands);
    EXPECT_EQ(p.count("command_buffer_never_submitted"), 0u) << p.all();
    wgpuCommandBufferRelease(clear(p, b));
    EXPECT_EQ(p.count("diagnostic command_buffer_never_submitted"), flags ? 1u : 0u) << p.all();
    wgpuQueueRelease(queue);
    wgpuBufferRelease(b);
  }
}

// Compute, rendering with every kind of draw, copies, queries and maps: nothing of it is wrong.
TEST(Silent, ARightProgramHearsNothing) {
  Program p({.flags = VitrineInstanceFlags_CheckSilent});
  ASSERT_TRUE(p.start());
  {
    Scene scene(p);
    scene.make();
    scene.frame();
    scene.frame();
    EXPECT_TRUE(scene.read());
  }
  EXPECT_EQ(p.begun("diagnostic "), 0u) << p.all();
}

TEST(Silent, AnEncoderThatIsNeverFinished) {
  Program p({.flags = VitrineInstanceFlags_CheckSilent});
  ASSERT_TRUE(p.start());
  WGPUBuffer b = p.buffer(16, WGPUBufferUsage_CopyDst, "target");
  wgpuCommandEncoderRelease(wgpuDeviceCreateCommandEncoder(p.device, nullptr));  // nothing in it
  EXPECT_EQ(p.count("encoder_never_finished"), 0u) << p.all();
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(p.device, nullptr);
  wgpuCommandEncoderClearBuffer(encoder, b, 0, WGPU_WHOLE_SIZE);
  wgpuCommandEncoderRelease(encoder);
  EXPECT_EQ(p.count("diagnostic encoder_never_finished"), 1u) << p.all();
  wgpuBufferRelease(b);
}

TEST(Silent, SaysInWhichDebugGroups) {
  Program p({.flags = VitrineInstanceFlags_CheckSilent});
  ASSERT_TRUE(p.start());
  WGPUShaderModule module = p.module("@compute @workgroup_size(1) fn main() {}");
  WGPUComputePipelineDescriptor pipeline_descriptor = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
  pipeline_descriptor.compute.module = module;
  WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(p.device, &pipeline_descriptor);
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(p.device, nullptr);
  wgpuCommandEncoderPushDebugGroup(encoder, text("f"));
  WGPUComputePassDescriptor pass_descriptor = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
  pass_descriptor.label = text("P");
  WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, &pass_descriptor);
  wgpuComputePassEncoderSetPipeline(pass, pipeline);
  wgpuComputePassEncoderPushDebugGroup(pass, text("g"));
  wgpuComputePassEncoderDispatchWorkgroups(pass, 0, 1, 1);
  wgpuComputePassEncoderPopDebugGroup(pass);
  wgpuComputePassEncoderEnd(pass);
  wgpuCommandEncoderPopDebugGroup(encoder);
  WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
  WGPUQueue queue = wgpuDeviceGetQueue(p.device);
  wgpuQueueSubmit(queue, 1, &commands);
  EXPECT_EQ(p.count("diagnostic nothing_dispatched"), 1u) << p.all();
  EXPECT_EQ(p.count("in: debug group \"f\" > pass \"P\" > debug group \"g\" > dispatchWorkgroups"), 1u) << p.all();
  wgpuQueueRelease(queue);
  wgpuCommandBufferRelease(commands);
  wgpuComputePassEncoderRelease(pass);
  wgpuCommandEncoderRelease(encoder);
  wgpuComputePipelineRelease(pipeline);
  wgpuShaderModuleRelease(module);
}

TEST(Silent, WhatIsMappedAtCreationIsWritten) {
  Program p({.flags = VitrineInstanceFlags_CheckSilent});
  ASSERT_TRUE(p.start());
  WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
  d.size = 16;
  d.usage = WGPUBufferUsage_CopySrc;
  d.mappedAtCreation = true;
  WGPUBuffer from = wgpuDeviceCreateBuffer(p.device, &d);
  d.mappedAtCreation = false;
  WGPUBuffer never = wgpuDeviceCreateBuffer(p.device, &d);
  wgpuBufferUnmap(from);
  WGPUBuffer to = p.buffer(16, WGPUBufferUsage_CopyDst, "to");
  WGPUQueue queue = wgpuDeviceGetQueue(p.device);
  for (WGPUBuffer source : {from, never, never}) {
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(p.device, nullptr);
    wgpuCommandEncoderCopyBufferToBuffer(encoder, source, 0, to, 0, 16);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
    wgpuQueueSubmit(queue, 1, &commands);
    wgpuCommandBufferRelease(commands);
    wgpuCommandEncoderRelease(encoder);
    EXPECT_EQ(p.count("diagnostic buffer_never_written"), source == never ? 1u : 0u) << p.all();
  }
  wgpuQueueRelease(queue);
  for (WGPUBuffer b : {from, never, to}) wgpuBufferRelease(b);
}

}  // namespace
}  // namespace vitrine::capi::testing
