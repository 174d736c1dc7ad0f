/* How long the runtime arrays of a run are that nobody chose (races.md, "Lengths that nobody chose"): they grow with
 * the accesses. */
#ifndef TRANSLATOR_LITMUS_LENGTHS_H
#define TRANSLATOR_LITMUS_LENGTHS_H

#include "translator/program/litmus_race.h"

/* After a run with these options, whose answer lies in `run`. True: what it found hung on such lengths, `run` is empty,
 * and the race is to run again, as its lengths are others now or will not change any more. */
bool litmus_lengths_settle(struct litmus_race *race, const struct race_options *options,
                           const struct race_answer *answer, struct arena *run);
/* Makes the arrays twice as long whose length nobody chose and the shader asks for. */
void litmus_lengths_double(struct litmus_race *race);
/* Gives the race the lengths of another one of the same module. */
void litmus_lengths_take(struct litmus_race *race, const struct litmus_race *from);

#endif
