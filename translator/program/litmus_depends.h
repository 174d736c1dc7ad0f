/* Whether where an instruction accesses memory depends on what nobody chose (races.md, "Races that depend on it"). */
#ifndef TRANSLATOR_LITMUS_DEPENDS_H
#define TRANSLATOR_LITMUS_DEPENDS_H

#include "translator/program/litmus_unset.h"

/* An address that depends on nothing is where it is whatever the numbers and contents are, if the instruction is
 * reached. The answer is kept in the race. */
const struct litmus_dependence *litmus_depends(struct litmus_race *race);

#endif
