#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require

// A lock-free stack of nodes that are linked by their addresses. Each invocation fills a node of its own and pushes it:
// the compare-exchange that publishes the node releases what was written into it. The last of all invocations to be
// done, as a counter tells, acquires them all and walks the list.
layout(local_size_x = 1) in;

// The members are nonprivate, each: on a block that is reached by its address, glslang 12 loses the qualifier.
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Node {
    nonprivate uint64_t next; // the address of a Node, or 0
    nonprivate uint value;
};

layout(push_constant) uniform Arguments { Node nodes; };
layout(set = 0, binding = 0) buffer Stack { uint64_t head; uint pushed; };
layout(set = 0, binding = 1) writeonly buffer Result { uint sum; uint length; };

const int publish = gl_SemanticsRelease | gl_SemanticsMakeAvailable;

void push(Node node) {
    uint64_t expected = atomicLoad(head, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    uint64_t seen;
    do {
        seen = expected;
        node.next = seen;
        expected = atomicCompSwap(head, seen, uint64_t(node), gl_ScopeDevice, gl_StorageSemanticsBuffer, publish,
                                  gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    } while (expected != seen);
}

void walk() {
    uint total = 0, count = 0;
    uint64_t address = atomicLoad(head, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                                  gl_SemanticsAcquire | gl_SemanticsMakeVisible);
    while (address != 0) {
        Node node = Node(address);
        total += node.value;
        ++count;
        address = node.next;
    }
    sum = total;
    length = count;
}

void main() {
    Node mine = nodes[gl_WorkGroupID.x];
    mine.value = gl_WorkGroupID.x;
    push(mine);
    uint done = atomicAdd(pushed, 1, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                          gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    if (done + 1 == gl_NumWorkGroups.x)
        walk();
}
