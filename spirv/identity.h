/* The identities of group operations (SPIR-V 3.49.21 and 3.49.24), as bits. */
#ifndef SPIRV_IDENTITY_H
#define SPIRV_IDENTITY_H

#include <math.h>
#include <stdbool.h>

#include "mmra/base/float_format.h"

/* LARGEST and SMALLEST are those of unsigned and of signed integers; of floats they are the infinities. */
enum spirv_identity {
    SPIRV_ZERO,
    SPIRV_ONE,
    SPIRV_ONES,
    SPIRV_LARGEST,
    SPIRV_SMALLEST,
    SPIRV_LARGEST_SIGNED,
    SPIRV_SMALLEST_SIGNED
};

/* `width` is 1 to 64. A float has only the first five; SPIRV_ONES is none of its. */
static inline uint64_t spirv_identity_bits(enum spirv_identity identity, bool is_float, uint32_t width) {
    const uint64_t ones = UINT64_MAX >> (64 - width), sign = UINT64_C(1) << (width - 1);
    const uint64_t integers[] = {0, 1, ones, ones, 0, ones ^ sign, sign};
    static const double floats[] = {0, 1, 0, INFINITY, -INFINITY};
    return is_float ? mmra_float_bits(floats[identity], width) : integers[identity];
}

#endif
