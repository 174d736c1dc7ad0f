#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// A lock taken by compare-exchange. What the last owner wrote must be visible to the next one, so taking the lock is
// Acquire | MakeVisible and giving it back is Release | MakeAvailable. A failed attempt has read nothing that it will
// use: its semantics are Relaxed.
//
// One invocation a workgroup, since invocations of one subgroup that spin for each other may never get anywhere.
layout(local_size_x = 1) in;

layout(set = 0, binding = 0) buffer Lock { uint lock; };
layout(set = 0, binding = 1) nonprivate buffer Account { uint balance; uint deposits; };

const int take = gl_SemanticsAcquire | gl_SemanticsMakeVisible;
const int give = gl_SemanticsRelease | gl_SemanticsMakeAvailable;

void main() {
    while (atomicCompSwap(lock, 0, 1, gl_ScopeDevice, gl_StorageSemanticsBuffer, take, gl_StorageSemanticsNone,
                          gl_SemanticsRelaxed) != 0) {
    }
    balance += gl_WorkGroupID.x;
    deposits += 1;
    atomicStore(lock, 0u, gl_ScopeDevice, gl_StorageSemanticsBuffer, give);
}
