#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// A record of two words that one workgroup updates and others read without ever blocking the writer: the sequence
// number is odd while an update is under way, and a reader that saw it odd, or changed, has read in vain. The record is
// accessed while it is written, so its accesses must be atomic; and as an atomic access needs no availability or
// visibility operation, the four fences have nothing to do but to order.
layout(local_size_x = 1) in;

layout(set = 0, binding = 0) buffer Sequence { uint sequence; };
layout(set = 0, binding = 1) buffer Record { uint low; uint high; };
layout(set = 0, binding = 2) writeonly buffer Result { uvec2 seen[]; };

void write_fence() {
    memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
}

void read_fence() {
    memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);
}

void update(uint value) {
    uint number = atomicLoad(sequence, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    atomicStore(sequence, number + 1, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    write_fence();
    atomicStore(low, value, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    atomicStore(high, ~value, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    write_fence();
    atomicStore(sequence, number + 2, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

bool read(out uvec2 record) {
    uint first = atomicLoad(sequence, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    read_fence();
    record.x = atomicLoad(low, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    record.y = atomicLoad(high, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    read_fence();
    uint last = atomicLoad(sequence, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    return first == last && first % 2 == 0;
}

void main() {
    if (gl_WorkGroupID.x == 0) {
        for (uint value = 1; value <= 100; ++value)
            update(value);
    } else {
        uvec2 record;
        if (read(record))
            seen[gl_WorkGroupID.x] = record;
    }
}
