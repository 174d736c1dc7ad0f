#version 450
// The first workgroup writes a word, and then again so that the write makes the word available by itself, which takes up the first one.
// Its release makes nothing available. The second workgroup asks for both when the page of the word has been packed. With BUG only the
// first write is there.
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) nonprivate buffer Data { uint data[64]; };
layout(set = 0, binding = 0) devicecoherent buffer Same { uint same[64]; };
layout(set = 0, binding = 1) buffer Flags { uint flag; uint left; };
void main() {
    if (gl_WorkGroupID.x == 0u) {
        data[0] = 1u;
#ifndef BUG
        same[0] = 2u;
#endif
        atomicStore(flag, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    } else if (atomicLoad(flag, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1u) {
        left = data[0];
    }
}
