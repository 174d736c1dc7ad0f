#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
// Reads of a texel buffer and fetches of an image stay on their side of acquires on Workgroup variables: loads and an exchange.
// expect: texel.load ... local.load ... texel.load
// expect: image.load ... local.load ... image.load
// expect: texel.load ... local.atomic ... texel.load
// expect: #texel.load = 4
// expect: #image.load = 4
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, r32ui) nonprivate uniform uimageBuffer numbers;
layout(set = 0, binding = 1, r32ui) nonprivate uniform uimage2DArray layers;
layout(set = 0, binding = 2) buffer Results { uint results[]; };
shared uint flag, other;
void main() {
    uint i = gl_LocalInvocationIndex;
    if (i == 0u)
        atomicStore(flag, 0u, gl_ScopeWorkgroup, 0, 0);
    barrier();
    if (i == 1u)
        atomicStore(flag, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsImage, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    uint sum = imageLoad(numbers, 3).x + imageLoad(layers, ivec3(1)).x * 3;
    sum += atomicLoad(flag, gl_ScopeWorkgroup, gl_StorageSemanticsImage, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
    sum += imageLoad(numbers, 3).x * 5 + imageLoad(layers, ivec3(1)).x * 7;
    sum += atomicExchange(other, i, gl_ScopeWorkgroup, gl_StorageSemanticsImage, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
    sum += imageLoad(numbers, 3).x * 11 + imageLoad(layers, ivec3(1)).x * 13;
    while (atomicLoad(flag, gl_ScopeWorkgroup, gl_StorageSemanticsImage, gl_SemanticsAcquire | gl_SemanticsMakeVisible) == 0u)
        ;
    sum += imageLoad(numbers, 3).x * 17 + imageLoad(layers, ivec3(1)).x * 19;
    results[i] = sum;
}
