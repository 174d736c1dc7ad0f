#version 450
layout(local_size_x = 128) in;
layout(set=0,binding=0) buffer P { vec4 place[]; };
layout(set=0,binding=1) buffer V { vec4 speed[]; };
shared vec4 near[128];
void main() {
  vec3 here = place[gl_GlobalInvocationID.x].xyz, force = vec3(0.0);
  for (uint t = 0u; t < gl_NumWorkGroups.x; t++) {
    near[gl_LocalInvocationID.x] = place[t * 128u + gl_LocalInvocationID.x];
    barrier();
    for (uint k = 0u; k < 128u; k++) { vec3 d = near[k].xyz - here; float r = dot(d, d) + 0.01; force += d * (near[k].w / (r * sqrt(r))); }
    barrier();
  }
  speed[gl_GlobalInvocationID.x].xyz += force;
}
