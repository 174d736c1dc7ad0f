#version 450
// A barrier between two phases of shared memory, of the workgroup; with BUG of the subgroup, though it orders the workgroup's memory.
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Left {
    uint left[128];
};
shared uint part[64];
#ifdef BUG
#define WHO gl_ScopeSubgroup
#else
#define WHO gl_ScopeWorkgroup
#endif
#define ALL (gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible)
void main() {
    uint me = gl_LocalInvocationIndex;
    part[me] = me;
    controlBarrier(WHO, gl_ScopeWorkgroup, gl_StorageSemanticsShared, ALL);
    left[gl_GlobalInvocationID.x] = part[63u - me];
}
