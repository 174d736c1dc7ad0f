#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// A message in an image and one in a texel buffer: no acquire drops what a cache has of them, so the reads go past it.
// run: --local 1 --groups 2 --subgroup 1
// without[gfx1030 gfx1100 gfx1201]: /image.load/s/i32 [0-9]+\), !mmra/i32 0), !mmra/
// without: /buffer.load.format/s/i32 [0-9]+\), !mmra/i32 0), !mmra/
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, r32ui) nonprivate uniform uimage1D message;
layout(set = 0, binding = 1, r32ui) nonprivate uniform uimageBuffer more;
layout(set = 0, binding = 2) buffer Flag { uint ready; };
layout(set = 0, binding = 3) buffer Result { uvec2 result; };
const int TEXELS = gl_StorageSemanticsImage;
void main() {
    if (gl_WorkGroupID.x == 0) {
        imageStore(message, 0, uvec4(7u));
        imageStore(more, 0, uvec4(8u));
        atomicStore(ready, 1u, gl_ScopeDevice, TEXELS, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    } else if (atomicLoad(ready, gl_ScopeDevice, TEXELS, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1u) {
        result = uvec2(imageLoad(message, 0).x, imageLoad(more, 0).x);
    }
}
