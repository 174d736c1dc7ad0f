#version 460

// Multiples of a number, and numbers half a unit behind them: what is left of the quotient is exact.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { vec4 result[32][8]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    for (uint k = 0; k < 8; ++k) {
        uint n = 4 * k + i % 4;
        float divisor = float(i + 1), multiple = divisor * float(n * n * n);
        result[i][k] = vec4(mod(multiple, divisor), mod(multiple + 0.5, divisor), mod(-multiple, divisor), mod(multiple, -divisor));
    }
}
