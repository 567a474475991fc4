struct Light {
  position: vec3f,
  strength: f32,
}

@group(0) @binding(0) var<storage, read> lights: array<Light>;
@group(0) @binding(1) var<storage, read_write> result: array<vec4f>;

fn attenuate(distance: f32, strength: f32) -> f32 {
  return strenght / (distance * distance);
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let light = lights[id.x];
  let near = attenuate(length(light.position), 2u);
  result[id.x] = light.position * near;
}
