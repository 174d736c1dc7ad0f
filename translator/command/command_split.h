#ifndef TRANSLATOR_COMMAND_SPLIT_H
#define TRANSLATOR_COMMAND_SPLIT_H

#include "translator/program/litmus_race.h"

/* Processes of this command, MAX_PARALLEL at most, until the next call; NULL: one does it all. */
const struct race_processes *split_among(uint32_t count);

#endif
