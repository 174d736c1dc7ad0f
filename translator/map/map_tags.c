#include "translator/map/map_tags.h"

#include "translator/map/memory_map.h"

mmra_set map_tags_make(struct map_tags *cache, struct mmra_tags *tags, unsigned bits) {
    cache->sets[bits] = mmra_set_of_known(tags, bits);
    return cache->sets[bits];
}
