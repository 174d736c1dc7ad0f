#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// One invocation stores, another one releases the store to the device, behind a barrier: that one's wait does not count
// the store. A release by a wave that has nothing in flight waits for its write-back, as LLVM 23 does by itself.
// options: --mcpu=CPU
// processors: gfx90a gfx942
// expect: global.store ... wait.store ... barrier ... global.store
// expect[gfx942]: barrier ... wb ... wait.store ... global.store
// without: call void @llvm.amdgcn.s.waitcnt.* =>
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) nonprivate buffer Data { uint data[]; };
layout(set = 0, binding = 1) buffer Flag { uint flag; };
void main() {
    uint i = gl_LocalInvocationIndex;
    if (i == 0)
        data[gl_WorkGroupID.x] = 42;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    if (i == 127)
        atomicStore(flag, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
}
