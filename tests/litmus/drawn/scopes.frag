// The first primitive sends a message to the second one. Nobody says that two fragments share a subgroup, so its scope is too small.
// grid: --groups 2,2,2
// right: -DSCOPE=gl_ScopeQueueFamily
// wrong: -DSCOPE=gl_ScopeSubgroup
// says: : both are atomic, but the write at line [0-9]* is so for its subgroup only, and fragment at 0,0 of primitive 1 need not be in it (
// says: synchronizes with nothing outside of its subgroup, and fragment at 0,0 of primitive 1 need not be in it (
// says: ^  a draw of 2x2 pixels, each covered by 2 primitives, 1 fragment for each$
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(set = 0, binding = 0) nonprivate buffer Messages { uint messages[4]; };
layout(set = 0, binding = 1) buffer Flags { uint flags[4]; };
layout(set = 0, binding = 2) buffer Results { uint results[4]; };
void main() {
    uint pixel = 2 * uint(gl_FragCoord.y) + uint(gl_FragCoord.x);
    if (gl_PrimitiveID == 0) {
        messages[pixel] = 1; // PLANTED
        atomicStore(flags[pixel], 1u, SCOPE, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable); // PLANTED
    } else if (atomicLoad(flags[pixel], SCOPE, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1) // PLANTED
        results[pixel] = messages[pixel]; // PLANTED
}
