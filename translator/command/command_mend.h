/* Mends of a race in the source of a shader: changes, of which each is compiled and run again before it is shown. */
#ifndef TRANSLATOR_COMMAND_MEND_H
#define TRANSLATOR_COMMAND_MEND_H

#include "mmra/base/arena.h"
#include "translator/command/command_source.h"

/* Compiles and runs the text, and says in *is_clean whether there is neither a race nor another fault, and nothing is
 * unknown. False: there is no time for more. */
typedef bool mend_judge(void *user, const char *text, size_t length, bool *is_clean);

struct mend {
    const char *diff; /* a unified one, in the arena; NULL: no change was found */
    uint32_t tried;   /* changes */
    bool is_over;     /* the time was */
};

/* Looks for the fewest changes after which a run shows nothing wrong, where the accesses of these lines (from 1) race.
 */
void mend_find(const struct source *source, const uint32_t lines[2], mend_judge *judge, void *user, struct arena *arena,
               struct mend *mend);

#endif
