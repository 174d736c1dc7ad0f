#version 460

// Coordinates, and a reference, divided by their last component.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform sampler2D plane;
layout(set = 0, binding = 1) uniform sampler1D line;
layout(set = 0, binding = 2) uniform sampler3D volume;
layout(set = 0, binding = 3) uniform sampler2DShadow shadow;
layout(set = 0, binding = 4) buffer Result { vec4 result[1280]; };

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec3 p = vec3(id, id.x - id.y) * vec3(0.137, 0.171, 0.113) - vec3(0.71, 0.83, 0.39);
    result[5u * i] = textureProjLod(plane, vec3(p.xy, 1.7), 0.0);
    result[5u * i + 1u] = textureProjLod(plane, vec4(p.xy, 9.0, 0.6), 1.0);
    result[5u * i + 2u] = textureProjLod(line, vec2(p.x, 1.5), 0.5);
    result[5u * i + 3u] = textureProjLod(volume, vec4(p, -2.0), 0.0);
    result[5u * i + 4u] = vec4(textureProjLod(shadow, vec4(p.xy, 0.9, 1.8), 0.0));
}
