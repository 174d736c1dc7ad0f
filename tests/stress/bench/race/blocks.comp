#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 128) in;
layout(set=0,binding=0) buffer In { uint source[]; };
layout(set=0,binding=1) buffer Out { uint sums[]; };
shared uint part[4];
void main() {
  uint v = subgroupAdd(source[gl_GlobalInvocationID.x]);
  if (gl_SubgroupInvocationID == 0u) part[gl_SubgroupID] = v;
  barrier();
  if (gl_LocalInvocationID.x == 0u) sums[gl_WorkGroupID.x] = part[0] + part[1] + part[2] + part[3];
}
