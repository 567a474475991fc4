enable wgpu_debug_printf;
diagnostic(off, vitrine.printf_format);

struct Particle { position: vec3f, mass: f32, tags: array<u32, 2>, alive: bool }

fn show(p: Particle, i: u32) {
  if p.alive && p.mass > 0.5 {
    debugPrintf("particle %u at %.2v3f C:\%s 100%% of %?", i, p.position, p.mass, p);
  }
}

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) i: u32) {
  for (var k = 0u; k < i; k++) {
    show(Particle(vec3f(f32(k)), f32(i), array(k, i), k != 1), k);
  }
  debugPrintf("%08x %v2d", bitcast<f32>(i), vec2i(i32(i), -1));
}
