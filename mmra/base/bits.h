/* Bits of a word, and integers of so many bits. */
#ifndef MMRA_BASE_BITS_H
#define MMRA_BASE_BITS_H

#include <stdint.h>

/* How many are set. */
static inline uint32_t mmra_count_ones(uint64_t bits) {
    uint32_t count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

/* The low bits of a value, 64 at most. */
static inline uint64_t mmra_low_bits(uint64_t value, uint32_t width) {
    return width >= 64 ? value : value & ((UINT64_C(1) << width) - 1);
}

/* The number that they are in two's complement; all bits of the value if the width is 0. */
static inline int64_t mmra_signed_bits(uint64_t value, uint32_t width) {
    uint64_t sign = width ? UINT64_C(1) << (width - 1) : 0;
    return (int64_t)((mmra_low_bits(value, width ? width : 64) ^ sign) - sign);
}

/* Bits that tell little of the value, as a digest takes them (SplitMix64). */
static inline uint64_t mmra_mixed_bits(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* The low bits in the opposite order. */
static inline uint64_t mmra_reversed_bits(uint64_t value, uint32_t width) {
    uint64_t result = 0;
    for (uint32_t i = 0; i < width; i++)
        result |= (value >> i & 1) << (width - 1 - i);
    return result;
}

#endif
