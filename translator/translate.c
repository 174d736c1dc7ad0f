/* smmra_translate: options in, text out. Everything between happens in one arena; whatever fails jumps back
 * here. */
#include "translator/fences.h"
#include "translator/lowering.h"
#include "translator/workarounds.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct smmra_translation {
    struct arena arena; /* holds this object too */
    const char *text;
    size_t length;
    const smmra_resource *resources;
    size_t resource_count;
    smmra_statistics statistics;
};

/* One call of smmra_translate. */
struct session {
    struct lowering lowering;
    struct spirv_module spirv;
    struct ir_module ir;
    struct arena arena;
    smmra_options options;
    jmp_buf landing;
};

/* ---- messages ---- */

/* Names from the module may stand in a message: only printable ASCII leaves here. */
static void make_printable(char *text) {
    for (; *text; text++)
        if (*text < 0x20 || *text > 0x7E)
            *text = '?';
}

static void report(const smmra_options *options, uint32_t word, uint32_t id, char *message) {
    if (!options->diagnose)
        return;
    make_printable(message);
    smmra_diagnostic diagnostic = {SMMRA_ERROR, word, id, message};
    options->diagnose(options->diagnose_user, &diagnostic);
}

void lowering_fail(struct lowering *l, smmra_result result, const struct spirv_instruction *in,
                   const char *format, ...) {
    char message[512];
    int used = 0;
    if (in && in->opcode) {
        const char *name = spirv_opcode_name(in->opcode);
        used = snprintf(message, sizeof message, "%s", name ? name : "instruction");
        if (in->result)
            used += snprintf(message + used, sizeof message - (size_t)used, " %%%u", in->result);
        used += snprintf(message + used, sizeof message - (size_t)used, ": ");
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message + used, sizeof message - (size_t)used, format, arguments);
    va_end(arguments);
    report(l->options, in ? in->word : 0, in ? in->result : 0, message);
    l->result = result;
    longjmp(*l->landing, 1);
}

static void exhausted(void *user) {
    struct lowering *l = user;
    char message[] = "out of memory, or the memory limit was reached";
    report(l->options, 0, 0, message);
    l->result = SMMRA_OUT_OF_MEMORY;
    longjmp(*l->landing, 1);
}

const char *smmra_result_name(smmra_result result) {
    static const char *const names[] = {"success",       "check failed", "invalid argument",
                                        "invalid input", "unsupported",  "out of memory"};
    return (unsigned)result < sizeof names / sizeof *names ? names[result] : "unknown result";
}

/* ---- options ---- */

static bool is_processor_name(const char *name) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    size_t length = strlen(name);
    return length > 0 && length < 32 && strspn(name, allowed) == length;
}

static const char *options_fault(const smmra_options *options) {
    const uint32_t known = SMMRA_IMPLICIT_NONPRIVATE | SMMRA_ATOMICS_SYNC_AS | SMMRA_NO_THREAD_PRIVATE |
                           SMMRA_NO_BACKEND_WORKAROUNDS | SMMRA_EXPLAIN | SMMRA_DISPATCH_BASE;
    if (options->flags & ~known)
        return "options.flags has a bit that this version does not know";
    if ((unsigned)options->profile > SMMRA_PROFILE_24)
        return "options.profile is not an smmra_profile";
    if ((unsigned)options->abi > SMMRA_ABI_BUFFER)
        return "options.abi is not an smmra_abi";
    if ((unsigned)options->glsl450 > SMMRA_GLSL450_STRICT)
        return "options.glsl450 is not an smmra_glsl450";
    if ((unsigned)options->memory > SMMRA_MEMORY_DEVICE)
        return "options.memory is not an smmra_memory";
    if (options->buffer_alignment & (options->buffer_alignment - 1))
        return "options.buffer_alignment is not a power of two";
    if (options->mcpu && !is_processor_name(options->mcpu))
        return "options.mcpu is not a processor's name: letters, digits and '-' only";
    if (options->specialization_count && !options->specializations)
        return "options.specializations is NULL and specialization_count is not 0";
    return NULL;
}

/* Copies what the caller's struct has; a caller built against a smaller one leaves the rest at its defaults.
 */
static bool read_options(const smmra_options *given, smmra_options *options) {
    memset(options, 0, sizeof *options);
    if (given) {
        if (given->size < offsetof(smmra_options, flags) || given->size > sizeof *options)
            return false;
        memcpy(options, given, given->size);
    }
    options->size = sizeof *options;
    return true;
}

static struct map_options map_options(const smmra_options *options) {
    static const enum profile profiles[] = {
        [SMMRA_PROFILE_DOCUMENT] = PROFILE_DOCUMENT,
        [SMMRA_PROFILE_22] = PROFILE_22,
        [SMMRA_PROFILE_23] = PROFILE_23,
        [SMMRA_PROFILE_24] = PROFILE_24,
    };
    bool device = options->memory == SMMRA_MEMORY_DEVICE ||
                  (options->memory == SMMRA_MEMORY_BY_ABI && options->abi == SMMRA_ABI_BUFFER);
    return (struct map_options){
        .profile = profiles[options->profile],
        .glsl450 = options->glsl450 == SMMRA_GLSL450_STRICT ? GLSL450_STRICT : GLSL450_CONSERVATIVE,
        .implicit_nonprivate = options->flags & SMMRA_IMPLICIT_NONPRIVATE,
        .atomics_sync_as = options->flags & SMMRA_ATOMICS_SYNC_AS,
        .thread_private = !(options->flags & SMMRA_NO_THREAD_PRIVATE),
        .device_memory = device,
        .backend_workarounds = !(options->flags & SMMRA_NO_BACKEND_WORKAROUNDS),
    };
}

/* ---- the steps ---- */

static void *allocate_for_reader(void *user, size_t size) {
    return arena_allocate(user, size);
}

static void require_ok(struct lowering *l, enum spirv_result result, struct spirv_error *error) {
    if (result == SPIRV_OK)
        return;
    report(l->options, error->word, error->id, error->message);
    l->result = result == SPIRV_INVALID       ? SMMRA_INVALID_INPUT
                : result == SPIRV_UNSUPPORTED ? SMMRA_UNSUPPORTED
                                              : SMMRA_OUT_OF_MEMORY;
    longjmp(*l->landing, 1);
}

static void read_module(struct session *session, const uint32_t *words, size_t word_count) {
    struct lowering *l = &session->lowering;
    const smmra_options *options = &session->options;
    struct spirv_allocator allocator = {allocate_for_reader, &session->arena};
    struct spirv_specialization *values =
        arena_allocate(l->arena, (options->specialization_count + 1) * sizeof *values);
    for (uint32_t i = 0; i < options->specialization_count; i++)
        values[i] = (struct spirv_specialization){options->specializations[i].spec_id,
                                                  options->specializations[i].bits};
    struct spirv_error error = {0};
    require_ok(l,
               spirv_read(&session->spirv, words, word_count, values, options->specialization_count,
                          &allocator, &error),
               &error);
    require_ok(l, spirv_trace_objects(&session->spirv, &allocator, &l->objects), &error);
}

static void *table(struct lowering *l, size_t element_size) {
    return arena_allocate_array(l->arena, l->spirv->definition_count + 1, element_size);
}

static void init_tables(struct lowering *l) {
    l->values = table(l, sizeof *l->values);
    l->pointers = table(l, sizeof *l->pointers);
    l->types = table(l, sizeof *l->types);
    l->memory_types = table(l, sizeof *l->memory_types);
    l->layouts = table(l, sizeof *l->layouts);
    l->environment_of = table(l, sizeof *l->environment_of);
    l->functions = arena_allocate_array(l->arena, l->spirv->function_count + 1, sizeof *l->functions);
    /* parts of aggregate accesses in all, before a module is called absurd: those of a 256 KB array of words, and 16
     * for each word of the module */
    l->part_budget = (1 << 16) + 16 * (uint64_t)l->spirv->word_count;
}

/* Section 6: whether every control barrier has both halves or none, and no atomic is anywhere. */
static bool barriers_are_simple(struct lowering *l) {
    for (uint32_t i = 0; i < l->spirv->function_count; i++) {
        const struct spirv_function *function = &l->spirv->functions[i];
        for (uint32_t word = function->word; word < function->end_word;) {
            struct spirv_instruction in = spirv_instruction_at(l->spirv, word);
            struct spirv_memory_view view;
            struct spirv_error error;
            word += in.length;
            const struct opcode_row *row = opcode_row(in.opcode);
            if (row && row->lower == lower_op_atomic)
                return false;
            if (in.opcode != SpvOpControlBarrier)
                continue;
            require_ok(l, spirv_decode_memory(l->spirv, NULL, &in, &view, &error), &error);
            if (!map_barrier_is_simple(&l->map, &view))
                return false;
        }
    }
    return true;
}

/* The entry points to translate: the one of the name asked for, or every one; all must be compute shaders. */
static uint32_t choose_entry_points(struct lowering *l, struct chosen_entry *chosen, uint32_t *roots) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < l->spirv->entry_point_count; i++) {
        const struct spirv_entry_point *entry = &l->spirv->entry_points[i];
        if (l->options->entry && strcmp(entry->name, l->options->entry) != 0)
            continue;
        if (entry->execution_model != SpvExecutionModelGLCompute) {
            const char *model = spirv_execution_model_name(entry->execution_model);
            FAIL_UNSUPPORTED(
                l, NULL, "entry point \"%.60s\" is of execution model %s; only GLCompute is supported%s",
                entry->name, model ? model : "?",
                l->options->entry ? "" : " (name a compute entry point to translate that one alone)");
        }
        const struct spirv_function *function = spirv_function_of_id(l->spirv, entry->function);
        if (!function || !function->block_count)
            FAIL_INVALID(l, NULL, "entry point \"%.60s\" has no function body", entry->name);
        roots[count] = (uint32_t)(function - l->spirv->functions);
        chosen[count++].point = entry;
    }
    if (!count && l->options->entry)
        lowering_fail(l, SMMRA_INVALID_ARGUMENT, NULL, "the module has no entry point of the name asked for");
    if (!count)
        FAIL_INVALID(l, NULL, "the module has no entry point");
    return count;
}

static bool is_root(uint32_t function, const uint32_t *roots, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (roots[i] == function)
            return true;
    return false;
}

static void lower_module(struct lowering *l) {
    uint32_t most = l->spirv->entry_point_count + 1;
    struct chosen_entry *entries = arena_allocate_array(l->arena, most, sizeof *entries);
    uint32_t *roots = arena_allocate(l->arena, most * sizeof *roots);
    uint32_t count = choose_entry_points(l, entries, roots);
    names_init(l);
    for (uint32_t i = 0; i < count; i++)
        choose_entry_name(l, entries[i].point, &entries[i].name, &entries[i].number);
    control_flow_init(l);
    float_controls_init(l, roots, count);
    lower_globals(l);
    environment_init(l, roots, count);
    for (uint32_t i = 0; i < l->order_count; i++)
        if (!is_root(l->order[i], roots, count))
            lower_function(l, l->order[i]);
    for (uint32_t i = 0; i < count; i++)
        lower_kernel(l, &entries[i]);
}

/* LLVM 22's, for amdgcn-amd-amdhsa. */
static const char data_layout[] =
    "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-"
    "p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-"
    "v2048:2048-"
    "n32:64-S32-A5-G1-ni:7:8:9";

/* Sections 9 and 10: what only the whole module shows. */
static void finish_memory_operations(struct lowering *l) {
    bool workarounds = profile_get(l->map.options.profile)->numbered && l->map.options.backend_workarounds;
    fences_merge(l->ir, workarounds);
    if (workarounds)
        workarounds_apply(l->ir);
}

static void translate(struct session *session, const uint32_t *words, size_t word_count) {
    struct lowering *l = &session->lowering;
    read_module(session, words, word_count);
    if (spirv_is_kernel(l->spirv))
        FAIL_UNSUPPORTED(l, NULL,
                         "the Kernel capability (OpenCL) is not supported; this tool reads Vulkan's SPIR-V");
    ir_module_init(&session->ir, &session->arena);
    ir_module_reserve(&session->ir, session->spirv.word_count / 3);
    session->ir.triple = ir_text_of(&session->ir, "amdgcn-amd-amdhsa");
    session->ir.data_layout = ir_text_of(&session->ir, data_layout);
    init_tables(l);
    l->map.options = map_options(&session->options);
    l->map.facts.memory_model = session->spirv.memory_model;
    l->map.facts.simple_barriers = barriers_are_simple(l);
    l->map.facts.copy_shares_operands = session->spirv.version < 0x00010400;
    lower_module(l);
    finish_memory_operations(l);
}

static void count_memory_operations(const struct ir_module *ir, smmra_statistics *statistics) {
    statistics->instructions = ir->instruction_count;
    for (uint32_t i = 0; i < ir->instruction_count; i++)
        statistics->memory_operations += ir->instructions[i].mmra != MMRA_EMPTY_SET;
}

static smmra_translation *finish(struct session *session, size_t word_count) {
    struct lowering *l = &session->lowering;
    smmra_translation *translation = arena_allocate_array(&session->arena, 1, sizeof *translation);
    translation->text = ir_print(&session->ir, &translation->length);
    translation->resources = l->resources;
    translation->resource_count = l->resource_count;
    translation->statistics.words = word_count;
    count_memory_operations(&session->ir, &translation->statistics);
    translation->statistics.bytes_allocated = session->arena.used;
    translation->arena = session->arena;
    return translation;
}

static struct arena_allocator arena_allocator_of(const smmra_allocator *allocator) {
    return (struct arena_allocator){allocator->allocate, allocator->release, allocator->user};
}

smmra_result smmra_translate(const uint32_t *words, size_t word_count, const smmra_options *given,
                             smmra_translation **translation) {
    struct session session;
    memset(&session, 0, sizeof session);
    if (!translation)
        return SMMRA_INVALID_ARGUMENT;
    *translation = NULL;
    if (!read_options(given, &session.options) || (!words && word_count))
        return SMMRA_INVALID_ARGUMENT;
    const smmra_options *options = &session.options;
    const char *fault = options_fault(options);
    if (fault) {
        char message[128];
        snprintf(message, sizeof message, "%s", fault);
        report(options, 0, 0, message);
        return SMMRA_INVALID_ARGUMENT;
    }
    struct lowering *l = &session.lowering;
    l->arena = &session.arena;
    l->spirv = &session.spirv;
    l->ir = &session.ir;
    l->options = options;
    l->landing = &session.landing;
    l->buffer_alignment = options->buffer_alignment          ? options->buffer_alignment
                          : options->abi == SMMRA_ABI_BUFFER ? 4
                                                             : 16;
    struct arena_allocator allocator;
    if (options->allocator)
        allocator = arena_allocator_of(options->allocator);
    arena_init(&session.arena, options->allocator ? &allocator : NULL,
               options->memory_limit ? options->memory_limit : SIZE_MAX, exhausted, l);
    if (setjmp(session.landing)) {
        arena_destroy(&session.arena);
        return l->result;
    }
    translate(&session, words, word_count);
    *translation = finish(&session, word_count);
    return SMMRA_SUCCESS;
}

/* ---- what came out ---- */

const char *smmra_translation_text(const smmra_translation *translation, size_t *length) {
    if (length)
        *length = translation->length;
    return translation->text;
}

const smmra_resource *smmra_translation_resources(const smmra_translation *translation, size_t *count) {
    if (count)
        *count = translation->resource_count;
    return translation->resources;
}

smmra_statistics smmra_translation_statistics(const smmra_translation *translation) {
    return translation->statistics;
}

void smmra_translation_destroy(smmra_translation *translation) {
    if (!translation)
        return;
    struct arena arena = translation->arena; /* which holds the translation itself */
    arena_destroy(&arena);
}
