/* The code that the deciders have reached: how often each edge between blocks was taken, where they are built with
 * -fsanitize-coverage=inline-8bit-counters; else the verdicts alone count. */
#ifndef TESTS_DECIDERS_REACHED_H
#define TESTS_DECIDERS_REACHED_H

#include "judge.h"

/* Before a program is judged. */
void reached_clear(void);
/* Whether the last program has reached what none before it has. `once`: how often does not count. */
bool reached_new(const struct judgment *judgment, bool once);
/* From here on, everything is new. */
void reached_forget(void);
/* How many edges were reached, ever. */
uint64_t reached_edges(void);

#endif
