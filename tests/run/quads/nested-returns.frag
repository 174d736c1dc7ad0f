#version 460
#extension GL_EXT_demote_to_helper_invocation : require
// Writes, demotions and samples in two loops, out of which a function returns.
layout(location = 0) in vec2 at;
layout(location = 1) flat in int index;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) buffer Counts { uint count; uint counts[]; };
layout(set = 0, binding = 2, r32ui) uniform uimage2D marks;
layout(location = 0) out vec4 color;

vec4 walk(vec2 place) {
    for (int i = 0; i < 8; i++) {
        vec4 texel = texture(picture, place);
        if (texel.x > 0.5) {
            for (int j = 0; j < 3; j++) {
                if (texel.y < float(j)) {
                    atomicMax(counts[j], uint(i));
                    return texel;
                }
                counts[j + index] = 1u;
                place += texel.zw;
                if (place.x > 9.0)
                    demote;
            }
        } else {
            imageAtomicOr(marks, ivec2(i), 1u);
        }
        place = texel.yx;
    }
    return vec4(place, place);
}

void main() {
    color = walk(at);
    counts[index + 9] = 4u;
    color += texture(picture, color.xy);
}
