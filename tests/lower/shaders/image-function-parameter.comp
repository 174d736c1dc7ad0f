#version 460

// Images and samplers as parameters of functions.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) writeonly uniform image2D storage;
layout(set = 0, binding = 1) uniform sampler2D sampled;
layout(set = 0, binding = 2) uniform texture2D image;
layout(set = 0, binding = 3) uniform sampler linear;
layout(set = 0, binding = 4) buffer Result { vec4 result[]; };

void write(writeonly image2D to, ivec2 place, vec4 texel) {
    imageStore(to, place.yx, texel);
}

vec4 look(sampler2D first, texture2D second, sampler by, vec2 p) {
    return textureLod(first, p, 0.0) + textureLod(sampler2D(second, by), p, 1.0);
}

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec3 p = vec3(id, id.x - id.y) * vec3(0.137, 0.171, 0.113) - vec3(0.71, 0.83, 0.39);
    result[i] = look(sampled, image, linear, p.xy);
    write(storage, id, result[i]);
}
