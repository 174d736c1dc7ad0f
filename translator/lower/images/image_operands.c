/* Image operands (SPIR-V 3.14), and the conversion of an image instruction's other operands. */
#include "translator/lower/expression.h"
#include "translator/lower/images/images.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* In the order of the bits, as the words of their parameters follow each other. */
static const struct parameter {
    uint32_t bit;
    uint8_t words;
} parameters[] = {
    {SpvImageOperandsBiasMask, 1},
    {SpvImageOperandsLodMask, 1},
    {SpvImageOperandsGradMask, 2},
    {SpvImageOperandsConstOffsetMask, 1},
    {SpvImageOperandsOffsetMask, 1},
    {SpvImageOperandsConstOffsetsMask, 1},
    {SpvImageOperandsSampleMask, 1},
    {SpvImageOperandsMinLodMask, 1},
    {SpvImageOperandsMakeTexelAvailableMask, 1},
    {SpvImageOperandsMakeTexelVisibleMask, 1},
    {SpvImageOperandsOffsetsMask, 1},
};

static void set_parameter(struct image_operands *operands, uint32_t bit, const uint32_t *words) {
    switch (bit) {
    case SpvImageOperandsBiasMask:
        operands->bias = words[0];
        return;
    case SpvImageOperandsLodMask:
        operands->lod = words[0];
        return;
    case SpvImageOperandsGradMask:
        operands->dx = words[0];
        operands->dy = words[1];
        return;
    case SpvImageOperandsConstOffsetMask:
    case SpvImageOperandsOffsetMask:
        operands->offset = words[0];
        return;
    case SpvImageOperandsConstOffsetsMask:
    case SpvImageOperandsOffsetsMask:
        operands->offsets = words[0];
        return;
    case SpvImageOperandsSampleMask:
        operands->sample = words[0];
        return;
    case SpvImageOperandsMinLodMask:
        operands->minimum_lod = words[0];
        return;
    default: /* the scopes, which the memory view reads */
        return;
    }
}

struct image_operands image_read_operands(struct lowering *l, const struct spirv_instruction *in, uint32_t place) {
    struct image_operands operands = {0};
    if (place >= in->operand_count)
        return operands;
    operands.mask = in->operands[place++];
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        if (!(operands.mask & parameters[i].bit))
            continue;
        if (place + parameters[i].words > in->operand_count)
            FAIL_INVALID(l, in, "its image operands end early");
        set_parameter(&operands, parameters[i].bit, in->operands + place);
        place += parameters[i].words;
    }
    return operands;
}

static uint32_t components(struct lowering *l, spirv_id id, enum type_class class, ir_value *parts, uint32_t most) {
    ir_value value = lower_value(l, id);
    uint32_t count = type_count_of(l, ir_type_of(l->ir, value));
    if (type_class_of(l, ir_type_of(l->ir, value)) != class || count > most)
        FAIL_INVALID(l, &l->current, "operand %%%u is not %s of at most %u components", id,
                     class == CLASS_FLOAT ? "a float, or a vector" : "an integer, or a vector", most);
    for (uint32_t i = 0; i < count; i++)
        parts[i] = emit_extract_element(l, value, i);
    return count;
}

uint32_t image_float_components(struct lowering *l, spirv_id id, ir_value *parts, uint32_t most) {
    uint32_t count = components(l, id, CLASS_FLOAT, parts, most);
    for (uint32_t i = 0; i < count; i++)
        parts[i] = emit_float_resize(l, parts[i], ir_type_simple(l->ir, IR_TYPE_FLOAT));
    return count;
}

uint32_t image_integer_components(struct lowering *l, spirv_id id, ir_value *parts, uint32_t most) {
    uint32_t count = components(l, id, CLASS_INTEGER, parts, most), type_count;
    bool is_signed = type_component_of(l, type_of_operand(l, id), &type_count)->is_signed;
    for (uint32_t i = 0; i < count; i++)
        parts[i] = emit_integer_saturate(l, parts[i], is_signed); /* beyond 32 bits: outside of every image */
    return count;
}

enum texel_kind texel_kind_of(struct lowering *l, const struct image *image, uint32_t operand_mask) {
    const struct spirv_type *sampled = type_of(l, image->type->element);
    if (operand_mask & SpvImageOperandsSignExtendMask)
        return TEXEL_SIGNED;
    if (operand_mask & SpvImageOperandsZeroExtendMask)
        return TEXEL_UNSIGNED;
    return sampled->opcode != SpvOpTypeInt ? TEXEL_FLOAT : sampled->is_signed ? TEXEL_SIGNED : TEXEL_UNSIGNED;
}
