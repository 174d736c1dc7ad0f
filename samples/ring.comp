#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require

// A ring of eight slots from one workgroup to another. The two directions ask for different things:
//   - `written` hands data over: the slot must become available, then visible (MakeAvailable, MakeVisible);
//   - `taken` hands empty slots back: the producer must not overwrite a slot that is still being read, which is order
//     alone. Nothing was written, so there is nothing to make available or visible.
//
// Dispatch two workgroups on a device that runs both at once.
layout(local_size_x = 1) in;

const uint slot_count = 8;
const uint item_count = 100;

layout(set = 0, binding = 0) buffer Positions { uint written; uint taken; };
layout(set = 0, binding = 1) nonprivate buffer Ring { uint slots[slot_count]; };
layout(set = 0, binding = 2) buffer Result { uint sum; };

void produce() {
    for (uint i = 0; i < item_count; ++i) {
        while (i - atomicLoad(taken, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == slot_count) {
        }
        slots[i % slot_count] = i * i;
        atomicStore(written, i + 1, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                    gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    }
}

void consume() {
    uint total = 0;
    for (uint i = 0; i < item_count; ++i) {
        while (atomicLoad(written, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                          gl_SemanticsAcquire | gl_SemanticsMakeVisible) == i) {
        }
        total += slots[i % slot_count];
        atomicStore(taken, i + 1, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    }
    sum = total;
}

void main() {
    if (gl_WorkGroupID.x == 0)
        produce();
    else
        consume();
}
