/* The command, of whose runs the ways to make them shorter are left away that SMMRA_WITHOUT names (enum race_shortcut,
 * as bits). It says besides which instructions ran. */
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

void __wrap_race_run(const struct race_program *program, const struct race_options *given, struct arena *arena,
                     struct race_answer *answer) {
    struct race_options options = *given;
    const char *without = getenv("SMMRA_WITHOUT");
    options.without = (uint8_t)(without ? strtoul(without, NULL, 0) : 0);
    __real_race_run(program, &options, arena, answer);
    say_what_ran(program);
}
