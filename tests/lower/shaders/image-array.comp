#version 460

// Arrays of images, with constant elements.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, rgba32f) uniform image2D storage[3];
layout(set = 0, binding = 1) uniform sampler2D sampled[2];
layout(set = 0, binding = 2) uniform texture2D images[3];
layout(set = 0, binding = 3) uniform sampler samplers[2];
layout(set = 0, binding = 4) uniform samplerBuffer texels[2];
layout(set = 0, binding = 5) buffer Result { vec4 result[]; };

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec3 p = vec3(id, id.x - id.y) * vec3(0.137, 0.171, 0.113) - vec3(0.71, 0.83, 0.39);
    result[i] = textureLod(sampled[1], p.xy, 0.0) + textureLod(sampler2D(images[2], samplers[1]), p.xy, 0.0) +
                imageLoad(storage[1], id) + texelFetch(texels[1], int(i));
    imageStore(storage[2], id, result[i]);
}
