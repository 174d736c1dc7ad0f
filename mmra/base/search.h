/* Search in items that are sorted by a number. */
#ifndef MMRA_SEARCH_H
#define MMRA_SEARCH_H

#include <stddef.h>
#include <stdint.h>

/* How many of the items have a smaller `member`, a uint32_t, than the key: the index of the first that has it, where
 * one has. The items are sorted by this member. `items` may be NULL where `count` is 0. */
#define COUNT_BELOW(items, count, member, key)                                                                         \
    ((count) ? numbers_below(&(items)->member, sizeof *(items), (uint32_t)(count), (key)) : 0)

/* The same for a member that is the key or smaller. */
#define COUNT_UP_TO(items, count, member, key) COUNT_BELOW(items, count, member, (uint64_t)(key) + 1)

/* `numbers` points to the number in the first item; each further one stands `stride` bytes behind the one before. */
static inline uint32_t numbers_below(const uint32_t *numbers, size_t stride, uint32_t count, uint64_t key) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (*(const uint32_t *)(const void *)((const char *)numbers + stride * middle) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
