#version 450
layout(local_size_x = 256) in;
layout(set=0,binding=0) buffer In { uint source[]; };
layout(set=0,binding=1) buffer Out { uint sums[]; };
shared uint part[256];
void main() {
  uint l = gl_LocalInvocationID.x;
  part[l] = source[gl_GlobalInvocationID.x];
  barrier();
  for (uint s = 128u; s > 0u; s >>= 1) { if (l < s) part[l] += part[l + s]; barrier(); }
  if (l == 0u) sums[gl_WorkGroupID.x] = part[0];
}
