/* A branch that ran, of which one side never did, hangs on what its condition is computed from. Where that is a number
 * that a buffer, a uniform block or the push constants have at first, and that nobody chose, the first order runs again
 * with others there: those that the condition is compared with, their neighbours, and one as large as the grid. What
 * comes to run then never ran because of that number, which a verdict may say, for it was seen. A branch that comes to
 * run so may hang on a further number. */
#include "translator/program/litmus_cause.h"

#include <inttypes.h>

#include "mmra/base/float_format.h"
#include "mmra/base/text.h"
#include "translator/option_names.h"
#include "translator/program/litmus_orders.h"
#include "translator/program/litmus_trial.h"
#include "translator/program/litmus_unset.h"

enum {
    MOST_STATES = 12,
    MOST_CHOICES = 3, /* at once */
    MOST_READS = 4,   /* of a condition */
    MOST_CONSTANTS = 8,
    MOST_REGISTERS = 64,
    MOST_TRIED = 256,
    STEPS_OF_TRIAL = 5000000,
    STEPS_OF_ALL = 50000000 /* and half as many of other readings */
};

/* A run with these choices has come to this. */
struct state {
    struct litmus_choice choices[MOST_CHOICES];
    uint32_t count;
    uint8_t **ran;
};

struct search {
    struct litmus_trial trial;
    struct state states[MOST_STATES];
    uint32_t state_count;
    struct litmus_choice tried[MOST_TRIED]; /* since this state */
    uint32_t tried_count;
};

/* ---- what a condition is computed from ---- */

struct origins {
    const struct program_instruction *reads[MOST_READS];
    uint64_t constants[MOST_CONSTANTS];
    uint32_t registers[MOST_REGISTERS];
    uint32_t read_count, constant_count, register_count;
    uint64_t work;    /* instructions that were looked at */
    bool is_equality; /* a number is compared for being another one, and not for being less */
};

static void add_operand(struct origins *of, struct program_operand operand) {
    if (operand.kind == PROGRAM_CONSTANT && of->constant_count < MOST_CONSTANTS)
        of->constants[of->constant_count++] = operand.value;
    if (operand.kind != PROGRAM_REGISTER || of->register_count == MOST_REGISTERS)
        return;
    for (uint32_t i = 0; i < of->register_count; i++)
        if (of->registers[i] == operand.value)
            return;
    of->registers[of->register_count++] = (uint32_t)operand.value;
}

static bool is_equality(const struct program_instruction *in) {
    const uint32_t predicate = in->alu - PROGRAM_COMPARE;
    return in->opcode == PROGRAM_COMPUTE && in->alu >= PROGRAM_COMPARE && (predicate == IR_EQ || predicate == IR_NE);
}

static void add_source(struct origins *of, const struct program_instruction *in) {
    if (in->opcode == PROGRAM_ACCESS && in->operation.kind == MODEL_READ && of->read_count < MOST_READS)
        of->reads[of->read_count++] = in;
    if (in->opcode != PROGRAM_COMPUTE && in->opcode != PROGRAM_EXCHANGE)
        return;
    of->is_equality |= is_equality(in);
    add_operand(of, in->a);
    add_operand(of, in->b);
    add_operand(of, in->c);
}

/* Whatever sets a register on some way counts. */
static void find_origins(const struct program_thread *code, struct program_operand condition, struct origins *of) {
    *of = (struct origins){.read_count = 0};
    add_operand(of, condition);
    for (uint32_t r = 0; r < of->register_count; r++, of->work += code->code_count)
        for (uint32_t i = 0; i < code->code_count; i++)
            if (code->code[i].target == of->registers[r])
                add_source(of, &code->code[i]);
}

/* ---- memory that nobody chose ---- */

static bool is_said(const struct grid_given *given, uint64_t offset) {
    if (given->data)
        return offset - given->part.offset < given->data->length;
    for (uint32_t i = 0; i < given->initial_count; i++)
        if (offset - given->initial[i].offset < given->initial[i].bytes)
            return true;
    return given->texels != NULL;
}

static bool is_chosen(const struct litmus_race *race, uint64_t address) {
    const struct grid_reader *g = &race->reader;
    for (uint32_t i = 0; i < g->given_count; i++) {
        const struct litmus_memory *of = &race->spirv.memory[g->given[i]->part.variable->first_memory];
        if (litmus_unset_is_in(of, address) && is_said(g->given[i], address - of->address))
            return true;
    }
    return false;
}

/* The owner of a number that the application chooses; NULL: it is none. */
static const struct grid_variable *owner_of(const struct litmus_race *race, uint64_t address) {
    const struct grid_reader *g = &race->reader;
    for (uint32_t m = 0; m < race->spirv.memory_count && !g->addressed_count; m++)
        if (litmus_unset_is_in(&race->spirv.memory[m], address))
            return g->owners[m]->kind == GRID_SHARED && !g->owners[m]->image && !is_chosen(race, address) ? g->owners[m]
                                                                                                          : NULL;
    return NULL;
}

/* The address that is read; if it is computed, that of the first element of the array. */
static uint64_t address_of(const struct litmus_race *race, const struct program_thread *code,
                           const struct program_instruction *read) {
    struct origins of;
    if (read->a.kind == PROGRAM_CONSTANT)
        return read->a.value;
    find_origins(code, read->a, &of);
    for (uint32_t i = 0; i < of.constant_count; i++)
        if (owner_of(race, of.constants[i]))
            return of.constants[i];
    return read->lowest;
}

/* ---- trials ---- */

static uint8_t **new_ran(const struct litmus_race *race) {
    uint8_t **ran = arena_allocate_array(race->reader.arena, race->program.code_count, sizeof *ran);
    for (uint32_t c = 0; c < race->program.code_count; c++)
        ran[c] = arena_allocate_array(race->reader.arena, race->program.codes[c].code_count + 1, 1);
    return ran;
}

/* Runs the first order with the choices of the state. */
static void run_with(struct search *s, struct state *state) {
    struct litmus_race *race = s->trial.race;
    for (uint32_t c = 0; c < race->program.code_count; c++)
        memset(state->ran[c], 0, race->program.codes[c].code_count);
    race->choices = state->choices;
    race->choice_count = state->count;
    litmus_trial_run(&s->trial, race, state->ran);
    race->choice_count = 0;
}

static void put_value(struct text *text, const struct litmus_choice *choice) {
    const uint32_t above = 64 - 8 * choice->bytes;
    if (choice->is_real)
        text_format(text, "%.9g", mmra_float_value(choice->value, 32));
    else /* an unsigned number may be written so, too */
        text_format(text, "%" PRId64, (int64_t)(choice->value << above) >> above);
}

/* "as `n` was 0: try `--input n=64`" */
static const char *cause_of(struct litmus_race *race, const struct state *state) {
    struct text text;
    text_init(&text, race->reader.arena, 128);
    for (uint32_t i = 0; i < state->count; i++) {
        const uint64_t address = state->choices[i].address;
        text_format(&text, "%s `%s` was %" PRIu64, i ? " and" : "as", race->program.name(race, address, 0),
                    litmus_unset_at(race, address));
    }
    text_string(&text, ": try `");
    for (uint32_t i = 0; i < state->count; i++) {
        const char *name = race->program.name(race, state->choices[i].address, 0);
        text_format(&text, "%s%s %s=", i ? " " : "", OPTION_NAME(race->reader.options, INPUTS),
                    *name == '%' ? name + 1 : name);
        put_value(&text, &state->choices[i]);
    }
    text_char(&text, '`');
    return text_finish(&text);
}

static bool is_tried(struct search *s, const struct litmus_choice *choice) {
    if (s->tried_count == MOST_TRIED)
        return true;
    for (uint32_t i = 0; i < s->tried_count; i++)
        if (s->tried[i].address == choice->address && s->tried[i].value == choice->value)
            return true;
    s->tried[s->tried_count++] = *choice;
    return false;
}

static bool is_said_twice(const struct state *from, const struct litmus_choice *choice) {
    for (uint32_t i = 0; i < from->count; i++)
        if (from->choices[i].address == choice->address)
            return true;
    return false;
}

/* True: something came to run. */
static bool try_choice(struct search *s, const struct state *from, const struct litmus_choice *choice) {
    struct state *state = &s->states[s->state_count];
    if (s->state_count == MOST_STATES || !choice->value || is_said_twice(from, choice) || is_tried(s, choice) ||
        !litmus_trial_begins(&s->trial))
        return false;
    memcpy(state->choices, from->choices, sizeof state->choices);
    state->count = from->count;
    state->choices[state->count++] = *choice;
    if (!state->ran)
        state->ran = new_ran(s->trial.race);
    run_with(s, state);
    if (!litmus_trial_helps(&s->trial))
        return false;
    litmus_trial_explain(&s->trial, cause_of(s->trial.race, state));
    s->state_count++;
    return true;
}

/* ---- which numbers ---- */

/* How many invocations the grid has along the coordinate where it has most. */
static uint64_t as_large_as_grid(const struct litmus_grid *grid) {
    uint64_t large = 1;
    for (uint32_t i = 0; i < 3; i++)
        large = (uint64_t)grid->groups[i] * grid->local[i] > large ? (uint64_t)grid->groups[i] * grid->local[i] : large;
    return large;
}

static uint64_t beside(uint64_t value, int by, bool is_real, uint32_t bytes) {
    if (is_real)
        return mmra_float_bits(mmra_float_value(value, 32) + by, 32);
    return bytes < 8 ? (value + (uint64_t)by) & ((UINT64_C(1) << 8 * bytes) - 1) : value + (uint64_t)by;
}

/* The numbers that a condition is compared with, and those beside them; where it asks which is less, first one that is
 * as large as the grid. */
static bool vary(struct search *s, const struct state *from, const struct origins *of, uint64_t address,
                 const struct program_instruction *read) {
    const bool is_real = read->operation.float_bits == 32;
    struct litmus_race *race = s->trial.race;
    const uint64_t large = as_large_as_grid(&race->spirv.grid);
    const uint64_t large_bits = is_real ? mmra_float_bits((double)large, 32) : large;
    struct litmus_choice choice = {address, large_bits, read->bytes, is_real};
    const struct grid_variable *owner = owner_of(race, address);
    if (!owner || read->bytes > 8 || (read->operation.float_bits && !is_real) || !race->program.name(race, address, 0))
        return false;
    if (!of->is_equality && try_choice(s, from, &choice))
        return true;
    for (int by = 0; by < 3; by++)
        for (uint32_t i = 0; i < of->constant_count; i++) {
            choice.value = beside(of->constants[i], by < 2 ? by : -1, is_real, read->bytes);
            if (try_choice(s, from, &choice))
                return true;
        }
    choice.value = large_bits;
    return try_choice(s, from, &choice);
}

/* The numbers that a branch hangs on, of which one side never ran. */
static void look_at_branch(struct search *s, const struct state *from, const struct program_thread *code,
                           struct program_operand condition) {
    struct origins of;
    bool helps = false;
    find_origins(code, condition, &of);
    litmus_trial_spend(&s->trial, of.work);
    for (uint32_t r = 0; r < of.read_count && !helps; r++)
        helps = vary(s, from, &of, address_of(s->trial.race, code, of.reads[r]), of.reads[r]);
}

static void look_at(struct search *s, const struct state *from) {
    const struct race_program *program = &s->trial.race->program;
    s->tried_count = 0;
    for (uint32_t c = 0; c < program->code_count && from->count < MOST_CHOICES; c++)
        for (uint32_t i = 0; i < program->codes[c].code_count && s->trial.steps_left; i++) {
            const struct program_instruction *in = &program->codes[c].code[i];
            const uint8_t *ran = from->ran[c];
            if (in->opcode == PROGRAM_BRANCH && ran[i] && !(ran[in->if_true] && ran[in->if_false]))
                look_at_branch(s, from, &program->codes[c], in->a);
        }
}

/* Whether something never ran, and nobody knows why. */
static bool is_lacking(const struct litmus_coverage *coverage) {
    for (uint32_t word = 0; word < coverage->word_count; word++)
        if (litmus_coverage_lacks(coverage, word) && !coverage->causes[word])
            return true;
    return false;
}

void litmus_cause_find(struct litmus_race *race, const struct race_options *options, struct arena *run) {
    if (!is_lacking(&race->spirv.coverage) || race->contents) /* with these something is wrong, and they are told */
        return;
    struct search *s = arena_allocate_array(race->reader.arena, 1, sizeof *s);
    s->trial = (struct litmus_trial){race, litmus_orders_options(race, options, 0, 0, 0), run, NULL, STEPS_OF_ALL};
    s->trial.options.steps = STEPS_OF_TRIAL;
    s->states[0].ran = new_ran(race);
    run_with(s, &s->states[0]);
    s->state_count = 1;
    for (uint32_t i = 0; i < s->state_count; i++)
        look_at(s, &s->states[i]);
    s->trial.steps_left = STEPS_OF_ALL / 2;
    if (is_lacking(&race->spirv.coverage))
        litmus_trial_readings(&s->trial);
}
