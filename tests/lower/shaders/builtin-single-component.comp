#version 460

// A single component of a built-in vector.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };

void main() {
    uint i = gl_LocalInvocationID.x;
    result[i] = gl_GlobalInvocationID.y + gl_WorkGroupID.z + i;
}
