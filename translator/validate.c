/* Validation and assembling through SPIRV-Tools: the only file that knows it. */
#include "translator/validator_copy.h"

#include <spirv-tools/libspirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The latest Vulkan that Debian 12's SPIRV-Tools knows. */
static const spv_target_env environment = SPV_ENV_VULKAN_1_3;

static void report(const smmra_options *options, uint32_t word, const char *format, const char *text) {
    if (!options->diagnose)
        return;
    char message[1024];
    snprintf(message, sizeof message, format, text);
    for (char *c = message; *c; c++)
        if (*c < 0x20 || *c > 0x7E)
            *c = *c == '\n' ? ' ' : '?';
    smmra_diagnostic diagnostic = {SMMRA_ERROR, word, 0, message};
    options->diagnose(options->diagnose_user, &diagnostic);
}

/* The part of the caller's options that counts here; a caller built against a smaller struct leaves the rest out. */
static bool read_options(const smmra_options *given, smmra_options *options) {
    *options = (smmra_options){.size = sizeof *options};
    smmra_options all = {0};
    if (!given)
        return true;
    if (given->size < offsetof(smmra_options, flags) || given->size > sizeof all)
        return false;
    memcpy(&all, given, given->size);
    options->specializations = all.specializations;
    options->specialization_count = all.specialization_count;
    options->word_limit = all.word_limit;
    options->diagnose = all.diagnose;
    options->diagnose_user = all.diagnose_user;
    return true;
}

/* Capabilities and extensions that this tool does not know or support, before SPIRV-Tools sees them: it would
 * call them invalid. */
static smmra_result check_features(const uint32_t *words, size_t word_count, const smmra_options *options) {
    smmra_module *module;
    smmra_result result = smmra_module_read(words, word_count, options, &module);
    smmra_module_destroy(module);
    return result;
}

static spv_validator_options validator_options(void) {
    spv_validator_options options = spvValidatorOptionsCreate();
    /* Friendly names make the validator quadratic in repeated names. */
    spvValidatorOptionsSetFriendlyNames(options, false);
    /* What Vulkan lets a device offer, and AMD's offer. */
    spvValidatorOptionsSetScalarBlockLayout(options, true);
    spvValidatorOptionsSetWorkgroupScalarBlockLayout(options, true);
    spvValidatorOptionsSetAllowLocalSizeId(options, true);
    return options;
}

static smmra_result validate_in_host_order(const uint32_t *words, size_t word_count,
                                           const smmra_options *options) {
    smmra_result result = SMMRA_SUCCESS;
    spv_context context = spvContextCreate(environment);
    spv_validator_options validation = validator_options();
    spv_const_binary_t binary = {words, word_count};
    spv_diagnostic diagnostic = NULL;
    if (spvValidateWithOptions(context, validation, &binary, &diagnostic) != SPV_SUCCESS) {
        report(options, diagnostic ? (uint32_t)diagnostic->position.index : 0, "not valid for Vulkan 1.3: %s",
               diagnostic && diagnostic->error ? diagnostic->error : "no reason given");
        result = SMMRA_INVALID_INPUT;
    }
    spvDiagnosticDestroy(diagnostic);
    spvValidatorOptionsDestroy(validation);
    spvContextDestroy(context);
    return result;
}

smmra_result smmra_validate(const uint32_t *words, size_t word_count, const smmra_options *given) {
    smmra_options options;
    if (!read_options(given, &options))
        return SMMRA_INVALID_ARGUMENT;
    smmra_result result = check_features(words, word_count, &options);
    if (result != SMMRA_SUCCESS)
        return result;
    uint32_t *copy = validator_copy(words, word_count, &options);
    if (!copy) {
        report(&options, 0, "%s", "out of memory");
        return SMMRA_OUT_OF_MEMORY;
    }
    result = validate_in_host_order(copy, word_count, &options);
    free(copy);
    return result;
}

smmra_result smmra_assemble(const char *text, size_t length, const smmra_options *options, uint32_t **words,
                            size_t *word_count) {
    spv_context context = spvContextCreate(environment);
    spv_binary binary = NULL;
    spv_diagnostic diagnostic = NULL;
    smmra_result result = SMMRA_SUCCESS;
    *words = NULL;
    *word_count = 0;
    spv_result_t assembled = spvTextToBinaryWithOptions(
        context, text, length, SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS, &binary, &diagnostic);
    if (assembled != SPV_SUCCESS) {
        char place[1024];
        snprintf(place, sizeof place, "line %zu, column %zu: %s",
                 diagnostic ? diagnostic->position.line + 1 : 0,
                 diagnostic ? diagnostic->position.column + 1 : 0,
                 diagnostic && diagnostic->error ? diagnostic->error : "no reason given");
        report(options, 0, "%s", place);
        result = SMMRA_INVALID_INPUT;
    } else {
        *words = malloc(binary->wordCount * sizeof **words + 1);
        if (*words) {
            memcpy(*words, binary->code, binary->wordCount * sizeof **words);
            *word_count = binary->wordCount;
        } else {
            result = SMMRA_OUT_OF_MEMORY;
        }
    }
    spvBinaryDestroy(binary);
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    return result;
}

void smmra_free_words(uint32_t *words) {
    free(words);
}
