#version 460
#extension GL_EXT_buffer_reference2 : require

// An atomic on memory reached by its address.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(buffer_reference, std430) buffer Counter { uint hits; };
layout(push_constant) uniform Arguments { Counter counter; };

void main() {
    uint i = gl_LocalInvocationIndex;
    atomicAdd(counter.hits, i);
    result[i] = i;
}
