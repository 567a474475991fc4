// Commands that some driver gets wrong or that Vulkan cannot say in one: what they give is what WebGPU says, on any adapter,
// and the validation layer has nothing against the way round.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "device.h"

namespace {

class Commands : public DeviceTest {
 protected:
  Commands() { features = {WGPUFeatureName_TextureCompressionBC, WGPUFeatureName_TextureComponentSwizzle}; }

  using DeviceTest::read;
  // The first bytes of it, rows of blocks 256 bytes apart.
  Bytes read(WGPUTexture from, uint32_t mip, uint32_t layer, WGPUExtent3D size, uint32_t bytes,
             WGPUTextureAspect aspect = WGPUTextureAspect_All) {
    WGPUBuffer to = buffer(256ull * size.height * size.depthOrArrayLayers, WGPUBufferUsage_CopySrc);
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
    WGPUTexelCopyTextureInfo source = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
    source.texture = from;
    source.mipLevel = mip;
    source.origin.z = layer;
    source.aspect = aspect;
    WGPUTexelCopyBufferInfo target = WGPU_TEXEL_COPY_BUFFER_INFO_INIT;
    target.buffer = to;
    target.layout.bytesPerRow = 256;
    target.layout.rowsPerImage = size.height;
    wgpuCommandEncoderCopyTextureToBuffer(encoder, &source, &target, &size);
    submit(encoder);
    Bytes out = read(to, bytes);
    wgpuBufferRelease(to);
    return out;
  }
  // Of the entry points of the module; to one target of four bytes.
  WGPURenderPipeline render_pipeline(WGPUShaderModule module, WGPUColorWriteMask mask = WGPUColorWriteMask_All) {
    WGPUColorTargetState target = WGPU_COLOR_TARGET_STATE_INIT;
    target.format = WGPUTextureFormat_RGBA8Unorm;
    target.writeMask = mask;
    WGPUFragmentState fragment = WGPU_FRAGMENT_STATE_INIT;
    fragment.module = module;
    fragment.targets = &target;
    fragment.targetCount = 1;
    WGPURenderPipelineDescriptor d = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
    d.vertex.module = module;
    d.fragment = &fragment;
    return wgpuDeviceCreateRenderPipeline(device, &d);
  }
  WGPURenderPassEncoder begin(WGPUCommandEncoder encoder, WGPUTextureView view, WGPUColor clear, WGPUTextureView resolve = nullptr) {
    WGPURenderPassColorAttachment color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
    color.view = view;
    color.resolveTarget = resolve;
    color.loadOp = WGPULoadOp_Clear;
    color.storeOp = resolve ? WGPUStoreOp_Discard : WGPUStoreOp_Store;
    color.clearValue = clear;
    WGPURenderPassDescriptor d = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    d.colorAttachments = &color;
    d.colorAttachmentCount = 1;
    return wgpuCommandEncoderBeginRenderPass(encoder, &d);
  }
};

TEST_F(Commands, IndexedDrawsAddTheOffsetOfTheirBuffer) {
  WGPUShaderModule module = shader(R"(
@vertex fn vertex(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(vec2f(vec2u(i & 1, i >> 1)) * 4 - 1, 0, 1); }
@fragment fn fragment() -> @location(0) vec4f { return vec4f(1, 0, 0, 1); }
)");
  WGPURenderPipeline pipeline = render_pipeline(module, WGPUColorWriteMask_Red);
  const uint16_t indices[] = {7, 7, 7, 7, 7, 7, 7, 7, 7, 0, 1, 2};  // from the offset on: 7 0 1 2
  WGPUBuffer index = buffer(sizeof indices, WGPUBufferUsage_Index, indices);
  const uint32_t arguments[] = {3, 1, 1, 0, 0};
  WGPUBuffer indirect = buffer(sizeof arguments, WGPUBufferUsage_Indirect, arguments);
  for (bool from_buffer : {false, true}) {
    WGPUTexture t = texture(WGPUTextureFormat_RGBA8Unorm, {4, 4, 1}, WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_CopySrc);
    WGPUTextureView view = wgpuTextureCreateView(t, nullptr);
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
    WGPURenderPassEncoder pass = begin(encoder, view, {0, 0, 0, 0});
    wgpuRenderPassEncoderSetPipeline(pass, pipeline);
    wgpuRenderPassEncoderSetIndexBuffer(pass, index, WGPUIndexFormat_Uint16, 16, 8);
    if (from_buffer) wgpuRenderPassEncoderDrawIndexedIndirect(pass, indirect, 0);
    else wgpuRenderPassEncoderDrawIndexed(pass, 3, 1, 1, 0, 0);
    wgpuRenderPassEncoderEnd(pass);
    wgpuRenderPassEncoderRelease(pass);
    submit(encoder);
    EXPECT_EQ(read(t, 0, 0, {1, 1, 1}, 4), (Bytes{255, 0, 0, 0})) << (from_buffer ? "indirect" : "direct");
    wgpuTextureViewRelease(view);
    wgpuTextureRelease(t);
  }
  wgpuBufferRelease(index);
  wgpuBufferRelease(indirect);
  wgpuRenderPipelineRelease(pipeline);
  wgpuShaderModuleRelease(module);
}

TEST_F(Commands, AnisotropicSamplesOfInfiniteCoordinatesEnd) {
  WGPUShaderModule module = shader(R"(
@group(0) @binding(0) var t: texture_2d<f32>;
@group(0) @binding(1) var s: sampler;
@vertex fn vertex(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(vec2f(vec2u(i & 1, i >> 1)) * 4 - 1, 0, 1); }
@fragment fn fragment(@builtin(position) p: vec4f) -> @location(0) vec4f {
  let sometimes_zero = f32(u32(p.x + p.y * 2) & 3);
  return textureSample(t, s, vec2f(1000 * p.x / sometimes_zero, 0.5)) + vec4f(1, 0, 0, 0);
}
)");
  WGPURenderPipeline pipeline = render_pipeline(module);
  WGPUSamplerDescriptor anisotropic = WGPU_SAMPLER_DESCRIPTOR_INIT;
  anisotropic.magFilter = anisotropic.minFilter = WGPUFilterMode_Linear;
  anisotropic.mipmapFilter = WGPUMipmapFilterMode_Linear;
  anisotropic.addressModeU = WGPUAddressMode_Repeat;
  anisotropic.maxAnisotropy = 4;
  WGPUTexture sampled = texture(WGPUTextureFormat_RGBA8Unorm, {4, 4, 1}, WGPUTextureUsage_TextureBinding);
  WGPUTexture drawn = texture(WGPUTextureFormat_RGBA8Unorm, {512, 512, 1}, WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_CopySrc);
  WGPUTextureView views[] = {wgpuTextureCreateView(sampled, nullptr), wgpuTextureCreateView(drawn, nullptr)};
  WGPUSampler sampler = wgpuDeviceCreateSampler(device, &anisotropic);
  WGPUBindGroupEntry entries[2] = {WGPU_BIND_GROUP_ENTRY_INIT, WGPU_BIND_GROUP_ENTRY_INIT};
  entries[0].textureView = views[0];
  entries[1].binding = 1;
  entries[1].sampler = sampler;
  WGPUBindGroupDescriptor g = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
  g.layout = wgpuRenderPipelineGetBindGroupLayout(pipeline, 0);
  g.entries = entries;
  g.entryCount = 2;
  WGPUBindGroup group = wgpuDeviceCreateBindGroup(device, &g);
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
  WGPURenderPassEncoder pass = begin(encoder, views[1], {0, 0, 0, 0});
  wgpuRenderPassEncoderSetPipeline(pass, pipeline);
  wgpuRenderPassEncoderSetBindGroup(pass, 0, group, 0, nullptr);
  wgpuRenderPassEncoderDraw(pass, 3, 1, 0, 0);
  wgpuRenderPassEncoderEnd(pass);
  wgpuRenderPassEncoderRelease(pass);
  submit(encoder);
  EXPECT_EQ(read(drawn, 0, 0, {1, 1, 1}, 4), (Bytes{255, 0, 0, 0}));
  wgpuBindGroupRelease(group);
  wgpuBindGroupLayoutRelease(g.layout);
  wgpuSamplerRelease(sampler);
  for (WGPUTextureView v : views) wgpuTextureViewRelease(v);
  wgpuTextureRelease(drawn);
  wgpuTextureRelease(sampled);
  wgpuRenderPipelineRelease(pipeline);
  wgpuShaderModuleRelease(module);
}

TEST_F(Commands, PassesResolveIntoAnyLayer) {
  WGPUTexture many = texture(WGPUTextureFormat_RGBA8Unorm, {8, 8, 1}, WGPUTextureUsage_RenderAttachment, 1, 4);
  WGPUTexture one = texture(WGPUTextureFormat_RGBA8Unorm, {16, 16, 3}, WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_CopySrc, 2);
  WGPUTextureViewDescriptor d = WGPU_TEXTURE_VIEW_DESCRIPTOR_INIT;
  d.dimension = WGPUTextureViewDimension_2D;
  d.baseMipLevel = 1;
  d.mipLevelCount = 1;
  d.baseArrayLayer = 2;
  d.arrayLayerCount = 1;
  WGPUTextureView from = wgpuTextureCreateView(many, nullptr), to = wgpuTextureCreateView(one, &d);
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
  WGPURenderPassEncoder pass = begin(encoder, from, {1, 0, 1, 1}, to);
  wgpuRenderPassEncoderEnd(pass);
  wgpuRenderPassEncoderRelease(pass);
  submit(encoder);
  EXPECT_EQ(read(one, 1, 2, {1, 1, 1}, 4), (Bytes{255, 0, 255, 255}));
  EXPECT_EQ(read(one, 1, 0, {1, 1, 1}, 4), (Bytes{0, 0, 0, 0}));
  EXPECT_EQ(read(one, 0, 2, {1, 1, 1}, 4), (Bytes{0, 0, 0, 0}));
  wgpuTextureViewRelease(from);
  wgpuTextureViewRelease(to);
  wgpuTextureRelease(many);
  wgpuTextureRelease(one);
}

TEST_F(Commands, CompressedLevelsThatEndInsideABlockAreCopied) {
  if (!wgpuDeviceHasFeature(device, WGPUFeatureName_TextureCompressionBC)) GTEST_SKIP() << "no BC formats";
  constexpr WGPUTextureUsage kUsage = WGPUTextureUsage_CopySrc | WGPUTextureUsage_CopyDst;
  // Level 2 has 15 texels, so its last block is cut; in the other it lies in the middle. Then back again.
  WGPUTexture cut = texture(WGPUTextureFormat_BC1RGBAUnorm, {60, 60, 1}, kUsage, 3);
  WGPUTexture whole = texture(WGPUTextureFormat_BC1RGBAUnorm, {64, 64, 1}, kUsage);
  WGPUTexture again = texture(WGPUTextureFormat_BC1RGBAUnorm, {60, 60, 1}, kUsage, 3);
  Bytes blocks(16 * 8);
  for (size_t i = 0; i < blocks.size(); ++i) blocks[i] = static_cast<uint8_t>(i * 7 + 1);
  WGPUTexelCopyTextureInfo at = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT, to = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
  at.texture = cut;
  at.mipLevel = 2;
  WGPUTexelCopyBufferLayout rows = WGPU_TEXEL_COPY_BUFFER_LAYOUT_INIT;
  rows.bytesPerRow = 32;
  WGPUExtent3D size = {16, 16, 1};
  wgpuQueueWriteTexture(queue, &at, blocks.data(), blocks.size(), &rows, &size);
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
  to.texture = whole;
  wgpuCommandEncoderCopyTextureToTexture(encoder, &at, &to, &size);
  at.texture = again;
  wgpuCommandEncoderCopyTextureToTexture(encoder, &to, &at, &size);
  submit(encoder);
  for (auto [t, mip] : {std::pair{whole, 0u}, std::pair{again, 2u}}) {
    Bytes found = read(t, mip, 0, size, 4 * 256);
    for (size_t row = 0; row < 4; ++row)
      EXPECT_TRUE(std::equal(blocks.begin() + static_cast<ptrdiff_t>(row * 32), blocks.begin() + static_cast<ptrdiff_t>(row * 32 + 32),
                             found.begin() + static_cast<ptrdiff_t>(row * 256)))
          << "row " << row << " of level " << mip;
  }
  for (WGPUTexture t : {cut, whole, again}) wgpuTextureRelease(t);
}

// There is a driver that repeats layers where i / n * n is less than i in 32-bit floats: first at 22, 23, 29, 37 and 38.
TEST_F(Commands, EveryLayerOfACopyArrives) {
  constexpr WGPUTextureUsage kUsage = WGPUTextureUsage_CopySrc | WGPUTextureUsage_CopyDst;
  WGPUTexture from = texture(WGPUTextureFormat_R32Uint, {1, 1, 64}, kUsage);
  std::vector<uint32_t> numbers(64);
  for (uint32_t i = 0; i < 64; ++i) numbers[i] = i + 1;
  WGPUTexelCopyTextureInfo at = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
  at.texture = from;
  WGPUTexelCopyBufferLayout rows = WGPU_TEXEL_COPY_BUFFER_LAYOUT_INIT;
  rows.bytesPerRow = 4;
  rows.rowsPerImage = 1;
  WGPUExtent3D all = {1, 1, 64};
  wgpuQueueWriteTexture(queue, &at, numbers.data(), 256, &rows, &all);
  for (uint32_t layers : {2u, 16u, 17u, 22u, 23u, 29u, 37u, 38u, 41u, 62u}) {
    WGPUTexture to_texture = texture(WGPUTextureFormat_R32Uint, {1, 1, 64}, kUsage);
    WGPUTexelCopyTextureInfo to = at;
    at.origin.z = 2;
    to.texture = to_texture;
    to.origin.z = 1;
    WGPUExtent3D some = {1, 1, layers};
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
    wgpuCommandEncoderCopyTextureToTexture(encoder, &at, &to, &some);
    submit(encoder);
    Bytes found = read(to_texture, 0, 0, all, 64 * 256);
    for (uint32_t layer = 0; layer < 64; ++layer) {
      uint32_t value = 0;
      std::memcpy(&value, found.data() + layer * 256, 4);
      EXPECT_EQ(value, layer >= 1 && layer <= layers ? layer + 2 : 0) << "layer " << layer << " of a copy of " << layers;
    }
    wgpuTextureRelease(to_texture);
  }
  wgpuTextureRelease(from);
}

// What is bound where the layout has nothing stays out of the way.
TEST_F(Commands, GroupsThatTheLayoutHasNotAreIgnored) {
  WGPUBuffer one = buffer(4, WGPUBufferUsage_Storage), two = buffer(4, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc);
  WGPUBindGroupLayoutEntry entries[2] = {WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT, WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT};
  for (uint32_t i = 0; i < 2; ++i) {
    entries[i].binding = i;
    entries[i].visibility = WGPUShaderStage_Compute;
    entries[i].buffer.type = WGPUBufferBindingType_Storage;
  }
  WGPUBindGroupLayout layouts[3];
  for (uint32_t count = 0; count < 3; ++count) {
    WGPUBindGroupLayoutDescriptor d = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
    d.entries = entries;
    d.entryCount = count;
    layouts[count] = wgpuDeviceCreateBindGroupLayout(device, &d);
  }
  auto group = [&](WGPUBindGroupLayout layout, std::vector<WGPUBuffer> buffers) {
    std::vector<WGPUBindGroupEntry> bound;
    for (uint32_t i = 0; i < buffers.size(); ++i) {
      bound.push_back(WGPU_BIND_GROUP_ENTRY_INIT);
      bound[i].binding = i;
      bound[i].buffer = buffers[i];
    }
    WGPUBindGroupDescriptor d = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    d.layout = layout;
    d.entries = bound.data();
    d.entryCount = bound.size();
    return wgpuDeviceCreateBindGroup(device, &d);
  };
  WGPUBuffer spare = buffer(4, WGPUBufferUsage_Storage);
  WGPUBindGroup used = group(layouts[1], {two}), other = group(layouts[2], {one, spare});
  WGPUShaderModule module = shader(R"(
@group(2) @binding(0) var<storage, read_write> found: u32;
@compute @workgroup_size(1) fn main() { found += 5; }
)");
  for (WGPUBindGroupLayout gap : {static_cast<WGPUBindGroupLayout>(nullptr), layouts[0]}) {
    WGPUBindGroupLayout list[3] = {gap, gap, layouts[1]};
    WGPUPipelineLayoutDescriptor layout_descriptor = WGPU_PIPELINE_LAYOUT_DESCRIPTOR_INIT;
    layout_descriptor.bindGroupLayouts = list;
    layout_descriptor.bindGroupLayoutCount = 3;
    WGPUPipelineLayout layout = wgpuDeviceCreatePipelineLayout(device, &layout_descriptor);
    WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    d.layout = layout;
    d.compute.module = module;
    WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(device, &d);
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, nullptr);
    wgpuComputePassEncoderSetPipeline(pass, pipeline);
    wgpuComputePassEncoderSetBindGroup(pass, 1, other, 0, nullptr);
    wgpuComputePassEncoderSetBindGroup(pass, 2, used, 0, nullptr);
    wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
    submit(encoder);
    wgpuComputePipelineRelease(pipeline);
    wgpuPipelineLayoutRelease(layout);
  }
  EXPECT_EQ(read(two, 4), (Bytes{10, 0, 0, 0}));
  wgpuShaderModuleRelease(module);
  for (WGPUBindGroup g : {used, other}) wgpuBindGroupRelease(g);
  for (WGPUBindGroupLayout l : layouts) wgpuBindGroupLayoutRelease(l);
  for (WGPUBuffer b : {one, two, spare}) wgpuBufferRelease(b);
}

TEST_F(Commands, DepthIsSwizzledAsOneZeroZeroOne) {
  if (!wgpuDeviceHasFeature(device, WGPUFeatureName_TextureComponentSwizzle)) GTEST_SKIP() << "no texture-component-swizzle";
  WGPUTexture depth = texture(WGPUTextureFormat_Depth32Float, {4, 4, 1}, WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_TextureBinding);
  WGPUTextureView target = wgpuTextureCreateView(depth, nullptr);
  WGPUTextureComponentSwizzleDescriptor swizzle = WGPU_TEXTURE_COMPONENT_SWIZZLE_DESCRIPTOR_INIT;
  swizzle.swizzle = {WGPUComponentSwizzle_A, WGPUComponentSwizzle_R, WGPUComponentSwizzle_G, WGPUComponentSwizzle_B};
  WGPUTextureViewDescriptor view_descriptor = WGPU_TEXTURE_VIEW_DESCRIPTOR_INIT;
  view_descriptor.nextInChain = &swizzle.chain;
  view_descriptor.usage = WGPUTextureUsage_TextureBinding;
  WGPUTextureView view = wgpuTextureCreateView(depth, &view_descriptor);
  WGPUBuffer found = buffer(16, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc);
  WGPUShaderModule module = shader(R"(
@group(0) @binding(0) var depth: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> found: vec4f;
@compute @workgroup_size(1) fn main() { found = textureLoad(depth, vec2u(1, 2), 0); }
)");
  WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
  d.compute.module = module;
  WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(device, &d);
  WGPUBindGroupEntry entries[2] = {WGPU_BIND_GROUP_ENTRY_INIT, WGPU_BIND_GROUP_ENTRY_INIT};
  entries[0].textureView = view;
  entries[1].binding = 1;
  entries[1].buffer = found;
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
  WGPURenderPassDepthStencilAttachment attachment = WGPU_RENDER_PASS_DEPTH_STENCIL_ATTACHMENT_INIT;
  attachment.view = target;
  attachment.depthLoadOp = WGPULoadOp_Clear;
  attachment.depthStoreOp = WGPUStoreOp_Store;
  attachment.depthClearValue = 0.25;
  WGPURenderPassDescriptor pass_descriptor = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
  pass_descriptor.depthStencilAttachment = &attachment;
  WGPURenderPassEncoder clear = wgpuCommandEncoderBeginRenderPass(encoder, &pass_descriptor);
  wgpuRenderPassEncoderEnd(clear);
  wgpuRenderPassEncoderRelease(clear);
  submit(encoder);
  dispatch(pipeline, {entries[0], entries[1]});
  Bytes bytes = read(found, 16);
  float values[4];
  std::memcpy(values, bytes.data(), sizeof values);
  EXPECT_EQ(std::vector<float>(values, values + 4), (std::vector<float>{1, 0.25, 0, 0}));
  wgpuComputePipelineRelease(pipeline);
  wgpuShaderModuleRelease(module);
  wgpuTextureViewRelease(view);
  wgpuTextureViewRelease(target);
  wgpuTextureRelease(depth);
  wgpuBufferRelease(found);
}

// One aspect is read by the shader while the pass writes the other.
TEST_F(Commands, DepthIsSampledWhileStencilIsWritten) {
  WGPUTexture both = texture(WGPUTextureFormat_Depth24PlusStencil8, {4, 4, 1},
                             WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_TextureBinding | WGPUTextureUsage_CopySrc);
  WGPUTexture color = texture(WGPUTextureFormat_RGBA8Unorm, {4, 4, 1}, WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_CopySrc);
  WGPUTextureView target = wgpuTextureCreateView(both, nullptr), color_view = wgpuTextureCreateView(color, nullptr);
  WGPUTextureViewDescriptor view_descriptor = WGPU_TEXTURE_VIEW_DESCRIPTOR_INIT;
  view_descriptor.aspect = WGPUTextureAspect_DepthOnly;
  WGPUTextureView depth = wgpuTextureCreateView(both, &view_descriptor);
  WGPUShaderModule module = shader(R"(
@group(0) @binding(0) var depth: texture_depth_2d;
@vertex fn vertex(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(vec2f(vec2u(i & 1, i >> 1)) * 4 - 1, 0, 1); }
@fragment fn fragment(@builtin(position) at: vec4f) -> @location(0) vec4f { return vec4f(textureLoad(depth, vec2u(at.xy), 0), 0, 0, 1); }
)");
  WGPUColorTargetState color_target = WGPU_COLOR_TARGET_STATE_INIT;
  color_target.format = WGPUTextureFormat_RGBA8Unorm;
  WGPUFragmentState fragment = WGPU_FRAGMENT_STATE_INIT;
  fragment.module = module;
  fragment.targets = &color_target;
  fragment.targetCount = 1;
  WGPUDepthStencilState state = WGPU_DEPTH_STENCIL_STATE_INIT;
  state.format = WGPUTextureFormat_Depth24PlusStencil8;
  state.depthCompare = WGPUCompareFunction_Always;
  state.depthWriteEnabled = WGPUOptionalBool_False;
  state.stencilFront.passOp = state.stencilBack.passOp = WGPUStencilOperation_Replace;
  state.stencilReadMask = state.stencilWriteMask = 0xFF;
  WGPURenderPipelineDescriptor d = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
  d.vertex.module = module;
  d.fragment = &fragment;
  d.depthStencil = &state;
  WGPURenderPipeline pipeline = wgpuDeviceCreateRenderPipeline(device, &d);
  WGPUBindGroupLayout layout = wgpuRenderPipelineGetBindGroupLayout(pipeline, 0);
  WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
  entry.textureView = depth;
  WGPUBindGroupDescriptor group_descriptor = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
  group_descriptor.layout = layout;
  group_descriptor.entries = &entry;
  group_descriptor.entryCount = 1;
  WGPUBindGroup group = wgpuDeviceCreateBindGroup(device, &group_descriptor);
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
  WGPURenderPassDepthStencilAttachment attachment = WGPU_RENDER_PASS_DEPTH_STENCIL_ATTACHMENT_INIT;
  attachment.view = target;
  attachment.depthLoadOp = WGPULoadOp_Clear;
  attachment.depthStoreOp = WGPUStoreOp_Store;
  attachment.depthClearValue = 0.6f;
  attachment.stencilLoadOp = WGPULoadOp_Clear;
  attachment.stencilStoreOp = WGPUStoreOp_Store;
  WGPURenderPassDescriptor pass_descriptor = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
  pass_descriptor.depthStencilAttachment = &attachment;
  WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(encoder, &pass_descriptor);
  wgpuRenderPassEncoderEnd(pass);
  wgpuRenderPassEncoderRelease(pass);
  attachment = WGPU_RENDER_PASS_DEPTH_STENCIL_ATTACHMENT_INIT;
  attachment.view = target;
  attachment.depthReadOnly = true;
  attachment.stencilLoadOp = WGPULoadOp_Load;
  attachment.stencilStoreOp = WGPUStoreOp_Store;
  WGPURenderPassColorAttachment color_attachment = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
  color_attachment.view = color_view;
  color_attachment.loadOp = WGPULoadOp_Clear;
  color_attachment.storeOp = WGPUStoreOp_Store;
  pass_descriptor.colorAttachments = &color_attachment;
  pass_descriptor.colorAttachmentCount = 1;
  pass = wgpuCommandEncoderBeginRenderPass(encoder, &pass_descriptor);
  wgpuRenderPassEncoderSetPipeline(pass, pipeline);
  wgpuRenderPassEncoderSetBindGroup(pass, 0, group, 0, nullptr);
  wgpuRenderPassEncoderSetStencilReference(pass, 0x307);
  wgpuRenderPassEncoderDraw(pass, 3, 1, 0, 0);
  wgpuRenderPassEncoderEnd(pass);
  wgpuRenderPassEncoderRelease(pass);
  submit(encoder);
  EXPECT_EQ(read(color, 0, 0, {1, 1, 1}, 4), (Bytes{153, 0, 0, 255}));
  EXPECT_EQ(read(both, 0, 0, {4, 4, 1}, 4, WGPUTextureAspect_StencilOnly), (Bytes{7, 7, 7, 7}));
  wgpuBindGroupRelease(group);
  wgpuBindGroupLayoutRelease(layout);
  wgpuRenderPipelineRelease(pipeline);
  wgpuShaderModuleRelease(module);
  for (WGPUTextureView v : {target, color_view, depth}) wgpuTextureViewRelease(v);
  for (WGPUTexture t : {both, color}) wgpuTextureRelease(t);
}

// More workgroups than the shader can number make an indirect dispatch do nothing, as they make a direct one an error.
TEST_F(Commands, IndirectDispatchesAreNumbered) {
  WGPUShaderModule module = shader(R"(
requires linear_indexing;
@group(0) @binding(0) var<storage, read_write> out: array<atomic<u32>>;
@compute @workgroup_size(64) fn invocations(@builtin(global_invocation_index) i: u32) {
  if (i == 0) { atomicAdd(&out[0], 1u); }
}
@compute @workgroup_size(64) fn workgroups(@builtin(workgroup_index) i: u32) {
  if (i == 0) { atomicAdd(&out[0], 1u); }
}
)");
  struct Case {
    const char* entry;
    uint32_t counts[3];
    uint32_t runs;
  };
  const Case cases[] = {
      {"invocations", {2, 1, 1}, 1},
      {"invocations", {65535, 1025, 1}, 0},  // of 64 invocations: just over 2^32 of them
      {"invocations", {1025, 1, 65535}, 0},
      {"invocations", {0, 65535, 65535}, 0},
      {"workgroups", {65535, 65535, 2}, 0},
      {"workgroups", {65535, 2, 65535}, 0},
  };
  for (const Case& c : cases) {
    WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    d.compute.module = module;
    d.compute.entryPoint = text(c.entry);
    WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(device, &d);
    WGPUBuffer out = buffer(4, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc);
    WGPUBuffer counts = buffer(sizeof c.counts, WGPUBufferUsage_Indirect, c.counts);
    WGPUBindGroupLayout layout = wgpuComputePipelineGetBindGroupLayout(pipeline, 0);
    WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;
    entry.buffer = out;
    WGPUBindGroupDescriptor of_group = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    of_group.layout = layout;
    of_group.entries = &entry;
    of_group.entryCount = 1;
    WGPUBindGroup group = wgpuDeviceCreateBindGroup(device, &of_group);
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
    WGPUComputePassEncoder pass = wgpuCommandEncoderBeginComputePass(encoder, nullptr);
    wgpuComputePassEncoderSetPipeline(pass, pipeline);
    wgpuComputePassEncoderSetBindGroup(pass, 0, group, 0, nullptr);
    wgpuComputePassEncoderDispatchWorkgroupsIndirect(pass, counts, 0);
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
    submit(encoder);
    EXPECT_EQ(read(out, 4)[0], c.runs) << c.entry << " " << c.counts[0] << " " << c.counts[1] << " " << c.counts[2];
    wgpuBindGroupRelease(group);
    wgpuBindGroupLayoutRelease(layout);
    wgpuBufferRelease(out);
    wgpuBufferRelease(counts);
    wgpuComputePipelineRelease(pipeline);
  }
  wgpuShaderModuleRelease(module);
}

// The pitches of a single row or image lead nowhere, and may be any number.
TEST_F(Commands, PitchesThatLeadNowhere) {
  WGPUTexture t = texture(WGPUTextureFormat_RGBA8Unorm, {4, 2, 1}, WGPUTextureUsage_CopyDst | WGPUTextureUsage_CopySrc);
  const uint8_t row[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  WGPUBuffer from = buffer(sizeof row, WGPUBufferUsage_CopySrc, row);
  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
  WGPUTexelCopyBufferInfo source = WGPU_TEXEL_COPY_BUFFER_INFO_INIT;
  source.buffer = from;
  source.layout.bytesPerRow = 0xFFFFFF00;
  source.layout.rowsPerImage = 0xFFFFFFFE;
  WGPUTexelCopyTextureInfo target = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
  target.texture = t;
  target.origin.y = 1;
  WGPUExtent3D size{4, 1, 1};
  wgpuCommandEncoderCopyBufferToTexture(encoder, &source, &target, &size);
  WGPUBuffer back = buffer(sizeof row, WGPUBufferUsage_CopySrc);
  source.buffer = back;
  wgpuCommandEncoderCopyTextureToBuffer(encoder, &target, &source, &size);
  submit(encoder);
  EXPECT_EQ(read(back, sizeof row), Bytes(row, row + sizeof row));
  // The same of the queue.
  target.origin.y = 0;
  source.layout.bytesPerRow = 0xFFFFFFFE;
  wgpuQueueWriteTexture(queue, &target, row, sizeof row, &source.layout, &size);
  EXPECT_EQ(read(t, 0, 0, {4, 1, 1}, sizeof row), Bytes(row, row + sizeof row));
  wgpuBufferRelease(back);
  wgpuBufferRelease(from);
  wgpuTextureRelease(t);
}

// What is never an attachment has no layout of attachments: the layer would say so.
TEST_F(Commands, DepthThatIsOnlySampled) {
  WGPUTexture depth = texture(WGPUTextureFormat_Depth16Unorm, {2, 1, 1}, WGPUTextureUsage_CopyDst | WGPUTextureUsage_TextureBinding);
  const uint16_t texels[] = {0, 0xFFFF};
  WGPUTexelCopyTextureInfo at = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
  at.texture = depth;
  WGPUTexelCopyBufferLayout rows = WGPU_TEXEL_COPY_BUFFER_LAYOUT_INIT;
  rows.bytesPerRow = sizeof texels;
  WGPUExtent3D size = {2, 1, 1};
  wgpuQueueWriteTexture(queue, &at, texels, sizeof texels, &rows, &size);
  WGPUShaderModule module = shader(R"(
@group(0) @binding(0) var t: texture_depth_2d;
@group(0) @binding(1) var<storage, read_write> seen: vec2f;
@compute @workgroup_size(1) fn main() { seen = vec2f(textureLoad(t, vec2u(0, 0), 0), textureLoad(t, vec2u(1, 0), 0)); }
)");
  WGPUComputePipelineDescriptor d = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
  d.compute.module = module;
  WGPUComputePipeline pipeline = wgpuDeviceCreateComputePipeline(device, &d);
  WGPUBuffer seen = buffer(8, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc);
  std::vector<WGPUBindGroupEntry> entries(2, WGPU_BIND_GROUP_ENTRY_INIT);
  WGPUTextureView view = wgpuTextureCreateView(depth, nullptr);
  entries[0].textureView = view;
  entries[1].binding = 1;
  entries[1].buffer = seen;
  dispatch(pipeline, entries);
  Bytes found = read(seen, 8);
  float values[2];
  std::memcpy(values, found.data(), 8);
  EXPECT_EQ(values[0], 0);
  EXPECT_EQ(values[1], 1);
  wgpuTextureViewRelease(view);
  wgpuBufferRelease(seen);
  wgpuComputePipelineRelease(pipeline);
  wgpuShaderModuleRelease(module);
  wgpuTextureRelease(depth);
}

}  // namespace
