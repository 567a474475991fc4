@group(0) @binding(0) var<uniform> size: vec4u;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;
var<workgroup> tile_a: array<array<f32, 16>, 16>;
var<workgroup> tile_b: array<array<f32, 16>, 16>;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let n = size.x;
  var sum = 0.0;
  for (var start = 0u; start < n; start += 16u) {
    tile_a[local.y][local.x] = a[id.y * n + start + local.x];
    tile_b[local.y][local.x] = b[(start + local.y) * n + id.x];
    workgroupBarrier();
    for (var k = 0u; k < 16u; k++) {
      sum += tile_a[local.y][k] * tile_b[k][local.x];
    }
    workgroupBarrier();
  }
  c[id.y * n + id.x] = sum;
}
