#include "translator/command/validator_age.h"

#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <string.h>

static const struct later rows[] = {
#include "translator/later_names.h" /* generate_later.py makes it */
};

/* Later versions find an OpArrayLength valid whose type is an unsigned integer of 64 bits. */
static const struct later long_length = {LATER_RULE, 0, "2025.5", "an OpArrayLength of 64 bits"};

/* It brings an execution mode and no rules. The copy does without the mode, and the reader asks for the extension. */
static const char without_rules[] = "SPV_KHR_maximal_reconvergence";

/* 20244 of "v2024.4" or "2024.4"; a version that is not of this form is taken for newer than all. */
static uint32_t number_of(const char *version) {
    unsigned year, release;
    return sscanf(version + (*version == 'v'), "%4u.%1u", &year, &release) == 2 ? year * 10 + release : UINT32_MAX;
}

static bool is_later(const struct later *row, const char *version) {
    return number_of(row->since) > number_of(version);
}

const struct later *validator_age_of(const char *version, enum later_kind kind, uint32_t number) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].kind == kind && rows[i].number == number && is_later(&rows[i], version))
            return &rows[i];
    return NULL;
}

static const struct later *later_extension(const char *version, const char *name) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].kind == LATER_EXTENSION && strcmp(rows[i].name, name) == 0 && is_later(&rows[i], version))
            return strcmp(name, without_rules) == 0 ? NULL : &rows[i];
    return NULL;
}

static bool is_long_length(const uint32_t *words, size_t word) {
    for (size_t at = 5; at < word; at += words[at] >> 16)
        if (words[at] == (4u << 16 | SpvOpTypeInt) && words[at + 1] == words[word + 1])
            return words[at + 2] == 64 && words[at + 3] == 0;
    return false;
}

static const struct later *later_at(const char *version, const uint32_t *words, size_t word) {
    const uint32_t opcode = words[word] & 0xFFFF;
    if (opcode == SpvOpCapability)
        return validator_age_of(version, LATER_CAPABILITY, words[word + 1]);
    if (opcode == SpvOpExtension)
        return later_extension(version, (const char *)(words + word + 1));
    if (opcode == SpvOpArrayLength && is_later(&long_length, version) && is_long_length(words, word))
        return &long_length;
    return validator_age_of(version, LATER_INSTRUCTION, opcode);
}

const struct later *validator_age_first(const char *version, const uint32_t *words, size_t word_count) {
    const struct later *later = NULL;
    for (size_t at = 5; at < word_count && !later; at += words[at] >> 16)
        later = later_at(version, words, at);
    return later;
}
