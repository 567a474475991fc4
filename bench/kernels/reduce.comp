#version 450
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) uniform Size { uvec4 size; };
layout(std430, set = 0, binding = 1) readonly buffer A { float a[]; };
layout(std430, set = 0, binding = 3) buffer C { float c[]; };
shared float partial[256];

// Every workgroup sums 4,096 elements.
void main() {
  uvec3 group = gl_WorkGroupID;
  uint local = gl_LocalInvocationIndex;
  partial[local] = 0.0;
  barrier();
  float sum = 0.0;
  uint first = group.x * 4096u + local;
  for (uint k = 0u; k < 16u; k++) {
    uint at = first + k * 256u;
    if (at < size.x) {
      sum += a[at];
    }
  }
  partial[local] = sum;
  barrier();
  for (uint width = 128u; width > 0u; width >>= 1u) {
    if (local < width) {
      partial[local] += partial[local + width];
    }
    barrier();
  }
  if (local == 0u) {
    c[group.x] = partial[0];
  }
}
