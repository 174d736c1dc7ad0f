/* A hash index over items that live elsewhere: it finds an item's number by its content. Open addressing; the
 * hash stands beside the number, so that growing touches no item and comparing touches few. */
#ifndef MMRA_INDEX_H
#define MMRA_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "mmra/base/arena.h"

struct mmra_index_slot {
    uint32_t item; /* its number + 1; 0 is a free slot */
    uint32_t hash;
};

struct mmra_index {
    struct mmra_index_slot *slots;
    uint32_t slot_count; /* 0 or a power of two */
    uint32_t count;
};

/* Whether item number `item` has the content that `key` describes. */
typedef bool (*mmra_index_equal)(const void *key, uint32_t item);

#define MMRA_INDEX_NONE UINT32_MAX /* an enumerator of C11 is an int */

/* The number of the item that equals `key`, or MMRA_INDEX_NONE. */
uint32_t mmra_index_find(const struct mmra_index *index, uint32_t hash, mmra_index_equal equal, const void *key);

/* Adds an item that mmra_index_find did not find. */
void mmra_index_add(struct mmra_index *index, struct arena *arena, uint32_t hash, uint32_t item);

/* Takes all items out. */
static inline void mmra_index_clear(struct mmra_index *index) {
    if (index->count)
        memset(index->slots, 0, index->slot_count * sizeof *index->slots);
    index->count = 0;
}

/* The value that hashes begin with, different each time: whoever writes the input does not know it, and cannot choose
 * names or numbers that collide. Results of look-ups do not depend on it. `object`: any object of the caller. */
uint64_t mmra_hash_key(const void *object);

static inline uint64_t mmra_hash_mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ (hash >> 29);
}

static inline uint32_t mmra_hash_end(uint64_t hash) {
    return (uint32_t)(hash ^ (hash >> 32));
}

/* Multiplies words by a key that is made from `hash`. With words that are mixed one by one, bytes can be chosen that
 * collide under every key; here they cannot. */
uint64_t mmra_hash_bytes(uint64_t hash, const char *bytes, size_t length);

#endif
