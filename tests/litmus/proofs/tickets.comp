// Expect: proven proven proven
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) buffer Counters { uint kept, left; };
layout(binding = 1) buffer Lists { uint list[1024], other[1024]; };
layout(push_constant) uniform P { uint n; };
void main() {
    uint g = gl_GlobalInvocationID.x;
    for (uint i = 0u; i < n; i++) {
        if (((g + i) & 1u) == 0u)
            list[atomicAdd(kept, 1u)] = g;
        else
            other[atomicAdd(left, 2u) + (i & 1u)] = g;
    }
}
