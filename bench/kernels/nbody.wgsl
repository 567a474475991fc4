@group(0) @binding(0) var<uniform> size: vec4u;
@group(0) @binding(1) var<storage, read> bodies: array<vec4f>;  // position, mass
@group(0) @binding(3) var<storage, read_write> forces: array<vec4f>;
var<workgroup> tile: array<vec4f, 256>;

fn attract(to: vec3f, body: vec4f) -> vec3f {
  let d = body.xyz - to;
  let inverse = inverseSqrt(dot(d, d) + 0.01);
  return d * (body.w * inverse * inverse * inverse);
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) local: u32) {
  let n = size.x;
  let position = bodies[id.x].xyz;
  var force = vec3f();
  for (var start = 0u; start < n; start += 256u) {
    tile[local] = bodies[start + local];
    workgroupBarrier();
    for (var k = 0u; k < 256u; k++) {
      force += attract(position, tile[k]);
    }
    workgroupBarrier();
  }
  forces[id.x] = vec4f(force, 0.0);
}
