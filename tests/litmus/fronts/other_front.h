/* A module that `race` has read is read once more by the other front end: lowered for the target of models, printed,
 * and read as one code for all invocations. Control flow, addresses, values, and the order and number of accesses are
 * those of the IR. What an operation orders, its place and its text are what the first front end says of the same word.
 */
#ifndef TESTS_LITMUS_OTHER_FRONT_H
#define TESTS_LITMUS_OTHER_FRONT_H

#include "translator/program/litmus_race.h"

struct other_front {
    struct litmus_race race; /* the first front end's, with the other's code */
    char refused[400];       /* why there is none; else "" */
};

/* `first` has been read with the options, and stays as long as the other does. */
void other_front_read(struct other_front *other, struct arena *arena, struct litmus_race *first,
                      const smmra_litmus_options *options);

#endif
