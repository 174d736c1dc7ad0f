/* Options that are valid, but hardly what the caller means. */
#include <stdio.h>

#include "mmra/base/search.h"
#include "mmra/base/sort.h"
#include "spirv/reader.h"
#include "translator/library/request.h"
#include "translator/lower/lowering.h"
#include "translator/map/processor.h"

static void warn(const smmra_options *options, const char *message) {
    const smmra_diagnostic diagnostic = {.severity = SMMRA_SEVERITY_WARNING, .message = message};
    if (options->diagnose)
        options->diagnose(options->diagnose_user, &diagnostic);
}

/* ---- specializations ---- */

struct constant {
    uint32_t spec_id;
    spirv_id id;
};

static int compare_constants(const void *a, const void *b) {
    const struct constant *left = a, *right = b;
    return left->spec_id < right->spec_id ? -1 : left->spec_id > right->spec_id;
}

static bool take_spec_id(const struct spirv_module *spirv, uint32_t word, struct constant *constant) {
    const uint32_t *words = spirv->words + word;
    if (words[0] != (4u << 16 | SpvOpDecorate) || words[2] != SpvDecorationSpecId)
        return false;
    *constant = (struct constant){words[3], words[1]};
    return true;
}

/* All SpecIds of the module, sorted. Decorations come before the functions. */
static struct constant *find_constants(struct lowering *l, size_t *count) {
    const struct spirv_module *spirv = l->spirv;
    uint32_t end = spirv->function_count ? spirv->functions[0].word : spirv->word_count;
    struct constant one, *constants = NULL;
    size_t capacity = 0;
    *count = 0;
    for (uint32_t word = SPIRV_HEADER_WORDS; word < end; word += spirv->words[word] >> 16)
        if (take_spec_id(spirv, word, &one))
            capacity++;
    constants = arena_allocate_array(l->arena, capacity + 1, sizeof *constants);
    for (uint32_t word = SPIRV_HEADER_WORDS; word < end; word += spirv->words[word] >> 16)
        *count += take_spec_id(spirv, word, &constants[*count]);
    mmra_sort(l->arena, constants, *count, sizeof *constants, compare_constants);
    return constants;
}

/* A value is given zero-extended, or sign-extended, to 64 bits. What is no number has no width, in an invalid module.
 */
static bool fits(uint64_t bits, uint32_t width) {
    uint64_t rest = width && width < 64 ? bits >> (width - 1) : 0;
    return !width || width >= 64 || rest <= 1 || rest == UINT64_MAX >> (width - 1);
}

static void warn_of_value(struct lowering *l, const smmra_specialization *given, spirv_id id) {
    const struct spirv_type *type = spirv_type_of_value(l->spirv, id);
    uint32_t width = !type ? 64 : type->opcode == SpvOpTypeBool ? 1 : type->width;
    char message[160];
    if (type && type->opcode == SpvOpTypeBool ? given->bits <= 1 : fits(given->bits, width))
        return;
    snprintf(message, sizeof message,
             "the value 0x%llX of specialization constant %u (%s) does not fit: it has %u bit%s",
             (unsigned long long)given->bits, given->spec_id, OPTION_NAME(l->options, SPECIALIZATIONS), width,
             width == 1 ? "" : "s");
    warn(l->options, message);
}

static void warn_of_specialization(struct lowering *l, const smmra_specialization *given,
                                   const struct constant *constants, size_t count) {
    uint32_t at = COUNT_BELOW(constants, count, spec_id, given->spec_id);
    if (at < count && constants[at].spec_id == given->spec_id) {
        warn_of_value(l, given, constants[at].id);
        return;
    }
    char message[128];
    snprintf(message, sizeof message, "the module has no specialization constant %u (%s); its value is ignored",
             given->spec_id, OPTION_NAME(l->options, SPECIALIZATIONS));
    warn(l->options, message);
}

/* ---- all ---- */

void request_warn(struct request *request) {
    struct lowering *l = &request->lowering;
    const smmra_options *options = &request->options;
    if (!options->diagnose)
        return;
    if (options->mcpu && !processor_is_known(options->mcpu)) {
        char message[160];
        snprintf(message, sizeof message,
                 "LLVM 22 has no processor '%.32s' (%s); what depends on the processor may be wrong for it",
                 options->mcpu, OPTION_NAME(options, MCPU));
        warn(options, message);
    }
    if (!options->specialization_count)
        return;
    size_t count;
    const struct constant *constants = find_constants(l, &count);
    for (uint32_t i = 0; i < options->specialization_count; i++)
        warn_of_specialization(l, &options->specializations[i], constants, count);
}
