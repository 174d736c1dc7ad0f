#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// Message passing; availability and visibility stand in the semantics of the release and the acquire, which act on
// every non-private access before and after them. The payload's own accesses stay plain: `nonprivate` only says
// that other invocations look at it.
//
// Dispatch two workgroups: the first sends, the second receives, if the message is there already.
layout(local_size_x = 1) in;

layout(set = 0, binding = 0) nonprivate buffer Message { uint payload; };
layout(set = 0, binding = 1) buffer Flag { uint ready; };
layout(set = 0, binding = 2) buffer Result { uint received; };

void send() {
    payload = 42;
    atomicStore(ready, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                gl_SemanticsRelease | gl_SemanticsMakeAvailable);
}

void receive() {
    if (atomicLoad(ready, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                   gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1)
        received = payload;
}

void main() {
    if (gl_WorkGroupID.x == 0)
        send();
    else
        receive();
}
