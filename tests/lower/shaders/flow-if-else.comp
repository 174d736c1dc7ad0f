#version 460

// Nested conditions.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint v = values[i];
    if (v < 100u) {
        result[i] = 1;
    } else if (v % 2 == 0) {
        if (v % 4 == 0)
            result[i] = 4;
        else
            result[i] = 2;
    } else {
        result[i] = v;
    }
}
