#version 460
#extension GL_EXT_buffer_reference2 : require

// Coherent members of a buffer reached by its address.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(buffer_reference, std430) buffer Numbers { coherent uint data[32]; };
layout(push_constant) uniform Arguments { Numbers numbers; };

void main() {
    uint i = gl_LocalInvocationIndex;
    numbers.data[i] = i;
    memoryBarrierBuffer();
    barrier();
    result[i] = numbers.data[31 - i];
}
