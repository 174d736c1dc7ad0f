/* Answers about litmus programs: what was found is copied out of the exploration's memory. */
#include "translator/answers/litmus_answers.h"

#include <stdio.h>

#include "translator/finding_rows.h"
#include "translator/option_names.h"

smmra_litmus_answer *litmus_answer_begin(struct arena *arena) {
    smmra_litmus_answer *answer = arena_allocate_array(arena, 1, sizeof *answer);
    answer->summary.statistics = &answer->statistics;
    answer->summary.translated = &answer->translated;
    return answer;
}

static const char *keep(struct arena *arena, const char *text) {
    return text ? arena_copy_string(arena, text, strlen(text)) : NULL;
}

smmra_litmus_statistics litmus_statistics_of(const struct explore_statistics *s) {
    return (smmra_litmus_statistics){.executions = s->executions,
                                     .aborted = s->aborted,
                                     .deadlocked = s->deadlocked,
                                     .endless = s->endless,
                                     .faulty = s->faulty,
                                     .cut_off = s->cut_off,
                                     .mirrored = s->mirrored,
                                     .evaluations = s->evaluations};
}

static smmra_litmus_verdict verdict_of(uint8_t verdict) {
    static const smmra_litmus_verdict verdicts[] = {[LITMUS_NO] = SMMRA_LITMUS_VERDICT_NO,
                                                    [LITMUS_YES] = SMMRA_LITMUS_VERDICT_YES,
                                                    [LITMUS_UNKNOWN] = SMMRA_LITMUS_VERDICT_UNKNOWN};
    return verdicts[verdict];
}

/* ---- findings ---- */

#define FAULT_NAME(fault, name, ...) [SMMRA_LITMUS_FAULT_##fault] = name,

const char *smmra_litmus_fault_name(smmra_litmus_fault fault) {
    static const char *const names[] = {FAULT_ROWS(FAULT_NAME)};
    return (unsigned)fault < sizeof names / sizeof *names ? names[fault] : NULL;
}

static const smmra_source *keep_source(struct arena *arena, const struct model_place *place) {
    if (!place)
        return NULL;
    smmra_source *source = arena_allocate_array(arena, 1, sizeof *source);
    *source = (smmra_source){keep(arena, place->file), place->line, place->column, keep(arena, place->function),
                             keep(arena, place->text)};
    return source;
}

/* Adds places to the newest finding. */
static void add_places(smmra_litmus_answer *answer, struct arena *arena, const struct litmus_messages *messages) {
    smmra_litmus_finding *finding = answer->findings[answer->finding_count - 1];
    smmra_place *places = arena_allocate_array(arena, messages->count + 1, sizeof *places);
    for (uint32_t i = 0; i < messages->count; i++)
        places[i] = (smmra_place){.word = messages->items[i].word,
                                  .message = keep(arena, messages->items[i].text),
                                  .source = keep_source(arena, messages->items[i].place)};
    finding->places = arena_list(arena, places, messages->count, sizeof *places);
    finding->place_count = messages->count;
}

static void add(smmra_litmus_answer *answer, struct arena *arena, smmra_litmus_fault fault, const char *message,
                const struct litmus_witness *witness) {
    smmra_litmus_finding *finding = arena_allocate_array(arena, 1, sizeof *finding);
    *finding =
        (smmra_litmus_finding){.fault = fault, .message = keep(arena, message), .first_alike = answer->finding_count};
    if (witness) {
        finding->witness = keep(arena, witness->text);
        finding->graph = keep(arena, witness->graph);
    }
    *ARENA_PUSH(arena, answer->findings, answer->finding_count, answer->finding_capacity) = finding;
    answer->summary.faults |= UINT32_C(1) << fault;
}

enum { DOER_SIZE = 24 };

/* Modules have no lines; the operation's text says where it is. */
static const char *doer(const struct model_operation *operation, char text[DOER_SIZE]) {
    if (operation->line)
        snprintf(text, DOER_SIZE, "line %u", operation->line);
    return operation->line ? text : "an operation";
}

/* Why a verdict is unknown, and how to go on. */
static const char *reason(const struct litmus_answer *found, const struct litmus_end *end, char *text, size_t size) {
    const struct explore_statistics *s = &found->statistics;
    char what[DOER_SIZE];
    if (found->ended_at_first)
        snprintf(text, size, "the search ended at what is wrong: without %s it goes on", OPTION_NAME(end, FIRST));
    else if (end->stopped)
        return "the search was stopped: the counts are those so far";
    else if (end->expired)
        snprintf(text, size, "the time is over: a larger limit (%s) or a smaller grid (%s, %s) goes further",
                 OPTION_NAME(end, TIME_LIMIT), OPTION_NAME(end, GROUPS), OPTION_NAME(end, LOCAL));
    else if (s->gave_up)
        return "too many executions: fewer threads or a smaller grid can be explored";
    else if (s->unroll_reached)
        snprintf(text, size, "a loop goes round more often than the bound: %s goes further than %u rounds",
                 OPTION_NAME(end, UNROLL), end->unroll);
    else if (s->doubtful)
        snprintf(text, size, "what %s does is taken to depend on a value that is read, which is not certain: %.160s",
                 doer(s->doubtful, what), s->doubtful->text);
    else if (found->any && !found->passed)
        return "no execution passes the filter";
    else
        return found->passed ? "no execution comes to its end" : "there is no execution";
    return text;
}

static void add_findings(smmra_litmus_answer *answer, struct arena *arena, const struct litmus_answer *found,
                         const struct litmus_end *end) {
    const struct explore_statistics *s = &found->statistics;
    char text[320];
    if (found->race_verdict == LITMUS_YES) {
        bool formal = found->text_is_known && found->text_verdict == LITMUS_NO;
        add(answer, arena, SMMRA_LITMUS_FAULT_RACE, formal ? litmus_race_of_formal_model : "data race",
            &found->race_witness);
        add_places(answer, arena, &found->race_messages);
    }
    if (found->undefined) {
        add(answer, arena, SMMRA_LITMUS_FAULT_UNDEFINED_READ, "some execution reads undef", &found->undefined_witness);
        add_places(answer, arena, &found->undefined_messages);
    }
    if (s->out_of_bounds) {
        add(answer, arena, SMMRA_LITMUS_FAULT_OUT_OF_BOUNDS, s->out_of_bounds, &found->stop_witness[LITMUS_BEYOND]);
        add_places(answer, arena, &found->stop_messages[LITMUS_BEYOND]);
    }
    if (found->divergence) {
        add(answer, arena, SMMRA_LITMUS_FAULT_DIVERGENT_BARRIER, found->divergence,
            &found->stop_witness[LITMUS_DIVERGENT]);
        add_places(answer, arena, &found->stop_messages[LITMUS_DIVERGENT]);
    }
    if (s->undefined) {
        snprintf(text, sizeof text, "undefined behaviour that is no matter of memory order: %s", s->undefined);
        add(answer, arena, SMMRA_LITMUS_FAULT_UNDEFINED_BEHAVIOUR, text, &found->stop_witness[LITMUS_UNDEFINED]);
        add_places(answer, arena, &found->stop_messages[LITMUS_UNDEFINED]);
    }
    if (s->deadlocked) {
        add(answer, arena, SMMRA_LITMUS_FAULT_DEADLOCK,
            "deadlock: threads wait for each other, or at a barrier that never opens",
            &found->stop_witness[LITMUS_DEADLOCK]);
        add_places(answer, arena, &found->stop_messages[LITMUS_DEADLOCK]);
    }
    if (s->endless) {
        add(answer, arena, SMMRA_LITMUS_FAULT_ENDLESS_LOOP, "endless loop: a thread goes round for ever",
            &found->stop_witness[LITMUS_ENDLESS]);
        add_places(answer, arena, &found->stop_messages[LITMUS_ENDLESS]);
    }
    if (s->aborted) {
        add(answer, arena, SMMRA_LITMUS_FAULT_ABORT, "an abort: the device is lost, and no condition is asked then",
            &found->stop_witness[LITMUS_ABORT]);
        add_places(answer, arena, &found->stop_messages[LITMUS_ABORT]);
    }
    if (answer->summary.race == SMMRA_LITMUS_VERDICT_UNKNOWN ||
        answer->summary.condition == SMMRA_LITMUS_VERDICT_UNKNOWN)
        add(answer, arena, SMMRA_LITMUS_FAULT_NOT_DECIDED, reason(found, end, text, sizeof text), NULL);
}

const char *litmus_answer_assumption(struct arena *arena, const struct litmus *litmus,
                                     const struct model_operation *doubtful, bool depends) {
    char text[640], what[DOER_SIZE];
    if (!doubtful)
        return keep(arena, litmus->assumption);
    snprintf(text, sizeof text, "what %s does depends on %s value that is read: %.160s%s%s", doer(doubtful, what),
             depends ? "a" : "no", doubtful->text, litmus->assumption ? "; " : "",
             litmus->assumption ? litmus->assumption : "");
    return keep(arena, text);
}

void litmus_answer_program(smmra_litmus_answer *answer, struct arena *arena, struct litmus *litmus,
                           const struct litmus_answer *found, const struct litmus_end *end) {
    smmra_litmus_summary *summary = &answer->summary;
    summary->condition = litmus->condition ? verdict_of(found->condition_verdict) : SMMRA_LITMUS_VERDICT_NOT_ASKED;
    summary->race = verdict_of(found->race_verdict);
    summary->race_is_undefined_read = found->torn;
    summary->loop_met_bound = found->statistics.unroll_reached;
    summary->estimate = keep(arena, litmus->estimate);
    if (found->text_is_known && found->race_verdict == LITMUS_NO && found->text_verdict == LITMUS_YES)
        litmus_assume(litmus, arena, litmus_race_of_text);
    summary->assumption = litmus_answer_assumption(arena, litmus, NULL, true);
    summary->witness = keep(arena, found->condition_witness.text);
    summary->graph = keep(arena, found->condition_witness.graph);
    answer->statistics = litmus_statistics_of(&found->statistics);
    add_findings(answer, arena, found, end);
    if (!summary->graph && !answer->finding_count)
        summary->graph = keep(arena, found->example);
}

void litmus_answer_equal(smmra_litmus_answer *answer, struct arena *arena, const struct litmus_spirv *program,
                         const struct litmus_messages *race, const struct litmus_witness *witness) {
    struct litmus_messages messages = {0};
    for (uint32_t i = 0; i < race->count || i < 1; i++) /* a race of equal addresses is known by its places */
        *ARENA_PUSH(arena, messages.items, messages.count, messages.capacity) =
            race->count ? race->items[i] : (struct litmus_message){.text = "data race"};
    messages.items[0].text = litmus_race_of_equal(program, arena, messages.items[0].text);
    answer->summary.race = SMMRA_LITMUS_VERDICT_UNKNOWN;
    add(answer, arena, SMMRA_LITMUS_FAULT_NOT_DECIDED, litmus_race_of_equal(program, arena, ""), witness);
    add_places(answer, arena, &messages);
}

void litmus_answer_grid(smmra_litmus_answer *answer, const struct litmus_grid *grid) {
    smmra_litmus_summary *summary = &answer->summary;
    memcpy(summary->groups, grid->groups, sizeof summary->groups);
    memcpy(summary->local, grid->local, sizeof summary->local);
    summary->subgroup = grid->subgroup;
}

static const smmra_place *const *keep_places(struct arena *arena, const smmra_place *const *places, size_t count) {
    smmra_place *kept = arena_allocate_array(arena, count + 1, sizeof *kept);
    for (size_t i = 0; i < count; i++) {
        const smmra_source *from = places[i]->source;
        kept[i] = *places[i];
        kept[i].message = keep(arena, places[i]->message);
        if (from)
            kept[i].source = keep_source(
                arena, &(struct model_place){from->file, from->line, from->column, from->function, from->text});
    }
    return arena_list(arena, kept, count, sizeof *kept);
}

void litmus_answer_module(smmra_litmus_answer *answer, struct arena *arena, const struct litmus_spirv *program,
                          bool all_ran) {
    smmra_litmus_summary *summary = &answer->summary;
    summary->reading = litmus_spirv_reading(program);
    summary->groups_by_default = program->groups_by_default;
    summary->never_ran_is_known = all_ran;
    if (!all_ran)
        return;
    const smmra_place *const *places = litmus_coverage_never_ran(
        &program->coverage, program->flags, program->litmus.program.arena, &summary->never_ran_count);
    summary->never_ran = keep_places(arena, places, summary->never_ran_count);
}

/* ---- one run ---- */

static void add_fault(smmra_litmus_answer *answer, struct arena *arena, struct litmus_race *race,
                      const struct race_answer *found) {
    struct litmus_message at = {0};
    struct litmus_messages places = {.items = &at};
    const char *fault = litmus_race_fault(race, found);
    if (!fault)
        return;
    add(answer, arena,
        found->out_of_bounds             ? SMMRA_LITMUS_FAULT_OUT_OF_BOUNDS
        : found->fault == program_aborts ? SMMRA_LITMUS_FAULT_ABORT
        : found->fault                   ? SMMRA_LITMUS_FAULT_UNDEFINED_BEHAVIOUR
        : found->endless                 ? SMMRA_LITMUS_FAULT_ENDLESS_LOOP
                                         : SMMRA_LITMUS_FAULT_DIVERGENT_BARRIER,
        fault, NULL);
    if (found->fault && found->fault_at) {
        at = (struct litmus_message){.word = found->fault_at->origin, .place = found->fault_at->place, .text = fault};
        places.count = 1;
    }
    add_places(answer, arena, found->divergent_messages.count ? &found->divergent_messages : &places);
}

void litmus_answer_race(smmra_litmus_answer *answer, struct arena *arena, struct litmus_race *race,
                        const struct litmus_orders *orders) {
    const struct race_answer *found = &orders->answer;
    const char *undecided = found->stopped == race_steps_are_over ? "it takes more steps than options.step_limit allows"
                            : found->stopped                      ? found->stopped
                                                                  : keep(arena, orders->collides);
    smmra_litmus_summary *summary = &answer->summary;
    summary->race = found->count ? SMMRA_LITMUS_VERDICT_YES
                    : undecided  ? SMMRA_LITMUS_VERDICT_UNKNOWN
                                 : SMMRA_LITMUS_VERDICT_NO;
    summary->estimate = keep(arena, race->spirv.litmus.estimate);
    summary->assumption = keep(arena, litmus_orders_assumption(race, orders));
    answer->statistics.executions = !found->stopped;
    answer->statistics.evaluations = found->steps;
    for (uint32_t i = 0; i < found->count; i++) {
        add(answer, arena, SMMRA_LITMUS_FAULT_RACE, litmus_race_message(race, found), NULL);
        add_places(answer, arena, &found->findings[i].messages);
        answer->findings[answer->finding_count - 1]->first_alike = (size_t)(race_alike(found, i) - found->findings);
    }
    add_fault(answer, arena, race, found);
    if (undecided)
        add(answer, arena, SMMRA_LITMUS_FAULT_NOT_DECIDED, undecided, NULL);
    if (orders->equal.count)
        litmus_answer_equal(answer, arena, &race->spirv, &orders->equal.findings[0].messages, NULL);
    litmus_answer_module(answer, arena, &race->spirv, true);
}

/* ---- outcomes ---- */

static smmra_litmus_value value_of(const struct outcome_value *value) {
    if (!value->known)
        return (smmra_litmus_value){.kind = SMMRA_LITMUS_VALUE_NONE};
    if (value->undefined)
        return (smmra_litmus_value){.kind = SMMRA_LITMUS_VALUE_UNDEFINED};
    return (smmra_litmus_value){.kind = SMMRA_LITMUS_VALUE_KNOWN, .value = value->value};
}

void litmus_answer_outcomes(smmra_litmus_answer *answer, struct arena *arena, const struct litmus *litmus,
                            const struct litmus_answer *found) {
    size_t width = litmus->observations.count, count = found->found.count;
    answer->width = width;
    answer->row_count = count;
    answer->names = arena_allocate_array(arena, width + 1, sizeof *answer->names);
    for (size_t i = 0; i < width; i++)
        answer->names[i] = outcome_column(litmus, i, arena);
    answer->values = arena_allocate_array(arena, width * count + 1, sizeof *answer->values);
    answer->texts = arena_allocate_array(arena, width * count + 1, sizeof *answer->texts);
    for (size_t k = 0; k < width * count; k++) {
        char text[EXPLAIN_NUMBER];
        const struct outcome_value *value = &found->found.rows[k / width][k % width];
        outcome_number(litmus, k % width, value, text);
        answer->values[k] = value_of(value);
        answer->texts[k] = keep(arena, text);
    }
}

/* ---- translations ---- */

void litmus_answer_judgement(smmra_litmus_answer *answer, struct arena *arena, const struct validation *v,
                             const struct litmus_end *end, const char *ir) {
    static const smmra_litmus_judgement judgements[VALIDATION_RESULT_COUNT] = {
        [VALIDATION_SOUND_AND_TIGHT] = SMMRA_LITMUS_JUDGEMENT_SOUND_AND_TIGHT,
        [VALIDATION_SOUND] = SMMRA_LITMUS_JUDGEMENT_SOUND,
        [VALIDATION_UNSOUND] = SMMRA_LITMUS_JUDGEMENT_UNSOUND,
        [VALIDATION_RACE] = SMMRA_LITMUS_JUDGEMENT_NOTHING_ASKED,
        [VALIDATION_NO_EXECUTION] = SMMRA_LITMUS_JUDGEMENT_NOTHING_COMPARED,
        [VALIDATION_NOTHING_ENDS] = SMMRA_LITMUS_JUDGEMENT_NOTHING_COMPARED,
        [VALIDATION_UNDEFINED] = SMMRA_LITMUS_JUDGEMENT_NOTHING_ASKED,
        [VALIDATION_MIXED_SCOPES] = SMMRA_LITMUS_JUDGEMENT_DEVIATION,
        [VALIDATION_ORDERED_AS_READ] = SMMRA_LITMUS_JUDGEMENT_DEVIATION,
        [VALIDATION_INCLUDED_AS_VISIBLE] = SMMRA_LITMUS_JUDGEMENT_DEVIATION,
        [VALIDATION_ORDERED_APART] = SMMRA_LITMUS_JUDGEMENT_DEVIATION,
        [VALIDATION_REFUSED] = SMMRA_LITMUS_JUDGEMENT_REFUSED};
    smmra_litmus_summary *summary = &answer->summary;
    bool gave_up = v->vulkan.gave_up || v->amdgpu.gave_up || end->stopped || end->expired;
    bool is_judged = judgements[v->result] != SMMRA_LITMUS_JUDGEMENT_NOTHING_ASKED;
    summary->judgement = gave_up && is_judged ? SMMRA_LITMUS_JUDGEMENT_STOPPED : judgements[v->result];
    summary->judgement_name = summary->judgement == SMMRA_LITMUS_JUDGEMENT_STOPPED
                                  ? "unknown"
                                  : validation_name((enum validation_result)v->result);
    summary->faults = validation_faults((enum validation_result)v->result, &v->vulkan);
    summary->why = keep(arena, v->what);
    summary->loop_met_bound = v->vulkan.unroll_reached || v->amdgpu.unroll_reached;
    answer->statistics = litmus_statistics_of(&v->vulkan);
    answer->translated = litmus_statistics_of(&v->amdgpu);
    summary->ir = keep(arena, ir);
}

/* ---- what the header declares ---- */

const smmra_litmus_summary *smmra_litmus_answer_summary(const smmra_litmus_answer *answer) {
    return &answer->summary;
}

const smmra_litmus_finding *const *smmra_litmus_answer_findings(const smmra_litmus_answer *answer, size_t *count) {
    *count = answer->finding_count;
    return (const smmra_litmus_finding *const *)answer->findings;
}

const smmra_litmus_value *smmra_litmus_answer_outcomes(const smmra_litmus_answer *answer, const char *const **names,
                                                       size_t *width, size_t *count) {
    *names = answer->names;
    *width = answer->width;
    *count = answer->row_count;
    return answer->values;
}

const char *const *smmra_litmus_answer_outcome_texts(const smmra_litmus_answer *answer) {
    return answer->texts;
}

const smmra_litmus_expectation *const *smmra_litmus_answer_expectations(const smmra_litmus_answer *answer,
                                                                        size_t *count, size_t *left_out) {
    *count = answer->expectation_count;
    if (left_out)
        *left_out = answer->left_out;
    return answer->expectations;
}

void smmra_litmus_answer_destroy(smmra_litmus_answer *answer) {
    if (!answer)
        return;
    struct arena arena = answer->arena; /* which holds the answer itself */
    arena_destroy(&arena);
}
