#version 460

// A sampler that compares, put together with images.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform texture2D plane;
layout(set = 0, binding = 1) uniform samplerShadow compares;
layout(set = 0, binding = 2) uniform sampler plain;
layout(set = 0, binding = 3) buffer Result { vec2 result[]; };

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec3 p = vec3(id, id.x - id.y) * vec3(0.137, 0.171, 0.113) - vec3(0.71, 0.83, 0.39);
    result[i].x = textureLod(sampler2DShadow(plane, compares), vec3(p.xy, float(i % 23u) / 22.0), 0.0);
    result[i].y = textureLod(sampler2D(plane, plain), p.xy, 0.0).x;
}
