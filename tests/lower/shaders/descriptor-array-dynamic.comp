#version 460

// A descriptor array with an index that is uniform but not constant.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; } inputs[4];
layout(push_constant) uniform Arguments { uint which; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = inputs[which & 3u].values[i];
}
