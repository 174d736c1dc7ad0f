#version 460

// Arrays of images, with elements that are uniform but not constant.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, rgba32f) uniform image2D storage[3];
layout(set = 0, binding = 1) uniform sampler2D sampled[2];
layout(set = 0, binding = 2) uniform texture2D images[3];
layout(set = 0, binding = 3) uniform sampler samplers[2];
layout(set = 0, binding = 4) buffer Result { vec4 result[]; };
layout(push_constant) uniform Arguments { uint which; };

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec3 p = vec3(id, id.x - id.y) * vec3(0.137, 0.171, 0.113) - vec3(0.71, 0.83, 0.39);
    result[i] = textureLod(sampled[which & 1u], p.xy, 0.0) + imageLoad(storage[which % 3u], id) +
                textureLod(sampler2D(images[which % 3u], samplers[which & 1u]), p.xy, 0.0);
    imageStore(storage[(which + 1u) % 3u], id, result[i]);
}
