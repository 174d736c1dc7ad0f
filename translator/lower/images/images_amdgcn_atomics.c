/* Atomics on texels on amdgcn: an intrinsic each. Those on floats are instructions of some processors; for others, and
 * where none is named, they are loops around a compare-exchange. */
#include "translator/lower/images/images_amdgcn.h"
#include "translator/lower/tokens.h"

static const struct image_atomic {
    uint16_t opcode;
    const char *name;
} image_atomics[] = {
    {SpvOpAtomicExchange, "swap"},  {SpvOpAtomicCompareExchange, "cmpswap"},
    {SpvOpAtomicIIncrement, "add"}, {SpvOpAtomicIDecrement, "sub"},
    {SpvOpAtomicIAdd, "add"},       {SpvOpAtomicISub, "sub"},
    {SpvOpAtomicSMin, "smin"},      {SpvOpAtomicUMin, "umin"},
    {SpvOpAtomicSMax, "smax"},      {SpvOpAtomicUMax, "umax"},
    {SpvOpAtomicAnd, "and"},        {SpvOpAtomicOr, "or"},
    {SpvOpAtomicXor, "xor"},
};

/* NULL where the processor has none. */
static const char *float_atomic_name(struct lowering *l, uint16_t opcode, bool buffer) {
    const struct processor *processor = image_processor(l);
    bool buffer_has = opcode == SpvOpAtomicFAddEXT ? processor->buffer_float_add : processor->buffer_float_min_max;
    switch (opcode) {
    case SpvOpAtomicFAddEXT:
        return !buffer ? processor->float_add : buffer_has ? "fadd" : NULL;
    case SpvOpAtomicFMinEXT:
        return !buffer ? processor->float_min : buffer_has ? "fmin" : NULL;
    default:
        return !buffer ? processor->float_max : buffer_has ? "fmax" : NULL;
    }
}

/* NULL for one on floats that the processor lacks. */
static const char *atomic_name(struct lowering *l, uint16_t opcode, bool buffer) {
    for (size_t i = 0; i < sizeof image_atomics / sizeof *image_atomics; i++)
        if (image_atomics[i].opcode == opcode)
            return image_atomics[i].name;
    return float_atomic_name(l, opcode, buffer);
}

static ir_value emit_atomic(struct lowering *l, const char *name, const struct texel *texel, ir_type type,
                            ir_value value, ir_value comparator, const struct mapped_operation *operation) {
    struct image_call call;
    bool buffer = is_texel_buffer(texel->image);
    begin_image_call(&call, buffer ? IR_NAME_BUFFER_ATOMIC "." : IR_NAME_IMAGE_ATOMIC ".");
    add_name(&call, name);
    add_argument(&call, value);
    if (comparator)
        add_argument(&call, comparator);
    if (buffer) {
        struct texel hidden = *texel;
        hidden.coordinates[0] = tokens_hide(l, texel->coordinates[0]);
        add_type(l, &call, type);
        add_element(l, &call, &hidden, operation);
    } else {
        add_overloads(l, &call, texel->image, type);
        add_coordinates(&call, texel);
        add_argument(&call, texel->image->descriptor);
        add_flags(l, &call, operation);
    }
    return end_image_call(l, &call, type, operation);
}

/* ---- what is no instruction: compare-exchange until nobody came between ---- */

static ir_value combined(struct lowering *l, uint16_t opcode, ir_value old, ir_value value) {
    if (opcode == SpvOpAtomicFAddEXT)
        return apply(l, IR_FADD, old, value);
    return call2(l, opcode == SpvOpAtomicFMinEXT ? "llvm.minnum" : "llvm.maxnum", old, value);
}

/* The first value may be any: the compare-exchange finds out. */
static ir_value emit_loop(struct lowering *l, const struct texel *texel, uint16_t opcode, ir_type type, ir_value value,
                          const struct mapped_operation *operation) {
    struct mapped_operation reads = *operation;
    reads.kind = MAPPED_IMAGE_READ;
    ir_value first = emit_extract_element(l, read_amdgcn(l, texel, &reads), 0);
    ir_value before = l->open_block, body = new_block(l), after = new_block(l);
    emit_branch(l, body);
    open_block(l, body);
    ir_value old = emit(l, IR_PHI, image_integer(l), NULL, 0);
    uint32_t phi = l->ir->instruction_count - 1;
    ir_value replacement = combined(l, opcode, emit1(l, IR_BITCAST, type, old), value);
    replacement = emit1(l, IR_BITCAST, image_integer(l), replacement);
    ir_value found = emit_atomic(l, "cmpswap", texel, image_integer(l), replacement, old, operation);
    emit_conditional_branch(l, emit_compare(l, IR_ICMP, IR_EQ, found, old), after, body);
    ir_set_operands(l->ir, phi, (uint32_t[]){first, before, found, body}, 4);
    open_block(l, after);
    return emit1(l, IR_BITCAST, type, found);
}

ir_value atomic_amdgcn(struct lowering *l, const struct texel *texel, uint16_t opcode, ir_type type, ir_value value,
                       ir_value comparator, const struct mapped_operation *operation) {
    const char *name = atomic_name(l, opcode, is_texel_buffer(texel->image));
    if (name)
        return emit_atomic(l, name, texel, type, value, comparator, operation);
    if (width_of(l, type) != 32)
        FAIL_UNSUPPORTED(l, &l->current, "atomics on floats in images are supported of 32 bits alone");
    return emit_loop(l, texel, opcode, type, value, operation);
}
