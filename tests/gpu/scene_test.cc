// A lit, textured, depth-tested and multisampled scene, rendered offscreen and compared, pixel by pixel, with the same
// picture computed here on the CPU. Nothing in it depends on what a specification leaves open: corners lie on a grid of
// 1/16 of a pixel, w is a power of two at each of them, edges have slopes that keep 1/20 of a pixel from every sample, and
// no face cuts another. The texture is one of floats, since some drivers filter bytes in whole steps. So every adapter
// must give it within one step of 255. VITRINE_SCENE_OUT names a PPM file to write, for a look at it.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "device.h"

namespace {

constexpr int kSize = 256, kSamples = 4, kTexels = 8;

struct Vec3 {
  double x = 0, y = 0, z = 0;
};
Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vec3 operator*(Vec3 a, double s) { return {a.x * s, a.y * s, a.z * s}; }
double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec3 normalize(Vec3 a) { return a * (1 / std::sqrt(dot(a, a))); }

constexpr Vec3 kLight{0.5, 1.5, 0.75};
constexpr Vec3 kSky{0.125, 0.1875, 0.25};

// ---- what is in the scene ----

struct Vertex {
  float position[3], normal[3], uv[2];
};

class Geometry {
 public:
  Geometry() {
    quad({-0.5, -0.875, 1}, {0.5, -0.875, 1}, {3.3125, -0.875, 4}, {-3.3125, -0.875, 4}, {0, 1, 0}, 4);  // a floor
    quad({-7.5, -6.25, 8}, {7.5, -6.25, 8}, {7.5, 7.0625, 8}, {-7.5, 7.0625, 8}, {0, 0, -1}, 6);          // a wall
    box(-1, -0.75, 0.5, 0.25);
    box(0.5, -0.5, 0.75, 1);
    box(-0.25, 0.5, 0.5, 0.5);
    // A triangle near the eye, and one that leans away from it.
    triangle({-0.875, 0.25, 1}, {-0.5625, 0.40625, 1}, {-0.6796875, 0.640625, 1}, {0, 0, -1});
    triangle({0.75, 0.875, 1}, {0.5, 1.75, 2}, {2, 1.5, 4}, normalize({-2, -1, -2}));
  }
  std::vector<Vertex> vertices;

 private:
  void add(Vec3 p, Vec3 n, double u, double v) {
    auto f = [](double x) { return static_cast<float>(x); };
    vertices.push_back({{f(p.x), f(p.y), f(p.z)}, {f(n.x), f(n.y), f(n.z)}, {f(u), f(v)}});
  }
  void quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d, Vec3 n, double repeat) {
    add(a, n, 0, 0), add(b, n, repeat, 0), add(c, n, repeat, repeat);
    add(a, n, 0, 0), add(c, n, repeat, repeat), add(d, n, 0, repeat);
  }
  void triangle(Vec3 a, Vec3 b, Vec3 c, Vec3 n) { add(a, n, 0, 0), add(b, n, 1, 0), add(c, n, 0.5, 1); }
  // From w = 2 to w = 4: the front, and those of the sides that can be seen.
  void box(double x, double y, double w, double h) {
    Vec3 f[4] = {{x, y, 2}, {x + w, y, 2}, {x + w, y + h, 2}, {x, y + h, 2}}, b[4];
    for (int i = 0; i < 4; ++i) b[i] = f[i] + Vec3{0, 0, 2};
    quad(f[0], f[1], f[2], f[3], {0, 0, -1}, 1);
    if (x > 0) quad(b[0], f[0], f[3], b[3], {-1, 0, 0}, 2);
    if (x + w < 0) quad(f[1], b[1], b[2], f[2], {1, 0, 0}, 2);
    if (y + h < 0) quad(f[3], f[2], b[2], b[3], {0, 1, 0}, 2);
    if (y > 0) quad(b[0], b[1], f[1], f[0], {0, -1, 0}, 2);
  }
};

// In parts of 256.
uint32_t texel(int x, int y, int channel) {
  constexpr int kBase[3] = {176, 160, 144};
  if (channel == 3) return 255;
  return static_cast<uint32_t>(kBase[channel] + ((x ^ y) & 1 ? 28 : -20) + 3 * (channel == 0 ? x : y));
}

// n / 256 as a half float, 0 < n < 256.
uint16_t half(uint32_t n) {
  uint32_t e = static_cast<uint32_t>(std::bit_width(n)) - 1;
  return static_cast<uint16_t>((e + 7) << 10 | (n << (10 - e) & 0x3FF));
}

// The camera sits in the origin and looks along z. Clip space is x, y, z - 1, z: the depth is 1 - 1 / z.
constexpr std::string_view kScene = R"(
struct Out { @builtin(position) clip: vec4f, @location(0) place: vec3f, @location(1) normal: vec3f, @location(2) uv: vec2f }
struct Frame { camera: mat4x4f, light: vec3f }
@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var surface: texture_2d<f32>;
@group(0) @binding(2) var linear: sampler;
@vertex fn vertex(@location(0) position: vec3f, @location(1) normal: vec3f, @location(2) uv: vec2f) -> Out {
  return Out(frame.camera * vec4f(position, 1), position, normal, uv);
}
@fragment fn fragment(in: Out) -> @location(0) vec4f {
  let to_light = frame.light - in.place;
  let l = normalize(to_light);
  let n = normalize(in.normal);
  let diffuse = max(dot(n, l), 0) / (0.5 + 0.5 * dot(to_light, to_light));
  var shine = max(dot(n, normalize(l - normalize(in.place))), 0);
  shine *= shine;
  shine *= shine;
  shine *= shine;
  let color = textureSample(surface, linear, in.uv).rgb;
  return vec4f(color * (0.25 + 1.5 * diffuse) + 0.25 * shine, 1);
}
)";

constexpr std::string_view kFinal = R"(
@group(0) @binding(0) var scene: texture_2d<f32>;
@vertex fn vertex(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
  return vec4f(vec2f(vec2u(i & 1, i >> 1)) * 4 - 1, 0, 1);
}
@fragment fn fragment(@builtin(position) at: vec4f) -> @location(0) vec4f {
  return vec4f(sqrt(textureLoad(scene, vec2u(at.xy), 0).rgb), 1);
}
)";

// ---- the same on the CPU ----

Vec3 sample(double u, double v) {
  auto split = [](double t, int* at, double* weight) {
    double f = t * kTexels - 0.5, low = std::floor(f);
    *at = static_cast<int>(low);
    *weight = f - low;
  };
  int x, y;
  double wx, wy;
  split(u, &x, &wx);
  split(v, &y, &wy);
  auto get = [](int i, int j) {
    i &= kTexels - 1, j &= kTexels - 1;
    return Vec3{texel(i, j, 0) / 256.0, texel(i, j, 1) / 256.0, texel(i, j, 2) / 256.0};
  };
  return (get(x, y) * (1 - wx) + get(x + 1, y) * wx) * (1 - wy) + (get(x, y + 1) * (1 - wx) + get(x + 1, y + 1) * wx) * wy;
}

Vec3 shade(Vec3 place, Vec3 n, double u, double v) {
  Vec3 to_light = kLight - place, l = normalize(to_light);
  double diffuse = std::max(dot(n, l), 0.0) / (0.5 + 0.5 * dot(to_light, to_light));
  double shine = std::max(dot(n, normalize(l - normalize(place))), 0.0);
  shine = std::pow(shine, 8);
  return sample(u, v) * (0.25 + 1.5 * diffuse) + Vec3{1, 1, 1} * (0.25 * shine);
}

bool same(const Vertex& a, const Vertex& b) {
  return std::equal(a.position, a.position + 3, b.position) && std::equal(a.normal, a.normal + 3, b.normal);
}

// Whether a triangle other than the one at `first` has both corners.
bool shared(const std::vector<Vertex>& vertices, size_t first, const Vertex& p, const Vertex& q) {
  for (size_t t = 0; t + 2 < vertices.size(); t += 3) {
    int found = 0;
    for (size_t i = t; i < t + 3; ++i) found += same(vertices[i], p) || same(vertices[i], q);
    if (t != first && found == 2) return true;
  }
  return false;
}

// Values of 0 to 255 that are not rounded, three a pixel.
std::vector<double> reference(const std::vector<Vertex>& vertices) {
  constexpr double kAt[kSamples][2] = {{0.375, 0.125}, {0.875, 0.375}, {0.125, 0.625}, {0.625, 0.875}};
  std::vector<Vec3> color(size_t{kSize} * kSize * kSamples, kSky);
  std::vector<double> depth(color.size(), 1);
  int on_edge = 0;
  for (size_t first = 0; first + 2 < vertices.size(); first += 3) {
    struct Corner {
      double x, y, z, w;
      const Vertex* v;
      bool within = false;  // the edge opposite is the diagonal of a quad
    } c[3];
    for (int i = 0; i < 3; ++i) {
      const Vertex& v = vertices[first + i];
      double w = v.position[2];
      c[i] = {(v.position[0] / w + 1) * kSize / 2, (1 - v.position[1] / w) * kSize / 2, (w - 1.0) / w, w, &v};
      // The promise of the first lines.
      EXPECT_EQ(c[i].x * 16, std::floor(c[i].x * 16));
      EXPECT_EQ(c[i].y * 16, std::floor(c[i].y * 16));
    }
    for (int i = 0; i < 3; ++i) c[i].within = shared(vertices, first, *c[(i + 1) % 3].v, *c[(i + 2) % 3].v);
    auto edge = [](const Corner& a, const Corner& b, double x, double y) { return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x); };
    double area = edge(c[0], c[1], c[2].x, c[2].y);
    ASSERT_NE(area, 0), std::vector<double>();
    if (area < 0) {
      std::swap(c[1], c[2]);
      area = -area;
    }
    auto weights = [&](double x, double y, double* b) {
      for (int i = 0; i < 3; ++i) b[i] = edge(c[(i + 1) % 3], c[(i + 2) % 3], x, y) / area;
    };
    for (int y = 0; y < kSize; ++y)
      for (int x = 0; x < kSize; ++x) {
        bool shaded = false;
        Vec3 value;
        for (int s = 0; s < kSamples; ++s) {
          double b[3];
          weights(x + kAt[s][0], y + kAt[s][1], b);
          if (std::min({b[0], b[1], b[2]}) < 0) continue;
          bool inside = true;
          for (int i = 0; i < 3; ++i) {
            if (b[i] != 0) continue;
            // Between the two halves of a quad either may have it; there is no such sample anywhere else.
            if (!c[i].within) ++on_edge;
            const Corner &p = c[(i + 1) % 3], &q = c[(i + 2) % 3];
            inside = inside && (q.y < p.y || (q.y == p.y && q.x > p.x));
          }
          if (!inside) continue;
          double z = b[0] * c[0].z + b[1] * c[1].z + b[2] * c[2].z;
          size_t at = (size_t{static_cast<size_t>(y)} * kSize + static_cast<size_t>(x)) * kSamples + static_cast<size_t>(s);
          if (z >= depth[at]) continue;
          depth[at] = z;
          if (!shaded) {
            double a[3], sum = 0, u = 0, v = 0;
            Vec3 place, normal;
            weights(x + 0.5, y + 0.5, a);
            for (int i = 0; i < 3; ++i) sum += a[i] /= c[i].w;
            for (int i = 0; i < 3; ++i) {
              const Vertex& k = *c[i].v;
              double f = a[i] / sum;
              place = place + Vec3{k.position[0], k.position[1], k.position[2]} * f;
              normal = normal + Vec3{k.normal[0], k.normal[1], k.normal[2]} * f;
              u += k.uv[0] * f, v += k.uv[1] * f;
            }
            value = shade(place, normalize(normal), u, v);
            shaded = true;
          }
          color[at] = value;
        }
      }
  }
  EXPECT_EQ(on_edge, 0);
  std::vector<double> out;
  for (size_t p = 0; p < color.size(); p += kSamples) {
    Vec3 sum;
    for (size_t s = 0; s < kSamples; ++s) sum = sum + color[p + s];
    for (double v : {sum.x, sum.y, sum.z}) out.push_back(255 * std::sqrt(std::min(v / kSamples, 1.0)));
  }
  return out;
}

// ---- and through webgpu.h ----

class Scene : public DeviceTest {
 protected:
  WGPUTexture texture(const char* label, WGPUTextureFormat format, uint32_t size, WGPUTextureUsage usage, uint32_t samples) {
    WGPUTextureDescriptor d = WGPU_TEXTURE_DESCRIPTOR_INIT;
    d.label = text(label);
    d.format = format;
    d.size = {size, size, 1};
    d.usage = usage;
    d.sampleCount = samples;
    return wgpuDeviceCreateTexture(device, &d);
  }

  WGPURenderPipeline pipeline(std::string_view wgsl, WGPUTextureFormat format, bool scene) {
    WGPUShaderModule module = shader(wgsl);
    WGPUVertexAttribute attributes[3] = {WGPU_VERTEX_ATTRIBUTE_INIT, WGPU_VERTEX_ATTRIBUTE_INIT, WGPU_VERTEX_ATTRIBUTE_INIT};
    for (uint32_t i = 0; i < 3; ++i) {
      attributes[i].shaderLocation = i;
      attributes[i].offset = 12 * i;
      attributes[i].format = i < 2 ? WGPUVertexFormat_Float32x3 : WGPUVertexFormat_Float32x2;
    }
    WGPUVertexBufferLayout layout = WGPU_VERTEX_BUFFER_LAYOUT_INIT;
    layout.arrayStride = sizeof(Vertex);
    layout.stepMode = WGPUVertexStepMode_Vertex;
    layout.attributes = attributes;
    layout.attributeCount = 3;
    WGPUColorTargetState target = WGPU_COLOR_TARGET_STATE_INIT;
    target.format = format;
    WGPUFragmentState fragment = WGPU_FRAGMENT_STATE_INIT;
    fragment.module = module;
    fragment.targets = &target;
    fragment.targetCount = 1;
    WGPUDepthStencilState depth = WGPU_DEPTH_STENCIL_STATE_INIT;
    depth.format = WGPUTextureFormat_Depth24Plus;
    depth.depthCompare = WGPUCompareFunction_Less;
    depth.depthWriteEnabled = WGPUOptionalBool_True;
    WGPURenderPipelineDescriptor d = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
    d.vertex.module = module;
    d.fragment = &fragment;
    if (scene) {
      d.vertex.buffers = &layout;
      d.vertex.bufferCount = 1;
      d.depthStencil = &depth;
      d.multisample.count = kSamples;
    }
    WGPURenderPipeline p = wgpuDeviceCreateRenderPipeline(device, &d);
    wgpuShaderModuleRelease(module);
    return p;
  }

  WGPUBindGroup group(WGPURenderPipeline p, std::vector<WGPUBindGroupEntry> entries) {
    for (uint32_t i = 0; i < entries.size(); ++i) entries[i].binding = i;
    WGPUBindGroupLayout layout = wgpuRenderPipelineGetBindGroupLayout(p, 0);
    WGPUBindGroupDescriptor d = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    d.layout = layout;
    d.entries = entries.data();
    d.entryCount = entries.size();
    WGPUBindGroup g = wgpuDeviceCreateBindGroup(device, &d);
    wgpuBindGroupLayoutRelease(layout);
    return g;
  }

  // Four bytes a pixel.
  std::vector<uint8_t> render(const std::vector<Vertex>& vertices);
};

std::vector<uint8_t> Scene::render(const std::vector<Vertex>& vertices) {
  constexpr WGPUTextureUsage kTarget = WGPUTextureUsage_RenderAttachment;
  WGPUTexture colors = texture("samples", WGPUTextureFormat_RGBA16Float, kSize, kTarget, kSamples);
  WGPUTexture depths = texture("depth", WGPUTextureFormat_Depth24Plus, kSize, kTarget, kSamples);
  WGPUTexture resolved = texture("resolved", WGPUTextureFormat_RGBA16Float, kSize, kTarget | WGPUTextureUsage_TextureBinding, 1);
  WGPUTexture final = texture("final", WGPUTextureFormat_RGBA8Unorm, kSize, kTarget | WGPUTextureUsage_CopySrc, 1);
  WGPUTexture surface = texture("surface", WGPUTextureFormat_RGBA16Float, kTexels,
                                WGPUTextureUsage_TextureBinding | WGPUTextureUsage_CopyDst, 1);
  std::vector<uint16_t> texels;
  for (int y = 0; y < kTexels; ++y)
    for (int x = 0; x < kTexels; ++x)
      for (int i = 0; i < 4; ++i) texels.push_back(half(texel(x, y, i)));
  WGPUTexelCopyTextureInfo place = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
  place.texture = surface;
  WGPUTexelCopyBufferLayout rows = WGPU_TEXEL_COPY_BUFFER_LAYOUT_INIT;
  rows.bytesPerRow = 8 * kTexels;
  WGPUExtent3D texture_size = {kTexels, kTexels, 1};
  wgpuQueueWriteTexture(queue, &place, texels.data(), 2 * texels.size(), &rows, &texture_size);
  WGPUSamplerDescriptor sampler_descriptor = WGPU_SAMPLER_DESCRIPTOR_INIT;
  sampler_descriptor.addressModeU = sampler_descriptor.addressModeV = WGPUAddressMode_Repeat;
  sampler_descriptor.magFilter = sampler_descriptor.minFilter = WGPUFilterMode_Linear;
  WGPUSampler sampler = wgpuDeviceCreateSampler(device, &sampler_descriptor);
  const float frame[20] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, -1, 0,
                           static_cast<float>(kLight.x), static_cast<float>(kLight.y), static_cast<float>(kLight.z), 0};
  WGPUBuffer uniforms = buffer(sizeof frame, WGPUBufferUsage_Uniform, frame);
  WGPUBuffer corners = buffer(vertices.size() * sizeof(Vertex), WGPUBufferUsage_Vertex, vertices.data());
  WGPUBuffer readback = buffer(size_t{kSize} * kSize * 4, WGPUBufferUsage_MapRead);
  WGPURenderPipeline scene = pipeline(kScene, WGPUTextureFormat_RGBA16Float, true);
  WGPURenderPipeline finish = pipeline(kFinal, WGPUTextureFormat_RGBA8Unorm, false);
  WGPUTextureView views[5];
  WGPUTexture textures[5] = {colors, depths, resolved, final, surface};
  for (int i = 0; i < 5; ++i) views[i] = wgpuTextureCreateView(textures[i], nullptr);
  std::vector<WGPUBindGroupEntry> entries(3, WGPU_BIND_GROUP_ENTRY_INIT);
  entries[0].buffer = uniforms;
  entries[1].textureView = views[4];
  entries[2].sampler = sampler;
  WGPUBindGroup scene_group = group(scene, entries);
  entries.assign(1, WGPU_BIND_GROUP_ENTRY_INIT);
  entries[0].textureView = views[2];
  WGPUBindGroup finish_group = group(finish, entries);

  WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(device, nullptr);
  WGPURenderPassColorAttachment color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
  color.view = views[0];
  color.resolveTarget = views[2];
  color.loadOp = WGPULoadOp_Clear;
  color.storeOp = WGPUStoreOp_Discard;
  color.clearValue = {kSky.x, kSky.y, kSky.z, 1};
  WGPURenderPassDepthStencilAttachment depth = WGPU_RENDER_PASS_DEPTH_STENCIL_ATTACHMENT_INIT;
  depth.view = views[1];
  depth.depthLoadOp = WGPULoadOp_Clear;
  depth.depthStoreOp = WGPUStoreOp_Discard;
  depth.depthClearValue = 1;
  WGPURenderPassDescriptor pass_descriptor = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
  pass_descriptor.colorAttachments = &color;
  pass_descriptor.colorAttachmentCount = 1;
  pass_descriptor.depthStencilAttachment = &depth;
  WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(encoder, &pass_descriptor);
  wgpuRenderPassEncoderSetPipeline(pass, scene);
  wgpuRenderPassEncoderSetBindGroup(pass, 0, scene_group, 0, nullptr);
  wgpuRenderPassEncoderSetVertexBuffer(pass, 0, corners, 0, WGPU_WHOLE_SIZE);
  wgpuRenderPassEncoderDraw(pass, static_cast<uint32_t>(vertices.size()), 1, 0, 0);
  wgpuRenderPassEncoderEnd(pass);
  wgpuRenderPassEncoderRelease(pass);
  color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
  color.view = views[3];
  color.loadOp = WGPULoadOp_Clear;
  color.storeOp = WGPUStoreOp_Store;
  pass_descriptor.depthStencilAttachment = nullptr;
  pass = wgpuCommandEncoderBeginRenderPass(encoder, &pass_descriptor);
  wgpuRenderPassEncoderSetPipeline(pass, finish);
  wgpuRenderPassEncoderSetBindGroup(pass, 0, finish_group, 0, nullptr);
  wgpuRenderPassEncoderDraw(pass, 3, 1, 0, 0);
  wgpuRenderPassEncoderEnd(pass);
  wgpuRenderPassEncoderRelease(pass);
  place.texture = final;
  WGPUTexelCopyBufferInfo to = WGPU_TEXEL_COPY_BUFFER_INFO_INIT;
  to.buffer = readback;
  to.layout.bytesPerRow = 4 * kSize;
  WGPUExtent3D size = {kSize, kSize, 1};
  wgpuCommandEncoderCopyTextureToBuffer(encoder, &place, &to, &size);
  WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
  wgpuQueueSubmit(queue, 1, &commands);
  WGPUBufferMapCallbackInfo on_map = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
  on_map.mode = WGPUCallbackMode_AllowProcessEvents;
  on_map.callback = [](WGPUMapAsyncStatus status, WGPUStringView, void* self, void*) {
    EXPECT_EQ(status, WGPUMapAsyncStatus_Success);
    static_cast<Scene*>(self)->done = true;
  };
  on_map.userdata1 = this;
  wgpuBufferMapAsync(readback, WGPUMapMode_Read, 0, WGPU_WHOLE_MAP_SIZE, on_map);
  wait();
  std::vector<uint8_t> pixels(size_t{kSize} * kSize * 4);
  const void* mapped = wgpuBufferGetConstMappedRange(readback, 0, pixels.size());
  EXPECT_TRUE(mapped);
  if (mapped) std::copy_n(static_cast<const uint8_t*>(mapped), pixels.size(), pixels.begin());

  wgpuCommandBufferRelease(commands);
  wgpuCommandEncoderRelease(encoder);
  for (WGPUBindGroup g : {scene_group, finish_group}) wgpuBindGroupRelease(g);
  for (WGPURenderPipeline p : {scene, finish}) wgpuRenderPipelineRelease(p);
  for (WGPUBuffer b : {uniforms, corners, readback}) wgpuBufferRelease(b);
  for (WGPUTextureView v : views) wgpuTextureViewRelease(v);
  for (WGPUTexture t : textures) wgpuTextureRelease(t);
  wgpuSamplerRelease(sampler);
  return pixels;
}

TEST_F(Scene, IsThePictureOfTheCpu) {
  Geometry geometry;
  std::vector<double> expected = reference(geometry.vertices);
  if (HasFatalFailure()) return;
  std::vector<uint8_t> pixels = render(geometry.vertices);
  if (const char* path = std::getenv("VITRINE_SCENE_OUT"))
    if (FILE* f = std::fopen(path, "wb")) {
      std::fprintf(f, "P6\n%d %d\n255\n", kSize, kSize);
      for (size_t i = 0; i < pixels.size(); i += 4) std::fwrite(&pixels[i], 1, 3, f);
      std::fclose(f);
    }
  double worst = 0;
  size_t away = 0, at = 0;
  double low = 255, high = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    double d = std::abs(pixels[i / 3 * 4 + i % 3] - expected[i]);
    if (d > worst) worst = d, at = i;
    if (d >= 1) ++away;
    low = std::min(low, expected[i]);
    high = std::max(high, expected[i]);
  }
  // Two pictures that are each less than one step away differ by one step at most.
  EXPECT_EQ(away, 0u) << "the worst is " << worst << " away, at " << at / 3 % kSize << ", " << at / 3 / kSize;
  EXPECT_LT(low, 100);
  EXPECT_GT(high, 200);
  WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
  wgpuAdapterGetInfo(adapter, &info);
  std::printf("%.*s: at most %.3f of 255 away\n", static_cast<int>(info.device.length), info.device.data, worst);
  wgpuAdapterInfoFreeMembers(info);
}

}  // namespace
