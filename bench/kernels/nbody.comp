#version 450
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) uniform Size { uvec4 size; };
layout(std430, set = 0, binding = 1) readonly buffer Bodies { vec4 bodies[]; };  // position, mass
layout(std430, set = 0, binding = 3) buffer Forces { vec4 forces[]; };
shared vec4 tile[256];

vec3 attract(vec3 to, vec4 body) {
  vec3 d = body.xyz - to;
  float inverse = inversesqrt(dot(d, d) + 0.01);
  return d * (body.w * inverse * inverse * inverse);
}

void main() {
  uvec3 id = gl_GlobalInvocationID;
  uint local = gl_LocalInvocationIndex;
  tile[local] = vec4(0.0);
  barrier();
  uint n = size.x;
  vec3 position = bodies[id.x].xyz;
  vec3 force = vec3(0.0);
  for (uint start = 0u; start < n; start += 256u) {
    tile[local] = bodies[start + local];
    barrier();
    for (uint k = 0u; k < 256u; k++) {
      force += attract(position, tile[k]);
    }
    barrier();
  }
  forces[id.x] = vec4(force, 0.0);
}
