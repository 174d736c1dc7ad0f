/* SPIRV-Tools is given a copy of the module: specialized, in the host's byte order, and without what may be left out.
 * The copy is as long as the module, so that a place in the copy is the same place in the module. */
#include "translator/command/validator_copy.h"

#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/base/search.h"
#include "spirv/later.h"
#include "translator/command/validator_age.h"

enum { BOUND_WORD = 3, HEADER_WORDS = 5, MAX_SETS = 16, MODE_WORDS = 3 };

/* A specialization by SpecId, then by the id of its constant. */
struct value {
    uint32_t key;
    uint32_t order; /* the first of several for one SpecId counts */
    uint64_t bits;
};

struct copy {
    uint32_t *words;
    size_t count;
    struct value *given; /* sorted by SpecId */
    uint32_t given_count;
    struct value *values; /* sorted by id */
    size_t value_count;
    uint32_t sets[MAX_SETS]; /* ids of the non-semantic sets, if their instructions are left out */
    uint32_t set_count;
    const char *version;
    bool without_debug;
};

/* SPIRV-Tools reads modules of either byte order, but does not swap the bytes of strings. */
static void swap(uint32_t *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        words[i] = words[i] >> 24 | (words[i] >> 8 & 0xFF00) | (words[i] << 8 & 0xFF0000) | words[i] << 24;
}

static const char *string_at(const struct copy *copy, size_t word) {
    return (const char *)(copy->words + word);
}

/* ---- what may be left out ---- */

/* OpNoLine, unlike OpNop, may stand before functions and between OpPhis too. */
static void leave_out(struct copy *copy, size_t word, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        copy->words[word + i] = 1u << 16 | SpvOpNoLine;
}

/* Instructions of non-semantic sets may be left out of any module (SPV_KHR_non_semantic_info): only they use their
 * results. */
static void leave_out_non_semantic(struct copy *copy, size_t word) {
    for (uint32_t i = 0; i < copy->set_count; i++)
        if (copy->words[word + 3] == copy->sets[i]) {
            leave_out(copy, word, copy->words[word] >> 16);
            return;
        }
}

static bool is_mode(const struct copy *copy, size_t word) {
    uint32_t opcode = copy->words[word] & 0xFFFF;
    return opcode == SpvOpExecutionMode || opcode == SpvOpExecutionModeId;
}

/* The modes after this one move up, as the debug instructions follow the last, and OpSourceExtension means nothing. */
static void leave_out_mode(struct copy *copy, size_t word) {
    static const uint32_t nothing[MODE_WORDS] = {MODE_WORDS << 16 | SpvOpSourceExtension, 0x65646F6D /* "mode" */};
    size_t end = word;
    while (end < copy->count && is_mode(copy, end))
        end += copy->words[end] >> 16;
    memmove(copy->words + word, copy->words + word + MODE_WORDS, (end - word - MODE_WORDS) * sizeof *copy->words);
    memcpy(copy->words + end - MODE_WORDS, nothing, sizeof nothing);
}

/* A mode that SPIRV-Tools does not know and that no capability brings, which it would not know either: such modes
 * change no rule, and the reader has asked for what they need. */
static void leave_out_modes(struct copy *copy) {
    for (size_t at = HEADER_WORDS; at < copy->count;)
        if ((copy->words[at] & 0xFFFF) == SpvOpExecutionMode && copy->words[at] >> 16 == MODE_WORDS &&
            validator_age_of(copy->version, LATER_EXECUTION_MODE, copy->words[at + 2]))
            leave_out_mode(copy, at);
        else
            at += copy->words[at] >> 16;
}

/* ---- specialization ---- */

static int compare_values(const void *a, const void *b) {
    const struct value *left = a, *right = b;
    if (left->key != right->key)
        return left->key < right->key ? -1 : 1;
    return left->order < right->order ? -1 : left->order > right->order;
}

/* The first of that key. */
static const struct value *find_value(const struct value *values, size_t count, uint32_t key) {
    uint32_t at = COUNT_BELOW(values, count, key, key);
    return at < count && values[at].key == key ? &values[at] : NULL;
}

static void learn_specialization(struct copy *copy, size_t word) {
    const uint32_t *words = copy->words + word;
    if (words[2] != SpvDecorationSpecId || words[0] >> 16 != 4)
        return;
    const struct value *given = find_value(copy->given, copy->given_count, words[3]);
    if (given)
        copy->values[copy->value_count++] = (struct value){words[1], 0, given->bits};
}

static void specialize(struct copy *copy, size_t word) {
    uint32_t *words = copy->words + word;
    const struct value *value = find_value(copy->values, copy->value_count, words[2]);
    if (!value)
        return;
    if ((words[0] & 0xFFFF) != SpvOpSpecConstant) {
        words[0] = (words[0] & 0xFFFF0000) | (value->bits ? SpvOpSpecConstantTrue : SpvOpSpecConstantFalse);
        return;
    }
    words[3] = (uint32_t)value->bits;
    if (words[0] >> 16 > 4)
        words[4] = (uint32_t)(value->bits >> 32);
}

/* ---- the whole ---- */

/* Replaces what may stand anywhere, and notes what later instructions use. */
static void learn(struct copy *copy) {
    bool leaves_out = copy->without_debug;
    for (size_t at = HEADER_WORDS; at < copy->count; at += copy->words[at] >> 16) {
        switch (copy->words[at] & 0xFFFF) {
        case SpvOpExtInstImport:
            if (copy->set_count < MAX_SETS && strncmp(string_at(copy, at + 2), "NonSemantic.", 12) == 0)
                copy->sets[copy->set_count++] = copy->words[at + 1];
            break;
        case SPIRV_EXT_INST_WITH_FORWARD_REFS:
            leaves_out = true;
            break;
        case SpvOpDecorate:
            learn_specialization(copy, at);
            break;
        }
    }
    if (!leaves_out)
        copy->set_count = 0;
    if (copy->value_count)
        qsort(copy->values, copy->value_count, sizeof *copy->values, compare_values);
}

static void replace(struct copy *copy, size_t word) {
    switch (copy->words[word] & 0xFFFF) {
    case SpvOpSource: /* of a language that SPIRV-Tools may not know */
        copy->words[word + 1] = SpvSourceLanguageUnknown;
        break;
    case SpvOpName: /* of what is left out, perhaps */
        copy->words[word + 1] = copy->set_count ? copy->sets[0] : copy->words[word + 1];
        break;
    case SpvOpSpecConstant:
    case SpvOpSpecConstantTrue:
    case SpvOpSpecConstantFalse:
        specialize(copy, word);
        break;
    case SpvOpExtInst:
    case SPIRV_EXT_INST_WITH_FORWARD_REFS:
        leave_out_non_semantic(copy, word);
        break;
    }
}

static void fill(struct copy *copy, const smmra_options *options) {
    for (uint32_t i = 0; i < options->specialization_count; i++)
        copy->given[i] = (struct value){options->specializations[i].spec_id, i, options->specializations[i].bits};
    copy->given_count = options->specialization_count;
    if (copy->given_count)
        qsort(copy->given, copy->given_count, sizeof *copy->given, compare_values);
    leave_out_modes(copy);
    learn(copy);
    for (size_t at = HEADER_WORDS; at < copy->count;) {
        uint32_t length = copy->words[at] >> 16; /* before it becomes another */
        replace(copy, at);
        at += length;
    }
}

uint32_t *smmra_validator_copy(const uint32_t *words, size_t word_count, const smmra_options *options,
                               const char *version, bool without_debug) {
    struct copy copy = {.count = word_count, .version = version, .without_debug = without_debug};
    size_t most_values =
        options->specialization_count ? word_count / 4 : 0; /* OpDecorate with a SpecId has four words */
    copy.words = malloc(word_count * sizeof *copy.words);
    copy.given = malloc(options->specialization_count * sizeof *copy.given + 1);
    copy.values = malloc(most_values * sizeof *copy.values + 1);
    if (copy.words && copy.given && copy.values) {
        memcpy(copy.words, words, word_count * sizeof *copy.words);
        if (words[0] != SpvMagicNumber)
            swap(copy.words, word_count);
        fill(&copy, options);
    } else {
        free(copy.words);
        copy.words = NULL;
    }
    free(copy.given);
    free(copy.values);
    return copy.words;
}
