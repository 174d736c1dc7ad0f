/* Sizes of subgroups that nobody chose (races.md, "Sizes of subgroups"). */
#ifndef TRANSLATOR_LITMUS_SUBGROUPS_H
#define TRANSLATOR_LITMUS_SUBGROUPS_H

#include "translator/program/litmus_orders.h"

/* Reads the module again with subgroups of another size. False: that is refused, and all is as before. */
bool litmus_subgroups_read(struct litmus_race *race, uint32_t size);
/* After orders with subgroups of the size by default, in which nothing is wrong, or something that does not hang on
 * other values: runs the first order with the other sizes, where the module uses subgroups. What is wrong with one of
 * them becomes the answer and the race; the answer says with which sizes it is so, and with which it is not. */
void litmus_subgroups_try(struct litmus_race *race, const struct race_options *options, struct arena *run,
                          struct litmus_orders *orders);

/* Adds to the fault that is told of an answer first where it is so. */
void litmus_subgroups_tell(struct litmus_race *race, struct race_answer *answer, const char *said);

#endif
