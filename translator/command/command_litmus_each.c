/* The price list, tried out: each wait, invalidation, write-back and coherence bit of the machine code is taken away,
 * and the rest runs. What is demanded should be missed by some execution, and nothing else should. */
#include <string.h>

#include "mmra/machine/machine_litmus.h"
#include "translator/command/command_litmus.h"
#include "translator/cost/cost.h"

enum finding { SAME, DIFFERENT, EXPOSED, UNDECIDED, FINDINGS };

struct trial {
    struct machine_litmus *machine;
    const struct machine_question *question;
    const struct validation_source *source;
    struct machine_answer whole; /* of the code as it is */
    struct arena *arena;
};

/* ---- one try ---- */

static void take_away(struct machine_instruction *i, const struct cost_item *item) {
    switch (item->kind) {
    case COST_WAIT:
        i->wait[item->counter] = MACHINE_NO_WAIT;
        break;
    case COST_BIT:
        i->cache &= (uint8_t)~item->bit;
        i->scope = item->bit ? i->scope : MACHINE_SCOPE_CU;
        break;
    default:
        i->unit = MACHINE_NO_OPERATION;
    }
}

static bool covers_all(const struct outcomes *outcomes, const struct outcomes *rows) {
    for (uint32_t k = 0; k < rows->count; k++)
        if (!outcomes_cover(outcomes, rows->rows[k]))
            return false;
    return true;
}

static enum finding compare(const struct trial *t, const struct machine_answer *answer) {
    if (answer->statistics.fault)
        return answer->statistics.unsupported ? UNDECIDED : EXPOSED;
    if (!covers_all(&t->source->answer.found, &answer->found) || answer->statistics.stuck ||
        (answer->waits && !t->whole.waits))
        return EXPOSED;
    if (answer->statistics.gave_up)
        return UNDECIDED;
    return covers_all(&t->whole.found, &answer->found) && covers_all(&answer->found, &t->whole.found) ? SAME
                                                                                                      : DIFFERENT;
}

static enum finding try_without(const struct trial *t, const struct cost_item *item) {
    struct machine_instruction *i = &t->machine->code.instructions[item->instruction];
    const struct machine_instruction before = *i;
    struct machine_answer answer;
    take_away(i, item);
    machine_litmus_ask(t->machine, t->question, NULL, NULL, t->arena, &answer);
    *i = before;
    return compare(t, &answer);
}

/* ---- all of them ---- */

static const char *const findings[] = {"no difference", "another outcome, which Vulkan allows",
                                       "an execution that is wrong", "too many states"};

static void print_try(const struct machine_code *code, const struct cost_item *item, enum finding found) {
    const struct machine_instruction *i = &code->instructions[item->instruction];
    printf("  line %u, %s%s%s: %s; without it %s\n", i->line, printable(i->text, 160), *item->what ? ", " : "",
           item->what, cost_verdict_names[item->verdict], findings[found]);
}

static void print_json(const struct trial *t, const char *path, const struct cost_list *list,
                       const enum finding *found) {
    bool complete = true;
    machine_json_begin(path, litmus_settings.machine);
    json_put(",\n   \"items\": [");
    for (uint32_t k = 0; k < list->count; k++) {
        const struct cost_item *item = &list->items[k];
        const struct machine_instruction *i = &t->machine->code.instructions[item->instruction];
        json_put(",\n    {\"line\": %u, \"instruction\": %s, \"what\": %s, \"verdict\": %s, \"without\": %s}", i->line,
                 i->text, item->what, cost_verdict_names[item->verdict], findings[found[k]]);
        complete = complete && found[k] != UNDECIDED;
    }
    json_put("], \"complete\": %d}", complete);
}

static int conclude(const char *path, uint32_t counts[][FINDINGS]) {
    const uint32_t *demanded = counts[COST_DEMANDED], *other = counts[COST_NOT_DEMANDED];
    const uint32_t *progress = counts[COST_FOR_PROGRESS];
    uint32_t all = demanded[SAME] + demanded[DIFFERENT] + demanded[EXPOSED] + demanded[UNDECIDED];
    uint32_t rest = other[SAME] + other[DIFFERENT] + other[EXPOSED] + other[UNDECIDED];
    uint32_t late = progress[SAME] + progress[DIFFERENT] + progress[EXPOSED] + progress[UNDECIDED];
    uint32_t undecided = demanded[UNDECIDED] + other[UNDECIDED] + progress[UNDECIDED];
    if (!command_json)
        printf(
            "%s on %s: demanded: %u, missed: %u; not demanded: %u, missed: %u, seen: %u; for progress: %u, missed: %u, "
            "seen: %u; undecided: %u\n",
            printable(path, 512), machine_processor_names[litmus_settings.machine], all, demanded[EXPOSED], rest,
            other[EXPOSED], other[DIFFERENT], late, progress[EXPOSED], progress[DIFFERENT], undecided);
    return other[EXPOSED] || progress[EXPOSED] ? 1 : undecided ? litmus_unknown() : 0;
}

static void report_unknown(const char *path, const char *why) {
    if (command_json)
        machine_json_not_judged(path, "unknown", why);
    else
        printf("%s: unknown: %s\n", printable(path, 512), why);
}

int litmus_machine_each(struct work *work, struct machine_litmus *machine, const struct machine_question *question,
                        const struct validation_source *source, const char *annotated) {
    struct trial trial = {.machine = machine, .question = question, .source = source, .arena = &work->arena};
    uint32_t counts[COST_NOT_DEMANDED + 1][FINDINGS] = {0};
    const char *message = NULL;
    struct cost_list list;
    struct cost_module *module = cost_read_module(annotated, strlen(annotated),
                                                  compiler_profile(&litmus_settings.compiler), &work->arena, &message);
    if (!module) {
        MESSAGE_ERROR(work->path, "%s", message);
        return SMMRA_INTERNAL_ERROR;
    }
    cost_find(&list, &machine->code, module, &work->arena);
    machine_litmus_ask(machine, question, NULL, NULL, &work->arena, &trial.whole);
    if (list.gave_up || trial.whole.statistics.fault || trial.whole.statistics.gave_up ||
        !covers_all(&source->answer.found, &trial.whole.found)) {
        report_unknown(work->path,
                       "the code as it is has other outcomes than Vulkan's model allows, or too many states or ways");
        return litmus_unknown();
    }
    enum finding *found = arena_allocate_array(&work->arena, list.count + 1, sizeof *found);
    for (uint32_t k = 0; k < list.count; k++) {
        found[k] = try_without(&trial, &list.items[k]);
        if (!command_json)
            print_try(&machine->code, &list.items[k], found[k]);
        counts[list.items[k].verdict][found[k]]++;
    }
    if (command_json)
        print_json(&trial, work->path, &list, found);
    return conclude(work->path, counts);
}
