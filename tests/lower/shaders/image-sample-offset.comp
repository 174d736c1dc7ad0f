#version 460

// Constant offsets in texels of the level.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform sampler2D plane;
layout(set = 0, binding = 1) uniform sampler3D volume;
layout(set = 0, binding = 2) uniform sampler1DArray lines;
layout(set = 0, binding = 3) buffer Result { vec4 result[]; };

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec3 p = vec3(id, id.x - id.y) * vec3(0.137, 0.171, 0.113) - vec3(0.71, 0.83, 0.39);
    result[4u * i] = textureLodOffset(plane, p.xy, 0.0, ivec2(3, -2));
    result[4u * i + 1u] = textureLodOffset(plane, p.xy, 1.0, ivec2(-1, 2));
    result[4u * i + 2u] = textureLodOffset(volume, p, 0.0, ivec3(1, 2, -3));
    result[4u * i + 3u] = textureLodOffset(lines, vec2(p.x, 2.0), 1.0, 5) +
                          textureGradOffset(lines, vec2(p.x, 1.0), 0.1, 0.05, -2);
}
