/* Every entry of the library that reads a module shares this file: options, messages, failing, reading. */
#include "translator/library/request.h"

#include <stdarg.h>
#include <stdio.h>

#include "translator/internal_flags.h"
#include "translator/lower/budget.h"
#include "translator/lower/lowering.h"
#include "translator/map/processor.h"

/* ---- messages ---- */

static void exhausted(void *user) {
    char message[] = "out of memory, or the memory limit was reached";
    lowering_end(user, SMMRA_OUT_OF_MEMORY, 0, 0, message);
}

const char *smmra_result_name(smmra_result result) {
    static const char *const names[] = {"success",     "check failed",  "invalid argument", "invalid input",
                                        "unsupported", "out of memory", "cancelled",        "internal error"};
    return (unsigned)result < sizeof names / sizeof *names ? names[result] : "unknown result";
}

/* ---- options ---- */

/* A profile of the header is one of the map: what a profile is, its row there alone says. */
_Static_assert((int)SMMRA_PROFILE_23 == PROFILE_23 && (int)SMMRA_PROFILE_22 == PROFILE_22 &&
                   (int)SMMRA_PROFILE_DOCUMENT == PROFILE_DOCUMENT && (int)SMMRA_PROFILE_24 == PROFILE_24 &&
                   (int)SMMRA_PROFILE_DRAFT == PROFILE_DRAFT && (int)SMMRA_PROFILE_21 == PROFILE_21 &&
                   (int)SMMRA_PROFILE_19 == PROFILE_19 && SMMRA_PROFILE_19 + 1 == PROFILE_COUNT,
               "profiles of the header and of the map");

static bool is_struct_size(size_t size, const uint16_t *ends, size_t count) {
    const size_t alignment = _Alignof(uint64_t) > _Alignof(void *) ? _Alignof(uint64_t) : _Alignof(void *);
    for (size_t i = count; i-- > 0;) /* the newest first */
        if (size == ends[i] || size == (ends[i] + alignment - 1) / alignment * alignment)
            return true;
    return false;
}

/* A caller that was built with a later header may have fields that this library does not know, where all of them have
 * their defaults. */
static bool has_zeros_after(const void *given, size_t size, size_t newest) {
    enum { LARGEST = 4096 };
    const unsigned char *bytes = given;
    if (size <= newest || size > LARGEST || size % _Alignof(uint64_t))
        return false;
    for (size_t i = newest; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

bool request_read_options(void *options, size_t newest, const void *given, const uint16_t *ends, size_t end_count) {
    size_t size = given ? *(const size_t *)given : 0;
    if (given && has_zeros_after(given, size, newest))
        size = newest;
    else if (given && (!is_struct_size(size, ends, end_count) || size > newest))
        return false;
    if (given)
        memcpy(options, given, size);
    return true;
}

static bool is_processor_name(const char *name) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    size_t length = strlen(name);
    return length > 0 && length < 32 && strspn(name, allowed) == length;
}

enum { FAULT_SIZE = 192 };

/* Writes a fault that names options. */
LOWERING_PRINTF(2, 3) static const char *say(char *text, const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(text, FAULT_SIZE, format, values);
    va_end(values);
    return text;
}

static const char *wave_fault(const smmra_options *options, const struct processor *processor, char *text) {
    if (options->wave == 0)
        return NULL;
    if (options->wave != 32 && options->wave != 64)
        return say(text, "%s is neither 32 nor 64", OPTION_NAME(options, WAVE));
    if (options->target != SMMRA_TARGET_AMDGCN)
        return say(text, "%s is for amdgcn alone; the host's runtime chooses for itself", OPTION_NAME(options, WAVE));
    if (processor && !(options->wave == 32 ? processor->wave32 : processor->wave64))
        return say(text, "the processor of %s has no subgroups of %u: %s=%u", OPTION_NAME(options, MCPU), options->wave,
                   OPTION_NAME(options, WAVE), 96 - options->wave);
    return NULL;
}

static const char *coherence_fault(const smmra_options *options, const struct processor *processor, char *text) {
    if ((unsigned)options->coherence > SMMRA_COHERENCE_ACCESS)
        return "options.coherence is not an smmra_coherence";
    if (options->coherence == SMMRA_COHERENCE_ACCESS &&
        (!profile_get((enum profile)options->profile)->released || !processor || !processor->coherent_atomics))
        return say(text, "%s=access is for a released LLVM (%s 19 to 23) and processors of gfx10 to gfx12 (%s)",
                   OPTION_NAME(options, COHERENCE), OPTION_NAME(options, PROFILE), OPTION_NAME(options, MCPU));
    return NULL;
}

static bool is_plain_text(const char *text) {
    for (; text && *text; text++)
        if (*text < ' ' || *text > '~' || *text == '"' || *text == '\\')
            return false;
    return true;
}

static const char *table_fault(const smmra_driver *driver) {
    bool is_missing = (driver->argument_count && !driver->arguments) || (driver->binding_count && !driver->bindings) ||
                      (driver->attribute_count && !driver->attributes);
    if (is_missing)
        return "options.driver has a count of what is NULL";
    bool is_plain = is_plain_text(driver->triple) && is_plain_text(driver->data_layout);
    for (size_t i = 0; i < driver->attribute_count; i++)
        is_plain &= driver->attributes[i].name && is_plain_text(driver->attributes[i].name) &&
                    is_plain_text(driver->attributes[i].value);
    if (!is_plain)
        return "options.driver has a string that is NULL, or is not of printable ASCII without quotes and backslashes";
    for (size_t i = 0; i < driver->argument_count; i++)
        if ((unsigned)driver->arguments[i].kind > SMMRA_ARGUMENT_LOCAL_IDS_PACKED)
            return "options.driver has an argument of a kind that this version does not know";
    return NULL;
}

static const char *driver_fault(const smmra_options *options, const struct processor *processor, char *text) {
    if (options->abi != SMMRA_ABI_DRIVER)
        return options->driver ? "options.driver is for the ABI 'driver' alone" : NULL;
    if (options->target != SMMRA_TARGET_AMDGCN || !profile_get((enum profile)options->profile)->released ||
        !processor || !processor->coherent_atomics)
        return say(text, "%s=driver is for a released LLVM (%s 19 to 23) and processors of gfx10 to gfx12 (%s)",
                   OPTION_NAME(options, ABI), OPTION_NAME(options, PROFILE), OPTION_NAME(options, MCPU));
    if (options->flags & (SMMRA_FLAG_DISPATCH_BASE | SMMRA_FLAG_DESCRIPTORS_BY_VALUE))
        return say(text,
                   "%s=driver takes neither a dispatch base, which its workgroup ids have, nor descriptors by value",
                   OPTION_NAME(options, ABI));
    if (options->driver && options->driver->size != sizeof *options->driver &&
        !has_zeros_after(options->driver, options->driver->size, sizeof *options->driver))
        return "options.driver->size is not the size of an smmra_driver";
    return options->driver ? table_fault(options->driver) : NULL;
}

static bool has_resources(const struct processor *processor, enum profile profile) {
    enum { WIDE_SIZE = 64 }; /* bits of a size from LLVM 22 on */
    return processor && processor->buffer_flags &&
           (!processor->late_resource || profile_get(profile)->resource_bits == WIDE_SIZE);
}

static const char *options_fault(const smmra_options *options, char *text) {
    const uint32_t known =
        SMMRA_FLAG_IMPLICIT_NONPRIVATE | SMMRA_FLAG_SHADER_CALLS_IN_LANE | SMMRA_FLAG_ATOMICS_SYNC_AS |
        SMMRA_FLAG_NO_THREAD_PRIVATE | SMMRA_FLAG_NO_BACKEND_WORKAROUNDS | SMMRA_FLAG_EXPLAIN |
        SMMRA_FLAG_DISPATCH_BASE | SMMRA_FLAG_NO_CHECK | SMMRA_FLAG_LINES | SMMRA_FLAG_NO_DEBUG_INFO |
        SMMRA_FLAG_DESCRIPTORS_BY_VALUE | SMMRA_FLAG_FACTS | SMMRA_FLAG_INLINE | INTERNAL_FLAG_PARTIAL_WAVES |
        INTERNAL_FLAG_EXACT_FLOATS | INTERNAL_FLAG_OTHER_UNDEFINED | INTERNAL_FLAG_COMMAND;
    if (options->flags & ~known)
        return "options.flags has a bit that this version does not know";
    if ((unsigned)options->profile >= PROFILE_COUNT)
        return "options.profile is not an smmra_profile";
    bool is_internal = options->target == INTERNAL_TARGET_MODEL && options->flags & INTERNAL_FLAG_EXACT_FLOATS;
    if (!target_get(options->target) || (options->target > SMMRA_TARGET_HOST && !is_internal))
        return "options.target is not an smmra_target";
    if (!smmra_option_value_name(SMMRA_OPTION_ABI, options->abi))
        return "options.abi is not an ABI that this version knows";
    const struct processor *processor = processor_find(options->mcpu);
    if (options->abi == SMMRA_ABI_BUFFER && options->target == SMMRA_TARGET_AMDGCN &&
        !has_resources(processor, (enum profile)options->profile))
        return say(
            text,
            "with the ABI 'buffer', %s must name a processor whose buffer resources are known: gfx6.. to gfx12..; "
            "gfx125. from LLVM 22 on",
            OPTION_NAME(options, MCPU));
    if ((unsigned)options->convergence > SMMRA_CONVERGENCE_TOKENS)
        return "options.convergence is not an smmra_convergence";
    if (options->convergence == SMMRA_CONVERGENCE_TOKENS && options->target != SMMRA_TARGET_AMDGCN)
        return say(text, "%s=tokens is for amdgcn alone", OPTION_NAME(options, CONVERGENCE));
    for (uint32_t stage = 0; stage < 32; stage++)
        if (options->stages >> stage & 1 && !smmra_option_value_name(SMMRA_OPTION_STAGE, stage))
            return "options.stages has a bit of a stage that this version does not know";
    const char *fault = wave_fault(options, processor, text);
    if (!fault)
        fault = coherence_fault(options, processor, text);
    if (!fault)
        fault = driver_fault(options, processor, text);
    if (fault)
        return fault;
    if ((unsigned)options->glsl450 > SMMRA_GLSL450_STRICT)
        return "options.glsl450 is not an smmra_glsl450";
    if ((unsigned)options->memory > SMMRA_MEMORY_DEVICE)
        return "options.memory is not an smmra_memory";
    if (options->buffer_alignment & (options->buffer_alignment - 1))
        return "options.buffer_alignment is not a power of two";
    if (options->mcpu && !is_processor_name(options->mcpu))
        return "options.mcpu is not a processor's name: letters, digits and '-' only";
    if (options->mcpu && options->target != SMMRA_TARGET_AMDGCN)
        return say(text, "%s is for amdgcn alone; give the host's processor to llc", OPTION_NAME(options, MCPU));
    if (options->specialization_count && !options->specializations)
        return "options.specializations is NULL and specialization_count is not 0";
    return NULL;
}

/* Copies the caller's struct; a caller that was built against a smaller one gets the defaults for the rest. */
static bool read_options(const smmra_options *given, smmra_options *options) {
#define END(field) STRUCT_END(smmra_options, field)
    static const uint16_t ends[] = {END(specialization_count),
                                    END(flags),
                                    END(profile),
                                    END(abi),
                                    END(glsl450),
                                    END(memory),
                                    END(buffer_alignment),
                                    END(memory_limit),
                                    END(mcpu),
                                    END(allocator),
                                    END(diagnose),
                                    END(diagnose_user),
                                    END(word_limit),
                                    END(cancel),
                                    END(cancel_user),
                                    END(target),
                                    END(wave),
                                    END(convergence),
                                    END(device_index),
                                    END(target_env),
                                    END(coherence),
                                    END(stages),
                                    END(driver)};
#undef END
    memset(options, 0, sizeof *options);
    bool is_read = request_read_options(options, sizeof *options, given, ends, sizeof ends / sizeof *ends);
    options->size = sizeof *options;
    return is_read;
}

void request_require(struct lowering *l, enum spirv_result result, struct spirv_error *error) {
    static const smmra_result results[] = {
        [SPIRV_INVALID] = SMMRA_INVALID_INPUT,
        [SPIRV_UNSUPPORTED] = SMMRA_UNSUPPORTED,
    };
    if (result == SPIRV_OK)
        return;
    const size_t length = strlen(error->message);
    if (error->wants_value)
        snprintf(error->message + length, sizeof error->message - length, " (%s)",
                 OPTION_NAME(l->options, SPECIALIZATIONS));
    lowering_end(l, results[result], error->word, error->id, error->message);
}

/* Features that are not supported, by the capability that every module with them declares. (CooperativeMatrixNV is not
 * here: it also allows scopes to be specialization constants, and the matrices have a type, which is refused.) */
static void refuse_features(struct lowering *l) {
    if (spirv_is_kernel(l->spirv))
        FAIL_UNSUPPORTED(l, NULL, "the Kernel capability (OpenCL) is not supported; this tool reads Vulkan's SPIR-V");
    static const SpvCapability refused[] = {SpvCapabilityGeometryShaderPassthroughNV, SpvCapabilityBindlessTextureNV};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (spirv_has_capability(l->spirv, refused[i]))
            FAIL_UNSUPPORTED(l, NULL, "the capability %s is not supported", spirv_capability_name(refused[i]));
}

void request_read(struct request *request, const uint32_t *words, size_t word_count, bool in_place) {
    struct lowering *l = &request->lowering;
    const smmra_options *options = &request->options;
    struct spirv_specialization *values =
        arena_allocate(l->arena, ((size_t)options->specialization_count + 1) * sizeof *values);
    for (uint32_t i = 0; i < options->specialization_count; i++)
        values[i] =
            (struct spirv_specialization){options->specializations[i].spec_id, options->specializations[i].bits};
    struct spirv_error error = {0};
    request_require(l,
                    (in_place ? spirv_read_in_place : spirv_read)(&request->spirv, words, word_count, values,
                                                                  options->specialization_count, &request->reading,
                                                                  &error),
                    &error);
    spirv_trace_objects(&request->spirv, &request->reading, &l->objects);
    refuse_features(l);
}

/* ---- memory ---- */

/* The instruction being lowered or printed; none if the translation is doing something else. */
static struct spirv_instruction instruction_at_hand(const struct lowering *l) {
    if (!l->is_printing)
        return l->current;
    uint32_t source = l->ir->printing ? l->ir->printing->source : 0;
    return source && l->words_stay ? spirv_instruction_at(l->spirv, source) : (struct spirv_instruction){0};
}

LOWERING_NORETURN static void fail_budget(struct lowering *l, size_t budget) {
    struct spirv_instruction at = instruction_at_hand(l);
    FAIL_UNSUPPORTED(l, &at, "%s would take more than the %zu bytes that a module of %u words may; %s",
                     l->is_printing ? "the text of the translation" : "the translation", budget, l->spirv->word_count,
                     at.opcode ? "let fewer instructions use large constants, long names and many variables"
                               : "give it fewer entry points, resources, types and names, or shorter ones");
}

void budget_spend(struct lowering *l, uint64_t parts, const char *what) {
    if (parts > l->part_budget)
        FAIL_UNSUPPORTED(l, &l->current, "%s", what);
    l->part_budget -= parts;
}

static void *counted_allocate(void *user, size_t size) {
    struct request_memory *memory = user;
    if (size > memory->budget - memory->held)
        fail_budget(memory->lowering, memory->budget);
    if (size > memory->limit - memory->held)
        return NULL;
    void *block = memory->allocator.allocate(memory->allocator.user, size);
    if (!block)
        return NULL;
    memory->held += size;
    if (memory->held > memory->most)
        memory->most = memory->held;
    return block;
}

static void counted_release(void *user, void *block, size_t size) {
    struct request_memory *memory = user;
    memory->held -= size;
    memory->allocator.release(memory->allocator.user, block, size);
}

/* ---- cancelling ---- */

static void ask(void *user) {
    lowering_poll(user);
}

/* ---- beginning and ending ---- */

smmra_result request_begin(struct request *request, const uint32_t *words, size_t word_count,
                           const smmra_options *given) {
    memset(request, 0, sizeof *request);
    if (!read_options(given, &request->options) || (!words && word_count))
        return SMMRA_INVALID_ARGUMENT;
    const smmra_options *options = &request->options;
    char text[FAULT_SIZE];
    const char *fault = options_fault(options, text);
    if (fault) {
        char message[FAULT_SIZE];
        snprintf(message, sizeof message, "%s", fault);
        lowering_report(options, 0, 0, message);
        return SMMRA_INVALID_ARGUMENT;
    }
    if (options->word_limit && word_count > options->word_limit) {
        char message[128];
        snprintf(message, sizeof message, "the module has %zu words, and options.word_limit is %zu", word_count,
                 options->word_limit);
        lowering_report(options, 0, 0, message);
        return SMMRA_OUT_OF_MEMORY;
    }
    request->memory.limit = options->memory_limit ? options->memory_limit : SIZE_MAX;
    request->memory.budget = budget_of(BUDGET_MEMORY, BUDGET_MEMORY_PER_WORD, word_count);
    request->memory.lowering = &request->lowering;
    request->memory.allocator = (smmra_allocator){arena_malloc.allocate, arena_malloc.release, arena_malloc.user};
    if (options->allocator)
        request->memory.allocator = *options->allocator;
    struct lowering *l = &request->lowering;
    l->arena = &request->reading;
    l->spirv = &request->spirv;
    l->ir = &request->ir;
    l->options = options;
    l->target = target_get(options->target);
    l->landing = &request->landing;
    l->watch = (struct mmra_watch){.ask = ask, .user = l};
    const struct arena_allocator counted = {counted_allocate, counted_release, &request->memory};
    arena_init(&request->reading, &counted, SIZE_MAX, exhausted, l);
    arena_init(&request->ir_arena, &counted, SIZE_MAX, exhausted, l);
    arena_init(&request->output, &counted, SIZE_MAX, exhausted, l);
    request->reading.watch = request->ir_arena.watch = request->output.watch = &l->watch;
    return SMMRA_SUCCESS;
}

void request_end(struct request *request) {
    arena_destroy(&request->reading);
    arena_destroy(&request->ir_arena);
    arena_destroy(&request->output);
}

struct arena request_keep(struct request *request, struct arena *arena) {
    const smmra_allocator *allocator = &request->memory.allocator;
    struct arena kept = *arena;
    kept.allocator = (struct arena_allocator){allocator->allocate, allocator->release, allocator->user};
    kept.exhausted = NULL; /* it only waits to be destroyed */
    kept.watch = NULL;
    *arena = (struct arena){.allocator = arena->allocator};
    return kept;
}
