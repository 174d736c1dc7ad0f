#version 460

// textureGrad: the level follows from the longer of two gradients.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform sampler3D image;
layout(set = 0, binding = 1) buffer Result { vec4 result[]; };

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec3 p = vec3(id, id.x - id.y) * vec3(0.137, 0.171, 0.113) - vec3(0.71, 0.83, 0.39);
    result[i] = textureGrad(image, p.xyz, vec3(id.x, 1.0, id.y) * 0.02, vec3(0.5, id.y, 0.1) * 0.03);
}
