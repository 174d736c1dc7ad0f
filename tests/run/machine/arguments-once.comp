#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// Arguments that several blocks use are waited for once, before the loop and the branches.
// options: --mcpu=CPU
// expect: scalar.load ... wait.scalar ...!wait.scalar loop
// never: loop ... wait.scalar
// without: call void asm sideeffect "", "s,s.* => fence syncscope("singlethread") acquire
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Lock { uint turn; };
layout(set = 0, binding = 1) buffer Data { uint data[64]; };
void main() {
    if (gl_LocalInvocationIndex == 0)
        while (atomicLoad(turn, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) != gl_WorkGroupID.x)
            ;
    if (gl_LocalInvocationIndex != 1)
        data[gl_LocalInvocationIndex] = gl_WorkGroupID.x;
}
