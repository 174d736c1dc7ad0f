#version 460

// A std140 uniform block of scalars, vectors and a matrix.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec4 result[32]; };
layout(set = 0, binding = 1, std140) uniform Constants { float scale; vec3 offset; mat4 m; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = m * vec4(offset * scale, float(i));
}
