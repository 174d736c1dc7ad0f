/* smmra_litmus: a program is read, and executed under its memory model, or its translation is judged. */
#include <stdio.h>

#include "translator/answers/litmus_call.h"
#include "translator/option_names.h"

enum { MAX_LENGTH = 65536 };

/* ---- options ---- */

static const char *spirv_options_fault(const smmra_litmus_options *options) {
    if ((options->specialization_count && !options->specializations) || (options->input_count && !options->inputs) ||
        (options->size_count && !options->sizes))
        return "options.specializations, inputs or sizes is NULL and its count is not 0";
    for (uint32_t i = 0; i < options->input_count; i++)
        if (!options->inputs[i] || !strchr(options->inputs[i], '='))
            return "one of options.inputs is not NAME=VALUE";
    for (uint32_t i = 0; i < options->size_count; i++) {
        const smmra_litmus_size *size = &options->sizes[i];
        if (!size->name || !*size->name || strlen(size->name) >= LITMUS_MOST_NAME || size->length == 0 ||
            size->length > MAX_LENGTH)
            return "one of options.sizes has no name of less than 64 characters, or a length that is not 1 to 65536";
    }
    if ((unsigned)options->glsl450 > SMMRA_GLSL450_STRICT)
        return "options.glsl450 is not an smmra_glsl450";
    for (uint32_t i = 0; i < options->data_count; i++)
        if (!options->data || !options->data[i].name || !*options->data[i].name ||
            (!options->data[i].bytes && options->data[i].length))
            return "one of options.data has no name or no bytes";
    for (uint32_t i = 0; i < options->image_count; i++)
        if (!options->images || !options->images[i].name || !options->images[i].texels)
            return "one of options.images has no name or no texels";
    for (uint32_t i = 0; i < options->sampler_count; i++)
        if (!options->samplers || !options->samplers[i].name)
            return "one of options.samplers has no name";
    if (options->range_count && !options->ranges)
        return "options.ranges is NULL and options.range_count is not 0";
    return !options->assembly && options->assembly_length ? "options.assembly is NULL and its length is not 0" : NULL;
}

static const char *options_fault(const smmra_litmus_options *options) {
    if ((unsigned)options->language > SMMRA_LITMUS_LANGUAGE_IR)
        return "options.language is not an smmra_litmus_language";
    if ((options->flags & ~INTERNAL_FLAG_COMMAND) >= SMMRA_LITMUS_FLAG_TWO_GROUPS << 1)
        return "options.flags has a bit that this version does not know";
    if (!smmra_option_value_name(SMMRA_OPTION_PROFILE, options->profile))
        return "options.profile is not an smmra_profile";
    return spirv_options_fault(options);
}

static bool read_options(const smmra_litmus_options *given, smmra_litmus_options *options) {
    static const uint16_t ends[] = {
        STRUCT_END(smmra_litmus_options, transform_user), STRUCT_END(smmra_litmus_options, most_races),
        STRUCT_END(smmra_litmus_options, data_count), STRUCT_END(smmra_litmus_options, image_count),
        STRUCT_END(smmra_litmus_options, range_count)};
    return request_read_options(options, sizeof *options, given, ends, sizeof ends / sizeof *ends);
}

static bool has(const struct litmus_call *call, uint32_t flag) {
    return call->options.flags & flag;
}

/* ---- exploring ---- */

static bool goes_on(void *user, const struct explore_statistics *statistics) {
    struct litmus_call *call = user;
    const smmra_litmus_options *options = &call->options;
    call->watch.ask(call);
    if (options->progress) {
        const smmra_litmus_statistics so_far = litmus_statistics_of(statistics);
        call->end.stopped |= !options->progress(options->progress_user, &so_far);
    }
    call->end.expired |= litmus_call_time_is_over(call);
    return !call->end.stopped && !call->end.expired;
}

static struct explore_options explore_options_of(struct litmus_call *call) {
    struct explore_options options = explore_defaults();
    options.model.chains = !has(call, SMMRA_LITMUS_FLAG_NO_CHAINS);
    options.model.fr_needs_locord = has(call, SMMRA_LITMUS_FLAG_FR_NEEDS_LOCORD);
    options.model.plain_rf_acyclic = has(call, SMMRA_LITMUS_FLAG_PO_RF_ACYCLIC);
    options.model.letter_of_document = has(call, SMMRA_LITMUS_FLAG_LETTER);
    options.unroll = call->options.unroll ? call->options.unroll : options.unroll;
    options.evaluations = call->options.step_limit ? call->options.step_limit : options.evaluations;
    options.goes_on = goes_on;
    options.goes_on_user = call;
    call->end.unroll = options.unroll;
    call->end.flags = call->options.flags;
    return options;
}

/* `module`: what the program was; NULL: text. */
static void execute(struct litmus_call *call, struct litmus *litmus, const struct model *model,
                    const struct litmus_spirv *module) {
    struct litmus_question question = {.model = model,
                                       .options = explore_options_of(call),
                                       .outcomes = has(call, SMMRA_LITMUS_FLAG_OUTCOMES),
                                       .races = true,
                                       .texts = model == &model_vulkan,
                                       .first = has(call, SMMRA_LITMUS_FLAG_FIRST),
                                       .graphs = has(call, SMMRA_LITMUS_FLAG_GRAPHS)};
    struct litmus_answer found;
    question.options.ran = module ? module->coverage.ran : NULL;
    if (has(call, SMMRA_LITMUS_FLAG_NO_CONDITION))
        litmus->condition = NULL;
    litmus_ask(litmus, &question, &call->work, &found);
    if (found.statistics.refused)
        litmus_call_refuse(call, found.statistics.refused);
    litmus_answer_program(call->answer, &call->output, litmus, &found, &call->end);
    if (module)
        litmus_answer_module(call->answer, &call->output, module,
                             !found.ended_at_first && !found.ended_decided && !found.statistics.gave_up);
    if (question.outcomes)
        litmus_answer_outcomes(call->answer, &call->output, litmus, &found);
}

/* Khronos's verdict lines. */
static void meet_expectations(struct litmus_call *call, struct litmus *litmus) {
    const struct explore_options limits = explore_options_of(call);
    smmra_litmus_answer *answer = call->answer;
    answer->expectation_count = litmus->expectation_count;
    answer->left_out = litmus->skipped_expectations;
    smmra_litmus_expectation *kept = arena_allocate_array(&call->output, litmus->expectation_count, sizeof *kept);
    answer->expectations = arena_list(&call->output, kept, litmus->expectation_count, sizeof *kept);
    for (uint32_t i = 0; i < litmus->expectation_count; i++) {
        const struct litmus_expectation *expectation = &litmus->expectations[i];
        struct explore_statistics s;
        bool met = litmus_meets(litmus, expectation, &limits, &call->work, &s);
        if (s.refused)
            litmus_call_refuse(call, s.refused);
        kept[i] = (smmra_litmus_expectation){.line = expectation->line,
                                             .satisfiable = expectation->satisfiable,
                                             .met = met                             ? SMMRA_LITMUS_VERDICT_YES
                                                    : s.gave_up || s.unroll_reached ? SMMRA_LITMUS_VERDICT_UNKNOWN
                                                                                    : SMMRA_LITMUS_VERDICT_NO};
    }
}

/* ---- translations ---- */

static const char *transform(void *user, const char *text, struct arena *arena, const char **error) {
    struct litmus_call *call = user;
    const char *why = "options.transform gives no IR";
    const char *ir = call->options.transform(call->options.transform_user, text, &why);
    if (!ir) {
        mmra_ask(&call->watch); /* does not come back from a call that is cancelled */
        *error = arena_copy_string(arena, why, strlen(why));
    }
    return ir ? arena_copy_string(arena, ir, strlen(ir)) : NULL;
}

static void judge(struct litmus_call *call, struct litmus *litmus, struct module_translation *module) {
    const struct map_options options = {.profile = (enum profile)call->options.profile, .thread_private = true};
    const struct explore_options limits = explore_options_of(call);
    const struct litmus_through through = {transform, call};
    struct validation_source source;
    struct validation v;
    char differs[112];
    snprintf(differs, sizeof differs,
             "an optimizer knows the processor's subgroups, and the grid has smaller ones (%s)",
             OPTION_NAME(&call->options, SUBGROUP));
    validation_begin_with(&source, litmus, &limits, module ? translate_module : NULL, module, &call->work);
    source.through = call->options.transform ? &through : NULL;
    if (module && module->program->grid.subgroup < 32 && module_knows_subgroups(module->program))
        source.differs_through = differs;
    validation_check(&source, &options, &call->work, &v);
    if (module && (module->result == SMMRA_OUT_OF_MEMORY || module->result == SMMRA_CANCELLED))
        litmus_call_end(call, module->result, 0, module->message);
    litmus_answer_judgement(call->answer, &call->output, &v, &call->end,
                            has(call, SMMRA_LITMUS_FLAG_KEEP_IR) ? validation_text(&v) : NULL);
    if (v.endless && v.result != VALIDATION_NOTHING_ENDS && v.result != VALIDATION_UNSOUND)
        litmus_assume(litmus, &call->work, validation_endless);
    call->answer->summary.estimate =
        litmus->estimate ? arena_copy_string(&call->output, litmus->estimate, strlen(litmus->estimate)) : NULL;
    const struct model_operation *doubtful = v.vulkan.doubtful ? v.vulkan.doubtful : v.amdgpu.doubtful;
    call->answer->summary.assumption =
        litmus_answer_assumption(&call->output, litmus, v.free ? v.free : doubtful, !v.free);
}

/* ---- programs ---- */

void litmus_call_require(struct litmus_call *call, const struct litmus *litmus) {
    char text[480];
    if (!litmus->error)
        return;
    snprintf(text, sizeof text, "%s%s", litmus->unsupported ? "not supported: " : "", litmus->error);
    litmus_call_end(call, litmus->unsupported ? SMMRA_UNSUPPORTED : SMMRA_INVALID_INPUT, litmus->line, text);
}

const uint32_t *litmus_call_words(struct litmus_call *call, const void *bytes, size_t length, size_t *count) {
    *count = length / sizeof(uint32_t);
    if (length % sizeof(uint32_t))
        litmus_call_end(call, SMMRA_INVALID_INPUT, 0, "the length of a module is no multiple of four bytes");
    uint32_t *words = arena_allocate_array(&call->work, *count + 1, sizeof *words);
    arena_copy(&call->work, words, bytes, length);
    return words;
}

const struct litmus_source *litmus_call_source(struct litmus_call *call) {
    if (!call->options.assembly)
        return NULL;
    struct litmus_source *source = arena_allocate_array(&call->work, 1, sizeof *source);
    litmus_source_read(source, &call->work, call->options.assembly, call->options.assembly_length);
    return source;
}

static void run_program(struct litmus_call *call, struct litmus_spirv *program) {
    const smmra_litmus_options *options = &call->options;
    call->answer = litmus_answer_begin(&call->output);
    litmus_call_require(call, &program->litmus);
    litmus_answer_grid(call->answer, &program->grid);
    if (!has(call, SMMRA_LITMUS_FLAG_TRANSLATE)) {
        execute(call, &program->litmus, &model_vulkan, program);
        return;
    }
    call->module = (struct module_translation){
        .program = program,
        .options = {.specializations = options->specializations,
                    .specialization_count = options->specialization_count,
                    .flags = (options->flags & INTERNAL_FLAG_COMMAND) |
                             (has(call, SMMRA_LITMUS_FLAG_SHADER_CALLS_IN_LANE) ? SMMRA_FLAG_SHADER_CALLS_IN_LANE : 0),
                    .glsl450 = options->glsl450,
                    .allocator = &call->counted,
                    .cancel = options->cancel,
                    .cancel_user = options->cancel_user}};
    observe_buffers(program);
    judge(call, &program->litmus, &call->module);
}

/* Whether the answer is that all is well, so that another reading may tell more. */
static bool is_all_well(const struct litmus_call *call) {
    const smmra_litmus_summary *found = &call->answer->summary;
    return has(call, SMMRA_LITMUS_FLAG_TRANSLATE) ? found->judgement == SMMRA_LITMUS_JUDGEMENT_SOUND_AND_TIGHT ||
                                                        found->judgement == SMMRA_LITMUS_JUDGEMENT_SOUND ||
                                                        found->judgement == SMMRA_LITMUS_JUDGEMENT_DEVIATION
                                                  : found->race == SMMRA_LITMUS_VERDICT_NO && !found->faults &&
                                                        found->condition != SMMRA_LITMUS_VERDICT_NO;
}

/* ---- buffer addresses that may be equal ---- */

/* So much more work than the reading in which they differ had. */
enum { WORK_OF_EQUAL = 8, LEAST_OF_EQUAL = 20000 };

static bool ends_well(const struct litmus_answer *found) {
    const struct explore_statistics *s = &found->statistics;
    return found->race_verdict == LITMUS_NO && !found->undefined && !s->out_of_bounds && !found->divergence &&
           !s->undefined && !s->deadlocked && !s->endless;
}

/* A program without a race where its buffer addresses differ may have one where they are equal. If that is not decided,
 * the assumption goes on to say that they differ. */
static void look_at_equal(struct litmus_call *call, const struct litmus_spirv *apart, const uint32_t *words,
                          size_t count, const struct litmus_source *source) {
    struct litmus_question question = {
        .model = &model_vulkan, .options = explore_options_of(call), .races = true, .until_race = true};
    const uint64_t most = call->answer->statistics.evaluations * WORK_OF_EQUAL + LEAST_OF_EQUAL;
    struct litmus_spirv equal;
    struct litmus_answer found;
    litmus_read_spirv_equal(&equal, &call->work, words, count, source, &call->options);
    if (equal.litmus.error)
        return;
    if (!question.options.evaluations || question.options.evaluations > most)
        question.options.evaluations = most;
    equal.litmus.condition = equal.litmus.filter = NULL;
    litmus_ask(&equal.litmus, &question, &call->work, &found);
    if (found.statistics.refused)
        return;
    if (found.race_verdict == LITMUS_YES)
        litmus_answer_equal(call->answer, &call->output, apart, &found.race_messages, &found.race_witness);
    else if (ends_well(&found))
        call->answer->summary.assumption = litmus_assume_both(apart, &call->output, call->answer->summary.assumption);
}

static void run_spirv(struct litmus_call *call, const void *bytes, size_t length) {
    struct litmus_spirv program;
    size_t count;
    const uint32_t *words = litmus_call_words(call, bytes, length, &count);
    const struct litmus_source *source = litmus_call_source(call);
    litmus_read_spirv(&program, &call->work, words, count, source, &call->options);
    run_program(call, &program);
    if (program.turns && is_all_well(call)) {
        litmus_read_spirv_turned(&program, &call->work, words, count, source, &call->options);
        run_program(call, &program);
    }
    if (program.equal && call->answer->summary.race == SMMRA_LITMUS_VERDICT_NO)
        look_at_equal(call, &program, words, count, source);
    if (call->answer->summary.never_ran_count) {
        litmus_call_find_causes(call, words, count, source, &program);
        litmus_answer_module(call->answer, &call->output, &program, true);
    }
}

static void run_text(struct litmus_call *call, const void *bytes, size_t length) {
    const char *text = arena_copy_string(&call->work, length ? bytes : "", length);
    bool translates = has(call, SMMRA_LITMUS_FLAG_TRANSLATE);
    smmra_litmus_language language = call->options.language;
    struct litmus litmus;
    if (language == SMMRA_LITMUS_LANGUAGE_IR)
        litmus_read_ir(&litmus, &call->work, text, length, profile_get((enum profile)call->options.profile)->revision);
    else if (language == SMMRA_LITMUS_LANGUAGE_VULKAN)
        litmus_read_vulkan(&litmus, &call->work, text, length);
    else if (translates)
        litmus_read_khronos_program(&litmus, &call->work, text, length);
    else
        litmus_read_khronos(&litmus, &call->work, text, length);
    litmus_call_require(call, &litmus);
    if (translates && language == SMMRA_LITMUS_LANGUAGE_IR)
        litmus_call_refuse(call, "IR is not translated further");
    if (translates)
        judge(call, &litmus, NULL);
    else if (language == SMMRA_LITMUS_LANGUAGE_KHRONOS)
        meet_expectations(call, &litmus);
    else
        execute(call, &litmus, language == SMMRA_LITMUS_LANGUAGE_IR ? &model_amdgpu : &model_vulkan, NULL);
}

static void run(struct litmus_call *call, const void *bytes, size_t length) {
    call->answer = litmus_answer_begin(&call->output);
    (call->options.language == SMMRA_LITMUS_LANGUAGE_SPIRV ? run_spirv : run_text)(call, bytes, length);
}

smmra_result litmus_call_begin(struct litmus_call *call, const void *bytes, size_t length,
                               const smmra_litmus_options *given) {
    memset(call, 0, sizeof *call);
    if (!read_options(given, &call->options) || (!bytes && length))
        return SMMRA_INVALID_ARGUMENT;
    const char *fault = options_fault(&call->options);
    if (fault)
        litmus_call_report(&call->options, 0, fault);
    return fault ? SMMRA_INVALID_ARGUMENT : SMMRA_SUCCESS;
}

static smmra_result answer_by(litmus_call_function *run_it, const void *bytes, size_t length,
                              const smmra_litmus_options *given, smmra_litmus_answer **answer) {
    struct litmus_call call;
    *answer = NULL;
    smmra_result result = litmus_call_begin(&call, bytes, length, given);
    if (result == SMMRA_SUCCESS)
        result = litmus_call_run(&call, run_it, bytes, length);
    if (result == SMMRA_SUCCESS) {
        *answer = call.answer;
        call.answer->arena = call.output;
    }
    return result;
}

smmra_result smmra_litmus(const void *program, size_t length, const smmra_litmus_options *options,
                          smmra_litmus_answer **answer) {
    return answer_by(run, program, length, options, answer);
}

smmra_result smmra_race(const void *module, size_t length, const smmra_litmus_options *options,
                        smmra_litmus_answer **answer) {
    return answer_by(litmus_call_run_race, module, length, options, answer);
}

smmra_result litmus_call_race_orders(const void *module, size_t length, const smmra_litmus_options *options,
                                     smmra_litmus_answer **answer) {
    return answer_by(litmus_call_run_orders, module, length, options, answer);
}
