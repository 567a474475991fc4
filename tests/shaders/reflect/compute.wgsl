enable subgroup_size_control;
requires immediate_address_space;
struct Push { scale: f32, offset: vec2u }
struct Item { key: u32, value: vec3f }
override width = 64u;
override half_width = width / 2;
const kRows = 2;
var<immediate> push: Push;
var<workgroup> tile: array<f32, half_width>;
@group(0) @binding(0) var<storage, read> items: array<Item>;
@group(0) @binding(1) var<storage, read_write> counters: array<atomic<u32>, 16>;
@group(3) @binding(2) var image_out: texture_storage_2d<rgba16float, write>;
@group(3) @binding(1) var image_both: texture_storage_2d_array<r32uint, read_write>;
@group(3) @binding(0) var image_in: texture_storage_3d<rgba8snorm, read>;
fn count(key: u32) { atomicAdd(&counters[key % 16], 1); }
@compute @workgroup_size(width, kRows * 2)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) local: u32) {
  tile[local % half_width] = items[id.x].value.x * push.scale;
  count(items[id.x].key);
  textureStore(image_out, id.xy, vec4f(tile[0]) + textureLoad(image_in, id));
  textureStore(image_both, id.xy, 0, textureLoad(image_both, id.xy, 0) + 1);
}
@compute @workgroup_size(32) @subgroup_size(16)
fn other() { count(0); }
@compute @workgroup_size(1)
fn empty() {}
