#include "mmra/index.h"

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

uint64_t mmra_hash_bytes(uint64_t hash, const char *bytes, size_t length) {
    hash = mmra_hash_mix(hash, length);
    for (; length >= 8; bytes += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        hash = mmra_hash_mix(hash, word);
    }
    uint64_t rest = 0;
    for (size_t i = 0; i < length; i++)
        rest = rest << 8 | (unsigned char)bytes[i];
    return mmra_hash_mix(hash, rest);
}
