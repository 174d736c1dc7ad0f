#version 460

// A resource that the entry point never uses.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) buffer Unused { uint nothing; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = i;
}
