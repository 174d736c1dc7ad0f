#include "mmra/base/index.h"

#ifdef __linux__
#include <sys/auxv.h>
#endif

enum { FIRST_SLOTS = 64 };

uint32_t mmra_index_find(const struct mmra_index *index, uint32_t hash, mmra_index_equal equal,
                         const void *key) {
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

struct sip {
    uint64_t a, b, c, d;
};

static inline uint64_t rotate(uint64_t word, unsigned bits) {
    return word << bits | word >> (64 - bits);
}

static inline void sip_round(struct sip *s) {
    s->a += s->b, s->c += s->d;
    s->b = rotate(s->b, 13) ^ s->a, s->d = rotate(s->d, 16) ^ s->c;
    s->a = rotate(s->a, 32);
    s->c += s->b, s->a += s->d;
    s->b = rotate(s->b, 17) ^ s->c, s->d = rotate(s->d, 21) ^ s->a;
    s->c = rotate(s->c, 32);
}

static inline void sip_word(struct sip *s, uint64_t word) {
    s->d ^= word;
    sip_round(s);
    s->a ^= word;
}

uint64_t mmra_hash_bytes(uint64_t hash, const char *bytes, size_t length) {
    uint64_t other = hash * UINT64_C(0x9E3779B97F4A7C15);
    struct sip s = {hash ^ UINT64_C(0x736F6D6570736575), other ^ UINT64_C(0x646F72616E646F6D),
                    hash ^ UINT64_C(0x6C7967656E657261), other ^ UINT64_C(0x7465646279746573)};
    uint64_t rest = (uint64_t)length << 56, word;
    for (; length >= 8; bytes += 8, length -= 8) {
        memcpy(&word, bytes, 8);
        sip_word(&s, word);
    }
    for (size_t i = 0; i < length; i++)
        rest |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
    sip_word(&s, rest);
    s.c ^= 0xFF;
    sip_round(&s);
    sip_round(&s);
    sip_round(&s);
    return s.a ^ s.b ^ s.c ^ s.d;
}
