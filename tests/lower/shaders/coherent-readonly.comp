#version 460

// A coherent buffer that the shader only reads.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) coherent readonly buffer Data { uint data[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = data[i] + data[31 - i];
}
