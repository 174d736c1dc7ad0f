/* Elections of fragments that may elect a helper invocation (races.md, "Fragments"). */
#ifndef TRANSLATOR_LITMUS_HELPERS_H
#define TRANSLATOR_LITMUS_HELPERS_H

#include "translator/program/litmus_race.h"

/* After a run: the first operation that writes memory which others see, and that a fragment comes to only where it is
 * elected itself, if a helper invocation comes to such an election, too. NULL: there is none, or it is not known. `run`
 * is empty before and after. */
const struct model_operation *litmus_helpers_find(struct litmus_race *race, const struct race_options *options,
                                                  struct arena *run);

#endif
