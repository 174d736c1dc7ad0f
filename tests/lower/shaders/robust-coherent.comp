// Available writes and visible reads beyond the end of a storage buffer, which go under a check of their own.
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 8) in;

layout(set = 0, binding = 0) devicecoherent buffer Words { uint words[]; };
layout(set = 0, binding = 1) devicecoherent buffer Vectors { vec4 vectors[]; };
layout(set = 0, binding = 2) buffer Result { uint result[8][3]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i][0] = words[words.length() - 4 + i];
    vec4 whole = vectors[vectors.length() - 4 + i];
    result[i][1] = floatBitsToUint(whole.x) ^ floatBitsToUint(whole.w);
    result[i][2] = atomicLoad(words[words.length() + i], gl_ScopeDevice, gl_StorageSemanticsBuffer,
                              gl_SemanticsAcquire | gl_SemanticsMakeVisible);
    barrier();
    words[words.length() - 4 + i] = i;
    vectors[vectors.length() - 4 + i] = vec4(i, 1, 2, 3);
    atomicStore(words[words.length() + i], 7u, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                gl_SemanticsRelease | gl_SemanticsMakeAvailable);
}
