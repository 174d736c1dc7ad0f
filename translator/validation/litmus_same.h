/* Whether two programs are the same but for their texts and places in the source: then they behave the same. */
#ifndef TRANSLATOR_LITMUS_SAME_H
#define TRANSLATOR_LITMUS_SAME_H

#include "mmra/model/program.h"

bool litmus_same_program(const struct program *a, const struct program *b);

#endif
