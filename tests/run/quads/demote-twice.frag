#version 450
#extension GL_EXT_demote_to_helper_invocation : require
// finds: out side deleted
// Writes before, between and after two demotions, the second in a branch.
layout(location = 0) in vec2 at;
layout(location = 1) flat in int index;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) buffer Counts { uint counts[]; };
layout(location = 0) out vec4 color;

void main() {
    counts[index] = 1u;
    vec4 texel = texture(picture, at);
    if (texel.w < 0.25)
        demote;
    counts[index + 1] = 2u;
    if (texel.x > 0.5) {
        if (texel.y > 0.5)
            demote;
        counts[index + 2] = 3u;
        texel = texture(picture, texel.yx);
    }
    counts[index + 3] = 4u;
    color = texture(picture, texel.xy);
}
