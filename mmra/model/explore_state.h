/* The state of an exploration: an execution that grows. Private to explore*.c. */
#ifndef MMRA_EXPLORE_STATE_H
#define MMRA_EXPLORE_STATE_H

#include "mmra/model/event_lists.h"
#include "mmra/model/explore.h"

/* A value: known, or an expression over what reads will read. Node 0 is no value at all. */
enum node_kind { NODE_VALUE, NODE_READ, NODE_COMPUTED };

/* A value that a branch has chosen, and which of its sides it is of. */
struct way {
    uint32_t condition, other; /* nodes; other: what it would be by the other side; 0: not known */
    bool side;                 /* it is so where the condition is this */
};

struct node {
    uint8_t kind;
    bool known, undefined;
    uint32_t a, b, c; /* NODE_READ: a is the event */
    uint64_t value;
    const struct program_instruction *instruction;
    event_list depends; /* the reads that the value comes from */
    event_list matters; /* those of them that it depends on (explore_value.c) */
    event_list ways;    /* of these, those that have certainly decided which value it is */
    event_list chosen;  /* it is one of several, by the way that its thread has come: what decided the way; else 0 */
    struct way way;     /* then */
};

/* The part of a counted barrier's instance that says how many its thread came to before. */
enum { MODEL_BARRIER_NUMBER = (1 << 14) - 1 };

enum constraint { CONSTRAINT_NONE, CONSTRAINT_EQUAL, CONSTRAINT_UNEQUAL };

struct explore_event {
    struct model_event model;
    const struct program_instruction *instruction;
    uint32_t position; /* of the instruction in its thread */
    uint32_t value;    /* node: what it writes; of a counted barrier, which dynamic instance it is */
    uint32_t read;     /* node: what it reads */
    uint32_t compared; /* node: of a compare-exchange */
    uint8_t constraint;
    uint32_t put_off;   /* number of events when the read was put off; 0: it was not */
    bool unreached;     /* it does not happen (explore_reach.c) */
    event_list in_vain; /* writes that made it go round a loop */
    event_list depends; /* the reads that its value and its address come from, and those on the way to it */
    event_list matters; /* those of them that these depend on, as far as is known; */
    event_list doubts;  /* of these, perhaps they do not */
};

enum { MOST_BEFORE = 4 };

/* A branch whose ways have not come together yet. */
struct open_branch {
    uint32_t branch, condition;   /* condition: a node */
    bool side;                    /* that was taken */
    uint32_t before[MOST_BEFORE]; /* nodes: what the first variables of the join were */
    event_list matters, doubts;   /* the thread's, before it */
    event_list certain;           /* the reads that its condition depends on for certain */
};

enum { MOST_OPEN_BRANCHES = 6 };

enum thread_status {
    THREAD_RUNS,
    THREAD_NEEDS_VALUE, /* of the node `needs` */
    THREAD_GUESSES,     /* at a compare-exchange: whether it succeeds */
    THREAD_AT_UNDEFINED_BRANCH,
    THREAD_AT_BARRIER,  /* one that needs a quorum */
    THREAD_AT_EXCHANGE, /* until the others of its subgroup are there, too */
    THREAD_ENDED,
    THREAD_STOPPED /* it will not go on: it waits for ever, or its behaviour is undefined */
};

enum guess { GUESS_NONE, GUESS_SUCCESS, GUESS_FAILURE, GUESS_WAITS };

struct explore_thread {
    uint8_t status, guess;
    bool came_back; /* the last step was a jump backwards */
    bool unreached; /* its last events do not happen */
    bool cut_off;   /* stopped where a loop met the bound: what there is of the execution is the beginning of one */
    /* Undefined behaviour that is no matter of memory order. It has stopped there; or, where a read is to blame that a
     * barrier to come may yet order, goes on without its accesses, and by either way of a branch. */
    const char *fault;
    uint32_t undefined;          /* node: then */
    uint32_t diverges_from;      /* of explore_divergent: the barrier of another thread in place of its own */
    uint32_t undefined_branches; /* that it went on from */
    uint32_t at;
    uint32_t needs;
    uint32_t effects; /* writes, barriers and exchanges with others so far */
    uint32_t barriers[MODEL_LEVELS];
    uint32_t arrived;  /* instance of the split barrier at which it has arrived and has not waited; 0: none */
    uint32_t barrier;  /* number of the one that it is at */
    uint32_t not_with; /* threads with which it will not pass the barrier that it is at */
    /* If it waits in a loop for ever: its round from this event on is the last that is told, and its reads must be of
     * last values. MODEL_NONE: it does not. */
    uint32_t waits_from;
    uint32_t kept_from;         /* the waiting round from this event on was not left out; MODEL_NONE: each was */
    uint8_t rests_by;           /* guesses, as bits, by which it goes round for ever, where it has stopped */
    bool rests;                 /* it goes round once more, and stops */
    uint32_t round_from;        /* it has just come back to the head of a loop, for nothing: the first event since it
                                 * was there before; MODEL_NONE: it has not */
    uint32_t loop_head;         /* where it was last at the head of a loop */
    event_list control;         /* the reads that its branches came from */
    event_list matters, doubts; /* likewise, those that what it does now depends on */
    struct foreseen {
        uint32_t node;
        bool value;
    } foreseen[MOST_OPEN_BRANCHES]; /* values that it has acted upon before they are known */
    uint32_t foreseen_count;
    uint32_t stays; /* the branch, + 1, from which it goes only when the value is known */
    bool at_head;   /* the value that it needs decides the next branch; it is at the head of a loop before that */
    bool hurries;   /* it does not wait at the head */
    struct open_branch open[MOST_OPEN_BRANCHES];
    uint32_t open_count;
};

struct loop_visit {
    uint32_t times;
    uint32_t certain; /* rounds that no read has decided */
    uint32_t effects;
    uint32_t events;
    bool in_doubt; /* a round since the loop was entered has done something, and rounds in vain may come before it */
    event_list control; /* the thread's, at that visit */
};

struct explore_state {
    struct explore_event *events;
    uint32_t event_count, event_capacity;
    struct node *nodes;
    uint32_t node_count, node_capacity;
    struct explore_thread *threads;
    uint32_t *registers;              /* nodes, of all threads */
    struct loop_visit *visits;        /* of all loop heads */
    uint32_t *remembered;             /* nodes, per loop head: the registers at the last visit */
    struct model_system_order *order; /* pairs of atomic writes, earlier and later */
    uint32_t order_count, order_capacity;
    uint32_t groups; /* quorum barriers passed so far */
    bool impossible; /* a constraint does not hold */
    bool ordered;    /* no read but plain ones is open, and the atomic writes are in order */
};

/* Open read-modify-writes of one location, of which one takes its value from the next. */
struct chain {
    uint32_t *members; /* open read-modify-writes of one location */
    uint32_t count, capacity;
    uint32_t takers;  /* so many of them, which stand in front, can take the first write */
    bool interrupted; /* some member may take what a thread of another wrote after it, and is no member */
    uint32_t first;   /* the one write that some member takes in every execution that there is */
};

/* Blocks of threads that can change places with each other, member by member. */
struct symmetry_class {
    uint32_t size;     /* of a block */
    uint32_t *threads; /* of all blocks, one after the other */
    uint32_t count, capacity;
};

enum { MAX_SYMMETRIC_THREADS = 256 };

/* A register would hold this (explore_detour.c): a value, if it is known, and the reads that it depends on. */
struct shortcut_value {
    bool known;
    uint32_t node; /* the one that it is; MODEL_NONE: another */
    uint64_t value;
    event_list matters;
};

/* The question is not about the cell, and it is only stored to; or it is quiet, and read by read-modify-writes alone
 * whose results are not used. */
enum unread { UNREAD_NOT, UNREAD_STORED, UNREAD_MODIFIED };

/* explore_canonical.c works in these. */
struct digest;
struct canonical_room {
    struct digest *events, *nodes, *colours, *next;
    uint32_t *local, *at;
    uint32_t event_capacity, node_capacity;
};

/* These do not change while exploring. */
struct explorer {
    const struct program *program;
    const struct model *model;
    const struct explore_options *options;
    struct arena *arena;
    struct explore_statistics *statistics;
    struct relations pool;
    struct event_lists lists;
    uint32_t *first_register; /* per thread */
    uint32_t **head_number;   /* per thread and instruction */
    bool *defined;            /* per cell: it always holds a defined value, and each of its reads takes one */
    bool *mixed;              /* per cell: not all of its accesses are atomics of inclusive scopes */
    bool *quiet;              /* per cell: nobody can tell that it is written again with the value that it has */
    bool *still;              /* per cell: quiet and defined */
    uint8_t *unread;          /* per cell: enum unread, whether anybody asks for its value */
    uint64_t ***live;         /* per thread and instruction: as program_thread.live, for this question */
    uint32_t register_count, head_count, widest; /* widest: registers of a thread */
    struct model_scope_instances *scopes;
    /* the execution under evaluation */
    struct execution execution;
    struct model_event *view;
    int32_t *decided;
    const struct model_operation *in_doubt; /* it exists only if this operation does not depend on what was read */
    bool orders_all;                        /* some operation is sequentially consistent, or po | rf must be acyclic */
    struct chain chain;
    struct symmetry_class *classes; /* those of single threads first, then of larger and larger groups */
    uint32_t class_count, class_capacity;
    bool renames;         /* some exchange of threads renames values */
    struct digest *known; /* of the states that were there */
    uint64_t known_count, known_capacity;
    struct canonical_room room;
    const struct program_instruction *made[PROGRAM_FCOMPARE]; /* explore_value.c: of 64 widths each */
    uint64_t trial_steps;                                     /* explore_value.c: since it asked whether to go on */
    bool **orders;                                            /* per thread and instruction (explore_buffering.c) */
    bool *looks;                                              /* per thread (explore_look.c) */
    struct shortcut_value *shortcut; /* explore_detour.c: of one thread's registers; NULL: no detour is left out */
    struct interval_value
        *interval;                 /* explore_interval.c: registers of one thread on its way; NULL: none is followed */
    struct loop_counter *counters; /* per loop head (explore_count.c); NULL: no count goes on */
    uint64_t **dead_cells;         /* per loop head (explore_retry.c); NULL: no round is left out */
    bool *after;                   /* explore_await.c: per event, which has room for so many */
    uint32_t after_capacity;
    uint32_t *later;        /* per thread: its next event, while program order is made */
    uint32_t *kept;         /* explore_step.c: registers of a thread, while it looks ahead */
    uint32_t view_capacity; /* events that these two have room for */
};

static inline event_list state_join(struct explorer *e, event_list a, event_list b) {
    return event_lists_join(&e->lists, a, b);
}

/* explore_state.c: asks whether to go on. Once the answer was no it stays so, and the search ends after this step,
 * whatever the step comes to. */
bool state_goes_on(const struct explorer *e);

/* explore_cells.c: fills in `mixed`, `defined`, `quiet`, `unread` and `live`. */
void explore_find_cells(struct explorer *e);

/* explore_state.c */
void state_begin(struct explorer *e, struct explore_state *state);
void state_copy(struct explorer *e, struct explore_state *target, const struct explore_state *source);
uint32_t state_add_event(struct explorer *e, struct explore_state *state, int32_t thread,
                         const struct model_operation *operation);
uint32_t state_add_node(struct explorer *e, struct explore_state *state, enum node_kind kind);
/* Fills in what has become known; sets `impossible` where a constraint does not hold. */
void state_update_values(struct explore_state *state);
/* explore_value.c: makes less of what has been computed of reads, where a read cancels out. */
/* A copy of a value that one of several ways has set: it depends on what chose the way, and for certain on these. */
uint32_t state_copy_of_way(struct explorer *e, struct explore_state *state, uint32_t node, struct way way,
                           event_list chosen, event_list certain);
void state_reduce_node(struct explorer *e, struct explore_state *state, uint32_t number);
/* Returns which ways have decided a computed value for certain. */
event_list state_ways_of(const struct explore_state *state, const struct program_instruction *instruction, uint32_t a);
/* The reads that the value may not depend on, though it is not known that it does not. */
event_list state_doubts(struct explorer *e, const struct explore_state *state, uint32_t node);

/* The node that this one is a copy of. */
uint32_t state_copied_node(const struct explore_state *state, uint32_t node);
void state_update_node(struct explore_state *state, uint32_t number);

/* explore_step.c: lets a thread go on from a branch on a value that a read left undefined. */
void state_take_branch(struct explorer *e, struct explore_state *state, uint32_t thread, bool condition);
/* Runs every thread as far as it can go; sets `impossible` where a value is not what was foreseen. */
void state_advance(struct explorer *e, struct explore_state *state);
/* Whether what threads have foreseen has come true; with `all` none of it is open any more. */
bool state_comes_true(const struct explorer *e, struct explore_state *state, bool all);
/* Lets the threads of a set pass the barrier that they are at, as one instance. */
void state_pass_barrier(struct explorer *e, struct explore_state *state, uint32_t threads);

/* Whether the nodes are one value, as far as that is known: the value is known, or the same is computed of the same
 * reads. */
bool state_same_values(const struct explore_state *state, uint32_t a, uint32_t b);

/* explore_divergence.c: the barrier that some other thread has come to where this one comes to `barrier`, or to another
 * dynamic instance of it than `round`; MODEL_NONE: none. */
uint32_t state_other_barrier(const struct explorer *e, const struct explore_state *state, uint32_t thread,
                             const struct program_instruction *barrier, uint32_t round);
/* Whether threads do not come to the same barriers, and the first two that do not. */
bool state_diverges(const struct explorer *e, const struct explore_state *state, struct explore_divergence *found);

/* explore_reach.c: marks the events after barriers that some thread which never ends does not reach; where no thread
 * can go on. False if what happens takes a value from what does not: then the execution does not exist. */
bool state_leave_out_unreached(const struct explorer *e, struct explore_state *state);
/* Whether the event's thread came to it past a barrier that `thread`, another of its instance, has not reached so far.
 */
bool state_is_behind_barrier_of(const struct explorer *e, const struct explore_state *state, uint32_t event,
                                uint32_t thread);

/* explore_evaluate.c: asks the model. Where a dependency in doubt is all that speaks against the execution, it stands,
 * and `in_doubt` says so. */
bool state_evaluate(struct explorer *e, struct explore_state *state, bool complete);
/* Whether the read may take the write, as far as the last evaluation shows, which must be one of this state or of one
 * that it has grown from without a new event. */
bool state_may_see(const struct explorer *e, uint32_t read, uint32_t write);
void state_relations(struct explorer *e, const struct explore_state *state);

/* explore_symmetry.c: fills in `classes`. */
void explore_find_symmetry(struct explorer *e);
/* explore_canonical.c: whether this state, or one that differs from it only in which of the threads that can change
 * places did what, was asked about before. Never, where no threads can change places. */
bool state_was_there(struct explorer *e, const struct explore_state *state);

/* explore_decide.c: whether the read can take the write at all; and is still to be decided. */
bool state_may_take(const struct explore_state *state, uint32_t read, uint32_t write);
bool state_is_open_read(const struct explore_event *event);

/* explore_retry.c: fills in `dead_cells`. */
void explore_find_retries(struct explorer *e);
bool explore_has_opcode(const struct program *program, enum program_opcode opcode);
/* Whether some atomic access is not in scope of every thread. */
bool explore_mixes_scopes(const struct explorer *e);
/* Whether the thread, which is at the head of a loop again, has gone round for nothing but another value of what it
 * read before. */
bool state_may_retry(const struct explorer *e, const struct explore_state *state,
                     uint32_t number); /* as far as it is */
bool state_retries(const struct explorer *e, const struct explore_state *state, uint32_t number);

/* explore_ending.c: notes in options.ran what the thread has come to, from this event on. */
void state_note_ran(const struct explorer *e, const struct explore_state *state, uint32_t thread, uint32_t from);

/* explore_wait.c */
/* Whether the thread is at the head of a loop in the state in which it was there before, and has done nothing since
 * that anybody could tell. */
bool state_came_back(const struct explorer *e, const struct explore_state *state, uint32_t number);
/* Returns how many live registers a thread has changed in its round, which is at the head of a loop again: 2 stands for
 * more, and *one is the last of them; or that the round has done something that somebody could tell. */
enum { ROUND_DID_SOMETHING = 3 };
uint32_t state_changed_in_round(const struct explorer *e, const struct explore_state *state, uint32_t number,
                                uint32_t *one);
/* Whether a compare-exchange that succeeds writes what it has read, so that it matters where it has read that. */
bool state_exchanges_alike(const struct explorer *e, const struct explore_state *state, uint32_t cell,
                           uint32_t compared, uint32_t stored);
/* Whether the round from the event on, which the thread has gone for nothing, is kept: it then goes on. */
bool state_keep_round(const struct explorer *e, struct explore_state *state, uint32_t number, uint32_t from);
bool state_waits_for_ever(const struct explore_state *state, uint32_t number);
/* Lets the thread go the round from the event on for ever. False if others take what it writes there: such an execution
 * tells nothing that another does not. */
bool state_wait_for_ever(const struct explorer *e, struct explore_state *state, uint32_t number, uint32_t from);

/* explore_count.c */
void explore_find_counts(struct explorer *e); /* makes room for `counters` */
/* A thread that is at the head of a loop again may have gone round for nothing but a count. Then the count may go on to
 * the last one before it matters, as if the thread had gone the rounds until there; true if it does. */
bool state_counts_on(struct explorer *e, struct explore_state *state, uint32_t number);
/* Whether rounds of some loop were left out so though others of it do something and are not the last. */
bool explore_counts_in_doubt(const struct explorer *e);

/* explore_buffering.c: fills in `orders`: whether the instruction orders all accesses, as far as it acquires or
 * releases. */
void explore_find_buffering(struct explorer *e);
/* Returns, for a state in which no thread can go on, whether a thread that acts before it knows a value may help
 * others.
 */
bool state_may_buffer(const struct explorer *e, const struct explore_state *state);

/* explore_look.c: fills in `looks`: whether no fence makes relaxed reads of the thread synchronize. */
void explore_find_looks(struct explorer *e);
/* Whether there is an execution that shows the same, in which some read takes the write that the next read of its
 * thread takes. */
bool state_looks_elsewhere(struct explorer *e, const struct explore_state *state);

/* explore_detour.c: makes room for `shortcut`. */
void explore_find_detours(struct explorer *e);
/* Whether the thread, which is about to make an event or to end, has read a location again to come here, and would be
 * here at once had it read the same at first. */
bool state_is_detour(struct explorer *e, const struct explore_state *state, uint32_t number);

/* explore_interval.c: makes room for `interval`. */
void explore_find_intervals(struct explorer *e);
/* Whether all that the thread may yet write to the location of the read comes after a barrier that orders the read
 * before it. */
bool state_writes_behind_barrier(const struct explorer *e, const struct explore_state *state, uint32_t read,
                                 uint32_t thread);

/* explore_ending.c */
bool state_all_ended(const struct explorer *e, const struct explore_state *state);
/* Whether coherence puts another write after this one, as far as a glance shows: it is an initial value, or the other's
 * thread wrote or read it before. Writes that do not happen if `thread` waits for ever are left out. */
bool state_is_overtaken(const struct explorer *e, const struct explore_state *state, uint32_t write, uint32_t thread);

/* explore_chain.c: read-modify-writes of one location, one after the other. A lazy one is decided last: nobody uses
 * its result, it orders nothing, and it commutes with its like. */
bool state_is_lazy(const struct explorer *e, const struct explore_state *state, uint32_t read);
/* The chain that the first suitable open read is in; the state must have been evaluated. */
bool state_find_chain(struct explorer *e, const struct explore_state *state, bool lazy, struct chain *chain);
/* Whether the members can change places: no order that they may be in tells anything from any other. No event may
 * come any more. */
bool state_chain_commutes(struct explorer *e, const struct explore_state *state, const struct chain *chain);

#endif
