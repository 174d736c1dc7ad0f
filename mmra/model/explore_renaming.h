/* Exchanges of threads that rename values. Private to explore*.c. */
#ifndef MMRA_EXPLORE_RENAMING_H
#define MMRA_EXPLORE_RENAMING_H

#include "mmra/model/explore_state.h"

/* Whether the program is the same with these threads in the place of others, if values have changed names. The code of
 * threads that take each other's place must be the same but for constants. Fills in which cells take the place of which
 * (MODEL_NONE: nobody accesses it), and of each whether values in it have other names. */
bool explore_renames(struct explorer *e, const uint32_t *thread, uint32_t *cell, bool *renamed);

#endif
