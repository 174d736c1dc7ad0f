// Expect: proven refuted race
// Because: a write and a write race
#version 450
layout(local_size_x = 8) in;
layout(binding = 0) buffer Counter { uint used; };
layout(binding = 1) buffer List { uint list[]; };
void main() {
    list[atomicAdd(used, 1u)] = gl_LocalInvocationIndex;
    atomicExchange(used, 0u);
}
