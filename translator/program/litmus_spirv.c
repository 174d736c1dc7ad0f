/* SPIR-V modules as litmus programs: the grid, the header, errors. */
#include "spirv/later.h"
#include "translator/program/grid_reader.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- the module ---- */

static bool is_added(const struct grid_reader *g, uint32_t word) {
    for (uint32_t i = 0; i < g->added_count; i++)
        if (word >= g->added[i].first && word - g->added[i].first < g->added[i].count)
            return true;
    return false;
}

static void number_instructions(struct grid_reader *g) {
    g->ordinals = arena_allocate_array(g->arena, g->module->word_count + 1, sizeof *g->ordinals);
    for (uint32_t word = 5, n = 0; word < g->module->word_count; n++) {
        g->ordinals[word] = n;
        n -= is_added(g, word);
        word += g->module->words[word] >> 16 ? g->module->words[word] >> 16 : 1;
    }
}

static void read_words(struct grid_reader *g, const uint32_t *words, size_t word_count,
                       const smmra_litmus_options *options) {
    struct spirv_error error = {0};
    struct spirv_specialization *values =
        arena_allocate_array(g->arena, options->specialization_count + 1, sizeof *values);
    for (uint32_t i = 0; i < options->specialization_count; i++)
        values[i] =
            (struct spirv_specialization){options->specializations[i].spec_id, options->specializations[i].bits};
    g->module = arena_allocate_array(g->arena, 1, sizeof *g->module);
    enum spirv_result result =
        spirv_read(g->module, words, word_count, values, options->specialization_count, g->arena, &error);
    if (result == SPIRV_UNSUPPORTED)
        grid_refuse(g, NULL, "%s", error.message);
    if (result != SPIRV_OK && error.wants_value)
        grid_wrong(g, 0, "word %u: %s (%s)", error.word, error.message, OPTION_NAME(g->options, SPECIALIZATIONS));
    if (result != SPIRV_OK)
        grid_wrong(g, 0, "word %u: %s", error.word, error.message);
}

static void read_module(struct grid_reader *g, const uint32_t *words, size_t word_count,
                        const smmra_litmus_options *options) {
    read_words(g, words, word_count, options);
    const uint32_t *without_heaps = grid_without_heaps(g, &word_count);
    if (without_heaps)
        read_words(g, without_heaps, word_count, options);
    number_instructions(g);
    spirv_trace_objects(g->module, g->arena, &g->objects);
    grid_lay_out(g);
    if (spirv_is_kernel(g->module))
        grid_refuse(g, NULL, "a Kernel (OpenCL) module");
}

/* ---- the grid ---- */

static uint32_t product(const uint32_t size[3]) {
    uint64_t all = mmra_volume(size);
    return all > UINT32_MAX ? UINT32_MAX : (uint32_t)all;
}

/* "; @Config: 2, 1, 3"; false: there is none. */
static bool read_config(struct grid_reader *g, struct litmus_grid *grid) {
    const char *text;
    size_t length;
    uint32_t line, numbers[3];
    if (!g->source || !litmus_source_comment(g->source, "Config", 0, &text, &length, &line))
        return false;
    for (int i = 0; i < 3; i++) {
        char *end;
        unsigned long number = strtoul(text, &end, 10);
        if (end == text || number == 0 || number > 1024)
            grid_wrong(g, line,
                       "@Config has three numbers: invocations of a subgroup, subgroups of a workgroup, workgroups");
        numbers[i] = (uint32_t)number;
        text = end + strspn(end, " \t,");
    }
    grid->subgroup = numbers[0];
    grid->local[0] = numbers[0] * numbers[1];
    grid->groups[0] = numbers[2];
    grid->local[1] = grid->local[2] = grid->groups[1] = grid->groups[2] = 1;
    return true;
}

enum { MOST_OF_TWO_GROUPS = 32 }; /* invocations that all executions are explored of */

/* A single workgroup shows no race between workgroups. `is_given`: somebody says how many there are. */
static void choose_groups(struct grid_reader *g, struct litmus_grid *grid, bool is_given) {
    bool has_groups =
        g->output->model == SpvExecutionModelGLCompute || (g->shared && g->litmus->program.groups != PROGRAM_ALONE);
    bool is_shared = has_groups && grid_shares_storage(g);
    g->output->groups_by_default = is_shared && !is_given;
    uint64_t most = g->shared ? UINT32_MAX : MOST_OF_TWO_GROUPS;
    if (g->output->groups_by_default && !g->options->local[0] && g->options->flags & SMMRA_LITMUS_FLAG_TWO_GROUPS &&
        2 * (uint64_t)product(grid->local) <= most)
        grid->groups[0] = 2;
}

static void read_local_size(struct grid_reader *g, struct litmus_grid *grid) {
    bool constant = g->output->model == SpvExecutionModelGLCompute && grid_read_size_constant(g, grid->local);
    if (!constant)
        grid_read_size(g, g->entry, grid->local);
}

/* The module says how many invocations go together; only of compute may something else be asked. */
static void keep_size(struct grid_reader *g, struct litmus_grid *grid, const uint32_t size[3]) {
    const char *name = litmus_stage_name(g->output);
    if (g->output->model == SpvExecutionModelGLCompute)
        return;
    if (grid_is_draw(g)) {
        grid_settle_draw(g, grid);
        return;
    }
    if (product(grid->local) != product(size) && g->litmus->program.groups == PROGRAM_ALONE)
        grid_refuse(g, NULL, "%ss with a workgroup: %s says how many there are, %s 1", name,
                    OPTION_NAME(g->options, GROUPS), OPTION_NAME(g->options, LOCAL));
    if (product(grid->local) != product(size))
        grid_refuse(g, NULL, "a %s shader with other invocations than its module says (%s)", name,
                    OPTION_NAME(g->options, LOCAL));
    memcpy(grid->local, size, sizeof grid->local);
}

enum { MAX_SHARED = 1 << 20, SHARED_SUBGROUP = 32, MOST_OF_SUBGROUP = 128 };

/* Takes a size that is given; 0 along a further coordinate is 1. */
static void take_size(uint32_t size[3], const uint32_t given[3]) {
    for (int i = 0; given[0] && i < 3; i++)
        size[i] = given[i] ? given[i] : 1;
}

/* A device's subgroups have a power of two of invocations (Vulkan, VkPhysicalDeviceVulkan11Properties, subgroupSize),
 * and as many as a ballot has bits at most. What executions @Config asks for need no device. */
static void take_subgroup(struct grid_reader *g, struct litmus_grid *grid, uint32_t given) {
    if (given & (given - 1) || given > MOST_OF_SUBGROUP)
        grid_refuse(g, NULL, "subgroups of %u invocations; they have a power of two, from 1 to %d (%s)", given,
                    MOST_OF_SUBGROUP, OPTION_NAME(g->options, SUBGROUP));
    grid->subgroup = given ? given : grid->subgroup;
}

/* The options count before the header, that before the module. */
static void settle_grid(struct grid_reader *g, const smmra_litmus_options *given) {
    struct litmus_grid *grid = &g->output->grid;
    *grid = (struct litmus_grid){{1, 1, 1}, {1, 1, 1}, g->shared ? SHARED_SUBGROUP : 64};
    uint32_t size[3];
    read_local_size(g, grid);
    memcpy(size, grid->local, sizeof size);
    const bool has_config = read_config(g, grid);
    choose_groups(g, grid, has_config || given->groups[0]);
    g->output->subgroup_by_default = !has_config && !given->subgroup;
    take_size(grid->groups, given->groups);
    take_size(grid->local, given->local);
    take_subgroup(g, grid, given->subgroup);
    keep_size(g, grid, size);
    grid_settle_mesh(g);
    uint64_t threads = g->shared ? grid_invocation_count(g) : (uint64_t)product(grid->groups) * product(grid->local);
    threads += product(grid->groups) <= MODEL_MAX_THREADS ? grid_mesh_invocations(g) : 0;
    if (threads == 0)
        grid_refuse(g, NULL, "a workgroup without invocations (%s)", OPTION_NAME(g->options, LOCAL));
    if (g->shared && (threads > MAX_SHARED || product(grid->local) > MODEL_MAX_THREADS))
        grid_refuse(g, NULL, "%" PRIu64 " invocations; at most %d can be run, and %d of a workgroup (%s, %s)", threads,
                    MAX_SHARED, MODEL_MAX_THREADS, OPTION_NAME(g->options, GROUPS), OPTION_NAME(g->options, LOCAL));
    if (!g->shared && threads > MODEL_MAX_THREADS)
        grid_refuse(g, NULL, "%" PRIu64 " invocations; at most %d can be run (%s, %s)", threads, MODEL_MAX_THREADS,
                    OPTION_NAME(g->options, GROUPS), OPTION_NAME(g->options, LOCAL));
}

void grid_choose_invocation(struct grid_reader *g, uint32_t workgroup, uint32_t local) {
    struct litmus_spirv_thread *at = &g->at;
    at->workgroup = workgroup;
    at->local_index = local;
    workgroup -= g->first_workgroup;
    for (uint32_t i = 0; i < 3; i++) {
        at->group[i] = workgroup % at->groups[i];
        at->local[i] = local % at->size[i];
        workgroup /= at->groups[i];
        local /= at->size[i];
    }
}

static void place_thread(struct grid_reader *g, uint32_t workgroup, uint32_t local) {
    const struct grid_stage *stage = grid_stage_of(g->at.model);
    uint32_t invocations = product(g->at.size), subgroup = g->output->grid.subgroup;
    char name[64];
    if (stage->groups == PROGRAM_ALONE)
        snprintf(name, sizeof name, "%s %u", stage->thread, workgroup);
    else
        snprintf(name, sizeof name, "%s %u invocation %u", stage->thread, workgroup, local);
    struct program_thread *thread =
        program_add_thread(&g->litmus->program, arena_copy_string(g->arena, name, strlen(name)));
    thread->scopes.instance[VULKAN_WORKGROUP] = workgroup;
    thread->scopes.instance[VULKAN_SUBGROUP] =
        g->first_subgroup +
        (workgroup - g->first_workgroup) * (invocations / subgroup + (invocations % subgroup != 0)) + local / subgroup;
    g->thread = g->litmus->program.thread_count - 1;
    g->exchanges = g->barriers = 0;
    g->calls = 0;
    grid_choose_invocation(g, workgroup, local);
    *ARENA_PUSH(g->arena, g->output->threads, g->output->threads_count, g->output->threads_capacity) = g->at;
}

static bool has_payload(const struct grid_reader *g, const struct spirv_entry_point *entry) {
    for (uint32_t i = 0; i < entry->interface_count; i++) {
        const struct grid_variable *variable = g->variables[spirv_index(g->module, entry->interface[i])];
        if (variable && variable->kind == GRID_PAYLOAD)
            return true;
    }
    return false;
}

/* No fragment is a helper invocation at first. */
static void begin_helper(struct grid_reader *g) {
    bool demotes = spirv_has_capability(g->module, SpvCapabilityDemoteToHelperInvocation);
    g->helper = (struct litmus_part){{0}, 0};
    if (g->at.model != SpvExecutionModelFragment || !demotes)
        return;
    g->helper = grid_part(program_in_register(program_register(&g->litmus->program, grid_thread(g), NULL)), 1);
    grid_copy(g, g->helper, program_constant(0));
}

void grid_compile_invocation(struct grid_reader *g, uint32_t workgroup, uint32_t local) {
    const struct spirv_function *function = spirv_function_of_id(g->module, g->running->function);
    if (!function || !function->block_count || function->parameter_count)
        grid_refuse(g, NULL, "an entry point without a body, or with parameters");
    place_thread(g, workgroup, local);
    if (g->at.launched_by && has_payload(g, g->running))
        grid_append_launch(g, NULL);
    grid_begin_private(g);
    begin_helper(g);
    grid_compile_function(g, function, NULL, NULL);
    if (grid_is_draw(g))
        grid_end_draw_interlock(g);
    grid_append(g, PROGRAM_END);
    litmus_coverage_add(&g->output->coverage, grid_thread(g));
    program_fold(&g->litmus->program, grid_thread(g));
}

static void run_entry(struct grid_reader *g, const struct spirv_entry_point *entry, const uint32_t groups[3],
                      const uint32_t size[3]) {
    g->running = entry;
    g->at = (struct litmus_spirv_thread){.model = entry->execution_model, .entry = entry->name};
    memcpy(g->at.groups, groups, sizeof g->at.groups);
    memcpy(g->at.size, size, sizeof g->at.size);
    g->at.in_a_row = entry->execution_model == SpvExecutionModelFragment && g->turned;
}

static void compile_grid(struct grid_reader *g) {
    uint32_t groups = product(g->at.groups), subgroup = g->output->grid.subgroup;
    for (uint32_t w = 0; w < groups; w++)
        for (uint32_t l = 0; l < product(g->at.size); l++)
            grid_compile_invocation(g, g->first_workgroup + w, l);
    g->first_workgroup += groups;
    g->first_subgroup += groups * (product(g->at.size) / subgroup + (product(g->at.size) % subgroup != 0));
}

static void compile_threads(struct grid_reader *g) {
    uint32_t tasks = product(g->output->grid.groups);
    compile_grid(g);
    for (uint32_t task = 0; g->mesh && task < tasks; task++) {
        run_entry(g, g->mesh, g->mesh_groups, g->mesh_size);
        g->at.launched_by = task + 1;
        compile_grid(g);
    }
}

/* ---- the question ---- */

static const struct {
    const char *words;
    uint8_t quantifier;
} quantifiers[] = {{"exists", LITMUS_EXISTS},
                   {"forall", LITMUS_FORALL},
                   {"not exists", LITMUS_NOT_EXISTS},
                   {"~exists", LITMUS_NOT_EXISTS},
                   {"~ exists", LITMUS_NOT_EXISTS}};

static struct condition *read_condition(struct grid_reader *g, uint32_t line, const char *text, const char *end) {
    const char *message;
    struct condition *condition = condition_parse(&g->litmus->program, &g->litmus->observations, text, end, &message);
    if (!condition)
        grid_wrong(g, line, "%s", message);
    return condition;
}

static bool begins(const char **text, const char *end, const char *words) {
    size_t length = strlen(words);
    while (*text < end && (**text == ' ' || **text == '\t'))
        ++*text;
    if ((size_t)(end - *text) < length || memcmp(*text, words, length) != 0)
        return false;
    *text += length;
    return true;
}

static void take_filter(struct grid_reader *g, uint32_t line, const char *text, const char *end) {
    if (g->litmus->filter)
        grid_wrong(g, line, "a filter is given a second time");
    g->litmus->filter = read_condition(g, line, text, end);
}

/* Lines that all say forall, or all not exists, ask one question: whether each of them holds. */
static void take_condition(struct grid_reader *g, uint32_t line, uint8_t quantifier, struct condition *condition) {
    struct litmus *litmus = g->litmus;
    if (litmus->condition && (quantifier == LITMUS_EXISTS || quantifier != litmus->quantifier))
        grid_wrong(g, line,
                   "a further @Output is of another kind, or exists: only forall and not exists may be said again");
    uint8_t kind = quantifier == LITMUS_FORALL ? CONDITION_AND : CONDITION_OR;
    litmus->quantifier = quantifier;
    litmus->condition =
        litmus->condition ? condition_new(&litmus->program, kind, litmus->condition, condition) : condition;
}

/* "filter (...)", "exists (...)", or the one after the other. */
static void read_output(struct grid_reader *g) {
    const char *text, *stop;
    size_t length;
    uint32_t line;
    for (uint32_t n = 0; g->source && litmus_source_comment(g->source, "Filter", n, &text, &length, &line); n++)
        take_filter(g, line, text, text + length);
    for (uint32_t n = 0; g->source && litmus_source_comment(g->source, "Output", n, &text, &length, &line); n++) {
        const char *end = text + length;
        while (end > text && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r' || end[-1] == ','))
            end--;
        if (begins(&text, end, "filter")) {
            int depth = 0;
            for (stop = text; stop < end && (depth || stop == text || stop[-1] != ')'); stop++)
                depth += *stop == '(' ? 1 : *stop == ')' ? -1 : 0;
            take_filter(g, line, text, stop);
            text = stop;
        }
        for (size_t i = 0; i < sizeof quantifiers / sizeof quantifiers[0]; i++)
            if (begins(&text, end, quantifiers[i].words)) {
                take_condition(g, line, quantifiers[i].quantifier, read_condition(g, line, text, end));
                text = end;
            }
        begins(&text, end, "");
        if (text < end)
            grid_wrong(g, line, "@Output is exists, forall or not exists, and a condition");
    }
}

/* A header that is not known would silently ask nothing. */
static void check_headers(struct grid_reader *g) {
    const char *word;
    size_t length;
    uint32_t line;
    if (g->source && litmus_source_wrong_comment(g->source, &word, &length, &line))
        grid_wrong(g, line,
                   "unknown header comment %.*s; there are @Input:, @Output:, @Filter: and @Config:", (int)length,
                   word);
}

/* ---- everything ---- */

void grid_begin(struct grid_reader *g, const uint32_t *words, size_t word_count, const smmra_litmus_options *options) {
    check_headers(g);
    read_module(g, words, word_count, options);
    grid_choose_entry(g, options->entry);
    settle_grid(g, options);
    const uint32_t *resized = g->output->model == SpvExecutionModelGLCompute ? grid_with_size(g, &word_count) : NULL;
    if (resized) {
        g->entry = g->mesh = NULL;
        read_module(g, resized, word_count, options);
        grid_choose_entry(g, options->entry);
    }
    grid_read_places(g);
    litmus_coverage_begin(&g->output->coverage, g->arena, g->module->word_count);
    g->output->words = g->module->given; /* what is untyped is rewritten, and cannot be read again as that */
    g->output->word_count = g->module->word_count;
    g->output->entry = g->entry->name;
    g->output->flags = options->flags;
    g->output->memory_model = g->module->memory_model;
    g->output->glsl450 = options->glsl450 == SMMRA_GLSL450_STRICT ? GLSL450_STRICT : GLSL450_CONSERVATIVE;
    g->reading.module = g->module;
    g->reading.as_drivers = g->output->glsl450 == GLSL450_CONSERVATIVE;
    run_entry(g, g->entry, g->output->grid.groups, g->output->grid.local);
    grid_check_types(g);
    grid_note_float_modes(g);
    g->constants = arena_allocate_array(g->arena, g->module->definition_count + 1, sizeof *g->constants);
    grid_begin_functions(g);
    grid_begin_opcodes(g);
    grid_place_variables(g);
    grid_settle_addresses(g);
}

/* Fragments are of one pixel, and in a second reading of pixels in a row. What some execution is to show may be of
 * either. */
static void settle_fragments(struct grid_reader *g) {
    bool either = g->has_place && g->at.groups[0] > 1 && g->at.groups[1] == 1 && g->at.groups[2] == 1;
    bool asks_one = g->litmus->condition && g->litmus->quantifier == LITMUS_EXISTS;
    g->output->turns |= either && !asks_one;
    if (either && asks_one)
        litmus_assume(g->litmus, g->arena, "the fragments are of one pixel");
}

static void read_all(struct grid_reader *g, const uint32_t *words, size_t word_count,
                     const smmra_litmus_options *options) {
    grid_begin(g, words, word_count, options);
    compile_threads(g);
    grid_note_interlock(g);
    grid_settle_matrices(g);
    grid_make_cells(g);
    program_finish(&g->litmus->program);
    observe_all(&g->litmus->program, &g->litmus->observations);
    read_output(g);
    settle_fragments(g);
}

const char *litmus_spirv_reading(const struct litmus_spirv *program) {
    bool is_glsl450 = program->memory_model == SpvMemoryModelGLSL450 || program->memory_model == SpvMemoryModelSimple;
    return !is_glsl450 ? "vulkan" : program->glsl450 == GLSL450_STRICT ? "strict" : "conservative";
}

static void read_as(struct litmus_spirv *result, struct arena *arena, const uint32_t *words, size_t word_count,
                    const struct litmus_source *source, const smmra_litmus_options *options, uint32_t turned,
                    bool equal) {
    memset(result, 0, sizeof *result);
    struct grid_reader g = {.output = result,
                            .litmus = &result->litmus,
                            .arena = arena,
                            .source = source,
                            .options = options,
                            .turned = turned,
                            .equal = equal};
    program_init(&result->litmus.program, arena);
    if (setjmp(g.landing) == 0)
        read_all(&g, words, word_count, options);
}

void litmus_read_spirv(struct litmus_spirv *result, struct arena *arena, const uint32_t *words, size_t word_count,
                       const struct litmus_source *source, const smmra_litmus_options *options) {
    read_as(result, arena, words, word_count, source, options, 0, false);
}

const char *litmus_one_way(bool second) {
    return second ? "components of matrices, or pixels of fragments, belong to invocations in the second of two ways"
                  : "components of matrices, or pixels of fragments, belong to invocations in the first of two ways";
}

void litmus_read_spirv_turned(struct litmus_spirv *result, struct arena *arena, const uint32_t *words,
                              size_t word_count, const struct litmus_source *source,
                              const smmra_litmus_options *options) {
    read_as(result, arena, words, word_count, source, options, 1, false);
}

void litmus_read_spirv_equal(struct litmus_spirv *result, struct arena *arena, const uint32_t *words, size_t word_count,
                             const struct litmus_source *source, const smmra_litmus_options *options) {
    read_as(result, arena, words, word_count, source, options, 0, true);
}
