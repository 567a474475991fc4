#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0) uniform Size { uvec4 size; };
layout(std430, set = 0, binding = 1) readonly buffer A { float a[]; };
layout(std430, set = 0, binding = 2) readonly buffer B { float b[]; };
layout(std430, set = 0, binding = 3) buffer C { float c[]; };
shared float tile_a[16][16];
shared float tile_b[16][16];

void main() {
  uvec3 id = gl_GlobalInvocationID, local = gl_LocalInvocationID;
  tile_a[local.y][local.x] = 0.0;
  tile_b[local.y][local.x] = 0.0;
  barrier();
  uint n = size.x;
  float sum = 0.0;
  for (uint start = 0u; start < n; start += 16u) {
    tile_a[local.y][local.x] = a[id.y * n + start + local.x];
    tile_b[local.y][local.x] = b[(start + local.y) * n + id.x];
    barrier();
    for (uint k = 0u; k < 16u; k++) {
      sum += tile_a[local.y][k] * tile_b[k][local.x];
    }
    barrier();
  }
  c[id.y * n + id.x] = sum;
}
