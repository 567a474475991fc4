enable f16, dual_source_blending;
struct Frame {
  view: mat4x4f,
  @align(32) light: vec3f,
  time: f32,
  weights: array<vec4h, 3>,
}
struct Varying {
  @invariant @builtin(position) clip: vec4f,
  @location(0) uv: vec2f,
  @location(1) @interpolate(flat, either) material: u32,
  @location(2) @interpolate(linear, centroid) fog: f32,
}
struct Blend {
  @location(0) @blend_src(0) color: vec4f,
  @location(0) @blend_src(1) factor: vec4f,
}
override gamma: f32 = 2.2;
override tint: bool = true;
@id(12) override layers = 4;
@id(3) override required: u32;
override unused = 1i;
override derived = gamma * 2;
@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(3) var<storage> models: array<mat4x4f>;
@group(1) @binding(0) var colors: texture_2d_array<f32>;
@group(1) @binding(1) var ids: texture_2d<u32>;
@group(1) @binding(2) var shadow: texture_depth_cube;
@group(1) @binding(3) var samples: texture_multisampled_2d<i32>;
@group(1) @binding(4) var video: texture_external;
@group(1) @binding(5) var linear_sampler: sampler;
@group(1) @binding(6) var shadow_sampler: sampler_comparison;
@group(2) @binding(7) var nobody: texture_1d<f32>;
fn position_of(index: u32, at: vec4f) -> vec4f { return frame.view * models[index] * at; }
@vertex
fn vs(@location(0) at: vec4f, @location(5) uv: vec2f, @builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Varying {
  return Varying(position_of(instance, at), uv, vertex / required, frame.time);
}
@fragment
fn fs(in: Varying, @builtin(front_facing) front: bool, @builtin(sample_mask) mask: u32) -> Blend {
  let size = textureDimensions(ids) + vec2u(textureLoad(samples, vec2u(), 0).xy);
  let color = textureSample(colors, linear_sampler, in.uv, layers) + textureSampleBaseClampToEdge(video, linear_sampler, in.uv);
  let lit = textureSampleCompareLevel(shadow, shadow_sampler, frame.light, in.fog);
  return Blend(pow(color, vec4f(gamma)) * lit, select(vec4f(derived), vec4f(f32(size.x)), front && tint));
}
@fragment
fn depth_only(@builtin(position) at: vec4f) -> @builtin(frag_depth) f32 { return at.z; }
