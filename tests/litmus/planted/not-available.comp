#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// --groups 2
layout(local_size_x = 1) in;
struct Part { uint x, y; };
layout(set = 0, binding = 0) nonprivate buffer Message { Part parts[2]; } message;
layout(set = 0, binding = 1) buffer Flag { uint ready; };
layout(set = 0, binding = 2) buffer Output { uint result; };
void send(uint value) {
    message.parts[1].y = value; // PLANTED
    atomicStore(ready, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
}
void main() {
    if (gl_WorkGroupID.x == 0u)
        send(42u);
    else if (atomicLoad(ready, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1u)
        result = message.parts[1].y;
}
// Because: the write at line 11 is before the other access, but nothing makes it available to it
