/* The choices of an exploration, and how it ends. Private to explore*.c. */
#ifndef MMRA_EXPLORE_DECIDE_H
#define MMRA_EXPLORE_DECIDE_H

#include "mmra/model/explore_state.h"

/* These are the kinds of choices at a state. */
enum decision_kind {
    DECISION_GUESS,   /* whether the compare-exchange of thread `subject` succeeds */
    DECISION_BARRIER, /* with whom thread `subject` passes a barrier that needs a quorum: choices are sets of
                         threads */
    DECISION_BRANCH,  /* where thread `subject` goes from a branch on an undefined value: choices are 0 and 1 */
    DECISION_WAY,     /* where thread `subject` goes from a branch before the value is known: choices are 0, 1, and not
                         to go there; or to go to such a branch */
    DECISION_CHAIN,   /* which read-modify-write takes write `subject`: choices are reads */
    DECISION_READ,    /* what read `subject` takes: choices are writes */
    DECISION_REST,    /* what thread `subject`, which waits for ever, reads each time: choices are the writes that read
                         `other` may take, or the guesses at a compare-exchange */
    DECISION_ORDER,   /* which of two writes is first: choices are 0 and 1 */
    DECISION_LEAF,    /* none: the execution is complete */
    DECISION_DEAD     /* none: what is still open can never be decided */
};

enum {
    CHOICE_STAYS = 2,
    CHOICE_HURRIES = 3,
    CHOICE_PUT_OFF = -10,
    MAX_QUORUM_THREADS = 32 /* sets of them are bits */
};

struct decision {
    uint8_t kind;
    bool any_will_do;   /* choices that come to nothing else: the first that the model allows stands for all */
    event_list in_vain; /* of a read: the choices that made its thread go round a loop for nothing */
    uint8_t guesses;    /* of a guess: those, as bits */
    bool put_off;       /* the last choice of a read, to put it off, has been made */
    uint32_t subject, other;
    int64_t *choices;
    uint32_t count, capacity, next;
};

static inline void add_choice(struct explorer *e, struct decision *d, int64_t choice) {
    *ARENA_PUSH(e->arena, d->choices, d->count, d->capacity) = choice;
}

/* explore_decide.c: which choice there is at the state. evaluated: the model has just been asked about this very state,
 * and allows it. */
void state_decide(struct explorer *e, struct explore_state *state, struct decision *d, bool evaluated);
/* The next choice of a decision; false if none is left. A read is put off after it has taken every write that is there,
 * if more may come or if it may wait for ever at one of those. */
bool state_next_choice(struct explorer *e, const struct explore_state *state, struct decision *d, int64_t *choice);
void state_apply(struct explorer *e, struct explore_state *state, const struct decision *d, int64_t choice);

/* explore_await.c */
/* Whether a write came after the read was put off that it may take. */
bool state_has_new_source(const struct explore_state *state, uint32_t read);
/* Whether a thread that goes on may yet write what the read reads. */
bool state_may_be_written(struct explorer *e, const struct explore_state *state, uint32_t read);
/* Whether the read may take one of the writes each time its thread goes round, for ever. */
bool state_may_wait_at(const struct explorer *e, const struct explore_state *state, uint32_t read, event_list in_vain);
/* Whether some read was put off that no write is left for: there is no such execution. */
bool state_awaits_nothing(struct explorer *e, const struct explore_state *state);

/* explore_wait.c: how the threads that wait for ever go round. False if there are none, or all of them are told. */
bool state_decide_rest(struct explorer *e, const struct explore_state *state, struct decision *d);
void state_rest(struct explore_state *state, const struct decision *d, int64_t choice);

/* explore_quorum.c: barriers that open when enough threads have come. */
bool state_decide_quorum(struct explorer *e, const struct explore_state *state, struct decision *d);
void state_decline_quorum(const struct explorer *e, struct explore_state *state, uint32_t thread);
bool state_quorum_stays_shut(const struct explorer *e, const struct explore_state *state);

/* explore_ending.c: what becomes of a complete state. False if there is no such execution: the model does not allow it,
 * or a thread waits for ever for what has come. Else it is described and counted. */
bool state_end(struct explorer *e, struct explore_state *state, struct explored *one);
bool state_is_cut_off(const struct explorer *e, const struct explore_state *state);

#endif
