/* A module may use what this tool knows and SPIRV-Tools does not. SPIRV-Tools is then given a copy in which older words
 * mean the same. The copy is as long as the module, so that a place in the copy is the same place in the module. */
#include "translator/command/validator_copy.h"

#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/base/search.h"
#include "spirv/later.h"

enum { BOUND_WORD = 3, HEADER_WORDS = 5, MAX_SETS = 16, MAX_MATRICES = 64 };

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
    bool without_debug, knows_quad_control;
    uint32_t matrices[MAX_MATRICES]; /* their types, as far as there is room */
    uint32_t matrix_count;
    bool is_far;            /* the module has SPV_EXT_shader_64bit_indexing: lengths of 64 bits */
    bool replaces_matrices; /* the module has KHR's cooperative matrices, and SPIRV-Tools knows NVIDIA's alone */
};

/* SPIRV-Tools reads modules of either byte order, but does not swap the bytes of strings. */
static void swap(uint32_t *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        words[i] = words[i] >> 24 | (words[i] >> 8 & 0xFF00) | (words[i] << 8 & 0xFF0000) | words[i] << 24;
}

static const char *string_at(const struct copy *copy, size_t word) {
    return (const char *)(copy->words + word);
}

/* ---- in the place of what is newer ---- */

/* OpNoLine, unlike OpNop, may stand before functions and between OpPhis too. */
static void leave_out(struct copy *copy, size_t word, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        copy->words[word + i] = 1u << 16 | SpvOpNoLine;
}

/* An instruction with the same type and result takes its place; what it has no room for is left out. */
static void shorten(struct copy *copy, size_t word, uint32_t opcode, uint32_t count) {
    uint32_t length = copy->words[word] >> 16;
    if (length < count)
        return; /* the validator says what is wrong */
    copy->words[word] = count << 16 | opcode;
    leave_out(copy, word + count, length - count);
}

/* FloatControls2 brings FPFastMathMode to shaders. Among decorations only decorations may stand: two groups without
 * members, of two words each. */
static void put_groups(struct copy *copy, size_t word) {
    for (size_t at = word; at < word + 4; at += 2) {
        copy->words[at] = 2u << 16 | SpvOpDecorationGroup;
        copy->words[at + 1] = copy->words[BOUND_WORD]++;
    }
}

/* The newer capabilities declare the older ones by themselves. */
static void replace_capability(struct copy *copy, size_t word) {
    uint32_t *capability = &copy->words[word + 1];
    if (*capability == SPIRV_CAPABILITY_DOT_FLOAT16_ACC_FLOAT32 ||
        *capability == SPIRV_CAPABILITY_DOT_FLOAT16_ACC_FLOAT16)
        *capability = SpvCapabilityFloat16;
    if (*capability == SPIRV_CAPABILITY_ARITHMETIC_FENCE || *capability == SPIRV_CAPABILITY_FMA ||
        *capability == SPIRV_CAPABILITY_REPLICATED_COMPOSITES || *capability == SPIRV_CAPABILITY_FLOAT_CONTROLS2 ||
        *capability == SPIRV_CAPABILITY_CONSTANT_DATA || *capability == SPIRV_CAPABILITY_POISON_FREEZE ||
        *capability == SPIRV_CAPABILITY_64_BIT_INDEXING || *capability == SPIRV_CAPABILITY_ABORT ||
        *capability == SpvCapabilitySplitBarrierINTEL)
        *capability = SpvCapabilityShader;
    if (*capability == SPIRV_CAPABILITY_COOPERATIVE_MATRIX && copy->replaces_matrices)
        *capability = SpvCapabilityCooperativeMatrixNV;
    if (*capability == SPIRV_CAPABILITY_QUAD_CONTROL && !copy->knows_quad_control)
        *capability = SpvCapabilityGroupNonUniformQuad;
}

/* The modes of quads are replaced by one that demands nothing of the rest of a fragment shader. A SPIRV-Tools that
 * refuses a mode that stands twice knows these modes. */
static void replace_mode(struct copy *copy, size_t word) {
    uint32_t *mode = &copy->words[word + 2];
    if (copy->knows_quad_control)
        return;
    if (*mode == SPIRV_MODE_QUAD_DERIVATIVES || *mode == SPIRV_MODE_REQUIRE_FULL_QUADS)
        *mode = SpvExecutionModeEarlyFragmentTests;
}

/* An older extension whose name has as many words. */
static void rename_extension(struct copy *copy, size_t word, const char *newer, const char *older) {
    if (strcmp(string_at(copy, word + 1), newer) != 0)
        return;
    memset(copy->words + word + 1, 0, strlen(newer) + 1);
    memcpy(copy->words + word + 1, older, strlen(older) + 1);
}

/* For compute shaders SPV_KHR_compute_shader_derivatives is the same as SPV_NV_compute_shader_derivatives. */
static void replace_extension(struct copy *copy, size_t word) {
    rename_extension(copy, word, "SPV_KHR_compute_shader_derivatives", "SPV_NV_compute_shader_derivatives");
    if (copy->replaces_matrices)
        rename_extension(copy, word, "SPV_KHR_cooperative_matrix", "SPV_NV_cooperative_matrix");
}

/* The result and its type stay; the translation checks the types of the operands. */
static void replace_dot(struct copy *copy, size_t word) {
    copy->words[word] = 3u << 16 | SpvOpUndef;
    leave_out(copy, word + 3, 3);
}

static bool is_matrix_type(const struct copy *copy, uint32_t type) {
    for (uint32_t i = 0; i < copy->matrix_count; i++)
        if (copy->matrices[i] == type)
            return true;
    return false;
}

/* SPV_KHR_abort names what may stand for it: nothing, and OpUnreachable at its end. */
static void replace_abort(struct copy *copy, size_t word) {
    uint32_t length = copy->words[word] >> 16;
    leave_out(copy, word, length - 1);
    copy->words[word + length - 1] = 1u << 16 | SpvOpUnreachable;
}

/* NVIDIA's matrices have no use, which takes the scope's place, so that types stay different; and no products component
 * by component, which become sums of the same types. The translation checks what is left out. */
static void replace_matrices(struct copy *copy, size_t word) {
    uint32_t *first = &copy->words[word];
    switch (*first & 0xFFFF) {
    case SPIRV_TYPE_COOPERATIVE_MATRIX:
        if (*first >> 16 == 7)
            first[3] = first[6];
        if (copy->matrix_count < MAX_MATRICES)
            copy->matrices[copy->matrix_count++] = first[1];
        shorten(copy, word, SpvOpTypeCooperativeMatrixNV, 6);
        break;
    case SpvOpBitcast: /* of NVIDIA's matrices there is none */
        if (is_matrix_type(copy, first[1]))
            shorten(copy, word, SpvOpUndef, 3);
        break;
    case SPIRV_COOPERATIVE_MATRIX_LOAD:
    case SPIRV_COOPERATIVE_MATRIX_LENGTH:
    case SPIRV_COOPERATIVE_MATRIX_MUL_ADD:
        shorten(copy, word, SpvOpUndef, 3);
        break;
    case SPIRV_COOPERATIVE_MATRIX_STORE:
        leave_out(copy, word, *first >> 16);
        break;
    case SpvOpFMul:
        *first = (*first & 0xFFFF0000) | SpvOpFAdd;
        break;
    case SpvOpIMul:
        *first = (*first & 0xFFFF0000) | SpvOpIAdd;
        break;
    }
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
        case SpvOpCapability:
            copy->replaces_matrices |=
                copy->words[at + 1] == SPIRV_CAPABILITY_COOPERATIVE_MATRIX && !copy->knows_quad_control;
            copy->is_far |= copy->words[at + 1] == SPIRV_CAPABILITY_64_BIT_INDEXING;
            break;
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
    case SpvOpCapability:
        replace_capability(copy, word);
        break;
    case SpvOpExtension:
        replace_extension(copy, word);
        break;
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
    case SPIRV_F_DOT2_MIX_ACC32:
    case SPIRV_F_DOT2_MIX_ACC16:
        replace_dot(copy, word);
        break;
    case SpvOpExecutionMode:
        replace_mode(copy, word);
        break;
    case SPIRV_CONSTANT_DATA:
    case SPIRV_SPEC_CONSTANT_DATA:
    case SPIRV_CONSTANT_COMPOSITE_REPLICATE:
    case SPIRV_SPEC_CONSTANT_COMPOSITE_REPLICATE:
        shorten(copy, word, SpvOpConstantNull, 3);
        break;
    case SPIRV_COMPOSITE_CONSTRUCT_REPLICATE:
        shorten(copy, word, SpvOpUndef, 3);
        break;
    case SPIRV_FMA:
        shorten(copy, word, SpvOpFAdd, 5);
        break;
    case SpvOpDecorate:
        if (copy->words[word + 2] == SPIRV_DECORATION_UTF_ENCODED) /* It has no meaning to a validator. */
            copy->words[word + 2] = SpvDecorationNoContraction;
        if (copy->words[word + 2] == SpvDecorationFPFastMathMode && copy->words[word] >> 16 == 4)
            put_groups(copy, word);
        break;
    case SpvOpArrayLength: /* the translation checks the types */
        if (copy->is_far)
            shorten(copy, word, SpvOpUndef, 3);
        break;
    case SpvOpControlBarrierArriveINTEL:
    case SpvOpControlBarrierWaitINTEL: /* the translation checks that each is one half */
        copy->words[word] = (copy->words[word] & 0xFFFF0000) | SpvOpControlBarrier;
        break;
    case SPIRV_ABORT: /* the translation checks the types */
        replace_abort(copy, word);
        break;
    case SPIRV_POISON:
        copy->words[word] = (copy->words[word] & 0xFFFF0000) | SpvOpUndef;
        break;
    case SPIRV_FREEZE:
    case SPIRV_ARITHMETIC_FENCE:
        copy->words[word] = (copy->words[word] & 0xFFFF0000) | SpvOpCopyObject;
        break;
    case SPIRV_QUAD_ALL:
    case SPIRV_QUAD_ANY: /* of a boolean too */
        if (!copy->knows_quad_control)
            copy->words[word] = (copy->words[word] & 0xFFFF0000) | SpvOpLogicalNot;
        break;
    }
}

static bool is_mode(uint32_t word) {
    return (word & 0xFFFF) == SpvOpExecutionMode || (word & 0xFFFF) == SpvOpExecutionModeId;
}

/* A string of as many words, under an id of its own. */
static void put_string(struct copy *copy, size_t word, uint32_t length) {
    copy->words[word] = length << 16 | SpvOpString;
    copy->words[word + 1] = copy->words[BOUND_WORD]++;
    for (uint32_t i = 2; i < length; i++)
        copy->words[word + i] = i + 1 < length ? 0x78787878 : 0;
}

static bool is_later_mode(uint32_t mode) {
    return mode == SPIRV_MODE_FAST_MATH_DEFAULT || mode == SPIRV_MODE_ARITHMETIC_POISON ||
           mode == SPIRV_MODE_64_BIT_INDEXING;
}

/* Nothing but modes may stand among the modes. So each of the later ones becomes a string behind them; what follows
 * keeps its place. */
static void leave_out_later_modes(struct copy *copy) {
    size_t at = HEADER_WORDS, end;
    while (at < copy->count && !is_mode(copy->words[at]))
        at += copy->words[at] >> 16;
    for (end = at; end < copy->count && is_mode(copy->words[end]);)
        end += copy->words[end] >> 16;
    while (at < end) {
        uint32_t length = copy->words[at] >> 16;
        if (!is_later_mode(copy->words[at + 2])) {
            at += length;
            continue;
        }
        end -= length;
        memmove(copy->words + at, copy->words + at + length, (end - at) * sizeof *copy->words);
        put_string(copy, end, length);
    }
}

static void fill(struct copy *copy, const smmra_options *options) {
    for (uint32_t i = 0; i < options->specialization_count; i++)
        copy->given[i] = (struct value){options->specializations[i].spec_id, i, options->specializations[i].bits};
    copy->given_count = options->specialization_count;
    if (copy->given_count)
        qsort(copy->given, copy->given_count, sizeof *copy->given, compare_values);
    learn(copy);
    leave_out_later_modes(copy);
    for (size_t at = HEADER_WORDS; at < copy->count;) {
        uint32_t length = copy->words[at] >> 16; /* before it becomes another */
        replace(copy, at);
        if (copy->replaces_matrices)
            replace_matrices(copy, at);
        at += length;
    }
}

uint32_t *smmra_validator_copy(const uint32_t *words, size_t word_count, const smmra_options *options,
                               bool without_debug, bool knows_quad_control) {
    struct copy copy = {.count = word_count, .without_debug = without_debug, .knows_quad_control = knows_quad_control};
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
