#version 450
#extension GL_EXT_demote_to_helper_invocation : require
// Image writes alone, which LLVM guards: around samples, in a branch and behind a demotion.
layout(location = 0) in vec2 at;
layout(location = 1) flat in int index;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 2, r32ui) uniform uimage2D marks;
layout(set = 0, binding = 4, r32ui) uniform uimageBuffer texels;
layout(location = 0) out vec4 color;

void main() {
    vec4 texel = texture(picture, at);
    imageAtomicAdd(marks, ivec2(index), 1u);
    if (texel.x > 0.5) {
        imageStore(texels, index, uvec4(5u));
        texel = texture(picture, texel.yx);
    }
    if (texel.w < 0.5)
        demote;
    imageAtomicOr(texels, index + 1, 2u);
    color = texture(picture, texel.xy);
}
