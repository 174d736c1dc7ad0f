/* How a translation fails: a message, and one jump back to where it began. */
#include "translator/lower/fail.h"

#include <stdarg.h>
#include <stdio.h>

#include "translator/lower/lowering.h"
#include "translator/lower/sources.h"

/* Names from the module may stand in a message: only printable ASCII leaves here. */
static void make_printable(char *text) {
    for (; *text; text++)
        if (*text < 0x20 || *text > 0x7E)
            *text = '?';
}

static void report_at(const smmra_options *options, uint32_t word, uint32_t id, char *message,
                      const smmra_source *source) {
    if (!options->diagnose)
        return;
    make_printable(message);
    smmra_diagnostic diagnostic = {
        .severity = SMMRA_SEVERITY_ERROR, .word = word, .id = id, .message = message, .source = source};
    options->diagnose(options->diagnose_user, &diagnostic);
}

void lowering_report(const smmra_options *options, uint32_t word, uint32_t id, char *message) {
    report_at(options, word, id, message, NULL);
}

/* Memory that runs out here says that alone. The words of a module that is printed may be gone. */
static const smmra_source *source_at(struct lowering *l, smmra_result result, uint32_t word) {
    if (l->is_ending || l->is_printing || !word || !l->options->diagnose || !l->spirv->words ||
        (result != SMMRA_INVALID_INPUT && result != SMMRA_UNSUPPORTED))
        return NULL;
    l->is_ending = true;
    if (!l->places)
        sources_read(l, l->arena);
    return sources_at(l->places, word, l->arena);
}

void lowering_end(struct lowering *l, smmra_result result, uint32_t word, uint32_t id, char *message) {
    report_at(l->options, word, id, message, source_at(l, result, word));
    l->result = result;
    longjmp(*l->landing, 1);
}

void lowering_fail(struct lowering *l, smmra_result result, const struct spirv_instruction *in, const char *format,
                   ...) {
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
    lowering_end(l, result, in ? in->word : 0, in ? in->result : 0, message);
}

void lowering_poll(struct lowering *l) {
    const smmra_options *options = l->options;
    if (options->cancel && options->cancel(options->cancel_user))
        lowering_fail(l, SMMRA_CANCELLED, NULL, "cancelled by options.cancel");
}
