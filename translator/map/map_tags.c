#include "translator/map/map_tags.h"

#include "translator/map/memory_map.h"

static const struct {
    const char *prefix, *suffix;
} names[MAP_TAG_BITS] = {
    {"vulkan", "private"},
    {"vulkan", "nonprivate"},
    {"amdgcn-av", "none"},
    {"amdgpu-synchronize-as", "global"},
    {"amdgpu-synchronize-as", "local"},
};

mmra_set map_tags_make(struct map_tags *cache, struct mmra_tags *tags, unsigned bits) {
    struct mmra_tag members[MAP_TAG_BITS];
    uint32_t count = 0;
    for (unsigned i = 0; i < MAP_TAG_BITS; i++) {
        if (bits & 1u << i) {
            members[count++] = (struct mmra_tag){mmra_string_of(names[i].prefix), mmra_string_of(names[i].suffix)};
        }
    }
    cache->sets[bits] = mmra_set_of(tags, members, count);
    return cache->sets[bits];
}
