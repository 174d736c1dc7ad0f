#version 460
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_buffer_reference_uvec2 : require
// Pointers that go to the device themselves: in profile 24 an access of 64 bits is an intrinsic of two words.
layout(local_size_x = 64) in;
layout(buffer_reference) buffer Node;
layout(buffer_reference, scalar) buffer Node { uint value; Node next; };
struct Pair { Node first; uvec2 bits; Node second; };
layout(set = 0, binding = 0, scalar) buffer Lists {
    workgroupcoherent Node head;
    devicecoherent Node heads[64];
    queuefamilycoherent Pair pair;
    Node plain;
};

void main() {
    uint i = gl_LocalInvocationIndex;
    Node node = heads[i];
    for (uint steps = 0; steps < 4; steps++)
        node = node.next;
    heads[i] = node;
    head = heads[63 - i];
    pair = Pair(head, uvec2(pair.first), pair.second);
    plain = pair.second;
}
