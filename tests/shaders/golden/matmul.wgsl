// Tiled matrix multiplication: workgroup memory, barriers, loops, overrides.
override tile: u32 = 16;

struct Sizes { rows: u32, inner: u32, columns: u32 }
@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> product: array<f32>;

var<workgroup> tile_a: array<array<f32, 16>, 16>;
var<workgroup> tile_b: array<array<f32, 16>, 16>;

@compute @workgroup_size(tile, tile)
fn multiply(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) local: vec3u) {
  var sum = 0.0;
  for (var start = 0u; start < sizes.inner; start += tile) {
    tile_a[local.y][local.x] = select(0, a[id.y * sizes.inner + start + local.x], id.y < sizes.rows);
    tile_b[local.y][local.x] = select(0, b[(start + local.y) * sizes.columns + id.x], id.x < sizes.columns);
    workgroupBarrier();
    for (var k = 0u; k < tile; k++) {
      sum = fma(tile_a[local.y][k], tile_b[k][local.x], sum);
    }
    workgroupBarrier();
  }
  if all(id.xy < vec2(sizes.columns, sizes.rows)) {
    product[id.y * sizes.columns + id.x] = sum;
  }
}
