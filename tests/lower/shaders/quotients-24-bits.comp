#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

// Quotients of numbers of 24 bits that are 1 less than a multiple: divided through floats, many are one too large.
layout(local_size_x = 64) in;

layout(set = 0, binding = 0) buffer Block0 { uint wrong[64]; };
layout(set = 0, binding = 1) buffer Block1 { uint values[64]; };

void main() {
    uint i = gl_LocalInvocationIndex, count = 0;
    for (uint k = 0; k < 64; k++) {
        uint divisor = 3 + ((values[i] + k) & 63u), quotient = 0xFFFFFFu / divisor - (values[k] & 0x3FFFu);
        uint dividend = (quotient * divisor - 1) & 0xFFFFFFu;
        int below = -int(((quotient >> 1) * divisor - 1) & 0x7FFFFFu), by = int(divisor);
        count += dividend / divisor == quotient - 1 ? 0 : 1;
        count += dividend % divisor == divisor - 1 ? 0 : 0x100;
        count += below / by * by >= below && below / by * by - below < by ? 0 : 0x10000;
        count += uint64_t(dividend) / divisor == quotient - 1 ? 0 : 0x1000000;
    }
    wrong[i] = count;
}
