#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// The release comes before the load in the loop, and after it in the next iteration.
// never: scalar.load ...!wait.scalar signal|barrier
// expect: #global.load >= 1
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) nonprivate buffer Values { uint values[]; };
layout(set = 0, binding = 1) nonprivate buffer Results { uint results[]; };
layout(push_constant) uniform Count { uint count; };
void main() {
    uint sum = 0;
    for (uint i = 0; i < count; i++) {
        controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
                       gl_SemanticsRelease | gl_SemanticsMakeAvailable);
        sum += values[i];
    }
    results[gl_LocalInvocationIndex] = sum;
}
