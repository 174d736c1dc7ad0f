#version 450
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_atomic_int64 : require
// Writes through addresses: 64-bit atomics, whose result the next sample depends on.
layout(buffer_reference, std430) buffer Node { uint64_t count; vec2 offset; };
layout(push_constant) uniform Root { Node node; };
layout(location = 0) in vec2 at;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(location = 0) out vec4 color;

void main() {
    vec4 texel = texture(picture, at);
    uint64_t before = atomicAdd(node.count, 1ul);
    node.offset = texel.xy;
    color = texture(picture, texel.xy) * float(uint(before));
}
