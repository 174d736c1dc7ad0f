#version 460
#extension GL_EXT_terminate_invocation : require
#extension GL_EXT_demote_to_helper_invocation : require
// A shader that demotes and ends, with writes around each and in a loop.
layout(location = 0) in vec2 at;
layout(location = 1) flat in int index;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) buffer Counts { uint count; uint counts[]; };
layout(location = 0) out vec4 color;

void main() {
    vec4 texel = texture(picture, at);
    if (texel.x < 0.1)
        demote;
    counts[1] = 3u;
    for (int i = 0; i < index; i++) {
        texel = texture(picture, texel.xy);
        if (texel.w < 0.2)
            terminateInvocation;
        counts[i] = uint(i);
    }
    if (texel.z < 0.3)
        terminateInvocation;
    counts[2] = atomicAdd(count, 1u);
    texel = texture(picture, texel.xy);
    counts[3] = 5u;
    color = texel;
}
