#version 460

// atomicExchange on words of the invocation's own.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };
layout(set = 0, binding = 2) buffer Words { uint own[32]; };
shared uint local_own[32];

void main() {
    uint i = gl_LocalInvocationIndex;
    own[i] = i;
    local_own[i] = i + 100;
    uint a = atomicExchange(own[i], values[i]);
    uint b = atomicExchange(local_own[i], values[i] + 1);
    result[i] = a * 1000 + b;
}
