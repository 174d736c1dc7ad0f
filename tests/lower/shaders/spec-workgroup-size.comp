#version 460

// The workgroup size is a specialization constant.
layout(local_size_x_id = 0, local_size_y_id = 1) in;
layout(local_size_x = 16, local_size_y = 2) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    result[i] = gl_WorkGroupSize.x * 100 + gl_WorkGroupSize.y * 10 + i;
}
