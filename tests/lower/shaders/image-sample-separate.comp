#version 460

// Images and samplers that are put together in the shader.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform texture2D first;
layout(set = 0, binding = 1) uniform texture2D second;
layout(set = 0, binding = 2) uniform sampler one;
layout(set = 1, binding = 0) uniform texture3D third;
layout(set = 1, binding = 1) uniform sampler other;
layout(set = 1, binding = 2) buffer Result { vec4 result[]; };

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec3 p = vec3(id, id.x - id.y) * vec3(0.137, 0.171, 0.113) - vec3(0.71, 0.83, 0.39);
    result[i] = textureLod(sampler2D(first, one), p.xy, 0.25) +
                2.0 * textureLod(sampler2D(second, one), p.yx, 1.5) + 4.0 * textureLod(sampler3D(third, other), p.zxy, 0.0);
}
