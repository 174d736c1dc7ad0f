/* Numbers and contents that nobody chose (races.md): the first of a run's orders is tried with others than 0. */
#ifndef TRANSLATOR_LITMUS_UNSET_TRY_H
#define TRANSLATOR_LITMUS_UNSET_TRY_H

#include "translator/program/litmus_orders.h"

/* After orders in which nothing is wrong but for doubts. What is wrong with other numbers and contents becomes the
 * answer, and says with which; so does a doubt that does not go away with them. Else `orders` has what was tried. */
void litmus_unset_try(struct litmus_race *race, const struct race_options *options, uint64_t seed, struct arena *run,
                      struct litmus_orders *orders);

#endif
