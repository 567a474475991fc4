// Where a command stands: its number, its pass, its debug groups, and the call with its arguments.
#include <gtest/gtest.h>

#include "capi/handles.h"
#include "capi/test_device.h"
#include "gpu/command_encoder.h"
#include "gpu/compute_pass.h"

namespace vitrine::capi {
namespace {

using diag::ContextKind;

std::string context_of(const diag::Diagnostic& d) {
  std::string out;
  for (const diag::Context& c : d.context()) {
    if (!out.empty()) out += " > ";
    if (c.kind == ContextKind::Pass) out += "pass ";
    if (c.kind == ContextKind::DebugGroup) out += "group ";
    out += c.text;
    if (c.kind == ContextKind::Command) out += " #" + std::to_string(c.index);
  }
  return out;
}

class CommandsTest : public ::testing::Test {
 protected:
  WGPUDevice device() { return handle_of(&test_.device()); }
  // The only diagnostic so far.
  const diag::Diagnostic& found() {
    const auto& all = test_.heard();
    EXPECT_EQ(all.size(), 1u);
    return *all.front();
  }
  WGPUStringView text(const char* t) { return {t, WGPU_STRLEN}; }
  gpu::TestDevice test_;
};

TEST_F(CommandsTest, CommandsAreCountedInTheirPassAndGroupsNest) {
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device(), nullptr);
  wgpuCommandEncoderInsertDebugMarker(encoder, text("of the encoder"));
  wgpuCommandEncoderPushDebugGroup(encoder, text("before"));
  wgpuCommandEncoderPopDebugGroup(encoder);
  wgpuCommandEncoderPushDebugGroup(encoder, text("frame"));
  WGPUComputePassDescriptor d = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
  d.label = text("blur");
  WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, &d);
  wgpuComputePassEncoderPushDebugGroup(pass, text("outer"));
  wgpuComputePassEncoderPushDebugGroup(pass, text("inner"));
  wgpuComputePassEncoderPopDebugGroup(pass);
  wgpuComputePassEncoderPushDebugGroup(pass, text("second"));
  wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 2, 3);
  wgpuComputePassEncoderDispatchWorkgroups(pass, 4, 5, 6);  // no second error: the pass is unusable already
  wgpuComputePassEncoderPopDebugGroup(pass);
  wgpuComputePassEncoderPopDebugGroup(pass);
  wgpuComputePassEncoderEnd(pass);
  wgpuCommandEncoderPopDebugGroup(encoder);
  wgpuCommandBufferRelease(wgpuCommandEncoderFinish(encoder, nullptr));
  EXPECT_EQ(found().rule().name, "dispatch_without_pipeline");
  EXPECT_EQ(context_of(found()), "group frame > pass blur > group outer > group second > dispatchWorkgroups(1, 2, 3) #5");
  wgpuComputePassEncoderRelease(pass);
  wgpuCommandEncoderRelease(encoder);
}

TEST_F(CommandsTest, CommandsBetweenPassesAreCountedInTheirEncoder) {
  WGPUBufferDescriptor d = WGPU_BUFFER_DESCRIPTOR_INIT;
  d.size = 16;
  d.usage = WGPUBufferUsage_CopySrc;
  d.label = text("from");
  WGPUBuffer buffer = wgpuDeviceCreateBuffer(device(), &d);
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device(), nullptr);
  WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, nullptr);
  wgpuComputePassEncoderInsertDebugMarker(pass, text("of the pass"));
  wgpuComputePassEncoderEnd(pass);
  wgpuCommandEncoderClearBuffer(encoder, buffer, 4, 8);
  wgpuCommandBufferRelease(wgpuCommandEncoderFinish(encoder, nullptr));
  EXPECT_EQ(found().rule().name, "clear_buffer_usage");
  EXPECT_EQ(context_of(found()), "clearBuffer(buffer \"from\", 4, 8) #2");
  wgpuComputePassEncoderRelease(pass);
  wgpuCommandEncoderRelease(encoder);
  wgpuBufferRelease(buffer);
}

TEST_F(CommandsTest, AFailedCommandIsTheFirstLinkOfTheChain) {
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device(), nullptr);
  wgpuCommandEncoderPopDebugGroup(encoder);
  WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
  WGPUQueue queue = wgpuDeviceGetQueue(device());
  wgpuQueueSubmit(queue, 1, &commands);
  const auto& all = test_.heard();
  ASSERT_EQ(all.size(), 2u);
  ASSERT_EQ(all[1]->chain().size(), 2u);
  EXPECT_EQ(diag::to_text(all[1]->chain()[0]), "popDebugGroup, command 1");
  wgpuQueueRelease(queue);
  wgpuCommandBufferRelease(commands);
  wgpuCommandEncoderRelease(encoder);
}

TEST_F(CommandsTest, ADescriptorIsShownAsADictionary) {
  WGPUBindGroupLayoutEntry entry = WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT;
  entry.visibility = WGPUShaderStage_Vertex;
  entry.buffer.type = WGPUBufferBindingType_Storage;
  WGPUBindGroupLayoutDescriptor d = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
  d.label = text("objects");
  d.entryCount = 1;
  d.entries = &entry;
  wgpuBindGroupLayoutRelease(wgpuDeviceCreateBindGroupLayout(device(), &d));
  EXPECT_EQ(found().rule().name, "layout_vertex_writable_buffer");
  EXPECT_EQ(context_of(found()),
            "createBindGroupLayout({label: \"objects\", entries: [{binding: 0, buffer: {type: \"storage\"}, visibility: VERTEX}]})");
}

TEST_F(CommandsTest, LongCallsAreCut) {
  std::vector<WGPUTextureFormat> formats(40, WGPUTextureFormat_Depth32Float);
  WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
  std::string label(300, 'x');
  d.label = {label.data(), label.size()};
  d.size = {4, 4, 1};
  d.format = WGPUTextureFormat_RGBA8Unorm;
  d.usage = WGPUTextureUsage_TextureBinding;
  d.viewFormats = formats.data();
  d.viewFormatCount = formats.size();
  wgpuTextureRelease(wgpuDeviceCreateTexture(device(), &d));
  std::string shown = context_of(found());
  EXPECT_LE(shown.size(), 250u);
  EXPECT_TRUE(shown.ends_with(")")) << shown;
}

}  // namespace
}  // namespace vitrine::capi
