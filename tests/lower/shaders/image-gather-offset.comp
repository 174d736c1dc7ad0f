#version 460

// Gathers with an offset that is constant, one that is not, and one for each texel.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform sampler2D plane;
layout(set = 0, binding = 1) uniform isampler2DArray layers;
layout(set = 0, binding = 2) buffer Result { vec4 result[]; };

const ivec2 offsets[4] = ivec2[](ivec2(0, 3), ivec2(-2, 1), ivec2(5, 0), ivec2(1, -4));

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec3 p = vec3(id, id.x - id.y) * vec3(0.137, 0.171, 0.113) - vec3(0.71, 0.83, 0.39);
    result[4u * i] = textureGatherOffset(plane, p.xy, ivec2(2, -3), 1);
    result[4u * i + 1u] = textureGatherOffset(plane, p.xy, id % 7 - 3, 2);
    result[4u * i + 2u] = textureGatherOffsets(plane, p.xy, offsets, 0);
    result[4u * i + 3u] = intBitsToFloat(textureGatherOffset(layers, vec3(p.xy, 2.0), ivec2(-1, 0), 3));
}
