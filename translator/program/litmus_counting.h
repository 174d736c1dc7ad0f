/* Counting without an atomic, at a place that contents choose (races.md, "Contents that nobody chose"). */
#ifndef TRANSLATOR_LITMUS_COUNTING_H
#define TRANSLATOR_LITMUS_COUNTING_H

#include "translator/program/litmus_race.h"

/* Whether the instruction writes an integer that is computed from what it has read in the same array and from constants
 * alone, as `hist[key[i]] += 1` does. That makes sense where several invocations count in one element: a permutation
 * gives each element one of them. */
bool litmus_counting(const struct litmus_race *race, const struct model_operation *write);

#endif
