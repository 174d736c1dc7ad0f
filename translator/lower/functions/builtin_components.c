#include "translator/lower/functions/builtin_components.h"

/* How many operands are ids; of others all may be. */
static uint32_t id_count(const struct spirv_instruction *in) {
    uint32_t count = in->opcode == SpvOpCompositeExtract || in->opcode == SpvOpLoad           ? 1
                     : in->opcode == SpvOpVectorShuffle || in->opcode == SpvOpCompositeInsert ? 2
                                                                                              : UINT32_MAX;
    return count < in->operand_count ? count : in->operand_count;
}

static bool names(const struct spirv_instruction *in, spirv_id id) {
    for (uint32_t i = 0, count = id_count(in); i < count; i++)
        if (in->operands[i] == id)
            return true;
    return false;
}

static uint32_t bit_of(uint64_t component) {
    return component < 3 ? 1u << component : ALL_COMPONENTS;
}

/* Returns which components of a loaded vector a shuffle uses, of which it is one operand or both. */
static uint32_t used_by_shuffle(const struct spirv_instruction *in, spirv_id vector) {
    uint32_t used = 0;
    for (uint32_t i = 2; i < in->operand_count; i++) {
        bool of_first = in->operands[i] < 3;
        if (in->operands[of_first ? 0 : 1] == vector || in->operands[0] == in->operands[1])
            used |= bit_of(of_first ? in->operands[i] : in->operands[i] - 3);
    }
    return used;
}

static uint32_t used_by(struct lowering *l, const struct spirv_instruction *in, spirv_id id, bool is_variable) {
    uint64_t index;
    if (!names(in, id))
        return 0;
    if (is_variable && (in->opcode == SpvOpAccessChain || in->opcode == SpvOpInBoundsAccessChain) &&
        in->operand_count == 2 && in->operands[0] == id && spirv_integer_constant(l->spirv, in->operands[1], &index))
        return bit_of(index);
    if (!is_variable && in->opcode == SpvOpCompositeExtract && in->operand_count == 2 && in->operands[0] == id)
        return bit_of(in->operands[1]);
    if (!is_variable && in->opcode == SpvOpVectorShuffle && in->operand_count > 2)
        return used_by_shuffle(in, id);
    return ALL_COMPONENTS;
}

enum { MOST_LOADS = 16 }; /* all of the module is looked at once for each */

/* Returns what functions use of an id; loads of a variable are noted, and looked at afterwards. */
static uint32_t used_in_module(struct lowering *l, spirv_id id, spirv_id *loads, uint32_t *count) {
    uint32_t used = 0;
    for (uint32_t f = 0; f < l->spirv->function_count && used != ALL_COMPONENTS; f++) {
        const struct spirv_function *function = &l->spirv->functions[f];
        mmra_work(&l->watch, (function->end_word - function->word) / 4 + 1);
        for (uint32_t word = function->word; word < function->end_word; word += l->spirv->words[word] >> 16) {
            struct spirv_instruction in = spirv_instruction_at(l->spirv, word);
            bool is_load = loads && in.opcode == SpvOpLoad && in.operands[0] == id;
            if (is_load && *count < MOST_LOADS)
                loads[(*count)++] = in.result;
            else
                used |= used_by(l, &in, id, loads != NULL);
        }
    }
    return used;
}

uint32_t builtin_components_used(struct lowering *l, spirv_id variable) {
    spirv_id loads[MOST_LOADS];
    uint32_t count = 0, used = used_in_module(l, variable, loads, &count);
    for (uint32_t i = 0; i < count && used != ALL_COMPONENTS; i++)
        used |= used_in_module(l, loads[i], NULL, NULL);
    return used;
}
