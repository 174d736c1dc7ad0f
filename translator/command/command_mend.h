/* Mends of a fault in the source of a shader: changes, of which each is compiled and run again before it is shown. */
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
    const char *remark;                /* what the changes do besides; NULL: nothing */
    uint32_t tried;                    /* sets of changes that were run */
    bool is_over;                      /* the time was */
};

enum { MEND_LINES = 8 };

/* Also a value that is read before any is written, a workgroup that waits for one that need not have started, and a
 * helper invocation that may be elected. */
enum mend_kind { MEND_RACE, MEND_BARRIER, MEND_BOUNDS, MEND_UNWRITTEN, MEND_PROGRESS, MEND_HELPER };

/* A fault, and its lines (from 1). */
struct mend_fault {
    enum mend_kind kind;
    uint32_t lines[MEND_LINES]; /* of both accesses; of the barrier, and those at which ways part; of the access */
    uint32_t count;
    const char *memory;    /* of a race: what it is for, whose name has its words; NULL: not known */
    bool is_of_two_groups; /* a race of invocations of two workgroups */
    bool is_counting;      /* a race that hangs on elements which may be equal, of a count that no atomic does */
};

/* Looks for changes after which a run shows nothing wrong: of a race the fewest. */
void mend_find(const struct source *source, const struct mend_fault *fault, mend_judge *judge, void *user,
               struct arena *arena, struct mend *mend);

#endif
