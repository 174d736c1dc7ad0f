/* Texel pointers and the atomics through them (SPIR-V 3.49.8, OpImageTexelPointer; mapping.md 6). A texel pointer
 * has no IR value: the atomics, which alone may use it, make one access each of image, coordinate and sample. */
#include "translator/lower/expression.h"
#include "translator/lower/images/images.h"
#include "translator/lower/memory/descriptors.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/opcode_rows.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

void lower_op_image_texel_pointer(struct lowering *l, const struct spirv_instruction *in) {
    const struct spirv_type *pointer = type_of_operand(l, in->operands[0]);
    if (pointer->opcode != SpvOpTypePointer || type_of(l, pointer->element)->opcode != SpvOpTypeImage)
        FAIL_INVALID(l, in, "its operand %%%u is not a pointer to an image", in->operands[0]);
    struct image *image = arena_allocate(l->arena, sizeof *image);
    struct texel *texel = arena_allocate(l->arena, sizeof *texel);
    *image = (struct image){.type = type_of(l, pointer->element)};
    ir_value address = descriptor_waits(l, in->result) ? descriptor_address(l, in->operands[0])
                                                       : lower_plain_pointer(l, in->operands[0]);
    image->descriptor = image_load_descriptor(l, pointer->element, address);
    *texel = texel_at(l, in, image, in->operands[1]);
    if (image->type->multisampled)
        image_integer_components(l, in->operands[2], &texel->sample, 1);
    pointer_set(l, in->result, &(struct pointer){.texel = texel});
}

static ir_type atomic_type(struct lowering *l, const struct spirv_instruction *in, const struct spirv_type *scalar) {
    if (scalar->opcode != SpvOpTypeInt && scalar->opcode != SpvOpTypeFloat)
        FAIL_INVALID(l, in, "the texel is not an integer or a float");
    return lower_type(l, scalar->id);
}

/* A texel with this value, in the form that plain accesses use. */
static ir_value texel_of_value(struct lowering *l, ir_value value) {
    ir_type type = ir_type_of(l->ir, value);
    if (type_width_of(l, type) == 64)
        return emit1(l, IR_BITCAST, ir_type_vector(l->ir, i32_type(l), 2), value);
    return type_class_of(l, type) == CLASS_FLOAT ? emit1(l, IR_BITCAST, i32_type(l), value) : value;
}

static ir_value emit_image_atomic(struct lowering *l, const struct spirv_instruction *in,
                                  const struct spirv_memory_view *view, const struct texel *texel, ir_type type,
                                  const struct mapped_operation *operation) {
    const struct image_target *target = l->target->images;
    ir_value value = 0, comparator = 0;
    switch (operation->kind) {
    case MAPPED_IMAGE_READ:
        if (target->atomic_accesses)
            break;
        return texel_as(l, in, target->read(l, texel, operation), type);
    case MAPPED_IMAGE_WRITE:
        value = lower_value(l, view->value);
        if (target->atomic_accesses)
            break;
        target->write(l, texel, texel_of_value(l, value), operation);
        return 0;
    case MAPPED_IMAGE_CMPXCHG:
        comparator = lower_value(l, view->comparator);
        value = lower_value(l, view->value);
        break;
    case MAPPED_IMAGE_ATOMIC:
        value = operation->rmw_operand_is_one ? constant_splat(l, type, 1) : lower_value(l, view->value);
        break;
    default:
        emit_synchronization(l, operation);
        return 0;
    }
    return target->atomic(l, texel, view->opcode, type, value, comparator, operation);
}

void lower_image_atomic(struct lowering *l, const struct spirv_instruction *in, const struct spirv_memory_view *view) {
    const struct spirv_type *scalar = type_of(l, type_of_operand(l, view->pointer)->element);
    const struct texel *texel = pointer_of(l, view->pointer)->texel;
    ir_type type = atomic_type(l, in, scalar);
    struct mapped_operations mapped;
    ir_value result = 0;
    if (!texel)
        FAIL_INVALID(l, in, "its pointer %%%u does not come from OpImageTexelPointer", view->pointer);
    if (view->value && ir_type_of(l->ir, lower_value(l, view->value)) != type)
        FAIL_INVALID(l, in, "operand %%%u is not of the type that the pointer points to", view->value);
    if (view->comparator && ir_type_of(l->ir, lower_value(l, view->comparator)) != type)
        FAIL_INVALID(l, in, "operand %%%u is not of the type that the pointer points to", view->comparator);
    map_image_atomic(&l->map, view, scalar->width / 8, scalar->opcode == SpvOpTypeFloat, &mapped);
    if (mapped.unsupported)
        FAIL_UNSUPPORTED(l, in, "%s", mapped.unsupported);
    for (uint32_t i = 0; i < mapped.count; i++) {
        ir_value value = emit_image_atomic(l, in, view, texel, type, &mapped.operations[i]);
        result = value ? value : result;
    }
    if (in->result)
        lower_result_unchecked(l, in, result);
}
