#version 450
layout(local_size_x = 256) in;
layout(set=0,binding=0) buffer In { uint source[]; };
layout(set=0,binding=1) buffer Out { uint bins[256]; };
shared uint mine[256];
void main() {
  uint l = gl_LocalInvocationID.x;
  mine[l] = 0u;
  barrier();
  for (uint i = 0u; i < 4u; i++) atomicAdd(mine[(source[gl_GlobalInvocationID.x * 4u + i] + l * 7u + i) & 255u], 1u);
  barrier();
  atomicAdd(bins[l], mine[l]);
}
