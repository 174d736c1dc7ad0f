/* The element of an input that the shell is asked for, while a pointer to it or a value of it is followed: its Location
 * and Component, or its built-in (Vulkan, "Location and Component Assignment"). */
#ifndef TRANSLATOR_INPUT_ELEMENTS_H
#define TRANSLATOR_INPUT_ELEMENTS_H

#include "translator/lower/lowering.h"

/* A sum of a constant and a value. */
struct input_index {
    uint32_t fixed;
    ir_value varying; /* i32; 0: none */
};

struct input_element {
    spirv_id type;               /* of what lies there */
    uint32_t builtin;            /* SMMRA_NONE: it has a Location */
    struct input_index location; /* of a built-in that is an array: the element */
    struct input_index component;
};

/* The whole of an Input variable. */
struct input_element input_element_of(struct lowering *l, spirv_id variable);
/* Goes into the part that an access chain's index chooses. */
void input_element_step(struct lowering *l, struct input_element *element, spirv_id index);
/* Goes into part `index`: a member, an element or a column. */
void input_element_part(struct lowering *l, struct input_element *element, uint32_t index);
/* The number as an i32. */
ir_value input_index_value(struct lowering *l, struct input_index number);

#endif
