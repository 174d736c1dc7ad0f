// A helper invocation writes nothing, also by atomics and to images; a fragment that has ended does nothing either.
// right: -DLEAVE=demote
// right: -DLEAVE=end()
// right: -DLEAVE=demote -DIMAGE
// wrong: -DLEAVE=
// wrong: -DLEAVE= -DIMAGE
// wrong: -DLEAVE=demote -DREADS
#version 460
#extension GL_EXT_demote_to_helper_invocation : require
layout(set = 0, binding = 0) coherent buffer Word { uint word[4]; };
layout(set = 0, binding = 1, r32ui) coherent uniform uimage2D image;
layout(location = 0) out vec4 colour;
layout(location = 0) flat in int primitive;
void end() {
    discard;
}
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    if (primitive == 1)
        LEAVE;
#ifdef IMAGE
    imageStore(image, at, uvec4(5)); // PLANTED
#elif defined(READS)
    if (primitive == 1)
        colour = vec4(word[at.y * 2 + at.x]); // PLANTED
    else
        word[at.y * 2 + at.x] = 1u; // PLANTED
#else
    word[at.y * 2 + at.x] = 1u + uint(primitive); // PLANTED
#endif
}
