// Expect: proven proven proven
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) buffer Counter { uint used; };
layout(binding = 1) buffer List { uint list[]; };
layout(binding = 2) readonly buffer Lengths { uint lengths[]; };
void main() {
    uint g = gl_GlobalInvocationID.x, length = lengths[g], at = atomicAdd(used, length);
    for (uint i = 0u; i < length; i++)
        list[at + i] = g;
}
