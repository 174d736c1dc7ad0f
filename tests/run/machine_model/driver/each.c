/* The price list, tried out: with SMMRA_WITHOUT_EACH=1 in its environment, driver_command litmus MODULE --machine=NAME
 * takes away each wait, invalidation, write-back and coherence bit of the machine code in turn, and runs the rest. What
 * is demanded should be missed by some execution, and nothing else should: exit status 1. The linker's --wrap leads
 * what translates the module and what asks the machine here. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/machine/machine_litmus.h"
#include "translator/command/command_litmus.h"
#include "translator/cost/cost.h"

enum finding { SAME, DIFFERENT, EXPOSED, UNDECIDED, FINDINGS };

struct trial {
    struct machine_litmus *machine;
    const struct machine_question *question;
    const struct outcomes *allowed;
    struct machine_answer whole; /* of the code as it is */
    struct arena *arena;
};

void __real_machine_litmus_ask(struct machine_litmus *machine, const struct machine_question *question,
                               machine_wanted *unsound, void *user, struct arena *arena, struct machine_answer *answer);

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
    if (!covers_all(t->allowed, &answer->found) || answer->statistics.stuck || (answer->waits && !t->whole.waits))
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
    __real_machine_litmus_ask(t->machine, t->question, NULL, NULL, t->arena, &answer);
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

static int conclude(const char *path, uint32_t counts[][FINDINGS]) {
    const uint32_t *demanded = counts[COST_DEMANDED], *other = counts[COST_NOT_DEMANDED];
    const uint32_t *progress = counts[COST_FOR_PROGRESS];
    uint32_t all = demanded[SAME] + demanded[DIFFERENT] + demanded[EXPOSED] + demanded[UNDECIDED];
    uint32_t rest = other[SAME] + other[DIFFERENT] + other[EXPOSED] + other[UNDECIDED];
    uint32_t late = progress[SAME] + progress[DIFFERENT] + progress[EXPOSED] + progress[UNDECIDED];
    uint32_t undecided = demanded[UNDECIDED] + other[UNDECIDED] + progress[UNDECIDED];
    printf("%s on %s: demanded: %u, missed: %u; not demanded: %u, missed: %u, seen: %u; for progress: %u, missed: %u, "
           "seen: %u; undecided: %u\n",
           printable(path, 512), machine_processor_names[litmus_settings.machine], all, demanded[EXPOSED], rest,
           other[EXPOSED], other[DIFFERENT], late, progress[EXPOSED], progress[DIFFERENT], undecided);
    return other[EXPOSED] || progress[EXPOSED] ? 1 : undecided ? litmus_unknown() : 0;
}

static int try_each(const char *path, struct machine_litmus *machine, const struct machine_question *question,
                    const struct outcomes *allowed, const char *annotated, struct arena *arena) {
    struct trial trial = {.machine = machine, .question = question, .allowed = allowed, .arena = arena};
    uint32_t counts[COST_NOT_DEMANDED + 1][FINDINGS] = {0};
    const char *message = NULL;
    struct cost_list list;
    struct cost_module *module = annotated
                                     ? cost_read_module(annotated, strlen(annotated),
                                                        compiler_profile(&litmus_settings.compiler), arena, &message)
                                     : NULL;
    if (!module) {
        MESSAGE_ERROR(path, "%s", message ? message : "it cannot be translated so");
        return SMMRA_INTERNAL_ERROR;
    }
    cost_find(&list, &machine->code, module, arena);
    __real_machine_litmus_ask(machine, question, NULL, NULL, arena, &trial.whole);
    if (list.gave_up || trial.whole.statistics.fault || trial.whole.statistics.gave_up ||
        !covers_all(allowed, &trial.whole.found)) {
        printf("%s: unknown: the code as it is has other outcomes than Vulkan's model allows, or too many states or "
               "ways\n",
               printable(path, 512));
        return litmus_unknown();
    }
    for (uint32_t k = 0; k < list.count; k++) {
        enum finding found = try_without(&trial, &list.items[k]);
        print_try(&machine->code, &list.items[k], found);
        counts[list.items[k].verdict][found]++;
    }
    return conclude(path, counts);
}

/* ---- in place of the product's ---- */

static struct module_translation *translated; /* what was translated last */

const char *__real_translate_for_machine(struct module_translation *m, struct arena *arena,
                                         struct litmus_ir_grid *grid);
const char *__wrap_translate_for_machine(struct module_translation *m, struct arena *arena,
                                         struct litmus_ir_grid *grid);

const char *__wrap_translate_for_machine(struct module_translation *m, struct arena *arena,
                                         struct litmus_ir_grid *grid) {
    translated = m;
    if (getenv("SMMRA_WITHOUT_EACH"))
        m->options.flags |= SMMRA_FLAG_LINES;
    return __real_translate_for_machine(m, arena, grid);
}

void __wrap_machine_litmus_ask(struct machine_litmus *machine, const struct machine_question *question,
                               machine_wanted *unsound, void *user, struct arena *arena, struct machine_answer *answer);

/* The translation says what is demanded before its accesses become coherent. */
void __wrap_machine_litmus_ask(struct machine_litmus *machine, const struct machine_question *question,
                               machine_wanted *unsound, void *user, struct arena *arena,
                               struct machine_answer *answer) {
    struct machine_question all = *question;
    struct litmus_ir_grid ir = {0};
    if (!getenv("SMMRA_WITHOUT_EACH") || !translated) {
        __real_machine_litmus_ask(machine, question, unsound, user, arena, answer);
        return;
    }
    const struct work *work = (const struct work *)((const char *)arena - offsetof(struct work, arena));
    all.outcomes = true;
    translated->options.coherence = SMMRA_COHERENCE_FENCE;
    const char *annotated = __real_translate_for_machine(translated, arena, &ir);
    int status = try_each(work->path, machine, &all, user, annotated, arena);
    fflush(stdout);
    exit(status);
}
