/* Suggestions for a SPIR-V program: annotations that could go without changing an outcome, and the fewest more that
 * repair a data race. Judged by running the program again under Vulkan's model with its events changed. */
#ifndef TRANSLATOR_LITMUS_SUGGEST_H
#define TRANSLATOR_LITMUS_SUGGEST_H

#include "translator/program/litmus_spirv.h"

struct suggestion {
    uint32_t line, word; /* of the instruction; line 0: not known */
    const char *instruction;
    const char *what;                /* "add MakeAvailable", "drop Release", "scope Workgroup instead of Device" */
    const struct model_place *place; /* in the source; NULL: not known */
};

struct suggestions {
    bool is_race_known;     /* false: the time was over before */
    bool race;              /* the items are to be added; else to be dropped */
    bool complete;          /* false: the bound on tries was met before all was tried */
    uint32_t most_together; /* of a race: sets of so many additions were tried */
    struct suggestion *items;
    uint32_t count, capacity;
    const char *refused; /* not NULL: why the program cannot be explored */
    const char *nothing; /* not NULL: why nothing is suggested */
    bool is_undefined;   /* for the behaviour is undefined, apart from a race */
    bool unknown;        /* for not every execution was completed */
};

/* What is dropped can be dropped together; what is added must be added together, and no smaller set does. All of it
 * holds for the grid that the program is run as. Nothing is suggested where a read is undefined or the behaviour is for
 * another reason. */
void litmus_suggest(struct litmus_spirv *program, const struct explore_options *options, struct arena *arena,
                    struct suggestions *suggestions);

/* Something that an answer about a program may show: 0, it does not; more, the more alike it is. */
struct litmus_shown {
    uint32_t (*shows)(void *user, const struct litmus_answer *answer, struct arena *arena);
    void *user;
    bool is_race; /* it ends with the first race */
};

/* Finds what of the program forbids that: each item, dropped alone, is enough to let it come about. Also whether a
 * control barrier waits is such an item. Those alone are kept that show what is most alike. None may be: then several
 * things forbid it together. */
void litmus_find_needed(struct litmus_spirv *program, const struct explore_options *options,
                        const struct litmus_shown *shown, struct arena *arena, struct suggestions *found);

#endif
