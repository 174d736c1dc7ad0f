#version 460
#extension GL_EXT_demote_to_helper_invocation : require
#extension GL_EXT_nonuniform_qualifier : require
// options: --abi=buffer
// Bounds are checked by buffer instructions, but not those of atomics and of what is coherent.
layout(location = 0) in vec2 at;
layout(location = 1) flat in int index;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) buffer Counts { uint count; uint counts[]; };
layout(set = 0, binding = 3) coherent buffer Shared { uint first; uint rest[]; } shares[4];
layout(set = 0, binding = 4) volatile buffer Places { uvec4 places[]; };
layout(location = 0) out vec4 color;

void main() {
    vec4 texel = texture(picture, at);
    counts[index] = 1u;
    shares[nonuniformEXT(index)].rest[index] = 2u;
    places[index] = uvec4(3);
    if (texel.x < 0.5)
        demote;
    counts[index + 1] = atomicAdd(count, 1u);
    atomicMax(counts[index + 2], 2u);
    shares[2].first = shares[1].rest[3];
    places[index + 1].y = 4u;
    color = texture(picture, texel.xy);
}
