#version 450
layout(local_size_x = 128) in;
layout(set=0,binding=0) buffer Data { uint data[]; };
shared uint a[128];
void main() {
  uint l = gl_LocalInvocationID.x;
  a[l] = data[gl_GlobalInvocationID.x];
  barrier();
  for (uint d = 1u; d < 128u; d <<= 1) {
    uint v = l >= d ? a[l - d] : 0u;
    barrier();
    a[l] += v;
    barrier();
  }
  data[gl_GlobalInvocationID.x] = a[l];
}
