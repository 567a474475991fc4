// What was written is what is read, however a resource is used next: rows of commands drawn by lot on few resources, against a
// model on the host. The validation layer watches; its checks of synchronization name each barrier that is missing.
#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "cpp_device.h"

namespace {

constexpr uint32_t kWords = 256, kMips = 2, kLayers = 3, kSize = 4;
constexpr uint32_t kPitch = 256;  // bytes of a row in a copy

std::string drawing(bool depth) {
  std::string s = R"(
struct V { @builtin(position) position: vec4f, @location(0) @interpolate(flat) value: u32 }
@vertex fn vertex(@builtin(vertex_index) i: u32, @location(0) value: u32) -> V {
  return V(vec4f(vec2f(vec2u(i & 1, i >> 1)) * 4 - 1, 0, 1), value);
}
@group(0) @binding(0) var sampled: texture_2d<u32>;
@group(0) @binding(1) var<storage> words: array<u32>;
@group(0) @binding(2) var<uniform> more: vec4u;
)";
  if (depth) s += "@group(0) @binding(3) var depth: texture_depth_2d;\n@group(0) @binding(4) var stencil: texture_2d<u32>;\n";
  s += "@fragment fn fragment(v: V) -> @location(0) u32 {\n  let at = vec2u(v.position.xy);\n"
       "  var sum = textureLoad(sampled, at % textureDimensions(sampled), 0).x + words[0] + more.x + v.value;\n";
  if (depth)
    s += "  sum += u32(round(textureLoad(depth, at % textureDimensions(depth), 0) * 256));\n"
         "  sum += textureLoad(stencil, at % textureDimensions(stencil), 0).x;\n";
  return s + "  return sum;\n}\n";
}

uint32_t level(uint32_t mip) { return kSize >> mip; }

class Barriers : public CppDevice {
 protected:
  struct Buffer {
    wgpu::Buffer native;
    std::array<uint32_t, kWords> words{};
  };
  struct Piece {  // one mip level of one layer
    wgpu::TextureView view;
    std::vector<uint32_t> texels;  // rows without gaps
    std::vector<uint8_t> stencil;
    uint32_t depth = 0;  // in 256ths
  };
  struct Image {
    wgpu::Texture native;
    std::array<std::array<Piece, kLayers>, kMips> pieces;
  };
  // An encoder, and what its commands do to the model once they are submitted.
  struct Recording {
    wgpu::CommandEncoder encoder;
    std::vector<std::function<void()>> effects;
  };
  struct Place {
    Image* image;
    uint32_t mip, layer;
    Piece& operator*() const { return image->pieces[mip][layer]; }
    Piece* operator->() const { return &**this; }
    bool operator==(const Place&) const = default;
    wgpu::TexelCopyTextureInfo copy(wgpu::TextureAspect aspect = wgpu::TextureAspect::All) const {
      wgpu::TexelCopyTextureInfo info;
      info.texture = image->native;
      info.mipLevel = mip;
      info.origin.z = layer;
      info.aspect = aspect;
      return info;
    }
    wgpu::Extent3D extent() const { return {level(mip), level(mip), 1}; }
    uint32_t count() const { return level(mip) * level(mip); }
  };

  uint32_t draw_lot(uint32_t below) {
    lots_ = lots_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<uint32_t>(lots_ >> 33) % below;
  }

  void make(uint64_t lots) {
    lots_ = lots;
    using enum wgpu::BufferUsage;
    for (Buffer& b : buffers_) {
      wgpu::BufferDescriptor d;
      d.size = kWords * 4;
      d.usage = CopySrc | CopyDst | Storage | Uniform | Vertex;
      b.native = cpp.CreateBuffer(&d);
    }
    wgpu::BufferDescriptor d;
    d.size = 12;
    d.usage = Storage | Indirect;
    arguments_ = cpp.CreateBuffer(&d);
    using T = wgpu::TextureUsage;
    constexpr T kAll = T::CopySrc | T::CopyDst | T::TextureBinding | T::RenderAttachment;
    images_[0] = image(wgpu::TextureFormat::R32Uint, kAll | T::StorageBinding);
    images_[1] = image(wgpu::TextureFormat::R32Uint, kAll);
    depth_ = image(wgpu::TextureFormat::Depth24PlusStencil8, kAll);
    combine_ = compute(R"(
@group(0) @binding(0) var<storage> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;
@compute @workgroup_size(256) fn main(@builtin(local_invocation_index) i: u32) { result[i] = result[i] * 3 + source[i] + 1; }
)");
    gather_ = compute(R"(
@group(0) @binding(0) var source: texture_2d<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;
@compute @workgroup_size(256) fn main(@builtin(local_invocation_index) i: u32) {
  let size = textureDimensions(source);
  result[i] += textureLoad(source, vec2u(i % size.x, i / size.x % size.y), 0).x;
}
)");
    scatter_ = compute(R"(
@group(0) @binding(0) var<storage> source: array<u32>;
@group(0) @binding(1) var result: texture_storage_2d<r32uint, read_write>;
@compute @workgroup_size(16) fn main(@builtin(local_invocation_index) i: u32) {
  let at = vec2u(i % 4, i / 4);
  if all(at < textureDimensions(result)) { textureStore(result, at, textureLoad(result, at) + source[i]); }
}
)");
    decide_ = compute(R"(
@group(0) @binding(0) var<storage> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32, 3>;
@compute @workgroup_size(1) fn main() { result = array(source[1] & 1, 1, 1); }
)");
    wgpu::ShaderModule plain = module(drawing(false)), with_depth = module(drawing(true));
    draw_ = render(plain, false, false);
    draw_beside_depth_ = render(with_depth, true, false);
    draw_stencil_ = render(with_depth, true, true);
    for (Recording& r : recordings_) r.encoder = cpp.CreateCommandEncoder();
  }

  Image image(wgpu::TextureFormat format, wgpu::TextureUsage usage) {
    Image out;
    wgpu::TextureDescriptor d;
    d.format = format;
    d.size = {kSize, kSize, kLayers};
    d.mipLevelCount = kMips;
    d.usage = usage;
    out.native = cpp.CreateTexture(&d);
    for (uint32_t m = 0; m < kMips; ++m)
      for (uint32_t l = 0; l < kLayers; ++l) {
        out.pieces[m][l].view = view(out.native, m, l);
        out.pieces[m][l].texels.resize(level(m) * level(m));
        out.pieces[m][l].stencil.resize(level(m) * level(m));
      }
    return out;
  }
  wgpu::RenderPipeline render(const wgpu::ShaderModule& shaders, bool depth, bool writes_stencil) {
    wgpu::VertexAttribute attribute;
    attribute.format = wgpu::VertexFormat::Uint32;
    attribute.shaderLocation = 0;
    wgpu::VertexBufferLayout layout;
    layout.arrayStride = 4;
    layout.stepMode = wgpu::VertexStepMode::Instance;
    layout.attributeCount = 1;
    layout.attributes = &attribute;
    wgpu::ColorTargetState target;
    target.format = wgpu::TextureFormat::R32Uint;
    wgpu::FragmentState fragment;
    fragment.module = shaders;
    fragment.targetCount = 1;
    fragment.targets = &target;
    wgpu::DepthStencilState state;
    state.format = wgpu::TextureFormat::Depth24PlusStencil8;
    state.depthWriteEnabled = false;
    state.depthCompare = wgpu::CompareFunction::Always;
    if (writes_stencil) state.stencilFront.passOp = state.stencilBack.passOp = wgpu::StencilOperation::Replace;
    wgpu::RenderPipelineDescriptor d;
    d.vertex.module = shaders;
    d.vertex.bufferCount = 1;
    d.vertex.buffers = &layout;
    d.fragment = &fragment;
    if (depth) d.depthStencil = &state;
    return cpp.CreateRenderPipeline(&d);
  }
  static wgpu::BindGroupEntry entry(const Buffer& b) { return entry(b.native); }
  using CppDevice::entry;

  Buffer& any_buffer() { return buffers_[draw_lot(static_cast<uint32_t>(buffers_.size()))]; }
  Buffer& other_than(const Buffer& b) {
    for (;;)
      if (Buffer& other = any_buffer(); &other != &b) return other;
  }
  Place any_place() { return {&images_[draw_lot(2)], draw_lot(kMips), draw_lot(kLayers)}; }

  // ---- the commands, each with what it does to the model ----

  void copy_buffer(Recording& r) {
    Buffer &to = any_buffer(), &from = other_than(to);
    uint32_t words = 1 + draw_lot(kWords / 2), at = draw_lot(kWords / 2), source = draw_lot(kWords / 2);
    r.encoder.CopyBufferToBuffer(from.native, source * 4, to.native, at * 4, words * 4);
    r.effects.push_back([=, &from, &to] { std::copy_n(from.words.begin() + source, words, to.words.begin() + at); });
  }
  void clear_buffer(Recording& r) {
    Buffer& b = any_buffer();
    uint32_t words = 1 + draw_lot(kWords / 2), at = draw_lot(kWords / 2);
    r.encoder.ClearBuffer(b.native, at * 4, words * 4);
    r.effects.push_back([=, &b] { std::fill_n(b.words.begin() + at, words, 0u); });
  }
  static wgpu::TexelCopyBufferInfo rows(const Buffer& b) {
    wgpu::TexelCopyBufferInfo info;
    info.buffer = b.native;
    info.layout.bytesPerRow = kPitch;
    return info;
  }
  void copy_to_texture(Recording& r) {
    Buffer& b = any_buffer();
    Place p = any_place();
    wgpu::TexelCopyBufferInfo from = rows(b);
    wgpu::TexelCopyTextureInfo to = p.copy();
    wgpu::Extent3D size = p.extent();
    r.encoder.CopyBufferToTexture(&from, &to, &size);
    r.effects.push_back([=, &b] {
      for (uint32_t i = 0; i < p.count(); ++i) p->texels[i] = b.words[i / level(p.mip) * kPitch / 4 + i % level(p.mip)];
    });
  }
  void copy_from_texture(Recording& r) {
    Buffer& b = any_buffer();
    Place p = any_place();
    wgpu::TexelCopyBufferInfo to = rows(b);
    wgpu::TexelCopyTextureInfo from = p.copy();
    wgpu::Extent3D size = p.extent();
    r.encoder.CopyTextureToBuffer(&from, &to, &size);
    r.effects.push_back([=, &b] {
      for (uint32_t i = 0; i < p.count(); ++i) b.words[i / level(p.mip) * kPitch / 4 + i % level(p.mip)] = p->texels[i];
    });
  }
  void copy_stencil(Recording& r) {
    Buffer& b = any_buffer();
    Place p{&depth_, draw_lot(kMips), draw_lot(kLayers)};
    bool out = draw_lot(2);
    wgpu::TexelCopyBufferInfo bytes = rows(b);
    wgpu::TexelCopyTextureInfo texels = p.copy(wgpu::TextureAspect::StencilOnly);
    wgpu::Extent3D size = p.extent();
    if (out) r.encoder.CopyTextureToBuffer(&texels, &bytes, &size);
    else r.encoder.CopyBufferToTexture(&bytes, &texels, &size);
    r.effects.push_back([=, &b] {
      auto* words = reinterpret_cast<uint8_t*>(b.words.data());
      for (uint32_t i = 0; i < p.count(); ++i) {
        uint8_t& byte = words[i / level(p.mip) * kPitch + i % level(p.mip)];
        (out ? byte : p->stencil[i]) = out ? p->stencil[i] : byte;
      }
    });
  }
  void copy_texture(Recording& r) {
    Place from = any_place(), to = any_place();
    to.mip = from.mip;
    if (from == to) return;
    wgpu::TexelCopyTextureInfo source = from.copy(), target = to.copy();
    wgpu::Extent3D size = from.extent();
    r.encoder.CopyTextureToTexture(&source, &target, &size);
    r.effects.push_back([=] { to->texels = from->texels; });
  }
  void write_buffer() {
    Buffer& b = any_buffer();
    uint32_t words = 1 + draw_lot(kWords / 2), at = draw_lot(kWords / 2);
    for (uint32_t i = 0; i < words; ++i) b.words[at + i] = draw_lot(1000);
    wgpuQueueWriteBuffer(queue, b.native.Get(), at * 4, &b.words[at], words * 4);
  }
  void write_texture() {
    Place p = any_place();
    for (uint32_t& texel : p->texels) texel = draw_lot(1000);
    wgpu::TexelCopyTextureInfo to = p.copy();
    wgpu::TexelCopyBufferLayout layout;
    layout.bytesPerRow = level(p.mip) * 4;
    wgpu::Extent3D size = p.extent();
    wgpu::Queue(queue).WriteTexture(&to, p->texels.data(), p->texels.size() * 4, &layout, &size);
  }

  // One pass of a few dispatches.
  void dispatch(Recording& r) {
    wgpu::ComputePassEncoder pass = r.encoder.BeginComputePass();
    for (uint32_t n = 1 + draw_lot(3); n > 0; --n) {
      Buffer &to = any_buffer(), &from = other_than(to);
      Place p = any_place();
      auto run = [&](const wgpu::ComputePipeline& pipeline, std::vector<wgpu::BindGroupEntry> entries, bool indirect = false) {
        pass.SetPipeline(pipeline);
        pass.SetBindGroup(0, bind(pipeline, std::move(entries)));
        if (indirect) pass.DispatchWorkgroupsIndirect(arguments_, 0);
        else pass.DispatchWorkgroups(1);
      };
      auto combined = [&from, &to] {
        for (uint32_t i = 0; i < kWords; ++i) to.words[i] = to.words[i] * 3 + from.words[i] + 1;
      };
      switch (draw_lot(4)) {
        case 0:
          run(combine_, {entry(from), entry(to)});
          r.effects.push_back(combined);
          break;
        case 1:
          run(gather_, {entry(p->view), entry(to)});
          r.effects.push_back([=, &to] {
            for (uint32_t i = 0; i < kWords; ++i) to.words[i] += p->texels[i % p.count()];
          });
          break;
        case 2:
          p.image = &images_[0];
          run(scatter_, {entry(from), entry(p->view)});
          r.effects.push_back([=, &from] {
            for (uint32_t i = 0; i < p.count(); ++i) p->texels[i] += from.words[i / level(p.mip) * 4 + i % level(p.mip)];
          });
          break;
        case 3:
          run(decide_, {entry(from), entry(arguments_)});
          run(combine_, {entry(from), entry(to)}, true);
          r.effects.push_back([combined, &from] {
            if (from.words[1] & 1) combined();
          });
          break;
      }
    }
    pass.End();
  }

  // A pass that draws over the left half or all of a piece, from another piece and from buffers; beside it depth and stencil,
  // cleared, read and sampled, or one of the two written.
  void draw(Recording& r) {
    enum { None, Cleared, ReadBoth, WriteStencil, ClearDepth, DiscardStencil, kModes };
    uint32_t mode = draw_lot(kModes);
    Place target = any_place(), sampled = any_place();
    while (sampled == target) sampled = any_place();
    Buffer &words = any_buffer(), &more = any_buffer(), &vertex = any_buffer();
    Place attached{&depth_, target.mip, draw_lot(kLayers)}, other{&depth_, draw_lot(kMips), (attached.layer + 1) % kLayers};
    bool clear = draw_lot(2), half = draw_lot(2), bundled = draw_lot(2), discard = draw_lot(8) == 0;
    uint32_t value = draw_lot(1000), reference = draw_lot(256), depth_value = draw_lot(256), stencil_value = draw_lot(256);
    const wgpu::RenderPipeline& pipeline =
        mode == None ? draw_ : mode == WriteStencil || mode == DiscardStencil ? draw_stencil_ : draw_beside_depth_;

    wgpu::RenderPassColorAttachment color;
    color.view = target->view;
    color.loadOp = clear ? wgpu::LoadOp::Clear : wgpu::LoadOp::Load;
    color.storeOp = discard ? wgpu::StoreOp::Discard : wgpu::StoreOp::Store;
    color.clearValue = {double(value), 0, 0, 0};
    wgpu::RenderPassDepthStencilAttachment ds;
    ds.view = attached->view;
    bool depth_fixed = mode == ReadBoth || mode == WriteStencil || mode == DiscardStencil;
    bool stencil_fixed = mode == ReadBoth || mode == ClearDepth;
    ds.depthReadOnly = depth_fixed;
    ds.stencilReadOnly = stencil_fixed;
    if (!depth_fixed) {
      ds.depthLoadOp = wgpu::LoadOp::Clear;
      ds.depthStoreOp = wgpu::StoreOp::Store;
      ds.depthClearValue = static_cast<float>(depth_value) / 256;
    }
    if (!stencil_fixed) {
      ds.stencilLoadOp = mode == Cleared ? wgpu::LoadOp::Clear : wgpu::LoadOp::Load;
      ds.stencilStoreOp = mode == DiscardStencil ? wgpu::StoreOp::Discard : wgpu::StoreOp::Store;
      ds.stencilClearValue = stencil_value;
    }
    // An aspect that the pass writes is sampled from elsewhere.
    Place depth_place = depth_fixed ? attached : other, stencil_place = stencil_fixed ? attached : other;
    wgpu::RenderPassDescriptor d;
    d.colorAttachmentCount = 1;
    d.colorAttachments = &color;
    if (mode != None) d.depthStencilAttachment = &ds;
    wgpu::RenderPassEncoder pass = r.encoder.BeginRenderPass(&d);
    std::vector<wgpu::BindGroupEntry> entries = {entry(sampled->view), entry(words), entry(more.native, 16)};
    if (mode != None) {
      entries.push_back(entry(view(depth_.native, depth_place.mip, depth_place.layer, wgpu::TextureAspect::DepthOnly)));
      entries.push_back(entry(view(depth_.native, stencil_place.mip, stencil_place.layer, wgpu::TextureAspect::StencilOnly)));
    }
    wgpu::BindGroup group = bind(pipeline, entries);
    if (half) pass.SetScissorRect(0, 0, level(target.mip) / 2, level(target.mip));
    pass.SetStencilReference(reference);
    auto commands = [&](auto& to) {
      to.SetPipeline(pipeline);
      to.SetBindGroup(0, group);
      to.SetVertexBuffer(0, vertex.native);
      to.Draw(3);
    };
    if (bundled) {
      wgpu::TextureFormat format = wgpu::TextureFormat::R32Uint;
      wgpu::RenderBundleEncoderDescriptor b;
      b.colorFormatCount = 1;
      b.colorFormats = &format;
      if (mode != None) b.depthStencilFormat = wgpu::TextureFormat::Depth24PlusStencil8;
      b.depthReadOnly = mode != None && depth_fixed;
      b.stencilReadOnly = mode != None && stencil_fixed;
      wgpu::RenderBundleEncoder encoder = cpp.CreateRenderBundleEncoder(&b);
      commands(encoder);
      wgpu::RenderBundle bundle = encoder.Finish();
      pass.ExecuteBundles(1, &bundle);
    } else {
      commands(pass);
    }
    pass.End();

    r.effects.push_back([=, &words, &more, &vertex] {
      if (clear) target->texels.assign(target.count(), value);
      if (mode == Cleared || mode == ClearDepth) attached->depth = depth_value;
      if (mode == Cleared) attached->stencil.assign(attached.count(), static_cast<uint8_t>(stencil_value));
      uint32_t size = level(target.mip);
      for (uint32_t y = 0; y < size; ++y)
        for (uint32_t x = 0; x < (half ? size / 2 : size); ++x) {
          auto at = [&](const Place& p) { return y % level(p.mip) * level(p.mip) + x % level(p.mip); };
          uint32_t sum = sampled->texels[at(sampled)] + words.words[0] + more.words[0] + vertex.words[0];
          if (mode != None) sum += depth_place->depth + stencil_place->stencil[at(stencil_place)];
          target->texels[y * size + x] = sum;
          if (mode == WriteStencil) attached->stencil[y * size + x] = static_cast<uint8_t>(reference);
        }
      if (discard) target->texels.assign(target.count(), 0);
      if (mode == DiscardStencil) attached->stencil.assign(attached.count(), 0);
    });
  }

  void submit_some(bool all = false) {
    uint32_t first = draw_lot(2), n = all ? 2 : 1 + draw_lot(2);
    std::vector<wgpu::CommandBuffer> list;
    for (uint32_t i = 0; i < n; ++i) {
      Recording& r = recordings_[(first + i) % 2];
      list.push_back(r.encoder.Finish());
      for (auto& effect : r.effects) effect();
      r.effects.clear();
      r.encoder = cpp.CreateCommandEncoder();
    }
    wgpu::Queue q(queue);
    if (draw_lot(2)) q.Submit(list.size(), list.data());
    else
      for (wgpu::CommandBuffer& c : list) q.Submit(1, &c);
    // Sometimes the GPU is known to be done: then the host writes to buffers itself.
    if (draw_lot(3) == 0) finish();
  }

  void one_command() {
    Recording& r = recordings_[draw_lot(2)];
    switch (draw_lot(14)) {
      case 0: return copy_buffer(r);
      case 1: return clear_buffer(r);
      case 2: return copy_to_texture(r);
      case 3: return copy_from_texture(r);
      case 4: return copy_texture(r);
      case 5: return copy_stencil(r);
      case 6: return write_buffer();
      case 7: return write_texture();
      case 8: case 9: return dispatch(r);
      case 10: case 11: case 12: return draw(r);
      case 13: return submit_some();
    }
  }

  void compare() {
    for (size_t i = 0; i < buffers_.size(); ++i) {
      Bytes found = read(buffers_[i].native.Get(), kWords * 4);
      EXPECT_EQ(std::memcmp(found.data(), buffers_[i].words.data(), found.size()), 0) << "buffer " << i;
    }
    Buffer& b = buffers_[0];
    for (Image* image : {&images_[0], &images_[1], &depth_})
      for (uint32_t m = 0; m < kMips; ++m)
        for (uint32_t l = 0; l < kLayers; ++l) {
          Place p{image, m, l};
          bool stencil = image == &depth_;
          wgpu::TexelCopyTextureInfo from = p.copy(stencil ? wgpu::TextureAspect::StencilOnly : wgpu::TextureAspect::All);
          wgpu::TexelCopyBufferInfo to = rows(b);
          wgpu::Extent3D size = p.extent();
          recordings_[0].encoder.CopyTextureToBuffer(&from, &to, &size);
          wgpu::CommandBuffer commands = recordings_[0].encoder.Finish();
          wgpu::Queue(queue).Submit(1, &commands);
          recordings_[0].encoder = cpp.CreateCommandEncoder();
          Bytes found = read(b.native.Get(), kWords * 4);
          for (uint32_t i = 0; i < p.count(); ++i) {
            const uint8_t* at = &found[i / level(m) * kPitch + i % level(m) * (stencil ? 1 : 4)];
            uint32_t texel = 0;
            std::memcpy(&texel, at, stencil ? 1 : 4);
            EXPECT_EQ(texel, stencil ? p->stencil[i] : p->texels[i])
                << "texel " << i << " of level " << m << ", layer " << l << " of texture " << (stencil ? 2 : image - images_.data());
          }
        }
  }

  void drop() {
    recordings_ = {};
    buffers_ = {};
    images_ = {};
    depth_ = {};
    arguments_ = nullptr;
    combine_ = gather_ = scatter_ = decide_ = nullptr;
    draw_ = draw_beside_depth_ = draw_stencil_ = nullptr;
  }

  uint64_t lots_ = 0;
  std::array<Buffer, 3> buffers_;
  wgpu::Buffer arguments_;
  std::array<Image, 2> images_;
  Image depth_;
  wgpu::ComputePipeline combine_, gather_, scatter_, decide_;
  wgpu::RenderPipeline draw_, draw_beside_depth_, draw_stencil_;
  std::array<Recording, 2> recordings_;
};

TEST_F(Barriers, WhateverComesNextReadsWhatWasWritten) {
  for (uint64_t lots = 1; lots <= 4; ++lots) {
    SCOPED_TRACE("row " + std::to_string(lots));
    make(lots);
    for (int i = 0; i < 300; ++i) one_command();
    submit_some(true);
    compare();
    drop();
    if (HasFailure()) break;
  }
}

}  // namespace
