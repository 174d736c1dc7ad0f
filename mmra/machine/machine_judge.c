#include "mmra/machine/machine_judge.h"

#include <string.h>

#include "mmra/base/attempt.h"
#include "mmra/base/product.h"

/* Limits of what is tried: so many orders, and no further one after so many instructions, which take some seconds. */
enum { ROUNDS = 8, MOST_ORDERS = 32, INSTRUCTIONS_OF_ORDERS = 4000000 };

struct one_run {
    struct machine_judge *judge;
    uint32_t number;
    struct machine_findings *found;
    bool is_judged;
};

/* ---- a run ---- */

/* Runs the dispatch in the order of this run; `weak`: 0, or what chooses the loads that take old values. */
static bool execute(struct machine_judge *judge, uint32_t run, uint64_t weak, struct machine_findings *found) {
    struct machine_dispatch *d = &judge->dispatch;
    struct machine_kernel *kernel = &judge->code->kernel;
    struct machine_race_options options = judge->options;
    const uint32_t lanes = kernel->wave32 ? 32 : 64, said = kernel->group_bytes;
    machine_lay_out(&judge->layout, judge->arena, kernel, d, judge->values, judge->lds, judge->recorded);
    if (judge->layout.error)
        return false;
    kernel->group_bytes = judge->layout.group_bytes;
    options.waves = (uint32_t)((mmra_volume(d->local) + lanes - 1) / lanes);
    memcpy(options.groups, d->groups, sizeof options.groups);
    memcpy(options.cluster, d->cluster, sizeof options.cluster);
    options.weak = weak;
    d->code = judge->code;
    d->arguments = judge->layout.arguments_address;
    d->packet = judge->layout.packet;
    d->ranges = judge->layout.ranges;
    d->range_count = judge->layout.range_count;
    d->order = run ? (uint64_t)judge->seed * 1000003 + run : 0;
    d->rounds = ROUNDS;
    d->race = machine_race_make(judge->arena, judge->code, d->ranges, d->range_count, &options);
    judge->arena->watch = NULL;
    found->result = machine_execute(d, judge->arena);
    kernel->group_bytes = said;
    found->conflicts = machine_race_conflicts(d->race, &found->count, &found->more);
    found->between_groups = machine_race_between_groups(d->race);
    found->old_values = machine_race_old_values(d->race, &found->old_count);
    found->accesses = machine_race_accesses(d->race);
    return !found->result.fault || found->result.wrong != MACHINE_NOT_KNOWN;
}

/* Runs the same order again with old values: whether a buffer then holds something else, or the run has another end. */
static bool run_weak(struct machine_judge *judge, uint32_t run, struct machine_findings *found) {
    const struct machine_layout before = judge->layout;
    struct machine_findings weak = {0};
    if (!execute(judge, run, (uint64_t)judge->seed * 7919 + run, &weak)) {
        found->result = weak.result;
        return false;
    }
    found->old_values = weak.old_values;
    found->old_count = weak.old_count;
    if (weak.result.stopped || found->result.stopped)
        return true;
    found->differs = (weak.result.fault != NULL) != (found->result.fault != NULL);
    for (uint32_t r = 0; r < before.range_count; r++)
        found->differs |= !before.ranges[r].refused &&
                          memcmp(before.ranges[r].bytes, judge->layout.ranges[r].bytes, before.ranges[r].size) != 0;
    return true;
}

static void run_once(void *user) {
    struct one_run *one = user;
    struct machine_judge *judge = one->judge;
    arena_destroy(judge->arena);
    judge->arena->watch = one->number ? NULL : judge->watch;
    *one->found = (struct machine_findings){0};
    one->is_judged =
        execute(judge, one->number, 0, one->found) && (!one->number || run_weak(judge, one->number, one->found));
}

/* ---- several ---- */

static bool finds(const struct machine_findings *found) {
    return found->count || found->differs || (found->result.fault && !found->result.stopped);
}

static bool run_others(struct machine_judge *judge, struct machine_judgement *judgement) {
    const struct machine_dispatch *d = &judge->dispatch;
    uint64_t instructions = judgement->found.result.instructions;
    for (uint32_t run = 1; run < MOST_ORDERS && instructions <= INSTRUCTIONS_OF_ORDERS && d->goes_on(d->user); run++) {
        struct machine_findings found;
        struct one_run one = {judge, run, &found, false};
        judgement->no_memory = !arena_attempt(judge->arena, run_once, &one);
        if (judgement->no_memory)
            return true;
        if (!one.is_judged || finds(&found)) {
            judgement->found = found;
            judgement->run = run;
            return one.is_judged;
        }
        instructions += 2 * found.result.instructions; /* of both its runs, about */
        judgement->runs += !found.result.stopped;
    }
    return true;
}

bool machine_judge_kernel(struct machine_judge *judge, uint32_t run, bool several,
                          struct machine_judgement *judgement) {
    *judgement = (struct machine_judgement){.run = run, .runs = 1};
    struct one_run one = {judge, run, &judgement->found, false};
    if (!run)
        run_once(&one);
    else
        judgement->no_memory = !arena_attempt(judge->arena, run_once, &one);
    if (judgement->no_memory) {
        judgement->found = (struct machine_findings){0};
        return true;
    }
    return one.is_judged &&
           (!several || finds(&judgement->found) || judgement->found.result.stopped || run_others(judge, judgement));
}
