/* Why operations on memory never ran: numbers in memory that nobody chose, and others that let them run (races.md,
 * "What never ran"). */
#ifndef TRANSLATOR_LITMUS_CAUSE_H
#define TRANSLATOR_LITMUS_CAUSE_H

#include "translator/program/litmus_race.h"

/* After the runs of an answer: notes in spirv.coverage what lets operations run that no invocation came to, where a run
 * has shown it. `run` is empty, has what such a run takes, and is empty afterwards. What the race has found stays as it
 * is. */
void litmus_cause_find(struct litmus_race *race, const struct race_options *options, struct arena *run);

#endif
