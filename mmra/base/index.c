#include "mmra/base/index.h"

#ifdef __linux__
#include <sys/auxv.h>
#endif

enum { FIRST_SLOTS = 64 };

uint32_t mmra_index_find(const struct mmra_index *index, uint32_t hash, mmra_index_equal equal, const void *key) {
    if (!index->slot_count)
        return MMRA_INDEX_NONE;
    uint32_t mask = index->slot_count - 1;
    for (uint32_t slot = hash & mask; index->slots[slot].item; slot = (slot + 1) & mask) {
        const struct mmra_index_slot *found = &index->slots[slot];
        if (found->hash == hash && equal(key, found->item - 1))
            return found->item - 1;
    }
    return MMRA_INDEX_NONE;
}

static void place(struct mmra_index *index, struct mmra_index_slot entry) {
    uint32_t mask = index->slot_count - 1;
    uint32_t slot = entry.hash & mask;
    while (index->slots[slot].item)
        slot = (slot + 1) & mask;
    index->slots[slot] = entry;
}

static void grow(struct mmra_index *index, struct arena *arena) {
    struct mmra_index old = *index;
    index->slot_count = old.slot_count ? old.slot_count * 2 : FIRST_SLOTS;
    index->slots = arena_allocate_array(arena, index->slot_count, sizeof *index->slots);
    for (uint32_t i = 0; i < old.slot_count; i++)
        if (old.slots[i].item)
            place(index, old.slots[i]);
    arena_give_back(arena, old.slots);
}

void mmra_index_add(struct mmra_index *index, struct arena *arena, uint32_t hash, uint32_t item) {
    if (index->count >= index->slot_count / 2)
        grow(index, arena);
    place(index, (struct mmra_index_slot){item + 1, hash});
    index->count++;
}

uint64_t mmra_hash_key(const void *object) {
    uint64_t random[2] = {0, 0};
#ifdef __linux__
    const void *given = (const void *)getauxval(AT_RANDOM); /* 16 bytes, another 16 for each process */
    if (given)
        memcpy(random, given, sizeof random);
#endif
    uint64_t key = mmra_hash_mix(random[0], (uint64_t)(uintptr_t)object);
    return mmra_hash_bytes(key, (const char *)random, sizeof random);
}

/* Both halves of the product, combined: every bit of the factors affects every bit. */
static inline uint64_t fold(uint64_t a, uint64_t b) {
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
    uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX), high = (a >> 32) * (b >> 32);
    uint64_t one = (a >> 32) * (b & UINT32_MAX), other = (a & UINT32_MAX) * (b >> 32);
    uint64_t middle = (low >> 32) + (one & UINT32_MAX) + other;
    return ((low & UINT32_MAX) | middle << 32) ^ (high + (one >> 32) + (middle >> 32));
#endif
}

static inline uint64_t read_word(const char *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* At most 7 bytes as a word. Different bytes of the same number make different words. */
static inline uint64_t read_few(const char *bytes, size_t length) {
    const unsigned char *few = (const unsigned char *)bytes;
    uint32_t first, last;
    if (!length)
        return 0;
    if (length < 4)
        return few[0] | (uint64_t)few[length / 2] << 8 | (uint64_t)few[length - 1] << 16;
    memcpy(&first, bytes, sizeof first);
    memcpy(&last, bytes + length - 4, sizeof last);
    return first | (uint64_t)last << 32;
}

uint64_t mmra_hash_bytes(uint64_t hash, const char *bytes, size_t length) {
    uint64_t key = (hash ^ UINT64_C(0x646F72616E646F6D)) | 1, end = hash + length;
    if (length < 8)
        return fold(fold(hash ^ read_few(bytes, length), key) ^ end, key);
    const char *last = bytes + length - 8; /* the last word may begin within the one before */
    for (; bytes < last; bytes += 8)
        hash = fold(hash ^ read_word(bytes), key);
    return fold(fold(hash ^ read_word(last), key) ^ end, key);
}
