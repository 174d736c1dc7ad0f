#version 450
// Changes nothing, whatever there is: what is read is written back.
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Result { uint result[]; };

void main() {
    result[gl_LocalInvocationIndex] = result[gl_LocalInvocationIndex];
}
