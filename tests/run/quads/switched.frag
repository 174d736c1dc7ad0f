#version 460
#extension GL_EXT_demote_to_helper_invocation : require
// Cases that fall through, with demotions and writes.
layout(location = 0) in vec2 at;
layout(location = 1) flat in int index;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) buffer Counts { uint count; uint counts[]; };
layout(location = 0) out vec4 color;

void main() {
    vec4 texel = texture(picture, at);
    switch (index) {
    case 0:
        counts[0] = 1u;
        demote;
    case 1:
        counts[1] = 2u;
        texel += texture(picture, texel.xy);
        break;
    case 2:
        if (texel.x > 0.5)
            demote;
        atomicXor(count, 3u);
    default:
        counts[3] = 9u;
    }
    color = texture(picture, texel.xy);
}
