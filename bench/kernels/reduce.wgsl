@group(0) @binding(0) var<uniform> size: vec4u;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;
var<workgroup> partial: array<f32, 256>;

// Every workgroup sums 4,096 elements.
@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  var sum = 0.0;
  let first = group.x * 4096u + local;
  for (var k = 0u; k < 16u; k++) {
    let at = first + k * 256u;
    if at < size.x {
      sum += a[at];
    }
  }
  partial[local] = sum;
  workgroupBarrier();
  for (var width = 128u; width > 0u; width >>= 1u) {
    if local < width {
      partial[local] += partial[local + width];
    }
    workgroupBarrier();
  }
  if local == 0u {
    c[group.x] = partial[0];
  }
}
