// VITRINE_CHECK=draws: a draw of which nothing is left is told once, with how far it came.
#include "print_testing.h"

namespace {

using vitrine::testing::Finding;
using vitrine::testing::PrintDevice;
using vitrine::testing::view;

class Draws : public PrintDevice {
 protected:
  static constexpr uint32_t kSize = 16;
  struct Pipeline {
    std::string_view label;
    WGPUCullMode cull = WGPUCullMode_None;
    WGPUCompareFunction compare = WGPUCompareFunction_Always;
  };

  void open_checking() {
    open({.flags = VitrineInstanceFlags_Validation | VitrineInstanceFlags_CheckDraws, .feature = false});
    if (!ready()) return;
    color = target(WGPUTextureFormat_RGBA8Unorm);
    depth = target(WGPUTextureFormat_Depth32Float);
  }
  WGPUTextureView target(WGPUTextureFormat format) {
    WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
    d.size = {kSize, kSize, 1};
    d.format = format;
    d.usage = WGPUTextureUsage_RenderAttachment;
    WGPUTexture t = wgpuDeviceCreateTexture(device, &d);
    WGPUTextureView v = wgpuTextureCreateView(t, nullptr);
    releases.push_back([t, v] { wgpuTextureViewRelease(v), wgpuTextureRelease(t); });
    return v;
  }
  // Triangles of which the vertex shader says where they lie: `position` uses `i`, the number of the vertex.
  WGPURenderPipeline make(const Pipeline& p, const std::string& position, const std::string& fragment = "return vec4f(1.0);") {
    WGPUShaderModule m = module("@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { " + position +
                                " }\n@fragment fn fs() -> @location(0) vec4f { " + fragment + " }");
    WGPUColorTargetState t = WGPU_COLOR_TARGET_STATE_INIT;
    t.format = WGPUTextureFormat_RGBA8Unorm;
    WGPUFragmentState f = WGPU_FRAGMENT_STATE_INIT;
    f.module = m;
    f.targetCount = 1;
    f.targets = &t;
    WGPUDepthStencilState z = WGPU_DEPTH_STENCIL_STATE_INIT;
    z.format = WGPUTextureFormat_Depth32Float;
    z.depthWriteEnabled = WGPUOptionalBool_False;
    z.depthCompare = p.compare;
    WGPURenderPipelineDescriptor d = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
    d.label = view(p.label);
    d.vertex.module = m;
    d.fragment = &f;
    d.depthStencil = &z;
    d.primitive.cullMode = p.cull;
    WGPURenderPipeline out = wgpuDeviceCreateRenderPipeline(device, &d);
    releases.push_back([out] { wgpuRenderPipelineRelease(out); });
    return out;
  }
  void draw(WGPURenderPipeline p, uint32_t count = 3, WGPUQuerySet occlusion = nullptr) {
    submit([&](WGPUCommandEncoder e) {
      WGPURenderPassColorAttachment c = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
      c.view = color;
      c.loadOp = WGPULoadOp_Clear;
      c.storeOp = WGPUStoreOp_Store;
      WGPURenderPassDepthStencilAttachment z = WGPU_RENDER_PASS_DEPTH_STENCIL_ATTACHMENT_INIT;
      z.view = depth;
      z.depthLoadOp = WGPULoadOp_Clear;
      z.depthStoreOp = WGPUStoreOp_Store;
      z.depthClearValue = 0.25f;
      WGPURenderPassDescriptor d = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
      d.label = view("main pass");
      d.colorAttachmentCount = 1;
      d.colorAttachments = &c;
      d.depthStencilAttachment = &z;
      d.occlusionQuerySet = occlusion;
      WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(e, &d);
      wgpuRenderPassEncoderSetPipeline(pass, p);
      if (occlusion) wgpuRenderPassEncoderBeginOcclusionQuery(pass, 0);
      wgpuRenderPassEncoderDraw(pass, count, 1, 0, 0);
      if (occlusion) wgpuRenderPassEncoderEndOcclusionQuery(pass);
      wgpuRenderPassEncoderEnd(pass);
      wgpuRenderPassEncoderRelease(pass);
    });
    finish();
  }
  std::string told() {
    std::string all;
    for (const Finding& f : found("draw_leaves_nothing")) all += f.message + "\n";
    findings.clear();
    return all;
  }

  WGPUTextureView color = nullptr, depth = nullptr;
};

// Covers all of the view, counterclockwise, at depth 0.5.
const std::string kAll = "return vec4f(f32(i & 1u) * 4.0 - 1.0, f32(i >> 1u) * 4.0 - 1.0, 0.5, 1.0);";

TEST_F(Draws, SayHowFarTheyCame) {
  open_checking();
  if (!ready()) return;
  draw(make({"visible"}, kAll));
  EXPECT_EQ(told(), "");
  draw(make({"outside"}, "return vec4f(f32(i & 1u) + 8.0, f32(i >> 1u) + 8.0, 0.5, 1.0);"));
  std::string outside = told();
  EXPECT_NE(outside.find("`draw(3, 1)` of pipeline \"outside\" in pass \"main pass\" leaves no sample"), std::string::npos) << outside;
  draw(make({"culled", WGPUCullMode_Back}, kAll));
  EXPECT_EQ(told(), "");
  draw(make({"culled", WGPUCullMode_Front}, kAll));
  EXPECT_NE(told().find("pipeline \"culled\""), std::string::npos);
  draw(make({"behind", WGPUCullMode_None, WGPUCompareFunction_Less}, kAll));
  EXPECT_NE(told().find("pipeline \"behind\""), std::string::npos);
  draw(make({"discarded"}, kAll, "discard; return vec4f(1.0);"));
  std::string discarded = told();
  EXPECT_NE(discarded.find("pipeline \"discarded\""), std::string::npos) << discarded;
  draw(make({"points"}, kAll), 2);
  std::string points = told();
  EXPECT_NE(points.find("draw(2, 1)"), std::string::npos) << points;
  bool counts = outside.find("no sample passed") == std::string::npos;  // SwiftShader has no statistics of pipelines
  EXPECT_NE(points.find(counts ? "its vertices make no primitive" : "no sample passed"), std::string::npos) << points;
  draw(make({"none"}, kAll), 0);
  EXPECT_NE(told().find("it has no vertices"), std::string::npos);
}

TEST_F(Draws, AreToldOnceAndLeaveQueriesOfTheProgramAlone) {
  open_checking();
  if (!ready()) return;
  WGPURenderPipeline outside = make({"outside"}, "return vec4f(f32(i & 1u) + 8.0, f32(i >> 1u) + 8.0, 0.5, 1.0);");
  draw(outside);
  EXPECT_NE(told(), "");
  draw(outside);
  EXPECT_EQ(told(), "");
  WGPUQuerySetDescriptor q = WGPU_QUERY_SET_DESCRIPTOR_INIT;
  q.type = WGPUQueryType_Occlusion;
  q.count = 1;
  WGPUQuerySet set = wgpuDeviceCreateQuerySet(device, &q);
  releases.push_back([set] { wgpuQuerySetRelease(set); });
  draw(make({"visible"}, kAll), 3, set);
  EXPECT_EQ(told(), "");
}

}  // namespace
