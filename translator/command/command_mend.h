/* Mends of a race in the source of a shader: changes, of which each is compiled and run again before it is shown. */
#ifndef TRANSLATOR_COMMAND_MEND_H
#define TRANSLATOR_COMMAND_MEND_H

#include "mmra/base/arena.h"
#include "translator/command/command_source.h"

/* Compiles and runs the text, and says in *is_clean whether there is neither a race nor another fault, and nothing is
 * unknown. False: there is no time for more. */
typedef bool mend_judge(void *user, const char *text, size_t length, bool *is_clean);

/* A line of the source. */
struct mend_change {
    size_t line;      /* from 1 */
    bool is_new;      /* the text stands before the line, else in its place */
    const char *text; /* of a new one with its end */
};

struct mend {
    const char *diff;                  /* a unified one, in the arena; NULL: no change was found */
    const struct mend_change *changes; /* the same line by line, in their order; NULL if `diff` is */
    size_t count;                      /* of `changes` */
    uint32_t tried;                    /* sets of changes that were run */
    bool is_over;                      /* the time was */
};

/* Looks for the fewest changes after which a run shows nothing wrong, where the accesses of these lines (from 1) race.
 */
void mend_find(const struct source *source, const uint32_t lines[2], mend_judge *judge, void *user, struct arena *arena,
               struct mend *mend);

#endif
