/* Sets of memory-model relaxation annotations (seed: "Memory Model Relaxation Annotations").
 *
 * A tag is a pair of strings, prefix and suffix, written prefix:suffix. A set is sorted by prefix, then suffix,
 * without repetition. The empty set, 0, stands for an operation without annotations. Sets are interned: within one
 * table, two equal sets are the same mmra_set, so comparing sets is comparing numbers.
 *
 * What this does not reason about: the meaning of a prefix. "amdgpu-synchronize-as" has a compatibility of its own in
 * the AMDGPU model, which models and rules define, not this file. */
#ifndef MMRA_TAGS_H
#define MMRA_TAGS_H

#include <stdbool.h>
#include <stdint.h>

#include "mmra/base/arena.h"
#include "mmra/base/index.h"

/* Bytes with a length: a string of IR may hold any byte, NUL included. */
struct mmra_string {
    const char *bytes;
    uint32_t length;
};

struct mmra_tag {
    struct mmra_string prefix;
    struct mmra_string suffix;
};

typedef uint32_t mmra_set;
enum { MMRA_EMPTY_SET = 0 };

struct mmra_set_info {
    const struct mmra_tag *tags; /* sorted, unique */
    uint32_t count;
};

/* The table of one module. Read it through the functions. */
struct mmra_tags {
    struct arena *arena;
    struct mmra_set_info *sets;
    uint32_t count, capacity;
    struct mmra_index index;
    uint64_t key; /* of its hashes */
};

void mmra_tags_init(struct mmra_tags *tags, struct arena *arena);

/* The set of `count` tags in any order, repetitions allowed. The strings are copied into the arena if it is new. */
mmra_set mmra_set_of(struct mmra_tags *tags, const struct mmra_tag *members, uint32_t count);

struct mmra_set_info mmra_set_members(const struct mmra_tags *tags, mmra_set set);

/* Seed, "compatibility": for every prefix in either set, the other lacks it or they share one of its tags. */
bool mmra_compatible(const struct mmra_tags *tags, mmra_set a, mmra_set b);

/* Seed, "Combining Operations", prefix-wise union: of each prefix that both sets have, all tags of both. */
mmra_set mmra_combine(struct mmra_tags *tags, mmra_set a, mmra_set b);

struct mmra_string mmra_string_of(const char *text);
bool mmra_string_equal(struct mmra_string a, struct mmra_string b);

#endif
