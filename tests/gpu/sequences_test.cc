// Sequences in which one command needs what another did to the same resource, each in one submission and in a submission a
// step. The validation layer watches with its checks of synchronization.
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "cpp_device.h"

namespace {

constexpr uint32_t kSize = 4, kPitch = 256;

class Sequences : public CppDevice {
 protected:
  static constexpr wgpu::TextureFormat kTarget = wgpu::TextureFormat::R32Uint;
  // The test's body twice: everything in one submission, then a submission a step.
  template <class Body>
  void in_both_ways(Body body) {
    for (bool apart : {false, true}) {
      SCOPED_TRACE(apart ? "a submission a step" : "one submission");
      apart_ = apart;
      encoder_ = cpp.CreateCommandEncoder();
      body();
      encoder_ = nullptr;
    }
  }
  wgpu::CommandEncoder& encoder() { return encoder_; }
  void step() {
    if (apart_) submit_now();
  }
  void submit_now() {
    wgpu::CommandBuffer commands = encoder_.Finish();
    wgpu::Queue(queue).Submit(1, &commands);
    encoder_ = cpp.CreateCommandEncoder();
  }

  wgpu::Buffer make_buffer(uint64_t size, wgpu::BufferUsage usage, bool mapped = false) {
    wgpu::BufferDescriptor d;
    d.size = size;
    d.usage = usage;
    d.mappedAtCreation = mapped;
    return cpp.CreateBuffer(&d);
  }
  wgpu::Texture make_texture(wgpu::TextureUsage usage, wgpu::Extent3D size, uint32_t mips = 1,
                             wgpu::TextureDimension dimension = wgpu::TextureDimension::e2D) {
    wgpu::TextureDescriptor d;
    d.format = wgpu::TextureFormat::R32Uint;
    d.dimension = dimension;
    d.size = size;
    d.mipLevelCount = mips;
    d.usage = usage;
    return cpp.CreateTexture(&d);
  }
  // Draws to one target of whole numbers.
  wgpu::RenderPipeline draws(const wgpu::ShaderModule& shaders, const wgpu::VertexBufferLayout* vertices = nullptr) {
    wgpu::ColorTargetState state;
    state.format = kTarget;
    wgpu::FragmentState fragment;
    fragment.module = shaders;
    fragment.targetCount = 1;
    fragment.targets = &state;
    wgpu::RenderPipelineDescriptor d;
    d.vertex.module = shaders;
    d.vertex.bufferCount = vertices ? 1 : 0;
    d.vertex.buffers = vertices;
    d.fragment = &fragment;
    return cpp.CreateRenderPipeline(&d);
  }
  void dispatch(const wgpu::ComputePipeline& pipeline, std::vector<wgpu::BindGroupEntry> entries) {
    wgpu::ComputePassEncoder pass = encoder_.BeginComputePass();
    pass.SetPipeline(pipeline);
    pass.SetBindGroup(0, bind(pipeline, std::move(entries)));
    pass.DispatchWorkgroups(1);
    pass.End();
  }
  static wgpu::RenderPassColorAttachment attachment(const wgpu::TextureView& view, uint32_t value) {
    wgpu::RenderPassColorAttachment a;
    a.view = view;
    a.loadOp = wgpu::LoadOp::Clear;
    a.storeOp = wgpu::StoreOp::Store;
    a.clearValue = {double(value), 0, 0, 0};
    return a;
  }
  void clear(std::vector<wgpu::RenderPassColorAttachment> attachments) {
    wgpu::RenderPassDescriptor d;
    d.colorAttachmentCount = attachments.size();
    d.colorAttachments = attachments.data();
    encoder_.BeginRenderPass(&d).End();
  }
  // The first texel of a level of a layer, or of a slice.
  uint32_t first_texel(const wgpu::Texture& t, uint32_t mip, uint32_t layer) {
    wgpu::Buffer out = make_buffer(kPitch, wgpu::BufferUsage::CopyDst | wgpu::BufferUsage::CopySrc);
    wgpu::TexelCopyTextureInfo source;
    source.texture = t;
    source.mipLevel = mip;
    source.origin.z = layer;
    wgpu::TexelCopyBufferInfo target;
    target.buffer = out;
    wgpu::Extent3D one = {1, 1, 1};
    encoder_.CopyTextureToBuffer(&source, &target, &one);
    submit_now();
    return words(out, 1)[0];
  }
  std::vector<uint32_t> words(const wgpu::Buffer& b, size_t count) {
    Bytes bytes = read(b.Get(), count * 4);
    std::vector<uint32_t> out(count);
    std::memcpy(out.data(), bytes.data(), bytes.size());
    return out;
  }
  // Maps it, waiting.
  void map(const wgpu::Buffer& b, wgpu::MapMode mode, uint64_t size) {
    WGPUBufferMapCallbackInfo info = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = [](WGPUMapAsyncStatus status, WGPUStringView, void* flag, void*) {
      EXPECT_EQ(status, WGPUMapAsyncStatus_Success);
      *static_cast<bool*>(flag) = true;
    };
    info.userdata1 = &done;
    wgpuBufferMapAsync(b.Get(), static_cast<WGPUMapMode>(mode), 0, size, info);
    wait();
  }

 private:
  wgpu::CommandEncoder encoder_;
  bool apart_ = false;
};

using enum wgpu::BufferUsage;
using T = wgpu::TextureUsage;

// Vertices, indices and the arguments of the draw, all written by the dispatch before it; rewritten for the next draw.
TEST_F(Sequences, DispatchesWriteWhatDrawsTake) {
  wgpu::ComputePipeline fill = compute(R"(
@group(0) @binding(0) var<storage, read_write> vertices: array<vec2f, 3>;
@group(0) @binding(1) var<storage, read_write> indices: array<u32, 3>;
@group(0) @binding(2) var<storage, read_write> arguments: array<u32, 5>;
@group(0) @binding(3) var<storage, read_write> round: u32;
@compute @workgroup_size(1) fn main() {
  round++;
  vertices = array(vec2f(-1, -1), vec2f(3, -1), vec2f(-1, 3));
  indices = array(0, 1, 2);
  arguments = array(select(0u, 3u, round != 3), 1, 0, 0, 0);
}
)");
  wgpu::ShaderModule shaders = module(R"(
@group(0) @binding(0) var<storage> round: u32;
@vertex fn vertex(@location(0) at: vec2f) -> @builtin(position) vec4f { return vec4f(at, 0, 1); }
@fragment fn fragment() -> @location(0) u32 { return round * 10; }
)");
  wgpu::VertexAttribute attribute;
  attribute.format = wgpu::VertexFormat::Float32x2;
  wgpu::VertexBufferLayout layout;
  layout.arrayStride = 8;
  layout.attributeCount = 1;
  layout.attributes = &attribute;
  wgpu::RenderPipeline draw = draws(shaders, &layout);
  in_both_ways([&] {
    wgpu::Buffer vertices = make_buffer(24, Storage | Vertex), indices = make_buffer(12, Storage | Index),
                 arguments = make_buffer(20, Storage | Indirect), round = make_buffer(4, Storage),
                 out = make_buffer(5 * kPitch, CopyDst | CopySrc);
    wgpu::Texture target = make_texture(T::RenderAttachment | T::CopySrc, {1, 1, 1});
    wgpu::BindGroup group = bind(draw, {entry(round)});
    auto commands = [&](auto& to) {
      to.SetPipeline(draw);
      to.SetBindGroup(0, group);
      to.SetVertexBuffer(0, vertices);
      to.SetIndexBuffer(indices, wgpu::IndexFormat::Uint32);
      to.DrawIndexedIndirect(arguments, 0);
    };
    wgpu::RenderBundleEncoderDescriptor b;
    b.colorFormatCount = 1;
    b.colorFormats = &kTarget;
    wgpu::RenderBundleEncoder bundle_encoder = cpp.CreateRenderBundleEncoder(&b);
    commands(bundle_encoder);
    wgpu::RenderBundle bundle = bundle_encoder.Finish();
    for (uint32_t i = 0; i < 5; ++i) {
      dispatch(fill, {entry(vertices), entry(indices), entry(arguments), entry(round)});
      step();
      wgpu::RenderPassColorAttachment color = attachment(target.CreateView(), 1);
      wgpu::RenderPassDescriptor p;
      p.colorAttachmentCount = 1;
      p.colorAttachments = &color;
      wgpu::RenderPassEncoder pass = encoder().BeginRenderPass(&p);
      if (i % 2) pass.ExecuteBundles(1, &bundle);
      else commands(pass);
      pass.End();
      step();
      wgpu::TexelCopyTextureInfo source;
      source.texture = target;
      wgpu::TexelCopyBufferInfo to;
      to.buffer = out;
      to.layout.offset = i * kPitch;
      wgpu::Extent3D size = {1, 1, 1};
      encoder().CopyTextureToBuffer(&source, &to, &size);
      step();
    }
    submit_now();
    std::vector<uint32_t> found = words(out, 5 * kPitch / 4);
    for (uint32_t i = 0; i < 5; ++i) EXPECT_EQ(found[i * kPitch / 4], i == 2 ? 1 : (i + 1) * 10) << "round " << i;
  });
}

// What was made visible to one stage of shaders is not yet to another.
TEST_F(Sequences, EveryStageSeesWhatWasCopied) {
  const std::string kBuffer = "@group(0) @binding(0) var<storage> words: array<u32>;\nfn seen() -> u32 { return words[1]; }\n";
  const std::string kTexture = "@group(0) @binding(0) var texels: texture_2d<u32>;\nfn seen() -> u32 { return textureLoad(texels, vec2u(1, 0), 0).x; }\n";
  for (const std::string& source : {kBuffer, kTexture}) {
    wgpu::ComputePipeline in_compute = compute(source + R"(
@group(0) @binding(1) var<storage, read_write> result: u32;
@compute @workgroup_size(1) fn main() { result = seen(); }
)");
    std::array<wgpu::RenderPipeline, 2> in_draws;
    for (bool in_fragment : {false, true}) {
      wgpu::ShaderModule shaders = module(source + R"(
struct V { @builtin(position) at: vec4f, @location(0) @interpolate(flat) value: u32 }
@vertex fn vertex(@builtin(vertex_index) i: u32) -> V { return V(vec4f(vec2f(vec2u(i & 1, i >> 1)) * 4 - 1, 0, 1), )" +
                                          (in_fragment ? "0" : "seen()") + R"(); }
@fragment fn fragment(v: V) -> @location(0) u32 { return v.value + )" +
                                          (in_fragment ? "seen()" : "0") + "; }\n");
      in_draws[in_fragment] = draws(shaders);
    }
    in_both_ways([&] {
      wgpu::Buffer from = make_buffer(kPitch, CopySrc | CopyDst), buffer = make_buffer(kPitch, CopyDst | Storage);
      wgpu::Texture texture = make_texture(T::CopyDst | T::TextureBinding, {kSize, 1, 1});
      wgpu::BindGroupEntry source_entry = source == kBuffer ? entry(buffer) : entry(texture.CreateView());
      std::vector<wgpu::Buffer> results;
      std::vector<wgpu::Texture> targets;
      for (uint32_t first = 0; first < 3; ++first) {
        const uint32_t value[] = {0, 70 + first};
        submit_now();
        wgpu::Queue(queue).WriteBuffer(from, 0, value, 8);
        encoder().CopyBufferToBuffer(from, 0, buffer, 0, kPitch);
        wgpu::TexelCopyBufferInfo rows;
        rows.buffer = from;
        wgpu::TexelCopyTextureInfo at;
        at.texture = texture;
        wgpu::Extent3D size = {kSize, 1, 1};
        encoder().CopyBufferToTexture(&rows, &at, &size);
        step();
        // Nothing else in a pass has been used before, so no other barrier helps.
        for (uint32_t i = 0; i < 3; ++i) {
          uint32_t stage = (first + i) % 3;
          if (stage == 2) {
            results.push_back(make_buffer(4, Storage | CopySrc, true));
            results.back().Unmap();
            dispatch(in_compute, {source_entry, entry(results.back())});
          } else {
            targets.push_back(make_texture(T::RenderAttachment | T::CopySrc, {1, 1, 1}));
            wgpu::RenderPassColorAttachment color = attachment(targets.back().CreateView(), 1);
            wgpu::RenderPassDescriptor p;
            p.colorAttachmentCount = 1;
            p.colorAttachments = &color;
            wgpu::RenderPassEncoder pass = encoder().BeginRenderPass(&p);
            pass.SetPipeline(in_draws[stage]);
            pass.SetBindGroup(0, bind(in_draws[stage], {source_entry}));
            pass.Draw(3);
            pass.End();
          }
          step();
        }
      }
      submit_now();
      for (size_t i = 0; i < 3; ++i) EXPECT_EQ(words(results[i], 1)[0], 70 + i);
      for (size_t i = 0; i < 6; ++i) EXPECT_EQ(first_texel(targets[i], 0, 0), 70 + i / 2);
    });
  }
}

// A query set that is used, resolved, read by a shader, and used again.
TEST_F(Sequences, QueriesAreResolvedReadAndUsedAgain) {
  wgpu::ShaderModule shaders = module(R"(
@vertex fn vertex(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(vec2f(vec2u(i & 1, i >> 1)) * 4 - 1, 0, 1); }
@fragment fn fragment() -> @location(0) u32 { return 1; }
)");
  wgpu::ComputePipeline add = compute(R"(
@group(0) @binding(0) var<storage> counts: array<vec2u>;
@group(0) @binding(1) var<storage, read_write> seen: array<u32, 4>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { seen[i] = seen[i] * 2 + u32(any(counts[i] != vec2u())); }
)");
  wgpu::RenderPipeline draw = draws(shaders);
  wgpu::QuerySetDescriptor q;
  q.type = wgpu::QueryType::Occlusion;
  q.count = 4;
  in_both_ways([&] {
    wgpu::QuerySet queries = cpp.CreateQuerySet(&q);
    wgpu::Buffer resolved = make_buffer(512, QueryResolve | Storage | CopySrc), seen = make_buffer(16, Storage | CopySrc);
    wgpu::Texture target = make_texture(T::RenderAttachment, {4, 4, 1});
    constexpr uint32_t kDrawn[] = {0b0101, 0b0011, 0b1000};  // a round each: which queries have something drawn
    for (uint32_t drawn : kDrawn) {
      wgpu::RenderPassColorAttachment color = attachment(target.CreateView(), 0);
      wgpu::RenderPassDescriptor p;
      p.colorAttachmentCount = 1;
      p.colorAttachments = &color;
      p.occlusionQuerySet = queries;
      wgpu::RenderPassEncoder pass = encoder().BeginRenderPass(&p);
      pass.SetPipeline(draw);
      for (uint32_t i = 0; i < 4; ++i) {
        pass.BeginOcclusionQuery(i);
        if (drawn >> i & 1) pass.Draw(3);
        pass.EndOcclusionQuery();
      }
      pass.End();
      step();
      encoder().ResolveQuerySet(queries, 0, 3, resolved, 0);
      encoder().ResolveQuerySet(queries, 2, 2, resolved, 256);
      encoder().ResolveQuerySet(queries, 0, 4, resolved, 0);
      step();
      dispatch(add, {entry(resolved, 32), entry(seen)});
      step();
    }
    submit_now();
    EXPECT_EQ(words(seen, 4), (std::vector<uint32_t>{0b110, 0b010, 0b100, 0b001}));
  });
}

// The host writes, the GPU reads; the GPU writes, the host reads; the host writes over it.
TEST_F(Sequences, MappedMemoryIsSeenBothWays) {
  wgpu::ComputePipeline triple = compute(R"(
@group(0) @binding(0) var<storage, read_write> values: array<u32, 4>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { values[i] *= 3; }
)");
  in_both_ways([&] {
    wgpu::Buffer up = make_buffer(16, MapWrite | CopySrc, true), down = make_buffer(16, MapRead | CopyDst, true),
                 between = make_buffer(16, Storage | CopySrc | CopyDst, true);
    std::array<uint32_t, 4> values = {1, 2, 3, 4}, tripled = {3, 6, 9, 12};
    for (wgpu::Buffer& b : {std::ref(up), std::ref(between)}) {
      std::memcpy(b.GetMappedRange(), values.data(), 16);
      b.Unmap();
    }
    down.Unmap();
    auto look = [&](const std::array<uint32_t, 4>& expected) {
      submit_now();
      map(down, wgpu::MapMode::Read, 16);
      EXPECT_EQ(std::memcmp(down.GetConstMappedRange(), expected.data(), 16), 0);
      down.Unmap();
    };
    dispatch(triple, {entry(between)});
    step();
    encoder().CopyBufferToBuffer(between, 0, down, 0, 16);
    look(tripled);
    for (uint32_t round = 0; round < 3; ++round) {
      map(up, wgpu::MapMode::Write, 16);
      for (uint32_t& v : values) v += round;
      for (size_t i = 0; i < 4; ++i) tripled[i] = values[i] * 3;
      std::memcpy(up.GetMappedRange(), values.data(), 16);
      up.Unmap();
      encoder().CopyBufferToBuffer(up, 0, between, 0, 16);
      step();
      dispatch(triple, {entry(between)});
      step();
      encoder().CopyBufferToBuffer(between, 0, down, 0, 16);
      look(tripled);
      // The GPU is done with both: the host writes to them directly where it can.
      wgpu::Queue(queue).WriteBuffer(down, 4, values.data(), 8);
      std::array<uint32_t, 4> mixed = {tripled[0], values[0], values[1], tripled[3]};
      look(mixed);
      wgpu::Queue(queue).WriteBuffer(between, 0, values.data(), 16);
      encoder().ClearBuffer(down, 0, 4);
      step();
      encoder().CopyBufferToBuffer(between, 4, down, 4, 12);
      look({0, values[1], values[2], values[3]});
      dispatch(triple, {entry(between)});
      step();
    }
  });
}

// Attachments that live for a pass only, resolved and not, with the same ones used by the next pass.
TEST_F(Sequences, TransientAttachmentsAreUsedAgain) {
  wgpu::TextureDescriptor d;
  d.size = {kSize, kSize, 1};
  d.sampleCount = 4;
  d.format = wgpu::TextureFormat::RGBA8Unorm;
  d.usage = T::RenderAttachment | T::TransientAttachment;
  wgpu::Texture many = cpp.CreateTexture(&d);
  d.format = wgpu::TextureFormat::Depth24PlusStencil8;
  wgpu::Texture depth = cpp.CreateTexture(&d);
  in_both_ways([&] {
    wgpu::TextureDescriptor r;
    r.size = {kSize, kSize, 3};
    r.format = wgpu::TextureFormat::RGBA8Unorm;
    r.usage = T::RenderAttachment | T::CopySrc;
    wgpu::Texture resolved = cpp.CreateTexture(&r);
    for (uint32_t layer = 0; layer < 3; ++layer) {
      wgpu::RenderPassColorAttachment color = attachment(many.CreateView(), 0);
      color.storeOp = wgpu::StoreOp::Discard;
      color.resolveTarget = view(resolved, 0, layer);
      color.clearValue = {layer == 0 ? 1.0 : 0, layer == 1 ? 1.0 : 0, layer == 2 ? 1.0 : 0, 0};
      wgpu::RenderPassDepthStencilAttachment ds;
      ds.view = depth.CreateView();
      ds.depthLoadOp = wgpu::LoadOp::Clear;
      ds.depthStoreOp = wgpu::StoreOp::Discard;
      ds.depthClearValue = 1;
      ds.stencilLoadOp = wgpu::LoadOp::Clear;
      ds.stencilStoreOp = wgpu::StoreOp::Discard;
      wgpu::RenderPassDescriptor p;
      p.colorAttachmentCount = 1;
      p.colorAttachments = &color;
      p.depthStencilAttachment = &ds;
      encoder().BeginRenderPass(&p).End();
      step();
    }
    for (uint32_t layer = 0; layer < 3; ++layer) EXPECT_EQ(first_texel(resolved, 0, layer), 0xFFu << 8 * layer);
  });
}

// Slices of a volume: two in one pass, one of them again, and the whole sampled between.
TEST_F(Sequences, SlicesOfAVolumeKeepWhatOthersHad) {
  wgpu::ComputePipeline sum = compute(R"(
@group(0) @binding(0) var volume: texture_3d<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32, 4>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { sums[i] += textureLoad(volume, vec3u(0, 0, i), 0).x; }
)");
  in_both_ways([&] {
    wgpu::Texture volume = make_texture(T::RenderAttachment | T::TextureBinding | T::CopySrc, {kSize, kSize, 4}, 1, wgpu::TextureDimension::e3D);
    wgpu::Buffer sums = make_buffer(16, Storage | CopySrc);
    wgpu::RenderPassColorAttachment one = attachment(volume.CreateView(), 10), three = attachment(volume.CreateView(), 30);
    one.depthSlice = 1;
    three.depthSlice = 3;
    clear({one, three});
    step();
    dispatch(sum, {entry(volume.CreateView()), entry(sums)});
    step();
    three.clearValue.r = 300;
    clear({three});
    step();
    dispatch(sum, {entry(volume.CreateView()), entry(sums)});
    submit_now();
    EXPECT_EQ(words(sums, 4), (std::vector<uint32_t>{0, 20, 0, 330}));
    EXPECT_EQ(first_texel(volume, 0, 2), 0u);
  });
}

// One view over pieces that each came to be what they are another way.
TEST_F(Sequences, AViewCoversPiecesInAnyState) {
  wgpu::ComputePipeline sum = compute(R"(
@group(0) @binding(0) var all: texture_2d_array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32, 6>;
@compute @workgroup_size(6) fn main(@builtin(local_invocation_index) i: u32) { sums[i] += textureLoad(all, vec2u(), i % 2, i / 2).x; }
)");
  wgpu::ComputePipeline store = compute(R"(
@group(0) @binding(0) var to: texture_storage_2d<r32uint, write>;
@compute @workgroup_size(1) fn main() { textureStore(to, vec2u(), vec4u(4)); }
)");
  for (T more : {T::None, T::StorageBinding})
    in_both_ways([&] {
      wgpu::Texture t = make_texture(T::RenderAttachment | T::TextureBinding | T::CopySrc | T::CopyDst | more, {4, 4, 2}, 3);
      wgpu::Buffer sums = make_buffer(24, Storage | CopySrc), two = make_buffer(kPitch, CopyDst | CopySrc | Vertex);
      std::vector<uint32_t> expected(6);
      for (uint32_t round = 0; round < 2; ++round) {
        wgpu::Extent3D size = {4, 4, 1}, small = {2, 2, 1}, smallest = {1, 1, 1};
        std::vector<uint32_t> ones(16, 1), twos(kPitch / 4, 2);
        wgpu::TexelCopyTextureInfo at;
        at.texture = t;
        wgpu::TexelCopyBufferLayout rows;
        rows.bytesPerRow = 16;
        wgpu::Queue(queue).WriteTexture(&at, ones.data(), 64, &rows, &size);  // level 0 of layer 0
        wgpu::Queue(queue).WriteBuffer(two, 0, twos.data(), kPitch);
        wgpu::TexelCopyBufferInfo from;
        from.buffer = two;
        at.mipLevel = 2;
        encoder().CopyBufferToTexture(&from, &at, &smallest);  // level 2 of layer 0
        step();
        clear({attachment(view(t, 0, 1), 3)});  // level 0 of layer 1
        step();
        if (more != T::None) {
          dispatch(store, {entry(view(t, 1, 0))});  // level 1 of layer 0
          step();
        }
        wgpu::TexelCopyTextureInfo source = at;
        source.mipLevel = 0;
        source.origin.z = 1;
        at.mipLevel = 1;
        at.origin.z = 1;
        encoder().CopyTextureToTexture(&source, &at, &small);  // level 1 of layer 1; level 2 stays as it was
        step();
        dispatch(sum, {entry(t.CreateView()), entry(sums)});
        step();
        uint32_t stored = more != T::None ? 4 : 0;
        const uint32_t added[] = {1, 3, stored, 3, 2, 0};
        for (size_t i = 0; i < 6; ++i) expected[i] += added[i];
      }
      submit_now();
      EXPECT_EQ(words(sums, 6), expected);
    });
}

// Two parts of a buffer are written by one dispatch, and change places for the next.
TEST_F(Sequences, PartsOfABufferChangePlaces) {
  wgpu::ComputePipeline shift = compute(R"(
@group(0) @binding(0) var<storage, read_write> a: array<u32, 4>;
@group(0) @binding(1) var<storage, read_write> b: array<u32, 4>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
  a[i] = a[i] * 2 + 1;
  b[i] = b[i] + a[i];
}
)");
  in_both_ways([&] {
    wgpu::Buffer b = make_buffer(512, Storage | CopySrc);
    wgpu::BindGroupEntry first = entry(b, 16), second = entry(b, 16);
    second.offset = 256;
    uint32_t x = 0, y = 0;
    for (int i = 0; i < 4; ++i) {
      dispatch(shift, {i % 2 ? second : first, i % 2 ? first : second});
      step();
      uint32_t &a = i % 2 ? y : x, &c = i % 2 ? x : y;
      a = a * 2 + 1;
      c += a;
    }
    submit_now();
    std::vector<uint32_t> found = words(b, 128);
    EXPECT_EQ(found[0], x);
    EXPECT_EQ(found[64], y);
  });
}

}  // namespace
