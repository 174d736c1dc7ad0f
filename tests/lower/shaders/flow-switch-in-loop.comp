#version 460

// A switch in a loop: break leaves the switch, continue the iteration.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint n = i;
    for (int k = 0; k < 8; ++k) {
        switch (n % 3) {
        case 0:
            n += 5;
            continue;
        case 1:
            n *= 2;
            break;
        default:
            n -= 1;
        }
        n += 1;
    }
    result[i] = n;
}
