enable wgpu_debug_printf;

@compute @workgroup_size(2, 2, 1)
fn main(@builtin(global_invocation_id) id: vec3u) {
  debugPrintf("invocation: %u %u %u", id.x, id.y, id.z);
}
