// Atomics beyond the end of a storage buffer do nothing and give 0.
#version 450
layout(local_size_x = 8) in;

layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(set = 0, binding = 1) buffer Result { uint result[8][4]; };

void main() {
    uint i = gl_LocalInvocationIndex, beyond = words.length() - 4 + i; // half of the invocations are
    result[i][0] = atomicAdd(words[beyond], 3);
    result[i][1] = atomicExchange(words[beyond], 5 + i);
    result[i][2] = atomicCompSwap(words[words.length() + i], 0, 9);
    result[i][3] = atomicMax(words[-1 - int(i)], 10);
}
