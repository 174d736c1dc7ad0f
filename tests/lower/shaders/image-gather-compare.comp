#version 460

// Gathers of comparisons.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform sampler2DShadow plane;
layout(set = 0, binding = 1) uniform sampler2DArrayShadow layers;
layout(set = 0, binding = 2) uniform samplerCubeShadow cube;
layout(set = 0, binding = 3) buffer Result { vec4 result[]; };

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec3 p = vec3(id, id.x - id.y) * vec3(0.137, 0.171, 0.113) - vec3(0.71, 0.83, 0.39);
    float reference = float(i % 23u) / 22.0;
    result[4u * i] = textureGather(plane, p.xy, reference);
    result[4u * i + 1u] = textureGather(layers, vec3(p.xy, id.y % 5), reference);
    result[4u * i + 2u] = textureGather(cube, p, reference);
    result[4u * i + 3u] = textureGatherOffset(plane, p.xy, reference, ivec2(1, 2));
}
