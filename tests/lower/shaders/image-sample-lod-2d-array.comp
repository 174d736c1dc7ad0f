#version 460

// textureLod at levels before the first to after the last, and between them.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform sampler2DArray image;
layout(set = 0, binding = 1) buffer Result { vec4 result[]; };

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec3 p = vec3(id, id.x - id.y) * vec3(0.137, 0.171, 0.113) - vec3(0.71, 0.83, 0.39);
    result[i] = textureLod(image, vec3(p.xy, p.z * 4.0), float(id.x + id.y) * 0.15 - 0.5);
}
