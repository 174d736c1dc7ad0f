/* Bits of a word, and integers of so many bits. */
#ifndef MMRA_BASE_BITS_H
#define MMRA_BASE_BITS_H

#include <stdbool.h>
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

/* The low bits as a number in two's complement; a width of 0 means all 64. */
static inline int64_t mmra_signed_bits(uint64_t value, uint32_t width) {
    uint64_t sign = width ? UINT64_C(1) << (width - 1) : 0;
    return (int64_t)((mmra_low_bits(value, width ? width : 64) ^ sign) - sign);
}

/* How two numbers compare. A predicate is the set of those in which it holds. */
enum mmra_order { MMRA_EQUAL = 1, MMRA_GREATER = 2, MMRA_LESS = 4, MMRA_UNORDERED = 8, MMRA_ANY_ORDER = 15 };

static inline enum mmra_order mmra_order_of_floats(double x, double y) {
    return x == y ? MMRA_EQUAL : x > y ? MMRA_GREATER : x < y ? MMRA_LESS : MMRA_UNORDERED;
}

static inline enum mmra_order mmra_order_of_bits(uint64_t a, uint64_t b, uint32_t width, bool is_signed) {
    uint64_t sign = is_signed ? UINT64_C(1) << (width - 1) : 0;
    a = mmra_low_bits(a ^ sign, width);
    b = mmra_low_bits(b ^ sign, width);
    return a == b ? MMRA_EQUAL : a > b ? MMRA_GREATER : MMRA_LESS;
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
