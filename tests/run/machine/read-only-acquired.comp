#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// What no invocation of the shader writes may have been written by the host before what the shader acquires, so that it is read behind
// the acquire, and not once for both reads.
// options: --mcpu=CPU
// expect: global.load ... wait.load ... (global|scalar).load ... global.store
// expect: #(global|scalar).load >= 4
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Flag { uint flag; };
layout(set = 0, binding = 1) readonly nonprivate buffer Values { uint values[64]; };
layout(set = 0, binding = 2) buffer Result { uint result[64]; };
void main() {
    uint i = gl_LocalInvocationIndex, before = values[i];
    if (atomicLoad(flag, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 1)
        result[i] = before + values[i];
}
