#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// Loops that synchronize, in a function or in an inner loop, are not unrolled; one among them that does not still is.
// options: --mcpu=CPU
// expect[opt]: #barrier = 1
// expect[opt]: #local.load >= 4
// without: , !llvm.loop !\d+ =>
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) buffer Results { uint result[]; };
shared uint data[512];
void meet() {
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared,
                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
}
void main() {
    uint own = gl_LocalInvocationIndex, sum = 0;
    for (uint i = 0; i < 5; i++) {
        data[own] = sum + i;
        for (uint k = 0; k < 4; k++)
            sum += data[(own * 5 + k * 77) & 511];
        for (uint j = 0; j < 3; j++) {
            meet();
            data[sum & 511] = j;
        }
    }
    result[own] = sum;
}
