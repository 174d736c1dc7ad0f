#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// A histogram of bytes: each workgroup counts in shared memory, then adds its counts to the result. Counting needs no
// order, only that no count is lost: every atomic is Relaxed, at the scope of those who share the counter. The two
// barriers order shared memory alone.
layout(local_size_x = 256) in;

layout(set = 0, binding = 0) readonly buffer Input { uint words[]; };
layout(set = 0, binding = 1) buffer Output { uint counts[256]; };

shared uint local_counts[256];

void count(uint value) {
    atomicAdd(local_counts[value], 1, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

void shared_barrier() {
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
}

void main() {
    uint lane = gl_LocalInvocationIndex;
    local_counts[lane] = 0;
    shared_barrier();
    if (gl_GlobalInvocationID.x < words.length()) {
        uint word = words[gl_GlobalInvocationID.x];
        for (int shift = 0; shift < 32; shift += 8)
            count(bitfieldExtract(word, shift, 8));
    }
    shared_barrier();
    atomicAdd(counts[lane], local_counts[lane], gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}
