/* Validation and assembling by SPIRV-Tools, which no other file uses. */
#include "translator/command/validator_age.h"
#include "translator/command/validator_copy.h"

#include <ctype.h>
#include <spirv-tools/libspirv.h>
#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The latest Vulkan that Debian 12's SPIRV-Tools knows. */
static const spv_target_env default_environment = SPV_ENV_VULKAN_1_3;

static void report_at(const smmra_options *options, smmra_diagnostic diagnostic, const char *before, const char *text) {
    if (!options->diagnose)
        return;
    char message[1024];
    snprintf(message, sizeof message, "%s%s", before, text);
    for (char *c = message; *c; c++)
        if (*c < 0x20 || *c > 0x7E)
            *c = *c == '\n' ? ' ' : '?';
    for (size_t length = strlen(message); length && message[length - 1] == ' ';)
        message[--length] = '\0';
    diagnostic.message = message;
    options->diagnose(options->diagnose_user, &diagnostic);
}

static void report(const smmra_options *options, const char *text) {
    report_at(options, (smmra_diagnostic){.severity = SMMRA_SEVERITY_ERROR}, "", text);
}

/* The caller's options that matter here; they have been checked. */
static void read_options(const smmra_options *given, smmra_options *options) {
    *options = (smmra_options){.size = sizeof *options};
    smmra_options all = {0};
    if (!given)
        return;
    memcpy(&all, given, given->size);
    options->specializations = all.specializations;
    options->specialization_count = all.specialization_count;
    options->diagnose = all.diagnose;
    options->diagnose_user = all.diagnose_user;
    options->target_env = all.target_env;
}

/* ---- the environment ---- */

/* The universal environment of the version that a line "; Version: 1.3" of the comment at the head states, as spirv-dis
 * writes it; *environment stays where none does. */
static void stated_environment(const char *text, size_t length, spv_target_env *environment) {
    static const spv_target_env versions[] = {SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2,
                                              SPV_ENV_UNIVERSAL_1_3, SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5,
                                              SPV_ENV_UNIVERSAL_1_6};
    static const char before[] = "; Version: 1.";
    const char *end = text + length;
    while (text < end && *text == ';') {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t line = (size_t)((newline ? newline : end) - text);
        uint32_t minor = line >= sizeof before ? (uint32_t)(text[sizeof before - 1] - '0') : UINT32_MAX;
        if (minor < sizeof versions / sizeof *versions && memcmp(text, before, sizeof before - 1) == 0) {
            *environment = versions[minor];
            return;
        }
        text += line + (newline != NULL);
    }
}

/* Sets the environment that options.target_env names, if it names one. False after a message: there is no such
 * environment. */
static bool choose_environment(const smmra_options *options, spv_target_env *environment) {
    if (!options->target_env || spvParseTargetEnv(options->target_env, environment))
        return true;
    report_at(options, (smmra_diagnostic){.severity = SMMRA_SEVERITY_ERROR},
              "options.target_env (--target-env) is not an environment that SPIRV-Tools knows, as "
              "spv1.3 or vulkan1.2: ",
              options->target_env);
    return false;
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
    /* Vulkan allows a device to offer these, and AMD's devices do. */
    spvValidatorOptionsSetScalarBlockLayout(options, true);
    spvValidatorOptionsSetWorkgroupScalarBlockLayout(options, true);
    spvValidatorOptionsSetAllowLocalSizeId(options, true);
    return options;
}

/* The word to which a message points. The parser counts words. The validator counts instructions, from 1, and shows the
 * one that it means in a line of its own. */
static uint32_t word_of(const spv_diagnostic diagnostic, const uint32_t *words, size_t word_count) {
    size_t at = 5, index = diagnostic ? diagnostic->position.index : 0;
    if (!index || !diagnostic->error || !strchr(diagnostic->error, '\n'))
        return (uint32_t)index;
    for (size_t i = 1; i < index && at < word_count; i++)
        at += words[at] >> 16;
    return at < word_count ? (uint32_t)at : 0;
}

/* ---- what SPIRV-Tools does not know ---- */

/* SPIRV-Tools called the copy invalid, and the reader did not. Whether that is so because it is older than what the
 * module uses: then nobody validates the module, which is said, and the translation looks at what it relies on. The
 * environment that was asked for has no part in this: an older one does not know less by age. The reader knows the
 * words of each instruction, so what SPIRV-Tools cannot parse is newer than SPIRV-Tools, whatever the table says. */
static bool is_too_new(const uint32_t *words, size_t word_count, const smmra_options *options) {
    const struct later *later = validator_age_first(spvSoftwareVersionString(), words, word_count);
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
    spv_diagnostic diagnostic = NULL;
    bool is_parsed = spvBinaryParse(context, NULL, words, word_count, NULL, NULL, &diagnostic) == SPV_SUCCESS;
    char text[400];
    snprintf(text, sizeof text, "the module is not validated: it %s %s, which is not known to SPIRV-Tools %s%s%s",
             later && later->kind <= LATER_EXTENSION ? "declares" : "has",
             later                             ? later->name
             : diagnostic && diagnostic->error ? diagnostic->error
                                               : "an instruction",
             spvSoftwareVersionString(), later ? "; it is known since v" : "", later ? later->since : "");
    if (later || !is_parsed)
        report_at(options, (smmra_diagnostic){.severity = SMMRA_SEVERITY_NOTE}, "", text);
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    return later || !is_parsed;
}

/* ---- validation ---- */

/* Whether the module is valid, or SPIRV-Tools cannot tell; a message about the fault only if `reports`. */
static smmra_result validate_in_host_order(const uint32_t *words, size_t word_count, const smmra_options *options,
                                           bool reports) {
    smmra_result result = SMMRA_SUCCESS;
    spv_target_env environment = default_environment;
    if (!choose_environment(options, &environment))
        return SMMRA_INVALID_ARGUMENT;
    spv_context context = spvContextCreate(environment);
    spv_validator_options validation = validator_options();
    spv_const_binary_t binary = {words, word_count};
    spv_diagnostic diagnostic = NULL;
    if (spvValidateWithOptions(context, validation, &binary, &diagnostic) != SPV_SUCCESS)
        result = SMMRA_INVALID_INPUT;
    if (result != SMMRA_SUCCESS && reports) {
        const char *message = diagnostic && diagnostic->error ? diagnostic->error : "no reason given";
        smmra_diagnostic place = {.severity = SMMRA_SEVERITY_ERROR, .word = word_of(diagnostic, words, word_count)};
        char before[64];
        snprintf(before, sizeof before, "not valid for %s: ", options->target_env ? options->target_env : "Vulkan 1.3");
        if (is_too_new(words, word_count, options))
            result = SMMRA_SUCCESS;
        else
            report_at(options, place, before, message);
    }
    spvDiagnosticDestroy(diagnostic);
    spvValidatorOptionsDestroy(validation);
    spvContextDestroy(context);
    return result;
}

/* `again`: without the instructions of non-semantic sets. SPIRV-Tools knows some of these sets, and front ends write
 * what it does not know of them, as Slang does; nobody needs them (SPV_KHR_non_semantic_info). */
static smmra_result validate_copy(const uint32_t *words, size_t word_count, const smmra_options *options, bool again) {
    uint32_t *copy = smmra_validator_copy(words, word_count, options, spvSoftwareVersionString(), again);
    smmra_result result;
    if (copy) {
        result = validate_in_host_order(copy, word_count, options, again);
    } else {
        report(options, "out of memory");
        result = SMMRA_OUT_OF_MEMORY;
    }
    free(copy);
    return result;
}

smmra_result smmra_validate(const uint32_t *words, size_t word_count, const smmra_options *given) {
    smmra_options options;
    smmra_result result = check_features(words, word_count, given);
    if (result != SMMRA_SUCCESS)
        return result; /* for wrong options too */
    read_options(given, &options);
    result = validate_copy(words, word_count, &options, false);
    return result == SMMRA_INVALID_INPUT ? validate_copy(words, word_count, &options, true) : result;
}

/* A name that is none to SPIRV-Tools may be newer than SPIRV-Tools: "Invalid capability 'X'.". */
static void report_text(const smmra_options *options, const spv_diagnostic diagnostic) {
    smmra_diagnostic given = {.severity = SMMRA_SEVERITY_ERROR};
    const char *error = diagnostic && diagnostic->error ? diagnostic->error : "no reason given";
    char longer[900];
    if (diagnostic) {
        given.line = (uint32_t)diagnostic->position.line + 1;
        given.column = (uint32_t)diagnostic->position.column + 1;
    }
    if (strncmp(error, "Invalid ", 8) == 0 && strchr(error, '\'')) {
        snprintf(
            longer, sizeof longer,
            "%.600s SPIRV-Tools %.200s knows none of this name. If it is newer, give the binary of a newer spirv-as.",
            error, spvSoftwareVersionString());
        error = longer;
    }
    report_at(options, given, "", error);
}

/* Names that are numbers become these ids, unless one is %0, which is a name and no id. */
static uint32_t options_for(const char *text, size_t length) {
    for (size_t i = 0; i + 1 < length; i++) {
        bool ends = i + 2 == length || (!isalnum((unsigned char)text[i + 2]) && text[i + 2] != '_');
        if (text[i] == '%' && text[i + 1] == '0' && ends)
            return SPV_TEXT_TO_BINARY_OPTION_NONE;
    }
    return SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS;
}

smmra_result smmra_assemble(const char *text, size_t length, const smmra_options *given, uint32_t **words,
                            size_t *word_count) {
    spv_target_env environment = default_environment;
    smmra_options options;
    read_options(given, &options);
    *words = NULL;
    *word_count = 0;
    stated_environment(text, length, &environment);
    if (!choose_environment(&options, &environment))
        return SMMRA_INVALID_ARGUMENT;
    spv_context context = spvContextCreate(environment);
    spv_binary binary = NULL;
    spv_diagnostic diagnostic = NULL;
    smmra_result result = SMMRA_SUCCESS;
    spv_result_t assembled =
        spvTextToBinaryWithOptions(context, text, length, options_for(text, length), &binary, &diagnostic);
    if (assembled != SPV_SUCCESS) {
        report_text(&options, diagnostic);
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

/* ---- the assembly of a module ---- */

char *smmra_validator_disassemble(const uint32_t *words, size_t word_count) {
    spv_context context = spvContextCreate(default_environment);
    spv_text text = NULL;
    char *copy = NULL;
    uint32_t options = SPV_BINARY_TO_TEXT_OPTION_NO_HEADER | SPV_BINARY_TO_TEXT_OPTION_SHOW_BYTE_OFFSET |
                       SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES;
    if (spvBinaryToText(context, words, word_count, options, &text, NULL) == SPV_SUCCESS &&
        (copy = malloc(text->length + 1)) != NULL) {
        memcpy(copy, text->str, text->length);
        copy[text->length] = '\0';
    }
    spvTextDestroy(text);
    spvContextDestroy(context);
    return copy;
}
