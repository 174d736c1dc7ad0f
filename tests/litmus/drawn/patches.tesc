// The first patch sends a message to the second one, with a flag at a scope that is given: each patch is a workgroup of its own.
// grid: --groups 2
// right: -DSCOPE=gl_ScopeQueueFamily
// wrong: -DSCOPE=gl_ScopeWorkgroup
// says: : both are atomic, but the write at line [0-9]* is so for its workgroup only, and patch 1, invocation 0 is in another patch (
// says: ^  2 patches of 1 invocation, subgroups of 32$
#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(vertices = 1) out;
layout(set = 0, binding = 0) nonprivate buffer Message { uint message; };
layout(set = 0, binding = 1) buffer Flag { uint flag; };
layout(set = 0, binding = 2) buffer Result { uint result; };
void main() {
    if (gl_PrimitiveID == 0) {
        message = 1; // PLANTED
        atomicStore(flag, 1u, SCOPE, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable); // PLANTED
    } else if (atomicLoad(flag, SCOPE, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1) // PLANTED
        result = message; // PLANTED
}
