// Expect: proven refuted race
// Because: a write and a write race
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) buffer List { uint list[]; };
shared uint used;
void main() {
    uint l = gl_LocalInvocationIndex;
    if (l == 0u) used = 0u;
    barrier();
    uint at = atomicAdd(used, 1u);
    barrier();
    if (l == 0u) used = 1u;
    barrier();
    uint again = atomicAdd(used, 1u);
    list[(l & 1u) == 0u ? at : again] = l;
}
