#version 460

// A branch on a specialization constant.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uint result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uint values[32]; };
layout(constant_id = 0) const uint mode = 1;

void main() {
    uint i = gl_LocalInvocationIndex;
    switch (mode) {
    case 0:
        result[i] = values[i];
        break;
    case 1:
        result[i] = ~values[i];
        break;
    default:
        result[i] = 0;
    }
}
