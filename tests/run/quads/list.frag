#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_demote_to_helper_invocation : require
// A list is followed and changed through addresses, in a loop with samples, and in a function.
layout(location = 0) in vec2 at;
layout(location = 1) flat in int index;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) buffer Counts { uint count; uint counts[]; };
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430) buffer Node { uint value; Node next; vec4 places[4]; uint rest[]; };
layout(push_constant) uniform Root { Node root; };
layout(location = 0) out vec4 color;

void leave(Node node, vec4 texel) {
    node.places[index & 3] = texel;
    node.next.places = node.places;
}

void main() {
    vec4 texel = texture(picture, at);
    Node node = root;
    for (int i = 0; i < index && uint64_t(node) != 0ul; i++) {
        node.value += uint(i);
        node.rest[index] = atomicAdd(node.value, 1u);
        leave(node, texel);
        node = node.next;
        texel = texture(picture, texel.xy);
    }
    if (texel.x < 0.5)
        demote;
    leave(root, texel.yxzw);
    root.next = node;
    color = texture(picture, texel.zw);
}
