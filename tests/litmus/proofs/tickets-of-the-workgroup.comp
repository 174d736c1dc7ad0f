// Expect: proven proven refuted
// Because: a write and a write race
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) buffer List { uint list[]; };
layout(push_constant) uniform P { uint n; };
shared uint used, part[8];
void main() {
    uint l = gl_LocalInvocationIndex;
    for (uint i = 0u; i < n; i++) {
        if (l == 0u) used = 0u;
        barrier();
        uint at = atomicAdd(used, 1u);
        if (at < 8u) part[at] = l;
        barrier();
    }
    if (l == 0u) used = 0u;
    barrier();
    list[atomicAdd(used, 1u)] = part[l];
}
