/* A thread that takes steps, and the ways of branches that it has come. Private to explore_step.c and explore_ways.c.
 */
#ifndef MMRA_EXPLORE_STEP_H
#define MMRA_EXPLORE_STEP_H

#include "mmra/model/explore_state.h"

struct step {
    struct explorer *e;
    struct explore_state *state;
    uint32_t number;
    struct explore_thread *thread;
    const struct program_thread *program;
};

/* ---- explore_step.c ---- */

/* The node of an operand; 0 for none. A variable that was never set is undefined; the registers of litmus files, which
 * have names, hold 0. */
uint32_t step_operand(struct step *s, struct program_operand o);
void step_set_register(struct step *s, uint32_t number, uint32_t node);

/* ---- explore_ways.c ---- */

/* Sets what the event depends on by the ways that its thread has come. */
void ways_set(struct step *s, struct explore_event *event);
/* Adds what the event depends on as it is by the node's value. */
void ways_add(struct step *s, uint32_t number, uint32_t node);
/* Returns the doubts of what depends on both: what is in doubt of the one or the other, and certain of neither. */
event_list ways_both_doubts(struct step *s, event_list matters, event_list doubts, event_list others,
                            event_list other_doubts);
/* The thread takes a side of the branch that it is at. If too many branches are open, or the ways do not come together,
 * all that follows depends on the branch. */
void ways_open(struct step *s, uint32_t condition, bool side, event_list doubts);
/* Whether the ways of the innermost open branch come together where the thread is. */
bool ways_are_at_join(const struct step *s);
/* They do: by which one the thread has come can be told by what they set. */
void ways_close(struct step *s);

#endif
