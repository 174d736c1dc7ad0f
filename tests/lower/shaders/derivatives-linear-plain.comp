#version 450

// derivatives-linear in other words: the invocation reads its neighbours' values itself.
layout(local_size_x = 4, local_size_y = 6) in;

layout(set = 0, binding = 0) buffer Result { vec4 result[24]; vec4 coarse[24]; vec4 unnamed[24]; };
layout(set = 0, binding = 1) readonly buffer Input { vec3 values[24]; };

void main() {
    uint i = gl_LocalInvocationIndex, quad = i & ~3u;
    vec3 x = values[i | 1] - values[i & ~1u], y = values[i | 2] - values[i & ~2u];
    vec3 coarse_x = values[quad + 1] - values[quad], coarse_y = values[quad + 2] - values[quad];
    result[i] = vec4(x.x, y.y, abs(x.z) + abs(y.z), abs(x.x) + abs(y.x));
    coarse[i] = vec4(coarse_x.x, coarse_y.y, abs(coarse_x.z) + abs(coarse_y.z), 0);
    unnamed[i] = vec4(x.x, y.y, abs(x.z) + abs(y.z), 0);
}
