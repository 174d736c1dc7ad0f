#include "translator/validation/litmus_validate.h"

#include "mmra/base/text.h"
#include "mmra/ir/ir.h"
#include "mmra/model/excuses.h"
#include "translator/spirv_mmra_litmus.h"
#include "translator/validation/litmus_same.h"

const char validation_endless[] = "executions that never end are not compared";

const char *validation_name(enum validation_result result) {
    static const char *const names[VALIDATION_RESULT_COUNT] = {
        [VALIDATION_SOUND_AND_TIGHT] = "sound and tight",
        [VALIDATION_SOUND] = "sound, not tight",
        [VALIDATION_UNSOUND] = "unsound",
        [VALIDATION_RACE] = "nothing is asked: data race",
        [VALIDATION_NO_EXECUTION] = "unknown: there is no execution, so that nothing was compared",
        [VALIDATION_NOTHING_ENDS] = "unknown: no execution ends, so that nothing was compared",
        [VALIDATION_MIXED_SCOPES] = "not judged: writes of mixed scopes at one location",
        [VALIDATION_ORDERED_AS_READ] = "known deviation: a read-modify-write ordered as a read",
        [VALIDATION_INCLUDED_AS_VISIBLE] =
            "known deviation: available because an operation before it made others visible",
        [VALIDATION_ORDERED_APART] = "known deviation: atomics at one location, ordered but not in scope of each other",
        [VALIDATION_UNDEFINED] = "nothing is asked: undefined behaviour",
        [VALIDATION_REFUSED] = "refused"};
    return names[result];
}

/* Which threads abort is compared: then no execution stands for its images. */
static struct explore_options limits_of(const struct validation_source *source, const struct program *program) {
    struct explore_options options = source->limits;
    options.without |= program_may_abort(program) ? EXPLORE_SYMMETRY : 0;
    return options;
}

static void begin(struct validation_source *source, const struct model_options *model, struct arena *arena) {
    struct litmus program =
        *source->litmus; /* the whole program is validated, not what a condition or filter selects */
    program.condition = program.filter = NULL;
    program.guards = source->guarded ? source->litmus->guards : NULL;
    struct litmus_question question = {.model = source->pair->models[0],
                                       .options = limits_of(source, &program.program),
                                       .outcomes = true,
                                       .races = true,
                                       .until_race = true};
    question.options.model = *model;
    litmus_ask(&program, &question, arena, &source->answer);
}

/* A thread that ends early may leave others without the order that the test is about. */
static void begin_guarded(struct validation_source *source, const struct model_options *model, struct arena *arena) {
    const struct litmus_answer whole = source->answer;
    source->guarded = true;
    begin(source, model, arena);
    if (source->answer.any)
        return;
    source->guarded = false; /* nobody passes: then it is the race that there is to say */
    source->answer = whole;
}

void validation_begin_pair(struct validation_source *source, struct litmus *litmus,
                           const struct explore_options *limits, const struct validation_pair *pair,
                           validation_translator *translate, void *user, struct arena *arena) {
    *source = (struct validation_source){
        .litmus = litmus, .pair = pair, .translate = translate, .user = user, .limits = *limits};
    const struct model_options model = explore_defaults().model;
    begin(source, &model, arena);
    if (source->answer.race && litmus->guards_text && litmus_set_guards(litmus, litmus->guards_text))
        begin_guarded(source, &model, arena);
}

/* A translation is of another model: what the two models take differently is excused. */
static bool is_translation(const struct validation_source *source) {
    return source->pair->models[0] != source->pair->models[1];
}

static bool beyond(const struct explore_statistics *statistics, struct validation *v) {
    v->what = statistics->refused ? statistics->refused : statistics->gave_up ? "too many executions" : NULL;
    return v->what != NULL;
}

bool validation_is_judged(const struct validation_source *source, struct validation *v) {
    const struct litmus_answer *answer = &source->answer;
    if (answer->race)
        v->result = VALIDATION_RACE;
    else if (beyond(&answer->statistics, v))
        v->result = VALIDATION_REFUSED;
    else if (!answer->any && !answer->statistics.hung && !answer->statistics.unroll_reached)
        v->result = VALIDATION_NO_EXECUTION;
    else if (answer->statistics.fault || answer->statistics.divergent_barrier || answer->undefined)
        v->result = VALIDATION_UNDEFINED;
    else if (answer->statistics.mixed_writes && is_translation(source))
        v->result = VALIDATION_MIXED_SCOPES;
    else if (!answer->any && answer->statistics.unroll_reached)
        v->result = VALIDATION_NOTHING_ENDS;
    else
        return true;
    return false;
}

uint32_t validation_faults(enum validation_result result, const struct explore_statistics *vulkan) {
    if (result == VALIDATION_RACE)
        return 1u << SMMRA_LITMUS_FAULT_RACE;
    if (result != VALIDATION_UNDEFINED)
        return 0;
    uint32_t faults = (vulkan->out_of_bounds ? 1u << SMMRA_LITMUS_FAULT_OUT_OF_BOUNDS : 0) |
                      (vulkan->undefined ? 1u << SMMRA_LITMUS_FAULT_UNDEFINED_BEHAVIOUR : 0) |
                      (vulkan->divergent_barrier ? 1u << SMMRA_LITMUS_FAULT_DIVERGENT_BARRIER : 0);
    return faults ? faults : 1u << SMMRA_LITMUS_FAULT_UNDEFINED_READ;
}

/* ---- the same observations on both sides ---- */

static const char *name_of(const struct litmus *litmus, uint32_t observation, const char **thread) {
    const struct observed *o = &litmus->observations.items[observation];
    *thread = o->thread == MODEL_NONE ? "" : litmus->program.threads[o->thread].name;
    return o->thread == MODEL_NONE ? litmus->program.cells[o->number].name
                                   : litmus->program.threads[o->thread].registers[o->number].name;
}

/* Whether the IR has a thread's register in memory: as THREAD:REGISTER. */
static bool is_kept_in_memory(const char *thread, const char *name, const char *cell) {
    size_t length = strlen(thread);
    return *thread && strncmp(cell, thread, length) == 0 && cell[length] == ':' && strcmp(cell + length + 1, name) == 0;
}

static uint32_t find_alike(const struct litmus *litmus, const char *thread, const char *name) {
    uint32_t found = MODEL_NONE;
    for (uint32_t i = 0; i < litmus->observations.count; i++) {
        const char *other_thread, *other = name_of(litmus, i, &other_thread);
        if ((strcmp(name, other) == 0 && strcmp(thread, other_thread) == 0) ||
            (!*other_thread && is_kept_in_memory(thread, name, other)))
            found = i;
    }
    return found;
}

/* What the SPIR-V observes, which the IR has under the same name, or does not access. */
static bool match_by_name(struct validation_source *source, const struct litmus *ir, struct arena *arena,
                          struct validation_columns *columns, struct validation *v) {
    const struct litmus *spirv = source->litmus;
    (void)v;
    for (uint32_t i = 0; i < spirv->observations.count; i++) {
        const struct observed *o = &spirv->observations.items[i];
        struct validation_column *column = ARENA_PUSH(arena, columns->items, columns->count, columns->capacity);
        *column = (struct validation_column){.parts = {{.observation = i}}};
        column->name = name_of(spirv, i, &column->thread);
        column->parts[1] =
            (struct validation_part){find_alike(ir, column->thread, column->name), 0, 0, {.known = true}};
        if (o->thread == MODEL_NONE)
            column->parts[1].initial.value = spirv->program.cells[o->number].initial;
    }
    return true;
}

void validation_project(const struct validation_columns *columns, int side, const struct outcome_value *outcome,
                        struct outcome_value *row) {
    for (uint32_t i = 0; i < columns->count; i++) {
        const struct validation_part *part = &columns->items[i].parts[side];
        row[i] = part->observation == MODEL_NONE ? part->initial : outcome[part->observation];
        if (part->observation != MODEL_NONE && part->bytes && row[i].known && !row[i].undefined) {
            row[i].value >>= part->shift * 8;
            row[i].value &= part->bytes < 8 ? (UINT64_C(1) << part->bytes * 8) - 1 : UINT64_MAX;
        }
    }
}

/* ---- outcomes ---- */

static void put_outcome(struct text *text, const struct validation_columns *columns, const struct outcome_value *row) {
    for (uint32_t i = 0; i < columns->count; i++) {
        const char *thread = columns->items[i].thread;
        text_format(text, "%s%s%s%s = ", i ? ", " : "  ", thread, *thread ? ":" : "", columns->items[i].name);
        if (!row[i].known)
            text_string(text, "none");
        else if (row[i].undefined)
            text_string(text, "undef");
        else
            text_unsigned(text, row[i].value);
    }
    text_char(text, '\n');
}

static const char *describe_outcome(struct arena *arena, const struct validation_columns *columns,
                                    const struct outcome_value *row) {
    struct text text;
    text_init(&text, arena, 128);
    put_outcome(&text, columns, row);
    return text_finish(&text);
}

/* Whether the IR has an outcome that this of the SPIR-V stands for: an undefined value of Vulkan's is any value, and
 * each may be taken instead of all. */
static bool comes_about(const struct outcomes *found, const struct outcome_value *row) {
    bool covered = outcomes_has(found, row);
    for (uint32_t i = 0; i < found->count && !covered; i++)
        covered = outcome_covers(found, row, found->rows[i]);
    return covered;
}

static bool refuse(struct validation *v, const char *what) {
    v->result = VALIDATION_REFUSED;
    v->what = what;
    return false;
}

/* Outcomes that differ say nothing where a result may be another on each device. */
static void refuse_estimate(const char *estimate, struct arena *arena, struct validation *v) {
    struct text text;
    text_init(&text, arena, 128);
    text_format(&text, "values differ, and not every result is exact: %s", estimate);
    refuse(v, text_finish(&text));
}

/* The program does too much; `what` says it. */
static void exceed(struct validation *v, enum validation_excess excess, const char *what) {
    v->result = VALIDATION_UNSOUND;
    v->excess = (uint8_t)excess;
    v->what = what;
}

static const char *name_of_thread(const struct litmus *litmus, uint32_t thread) {
    return thread < litmus->program.thread_count ? litmus->program.threads[thread].name : "";
}

/* The first thread that aborts in some execution of the one and in none of the other; NULL: there is none. What memory
 * holds then is not compared: the device is lost, and with it what memory held (Vulkan, "Lost Device"). */
static const char *aborts_alone(const struct litmus *one, const struct explore_statistics *of_one,
                                const struct litmus *other, const struct explore_statistics *of_other) {
    for (uint32_t i = 0; i < one->program.thread_count; i++) {
        bool same = strcmp(name_of_thread(one, i), name_of_thread(other, i)) == 0;
        bool too = same && of_other->aborting[i / 64] >> i % 64 & 1;
        if (of_one->aborting[i / 64] >> i % 64 & 1 && !too)
            return name_of_thread(one, i);
    }
    return NULL;
}

static const char *describe_abort(struct arena *arena, const char *thread) {
    struct text text;
    text_init(&text, arena, 64);
    text_format(&text, "  an abort by %s\n", thread);
    return text_finish(&text);
}

static void compare_aborts(const struct validation_source *source, const struct litmus *ir,
                           const struct litmus_answer *answer, struct arena *arena, struct validation *v) {
    const char *thread = aborts_alone(ir, &answer->statistics, source->litmus, &source->answer.statistics);
    if (!thread || v->result == VALIDATION_UNSOUND || v->result == VALIDATION_REFUSED)
        return;
    exceed(v, VALIDATION_EXCESS_ABORT, describe_abort(arena, thread));
}

/* An outcome of the other program that the source's has not. */
static void exceed_outcome(const struct validation_source *source, const struct litmus *other,
                           const struct validation_columns *columns, const struct outcome_value *row,
                           const struct outcome_value *outcome, struct arena *arena, struct validation *v) {
    const char *estimate = source->litmus->estimate ? source->litmus->estimate : other->estimate;
    if (estimate) {
        refuse_estimate(estimate, arena, v);
        return;
    }
    exceed(v, VALIDATION_EXCESS_OUTCOME, describe_outcome(arena, columns, row));
    v->row = row;
    v->outcome = outcome;
}

static void project_all(const struct validation_columns *columns, int side, const struct outcomes *found,
                        struct arena *arena, struct outcomes *projected) {
    struct outcome_value *row = arena_allocate_array(arena, columns->count + 1, sizeof *row);
    outcomes_init(projected, arena, columns->count);
    for (uint32_t k = 0; k < found->count; k++) {
        validation_project(columns, side, found->rows[k], row);
        outcomes_add(projected, row);
    }
}

static void compare(struct validation_source *source, const struct litmus *ir, const struct litmus_answer *answer,
                    struct arena *arena, struct validation *v) {
    struct validation_columns columns = {0};
    struct outcomes allowed, found;
    if (!source->pair->match(source, ir, arena, &columns, v)) {
        refuse(v, v->what);
        return;
    }
    project_all(&columns, 0, &source->answer.found, arena, &allowed);
    outcomes_init(&found, arena, columns.count);
    for (uint32_t k = 0; k < answer->found.count; k++) {
        struct outcome_value *row = arena_allocate_array(arena, columns.count + 1, sizeof *row);
        validation_project(&columns, 1, answer->found.rows[k], row);
        outcomes_add(&found, row);
        if (!outcomes_cover(&allowed, row)) {
            exceed_outcome(source, ir, &columns, row, answer->found.rows[k], arena, v);
            return;
        }
    }
    v->result = VALIDATION_SOUND_AND_TIGHT;
    for (uint32_t k = 0; k < allowed.count; k++)
        if (!comes_about(&found, allowed.rows[k])) {
            v->result = VALIDATION_SOUND;
            v->what = describe_outcome(arena, &columns, allowed.rows[k]);
            return;
        }
}

/* The module as a command gives it back. */
static bool read_through(struct validation_source *source, struct ir_module *module, enum ir_revision revision,
                         struct arena *arena, struct litmus *ir, struct validation *v) {
    size_t length;
    const char *error, *taken = source->through->run(source->through->user, ir_print(module, &length), arena, &error);
    struct text text;
    if (!taken)
        return refuse(v, error);
    text_init(&text, arena, strlen(taken) + 256);
    text_comment(&text, "", ir_string_get(module, module->comment)); /* which optimizers drop */
    text_string(&text, taken);
    v->text = text_finish(&text);
    litmus_read_ir(ir, arena, v->text, strlen(v->text), revision);
    return true;
}

static bool translate_by_map(struct validation_source *source, const struct map_options *options, struct arena *arena,
                             struct litmus *ir, struct validation *v) {
    const char *refused;
    enum ir_revision revision = profile_get(options->profile)->revision;
    struct ir_module *module = litmus_translate(source->litmus, options, source->through != NULL, arena, &refused);
    if (!module)
        return refuse(v, refused);
    if (source->through) {
        if (!read_through(source, module, revision, arena, ir, v))
            return false;
    } else {
        v->module = module;
        litmus_read_ir_module(ir, arena, module, revision);
    }
    return !ir->error || refuse(v, ir->error);
}

static bool make_other(struct validation_source *source, const struct map_options *options, struct arena *arena,
                       struct litmus *ir, struct validation *v) {
    if (!source->translate)
        return translate_by_map(source, options, arena, ir, v);
    return source->translate(source, options, arena, ir, v) || refuse(v, v->what);
}

/* The answer about the same program, if there is one. */
static bool recall(const struct validation_source *source, const struct litmus *ir, struct validation *v) {
    for (uint32_t i = 0; i < source->validated_count; i++) {
        const struct validated_program *one = &source->validated[i];
        if (litmus_same_program(&one->program, &ir->program)) {
            *v = one->result;
            return true;
        }
    }
    return false;
}

static uint32_t thread_of(const struct program *program, const char *name) {
    for (uint32_t i = 0; i < program->thread_count; i++)
        if (strcmp(program->threads[i].name, name) == 0)
            return i;
    return MODEL_NONE;
}

/* The excused pairs, in the numbers of the IR. */
static struct model_excuses excuses_of(const struct validation_source *source, const struct program *ir,
                                       struct arena *arena) {
    const struct program *spirv = &source->litmus->program;
    uint32_t *threads = arena_allocate_array(arena, spirv->thread_count, sizeof *threads);
    uint32_t *cells = arena_allocate_array(arena, spirv->cell_count + 1, sizeof *cells);
    for (uint32_t i = 0; i < spirv->thread_count; i++)
        threads[i] = thread_of(ir, spirv->threads[i].name);
    for (uint32_t i = 0; i < spirv->cell_count; i++)
        cells[i] = program_named_cell(ir, spirv->cells[i].name, strlen(spirv->cells[i].name));
    return excuses_renamed(source->excuses, threads, cells);
}

/* Some execution goes on for ever where every one of the source ends, or none ends where one of the source does. */
static bool goes_on(const struct validation_source *source, const struct litmus_answer *answer) {
    bool began = !source->answer.endless && !source->answer.statistics.unroll_reached;
    return answer->endless && (began || (source->answer.found.count && !answer->found.count));
}

static const char *describe_endless(const struct validation_source *source, struct arena *arena) {
    struct text text;
    text_init(&text, arena, 96);
    text_format(&text,
                source->answer.endless || source->answer.statistics.unroll_reached
                    ? "  the program ends, and %s goes on for ever"
                    : "  every execution of the program ends, and some of %s goes on for ever",
                source->pair->other);
    return text_finish(&text);
}

static const struct litmus_messages *copy_of(const struct litmus_messages *messages, struct arena *arena) {
    struct litmus_messages *copy = arena_allocate_array(arena, 1, sizeof *copy);
    *copy = *messages;
    return copy;
}

/* What is wrong with the other program by itself, where nothing is with the source. */
static bool exceeds_outcomes(const struct validation_source *source, const struct litmus_answer *answer,
                             struct arena *arena, struct validation *v) {
    const struct litmus_witness *stops = answer->stop_witness;
    if (answer->race) {
        exceed(v, VALIDATION_EXCESS_RACE, answer->race_witness.text);
        v->execution = answer->race_witness.text;
        v->messages = copy_of(&answer->race_messages, arena);
    } else if (answer->undefined) {
        exceed(v, VALIDATION_EXCESS_UNDEFINED, answer->undefined_witness.text);
        v->execution = answer->undefined_witness.text;
        v->messages = copy_of(&answer->undefined_messages, arena);
    } else if (beyond(&answer->statistics, v)) {
        return false;
    } else if (answer->fault || (answer->divergence && !is_translation(source))) {
        exceed(v, VALIDATION_EXCESS_FAULT, answer->fault ? answer->fault : answer->divergence);
        for (int stop = LITMUS_BEYOND; stop <= LITMUS_DIVERGENT && !v->execution; stop++)
            v->execution = stops[stop].text;
    } else if (goes_on(source, answer)) {
        exceed(v, VALIDATION_EXCESS_ENDLESS, describe_endless(source, arena));
        v->execution = stops[LITMUS_DEADLOCK].text ? stops[LITMUS_DEADLOCK].text : stops[LITMUS_ENDLESS].text;
    }
    return v->result == VALIDATION_UNSOUND;
}

static void judge(struct validation_source *source, struct litmus *ir, struct arena *arena, struct validation *v) {
    struct litmus_answer answer;
    struct litmus_question question = {.model = source->pair->models[1],
                                       .options = limits_of(source, &ir->program),
                                       .outcomes = true,
                                       .races = true,
                                       .until_race = true};
    if (source->guarded && !litmus_set_guards(ir, source->litmus->guards_text)) {
        refuse(v, "a value that the test names and the translation has not");
        return;
    }
    question.options.model = explore_defaults().model;
    struct model_excuses excuses;
    if (source->excuses) { /* which hold for these threads, and not for others that are alike */
        excuses = excuses_of(source, &ir->program, arena);
        question.options.model.excuses = &excuses;
        question.options.without |= EXPLORE_REDUCTIONS;
    }
    litmus_ask(ir, &question, arena, &answer);
    v->amdgpu = answer.statistics;
    v->endless = source->answer.endless || answer.endless;
    if (exceeds_outcomes(source, &answer, arena, v))
        return;
    if (beyond(&answer.statistics, v)) {
        v->result = VALIDATION_REFUSED;
    } else if (!source->answer.found.count && !answer.found.count && !source->answer.statistics.aborted) {
        v->result = VALIDATION_NOTHING_ENDS;
    } else {
        compare(source, ir, &answer, arena, v);
        compare_aborts(source, ir, &answer, arena, v);
    }
}

void validation_begin_with(struct validation_source *source, struct litmus *litmus,
                           const struct explore_options *limits, validation_translator *translate, void *user,
                           struct arena *arena) {
    static const struct validation_pair translation = {
        {&model_vulkan, &model_amdgpu}, match_by_name, "its translation"};
    validation_begin_pair(source, litmus, limits, &translation, translate, user, arena);
}

void validation_begin(struct validation_source *source, struct litmus *litmus, struct arena *arena) {
    const struct explore_options limits = explore_defaults();
    validation_begin_with(source, litmus, &limits, NULL, NULL, arena);
}

static void check(struct validation_source *source, const struct map_options *options, struct arena *arena,
                  struct validation *v) {
    struct litmus ir;
    memset(v, 0, sizeof *v);
    v->vulkan = source->answer.statistics;
    if (!validation_is_judged(source, v) || !make_other(source, options, arena, &ir, v) || recall(source, &ir, v))
        return;
    const struct program program = ir.program;
    judge(source, &ir, arena, v);
    *ARENA_PUSH(arena, source->validated, source->validated_count, source->validated_capacity) =
        (struct validated_program){program, *v};
}

static bool take_excuses(void *user, const struct explored *one) {
    excuses_take(user, one->x);
    return true;
}

/* Whether the translation is right but for the pairs of accesses that the deviation is about. They are those of all
 * executions: none may stand for others. */
static bool is_excused(const struct validation_source *source, enum model_deviation deviation,
                       const struct map_options *options, struct arena *arena) {
    struct validation_source other = *source;
    struct validation v;
    struct model_excuses excuses = {.arena = arena, .deviation = deviation};
    struct explore_options limits = source->limits;
    struct explore_statistics statistics;
    limits.model = explore_defaults().model;
    limits.model.find_deviations = true;
    limits.without |= EXPLORE_REDUCTIONS;
    explore(&source->litmus->program, &model_vulkan, &limits, arena, take_excuses, &excuses, &statistics);
    if (!excuses.count || beyond(&statistics, &v))
        return false;
    other.excuses = &excuses;
    other.validated = NULL;
    other.validated_count = other.validated_capacity = 0;
    check(&other, options, arena, &v);
    return v.result != VALIDATION_UNSOUND && v.result != VALIDATION_REFUSED;
}

/* The translation may show what the source does not, that nothing depends on a value: then neither counts it. */
static void check_without_doubts(const struct validation_source *source, const struct map_options *options,
                                 struct arena *arena, struct validation *v) {
    struct validation_source other = *source;
    const struct model_options model = explore_defaults().model;
    other.limits.doubts_are_none = true;
    other.validated = NULL;
    other.validated_count = other.validated_capacity = 0;
    begin(&other, &model, arena);
    check(&other, options, arena, v);
    v->free = source->answer.statistics.doubtful;
}

void validation_check(struct validation_source *source, const struct map_options *options, struct arena *arena,
                      struct validation *v) {
    check(source, options, arena, v);
    if (v->result == VALIDATION_UNSOUND && source->answer.statistics.doubtful)
        check_without_doubts(source, options, arena, v);
    if (v->result != VALIDATION_UNSOUND)
        return;
    if ((source->through || !is_translation(source)) && source->answer.statistics.unroll_reached) {
        refuse(v, "a loop met the bound, which an optimizer counts otherwise: a larger one goes further");
        return;
    }
    if (!is_translation(source))
        return;
    if (source->through && source->differs_through) {
        refuse(v, source->differs_through);
        return;
    }
    if (source->answer.statistics.mixed_reads && is_excused(source, MODEL_ORDERED_APART, options, arena))
        v->result = VALIDATION_ORDERED_APART;
    else if (is_excused(source, MODEL_ORDERED_AS_READ, options, arena))
        v->result = VALIDATION_ORDERED_AS_READ;
    else if (is_excused(source, MODEL_INCLUDED_AS_VISIBLE, options, arena))
        v->result = VALIDATION_INCLUDED_AS_VISIBLE;
}

const char *validation_text(const struct validation *v) {
    size_t length;
    return v->module ? ir_print(v->module, &length) : v->text;
}
