#include "mmra/litmus/litmus.h"

#include "mmra/base/text.h"

/* ---- sets of outcomes ---- */

static uint64_t hash_row(const struct outcomes *o, const struct outcome_value *row) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (uint32_t i = 0; i < o->width; i++) {
        hash = (hash ^ (row[i].known ? row[i].undefined ? 1 : 2 : 0)) * UINT64_C(0x100000001b3);
        hash = (hash ^ (row[i].known && !row[i].undefined ? row[i].value : 0)) * UINT64_C(0x100000001b3);
    }
    return hash ^ hash >> 29;
}

static bool same_row(const struct outcomes *o, const struct outcome_value *a, const struct outcome_value *b) {
    for (uint32_t i = 0; i < o->width; i++)
        if (a[i].known != b[i].known ||
            (a[i].known && (a[i].undefined != b[i].undefined || (!a[i].undefined && a[i].value != b[i].value))))
            return false;
    return true;
}

void outcomes_init(struct outcomes *o, struct arena *arena, uint32_t width) {
    memset(o, 0, sizeof *o);
    o->arena = arena;
    o->width = width;
    o->bucket_count = 64;
    o->buckets = arena_allocate_array(arena, o->bucket_count, sizeof *o->buckets);
}

/* The bucket that holds the row, or the free one where it belongs. */
static uint32_t *find_bucket(const struct outcomes *o, const struct outcome_value *row) {
    uint32_t mask = o->bucket_count - 1, at = (uint32_t)hash_row(o, row) & mask;
    while (o->buckets[at] && !same_row(o, o->rows[o->buckets[at] - 1], row))
        at = (at + 1) & mask;
    return &o->buckets[at];
}

static void grow_buckets(struct outcomes *o) {
    o->bucket_count *= 2;
    o->buckets = arena_allocate_array(o->arena, o->bucket_count, sizeof *o->buckets);
    for (uint32_t i = 0; i < o->count; i++)
        *find_bucket(o, o->rows[i]) = i + 1;
}

bool outcomes_has(const struct outcomes *o, const struct outcome_value *row) {
    return *find_bucket(o, row) != 0;
}

bool outcome_covers(const struct outcomes *o, const struct outcome_value *general, const struct outcome_value *row) {
    for (uint32_t i = 0; i < o->width; i++) {
        bool any = general[i].known && general[i].undefined;
        if (general[i].known != row[i].known ||
            (row[i].known && !any && (row[i].undefined || general[i].value != row[i].value)))
            return false;
    }
    return true;
}

bool outcomes_cover(const struct outcomes *o, const struct outcome_value *row) {
    bool covered = outcomes_has(o, row);
    for (uint32_t i = 0; i < o->count && o->some_undefined && !covered; i++)
        covered = outcome_covers(o, o->rows[i], row);
    return covered;
}

bool outcomes_add(struct outcomes *o, const struct outcome_value *row) {
    uint32_t *bucket = find_bucket(o, row);
    if (*bucket)
        return false;
    for (uint32_t i = 0; i < o->width; i++)
        o->some_undefined |= row[i].known && row[i].undefined;
    struct outcome_value *copy = arena_allocate_array(o->arena, o->width, sizeof *copy);
    if (o->width)
        memcpy(copy, row, o->width * sizeof *copy);
    *ARENA_PUSH(o->arena, o->rows, o->count, o->capacity) = copy;
    *bucket = o->count;
    if (o->count * 2 > o->bucket_count)
        grow_buckets(o);
    return true;
}

/* ---- one execution ---- */

enum { MAX_COMBINATIONS = 4096, MOST_EXAMPLES = 256 };

struct asking {
    struct litmus *litmus;
    const struct litmus_question *question;
    struct litmus_answer *answer;
    struct arena *arena;
    struct outcome_value *row;
    uint32_t *last; /* of each observation of a cell, the writes that may be its last */
    uint32_t last_capacity;
    uint32_t *first_last, *choices, *chosen; /* of each observation: the first of these, their number, which is taken */
    /* exchanges of threads that the question does not tell apart: of each observation, which takes its place */
    uint32_t **mirrors, *own_names;
    uint32_t mirror_count, mirror_capacity;
    struct outcome_value *mirrored;
    uint32_t examples, most_synchronized; /* executions that were looked at, and in the one that is kept */
};

static struct outcome_value value_of(enum explored_value kind, uint64_t value) {
    return (struct outcome_value){
        .known = kind != EXPLORED_NOTHING, .undefined = kind == EXPLORED_UNDEFINED, .value = value};
}

/* Makes room for so many writes after the first `used`. */
static void make_room(struct asking *a, uint32_t used, uint32_t writes) {
    if (writes <= a->last_capacity - used)
        return;
    uint32_t *old = a->last;
    a->last_capacity = (used + writes) * 2 + 64;
    a->last = arena_allocate_array(a->arena, a->last_capacity, sizeof *a->last);
    if (used)
        memcpy(a->last, old, used * sizeof *a->last);
    arena_give_back(a->arena, old);
}

/* Fills in the registers, and what the cells may hold at the end. A register that its thread never wrote
 * holds 0, unless the thread hangs and might have written it. */
static void begin_outcome(struct asking *a, const struct explored *one) {
    const struct observations *seen = &a->litmus->observations;
    uint32_t used = 0;
    for (uint32_t i = 0; i < seen->count; i++) {
        const struct observed *o = &seen->items[i];
        uint64_t value = 0;
        a->chosen[i] = 0;
        a->choices[i] = 1;
        if (o->thread != MODEL_NONE) {
            enum explored_value kind = explored_register(one, o->thread, o->number, &value);
            a->row[i] = value_of(kind, value);
            if (!a->row[i].known && !one->hung)
                a->row[i] = (struct outcome_value){.known = true};
        } else {
            make_room(a, used, one->x->count);
            a->first_last[i] = used;
            uint32_t count = explored_last_writes(one, o->number, a->last + used);
            a->choices[i] = count ? count : 1;
            used += a->choices[i];
        }
    }
}

static bool undefined_at_end(const struct asking *a, uint32_t observation) {
    return a->choices[observation] > 1 && a->question->model->decides_plain_reads;
}

static void choose_cells(struct asking *a, const struct explored *one) {
    const struct observations *seen = &a->litmus->observations;
    for (uint32_t i = 0; i < seen->count; i++) {
        uint64_t value = 0;
        if (seen->items[i].thread != MODEL_NONE)
            continue;
        uint32_t write = a->last[a->first_last[i] + a->chosen[i]];
        enum explored_value kind = explored_event_value(one, write, false, &value);
        a->row[i] = value_of(kind, value);
        a->row[i].undefined |= undefined_at_end(a, i);
    }
}

/* The next combination of last writes; false after the last. */
static bool next_combination(struct asking *a) {
    for (uint32_t i = 0; i < a->litmus->observations.count; i++) {
        if (!undefined_at_end(a, i) && ++a->chosen[i] < a->choices[i])
            return true;
        a->chosen[i] = 0;
    }
    return false;
}

/* A thread that waits in a loop or was stopped, rather than at a barrier that never opens: then there is no
 * end. */
static bool has_no_end(const struct explored *one) {
    if (!one->hung)
        return false;
    for (uint32_t i = 0; i < one->program->thread_count; i++)
        if (explored_stopped(one, i))
            return true;
    return false;
}

static struct litmus_witness bear_witness(const struct asking *a, const struct explored *one, const char *what) {
    return (struct litmus_witness){.text = explain_execution(a->arena, one),
                                   .graph = a->question->graphs ? explain_graph(a->arena, one, what) : NULL};
}

static void note_race(struct asking *a, const struct explored *one) {
    struct litmus_answer *answer = a->answer;
    if (one->x->race_first != MODEL_NONE) {
        if (!answer->race) {
            answer->race_witness = bear_witness(a, one, "data race");
            explain_race(a->arena, one, &answer->race_messages);
        }
        answer->race = true;
    } else if (!has_no_end(one)) {
        answer->race_free = true;
    }
    answer->race_by_text |= one->x->race_by_text;
}

/* How many operations synchronize with one of another thread. */
static uint32_t synchronized(const struct execution *x) {
    relation sw = explain_link(x, "sw");
    uint32_t count = 0;
    for (uint32_t a = 0; sw && a < x->count; a++)
        SET_EACH (x->pool, relation_row(x->pool, sw, a), b)
            count += x->events[a].thread != x->events[b].thread;
    return count;
}

static void note_example(struct asking *a, const struct explored *one) {
    if (!a->question->graphs || a->examples == MOST_EXAMPLES || one->x->race_first != MODEL_NONE || one->hung)
        return;
    uint32_t count = synchronized(one->x);
    a->examples++;
    if (a->answer->example && count <= a->most_synchronized)
        return;
    a->answer->example = explain_graph(a->arena, one, "an execution");
    a->most_synchronized = count;
}

/* ---- what is asked for ---- */

static void mark_asked(const struct observations *seen, const struct condition *condition,
                       const struct explore_asked *asked) {
    if (!condition)
        return;
    mark_asked(seen, condition->a, asked);
    mark_asked(seen, condition->b, asked);
    const struct condition_operand operands[] = {condition->left, condition->right};
    for (int k = 0; k < 2 && condition->kind < CONDITION_AND; k++) {
        if (operands[k].constant)
            continue;
        const struct observed o = seen->items[operands[k].value];
        *(o.thread == MODEL_NONE ? &asked->cells[o.number] : &asked->registers[o.thread][o.number]) = true;
    }
}

/* NULL: all that is observed. */
static const struct explore_asked *find_asked(const struct asking *a) {
    const struct litmus *litmus = a->litmus;
    const struct program *program = &litmus->program;
    if (a->question->outcomes)
        return NULL;
    struct explore_asked *asked = arena_allocate_array(a->arena, 1, sizeof *asked);
    asked->cells = arena_allocate_array(a->arena, program->cell_count, sizeof *asked->cells);
    asked->registers = arena_allocate_array(a->arena, program->thread_count, sizeof *asked->registers);
    for (uint32_t t = 0; t < program->thread_count; t++)
        asked->registers[t] =
            arena_allocate_array(a->arena, program->threads[t].register_count, sizeof **asked->registers);
    mark_asked(&litmus->observations, litmus->condition, asked);
    mark_asked(&litmus->observations, litmus->filter, asked);
    mark_asked(&litmus->observations, litmus->guards, asked);
    return asked;
}

/* ---- symmetry ---- */

/* Finds for each observation the one that takes its place with the same value; false if one of them has none. */
static bool rename_observations(struct asking *a, const uint32_t *thread, const uint32_t *cell, const bool *renamed,
                                uint32_t *names) {
    const struct observations *seen = &a->litmus->observations;
    bool all = true;
    for (uint32_t i = 0; i < seen->count; i++) {
        struct observed o = seen->items[i];
        bool changes = o.thread == MODEL_NONE && renamed[o.number];
        if (o.thread != MODEL_NONE)
            o.thread = thread[o.thread];
        else if (cell[o.number] != MODEL_NONE)
            o.number = cell[o.number];
        names[i] = MODEL_NONE;
        for (uint32_t k = 0; k < seen->count && names[i] == MODEL_NONE && !changes; k++)
            if (seen->items[k].thread == o.thread && seen->items[k].number == o.number)
                names[i] = k;
        all &= names[i] != MODEL_NONE;
    }
    return all;
}

static bool same_condition(const struct asking *a, const struct condition *condition, const uint32_t *names) {
    return !condition || condition_hash(condition, a->own_names) == condition_hash(condition, names);
}

/* Whether the exchange changes nothing that is asked for. Outcomes are collected with their mirror images. */
static bool keeps_question(void *user, const uint32_t *thread, const uint32_t *cell, const bool *renamed) {
    struct asking *a = user;
    const struct litmus *litmus = a->litmus;
    uint32_t *names = arena_allocate_array(a->arena, litmus->observations.count, sizeof *names);
    bool all = rename_observations(a, thread, cell, renamed, names);
    if ((a->question->outcomes && !all) || !same_condition(a, litmus->condition, names) ||
        !same_condition(a, litmus->filter, names) || !same_condition(a, litmus->guards, names))
        return false;
    if (a->question->outcomes)
        *ARENA_PUSH(a->arena, a->mirrors, a->mirror_count, a->mirror_capacity) = names;
    return true;
}

/* Adds the outcome and all that exchanges make of it. */
static void add_outcomes(struct asking *a, const struct outcome_value *row) {
    struct outcomes *found = &a->answer->found;
    uint32_t from = found->count, width = a->litmus->observations.count;
    if (!outcomes_add(found, row))
        return;
    for (; from < found->count; from++)
        for (uint32_t m = 0; m < a->mirror_count; m++) {
            for (uint32_t i = 0; i < width; i++)
                a->mirrored[a->mirrors[m][i]] = found->rows[from][i];
            outcomes_add(found, a->mirrored);
        }
}

static void note_outcome(struct asking *a, const struct explored *one) {
    struct litmus *litmus = a->litmus;
    struct litmus_answer *answer = a->answer;
    if (a->question->outcomes)
        add_outcomes(a, a->row);
    if (!litmus->condition)
        return;
    enum condition_answer holds = condition_holds(litmus->condition, a->row);
    bool met = holds == (litmus->quantifier == LITMUS_FORALL ? CONDITION_NO : CONDITION_YES);
    if (met && !answer->condition_met) {
        answer->condition_met = true;
        answer->condition_witness = bear_witness(a, one, "condition");
    }
}

static bool is_decided(const struct asking *a) {
    const struct litmus_answer *answer = a->answer;
    const struct litmus_question *question = a->question;
    if (question->until_race && (answer->race || answer->undefined))
        return true;
    if (question->outcomes)
        return false;
    bool condition = !a->litmus->condition || answer->condition_met;
    bool races = !question->races || answer->race || answer->torn;
    return condition && races;
}

/* Whether something is wrong with this execution or with one before it. */
static bool is_wrong(const struct asking *a, const struct explored *one) {
    const struct litmus_answer *answer = a->answer;
    bool violated = answer->condition_met && a->litmus->quantifier != LITMUS_EXISTS;
    return violated || answer->race || answer->undefined || one->hung || one->diverges;
}

/* Whether a thread ends early. An undefined value is the one that the test names or another; a thread that has left out
 * a barrier or a fence after the read has found it to be another, and may have the value for that reason alone. */
static bool fails_guards(const struct asking *a, const struct explored *one) {
    return condition_holds(a->litmus->guards, a->row) == CONDITION_NO || explored_leaves_out(one);
}

static void note_divergence(struct asking *a, const struct explored *one) {
    const uint32_t *threads = one->divergence.threads;
    const char *const names[2] = {one->program->threads[threads[0]].name, one->program->threads[threads[1]].name};
    struct litmus_witness *witness = &a->answer->stop_witness[LITMUS_DIVERGENT];
    a->answer->divergence =
        explain_divergence(a->arena, &one->divergence, names, &a->answer->stop_messages[LITMUS_DIVERGENT]);
    if (!witness->text)
        *witness = bear_witness(a, one, "divergent barrier");
}

/* The first execution of each kind in which threads do not come to their ends. */
static void note_stops(struct asking *a, const struct explored *one) {
    static const char *const titles[LITMUS_STOPS] = {"out of bounds", "undefined behaviour", "divergent barrier",
                                                     "deadlock",      "endless loop",        "abort"};
    uint32_t stops = explain_stops(one);
    for (int stop = 0; stop < LITMUS_STOPS; stop++) {
        struct litmus_witness *witness = &a->answer->stop_witness[stop];
        if (stops >> stop & 1 && !witness->text)
            *witness = bear_witness(a, one, titles[stop]);
    }
    explain_stop(a->arena, one, a->answer->stop_messages);
}

static bool visit(void *user, const struct explored *one) {
    struct asking *a = user;
    struct litmus_answer *answer = a->answer;
    begin_outcome(a, one);
    if (a->litmus->guards && fails_guards(a, one))
        return true;
    answer->fault = one->fault ? one->fault : answer->fault;
    bool endless = has_no_end(one);
    bool passes = !a->litmus->filter;
    for (uint32_t i = 0; i < MAX_COMBINATIONS; i++) {
        choose_cells(a, one);
        bool now = !a->litmus->filter || condition_holds(a->litmus->filter, a->row) == CONDITION_YES;
        if (now && !endless)
            note_outcome(a, one);
        passes |= now && !endless;
        if (!next_combination(a))
            break;
    }
    answer->any |= !endless;
    answer->endless |= endless && !one->aborts && !one->fault;
    answer->counted |= passes && !endless;
    answer->passed |= passes;
    if (passes) {
        note_race(a, one);
        note_example(a, one);
    }
    if (passes && one->undefined) {
        if (!answer->undefined) {
            answer->undefined_witness = bear_witness(a, one, "undef");
            explain_undefined_read(a->arena, one, &answer->undefined_messages);
        }
        answer->undefined = true;
        answer->torn |= one->torn;
    }
    note_stops(a, one);
    if (one->diverges && !answer->divergence)
        note_divergence(a, one);
    if (a->question->first && is_wrong(a, one)) {
        answer->ended_at_first = true;
        return false;
    }
    answer->ended_decided = is_decided(a);
    return !answer->ended_decided;
}

/* A thing that is not found is absent only if every execution was completed, and there is one. */
static void decide_verdicts(const struct litmus *litmus, struct litmus_answer *answer) {
    const struct explore_statistics *s = &answer->statistics;
    bool finished = !answer->ended_at_first && !s->unroll_reached && !s->gave_up && !s->refused && !s->doubtful;
    bool exists = litmus->quantifier == LITMUS_EXISTS;
    answer->race_verdict = answer->race || answer->torn ? LITMUS_YES
                           : finished && answer->passed ? LITMUS_NO
                                                        : LITMUS_UNKNOWN;
    if (answer->condition_met)
        answer->condition_verdict = exists ? LITMUS_YES : LITMUS_NO;
    else if (finished && (exists || answer->counted))
        answer->condition_verdict = exists ? LITMUS_NO : LITMUS_YES;
    else
        answer->condition_verdict = LITMUS_UNKNOWN;
}

static bool visit_beginning(void *user, const struct explored *one) {
    struct asking *a = user;
    note_race(a, one);
    return !a->answer->race;
}

/* If the model accepts no order of writes of mixed scopes, what began with them comes to no end, and is not visited.
 * A race in such a beginning is one all the same: each round of a loop is told, as far as the bound. */
static void ask_of_beginnings(struct asking *a, struct explore_options *options) {
    struct litmus_answer *answer = a->answer;
    struct explore_statistics statistics;
    if (!a->question->races || a->litmus->filter || a->litmus->guards || answer->race ||
        !answer->statistics.mixed_writes || answer->ended_at_first)
        return;
    options->without |= EXPLORE_WAITING | EXPLORE_RETRIES | EXPLORE_DETOURS;
    explore(&a->litmus->program, a->question->model, options, a->arena, visit_beginning, a, &statistics);
    answer->statistics.evaluations += statistics.evaluations;
}

#define OF_FORMAL_MODEL "data race by the formal model; by the text of Vulkan's appendix: no data race"
const char litmus_race_of_formal_model[] = OF_FORMAL_MODEL;
const char litmus_race_of_formal_model_here[] = OF_FORMAL_MODEL " on this run";
const char litmus_race_of_text[] =
    "a data race is one of the formal model; by the text of Vulkan's appendix: data race";

/* The formal model and the text of Vulkan's appendix differ in what operations include. Where the first has a race, the
 * program is explored once more by the second; where it has none, each execution was looked at by both. */
static void ask_text(struct litmus *litmus, const struct litmus_question *question, struct arena *arena,
                     struct litmus_answer *answer) {
    struct litmus_question other = {
        .model = question->model, .options = question->options, .races = true, .until_race = true};
    struct litmus_answer found;
    struct condition *condition = litmus->condition;
    answer->text_is_known = true;
    answer->text_verdict = answer->race_by_text ? LITMUS_YES : answer->race_verdict;
    if (!answer->race)
        return;
    other.options.model.text_of_appendix = true;
    other.options.ran = NULL;
    litmus->condition = NULL;
    litmus_ask(litmus, &other, arena, &found);
    litmus->condition = condition;
    answer->text_verdict = found.race_verdict;
}

bool litmus_set_guards(struct litmus *litmus, const char *text) {
    const char *message;
    litmus->guards = condition_parse(&litmus->program, &litmus->observations, text, text + strlen(text), &message);
    return litmus->guards != NULL;
}

void litmus_ask(struct litmus *litmus, const struct litmus_question *question, struct arena *arena,
                struct litmus_answer *answer) {
    uint32_t width = litmus->observations.count;
    memset(answer, 0, sizeof *answer);
    outcomes_init(&answer->found, arena, width);
    struct asking a = {.litmus = litmus, .question = question, .answer = answer, .arena = arena};
    a.row = arena_allocate_array(arena, width, sizeof *a.row);
    a.first_last = arena_allocate_array(arena, width, sizeof *a.first_last);
    a.choices = arena_allocate_array(arena, width, sizeof *a.choices);
    a.chosen = arena_allocate_array(arena, width, sizeof *a.chosen);
    a.own_names = arena_allocate_array(arena, width, sizeof *a.own_names);
    a.mirrored = arena_allocate_array(arena, width, sizeof *a.mirrored);
    for (uint32_t i = 0; i < width; i++)
        a.own_names[i] = i;
    const struct explore_symmetry symmetry = {keeps_question, &a};
    struct explore_options options = question->options;
    options.symmetry = &symmetry;
    options.asked = find_asked(&a);
    options.model.ask_text |= question->texts;
    explore(&litmus->program, question->model, &options, arena, visit, &a, &answer->statistics);
    ask_of_beginnings(&a, &options);
    answer->condition_holds = litmus->quantifier == LITMUS_EXISTS ? answer->condition_met : !answer->condition_met;
    decide_verdicts(litmus, answer);
    if (question->texts)
        ask_text(litmus, question, arena, answer);
}

const char *litmus_and(struct arena *arena, const char *one, const char *other) {
    struct text text;
    if (!one || !other)
        return one ? one : other;
    text_init(&text, arena, 128);
    text_format(&text, "%s; %s", one, other);
    return text_finish(&text);
}

void litmus_assume(struct litmus *litmus, struct arena *arena, const char *what) {
    litmus->assumption = litmus_and(arena, litmus->assumption, what);
}

/* ---- Khronos's verdict lines ---- */

struct meeting {
    const struct litmus_expectation *expectation;
    bool met;
};

static bool visit_expectation(void *user, const struct explored *one) {
    struct meeting *meeting = user;
    bool race = one->x->race_first != MODEL_NONE;
    uint8_t races = meeting->expectation->races;
    meeting->met |= races == LITMUS_ANY_RACES || race == (races == LITMUS_SOME_RACE);
    return !meeting->met;
}

bool litmus_meets(struct litmus *litmus, const struct litmus_expectation *expectation,
                  const struct explore_options *limits, struct arena *arena, struct explore_statistics *statistics) {
    struct explore_options options = *limits;
    options.model = explore_defaults().model;
    options.model.chains = !expectation->no_chains;
    options.model.any_execution = !expectation->consistent;
    struct meeting meeting = {expectation, false};
    explore(&litmus->program, &model_vulkan, &options, arena, visit_expectation, &meeting, statistics);
    return meeting.met;
}
