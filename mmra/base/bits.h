/* Bits of a word. */
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

#endif
