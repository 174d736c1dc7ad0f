#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(set=0,binding=0) buffer In { float source[]; };
layout(set=0,binding=1) buffer Out { float target[]; };
shared float tile[16][17];
void main() {
  uint n = gl_NumWorkGroups.x * 16u;
  uvec2 l = gl_LocalInvocationID.xy, g = gl_WorkGroupID.xy * 16u;
  tile[l.y][l.x] = source[(g.y + l.y) * n + g.x + l.x];
  barrier();
  target[(g.x + l.y) * n + g.y + l.x] = tile[l.x][l.y];
}
