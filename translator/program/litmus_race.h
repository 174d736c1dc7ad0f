/* SPIR-V modules that run once as a whole dispatch or draw, to find data races (mmra/race). All invocations share the
 * code that the first one is compiled to; where invocations of a subgroup exchange values, all with the same place in
 * their workgroups do. With cooperative matrices there is such a code for each of two readings, of which a run has one.
 */
#ifndef TRANSLATOR_LITMUS_RACE_H
#define TRANSLATOR_LITMUS_RACE_H

#include "mmra/litmus/words.h"
#include "mmra/race/race.h"
#include "translator/program/grid_reader.h"

/* A value that memory which nobody chose holds at first. */
struct litmus_choice {
    uint64_t address, value;
    uint32_t bytes;
    bool is_real; /* a float of 32 bits */
};

struct unset_memory;

/* Bits of enum unset_kind (litmus_unset.h). */
struct litmus_dependence {
    const uint8_t *words; /* by word of an instruction: what the addresses of its accesses depend on */
    uint8_t all;          /* what any address or branch does */
};

enum race_contents { RACE_CONTENTS_ZERO, RACE_CONTENTS_UP, RACE_CONTENTS_DOWN };

/* A register that holds a component of a built-in at first. */
struct litmus_race_builtin {
    uint32_t code, target, builtin, component;
};

struct litmus_race {
    struct litmus_spirv spirv; /* litmus.error and so on say what is wrong; the grid as it is run */
    struct grid_reader reader;
    struct race_program program;
    uint32_t first_code;                  /* of the reading that runs */
    struct litmus_race_builtin *builtins; /* by code */
    uint32_t builtin_count, builtin_capacity;
    uint32_t *first_builtin; /* of each code, and after the last */
    const uint32_t *words;
    size_t word_count;
    uint32_t growths;      /* how often the module was read again with longer arrays */
    uint32_t image_scale;  /* as in the reader (litmus_lengths.c) */
    bool images_are_final; /* they grow no more */
    /* Memory that nobody chose holds these values: integers have this number, or the first of them has, and each
     * further one a multiple of the one before; arrays and texels are 0, or numbers that differ and count up or down.
     */
    uint32_t unset;
    bool unset_differ;
    uint8_t contents; /* enum race_contents */
    bool fills_kept;  /* also arrays that atomics access, which else begin with 0 (litmus_unset.h) */
    const struct unset_memory *unset_memories; /* NULL: not made yet */
    bool separates;                            /* a race that depends on that is a doubt; else each counts */
    const struct litmus_dependence *depends;   /* what depends on that (litmus_depends.h); NULL: not asked yet */
    bool shared_counts;                        /* those of shared memory do, too, if they depend on numbers alone */
    const struct race_answer *doubts;          /* and those among its doubts; NULL: none */
    const struct litmus_choice *choices;       /* besides */
    uint32_t choice_count;
    uint64_t *beyond; /* by memory: where accesses that leave it end; NULL: they are faults */
    /* Memory as a device left it after the same dispatch, and how the last run compares with it. */
    const smmra_litmus_data *results;
    uint32_t result_count;
    uint64_t compared, different; /* bytes */
};

/* Reads a module. The options' inputs come before their data, which variables hold as they are. */
void litmus_race_read(struct litmus_race *race, struct arena *arena, const uint32_t *words, size_t word_count,
                      const struct litmus_source *source, const smmra_litmus_options *options);
/* Reads it again with arrays that have other lengths, which last until the next such call. False: that is refused, and
 * all is as before. */
bool litmus_race_read_again(struct litmus_race *race, const struct grid_grown *grown, uint32_t count);
/* The same with other options, which stay as long as it is read. */
bool litmus_race_read_with(struct litmus_race *race, const smmra_litmus_options *options);
/* The same with the subgroups and the specialization constants of another reading, if these differ. */
bool litmus_race_read_like(struct litmus_race *race, const struct litmus_race *like);
/* Notes which registers of which code hold built-ins at first: again, where the program gets other codes. */
void litmus_race_find_builtins(struct litmus_race *race);

/* Chooses what nobody chose as another race of the same module has it, and counts races likewise. */
void litmus_race_choose_as(struct litmus_race *race, const struct litmus_race *from);
/* Notes in spirv.coverage what invocations of all runs so far have come to. The arena has the run and what it finds. */
void litmus_race_run(struct litmus_race *race, const struct race_options *options, struct arena *arena,
                     struct race_answer *answer);
/* Returns the name of the races of a run: "data race", or one that says by which of Vulkan's two texts alone they are
 * races. It lives for ever. */
const char *litmus_race_message(struct litmus_race *race, const struct race_answer *answer);
/* Returns what besides races is wrong; NULL: nothing is. It lives as long as the race. */
const char *litmus_race_fault(struct litmus_race *race, const struct race_answer *answer);

#endif
