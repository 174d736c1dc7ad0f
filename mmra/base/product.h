/* Products of sizes that somebody else gives: of a grid, of an array. One that does not fit is UINT64_MAX, which is
 * above any limit, so that a limit never lets a product pass that has wrapped. */
#ifndef MMRA_BASE_PRODUCT_H
#define MMRA_BASE_PRODUCT_H

#include <stdint.h>

static inline uint64_t mmra_product(uint64_t a, uint64_t b) {
    return a != 0 && b > UINT64_MAX / a ? UINT64_MAX : a * b;
}

/* The product of the three sizes of a grid or a workgroup. */
static inline uint64_t mmra_volume(const uint32_t size[3]) {
    return mmra_product(mmra_product(size[0], size[1]), size[2]);
}

#endif
