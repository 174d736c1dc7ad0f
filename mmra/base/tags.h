/* Sets of memory-model relaxation annotations (LLVM, "Memory Model Relaxation Annotations").
 *
 * A tag is a pair of strings, prefix and suffix, written prefix:suffix. A set is sorted by prefix, then suffix,
 * without repetition. The empty set, 0, stands for an operation without annotations. Sets are interned: within one
 * table, two equal sets are the same mmra_set, so comparing sets is comparing numbers.
 *
 * This file alone spells the prefixes and values that are known, and says which of them a set has. It does not reason
 * about what they mean: amdgpu-synchronize-as has a compatibility of its own in the AMDGPU model, which models and
 * rules define. */
#ifndef MMRA_TAGS_H
#define MMRA_TAGS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "mmra/base/arena.h"
#include "mmra/base/index.h"

/* Bytes with a length: a string of IR may hold any byte, NUL included. */
struct mmra_string {
    const char *bytes;
    uint32_t length;
};

/* Whether it begins with the word. */
static inline bool mmra_string_begins(struct mmra_string string, const char *word) {
    size_t length = strlen(word);
    return string.length >= length && memcmp(string.bytes, word, length) == 0;
}

struct mmra_tag {
    struct mmra_string prefix;
    struct mmra_string suffix;
};

typedef uint32_t mmra_set;
enum { MMRA_EMPTY_SET = 0 };

enum { MMRA_KNOWN_TAGS = 5 };

/* Each bit is a fact that a tag states; a set of tags states the facts of all its tags. */
enum mmra_fact {
    MMRA_PRIVATE = 1 << 0,              /* vulkan:private */
    MMRA_NONPRIVATE = 1 << 1,           /* vulkan:nonprivate */
    MMRA_AV_NONE = 1 << 2,              /* amdgcn-av:none */
    MMRA_SYNC_GLOBAL = 1 << 3,          /* amdgpu-synchronize-as:global */
    MMRA_SYNC_LOCAL = 1 << 4,           /* amdgpu-synchronize-as:local */
    MMRA_VULKAN = 1 << MMRA_KNOWN_TAGS, /* the prefix vulkan, whatever the value */
    MMRA_AV = MMRA_VULKAN << 1,         /* likewise amdgcn-av */
    MMRA_SYNC = MMRA_VULKAN << 2,       /* likewise amdgpu-synchronize-as, however it is spelled */
    MMRA_ODD_VALUE = MMRA_VULKAN << 3,  /* a known prefix with another value */
    MMRA_ODD_PREFIX = MMRA_VULKAN << 4  /* a prefix that is not known */
};

enum { MMRA_KNOWN_PREFIXES = 3 };

struct mmra_set_info {
    const struct mmra_tag *tags; /* sorted, unique */
    uint32_t count;
    uint16_t facts; /* enum mmra_fact, of all tags */
};

/* The table of one module. Read it through the functions. */
struct mmra_tags {
    struct arena *arena;
    struct mmra_set_info *sets;
    uint32_t count, capacity;
    struct mmra_index index;
    uint64_t key; /* of its hashes */
    struct mmra_string prefixes[MMRA_KNOWN_PREFIXES];
};

void mmra_tags_init(struct mmra_tags *tags, struct arena *arena);

/* From here on amdgpu-synchronize-as is spelled as LLVM 19 to 21 do: amdgpu-as. Each version ignores the other's name.
 * The table must not have a set yet. */
void mmra_tags_spell_as(struct mmra_tags *tags);

/* The set of `count` tags in any order, repetitions allowed. The strings are copied into the arena if it is new. */
mmra_set mmra_set_of(struct mmra_tags *tags, const struct mmra_tag *members, uint32_t count);

/* The set of the known tags whose bits these are. */
mmra_set mmra_set_of_known(struct mmra_tags *tags, unsigned known);

struct mmra_set_info mmra_set_members(const struct mmra_tags *tags, mmra_set set);

unsigned mmra_facts_of_tag(const struct mmra_tags *tags, struct mmra_tag tag);
static inline unsigned mmra_facts(const struct mmra_tags *tags, mmra_set set) {
    return tags->sets[set].facts;
}

/* Whether an access with such tags is one that other invocations may look at. */
static inline bool mmra_is_shared(unsigned facts) {
    return facts & MMRA_NONPRIVATE || !(facts & MMRA_PRIVATE);
}

/* The set, and in addition the known tags whose bits these are. */
mmra_set mmra_with(struct mmra_tags *tags, mmra_set set, unsigned known);

/* The set without the tags of prefix amdgpu-synchronize-as. */
mmra_set mmra_without_sync(struct mmra_tags *tags, mmra_set set);

/* The set without amdgcn-av:none. */
mmra_set mmra_without_none(struct mmra_tags *tags, mmra_set set);

/* Compatibility, as that document defines it: for every prefix in either set, the other lacks it or they share one of
 * its tags. */
bool mmra_compatible(const struct mmra_tags *tags, mmra_set a, mmra_set b);

/* The document's prefix-wise union ("Combining Operations"): of each prefix that both sets have, all tags of both. */
mmra_set mmra_combine(struct mmra_tags *tags, mmra_set a, mmra_set b);

struct mmra_string mmra_string_of(const char *text);
bool mmra_string_equal(struct mmra_string a, struct mmra_string b);
/* Whether it is one of these words, which blanks part. */
bool mmra_string_among(struct mmra_string word, const char *words);
/* Returns what stands after the first `key`; NULL: it is not there. */
const char *mmra_string_behind(struct mmra_string text, const char *key);

#endif
