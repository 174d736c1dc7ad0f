#version 460

// The edge, beyond it: the sampler's matter (tests/run/compare/settings.txt).
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform sampler2D plane;
layout(set = 0, binding = 1) uniform sampler3D volume;
layout(set = 0, binding = 2) buffer Result { vec4 result[]; };

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec3 p = vec3(id, id.x - id.y) * vec3(0.137, 0.171, 0.113) - vec3(0.71, 0.83, 0.39);
    result[2u * i] = textureLod(plane, p.xy * 1.9, float(id.x) * 0.2);
    result[2u * i + 1u] = textureLod(volume, p * 1.7, float(id.y) * 0.16);
}
