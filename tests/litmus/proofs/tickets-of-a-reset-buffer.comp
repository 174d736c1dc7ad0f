// Expect: proven race refuted
// Because: race
#version 450
layout(local_size_x = 8) in;
#extension GL_KHR_memory_scope_semantics : require
layout(binding = 0) coherent buffer Counter { uint used; };
layout(binding = 1) buffer List { uint list[]; };
void main() {
    uint l = gl_LocalInvocationIndex;
    if (l == 0u) used = 0u;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    list[gl_WorkGroupID.x * 64u + atomicAdd(used, 1u)] = l;
}
