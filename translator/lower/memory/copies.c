/* A load and the store of what it loaded, as one: part by part, and a long array in a loop. */
#include "translator/lower/memory/accesses.h"
#include "translator/lower/memory/resources.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

/* How a copy goes about its parts. If the source and the target may overlap and lie in the same way, the part that lies
 * highest is the first if the target lies higher, and else the last. */
enum copy_order { COPY_APART, COPY_WHOLE, COPY_UPWARD, COPY_DOWNWARD };

/* Whether the members of a struct lie in memory in the order of their numbers. */
static bool is_in_order(struct lowering *l, const struct spirv_type *type) {
    const struct spirv_layout *layout = layout_of(l, type->id);
    for (uint32_t i = 1; type->opcode == SpvOpTypeStruct && i < type->count; i++)
        if (layout->members[i].offset < layout->members[i - 1].offset)
            return false;
    return true;
}

/* A value that is no aggregate of equal parts, or has no order, is read whole before it is written. */
static bool is_copied_in_parts(struct lowering *l, const struct part *source, const struct part *target,
                               enum copy_order order) {
    const struct spirv_type *type = type_of(l, target->type);
    if (order == COPY_WHOLE || (type->opcode != SpvOpTypeArray && type->opcode != SpvOpTypeStruct))
        return false;
    return type_of(l, source->type)->opcode == type->opcode && (order == COPY_APART || is_in_order(l, type));
}

static void copy_type(struct lowering *l, struct access *from, struct access *to, const struct part *source,
                      const struct part *target, enum copy_order order);

static void copy_in_loop(struct lowering *l, struct access *from, struct access *to, const struct part *source,
                         const struct part *target, enum copy_order order) {
    const struct spirv_type *type = type_of(l, target->type);
    struct counted_loop loop = begin_loop(l);
    ir_type number = ir_type_integer(l->ir, 32);
    ir_value index = loop.index;
    if (order == COPY_DOWNWARD)
        index = emit2(l, IR_SUB, number, ir_integer(l->ir, number, type->length - 1), index);
    struct access from_element = element_access(l, from, source, index);
    struct access to_element = element_access(l, to, target, index);
    struct part from_part = element_part(l, source), to_part = element_part(l, target);
    copy_type(l, &from_element, &to_element, &from_part, &to_part, order);
    end_loop(l, &loop, type->length);
}

/* Copies part by part, and a long array in a loop. The types are equal except for their decorations. */
static void copy_type(struct lowering *l, struct access *from, struct access *to, const struct part *source,
                      const struct part *target, enum copy_order order) {
    const struct spirv_type *type = type_of(l, target->type), *source_type = type_of(l, source->type);
    if (!is_copied_in_parts(l, source, target, order)) {
        if (lower_type(l, source->type) != lower_type(l, target->type))
            FAIL_INVALID(l, &l->current, "the operand and the result do not match part by part");
        store_part(l, to, target, load_part(l, from, source));
        return;
    }
    spend_part(l);
    uint32_t count = access_part_count(l, type);
    if (count != access_part_count(l, source_type))
        FAIL_INVALID(l, &l->current, "the operand and the result do not match part by part");
    if (is_long(l, type)) {
        copy_in_loop(l, from, to, source, target, order);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = order == COPY_DOWNWARD ? count - 1 - i : i;
        struct part from_part = nth_part(l, source, index), to_part = nth_part(l, target, index);
        copy_type(l, from, to, &from_part, &to_part, order);
    }
}

/* Whether a copy of the type has a loop. */
static bool has_long_array(struct lowering *l, spirv_id id) {
    const struct spirv_type *type = type_of(l, id);
    spend_part(l);
    if (is_long(l, type))
        return true;
    for (uint32_t i = 0; type->opcode == SpvOpTypeStruct && i < type->count; i++)
        if (has_long_array(l, type->members[i]))
            return true;
    return type->opcode == SpvOpTypeArray && has_long_array(l, type->element);
}

bool memory_is_long(struct lowering *l, spirv_id id) {
    const struct spirv_type *type = type_of(l, id);
    return (type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeStruct) && layout_of(l, id)->size > LONG_BYTES &&
           !l->target->for_models;
}

/* The variable that a pointer is a part of; 0: it comes from elsewhere, from one of an array of buffers, or from far.
 */
static spirv_id variable_of(struct lowering *l, spirv_id pointer) {
    enum { LONGEST_WAY = 64 };
    for (uint32_t i = 0; i < LONGEST_WAY; i++) {
        struct spirv_instruction in = spirv_defining(l->spirv, pointer);
        if (in.opcode == SpvOpVariable)
            return pointer_of(l, pointer)->descriptor_array ? 0 : pointer;
        if (in.opcode != SpvOpAccessChain && in.opcode != SpvOpInBoundsAccessChain && in.opcode != SpvOpCopyObject)
            return 0;
        pointer = in.operands[0];
    }
    return 0;
}

/* Whether it, or a member of its block, is decorated Aliased. */
static bool may_be_alias(struct lowering *l, spirv_id variable) {
    const struct spirv_type *block = type_of(l, type_of_operand(l, variable)->element);
    bool found = spirv_find_decoration(l->spirv, variable, SPIRV_NO_MEMBER, SpvDecorationAliased);
    mmra_work(&l->watch, block->opcode == SpvOpTypeStruct ? block->count : 0);
    for (uint32_t i = 0; block->opcode == SpvOpTypeStruct && i < block->count; i++)
        found |= spirv_find_decoration(l->spirv, block->id, i, SpvDecorationAliased) != NULL;
    return found;
}

/* Memory of one invocation overlaps no other memory, nor does what is never written. Two variables are no aliases
 * unless both are Aliased (SPIR-V 2.18.2). Two places of one type in the same memory are the same place or disjoint, as
 * a type is no part of itself; untyped pointers may be to any place. */
static bool is_apart(struct lowering *l, spirv_id source, spirv_id target) {
    const struct spirv_type *from = type_of_operand(l, source), *to = type_of_operand(l, target);
    if (map_is_thread_private(from->storage_class) || map_is_thread_private(to->storage_class) ||
        (from->storage_class == SpvStorageClassWorkgroup) != (to->storage_class == SpvStorageClassWorkgroup) ||
        type_address_space(l, from) == ADDRESS_SPACE_CONSTANT)
        return true;
    spirv_id first = variable_of(l, source), second = variable_of(l, target);
    if (first && first == second)
        return !from->is_untyped && !to->is_untyped;
    return first && second && (!may_be_alias(l, first) || !may_be_alias(l, second));
}

/* Whether each part goes as far as every other. */
static bool is_move(const struct access *from, const struct access *to, const struct part *source,
                    const struct part *target) {
    return from->leaf.address_space == to->leaf.address_space && source->type == target->type &&
           source->matrix.row_major == target->matrix.row_major && source->matrix.stride == target->matrix.stride;
}

/* Neither OpLoad and OpStore nor OpCopyMemory demand that the memory does not overlap (SPIR-V 3.49.8). So all of it is
 * read before it is written, or no part is written where a later one is read. */
static void copy_overlapping(struct lowering *l, struct access *from, struct access *to, const struct part *source,
                             const struct part *target) {
    ir_value down = emit_new_block(l), up = emit_new_block(l), after = emit_new_block(l);
    ir_value source_address = resource_address(l, from->base), target_address = resource_address(l, to->base);
    emit_conditional_branch(l, emit_compare(l, IR_ICMP, IR_ULT, source_address, target_address), down, up);
    emit_open_block(l, down);
    copy_type(l, from, to, source, target, COPY_DOWNWARD);
    emit_branch(l, after);
    emit_open_block(l, up);
    copy_type(l, from, to, source, target, COPY_UPWARD);
    emit_branch(l, after);
    emit_open_block(l, after);
}

void lower_copy(struct lowering *l, const struct copy_half *source, const struct copy_half *target) {
    struct access from, to;
    struct part from_part = {source->type, 0, source->pointer->matrix};
    struct part to_part = {target->type, 0, target->pointer->matrix};
    begin_access(l, source->view, source->address, source->pointer, source->from_source, false, &from);
    begin_access(l, target->view, target->address, target->pointer, false, true, &to);
    if (is_apart(l, source->from_source ? source->view->source : source->view->pointer, target->view->pointer))
        copy_type(l, &from, &to, &from_part, &to_part, COPY_APART);
    else if (is_move(&from, &to, &from_part, &to_part) && has_long_array(l, source->type))
        copy_overlapping(l, &from, &to, &from_part, &to_part);
    else
        copy_type(l, &from, &to, &from_part, &to_part, COPY_WHOLE);
}
