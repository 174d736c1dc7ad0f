/* Atomics on texels on amdgcn, an intrinsic for each. Only some processors have them for floats; for others, and if no
 * processor is named, they are loops around a compare-exchange. */
#include "translator/lower/expression.h"
#include "translator/lower/functions/tokens.h"
#include "translator/lower/images/images.h"
#include "translator/lower/images/images_amdgcn.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* By enum ir_rmw; for floats the processor's row has the name. */
static const char *const names[] = {
    [IR_RMW_XCHG] = "swap", [IR_RMW_ADD] = "add",   [IR_RMW_SUB] = "sub", [IR_RMW_MIN] = "smin", [IR_RMW_UMIN] = "umin",
    [IR_RMW_MAX] = "smax",  [IR_RMW_UMAX] = "umax", [IR_RMW_AND] = "and", [IR_RMW_OR] = "or",    [IR_RMW_XOR] = "xor",
};

/* NULL where the processor has none. */
static const char *float_atomic_name(struct lowering *l, uint8_t rmw, bool buffer) {
    const struct processor *processor = image_processor(l);
    bool buffer_has = rmw == IR_RMW_FADD ? processor->buffer_float_add : processor->buffer_float_min_max;
    switch (rmw) {
    case IR_RMW_FADD:
        return !buffer ? processor->float_add : buffer_has ? "fadd" : NULL;
    case IR_RMW_FMIN:
        return !buffer ? processor->float_min : buffer_has ? "fmin" : NULL;
    default:
        return !buffer ? processor->float_max : buffer_has ? "fmax" : NULL;
    }
}

/* NULL for one on floats that the processor lacks. */
static const char *atomic_name(struct lowering *l, const struct mapped_operation *operation, bool buffer) {
    if (operation->kind == MAPPED_IMAGE_CMPXCHG)
        return "cmpswap";
    if (operation->rmw < sizeof names / sizeof *names && names[operation->rmw])
        return names[operation->rmw];
    return float_atomic_name(l, operation->rmw, buffer);
}

/* LLVM 22 and 23 take what an atomic of an image finds for the same in all lanes if its operands are
 * (docs/upstream/llvm-image-atomic-uniform.md). So they must not know where it comes from. */
static ir_value emit_atomic(struct lowering *l, const char *name, const struct texel *texel, ir_type type,
                            ir_value value, ir_value comparator, const struct mapped_operation *operation) {
    struct image_call call;
    bool buffer = image_is_texel_buffer(texel->image);
    image_call_begin(&call, buffer ? IR_NAME_BUFFER_ATOMIC "." : IR_NAME_IMAGE_ATOMIC ".");
    image_call_add_name(&call, name);
    image_call_add_argument(&call, value);
    if (comparator)
        image_call_add_argument(&call, comparator);
    if (buffer) {
        struct texel hidden = *texel;
        hidden.coordinates[0] = tokens_hide(l, texel->coordinates[0]);
        image_call_add_type(l, &call, type);
        image_call_add_element(l, &call, &hidden, operation);
    } else {
        image_call_add_overloads(l, &call, texel->image, type, NULL);
        image_call_add_coordinates(l, &call, texel);
        image_call_add_argument(&call, texel->image->descriptor);
        image_call_add_flags(l, &call, operation);
    }
    ir_value old = image_call_end(l, &call, type, operation);
    return buffer || !needs_workarounds(l) ? old : emit_hidden(l, old);
}

/* ---- what is no instruction: compare-exchange until nobody came between ---- */

static ir_value combined(struct lowering *l, uint8_t rmw, ir_value old, ir_value value) {
    if (rmw == IR_RMW_FADD)
        return emit_binary(l, IR_FADD, old, value);
    return emit_call2(l, rmw == IR_RMW_FMIN ? "llvm.minnum" : "llvm.maxnum", old, value);
}

/* The first value may be wrong: the compare-exchange finds out. */
static ir_value emit_loop(struct lowering *l, const struct texel *texel, ir_type type, ir_value value,
                          const struct mapped_operation *operation) {
    struct mapped_operation reads = *operation;
    reads.kind = MAPPED_IMAGE_READ;
    ir_value first = emit_extract_element(l, image_read_amdgcn(l, texel, &reads), 0);
    ir_value before = l->at.open_block, body = emit_new_block(l), after = emit_new_block(l);
    emit_branch(l, body);
    emit_open_block(l, body);
    ir_value old = emit_instruction(l, IR_PHI, i32_type(l), NULL, 0);
    uint32_t phi = l->ir->instruction_count - 1;
    ir_value replacement = combined(l, operation->rmw, emit1(l, IR_BITCAST, type, old), value);
    replacement = emit1(l, IR_BITCAST, i32_type(l), replacement);
    ir_value found = emit_atomic(l, "cmpswap", texel, i32_type(l), replacement, old, operation);
    emit_conditional_branch(l, emit_compare(l, IR_ICMP, IR_EQ, found, old), after, body);
    ir_set_operands(l->ir, phi, (uint32_t[]){first, before, found, body}, 4);
    emit_open_block(l, after);
    return emit1(l, IR_BITCAST, type, found);
}

ir_value image_atomic_amdgcn(struct lowering *l, const struct texel *texel, uint16_t opcode, ir_type type,
                             ir_value value, ir_value comparator, const struct mapped_operation *operation) {
    (void)opcode;
    const char *name = atomic_name(l, operation, image_is_texel_buffer(texel->image));
    const bool as_integer = operation->rmw == IR_RMW_XCHG && type == ir_type_simple(l->ir, IR_TYPE_FLOAT) &&
                            profile_get(l->map.options.profile)->exchanges_integers;
    if (name && as_integer) {
        ir_value old = emit_atomic(l, name, texel, i32_type(l), emit1(l, IR_BITCAST, i32_type(l), value), 0, operation);
        return emit1(l, IR_BITCAST, type, old);
    }
    if (name)
        return emit_atomic(l, name, texel, type, value, comparator, operation);
    if (type_width_of(l, type) != 32)
        FAIL_UNSUPPORTED(l, &l->current, "atomics on floats in images are supported only for 32 bits");
    return emit_loop(l, texel, type, value, operation);
}
