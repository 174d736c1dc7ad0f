// Each element goes where a permutation says.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer Where { uint perm[]; };
layout(binding = 1) buffer D { uint d[]; };
void main() {
    d[perm[gl_GlobalInvocationID.x]] = gl_GlobalInvocationID.x;
}
