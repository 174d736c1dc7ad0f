#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(set=0,binding=0) buffer A { float a[]; };
layout(set=0,binding=1) buffer B { float b[]; };
layout(set=0,binding=2) buffer C { float c[]; };
shared float ta[16][16], tb[16][16];
void main() {
  uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y, n = gl_NumWorkGroups.x * 16u;
  float sum = 0.0;
  for (uint t = 0u; t < n; t += 16u) {
    ta[y][x] = a[gl_GlobalInvocationID.y * n + t + x];
    tb[y][x] = b[(t + y) * n + gl_GlobalInvocationID.x];
    barrier();
    for (uint k = 0u; k < 16u; k++) sum += ta[y][k] * tb[k][x];
    barrier();
  }
  c[gl_GlobalInvocationID.y * n + gl_GlobalInvocationID.x] = sum;
}
