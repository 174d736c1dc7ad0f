// Expect: proven refuted race
// Because: a write and a write race
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) buffer List { uint list[]; };
shared uint used;
void main() {
    uint l = gl_LocalInvocationIndex;
    for (uint i = 0u; i < 2u; i++) {
        if (l == 0u) used = 0u;
        barrier();
        uint at = atomicAdd(used, 1u);
        if ((l & 1u) == i) list[at] = l;
        barrier();
    }
}
