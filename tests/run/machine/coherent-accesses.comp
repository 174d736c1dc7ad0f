#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// With coherent accesses nothing invalidates a cache, and each read after the acquire still waits for the flag's.
// processors: gfx1030 gfx1100 gfx1201
// options: --mcpu=CPU --coherence=access
// options: --mcpu=CPU
// never: inv
// expect: global.load wait.load ...!global.load ...!global.store global.load
// expect: global.store wait.store ...!global.store global.store
// without: call void asm sideeffect "", "v".* => fence syncscope("singlethread") acquire
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) nonprivate buffer Message { uint payload[4]; };
layout(set = 0, binding = 1) buffer Flag { uint ready; };
layout(set = 0, binding = 2) buffer Result { uvec2 result; };
void main() {
    if (gl_WorkGroupID.x == 0) {
        payload[1] = 42;
        atomicStore(ready, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                    gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    } else {
        uint flag = atomicLoad(ready, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                               gl_SemanticsAcquire | gl_SemanticsMakeVisible);
        uint data = payload[1];
        result = uvec2(flag, data);
    }
}
