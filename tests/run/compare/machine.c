/* The machine code of a processor in place of the host's: it is compiled from the translation, and the executor
 * (mmra/machine/machine_execute.h) runs it in the same memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/machine_stage.h"
#include "compare/rays.h"
#include "host/loader.h"
#include "host/runtime.h"

enum {
    ARGUMENT_BYTES = 4096,
    MOST_INSTRUCTIONS = 1 << 27,
    MOST_ARENA_BYTES = 1 << 28,
    RACING_RUNS = 9, /* with --races */
    STATUS_OUT_OF_MEMORY = 1
};

/* AMD's extension has no capability of its own. */
static bool has_ballot_extension(const struct shader *shader) {
    enum { HEADER_WORDS = 5 };
    static const char name[] = "SPV_AMD_shader_ballot";
    const uint32_t *words = shader->words;
    for (size_t i = HEADER_WORDS; i < shader->word_count && words[i] >> 16; i += words[i] >> 16)
        if ((words[i] & 0xFFFF) == SpvOpExtension && (words[i] >> 16) * 4 >= sizeof name + 4 &&
            memcmp(&words[i + 1], name, sizeof name) == 0)
            return true;
    return false;
}

bool has_subgroups(const struct shader *shader) {
    for (size_t i = 0; i < shader->module.capability_count; i++) {
        uint32_t capability = shader->module.capabilities[i];
        if ((capability >= SpvCapabilityGroupNonUniform && capability <= SpvCapabilityGroupNonUniformQuad) ||
            capability == SpvCapabilityGroups || capability == SpvCapabilitySubgroupBallotKHR ||
            capability == SpvCapabilitySubgroupVoteKHR)
            return true;
    }
    return has_ballot_extension(shader);
}

static smmra_options machine_options(const struct shader *shader, const struct settings *settings, char *message) {
    smmra_options options = host_options(shader, settings, message);
    options.target = SMMRA_TARGET_AMDGCN;
    options.mcpu = settings->on;
    options.wave = settings->wave;
    options.profile = settings->llvm == 23 ? SMMRA_PROFILE_23 : SMMRA_PROFILE_22;
    return options;
}

uint32_t machine_lanes(const struct settings *settings) {
    return settings->wave ? settings->wave : strncmp(settings->on, "gfx9", 4) == 0 ? 64 : 32;
}

enum outcome machine_build(struct shader *shader, const struct settings *settings, const char *files, char *message) {
    smmra_options options = machine_options(shader, settings, message);
    smmra_translation *translation;
    smmra_result result = smmra_translate(shader->words, shader->word_count, &options, &translation);
    if (result != SMMRA_SUCCESS)
        return result == SMMRA_UNSUPPORTED ? OUTCOME_REFUSED : OUTCOME_NOT_TRANSLATED;
    const char *text = smmra_translation_text(translation, NULL);
    char *with_shell = machine_shell_around(shader, settings->on, machine_lanes(settings), text, message);
    if (!with_shell)
        return OUTCOME_NOT_COMPARABLE;
    bool compiled = host_assemble(with_shell, files, settings->on, settings->llvm ? settings->llvm : 22,
                                  !is_kernel(shader), message, MESSAGE_SIZE);
    smmra_translation_destroy(translation);
    free(with_shell);
    return compiled ? OUTCOME_EQUAL : OUTCOME_NOT_TRANSLATED;
}

static char *read_text(const char *files, size_t *length) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s.s", files);
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    *length = 0;
    if (!file)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        long size = ftell(file);
        rewind(file);
        text = size > 0 ? calloc((size_t)size + 1, 1) : NULL;
        *length = text ? fread(text, 1, (size_t)size, file) : 0;
    }
    fclose(file);
    return text;
}

/* What LLVM passes behind the parameters (AMDGPUUsage, "Code Object V5 Metadata"). */
static uint64_t hidden_argument(const struct shader *shader, const char *kind) {
    size_t last = strlen(kind) - 1;
    uint32_t axis = (uint32_t)(kind[last] - 'x') % 3;
    return strncmp(kind, "hidden_block_count_", 19) == 0  ? shader->groups[axis]
           : strncmp(kind, "hidden_group_size_", 18) == 0 ? shader->local_size[axis]
           : strcmp(kind, "hidden_grid_dims") == 0        ? 3
                                                          : 0;
}

static const struct buffer *push_constants(const struct shader *shader, const smmra_translated_entry *entry,
                                           uint32_t parameter) {
    for (size_t i = 0; i < entry->resource_count; i++)
        for (uint32_t k = 0; k < shader->buffer_count; k++)
            if (entry->resources[i]->parameter == parameter &&
                entry->resources[i]->kind == SMMRA_RESOURCE_PUSH_CONSTANTS &&
                shader->buffers[k].kind == BUFFER_PUSH_CONSTANTS)
                return &shader->buffers[k];
    return NULL;
}

/* The bytes that the kernel finds its arguments in; push constants lie there themselves. */
static bool lay_out(const struct shader *shader, const smmra_translated_entry *entry,
                    const struct machine_kernel *kernel, const uint64_t *arguments, uint8_t *bytes) {
    if (!is_kernel(shader)) {
        machine_put_table(bytes);
        memcpy(bytes + MACHINE_FIRST_ARGUMENT, arguments, HOST_MOST_ARGUMENTS * sizeof *arguments);
    }
    for (uint32_t k = 0; k < kernel->argument_count; k++) {
        const struct machine_argument *argument = &kernel->arguments[k];
        bool hidden = strncmp(argument->kind, "hidden_", 7) == 0;
        const struct buffer *pushed = hidden ? NULL : push_constants(shader, entry, k);
        uint64_t value = hidden ? hidden_argument(shader, argument->kind) : k < HOST_MOST_ARGUMENTS ? arguments[k] : 0;
        if ((uint64_t)argument->offset + argument->size > ARGUMENT_BYTES)
            return false;
        if (pushed)
            memcpy(bytes + argument->offset, pushed->live,
                   pushed->size < argument->size ? pushed->size : argument->size);
        else
            memcpy(bytes + argument->offset, &value, argument->size < 8 ? argument->size : 8);
    }
    return true;
}

static struct machine_range constant_range(const void *bytes, uint64_t size) {
    return (struct machine_range){(uintptr_t)bytes, size, 0, (uint8_t *)(uintptr_t)bytes, true};
}

/* Buffers are aligned to 16 bytes, and so are their ends in memory. */
static uint32_t list_ranges(struct shader *shader, const char *processor, const uint8_t *arguments,
                            struct machine_range *ranges) {
    size_t descriptor_bytes, record_bytes;
    const void *descriptors = host_descriptors(processor, &descriptor_bytes);
    uint32_t count = 0;
    for (uint32_t i = 0; i < shader->buffer_count; i++) {
        const struct buffer *buffer = &shader->buffers[i];
        uint64_t behind = -buffer->size & 15;
        ranges[count++] = (struct machine_range){(uintptr_t)buffer->live, buffer->size, behind, buffer->live, false};
    }
    ranges[count++] =
        (struct machine_range){MACHINE_ARGUMENTS, ARGUMENT_BYTES, 0, (uint8_t *)(uintptr_t)arguments, true};
    ranges[count++] = constant_range(descriptors, descriptor_bytes);
    ranges[count++] = constant_range(shader->groups, sizeof shader->groups);
    ranges[count++] = machine_call_range();
    const void *records = ray_records(&record_bytes);
    ranges[count++] = constant_range(records, record_bytes);
    return count;
}

static void run_out_of_memory(void *user) {
    snprintf(user, MESSAGE_SIZE, "there is no memory to execute the machine code");
    _exit(STATUS_OUT_OF_MEMORY);
}

/* Says what stopped it, and where. */
static void tell_fault(const struct machine_code *code, const struct machine_result *result, char *message) {
    const char *text = "";
    for (uint32_t i = 0; i < code->count; i++)
        if (code->instructions[i].line == result->line)
            text = code->instructions[i].text;
    snprintf(message, MESSAGE_SIZE, "machine code, line %u: %s%s: %.200s", result->line,
             result->wrong == MACHINE_NOT_KNOWN ? "not executed: " : "", result->fault, text);
}

/* The shell that the dispatch runs. */
static const char *first_shell(const struct shader *shader) {
    static char name[32];
    const struct ray_program *program = shader->program;
    if (!program)
        return "smmra_shell";
    snprintf(name, sizeof name, "smmra_shell_%u", ray_group_of(program, TABLE_GENERATION, 0)->general);
    return name;
}

/* Reads the machine code; false after writing to `message`. */
static bool read_code(struct machine_code *code, struct arena *arena, const struct shader *shader,
                      const struct settings *settings, const char *files, const char **assembly, char *message) {
    size_t length;
    char *text = read_text(files, &length);
    uint32_t processor = 0;
    *assembly = text;
    while (machine_processor_names[processor] && strcmp(machine_processor_names[processor], settings->on) != 0)
        processor++;
    if (!text || !machine_processor_names[processor]) {
        snprintf(message, MESSAGE_SIZE, "no machine code of %s", settings->on);
        return false;
    }
    machine_read_to_execute(code, arena, text, length, (enum machine_processor)processor);
    if (code->error)
        snprintf(message, MESSAGE_SIZE, "machine code, line %u: not executed: %s", code->line, code->error);
    if (is_kernel(shader))
        machine_number_waves(&code->kernel);
    else
        machine_describe_shell(&code->kernel, shader->stage.model, first_shell(shader), text);
    return !code->error;
}

/* Says which accesses the code leaves unordered; false: none. */
static bool tell_race(const struct machine_race *race, char *message) {
    uint32_t count;
    bool more;
    const struct machine_conflict *c = machine_race_conflicts(race, &count, &more);
    if (!count)
        return false;
    const struct machine_instruction *first = c->parties[0].instruction, *second = c->parties[1].instruction;
    snprintf(message, MESSAGE_SIZE, "race in machine code: %s is missing: line %u: %.80s, then line %u: %.80s",
             machine_missing_names[c->missing], first->line, first->text, second->line, second->text);
    return true;
}

/* `weak`: 0, or what chooses the loads that take old values where a wait, a write-back or an invalidation is missing.
 */
static void look_for_races(struct machine_dispatch *dispatch, uint64_t weak, struct arena *arena) {
    const uint32_t *local = dispatch->local, lanes = dispatch->code->kernel.wave32 ? 32 : 64;
    const struct machine_race_options options = {
        .waves = (local[0] * local[1] * local[2] + lanes - 1) / lanes, .most = 10, .weak = weak};
    dispatch->race = machine_race_make(arena, dispatch->code, dispatch->ranges, dispatch->range_count, &options);
    dispatch->rounds = 8; /* as the command has it */
}

/* Races are looked for in kernels alone, of which no function is the host's: the memory in which these get their
 * arguments is one for all. */
static bool looks_for_races(const struct machine_code *code, const struct shader *shader,
                            const struct settings *settings) {
    bool calls = false;
    for (uint32_t i = 0; i < code->count; i++)
        calls |= code->instructions[i].unit == MACHINE_TRAP;
    return settings->races && is_kernel(shader) && !calls;
}

/* Whether overlapping fragments must come in the order of their primitives, which workgroups are. */
static bool is_ordered(const struct drawn_stage *stage) {
    return mode_of(stage, SpvExecutionModePixelInterlockOrderedEXT, 0) ||
           mode_of(stage, SpvExecutionModeSampleInterlockOrderedEXT, 0) ||
           mode_of(stage, SpvExecutionModeShadingRateInterlockOrderedEXT, 0);
}

/* Runs it once, in an order of its own. Returns 0, or the exit status. */
static int execute(struct machine_dispatch *dispatch, const struct shader *shader, const struct settings *settings,
                   uint32_t run, char *message) {
    bool races = looks_for_races(dispatch->code, shader, settings);
    struct arena arena;
    arena_init(&arena, NULL, MOST_ARENA_BYTES, run_out_of_memory, message);
    dispatch->order = run == 0 || is_ordered(&shader->stage) ? 0 : settings->seed * 16 + run;
    if (races)
        look_for_races(dispatch, run ? settings->seed * 31 + run : 0, &arena);
    struct machine_result result = machine_execute(dispatch, &arena);
    int status = races && tell_race(dispatch->race, message) ? 1 : 0;
    if (!status && result.fault) {
        const struct machine_result *within = machine_call_failed();
        result = within ? *within : result;
        tell_fault(dispatch->code, &result, message);
        status = result.wrong == MACHINE_NOT_KNOWN ? 1 : MACHINE_FAULT;
    }
    arena_destroy(&arena);
    return status;
}

static bool differs_from_first(const struct shader *shader) {
    bool found = false;
    for (uint32_t i = 0; i < shader->buffer_count && !found; i++)
        found = memcmp(shader->buffers[i].live, shader->buffers[i].host[0], shader->buffers[i].size) != 0;
    return found;
}

static void keep(struct shader *shader, uint32_t run) {
    for (uint32_t i = 0; i < shader->buffer_count; i++)
        memcpy(shader->buffers[i].host[run], shader->buffers[i].live, shader->buffers[i].size);
}

/* The arguments of the entry point, or of each of a ray tracing pipeline. */
static bool set_all_arguments(struct shader *shader, const smmra_translated_entry *const *entries, uint64_t *arguments,
                              char *message) {
    struct ray_program *program = shader->program;
    bool good = true;
    for (uint32_t i = 0; program && good && i < program->entry_count; i++)
        good = set_arguments(shader, entries[i], program->entries[i].arguments, message);
    return program ? good : set_arguments(shader, entries[0], arguments, message);
}

/* With --races more runs than are kept: the last one that is kept is then the first that differs. */
static int run_all(struct shader *shader, const struct settings *settings, const struct machine_code *code,
                   const char *text, const smmra_translated_entry *const *entries, char *message) {
    static _Alignas(64) uint8_t bytes[ARGUMENT_BYTES];
    static struct machine_range ranges[MACHINE_MOST_RANGES];
    uint64_t arguments[HOST_MOST_ARGUMENTS] = {0};
    bool is_stage = !is_kernel(shader);
    shader->spreads_component = strncmp(settings->on, "gfx12", 5) == 0;
    const uint32_t shared_ranges = list_ranges(shader, settings->on, bytes, ranges);
    struct machine_dispatch dispatch = {.code = code,
                                        .arguments = MACHINE_ARGUMENTS,
                                        .ranges = ranges,
                                        .range_count = shared_ranges,
                                        .most_instructions = MOST_INSTRUCTIONS,
                                        .access_image = machine_access_image,
                                        .take_export = is_stage ? machine_take_export : NULL,
                                        .take_trap = machine_take_trap,
                                        .user = shader};
    memcpy(dispatch.local, shader->local_size, sizeof dispatch.local);
    memcpy(dispatch.groups, shader->groups, sizeof dispatch.groups);
    if (!set_all_arguments(shader, entries, arguments, message))
        return 1;
    if (shader->program)
        machine_take_pipeline(shader, &dispatch, text);
    const uint32_t runs = settings->races && !is_stage ? RACING_RUNS : MAX_RUNS, last = MAX_RUNS - 1;
    for (uint32_t run = 0; run < runs && (run <= last || !differs_from_first(shader)); run++) {
        set_live(shader);
        dispatch.range_count = shared_ranges;
        if ((is_stage && !machine_begin_stage(shader, &dispatch, ranges + shared_ranges, arguments)) ||
            !lay_out(shader, entries[0], &code->kernel, arguments, bytes))
            return 1;
        int status = execute(&dispatch, shader, settings, run, message);
        if (status)
            return status;
        if (is_stage)
            machine_end_stage(shader);
        if (mesh_doubt()) {
            snprintf(message, MESSAGE_SIZE, "%s", mesh_doubt());
            return 1;
        }
        keep(shader, run < last ? run : last);
    }
    return 0;
}

int machine_run_all(struct shader *shader, const struct settings *settings, const char *files, char *message) {
    static struct machine_code code;
    smmra_options options = machine_options(shader, settings, message);
    smmra_translation *translation;
    struct arena arena;
    const char *text;
    size_t count;
    arena_init(&arena, NULL, MOST_ARENA_BYTES, run_out_of_memory, message);
    if (!read_code(&code, &arena, shader, settings, files, &text, message) ||
        smmra_translate(shader->words, shader->word_count, &options, &translation) != SMMRA_SUCCESS)
        return 1;
    return run_all(shader, settings, &code, text, smmra_translation_entry_points(translation, &count), message);
}
