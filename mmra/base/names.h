/* Names that are numbered in the order in which they come, and found by what they are. */
#ifndef MMRA_NAMES_H
#define MMRA_NAMES_H

#include "mmra/base/index.h"

struct mmra_name {
    const char *at; /* stays as long as the names */
    size_t length;
    uint32_t scope; /* the same name may stand for something else in each */
};

struct mmra_names {
    struct mmra_name *items;
    uint32_t count, capacity;
    struct mmra_index index;
    uint64_t key;
};

/* The number of a name; MMRA_INDEX_NONE: it is not there. */
uint32_t mmra_names_find(const struct mmra_names *names, struct mmra_name name);

/* Adds a name that is not there; the names begin as 0. Its number. */
uint32_t mmra_names_add(struct mmra_names *names, struct arena *arena, struct mmra_name name);

#endif
