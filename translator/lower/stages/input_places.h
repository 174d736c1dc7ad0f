/* The place of an input that the shell is asked for, while a pointer to it or a value of it is followed: its Location
 * and Component, or its built-in (Vulkan, "Location and Component Assignment"). */
#ifndef TRANSLATOR_INPUT_PLACES_H
#define TRANSLATOR_INPUT_PLACES_H

#include "translator/lower/lowering.h"

/* A sum of a constant and a value. */
struct place_number {
    uint32_t fixed;
    ir_value varying; /* i32; 0: none */
};

struct input_place {
    spirv_id type;                /* of what lies there */
    uint32_t builtin;             /* SMMRA_NONE: it has a Location */
    struct place_number location; /* of a built-in that is an array: the element */
    struct place_number component;
};

/* The whole of an Input variable. */
struct input_place input_place_of(struct lowering *l, spirv_id variable);
/* Goes into the part that an access chain's index chooses. */
void input_place_step(struct lowering *l, struct input_place *place, spirv_id index);
/* Goes into part `index`: a member, an element or a column. */
void input_place_part(struct lowering *l, struct input_place *place, uint32_t index);
/* The number as an i32. */
ir_value place_number_value(struct lowering *l, struct place_number number);

#endif
