#version 450
#extension GL_EXT_demote_to_helper_invocation : require
// A function demotes; its caller writes afterwards, and samples once more.
layout(location = 0) in vec2 at;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) buffer Counts { uint count; uint last; };
layout(location = 0) out vec4 color;

vec4 opaque_texel(vec2 place) {
    vec4 texel = texture(picture, place);
    if (texel.w < 0.5)
        demote;
    return texel;
}

void main() {
    vec4 texel = opaque_texel(at);
    last = atomicAdd(count, 1u);
    color = texture(picture, texel.xy);
}
