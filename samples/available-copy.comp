#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// Copies 16 bytes an invocation from one coherent buffer to another. An atomic of 128 bits does not exist, and none is
// needed: an access that is available or visible at a scope may be torn, it only has to reach that scope. For this
// the document has @llvm.amdgcn.av.global.load.b128 and store.b128: one instruction of 16 bytes each.
layout(local_size_x = 64) in;

layout(set = 0, binding = 0) readonly devicecoherent buffer Source { uvec4 from[]; };
layout(set = 0, binding = 1) writeonly devicecoherent buffer Target { uvec4 to[]; };
layout(set = 0, binding = 2) buffer Progress { uint copied; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= from.length())
        return;
    to[i] = from[i];
    // Whoever acquires the full count, at Device scope, may read all of the target through visible loads.
    atomicAdd(copied, 1, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
}
