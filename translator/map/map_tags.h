/* The annotations of the memory map as sets of an IR module: enum map_tag bits to mmra_set. Made once for
 * each combination and module. */
#ifndef TRANSLATOR_MAP_TAGS_H
#define TRANSLATOR_MAP_TAGS_H

#include "mmra/base/tags.h"

enum { MAP_TAG_BITS = MMRA_KNOWN_TAGS };

/* Zero-initialized before first use; one for each table of sets. */
struct map_tags {
    mmra_set sets[1 << MAP_TAG_BITS]; /* MMRA_EMPTY_SET: not yet made, or empty */
};

/* `bits`: enum map_tag, or'ed. Both values of one prefix make a set with both tags. */
mmra_set map_tags_make(struct map_tags *cache, struct mmra_tags *tags, unsigned bits); /* not of 0 */
static inline mmra_set map_tags_set(struct map_tags *cache, struct mmra_tags *tags, unsigned bits) {
    bits &= (1u << MAP_TAG_BITS) - 1;
    return cache->sets[bits] || !bits ? cache->sets[bits] : map_tags_make(cache, tags, bits);
}

#endif
