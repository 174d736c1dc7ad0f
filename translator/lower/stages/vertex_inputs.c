#include "translator/lower/stages/vertex_inputs.h"

#include "translator/lower/budget.h"
#include "translator/lower/expression.h"
#include "translator/lower/stages/fragments.h"
#include "translator/lower/stages/input_elements.h"

enum { COMPONENTS_OF_64_BITS = 2 }; /* that a Location has */

struct vertex {
    ir_value number;
    bool of_fragment;
};

/* `type` is an IR scalar or vector. */
static ir_value ask_shell(struct lowering *l, const struct vertex *vertex, const struct input_element *element,
                          ir_type type) {
    const char *name = vertex->of_fragment ? "smmra.interpolate.at.vertex" : "smmra.load.vertex";
    ir_value arguments[3] = {input_index_value(l, element->location), input_index_value(l, element->component),
                             vertex->number};
    if (element->builtin != SMMRA_NONE) {
        name = "smmra.load.vertex.builtin";
        arguments[1] = arguments[0];
        arguments[0] = ir_integer(l->ir, ir_type_integer(l->ir, 32), element->builtin);
    }
    return emit_shell_call(l, intrinsic_overloaded_name(l, name, type), type, arguments, 3);
}

/* A vector of 64-bit components that fills two Locations. */
static ir_value load_two(struct lowering *l, const struct vertex *vertex, struct input_element element, ir_type type) {
    ir_type scalar = type_scalar_of(l, type);
    uint32_t count = type_count_of(l, type), rest = count - COMPONENTS_OF_64_BITS;
    ir_value low = ask_shell(l, vertex, &element, ir_type_vector(l->ir, scalar, COMPONENTS_OF_64_BITS));
    element.location.fixed++;
    ir_value high = ask_shell(l, vertex, &element, rest > 1 ? ir_type_vector(l->ir, scalar, rest) : scalar);
    ir_value whole = ir_poison(l->ir, type);
    for (uint32_t i = 0; i < count; i++)
        whole =
            emit_insert_element(l, whole,
                                i < COMPONENTS_OF_64_BITS ? emit_extract_element(l, low, i)
                                                          : emit_extract_element(l, high, i - COMPONENTS_OF_64_BITS),
                                i);
    return whole;
}

static ir_value load_leaf(struct lowering *l, const struct vertex *vertex, const struct input_element *element) {
    ir_type type = lower_type(l, element->type);
    if (type_class_of(l, type) == CLASS_POINTER) /* the shell sees an address as the integer that it is */
        return emit1(l, IR_INTTOPTR, type, ask_shell(l, vertex, element, ir_type_integer(l->ir, 64)));
    if (type_width_of(l, type) == 64 && type_count_of(l, type) > COMPONENTS_OF_64_BITS)
        return load_two(l, vertex, *element, type);
    return ask_shell(l, vertex, element, type);
}

/* Recursion is bounded by SPIRV_MAX_NESTING. */
static ir_value load_type(struct lowering *l, const struct vertex *vertex, const struct input_element *element) {
    const struct spirv_type *type = type_of(l, element->type);
    bool is_array = type->opcode == SpvOpTypeArray;
    uint64_t count = is_array ? type->length : type->count;
    budget_spend(l, 1, "inputs that the shell is asked for have too many parts");
    if (!is_array && type->opcode != SpvOpTypeStruct && type->opcode != SpvOpTypeMatrix)
        return load_leaf(l, vertex, element);
    ir_value whole = ir_poison(l->ir, lower_type(l, element->type));
    for (uint64_t i = 0; i < count; i++) {
        struct input_element part = *element;
        input_element_part(l, &part, (uint32_t)i);
        whole = emit_insert_value(l, whole, load_type(l, vertex, &part), (uint32_t)i);
    }
    return whole;
}

/* The variable at all vertices. */
static ir_value load_vertices(struct lowering *l, struct vertex *vertex, const struct input_element *element,
                              const struct spirv_type *vertices) {
    ir_value all = ir_poison(l->ir, lower_type(l, vertices->id));
    for (uint64_t v = 0; v < vertices->length; v++) {
        vertex->number = ir_integer(l->ir, ir_type_integer(l->ir, 32), v);
        all = emit_insert_value(l, all, load_type(l, vertex, element), (uint32_t)v);
    }
    return all;
}

ir_value vertex_input_load(struct lowering *l, const struct pointer *pointer) {
    spirv_id variable = pointer->interface_variable;
    struct input_element element = input_element_of(l, variable);
    const struct spirv_type *vertices = type_of(l, element.type);
    struct vertex vertex = {.of_fragment =
                                spirv_find_decoration(l->spirv, variable, SPIRV_NO_MEMBER, SpvDecorationPerVertexKHR)};
    uint32_t step = 1;
    if (vertices->opcode != SpvOpTypeArray)
        FAIL_INVALID(l, &l->current, "%%%u is per vertex and needs an array over vertices", variable);
    element.type = vertices->element;
    if (!pointer->step_count)
        return load_vertices(l, &vertex, &element, vertices);
    vertex.number = emit_integer_resize(l, lower_value(l, pointer->steps[0]), 32, true);
    while (step < pointer->step_count && type_of(l, element.type)->opcode != SpvOpTypeVector)
        input_element_step(l, &element, pointer->steps[step++]);
    ir_value value = load_type(l, &vertex, &element);
    if (step == pointer->step_count)
        return value;
    if (step + 1 < pointer->step_count)
        FAIL_INVALID(l, &l->current, "its pointer goes into a component of a vector");
    ir_type scalar = type_scalar_of(l, ir_type_of(l->ir, value));
    return emit2(l, IR_EXTRACTELEMENT, scalar, value, lower_value(l, pointer->steps[step]));
}
