#version 460

// The number of workgroups.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec4 result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = uvec4(gl_NumWorkGroups, i);
}
