/* A solver's model becomes a run: the grid and the contents of memory are taken from it, as small as can be, and `race`
 * runs the module with them. What no run shows is not said to be wrong. */
#include <stdio.h>

#include "mmra/base/text.h"
#include "translator/program/litmus_orders.h"
#include "translator/prove/prove_core.h"

enum { MOST_INPUTS = 64, LONGEST_INPUT = 128, STEPS = 20000000, LARGEST_RUN = 1 << 18, MOST_FINDINGS = 100 };

/* Limits of all runs of a module together, as there are up to four for each of several pairs, and each is as long as
 * the module: questions whether to go on (mmra/base/watch.h), and bytes. */
enum { MOST_ASKED = 1 << 15, MOST_BYTES = 1 << 29 };

/* How small a model shall be: workgroups along a dimension beyond the fewest, and bits of numbers in memory. */
static const struct bound {
    uint32_t groups;
    uint8_t bits;
} bounds[] = {{0, 3}, {0, 7}, {2, 10}, {6, 16}};

#define READ_ONLY (UINT64_C(1) << 63)

struct witness {
    struct prove_asker *asker;
    char inputs[MOST_INPUTS][LONGEST_INPUT];
    const char *list[MOST_INPUTS];
    uint32_t count;
    uint32_t groups[3];
    smmra_specialization *constants; /* those that were given, and those of the model */
    uint32_t constant_count;
};

static bool is_read(const struct prove_node *node) {
    return node->operation == PROVE_APPLY && node->bits & READ_ONLY;
}

static bool is_integer(const struct prover *p, spirv_id type) {
    const struct spirv_type *t = spirv_type_of_id(p->module, type);
    return t && t->opcode == SpvOpTypeInt;
}

/* ---- what a read is of ---- */

/* The type and the indices of the scalar that a symbol stands for: one read may give several. */
struct place {
    uint64_t indices[16];
    uint32_t count;
    spirv_id type;
};

/* Goes down to the scalar with this number. False: it is not below this type. */
static bool find_leaf(const struct prover *p, struct place *place, uint64_t *leaf) {
    uint32_t count = prove_part_count(p, place->type);
    spirv_id type = place->type;
    if (prove_scalar_width(p, type))
        return (*leaf)-- == 0;
    for (uint32_t i = 0; i < count && place->count < 16; i++) {
        place->indices[place->count++] = i;
        place->type = prove_part_type(p, type, i);
        if (find_leaf(p, place, leaf))
            return true;
        place->type = type;
        place->count--;
    }
    return false;
}

static bool find_place(struct witness *w, const struct prove_node *node, uint32_t side, struct place *place) {
    struct prover *p = w->asker->p;
    const struct prove_object *object = &p->objects[(node->bits >> 16 & UINT32_MAX) - 1];
    uint64_t leaf = p->terms.nodes[node->arguments[node->count - 1]].bits;
    *place = (struct place){.type = object->type};
    for (uint32_t i = 0; i + 1 < node->count; i++) {
        const struct spirv_type *t = spirv_type_of_id(p->module, place->type);
        uint64_t index = prove_solver_value(w->asker->solver, node->arguments[i], side);
        if (!t || place->count == 16)
            return false;
        place->indices[place->count++] = index;
        place->type = t->opcode == SpvOpTypeStruct ? prove_part_type(p, place->type, (uint32_t)index) : t->element;
    }
    return find_leaf(p, place, &leaf);
}

/* The name that `race` takes for it: variable or block, then members and indices. False: it has none. */
static bool write_name(struct witness *w, const struct prove_node *node, const struct place *place, struct text *text) {
    const struct prover *p = w->asker->p;
    const struct prove_object *object = &p->objects[(node->bits >> 16 & UINT32_MAX) - 1];
    const char *name = spirv_name(p->module, object->variable);
    spirv_id type = object->type;
    if (!name || !*name)
        name = spirv_name(p->module, type);
    if (!name || !*name)
        return false;
    text_printable(text, strncmp(name, "type.", 5) == 0 ? name + 5 : name);
    for (uint32_t i = 0; i < place->count; i++) {
        const struct spirv_type *t = spirv_type_of_id(p->module, type);
        bool is_member = t->opcode == SpvOpTypeStruct;
        const char *member = is_member ? prove_member_name(p, type, place->indices[i]) : NULL;
        if (member && *member) {
            text_char(text, '.');
            text_printable(text, member);
        } else {
            text_format(text, "[%llu]", (unsigned long long)place->indices[i]);
        }
        type = is_member ? prove_part_type(p, type, (uint32_t)place->indices[i]) : t->element;
    }
    return true;
}

static void add_input(struct witness *w, prove_term term, uint32_t side) {
    struct prover *p = w->asker->p;
    const struct prove_node *node = prove_node(&p->terms, term);
    struct place place;
    struct text text;
    if (w->count == MOST_INPUTS || !find_place(w, node, side, &place) || !is_integer(p, place.type))
        return;
    text_init(&text, p->arena, LONGEST_INPUT);
    if (!write_name(w, node, &place, &text))
        return;
    uint64_t bits = prove_solver_value(w->asker->solver, term, side);
    const struct spirv_type *t = spirv_type_of_id(p->module, place.type);
    if (t->is_signed)
        text_format(&text, "=%lld", (long long)(int64_t)(t->width == 32 ? (uint64_t)(int64_t)(int32_t)bits : bits));
    else
        text_format(&text, "=%llu", (unsigned long long)bits);
    const char *said = text_finish(&text);
    for (uint32_t i = 0; i < w->count; i++)
        if (strcmp(w->inputs[i], said) == 0)
            return;
    if (strlen(said) >= LONGEST_INPUT)
        return;
    strcpy(w->inputs[w->count], said);
    w->list[w->count] = w->inputs[w->count];
    w->count++;
}

/* ---- the run ---- */

static void take_constants(struct witness *w) {
    const struct prover *p = w->asker->p;
    const uint32_t given = p->run->specialization_count;
    w->constants = arena_allocate_array(p->arena, (size_t)given + p->constant_count + 1, sizeof *w->constants);
    if (given)
        memcpy(w->constants, p->run->specializations, given * sizeof *w->constants);
    for (uint32_t i = 0; i < p->constant_count; i++)
        w->constants[given + i] = (smmra_specialization){p->constants[i].spec_id,
                                                         prove_solver_value(w->asker->solver, p->constants[i].term, 0)};
    w->constant_count = given + p->constant_count;
}

/* Whether it stays small: the grid, constants, and every number that is read from memory which nobody writes. */
static bool is_small(struct witness *w, const struct bound *bound, enum prove_question question, bool at_once) {
    struct prove_asker *a = w->asker;
    struct prover *p = a->p;
    struct prove_terms *t = &p->terms;
    uint32_t said = prove_solver_said(a->solver), count = prove_walk(t, a->roots, a->root_count);
    prove_term *walked = arena_allocate_array(p->arena, count + 1, sizeof *walked);
    memcpy(walked, t->walked, count * sizeof *walked);
    for (uint32_t i = 0; i < 3; i++) {
        bool is_one = p->assumed >> (PROVE_ASSUMES_ONE_X + i) & 1;
        prove_term end = prove_constant(t, 32, is_one ? 2 : (question == PROVE_BETWEEN ? 3 : 2) + bound->groups);
        prove_solver_say(a->solver, prove_binary(t, PROVE_UNSIGNED_LESS, p->built_ins[PROVE_GROUPS_X + i], end), 0,
                         true);
    }
    for (uint32_t i = 0; i < count + p->constant_count; i++) {
        const bool is_constant = i >= count;
        const prove_term term = is_constant ? p->constants[i - count].term : walked[i];
        const struct prove_node node = t->nodes[term];
        if (node.width < 16 || (!is_constant && (node.operation != PROVE_APPLY || !(node.bits >> 62))))
            continue;
        for (uint32_t side = 0; side < 2; side++)
            prove_solver_say_small(a->solver, term, side, bound->bits);
    }
    bool is = prove_solver_check(a->solver, at_once) == PROVE_POSSIBLE;
    if (is)
        take_constants(w);
    for (uint32_t i = 0; is && i < count; i++)
        for (uint32_t side = 0; side < 2; side++)
            if (is_read(prove_node(t, walked[i])))
                add_input(w, walked[i], side);
    uint64_t invocations = 1;
    for (uint32_t i = 0; i < 3; i++) {
        uint64_t groups = is ? prove_solver_value(a->solver, p->built_ins[PROVE_GROUPS_X + i], 0) : 1;
        w->groups[i] = groups ? (uint32_t)groups : 1;
        invocations *= (uint64_t)w->groups[i] * p->local[i];
    }
    prove_solver_forget(a->solver, said);
    return is && invocations <= LARGEST_RUN;
}

static bool goes_on(void *user) {
    struct prove_asker *a = user;
    a->asked_by_runs++;
    return a->asked_by_runs <= MOST_ASKED && (!a->options->goes_on || a->options->goes_on(a->options->user));
}

/* A run, which the jump ends when memory or time is over. */
struct run_ending {
    struct prove_asker *asker;
    jmp_buf landing;
};

static void exhausted(void *user) {
    longjmp(((struct run_ending *)user)->landing, 1);
}

static void ask_to_go_on(void *user) {
    struct run_ending *ending = user;
    if (!goes_on(ending->asker))
        longjmp(ending->landing, 1);
}

/* Whether the finding is of two workgroups, or of one, as the question has it. */
static bool is_of_question(const struct race_finding *finding, enum prove_question question) {
    return (finding->groups[0] != finding->groups[1]) == (question == PROVE_BETWEEN);
}

static bool is_about(const struct race_finding *finding, const uint32_t words[2]) {
    return (finding->words[0] == words[0] && finding->words[1] == words[1]) ||
           (finding->words[0] == words[1] && finding->words[1] == words[0]);
}

/* Looks for the two accesses that the question is about, or else for any others, which are noted then. */
static bool is_found(struct prove_asker *a, const struct litmus_orders *found, enum prove_question question) {
    const struct race_finding *first = NULL;
    if (found->answer.refused || question == PROVE_BARRIERS)
        return !found->answer.refused && found->answer.divergent;
    for (uint32_t i = 0; i < found->answer.count; i++) {
        const struct race_finding *finding = &found->answer.findings[i];
        if (is_of_question(finding, question) && (!first || is_about(finding, a->shown)))
            first = finding;
    }
    if (first && !is_about(first, a->shown))
        memcpy(a->shown, first->words, sizeof a->shown);
    return first;
}

/* Runs the module; memory of its own, so that a run that takes too much shows nothing. */
static bool run(struct witness *w, enum prove_question question) {
    struct prove_asker *a = w->asker;
    smmra_litmus_options options = *a->options->run;
    struct litmus_race *race = arena_allocate_array(a->p->arena, 1, sizeof *race);
    struct litmus_orders found = {0};
    struct arena read, runs;
    struct run_ending ending = {.asker = a};
    struct mmra_watch watch = {.ask = ask_to_go_on, .user = &ending};
    bool is = false;
    options.flags = SMMRA_LITMUS_FLAG_TWO_GROUPS;
    memcpy(options.groups, w->groups, sizeof options.groups);
    options.specializations = w->constants;
    options.specialization_count = w->constant_count;
    options.inputs = w->list;
    options.input_count = w->count;
    arena_init(&read, NULL, MOST_BYTES - a->bytes_of_runs, exhausted, &ending);
    arena_init(&runs, NULL, 0, exhausted, &ending);
    read.watch = runs.watch = &watch;
    if (!setjmp(ending.landing)) {
        litmus_race_read(race, &read, a->words, a->word_count, NULL, &options);
        const struct race_options limits = {
            .steps = STEPS, .most = MOST_FINDINGS, .goes_on = goes_on, .goes_on_user = a};
        runs.limit = read.limit - read.used;
        if (!race->spirv.litmus.error)
            litmus_orders_run(race, &limits, 1, &runs, &found);
        is = !race->spirv.litmus.error && is_found(a, &found, question);
    }
    a->bytes_of_runs += read.used + runs.used;
    arena_destroy(&runs);
    arena_destroy(&read);
    return is;
}

static const char *options_of(const struct witness *w) {
    struct text text;
    text_init(&text, w->asker->p->kept, 128);
    const smmra_litmus_options *run = w->asker->options->run;
    text_format(&text, "--groups=%u,%u,%u", w->groups[0], w->groups[1], w->groups[2]);
    if (run->glsl450 == SMMRA_GLSL450_CONSERVATIVE)
        text_string(&text, " --glsl450=conservative");
    for (uint32_t i = 0; i < w->constant_count; i++)
        text_format(&text, " --spec=%u=0x%llx", w->constants[i].spec_id, (unsigned long long)w->constants[i].bits);
    for (uint32_t i = 0; i < w->count; i++)
        text_format(&text, " --input=%s", w->inputs[i]);
    return text_finish(&text);
}

bool prove_show(struct prove_asker *asker, enum prove_question question, bool at_once) {
    struct witness *w = arena_allocate_array(asker->p->arena, 1, sizeof *w);
    for (size_t i = 0; i < (at_once ? 1 : sizeof bounds / sizeof *bounds); i++) {
        *w = (struct witness){.asker = asker};
        if (!is_small(w, &bounds[i], question, at_once))
            continue;
        asker->runs_at_once += at_once;
        if (!run(w, question))
            continue;
        asker->said->run = options_of(w);
        return true;
    }
    return false;
}
