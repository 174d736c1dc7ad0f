/* The command, of whose runs the ways to make them shorter are left away that SMMRA_WITHOUT names (enum race_shortcut,
 * as bits). It says besides which instructions ran and what memory holds at the end, and with
 * SMMRA_PARTS to standard error in how many parts. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "mmra/base/index.h"
#include "mmra/race/race.h"

void __real_race_run(const struct race_program *program, const struct race_options *given, struct arena *arena,
                     struct race_answer *answer);
void __wrap_race_run(const struct race_program *program, const struct race_options *given, struct arena *arena,
                     struct race_answer *answer);

static void say_what_ran(const struct race_program *program) {
    uint64_t hash = 0;
    for (uint32_t c = 0; program->ran && c < program->code_count; c++)
        for (uint32_t i = 0; i < program->codes[c].code_count; i++)
            hash = mmra_hash_mix(hash, program->ran[c][i] != 0);
    printf("ran %" PRIx32 "\n", mmra_hash_end(hash));
}

static const struct race_program *running;

static void say_what_memory_holds(void *user, struct race_memory *memory) {
    uint64_t hash = 0;
    for (uint32_t r = 0; r < running->range_count; r++)
        for (uint64_t i = 0; i < running->ranges[r].bytes && !running->ranges[r].per_group; i++)
            hash = mmra_hash_mix(hash, race_memory_get(memory, running->ranges[r].address + i));
    printf("memory %" PRIx32 "\n", mmra_hash_end(hash));
    running->finish(user, memory);
}

void __wrap_race_run(const struct race_program *program, const struct race_options *given, struct arena *arena,
                     struct race_answer *answer) {
    struct race_program told = *program;
    struct race_options options = *given;
    const char *without = getenv("SMMRA_WITHOUT");
    options.without = (uint8_t)(without ? strtoul(without, NULL, 0) : 0);
    running = program;
    told.finish = say_what_memory_holds;
    __real_race_run(&told, &options, arena, answer);
    if (getenv("SMMRA_PARTS"))
        fprintf(stderr, "parts %u\n", answer->parts);
    say_what_ran(program);
}
