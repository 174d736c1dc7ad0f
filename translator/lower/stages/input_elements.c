#include "translator/lower/stages/input_elements.h"

#include "translator/lower/budget.h"
#include "translator/lower/expression.h"

struct input_element input_element_of(struct lowering *l, spirv_id variable) {
    return (struct input_element){
        .type = type_of_operand(l, variable)->element,
        .builtin = spirv_decoration_operand(l->spirv, variable, SPIRV_NO_MEMBER, SpvDecorationBuiltIn, SMMRA_NONE),
        .location.fixed = spirv_decoration_operand(l->spirv, variable, SPIRV_NO_MEMBER, SpvDecorationLocation, 0),
        .component.fixed = spirv_decoration_operand(l->spirv, variable, SPIRV_NO_MEMBER, SpvDecorationComponent, 0),
    };
}

ir_value input_index_value(struct lowering *l, struct input_index number) {
    ir_value fixed = ir_integer(l->ir, ir_type_integer(l->ir, 32), number.fixed);
    if (!number.varying)
        return fixed;
    return number.fixed ? emit_binary(l, IR_ADD, number.varying, fixed) : number.varying;
}

/* How many Locations a type fills. */
static uint64_t locations_of(struct lowering *l, spirv_id id) {
    const struct spirv_type *type = type_of(l, id);
    uint64_t sum = 0;
    budget_spend(l, 1, "inputs that the shell is asked for have too many parts"); /* two of two of two ... */
    switch (type->opcode) {
    case SpvOpTypeArray:
        return type->length * locations_of(l, type->element);
    case SpvOpTypeMatrix:
        return type->count * locations_of(l, type->element);
    case SpvOpTypeStruct:
        for (uint32_t i = 0; i < type->count; i++)
            sum += locations_of(l, type->members[i]);
        return sum;
    case SpvOpTypeVector:
        return type_of(l, type->element)->width == 64 && type->count > 2 ? 2 : 1;
    default:
        return 1;
    }
}

static void step_member(struct lowering *l, struct input_element *element, const struct spirv_type *type,
                        uint32_t member) {
    uint32_t own = spirv_decoration_operand(l->spirv, type->id, member, SpvDecorationLocation, SMMRA_NONE);
    if (own != SMMRA_NONE)
        element->location = (struct input_index){.fixed = own};
    for (uint32_t i = 0; i < member && own == SMMRA_NONE; i++)
        element->location.fixed += (uint32_t)locations_of(l, type->members[i]);
    element->component =
        (struct input_index){spirv_decoration_operand(l->spirv, type->id, member, SpvDecorationComponent, 0), 0};
    element->builtin = spirv_decoration_operand(l->spirv, type->id, member, SpvDecorationBuiltIn, SMMRA_NONE);
    if (element->builtin != SMMRA_NONE)
        element->location = (struct input_index){0};
    element->type = type->members[member];
}

/* Moves by `index` parts, of which each fills `each`. `index` 0: by `fixed`. */
static void move(struct lowering *l, struct input_index *number, ir_value index, uint32_t fixed, uint64_t each) {
    ir_value scale = ir_integer(l->ir, ir_type_integer(l->ir, 32), each);
    if (!index) {
        number->fixed += fixed * (uint32_t)each;
        return;
    }
    if (each != 1)
        index = emit_binary(l, IR_MUL, index, scale);
    number->varying = number->varying ? emit_binary(l, IR_ADD, number->varying, index) : index;
}

static void step_element(struct lowering *l, struct input_element *element, const struct spirv_type *type,
                         ir_value index, uint32_t fixed) {
    bool is_vector = type->opcode == SpvOpTypeVector;
    if (!is_vector && type->opcode != SpvOpTypeArray && type->opcode != SpvOpTypeMatrix)
        FAIL_INVALID(l, &l->current, "its pointer goes into %%%u, which has no parts", type->id);
    move(l, is_vector ? &element->component : &element->location, index, fixed,
         is_vector || element->builtin != SMMRA_NONE ? 1 : locations_of(l, type->element));
    element->type = type->element;
}

void input_element_step(struct lowering *l, struct input_element *element, spirv_id id) {
    const struct spirv_type *type = type_of(l, element->type);
    uint64_t index;
    bool is_constant = spirv_integer_constant(l->spirv, id, &index) && index <= UINT32_MAX;
    if (type->opcode != SpvOpTypeStruct)
        step_element(l, element, type, is_constant ? 0 : emit_integer_resize(l, lower_value(l, id), 32, true),
                     is_constant ? (uint32_t)index : 0);
    else if (is_constant && index < type->count)
        step_member(l, element, type, (uint32_t)index);
    else
        FAIL_INVALID(l, &l->current, "index %%%u into struct %%%u is no constant below %u", id, type->id, type->count);
}

void input_element_part(struct lowering *l, struct input_element *element, uint32_t index) {
    const struct spirv_type *type = type_of(l, element->type);
    if (type->opcode == SpvOpTypeStruct)
        step_member(l, element, type, index);
    else
        step_element(l, element, type, 0, index);
}
