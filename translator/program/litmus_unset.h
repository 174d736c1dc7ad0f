/* Integers of push constants and uniform blocks that nobody chose (races.md, "Numbers that nobody chose"). */
#ifndef TRANSLATOR_LITMUS_UNSET_H
#define TRANSLATOR_LITMUS_UNSET_H

#include "translator/program/litmus_race.h"

/* An integer of a push constant or uniform block that some instruction reads. */
struct unset {
    uint64_t address;
    const struct model_operation *reader;
};

/* All of them, in the arena of the race. */
struct unset *litmus_unset_list(const struct litmus_race *race, uint32_t *count);
/* Whether the address lies in the memory. */
bool litmus_unset_is_in(const struct litmus_memory *memory, uint64_t address);
/* What memory that nobody chose holds there at first. */
uint32_t litmus_unset_at(const struct litmus_race *race, uint64_t address);
/* Writes the number that the race has for them; 0: they keep what they have. */
void litmus_unset_fill(const struct litmus_race *race, struct race_memory *memory);

#endif
