#version 460

// textureGather of each component.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform sampler2D image;
layout(set = 0, binding = 1) buffer Result { vec4 result[]; };

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec3 p = vec3(id, id.x - id.y) * vec3(0.137, 0.171, 0.113) - vec3(0.71, 0.83, 0.39);
    result[4u * i] = textureGather(image, p.xy, 0);
    result[4u * i + 1u] = textureGather(image, p.xy, 1);
    result[4u * i + 2u] = textureGather(image, p.xy, 2);
    result[4u * i + 3u] = textureGather(image, p.xy, 3);
}
