#include "mmra/base/names.h"

struct name_key {
    const struct mmra_names *names;
    struct mmra_name name;
};

static bool is_name(const void *context, uint32_t item) {
    const struct name_key *key = context;
    const struct mmra_name *one = &key->names->items[item], *other = &key->name;
    return one->scope == other->scope && one->length == other->length && memcmp(one->at, other->at, one->length) == 0;
}

static uint32_t hash_of(const struct mmra_names *names, const struct mmra_name *name) {
    return mmra_hash_end(mmra_hash_bytes(mmra_hash_mix(names->key, name->scope), name->at, name->length));
}

uint32_t mmra_names_find(const struct mmra_names *names, struct mmra_name name) {
    const struct name_key key = {names, name};
    return names->count ? mmra_index_find(&names->index, hash_of(names, &name), is_name, &key) : MMRA_INDEX_NONE;
}

uint32_t mmra_names_add(struct mmra_names *names, struct arena *arena, struct mmra_name name) {
    if (!names->count)
        names->key = mmra_hash_key(names);
    *ARENA_PUSH(arena, names->items, names->count, names->capacity) = name;
    mmra_index_add(&names->index, arena, hash_of(names, &name), names->count - 1);
    return names->count - 1;
}
