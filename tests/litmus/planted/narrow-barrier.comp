#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// --local 2 --subgroup 1
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) buffer Output { uvec2 result[]; };
shared uvec2 tile[2];
void main() {
    uint i = gl_LocalInvocationIndex;
    tile[i].y = i;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeSubgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease); // PLANTED
    result[i].x = tile[1u - i].y;
}
// Because: the control barrier at line 11 synchronizes with nothing outside of its subgroup
