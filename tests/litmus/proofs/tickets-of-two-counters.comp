// Expect: proven refuted race
// Because: a write and a write race
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) buffer Counters { uint used[2]; };
layout(binding = 1) buffer List { uint list[]; };
void main() {
    list[atomicAdd(used[gl_LocalInvocationIndex & 1u], 1u)] = 1u;
}
