/* Workgroups of one invocation, as nobody chose their size (races.md, "Specialization constants"). */
#ifndef TRANSLATOR_LITMUS_ALONE_H
#define TRANSLATOR_LITMUS_ALONE_H

#include "translator/program/litmus_orders.h"

/* After orders in which nothing is wrong, where a workgroup is one invocation because constants that nobody chose say
 * so: runs the first order with 64 invocations. What is wrong there, but for accesses out of bounds, becomes the answer
 * and the race, and says with which constants; else `orders` has what was tried, or that nothing within a workgroup
 * was. */
void litmus_alone_try(struct litmus_race *race, const struct race_options *options, struct arena *run,
                      struct litmus_orders *orders);

#endif
