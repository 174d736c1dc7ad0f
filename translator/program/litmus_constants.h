/* Specialization constants that nobody chose (races.md, "Specialization constants"). */
#ifndef TRANSLATOR_LITMUS_CONSTANTS_H
#define TRANSLATOR_LITMUS_CONSTANTS_H

#include "translator/program/litmus_orders.h"

/* After orders in which nothing is wrong: runs the first one with other constants, where an array of shared memory has
 * a length that hangs on none. An access beyond it becomes the answer and the race, and says with which constant; else
 * `orders` has what was tried. */
void litmus_constants_try(struct litmus_race *race, const struct race_options *options, struct arena *run,
                          struct litmus_orders *orders);

/* The SpecId of a constant; UINT32_MAX: it has none. */
uint32_t litmus_constant_number(const struct litmus_race *race, spirv_id id);
bool litmus_constant_is_given(const smmra_litmus_options *options, uint32_t number);
/* Reads the module again, with these constants besides those that are given. */
bool litmus_constants_read(struct litmus_race *race, const smmra_specialization *more, uint32_t count);

#endif
