#version 460

// Return from inside a loop.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };

uint find(uint wanted) {
    for (uint k = 0; k < 32; ++k) {
        if (k * k % 32 == wanted)
            return k;
    }
    return 99;
}

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = find(values[i] % 32);
}
