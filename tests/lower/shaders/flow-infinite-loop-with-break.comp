#version 460

// A loop that only a break ends.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint v = values[i], steps = 0;
    for (;;) {
        if (v == 0 || steps == 40)
            break;
        v = v % 2 == 0 ? v / 2 : v - 1;
        ++steps;
    }
    result[i] = steps;
}
