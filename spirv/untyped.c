/* SPV_KHR_untyped_pointers as the instructions of typed pointers. An untyped pointer tells nothing of what it points
 * to; its variable, its access chain or the access does. Each variable and access chain gets a pointer type of its own,
 * which knows that, and its words become those of the typed instruction. An access through an untyped pointer says
 * itself which type it is of (memory_view.c). */
#include <string.h>

#include "spirv/later.h"
#include "spirv/reader.h"

static enum spirv_result fail(const struct spirv_reader *reader, const struct spirv_instruction *in, const char *what) {
    return spirv_fail_at(reader->error, SPIRV_INVALID, in, "%s", what);
}

/* A part of a type that an index goes into; NULL: there is none. */
static const struct spirv_type *part_of(const struct spirv_module *module, const struct spirv_type *type,
                                        spirv_id index) {
    uint64_t member;
    switch (type->opcode) {
    case SpvOpTypeStruct:
        if (!spirv_integer_constant(module, index, &member) || member >= type->count)
            return NULL;
        return spirv_type_of_id(module, type->members[member]);
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
    case SpvOpTypeArray:
    case SpvOpTypeRuntimeArray:
        return spirv_type_of_id(module, type->element);
    }
    return NULL;
}

/* The type of the result, from now on. */
static enum spirv_result give_type(struct spirv_reader *reader, const struct spirv_instruction *in, spirv_id pointee,
                                   spirv_id base) {
    struct spirv_definition *result = &reader->module->definitions[spirv_index(reader->module, in->result)];
    if (!result->type->is_untyped)
        return fail(reader, in, "its result type is no OpTypeUntypedPointerKHR");
    struct spirv_type *type = arena_allocate(reader->arena, sizeof *type);
    *type = *result->type;
    type->element = pointee;
    type->base = base;
    result->type = type;
    return SPIRV_OK;
}

/* Takes out the word at `place`; OpNop stands after the rest. */
static void rewrite(struct spirv_reader *reader, const struct spirv_instruction *in, uint32_t opcode, uint32_t place) {
    uint32_t *words = reader->rewritten + in->word;
    memmove(words + place, words + place + 1, (in->length - place - 1u) * sizeof *words);
    words[0] = (in->length - 1u) << 16 | opcode;
    words[in->length - 1u] = 1u << 16 | SpvOpNop;
}

/* A descriptor heap has no Data Type. Until an access chain says what is in it, it holds what its own type is. */
static enum spirv_result rewrite_heap(struct spirv_reader *reader, const struct spirv_instruction *in) {
    enum spirv_result result = give_type(reader, in, in->type, 0);
    if (result == SPIRV_OK)
        reader->rewritten[in->word] = (uint32_t)in->length << 16 | SpvOpVariable;
    return result;
}

static enum spirv_result rewrite_variable(struct spirv_reader *reader, const struct spirv_instruction *in) {
    if (in->operand_count == 1 && in->operands[0] == SpvStorageClassUniformConstant)
        return rewrite_heap(reader, in);
    if (in->operand_count == 1)
        return spirv_fail_at(reader->error, SPIRV_UNSUPPORTED, in, "a variable without a Data Type is not supported");
    const struct spirv_type *data = spirv_type_of_id(reader->module, in->operands[1]);
    if (!data)
        return fail(reader, in, "its Data Type is no type that stands before it");
    enum spirv_result result = give_type(reader, in, data->id, 0);
    if (result == SPIRV_OK)
        rewrite(reader, in, SpvOpVariable, 4);
    return result;
}

/* The first chain into a heap says what it is an array of; another may say otherwise for itself. */
static void fill_heap(struct spirv_reader *reader, spirv_id heap, spirv_id array) {
    struct spirv_definition *variable = &reader->module->definitions[spirv_index(reader->module, heap)];
    if (!variable->type || !variable->type->is_untyped || variable->type->element != variable->type->id)
        return;
    struct spirv_type *type = arena_allocate(reader->arena, sizeof *type);
    *type = *variable->type;
    type->element = array;
    variable->type = type;
}

static enum spirv_result rewrite_chain(struct spirv_reader *reader, const struct spirv_instruction *in,
                                       uint32_t opcode) {
    const struct spirv_type *type = spirv_type_of_id(reader->module, in->operands[0]);
    bool has_element = opcode == SpvOpPtrAccessChain || opcode == SpvOpInBoundsPtrAccessChain;
    uint32_t next = 0;
    if (!type)
        return fail(reader, in, "its Base Type is no type that stands before it");
    for (uint32_t i = has_element ? 3 : 2; i < in->operand_count; ++i) {
        spirv_ask(reader->arena->watch, i, &next);
        type = part_of(reader->module, type, in->operands[i]);
        if (!type)
            return spirv_fail_at(reader->error, SPIRV_INVALID, in, "index %%%u leads to no part of its Base Type",
                                 in->operands[i]);
    }
    enum spirv_result result = give_type(reader, in, type->id, in->operands[0]);
    if (result == SPIRV_OK)
        fill_heap(reader, in->operands[1], in->operands[0]);
    if (result == SPIRV_OK)
        rewrite(reader, in, opcode, 3);
    return result;
}

/* The operand that says the image's type is what the chain into the heap has said. */
static enum spirv_result rewrite_texel(struct spirv_reader *reader, const struct spirv_instruction *in) {
    const struct spirv_type *image = spirv_type_of_id(reader->module, in->operands[0]);
    const struct spirv_type *pointer = spirv_type_of_value(reader->module, in->operands[1]);
    if (!image || image->opcode != SpvOpTypeImage)
        return fail(reader, in, "its Image Type is no OpTypeImage that stands before it");
    if (!pointer || pointer->opcode != SpvOpTypePointer || pointer->element != image->id)
        return fail(reader, in, "its Image is no pointer to its Image Type");
    enum spirv_result result = give_type(reader, in, image->element, 0);
    if (result == SPIRV_OK)
        rewrite(reader, in, SpvOpImageTexelPointer, 3);
    return result;
}

/* The order of the operands: Pointer, Array member, Structure. */
static enum spirv_result rewrite_length(struct spirv_reader *reader, const struct spirv_instruction *in) {
    uint32_t *words = reader->rewritten + in->word;
    spirv_id structure = words[3];
    memmove(words + 3, words + 4, 2 * sizeof *words);
    words[5] = structure;
    words[0] = (uint32_t)in->length << 16 | SpvOpArrayLength;
    return SPIRV_OK;
}

enum spirv_result spirv_rewrite_untyped(struct spirv_reader *reader, uint32_t word) {
    struct spirv_instruction in = spirv_instruction_at(reader->module, word);
    bool is_untyped = in.opcode >= SPIRV_UNTYPED_VARIABLE && in.opcode <= SPIRV_UNTYPED_ARRAY_LENGTH;
    if (!is_untyped && in.opcode != SPIRV_UNTYPED_IMAGE_TEXEL_POINTER)
        return SPIRV_OK;
    if (!reader->rewritten)
        return fail(reader, &in, "it needs the capability UntypedPointersKHR");
    switch (in.opcode) {
    case SPIRV_UNTYPED_VARIABLE:
        return rewrite_variable(reader, &in);
    case SPIRV_UNTYPED_ACCESS_CHAIN:
        return rewrite_chain(reader, &in, SpvOpAccessChain);
    case SPIRV_UNTYPED_IN_BOUNDS_ACCESS_CHAIN:
        return rewrite_chain(reader, &in, SpvOpInBoundsAccessChain);
    case SPIRV_UNTYPED_PTR_ACCESS_CHAIN:
        return rewrite_chain(reader, &in, SpvOpPtrAccessChain);
    case SPIRV_UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN:
        return rewrite_chain(reader, &in, SpvOpInBoundsPtrAccessChain);
    case SPIRV_UNTYPED_ARRAY_LENGTH:
        return rewrite_length(reader, &in);
    case SPIRV_UNTYPED_IMAGE_TEXEL_POINTER:
        return rewrite_texel(reader, &in);
    }
    return SPIRV_OK;
}

spirv_id spirv_chain_base(const struct spirv_module *module, const struct spirv_instruction *chain) {
    const struct spirv_type *result = spirv_type_of_value(module, chain->result);
    const struct spirv_type *base = spirv_type_of_value(module, chain->operands[0]);
    if (result && result->base)
        return result->base;
    return base && base->opcode == SpvOpTypePointer ? base->element : 0;
}
