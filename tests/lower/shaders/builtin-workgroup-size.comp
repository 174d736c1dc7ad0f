#version 460

// The size of the workgroup, a constant.
layout(local_size_x = 8, local_size_y = 4) in;

layout(set = 0, binding = 0) buffer Result { uvec4 result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i % 32] = uvec4(gl_WorkGroupSize, gl_WorkGroupSize.x * gl_WorkGroupSize.y);
}
