// Two strides in one index.
#version 450
layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in;
layout(binding = 0) buffer D { uint d[]; };
layout(push_constant) uniform P { uvec3 size; };
void main() {
    uvec3 p = gl_GlobalInvocationID;
    d[(p.z * size.y + p.y) * size.x + p.x] = 1;
}
