/* Deliberate mistakes in the memory map, which the litmus programs must expose. A program is linked with what
 * mistakes.cmake says: then what asks the map goes through mistakes_planted.c, which spoils the answer. */
#ifndef TESTS_LITMUS_MISTAKES_H
#define TESTS_LITMUS_MISTAKES_H

#include "translator/map/memory_map.h"

struct mistake {
    const char *name;
    const char *what; /* in a clause */
    /* Spoils what became of one instruction. */
    void (*spoil)(const struct spirv_memory_view *view, struct mapped_operations *operations);
};

extern const struct mistake mistakes[];
extern const uint32_t mistake_count;

/* From now on the map makes this mistake; NULL: none. */
void plant_mistake(const struct mistake *mistake);

#endif
