/* Races of a run that are alike: the first is shown whole, and the others are counted. */
#ifndef TRANSLATOR_COMMAND_RACE_ALIKE_H
#define TRANSLATOR_COMMAND_RACE_ALIKE_H

#include "translator/program/litmus_race.h"

/* After the first: how many more there are, and of which lines. Nothing if there are none. */
void alike_print(const struct race_answer *answer, const struct race_finding *first, const char *path);

#endif
