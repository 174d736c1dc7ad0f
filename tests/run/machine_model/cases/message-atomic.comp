#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// A message of atomics, whose reader looks at it whatever the flag is: nothing but the acquire waits for the flag.
// run: --local 1 --groups 2 --subgroup 1
// without[gfx1030 gfx1100 gfx1201]: /asm sideeffect "", "v"/d
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Message { uint payload; };
layout(set = 0, binding = 1) buffer Flag { uint ready; };
layout(set = 0, binding = 2) buffer Result { uvec2 result; };
void main() {
    if (gl_WorkGroupID.x == 0) {
        atomicStore(payload, 42u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        atomicStore(ready, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    } else {
        uint flag = atomicLoad(ready, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                               gl_SemanticsAcquire | gl_SemanticsMakeVisible);
        uint data = atomicLoad(payload, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        result = uvec2(flag, data);
    }
}
