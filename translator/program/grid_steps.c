/* Buffer addresses that a module computes with. What such an address points to is an array: p + i and p[i] step over
 * whole elements (GL_EXT_buffer_reference2, OpPtrAccessChain). No declaration says how far its elements lie apart, so
 * the module's own steps do. */
#include "translator/program/grid_reader.h"

enum { DEEPEST_SUM = 8 };

static const struct spirv_type *address_type(const struct grid_reader *g, spirv_id type) {
    const struct spirv_type *pointer = type ? spirv_type_of_id(g->module, type) : NULL;
    bool is_address = pointer && pointer->opcode == SpvOpTypePointer &&
                      pointer->storage_class == SpvStorageClassPhysicalStorageBuffer;
    return is_address ? pointer : NULL;
}

static const struct spirv_type *address_type_of_value(const struct grid_reader *g, spirv_id id) {
    const struct spirv_type *type = spirv_type_of_value(g->module, id);
    return type ? address_type(g, type->id) : NULL;
}

static bool steps_over_elements(uint32_t opcode) {
    return opcode == SpvOpPtrAccessChain || opcode == SpvOpInBoundsPtrAccessChain;
}

/* Whether the result is a buffer address that is computed, and not loaded. */
static bool is_computed(const struct grid_reader *g, const struct spirv_instruction *in) {
    bool computes = in->opcode == SpvOpConvertUToPtr || in->opcode == SpvOpBitcast || steps_over_elements(in->opcode);
    return computes && address_type(g, in->type);
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static uint64_t constant_operand(const struct grid_reader *g, const struct spirv_instruction *in, uint32_t operand) {
    uint64_t value = 0;
    return operand < in->operand_count && spirv_integer_constant(g->module, in->operands[operand], &value) ? value : 0;
}

/* A term of a sum is a multiple of this, as far as its own instruction shows; 0: it shows nothing. */
static uint64_t unit_of_term(const struct grid_reader *g, spirv_id term) {
    const struct spirv_instruction in = spirv_defining(g->module, term);
    uint64_t constant = 0, shift = constant_operand(g, &in, 1);
    if (spirv_integer_constant(g->module, term, &constant))
        return (int64_t)constant < 0 ? 0 - constant : constant;
    if (in.opcode == SpvOpIMul)
        return constant_operand(g, &in, 0) ? constant_operand(g, &in, 0) : shift;
    return in.opcode == SpvOpShiftLeftLogical && shift < 32 ? UINT64_C(1) << shift : 0;
}

/* The largest number that all terms of a sum that are known are multiples of. */
static uint64_t unit_of_sum(const struct grid_reader *g, spirv_id sum, uint32_t depth) {
    const struct spirv_instruction in = spirv_defining(g->module, sum);
    if (depth == DEEPEST_SUM || (in.opcode != SpvOpIAdd && in.opcode != SpvOpISub))
        return unit_of_term(g, sum);
    return common_divisor(unit_of_sum(g, in.operands[0], depth + 1), unit_of_sum(g, in.operands[1], depth + 1));
}

static uint64_t unit_of_step(struct grid_reader *g, const struct spirv_instruction *in,
                             const struct spirv_type *pointee) {
    const struct spirv_type *pointer =
        steps_over_elements(in->opcode) ? address_type_of_value(g, in->operands[0]) : address_type(g, in->type);
    if (!is_computed(g, in) || !pointer || pointer->element != pointee->id)
        return 0;
    return steps_over_elements(in->opcode) ? grid_pointer_stride(g, pointer, pointee->id)
                                           : unit_of_sum(g, in->operands[0], 0);
}

/* The alignment of an access to an element, or to a part of it: that of a buffer reference whose part begins it. */
static uint32_t alignment_of(const struct grid_reader *g, const struct spirv_instruction *in,
                             const struct spirv_type *pointee) {
    struct spirv_memory_view view;
    struct spirv_error error = {0};
    if (spirv_decode_memory(g->module, NULL, in, &view, &error) != SPIRV_OK || view.kind == SPIRV_MEMORY_NONE)
        return 0;
    spirv_id base = view.pointer;
    struct spirv_instruction from = spirv_defining(g->module, base);
    while (from.opcode == SpvOpAccessChain || from.opcode == SpvOpInBoundsAccessChain) {
        base = from.operands[0];
        from = spirv_defining(g->module, base);
    }
    const struct spirv_type *pointer = address_type_of_value(g, base);
    return pointer && pointer->element == pointee->id ? view.read.alignment | view.write.alignment : 0;
}

/* Bytes from element to element; 0: the module computes no buffer address. */
static uint64_t find_stride(struct grid_reader *g, const struct spirv_type *pointee, uint64_t extent) {
    bool computes = false;
    uint64_t unit = 0, alignment = 1;
    uint32_t next = 0;
    for (uint32_t word = 5; word < g->module->word_count;) {
        const struct spirv_instruction in = spirv_instruction_at(g->module, word);
        spirv_ask(g->arena->watch, word, &next);
        const uint32_t aligned = alignment_of(g, &in, pointee);
        computes |= is_computed(g, &in);
        unit = common_divisor(unit, unit_of_step(g, &in, pointee));
        alignment = aligned > alignment ? aligned : alignment;
        word += in.length ? in.length : 1;
    }
    const uint64_t padded = (extent + alignment - 1) / alignment * alignment;
    return !computes ? 0 : unit >= extent ? unit : padded;
}

const struct spirv_type *grid_addressed_type(struct grid_reader *g, const struct spirv_type *pointee) {
    const uint64_t extent = grid_extent(g, pointee);
    const uint64_t stride = extent ? find_stride(g, pointee, extent) : 0;
    if (!stride)
        return pointee;
    struct spirv_type *array = arena_allocate_array(g->arena, 1, sizeof *array);
    *array = (struct spirv_type){.opcode = SpvOpTypeRuntimeArray, .element = pointee->id, .length = stride};
    return array;
}
