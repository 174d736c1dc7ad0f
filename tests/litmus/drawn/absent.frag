// The fragments of the second primitive come to no interlock: those of the third wait for them no longer, and are ordered behind the first.
// GLSL has no interlock within a branch, so the two barriers stand for it (drawn.sh).
// grid: --groups 1,1,3
// right:
// wrong: -DWRITES
#version 460
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(set = 0, binding = 0) nonprivate buffer Count { uint count; };
void main() {
    if (gl_PrimitiveID == 1) {
#ifdef WRITES
        count = 7u; // PLANTED
#endif
    } else {
        memoryBarrierBuffer(); // PLANTED
        count += 1u; // PLANTED
        memoryBarrierBuffer();
    }
}
