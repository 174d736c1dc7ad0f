/* What every entry of the library that reads a module shares: options, messages, failing, reading. */
#include "translator/session.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- messages ---- */

/* Names from the module may stand in a message: only printable ASCII leaves here. */
static void make_printable(char *text) {
    for (; *text; text++)
        if (*text < 0x20 || *text > 0x7E)
            *text = '?';
}

void session_report(const smmra_options *options, uint32_t word, uint32_t id, char *message) {
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
    session_report(l->options, in ? in->word : 0, in ? in->result : 0, message);
    l->result = result;
    longjmp(*l->landing, 1);
}

static void exhausted(void *user) {
    struct lowering *l = user;
    char message[] = "out of memory, or the memory limit was reached";
    session_report(l->options, 0, 0, message);
    l->result = SMMRA_OUT_OF_MEMORY;
    longjmp(*l->landing, 1);
}

const char *smmra_result_name(smmra_result result) {
    static const char *const names[] = {"success",     "check failed",  "invalid argument", "invalid input",
                                        "unsupported", "out of memory", "cancelled"};
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
    if (!target_get(options->target))
        return "options.target is not an smmra_target";
    if (!smmra_option_value_name(SMMRA_OPTION_ABI, options->abi))
        return "options.abi is not an ABI that this version knows";
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

/* ---- reading ---- */

static void *allocate_for_reader(void *user, size_t size) {
    return arena_allocate(user, size);
}

void session_require(struct lowering *l, enum spirv_result result, struct spirv_error *error) {
    if (result == SPIRV_OK)
        return;
    session_report(l->options, error->word, error->id, error->message);
    l->result = result == SPIRV_INVALID       ? SMMRA_INVALID_INPUT
                : result == SPIRV_UNSUPPORTED ? SMMRA_UNSUPPORTED
                                              : SMMRA_OUT_OF_MEMORY;
    longjmp(*l->landing, 1);
}

void session_read(struct session *session, const uint32_t *words, size_t word_count) {
    struct lowering *l = &session->lowering;
    const smmra_options *options = &session->options;
    struct spirv_allocator allocator = {allocate_for_reader, &session->arena};
    struct spirv_specialization *values =
        arena_allocate(l->arena, (options->specialization_count + 1) * sizeof *values);
    for (uint32_t i = 0; i < options->specialization_count; i++)
        values[i] = (struct spirv_specialization){options->specializations[i].spec_id,
                                                  options->specializations[i].bits};
    struct spirv_error error = {0};
    session_require(l,
                    spirv_read(&session->spirv, words, word_count, values, options->specialization_count,
                               &allocator, &error),
                    &error);
    session_require(l, spirv_trace_objects(&session->spirv, &allocator, &l->objects), &error);
    if (spirv_is_kernel(l->spirv))
        FAIL_UNSUPPORTED(l, NULL,
                         "the Kernel capability (OpenCL) is not supported; this tool reads Vulkan's SPIR-V");
}

/* ---- beginning ---- */

smmra_result session_begin(struct session *session, const uint32_t *words, size_t word_count,
                           const smmra_options *given) {
    memset(session, 0, sizeof *session);
    if (!read_options(given, &session->options) || (!words && word_count))
        return SMMRA_INVALID_ARGUMENT;
    const smmra_options *options = &session->options;
    const char *fault = options_fault(options);
    if (fault) {
        char message[128];
        snprintf(message, sizeof message, "%s", fault);
        session_report(options, 0, 0, message);
        return SMMRA_INVALID_ARGUMENT;
    }
    if (options->word_limit && word_count > options->word_limit) {
        char message[128];
        snprintf(message, sizeof message, "the module has %zu words, and options.word_limit is %zu",
                 word_count, options->word_limit);
        session_report(options, 0, 0, message);
        return SMMRA_OUT_OF_MEMORY;
    }
    struct lowering *l = &session->lowering;
    l->arena = &session->arena;
    l->spirv = &session->spirv;
    l->ir = &session->ir;
    l->options = options;
    l->target = target_get(options->target);
    l->landing = &session->landing;
    struct arena_allocator allocator;
    if (options->allocator)
        allocator = (struct arena_allocator){options->allocator->allocate, options->allocator->release,
                                             options->allocator->user};
    arena_init(&session->arena, options->allocator ? &allocator : NULL,
               options->memory_limit ? options->memory_limit : SIZE_MAX, exhausted, l);
    return SMMRA_SUCCESS;
}

void lowering_poll(struct lowering *l) {
    const smmra_options *options = l->options;
    if (options->cancel && options->cancel(options->cancel_user))
        lowering_fail(l, SMMRA_CANCELLED, NULL, "cancelled by options.cancel");
}
