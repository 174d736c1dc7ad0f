#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// A loop that synchronizes before it can be left is not copied before itself.
// options: --mcpu=CPU
// expect[opt]: #global.atomic = 1
// without: call void asm sideeffect "", ""\(\) #\d+ =>
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Stack { uint top; uint next[8]; };
void main() {
    uint one = gl_WorkGroupID.x + 1, old = 0;
    for (;;) {
        next[one] = old;
        uint seen = atomicCompSwap(top, old, one, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible,
                                   gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
        if (seen == old)
            break;
        old = seen;
    }
}
