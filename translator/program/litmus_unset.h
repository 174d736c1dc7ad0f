/* Numbers that nobody chose (races.md, "Numbers that nobody chose"): the orders of a run are tried with others than 0.
 */
#ifndef TRANSLATOR_LITMUS_UNSET_H
#define TRANSLATOR_LITMUS_UNSET_H

#include "translator/program/litmus_orders.h"

/* After orders in which nothing is wrong. What is wrong with other numbers becomes the answer, and says with which;
 * else `orders` has what was tried. */
void litmus_unset_try(struct litmus_race *race, const struct race_options *options, struct arena *run,
                      struct litmus_orders *orders);
/* Writes the number that is tried. */
void litmus_unset_fill(const struct litmus_race *race, struct race_memory *memory);

#endif
