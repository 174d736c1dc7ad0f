#version 460

// Carry, borrow and extended products.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec4 result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { uvec2 values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint carry, borrow, high, low;
    uint sum = uaddCarry(values[i].x, values[i].y, carry);
    uint difference = usubBorrow(values[i].x, values[i].y, borrow);
    umulExtended(values[i].x, values[i].y, high, low);
    result[i] = uvec4(sum ^ low, difference, carry * 2 + borrow, high);
}
