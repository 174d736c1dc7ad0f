/* This file finds what a program in machine code may do: the union over placements, layouts of lines and numbers of
 * L2s. */
#include "mmra/machine/machine_litmus.h"
#include "mmra/machine/machine_processor.h"

#include <setjmp.h>

#include "mmra/base/text.h"

struct machine_question machine_question_defaults(void) {
    return (struct machine_question){.options = {.max_states = 1000000},
                                     .lines = 1 << MACHINE_OWN_LINES | 1 << MACHINE_SHARED_LINES,
                                     .l2_counts = 3,
                                     .outcomes = true};
}

struct asking {
    struct machine_litmus *machine;
    const struct machine_question *question;
    machine_wanted *wanted;
    void *user;
    struct arena *arena;
    struct machine_answer *answer;
    uint32_t *cells; /* of each cell its first location */
    struct outcome_value *row;
    uint32_t witness; /* of the search at work, or MODEL_NONE */
    bool ends;        /* some execution of this search */
};

static uint64_t cell_value(const struct asking *a, const uint32_t *values, uint32_t number) {
    const struct program_cell *cell = &a->machine->litmus.program.cells[number];
    uint32_t at = a->cells[number];
    uint64_t value = values[at], shift = 8 * (cell->address % 4);
    if (cell->bytes == 8)
        return value | (uint64_t)values[at + 1] << 32;
    return cell->bytes < 4 ? value >> shift & ((UINT64_C(1) << (8 * cell->bytes)) - 1) : value;
}

/* Registers stand in the order in which they are watched, wave by wave. */
static uint64_t register_value(const struct asking *a, const uint32_t *values, const struct observed *o) {
    const struct machine_program *p = &a->machine->program;
    uint32_t number = o->number;
    for (uint32_t k = 0; k < p->watched_count; k++)
        if (p->watched[k].value == o->thread && number-- == 0)
            return values[p->location_count + k];
    return 0;
}

static bool visit(void *user, const uint32_t *values, uint32_t witness) {
    struct asking *a = user;
    struct litmus *litmus = &a->machine->litmus;
    struct machine_answer *answer = a->answer;
    for (uint32_t k = 0; k < litmus->observations.count; k++) {
        const struct observed *o = &litmus->observations.items[k];
        uint64_t value = o->thread == MODEL_NONE ? cell_value(a, values, o->number) : register_value(a, values, o);
        a->row[k] = (struct outcome_value){.known = true, .value = value};
    }
    outcomes_add(&answer->found, a->row);
    a->ends = true;
    enum condition_answer holds = litmus->condition ? condition_holds(litmus->condition, a->row) : CONDITION_UNKNOWN;
    bool met = litmus->condition && holds == (litmus->quantifier == LITMUS_FORALL ? CONDITION_NO : CONDITION_YES);
    bool shown = a->wanted ? a->wanted(a->user, a->row) : met;
    answer->condition_met |= met;
    if (shown && a->witness == MODEL_NONE && !answer->witness)
        a->witness = witness;
    return a->question->outcomes || !shown;
}

static void describe_placement(struct text *text, const struct asking *a, const struct machine_target *target,
                               const struct machine_compute_unit *units) {
    const char *group = machine_traits(a->machine->code.processor)->has_scopes ? "engine" : "array";
    text_string(text, target->lines == MACHINE_OWN_LINES ? "  each location on a line of its own"
                                                         : "  all locations on one line");
    text_string(text, target->l2_count > 1 ? ", two L2s" : "");
    for (uint32_t w = 0; w < a->machine->program.wave_count; w++) {
        text_format(text, "; %s on CU %u", a->machine->program.waves[w].name, units[w].cu);
        if (target->has_g)
            text_format(text, " of %s %u", group, units[w].sa);
        if (target->l2_count > 1)
            text_format(text, " of die %u", units[w].xcd);
    }
    text_char(text, '\n');
}

static void exhausted(void *user) {
    longjmp(*(jmp_buf *)user, 1);
}

/* A search has an arena of its own, which ends with it. */
static void search(struct asking *a, const struct machine_target *target, const struct machine_compute_unit *units) {
    struct machine_answer *answer = a->answer;
    struct arena arena;
    jmp_buf out;
    struct machine_options options = a->question->options;
    options.max_states -=
        answer->statistics.states < options.max_states ? answer->statistics.states : options.max_states;
    arena_init(&arena, &a->arena->allocator, a->arena->limit, exhausted, &out);
    a->witness = MODEL_NONE;
    a->ends = false;
    if (setjmp(out) == 0) {
        struct machine_search *s =
            machine_explore(&a->machine->program, target, units, &options, &arena, visit, a, &answer->statistics);
        struct text text;
        uint32_t endless;
        if (!answer->statistics.fault && machine_find_endless(s, &endless)) {
            text_init(&text, a->arena, 1024);
            describe_placement(&text, a, target, units);
            machine_tell_waits(s, endless, &text);
            bool never = !a->ends && !answer->statistics.gave_up;
            if (!answer->waits || (never && !answer->never_ends))
                answer->waits = text_finish(&text);
            answer->never_ends |= never;
        }
        if (a->witness != MODEL_NONE) {
            const char *told = machine_explain(s, a->witness, &arena);
            text_init(&text, a->arena, 1024);
            describe_placement(&text, a, target, units);
            text_string(&text, told);
            answer->witness = text_finish(&text);
        }
    } else {
        answer->statistics.gave_up = true;
    }
    arena_destroy(&arena);
}

static void search_placements(struct asking *a, const struct machine_target *target) {
    struct machine_compute_unit(*placements)[MACHINE_MAX_WAVES] =
        arena_allocate_array(a->arena, MACHINE_MAX_PLACEMENTS, sizeof *placements);
    uint8_t before[MACHINE_MAX_WAVES];
    machine_alike_before(&a->machine->program, &a->question->options, a->arena, before);
    uint32_t count =
        machine_placements(&a->machine->program, target, before, a->arena, placements, MACHINE_MAX_PLACEMENTS);
    a->answer->statistics.gave_up |= count == MACHINE_MAX_PLACEMENTS;
    for (uint32_t k = 0; k < count && !a->answer->statistics.fault; k++) {
        if ((a->answer->witness && !a->question->outcomes) || a->answer->statistics.gave_up)
            return;
        search(a, target, placements[k]);
        a->answer->placements++;
    }
}

static void decide(const struct litmus *litmus, struct machine_answer *answer) {
    bool finished = !answer->statistics.gave_up && !answer->statistics.fault;
    bool exists = litmus->quantifier == LITMUS_EXISTS;
    if (answer->condition_met)
        answer->condition_verdict = exists ? LITMUS_YES : LITMUS_NO;
    else if (finished && (exists || answer->found.count))
        answer->condition_verdict = exists ? LITMUS_NO : LITMUS_YES;
    else
        answer->condition_verdict = LITMUS_UNKNOWN;
}

static uint32_t *find_cells(const struct machine_litmus *machine, struct arena *arena) {
    const struct program *program = &machine->litmus.program;
    uint32_t *cells = arena_allocate_array(arena, program->cell_count + 1, sizeof *cells);
    for (uint32_t k = 0; k < program->cell_count; k++)
        for (uint32_t l = 0; l < machine->program.location_count; l++)
            if (machine->program.locations[l].address == (program->cells[k].address & ~UINT64_C(3)))
                cells[k] = l;
    return cells;
}

void machine_litmus_ask(struct machine_litmus *machine, const struct machine_question *question, machine_wanted *wanted,
                        void *user, struct arena *arena, struct machine_answer *answer) {
    struct asking a = {machine, question, wanted, user, arena, answer, find_cells(machine, arena), NULL, MODEL_NONE};
    struct machine_target target = machine_target_of(&machine->code);
    uint32_t width = machine->litmus.observations.count;
    memset(answer, 0, sizeof *answer);
    outcomes_init(&answer->found, arena, width);
    a.row = arena_allocate_array(arena, width + 1, sizeof *a.row);
    target.v_in_order &= !question->v_out_of_order;
    bool has_dies = machine_traits(machine->code.processor)->l2.exists;
    target.ack_at_scope = question->ack_at_scope && machine_traits(machine->code.processor)->has_scopes;
    for (uint8_t count = 1; count <= (has_dies ? 2 : 1); count++)
        for (uint8_t lines = 0; lines < 2; lines++) {
            target.l2_count = count;
            target.lines = lines;
            bool asked = !has_dies || question->l2_counts >> (count - 1) & 1;
            if (asked && question->lines >> lines & 1)
                search_placements(&a, &target);
        }
    decide(&machine->litmus, answer);
}
