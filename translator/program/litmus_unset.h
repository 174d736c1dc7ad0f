/* Memory may hold what nobody chose (races.md, "Numbers that nobody chose" and "Contents that nobody chose"). */
#ifndef TRANSLATOR_LITMUS_UNSET_H
#define TRANSLATOR_LITMUS_UNSET_H

#include "translator/program/litmus_race.h"

/* What nobody has chosen of memory, as bits. */
enum unset_kind { UNSET_NUMBER = 1, UNSET_CONTENTS = 2 };

/* A memory of the program has scalars, and ends in an array or in texels. An array of which no element is read at a
 * computed index is so many scalars. */
struct unset_memory {
    uint64_t tail;            /* offset at which that array begins */
    uint8_t of_head, of_tail; /* enum unset_kind: chosen by nobody */
    /* Accesses to it: memory that is written, or that atomics access, begins with 0; but elements of an array may be
     * read before others are written. */
    bool head_is_written, head_has_atomics, tail_is_written, tail_has_atomics, tail_is_indexed;
};

/* An integer of a push constant, uniform block or read-only part of a buffer that some instruction reads. */
struct unset {
    uint64_t address;
    const struct model_operation *reader;
};

/* What nobody chose, by memory of the program; it is made once for each reading of the module. */
const struct unset_memory *litmus_unset_memories(struct litmus_race *race);
/* All integers, in the arena of the race. */
struct unset *litmus_unset_list(struct litmus_race *race, uint32_t *count);
/* Whether an access may be to bytes of the memory: from `from` on, before `to`. */
bool litmus_unset_meets(const struct litmus_memory *memory, const struct program_instruction *in, uint64_t from,
                        uint64_t to);
/* Whether the address lies in the memory. */
bool litmus_unset_is_in(const struct litmus_memory *memory, uint64_t address);
/* The number that the race has for an integer there. */
uint64_t litmus_unset_at(struct litmus_race *race, uint64_t address);
/* Writes the numbers and contents that the race has for them. */
void litmus_unset_fill(struct litmus_race *race, struct race_memory *memory);
/* Whether a race of these two is a finding of the run (struct race_program); what depends on what is known. */
bool litmus_unset_counts(const struct litmus_race *race, const struct model_operation *a,
                         const struct model_operation *b);
/* How many memories get such contents, and their names, but for what an instruction accesses; NULL: for nothing. */
uint32_t litmus_unset_filled(struct litmus_race *race);
const char *litmus_unset_names(struct litmus_race *race, const struct model_operation *except);

#endif
