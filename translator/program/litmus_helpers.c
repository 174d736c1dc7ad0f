/* If the invocation that is elected to write is a helper, nothing is written (Vulkan, "Helper Invocations": their
 * stores and atomics have no effect). Two more runs tell whether it may be: in one all fragments are helpers, and
 * some come to the election or none; in the other helpers are elected, and what does not run then hangs on it. */
#include "translator/program/litmus_helpers.h"

#include <string.h>

#include "translator/program/litmus_orders.h"
#include "translator/program/litmus_trial.h"

enum { STEPS_OF_HELPERS = 10000000 };

static uint8_t **new_ran(const struct litmus_race *race) {
    uint8_t **ran = arena_allocate_array(race->reader.arena, race->program.code_count, sizeof *ran);
    for (uint32_t c = 0; c < race->program.code_count; c++)
        ran[c] = arena_allocate_array(race->reader.arena, race->program.codes[c].code_count + 1, 1);
    return ran;
}

/* Whether a fragment that is a helper from its beginning on comes to an election. */
static bool helpers_come(struct litmus_trial *trial) {
    struct grid_reader *g = &trial->race->reader;
    bool come = false;
    g->all_are_helpers = true;
    litmus_trial_run(trial, trial->race, new_ran(trial->race));
    g->all_are_helpers = false;
    for (uint32_t i = 0; i < g->election_count; i++)
        come |= trial->words[g->elections[i]];
    return come;
}

static bool is_seen(const struct litmus_race *race, const struct program_instruction *in) {
    if (in->opcode != PROGRAM_ACCESS || !(in->operation.kind & MODEL_WRITE) || !in->operation.origin)
        return false;
    const uint64_t at = in->a.kind == PROGRAM_CONSTANT ? in->a.value : in->lowest;
    for (uint32_t m = 0; m < race->spirv.memory_count; m++)
        if (at - race->spirv.memory[m].address < race->spirv.memory[m].bytes)
            return race->reader.owners[m]->kind == GRID_SHARED;
    return true; /* by a buffer address */
}

const struct model_operation *litmus_helpers_find(struct litmus_race *race, const struct race_options *options,
                                                  struct arena *run) {
    const uint8_t *ran = race->spirv.coverage.ran;
    const struct model_operation *found = NULL;
    if (!race->reader.election_count)
        return NULL;
    struct litmus_trial trial = {race, litmus_orders_options(race, options, 0, 0, 0), run, NULL, STEPS_OF_HELPERS};
    trial.options.steps = STEPS_OF_HELPERS;
    if (!helpers_come(&trial) || !litmus_trial_begins(&trial))
        return NULL;
    race->reader.elects_helpers = true;
    litmus_trial_run(&trial, race, new_ran(race));
    race->reader.elects_helpers = false;
    for (uint32_t c = 0; c < race->program.code_count; c++)
        for (uint32_t i = 0; i < race->program.codes[c].code_count; i++) {
            const struct program_instruction *in = &race->program.codes[c].code[i];
            if (is_seen(race, in) && ran[in->operation.origin] && !trial.words[in->operation.origin] &&
                (!found || in->operation.origin < found->origin))
                found = &in->operation;
        }
    return found;
}
