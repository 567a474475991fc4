// Textures and render passes on a real driver.
#include "hal/vulkan/testing.h"
#include "hal/vulkan/testing_shaders.h"

namespace vitrine::hal::vulkan {
namespace {

class RenderTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (adapter) make_device();
  }
  std::unique_ptr<Texture> texture(const TextureDesc& d) {
    auto t = device->create_texture(d);
    EXPECT_TRUE(t) << (t ? "" : t.error().call.function + " " + t.error().call.result);
    return t ? std::move(*t) : nullptr;
  }
  std::unique_ptr<TextureView> view(Texture& t, TextureFormat f, TextureAspect aspect = TextureAspect::All) {
    auto v = device->create_texture_view(t, {.label = "v", .format = f, .aspect = aspect});
    EXPECT_TRUE(v);
    return v ? std::move(*v) : nullptr;
  }
  // A level of a texture of 4-byte texels, rows of 256 bytes.
  std::vector<uint32_t> read_texture(Texture& t, Extent3D size, uint32_t mip = 0, Origin3D origin = {},
                                     TextureAspect aspect = TextureAspect::All) {
    auto b = buffer(uint64_t{256} * size.height * size.depth_or_layers, buffer_usage::kCopySrc | buffer_usage::kCopyDst);
    CommandStream s;
    s.append(cmd::CopyTextureToBuffer{.source = {&t, mip, origin, aspect},
                                      .destination = {b.get(), 0, 256, size.height},
                                      .size = size},
             {});
    submit(s);
    return read(*b);
  }
  std::unique_ptr<RenderPipeline> pipeline(PipelineLayout& layout, uint32_t samples, TextureFormat depth) {
    vs = assemble(kVertex);
    fs = assemble(kFragment);
    ColorTargetState target{.format = TextureFormat::RGBA8Unorm};
    RenderPipelineDesc d{.label = "flat", .layout = &layout, .vertex = {nullptr, "vs", vs}};
    d.fragment = ShaderStage{nullptr, "fs", fs};
    d.sample_count = samples;
    d.targets = {&target, 1};
    d.depth_stencil.format = depth;
    d.depth_stencil.depth_write = depth != TextureFormat::Undefined;
    d.depth_stencil.depth_compare = CompareFunction::Less;
    auto p = device->create_render_pipeline(d);
    EXPECT_TRUE(p) << (p ? "" : p.error().call.function + " " + p.error().call.result);
    return p ? std::move(*p) : nullptr;
  }
  std::unique_ptr<PipelineLayout> empty_layout() {
    auto l = device->create_pipeline_layout({"empty", {}, 64});
    EXPECT_TRUE(l);
    return l ? std::move(*l) : nullptr;
  }
  static void draw(CommandStream& s, uint32_t pass, float depth, std::array<float, 4> color) {
    float data[8] = {depth, 0, 0, 0, color[0], color[1], color[2], color[3]};
    s.append(cmd::SetImmediates{.offset = 0, .size = 32}, std::as_bytes(std::span(data)), {.pass = pass});
    s.append(cmd::Draw{.vertex_count = 3, .instance_count = 1}, {.pass = pass});
  }
  std::vector<uint32_t> vs, fs;
};

TEST_F(RenderTest, ClearDrawAndScissor) {
  auto t = texture({.label = "target", .format = TextureFormat::RGBA8Unorm, .size = {4, 4, 1},
                    .usage = texture_usage::kRenderAttachment | texture_usage::kCopySrc});
  auto v = view(*t, TextureFormat::RGBA8Unorm);
  auto layout = empty_layout();
  auto p = pipeline(*layout, 1, TextureFormat::Undefined);
  ASSERT_TRUE(p);
  CommandStream s;
  uint32_t pass = s.add_pass(PassKind::Render, "draw");
  cmd::ColorAttachment color{.view = v.get(), .load = LoadOp::Clear, .store = StoreOp::Store, .clear = {0, 0, 1, 1}};
  s.append(cmd::BeginRenderPass{.color_count = 1, .width = 4, .height = 4, .sample_count = 1},
           std::as_bytes(std::span(&color, 1)), {.pass = pass});
  s.append(cmd::SetRenderPipeline{.pipeline = p.get()}, {.pass = pass});
  s.append(cmd::SetScissorRect{.x = 0, .y = 0, .width = 2, .height = 1}, {.pass = pass});
  draw(s, pass, 0, {1, 0, 0, 1});
  s.append(cmd::EndRenderPass{}, {.pass = pass});
  submit(s);
  auto got = read_texture(*t, {4, 4, 1});
  EXPECT_EQ(got[0], 0xFF0000FFu);
  EXPECT_EQ(got[1], 0xFF0000FFu);
  EXPECT_EQ(got[2], 0xFFFF0000u);
  EXPECT_EQ(got[64], 0xFFFF0000u);
}

TEST_F(RenderTest, DepthResolveAndOcclusion) {
  auto t = texture({.label = "samples", .format = TextureFormat::RGBA8Unorm, .size = {4, 4, 1}, .sample_count = 4,
                    .usage = texture_usage::kRenderAttachment});
  auto r = texture({.label = "resolved", .format = TextureFormat::RGBA8Unorm, .size = {4, 4, 1},
                    .usage = texture_usage::kRenderAttachment | texture_usage::kCopySrc});
  auto z = texture({.label = "depth", .format = TextureFormat::Depth24PlusStencil8, .size = {4, 4, 1}, .sample_count = 4,
                    .usage = texture_usage::kRenderAttachment});
  auto tv = view(*t, TextureFormat::RGBA8Unorm), rv = view(*r, TextureFormat::RGBA8Unorm),
       zv = view(*z, TextureFormat::Depth24PlusStencil8);
  auto layout = empty_layout();
  auto p = pipeline(*layout, 4, TextureFormat::Depth24PlusStencil8);
  ASSERT_TRUE(p);
  auto set = device->create_query_set({"seen", QueryType::Occlusion, 2});
  auto out = buffer(16, buffer_usage::kQueryResolve | buffer_usage::kCopySrc);
  CommandStream s;
  uint32_t pass = s.add_pass(PassKind::Render, "draw");
  cmd::ColorAttachment color{.view = tv.get(), .resolve_target = rv.get(), .load = LoadOp::Clear, .store = StoreOp::Discard};
  cmd::BeginRenderPass begin{.color_count = 1, .width = 4, .height = 4, .sample_count = 4};
  begin.depth_stencil = {.view = zv.get(), .depth_clear = 1, .depth_load = LoadOp::Clear, .depth_store = StoreOp::Discard,
                         .stencil_load = LoadOp::Load, .stencil_store = StoreOp::Store};
  begin.occlusion_set = set->get();
  s.append(begin, std::as_bytes(std::span(&color, 1)), {.pass = pass});
  s.append(cmd::SetRenderPipeline{.pipeline = p.get()}, {.pass = pass});
  s.append(cmd::BeginOcclusionQuery{.index = 0}, {.pass = pass});
  draw(s, pass, 0.25, {0, 1, 0, 1});
  s.append(cmd::EndOcclusionQuery{}, {.pass = pass});
  s.append(cmd::BeginOcclusionQuery{.index = 1}, {.pass = pass});
  draw(s, pass, 0.5, {1, 0, 0, 1});  // behind
  s.append(cmd::EndOcclusionQuery{}, {.pass = pass});
  s.append(cmd::EndRenderPass{}, {.pass = pass});
  s.append(cmd::ResolveQuerySet{.set = set->get(), .destination = out.get(), .first = 0, .count = 2}, {});
  submit(s);
  auto got = read_texture(*r, {4, 4, 1});
  EXPECT_EQ(got[0], 0xFF00FF00u);
  EXPECT_EQ(got[64 * 3 + 3], 0xFF00FF00u);
  auto seen = read(*out);
  EXPECT_GT(seen[0], 0u);
  EXPECT_EQ(seen[2], 0u);
}

TEST_F(RenderTest, IndirectDrawsStayInTheirIndexBuffer) {
  auto layout = empty_layout();
  auto p = pipeline(*layout, 1, TextureFormat::Undefined);
  ASSERT_TRUE(p);
  auto indexes = buffer(8, buffer_usage::kIndex | buffer_usage::kCopyDst);  // 0 1 2 and one more
  write<uint32_t>(*indexes, {0x00010000, 0x00000002});
  auto arguments = buffer(64, buffer_usage::kIndirect | buffer_usage::kCopyDst);
  // count, instances, first index, base vertex, first instance
  write<uint32_t>(*arguments, {3, 1, 0, 0, 0, 0, 0, 0, 3, 1, 2, 0, 0});
  auto t = texture({.label = "target", .format = TextureFormat::RGBA8Unorm, .size = {4, 4, 1},
                    .usage = texture_usage::kRenderAttachment | texture_usage::kCopySrc});
  auto v = view(*t, TextureFormat::RGBA8Unorm);
  for (uint64_t offset : {uint64_t{32}, uint64_t{0}}) {
    CommandStream bundle;
    float data[8] = {0, 0, 0, 0, 1, 1, 0, 1};
    bundle.append(cmd::SetRenderPipeline{.pipeline = p.get()}, {});
    bundle.append(cmd::SetImmediates{.offset = 0, .size = 32}, std::as_bytes(std::span(data)), {});
    bundle.append(cmd::SetIndexBuffer{.buffer = indexes.get(), .offset = 0, .size = 8, .format = IndexFormat::Uint16}, {});
    bundle.append(cmd::DrawIndexedIndirect{.buffer = arguments.get(), .offset = offset}, {});
    CommandStream s;
    uint32_t pass = s.add_pass(PassKind::Render, "indirect");
    cmd::ColorAttachment color{.view = v.get(), .load = LoadOp::Clear, .store = StoreOp::Store};
    cmd::BeginRenderPass* begin = s.append(cmd::BeginRenderPass{.color_count = 1, .width = 4, .height = 4, .sample_count = 1},
             std::as_bytes(std::span(&color, 1)), {.pass = pass});
    s.append(cmd::ExecuteBundle{.bundle = &bundle}, {.pass = pass});
    s.append(cmd::EndRenderPass{}, {.pass = pass});
    BufferUse uses[] = {{indexes.get(), internal_usage::kInput, 0}, {arguments.get(), internal_usage::kInput, 0}};
    s.set_render_scope(begin, uses, {});
    submit(s);
    EXPECT_EQ(read_texture(*t, {4, 4, 1})[0], offset == 0 ? 0xFF00FFFFu : 0u) << offset;
  }
}

TEST_F(RenderTest, TexturesAreZeroUntilWrittenAndCopiesKeepTheirPlace) {
  auto a = texture({.label = "a", .format = TextureFormat::R32Uint, .size = {8, 8, 3}, .mip_level_count = 2,
                    .usage = texture_usage::kCopySrc | texture_usage::kCopyDst | texture_usage::kTextureBinding});
  std::vector<uint32_t> texels{1, 2, 3, 4};
  auto ok = device->queue().write_texture({a.get(), 1, {1, 2, 1}, TextureAspect::All}, std::as_bytes(std::span(texels)), 8, 2,
                                          {2, 2, 1});
  ASSERT_TRUE(ok);
  auto level = read_texture(*a, {4, 4, 1}, 1, {0, 0, 1});
  EXPECT_EQ(level[0], 0u);
  EXPECT_EQ(level[64 * 2 + 1], 1u);
  EXPECT_EQ(level[64 * 2 + 2], 2u);
  EXPECT_EQ(level[64 * 3 + 2], 4u);
  EXPECT_EQ(read_texture(*a, {8, 8, 1}, 0, {0, 0, 2})[64 * 7 + 7], 0u);

  auto volume = texture({.label = "volume", .dimension = TextureDimension::D3, .format = TextureFormat::R32Uint,
                         .size = {4, 4, 4}, .usage = texture_usage::kCopySrc | texture_usage::kCopyDst});
  CommandStream s;
  s.append(cmd::CopyTextureToTexture{.source = {a.get(), 1, {1, 2, 1}, TextureAspect::All},
                                     .destination = {volume.get(), 0, {0, 0, 3}, TextureAspect::All},
                                     .size = {2, 2, 1}},
           {});
  submit(s);
  auto slices = read_texture(*volume, {4, 4, 4});
  EXPECT_EQ(slices[0], 0u);
  EXPECT_EQ(slices[64 * 4 * 3], 1u);
  EXPECT_EQ(slices[64 * 4 * 3 + 64 + 1], 4u);
}

TEST_F(RenderTest, CompressedTexturesAreZeroToo) {
  if (!adapter->features().has(Feature::TextureCompressionBC)) GTEST_SKIP();
  device_desc.features.add(Feature::TextureCompressionBC);
  device.reset();
  make_device();
  auto t = texture({.label = "bc", .format = TextureFormat::BC1RGBAUnorm, .size = {12, 8, 1}, .mip_level_count = 3,
                    .usage = texture_usage::kCopySrc | texture_usage::kCopyDst | texture_usage::kTextureBinding});
  std::vector<uint32_t> block{0x11111111, 0x22222222};
  ASSERT_TRUE(device->queue().write_texture({t.get(), 1, {4, 0, 0}, TextureAspect::All}, std::as_bytes(std::span(block)), 8, 1,
                                            {4, 4, 1}));  // the level is 6x4 texels: the block goes past its edge
  auto got = read_texture(*t, {8, 4, 1}, 1);
  EXPECT_EQ(got[0], 0u);
  EXPECT_EQ(got[2], 0x11111111u);
  EXPECT_EQ(got[3], 0x22222222u);
}

TEST_F(RenderTest, WhatIsDiscardedReadsAsZero) {
  auto t = texture({.label = "target", .format = TextureFormat::RGBA8Unorm, .size = {4, 4, 1},
                    .usage = texture_usage::kRenderAttachment | texture_usage::kCopySrc});
  auto v = view(*t, TextureFormat::RGBA8Unorm);
  CommandStream s;
  uint32_t pass = s.add_pass(PassKind::Render, "");
  cmd::ColorAttachment color{.view = v.get(), .load = LoadOp::Clear, .store = StoreOp::Discard, .clear = {1, 1, 1, 1}};
  s.append(cmd::BeginRenderPass{.color_count = 1, .width = 4, .height = 4, .sample_count = 1},
           std::as_bytes(std::span(&color, 1)), {.pass = pass});
  s.append(cmd::EndRenderPass{}, {.pass = pass});
  submit(s);
  EXPECT_EQ(read_texture(*t, {4, 4, 1})[5], 0u);

  auto z = texture({.label = "depth", .format = TextureFormat::Depth32FloatStencil8, .size = {4, 4, 1},
                    .usage = texture_usage::kRenderAttachment | texture_usage::kCopySrc});
  auto zv = view(*z, TextureFormat::Depth32FloatStencil8);
  CommandStream d;
  pass = d.add_pass(PassKind::Render, "");
  cmd::BeginRenderPass begin{.width = 4, .height = 4, .sample_count = 1};
  begin.depth_stencil = {.view = zv.get(), .depth_clear = 0.5, .depth_load = LoadOp::Clear, .depth_store = StoreOp::Store,
                         .stencil_load = LoadOp::Clear, .stencil_store = StoreOp::Discard, .stencil_clear = 3};
  d.append(begin, {.pass = pass});
  d.append(cmd::EndRenderPass{}, {.pass = pass});
  submit(d);
  EXPECT_EQ(read_texture(*z, {4, 4, 1}, 0, {}, TextureAspect::DepthOnly)[0], 0x3F000000u);
  EXPECT_EQ(read_texture(*z, {4, 4, 1}, 0, {}, TextureAspect::StencilOnly)[0], 0u);
}

}  // namespace
}  // namespace vitrine::hal::vulkan
