#version 460

// The length of a runtime array.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint header[2]; uvec2 values[]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = values.length() + i;
}
