#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// WRONG ON PURPOSE. Message passing with order alone: nothing makes the payload available to the device or visible
// to the receiver, neither its accesses (compare message-passing-pointer.comp) nor the semantics (compare
// message-passing-semantics.comp). The receiver may see the flag and still read an old payload from its cache: by
// the Vulkan memory model this is a data race, although every access is ordered.
//
// Dispatch two workgroups: the first sends, the second receives, if the message is there already.
layout(local_size_x = 1) in;

layout(set = 0, binding = 0) nonprivate buffer Message { uint payload; };
layout(set = 0, binding = 1) buffer Flag { uint ready; };
layout(set = 0, binding = 2) buffer Result { uint received; };

void send() {
    payload = 42;
    atomicStore(ready, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
}

void receive() {
    if (atomicLoad(ready, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 1)
        received = payload;
}

void main() {
    if (gl_WorkGroupID.x == 0)
        send();
    else
        receive();
}
