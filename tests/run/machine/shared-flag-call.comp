// Functions that set and read a flag in shared memory, called from two places; the flag's accesses are relaxed, and fences order.
// expect[opt]: global.store ... local.store ... barrier ... local.load ... wait.local ... global.load
// expect[opt gfx1030 gfx1100 gfx1201]: global.store ... wait.store ... local.store
// expect[opt gfx1030 gfx1100 gfx1201]: local.load ... wait.local ... inv ... global.load
// without: ^@llvm.compiler.used.*$ =>
#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) nonprivate buffer Data { uint data[]; };
layout(set = 0, binding = 1) buffer Result { uint result[]; };
shared uint flag;
void set(uint place) {
    data[place] = 42;
    memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                  gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    atomicStore(flag, 5u, gl_ScopeWorkgroup, 0, 0);
}
bool isSet() {
    bool yes = atomicLoad(flag, gl_ScopeWorkgroup, 0, 0) == 5;
    memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                  gl_SemanticsAcquire | gl_SemanticsMakeVisible);
    return yes;
}
void main() {
    if (gl_LocalInvocationIndex == 0)
        set(0);
    else if (gl_LocalInvocationIndex == 64)
        set(1);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, 0, 0);
    if (gl_LocalInvocationIndex == 127 && isSet())
        result[0] = data[0];
    if (gl_LocalInvocationIndex == 63 && isSet())
        result[1] = data[1];
}
