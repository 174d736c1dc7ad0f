/* The command, of whose runs the ways to make them shorter are left away that SMMRA_WITHOUT names (enum race_shortcut,
 * as bits). */
#include <stdlib.h>

#include "mmra/race/race.h"

void __real_race_run(const struct race_program *program, const struct race_options *given, struct arena *arena,
                     struct race_answer *answer);
void __wrap_race_run(const struct race_program *program, const struct race_options *given, struct arena *arena,
                     struct race_answer *answer);

void __wrap_race_run(const struct race_program *program, const struct race_options *given, struct arena *arena,
                     struct race_answer *answer) {
    struct race_options options = *given;
    const char *without = getenv("SMMRA_WITHOUT");
    options.without = (uint8_t)(without ? strtoul(without, NULL, 0) : 0);
    __real_race_run(program, &options, arena, answer);
}
