// A loop until a flag in shared memory is set, to the one constant that is ever stored there: it reads the flag each time.
// expect: loop ... local.load ... wait.local ... endloop
// expect: global.store ... local.store
// without: ^@llvm.compiler.used.*$ =>
#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) nonprivate buffer Data { uvec4 data[]; };
layout(set = 0, binding = 1) buffer Result { uvec4 result[]; };
shared int ready;
void main() {
    if (gl_LocalInvocationIndex == 0) {
        data[gl_WorkGroupID.x] = uvec4(7);
        atomicStore(ready, -1, gl_ScopeDevice, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                    gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    }
    if (gl_LocalInvocationIndex >= 64) {
        while (atomicLoad(ready, gl_ScopeDevice, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                          gl_SemanticsAcquire | gl_SemanticsMakeVisible) != -1);
        result[gl_GlobalInvocationID.x] = data[gl_WorkGroupID.x];
    }
}
