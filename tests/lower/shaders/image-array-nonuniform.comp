#version 460

#extension GL_EXT_nonuniform_qualifier : require

// Arrays of images, sized and unsized, with another element for each invocation.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, rgba32f) uniform image2D storage[3];
layout(set = 0, binding = 1) uniform sampler2D sampled[];
layout(set = 0, binding = 2) uniform texture2D images[3];
layout(set = 0, binding = 3) uniform sampler samplers[2];
layout(set = 0, binding = 4) buffer Result { vec4 result[]; };

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec3 p = vec3(id, id.x - id.y) * vec3(0.137, 0.171, 0.113) - vec3(0.71, 0.83, 0.39);
    uint which = i % 3u;
    result[i] = textureLod(sampled[nonuniformEXT(i & 3u)], p.xy, 0.0) +
                imageLoad(storage[nonuniformEXT(which)], id) +
                textureLod(nonuniformEXT(sampler2D(images[which], samplers[which & 1u])), p.xy, 0.0);
    imageStore(storage[nonuniformEXT(which)], id, result[i]);
}
