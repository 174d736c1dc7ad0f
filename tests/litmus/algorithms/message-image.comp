// A message in an image, with a flag in another. Bug: the semantics order buffers alone.
// @Output: forall (%data[0] != 1)
// @Config: 1, 1, 2
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 1) in;
layout(set = 0, binding = 1, r32ui) nonprivate uniform uimage1D message;
layout(set = 0, binding = 2, r32ui) uniform uimage1D flag;
DATA { uint wrong; } data;
#ifdef BUG
#define MEMORY gl_StorageSemanticsBuffer
#else
#define MEMORY gl_StorageSemanticsImage
#endif
void main() {
    if (GROUP == 0u) {
        imageStore(message, 0, uvec4(7u));
        memoryBarrier(gl_ScopeDevice, MEMORY, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
        imageAtomicStore(flag, 0, 1u, gl_ScopeDevice, RELAXED);
    } else if (imageAtomicLoad(flag, 0, gl_ScopeDevice, RELAXED) == 1u) {
        memoryBarrier(gl_ScopeDevice, MEMORY, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
        if (imageLoad(message, 0).x != 7u)
            data.wrong = 1u;
    }
}
