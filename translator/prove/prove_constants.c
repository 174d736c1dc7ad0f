/* Specialization constants that may be anything: all that nobody gave, but for those that say how large something is,
 * or are a scope or semantics, as the module is read with one value of these. */
#include "spirv/memory_view.h"
#include "translator/prove/prove_core.h"

static uint32_t spec_id_of(const struct prover *p, spirv_id id) {
    return spirv_decoration_operand(p->module, id, SPIRV_NO_MEMBER, SpvDecorationSpecId, UINT32_MAX);
}

static void fix(struct prover *p, spirv_id id) {
    const uint32_t index = spirv_index(p->module, id);
    if (index > p->module->declaration_count || !p->module->constants[index] || p->is_fixed[index])
        return;
    const struct spirv_instruction in = spirv_defining(p->module, id);
    p->is_fixed[index] = true;
    const bool is_made = in.opcode == SpvOpSpecConstantOp || in.opcode == SpvOpSpecConstantComposite;
    for (uint32_t i = in.opcode == SpvOpSpecConstantOp; is_made && i < in.operand_count; i++)
        fix(p, in.operands[i]);
}

/* Lengths of arrays, and sizes of workgroups. */
static void fix_sizes(struct prover *p) {
    const struct spirv_module *module = p->module;
    for (uint32_t i = 1; i <= module->declaration_count; i++) {
        const spirv_id id = module->definitions[i].id;
        const struct spirv_instruction in = spirv_defining(module, id);
        if (in.opcode == SpvOpTypeArray)
            fix(p, in.operands[1]);
        if (spirv_decoration_operand(module, id, SPIRV_NO_MEMBER, SpvDecorationBuiltIn, 0) == SpvBuiltInWorkgroupSize)
            fix(p, id);
    }
    for (uint32_t word = 5; word < module->word_count && module->words[word] >> 16; word += module->words[word] >> 16) {
        const struct spirv_instruction in = spirv_instruction_at(module, word);
        for (uint32_t i = 2; in.opcode == SpvOpExecutionModeId && i < in.operand_count; i++)
            fix(p, in.operands[i]);
        if (in.opcode == SpvOpFunction)
            break;
    }
}

/* Scopes and semantics, which may be specialization constants in modules with cooperative matrices (SPIR-V 2.16.2). All
 * constant operands of an instruction on memory are fixed with them, but what OpStore stores. */
static void fix_orders(struct prover *p) {
    const struct spirv_module *module = p->module;
    for (uint32_t f = 0; f < module->function_count; f++)
        for (uint32_t word = module->functions[f].word; word < module->functions[f].end_word;) {
            const struct spirv_instruction in = spirv_instruction_at(module, word);
            struct spirv_memory_view view;
            struct spirv_error error = {0};
            mmra_work(p->arena->watch, 1);
            if (spirv_decode_memory(module, NULL, &in, &view, &error) != SPIRV_OK)
                prove_give_up(p, in.word, "%s", error.message);
            for (uint32_t i = 0; view.kind != SPIRV_MEMORY_NONE && i < in.operand_count; i++)
                if (in.opcode != SpvOpStore || i != 1)
                    fix(p, in.operands[i]);
            word += in.length;
        }
}

static bool is_given(const struct prover *p, uint32_t spec_id) {
    for (uint32_t i = 0; i < p->run->specialization_count; i++)
        if (p->run->specializations[i].spec_id == spec_id)
            return true;
    return false;
}

void prove_free_constants(struct prover *p) {
    const struct spirv_module *module = p->module;
    p->is_fixed = arena_allocate_array(p->arena, (size_t)module->declaration_count + 1, sizeof *p->is_fixed);
    fix_sizes(p);
    fix_orders(p);
    bool is_any_fixed = false;
    for (uint32_t i = 1; i <= module->declaration_count; i++) {
        const struct spirv_constant *constant = module->constants[i];
        const uint32_t spec_id = constant ? spec_id_of(p, module->definitions[i].id) : UINT32_MAX;
        if (spec_id == UINT32_MAX)
            continue;
        if (p->is_fixed[i] || is_given(p, spec_id) || constant->kind != SPIRV_CONSTANT_SCALAR) {
            is_any_fixed = true;
            continue;
        }
        prove_term term = prove_symbol(&p->terms, prove_scalar_width(p, constant->type), 0);
        *ARENA_PUSH(p->arena, p->constants, p->constant_count, p->constant_capacity) =
            (struct prove_free_constant){spec_id, term};
        p->values[i] = prove_scalar(p, term);
    }
    p->assumed &= ~(1u << PROVE_ASSUMES_CONSTANTS);
    p->assumed |= is_any_fixed ? 1u << PROVE_ASSUMES_SIZES : 0;
}

const struct prove_value *prove_of_free(struct prover *p, spirv_id id) {
    const uint32_t index = spirv_index(p->module, id);
    struct spirv_instruction in = spirv_defining(p->module, id);
    if (!p->is_fixed || p->is_fixed[index])
        return NULL;
    if (in.opcode == SpvOpSpecConstantComposite) {
        const struct prove_value **parts = arena_allocate_array(p->arena, in.operand_count + 1, sizeof *parts);
        for (uint32_t i = 0; i < in.operand_count; i++)
            parts[i] = prove_value_of(p, in.operands[i], in.word);
        const bool is_whole = prove_part_count(p, in.type) == in.operand_count;
        return is_whole ? prove_composite(p, parts, in.operand_count) : prove_fresh(p, in.type, 0);
    }
    if (in.opcode != SpvOpSpecConstantOp)
        return NULL;
    in.opcode = (uint16_t)in.operands[0];
    in.operands++;
    in.operand_count--;
    const struct prove_value *value = prove_compute(p, &in);
    return value ? value : prove_fresh(p, in.type, 0);
}
