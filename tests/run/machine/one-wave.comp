#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// A workgroup of one wave: what its invocations hand to each other needs no wait but for data, and no invalidation. Beyond the
// workgroup, a release does not wait for local memory.
// processors: gfx1030 gfx1100 gfx1201
// options: --mcpu=CPU
// never: inv
// never: global.store ...!local.store wait.store ...!local.store local.store
// expect: local.store ...!wait.local wait.store ...!wait.local global.store
// without: fence syncscope\("wavefront"\) release, !mmra => fence syncscope("workgroup") release, !mmra
// without: syncscope\("agent-one-as"\) => syncscope("agent")
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) nonprivate buffer Data { uint data[32]; };
layout(set = 0, binding = 1) buffer Flag { uint ready; };
layout(set = 0, binding = 2) buffer Result { uint result[32]; };
shared uint flag, spare[32];
void main() {
    uint own = gl_LocalInvocationIndex;
    data[own] = own;
    atomicStore(flag, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    if (atomicLoad(flag, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                   gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1u)
        result[own] = data[own ^ 1u];
    spare[own ^ 3u] = own;
    atomicStore(ready, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    result[own] += spare[own];
}
