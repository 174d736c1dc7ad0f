/* The functions by which handlers append IR, and note the result of an instruction. */
#include <stdio.h>
#include <string.h>

#include "mmra/ir/ir_intrinsic.h"
#include "translator/lower/names.h"
#include "translator/lower/values.h"

void lower_result_unchecked(struct lowering *l, const struct spirv_instruction *in, ir_value value) {
    struct lowered_id *id = lowered_id_of(l, in->result);
    struct ir_value_info *info = &l->ir->values[value];
    if (info->kind == IR_VALUE_INSTRUCTION && !info->name && !info->number) {
        if (id->name)
            name_give(l, value, in->result);
        else
            info->number = in->result;
    }
    id->value = value;
}

ir_value emit_instruction(struct lowering *l, enum ir_opcode opcode, ir_type type, const ir_value *operands,
                          uint32_t count) {
    return ir_append_value(l->ir, opcode, type, operands, count, l->current.word);
}

bool needs_workarounds(const struct lowering *l) {
    return l->map.options.backend_workarounds && profile_get(l->map.options.profile)->numbered;
}

ir_value emit_hidden(struct lowering *l, ir_value value) {
    ir_value operands[2] = {ir_text_value(l->ir, 0, ir_text_of(l->ir, "asm \"\", \"=v,0\"")), value};
    return emit_instruction(l, IR_CALL, ir_type_of(l->ir, value), operands, 2);
}

ir_value emit1(struct lowering *l, enum ir_opcode opcode, ir_type type, ir_value a) {
    return emit_instruction(l, opcode, type, &a, 1);
}

ir_value emit2(struct lowering *l, enum ir_opcode opcode, ir_type type, ir_value a, ir_value b) {
    return emit_instruction(l, opcode, type, (ir_value[]){a, b}, 2);
}

ir_value emit3(struct lowering *l, enum ir_opcode opcode, ir_type type, ir_value a, ir_value b, ir_value c) {
    return emit_instruction(l, opcode, type, (ir_value[]){a, b, c}, 3);
}

ir_value emit_address(struct lowering *l, ir_type element, ir_value address, ir_value index) {
    ir_value result = emit2(l, IR_GETELEMENTPTR, ir_type_of(l->ir, address), address, index);
    last_instruction(l)->accessed = element;
    return result;
}

ir_value emit_compare(struct lowering *l, enum ir_opcode opcode, unsigned predicate, ir_value a, ir_value b) {
    ir_type boolean = ir_type_integer(l->ir, 1);
    const struct ir_type_info *operand = ir_type_get(l->ir, ir_type_of(l->ir, a));
    ir_type type = boolean;
    if (operand->kind == IR_TYPE_VECTOR)
        type = ir_type_vector(l->ir, boolean, operand->count);
    ir_value result = emit2(l, opcode, type, a, b);
    last_instruction(l)->detail = (uint8_t)predicate;
    return result;
}

void mark_convergent_call(struct lowering *l) {
    uint32_t call = l->ir->instruction_count - 1;
    l->ir->instructions[call].flags |= IR_CONVERGENT;
    l->body.convergent = true;
    if (!l->at.token)
        return;
    struct ir_instruction *instruction = &l->ir->instructions[call];
    uint32_t count = instruction->operand_count;
    uint32_t *operands = arena_allocate(l->arena, (count + 1) * sizeof *operands);
    memcpy(operands, l->ir->operands + instruction->operands, count * sizeof *operands);
    operands[count] = l->at.token;
    ir_set_operands(l->ir, call, operands, count + 1);
    l->ir->instructions[call].flags |= IR_TOKEN;
}

ir_value emit_place(struct lowering *l, uint32_t count) {
    ir_type i32 = ir_type_integer(l->ir, 32);
    ir_value place = ir_integer(l->ir, i32, 0);
    uint32_t instruction = l->ir->instruction_count;
    if (l->body.given_place)
        place = emit2(l, IR_ADD, i32, l->body.given_place, place);
    *ARENA_PUSH(l->arena, l->body.places, l->body.place_count, l->body.place_capacity) =
        (struct pending_meeting_place){instruction, l->at.block, count};
    return place;
}

/* On the host: what invocations of a subgroup execute together. */
static bool has_place(const struct lowering *l, const char *name, uint16_t attributes) {
    return l->takes_place && attributes & IR_FUNCTION_CONVERGENT && !strncmp(name, "smmra_host", 10) &&
           name != l->target->workgroup_barrier;
}

ir_value emit_intrinsic(struct lowering *l, const char *name, ir_type result, const ir_value *arguments, uint32_t count,
                        uint16_t attributes) {
    enum { MAX_ARGUMENTS = 24 };
    ir_type types[MAX_ARGUMENTS];
    uint32_t operands[MAX_ARGUMENTS + 1];
    if (count >= MAX_ARGUMENTS)
        FAIL_INTERNAL(l, &l->current, "%s with %u arguments", name, count);
    for (uint32_t i = 0; i < count; i++) {
        types[i] = ir_type_of(l->ir, arguments[i]);
        operands[i + 1] = arguments[i];
    }
    if (has_place(l, name, attributes)) {
        types[count] = ir_type_integer(l->ir, 32);
        operands[++count] = emit_place(l, 1);
    }
    ir_type type = ir_type_function(l->ir, result, types, count);
    ir_function function = ir_declare(l->ir, name, type, attributes);
    operands[0] = l->ir->functions[function].value;
    ir_value value = emit_instruction(l, IR_CALL, result, operands, count + 1);
    if (attributes & IR_FUNCTION_CONVERGENT)
        mark_convergent_call(l);
    return value;
}

ir_value emit_shell_call(struct lowering *l, const char *name, ir_type result, const ir_value *arguments,
                         uint32_t count) {
    uint16_t may_do = ir_find_intrinsic(mmra_string_of(name))->attributes;
    ir_value value = emit_intrinsic(l, name, result, arguments, count, may_do);
    const struct ir_instruction *call = last_instruction(l);
    ir_value callee = l->ir->operands[call->operands];
    l->ir->functions[ir_value_get(l->ir, callee)->index].graphics = functions_are_graphics(l);
    return value;
}

/* "i32", "v4f32", "p1": LLVM's mangling of the types that intrinsics are overloaded on. */
static int mangle(struct lowering *l, ir_type type, char *text, size_t size) {
    const struct ir_type_info *info = ir_type_get(l->ir, type);
    switch (info->kind) {
    case IR_TYPE_INTEGER:
        return snprintf(text, size, "i%u", info->width);
    case IR_TYPE_HALF:
        return snprintf(text, size, "f16");
    case IR_TYPE_FLOAT:
        return snprintf(text, size, "f32");
    case IR_TYPE_DOUBLE:
        return snprintf(text, size, "f64");
    case IR_TYPE_POINTER:
        return snprintf(text, size, "p%u", info->width);
    case IR_TYPE_VECTOR: {
        int used = snprintf(text, size, "v%u", (unsigned)info->count);
        return used + mangle(l, info->element, text + used, size - (size_t)used);
    }
    default:
        FAIL_INTERNAL(l, &l->current, "an intrinsic overloaded on an aggregate");
    }
}

const char *intrinsic_overloaded_name(struct lowering *l, const char *name, ir_type type) {
    char text[128];
    int used = snprintf(text, sizeof text, "%s.", name);
    used += mangle(l, type, text + used, sizeof text - (size_t)used);
    return arena_copy_string(l->arena, text, (size_t)used);
}

/* The type of member or element `index` of an aggregate value. */
static ir_type element_type(struct lowering *l, ir_value aggregate, uint32_t index) {
    const struct ir_type_info *info = ir_type_get(l->ir, ir_type_of(l->ir, aggregate));
    if (info->kind == IR_TYPE_STRUCT && index < info->member_count)
        return info->members[index];
    if ((info->kind == IR_TYPE_ARRAY || info->kind == IR_TYPE_VECTOR) && index < info->count)
        return info->element;
    FAIL_INVALID(l, &l->current, "index %u does not exist in the composite", index);
}

/* Part `index` of a constant, or 0 if it is none: otherwise a stored constant table would be written out once for each
 * of its elements. */
static ir_value constant_part(struct lowering *l, ir_value aggregate, ir_type type, uint32_t index) {
    const struct ir_value_info *info = ir_value_get(l->ir, aggregate);
    switch (info->kind) {
    case IR_VALUE_AGGREGATE:
        return l->ir->operands[(info->bits >> 32) + index];
    case IR_VALUE_ZERO:
        return ir_zero(l->ir, type);
    case IR_VALUE_UNDEF:
        return ir_undef(l->ir, type);
    case IR_VALUE_POISON:
        return ir_poison(l->ir, type);
    default:
        return 0;
    }
}

ir_value emit_extract_value(struct lowering *l, ir_value aggregate, uint32_t index) {
    ir_type type = element_type(l, aggregate, index);
    ir_value constant = constant_part(l, aggregate, type, index);
    return constant ? constant : emit2(l, IR_EXTRACTVALUE, type, aggregate, index);
}

ir_value emit_insert_value(struct lowering *l, ir_value aggregate, ir_value element, uint32_t index) {
    element_type(l, aggregate, index); /* fails where there is no such element */
    return emit3(l, IR_INSERTVALUE, ir_type_of(l->ir, aggregate), aggregate, element, index);
}

ir_value emit_extract_element(struct lowering *l, ir_value vector, uint32_t index) {
    if (!type_is_vector(l, ir_type_of(l->ir, vector)))
        return vector;
    ir_type type = element_type(l, vector, index);
    ir_value constant = constant_part(l, vector, type, index);
    if (constant)
        return constant;
    ir_value position = ir_integer(l->ir, ir_type_integer(l->ir, 32), index);
    return emit2(l, IR_EXTRACTELEMENT, type, vector, position);
}

ir_value emit_insert_element(struct lowering *l, ir_value vector, ir_value element, uint32_t index) {
    if (!type_is_vector(l, ir_type_of(l->ir, vector)))
        return element;
    element_type(l, vector, index);
    ir_value position = ir_integer(l->ir, ir_type_integer(l->ir, 32), index);
    return emit3(l, IR_INSERTELEMENT, ir_type_of(l->ir, vector), vector, element, position);
}

ir_value emit_new_block(struct lowering *l) {
    return ir_new_value(l->ir, ir_type_simple(l->ir, IR_TYPE_LABEL), 0, 0);
}

void emit_open_block(struct lowering *l, ir_value label) {
    ir_begin_block(l->ir, label);
    l->at.open_block = label;
}

void emit_branch(struct lowering *l, ir_value label) {
    emit1(l, IR_BR, 0, label);
}

struct guard guard_open(struct lowering *l, ir_value condition) {
    struct guard guard = {.before = l->at.open_block, .beyond = emit_new_block(l)};
    ir_value within = emit_new_block(l);
    emit_conditional_branch(l, condition, within, guard.beyond);
    emit_open_block(l, within);
    return guard;
}

ir_value guard_close(struct lowering *l, const struct guard *guard, ir_value value, ir_value otherwise) {
    ir_value within = l->at.open_block;
    emit_branch(l, guard->beyond);
    emit_open_block(l, guard->beyond);
    if (!value)
        return 0;
    ir_value operands[4] = {value, within, otherwise, guard->before};
    return emit_instruction(l, IR_PHI, ir_type_of(l->ir, value), operands, 4);
}

void emit_conditional_branch(struct lowering *l, ir_value condition, ir_value if_true, ir_value if_false) {
    emit3(l, IR_BR, 0, condition, if_true, if_false);
}
