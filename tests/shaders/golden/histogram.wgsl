// Atomics, integer arithmetic, switch, pointers.
struct Histogram { total: atomic<u32>, bins: array<atomic<u32>, 8> }
@group(0) @binding(0) var<storage, read> values: array<vec3i>;
@group(0) @binding(1) var<storage, read_write> histogram: Histogram;
var<workgroup> local_bins: array<atomic<u32>, 8>;

fn bin_of(v: ptr<function, vec3i>, divisor: i32) -> u32 {
  (*v).x /= divisor;
  (*v).y %= divisor;
  (*v).z <<= 1u;
  switch v.x {
    case 0, 1: { return 0; }
    case 2: { return u32(abs(v.y)) & 7; }
    default: { return u32(-v.z); }
  }
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) local: u32) {
  if id.x < arrayLength(&values) {
    var v = values[id.x];
    let bin = bin_of(&v, i32(local) - 3);
    atomicAdd(&local_bins[bin], 1u);
  }
  workgroupBarrier();
  loop {
    if local >= 8 { break; }
    let old = atomicLoad(&histogram.total);
    let result = atomicCompareExchangeWeak(&histogram.total, old, old + 1);
    if !result.exchanged { continue; }
    continuing {
      break if result.exchanged;
    }
  }
  atomicMax(&histogram.bins[local % 8], atomicLoad(&local_bins[local % 8]));
}
