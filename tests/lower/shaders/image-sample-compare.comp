#version 460

// Comparisons with a depth, filtered after it; of planes, layers and cubes.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform sampler2DShadow plane;
layout(set = 0, binding = 1) uniform sampler2DArrayShadow layers;
layout(set = 0, binding = 2) uniform samplerCubeShadow cube;
layout(set = 0, binding = 3) uniform sampler1DShadow line;
layout(set = 0, binding = 4) buffer Result { vec4 result[]; };

void main() {
    ivec2 id = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    vec3 p = vec3(id, id.x - id.y) * vec3(0.137, 0.171, 0.113) - vec3(0.71, 0.83, 0.39);
    float reference = float(i % 23u) / 22.0;
    result[i].x = textureLod(plane, vec3(p.xy, reference), 0.5);
    result[i].y = textureGrad(layers, vec4(p.yx, id.x % 4, reference), vec2(0.1, 0.0), vec2(0.0));
    result[i].z = textureGrad(cube, vec4(p, reference), vec3(0.0), vec3(0.0));
    result[i].w = textureLod(line, vec3(p.z, 0.0, reference), 1.0);
}
