/* The built-in WorkgroupSize as a constant: it wins over LocalSize (SPIR-V 3.21), and the grid wins over it. The module
 * is rewritten, so that what is computed from it, in types too, is the same for both models. */
#include "translator/program/grid_reader.h"

enum { CONSTANT_WORDS = 4, COMPOSITE_WORDS = 6, ADDED_WORDS = 3 * CONSTANT_WORDS };

static spirv_id find_size(const struct spirv_module *module) {
    for (uint32_t i = 1; i <= module->declaration_count; i++) {
        const struct spirv_constant *size = module->constants[i];
        const struct spirv_decoration *decoration =
            size ? spirv_find_decoration(module, module->definitions[i].id, SPIRV_NO_MEMBER, SpvDecorationBuiltIn)
                 : NULL;
        if (decoration && decoration->operand_count && decoration->operands[0] == SpvBuiltInWorkgroupSize &&
            size->kind == SPIRV_CONSTANT_COMPOSITE && size->element_count == 3)
            return module->definitions[i].id;
    }
    return 0;
}

bool grid_read_size_constant(const struct grid_reader *g, uint32_t local[3]) {
    spirv_id id = find_size(g->module);
    for (uint32_t i = 0; id && i < 3; i++)
        local[i] = (uint32_t)spirv_constant_of_id(g->module, id)->elements[i]->bits;
    return id != 0;
}

/* Vulkan has storage buffers of two kinds, and storage images; SPIR-V 2.16.2 has addresses. */
static bool is_storage(const struct spirv_module *module, const struct spirv_type *pointer) {
    const struct spirv_type *type = spirv_type_of_id(module, pointer->element);
    spirv_id id = pointer->element;
    while (type && (type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeRuntimeArray)) {
        id = type->element;
        type = spirv_type_of_id(module, id);
    }
    if (pointer->storage_class == SpvStorageClassUniform)
        return spirv_find_decoration(module, id, SPIRV_NO_MEMBER, SpvDecorationBufferBlock);
    return pointer->storage_class == SpvStorageClassStorageBuffer ||
           (pointer->storage_class == SpvStorageClassUniformConstant && type && type->opcode == SpvOpTypeImage &&
            type->sampled == 2);
}

bool grid_shares_storage(const struct grid_reader *g) {
    const struct spirv_module *module = g->module;
    if (spirv_has_capability(module, SpvCapabilityPhysicalStorageBufferAddresses))
        return true;
    for (uint32_t i = 1; i <= module->declaration_count; i++) {
        const struct spirv_instruction in = spirv_defining(module, module->definitions[i].id);
        const struct spirv_type *pointer = in.opcode == SpvOpVariable ? spirv_type_of_value(module, in.result) : NULL;
        if (pointer && is_storage(module, pointer))
            return true;
    }
    return false;
}

/* The module with three constants more, of which the built-in is made. */
static uint32_t *rewrite(struct grid_reader *g, const struct spirv_instruction *in, spirv_id component) {
    const struct spirv_module *module = g->module;
    uint32_t *words = arena_allocate_array(g->arena, module->word_count + ADDED_WORDS, sizeof *words);
    uint32_t *at = words + in->word, bound = module->words[3];
    memcpy(words, module->given, in->word * sizeof *words);
    memcpy(at + ADDED_WORDS, module->given + in->word, (module->word_count - in->word) * sizeof *words);
    words[3] = bound + 3;
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t constant[CONSTANT_WORDS] = {CONSTANT_WORDS << 16 | SpvOpConstant, component, bound + i,
                                                   g->output->grid.local[i]};
        memcpy(at + i * CONSTANT_WORDS, constant, sizeof constant);
        at[ADDED_WORDS + 3 + i] = bound + i;
    }
    at[ADDED_WORDS] = COMPOSITE_WORDS << 16 | SpvOpConstantComposite;
    return words;
}

const uint32_t *grid_with_size(struct grid_reader *g, size_t *word_count) {
    uint32_t local[3];
    if (!grid_read_size_constant(g, local) || memcmp(local, g->output->grid.local, sizeof local) == 0)
        return NULL;
    struct spirv_instruction in = spirv_defining(g->module, find_size(g->module));
    const struct spirv_type *type = spirv_type_of_id(g->module, in.type);
    if ((in.opcode != SpvOpConstantComposite && in.opcode != SpvOpSpecConstantComposite) || in.operand_count != 3 ||
        !type || type->opcode != SpvOpTypeVector)
        grid_refuse(g, &in, "another workgroup size than it says");
    grid_note_added(g, in.word, ADDED_WORDS);
    *word_count = g->module->word_count + ADDED_WORDS;
    return rewrite(g, &in, type->element);
}
