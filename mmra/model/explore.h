/* Exploration: every execution of a program that a model allows, each exactly once.
 *
 * Threads run ahead as far as they can: a read leaves its value open, and what depends on it is kept as an
 * expression, until a branch or an address needs it. Then one open choice is taken at a time, always the same
 * one for the same state: a read takes one of the writes that are there, *or is put off until a further write
 * appears*, from then on one of the further ones; when no read is open, two atomic writes to one location are
 * put in order. So each execution has exactly one way to come about, and one that a model rejects while it
 * grows is given up at once.
 *
 * A loop iteration that comes back to where it began, having written nothing that anybody could tell and with the same
 * values still in use, is waiting: the read that made it go round is put off instead. One such iteration of each thread
 * is kept if it may show a race or an undefined read. Other loops are unrolled to a bound.
 */
#ifndef MMRA_EXPLORE_H
#define MMRA_EXPLORE_H

#include "mmra/model/program.h"

/* Which exchanges of threads the question does not tell apart: of each thread and cell, the one that takes its place
 * (MODEL_NONE: the cell stays), and of each cell whether values in it change names. Of executions that differ in such
 * an exchange one alone is visited. */
struct explore_symmetry {
    bool (*keeps)(void *user, const uint32_t *thread, const uint32_t *cell, const bool *renamed);
    void *user;
};

/* These spare work and lose nothing (docs/reference/models.md, "Reductions"); tests do without. */
enum explore_reduction {
    EXPLORE_SYMMETRY = 1 << 0,   /* one execution of those that exchanges of threads turn into each other */
    EXPLORE_CHAINS = 1 << 1,     /* which read-modify-write is first, rather than what each reads */
    EXPLORE_COMMUTING = 1 << 2,  /* one order of those that commute */
    EXPLORE_SOURCES = 1 << 3,    /* only the writes that the model leaves a read to take are tried */
    EXPLORE_EXCHANGES = 1 << 4,  /* what a compare-exchange that succeeds has read is known */
    EXPLORE_RETRIES = 1 << 5,    /* rounds of a loop whose compare-exchange fails are left out, where nobody can tell */
    EXPLORE_WAITING = 1 << 6,    /* rounds of a loop that do nothing are left out */
    EXPLORE_BUFFERING = 1 << 7,  /* threads act on values to come only where load buffering is possible */
    EXPLORE_AWAITING = 1 << 8,   /* reads for which no write is left that they could take are found at once */
    EXPLORE_LOOKS = 1 << 9,      /* of two writes of one value, a read takes the one that the next read takes */
    EXPLORE_DETOURS = 1 << 10,   /* reads are left out after which a thread reads the same location again and goes on */
    EXPLORE_INTERVALS = 1 << 11, /* no read is put off for what can only be written after a barrier that it is before */
    EXPLORE_REDUCTIONS = (1 << 12) - 1
};

struct explore_statistics;

/* The question is about these at the end of an execution: registers of each thread, and cells. */
struct explore_asked {
    bool **registers, *cells;
};

struct explore_options {
    struct model_options model;
    uint32_t unroll;      /* how often a loop that does something goes round; 64 times, if no read decides it */
    uint64_t evaluations; /* give up after so many */
    const struct explore_symmetry *symmetry; /* NULL: all are told apart */
    /* Asked before each step whether to go on; NULL: always */
    bool (*goes_on)(void *user, const struct explore_statistics *statistics);
    void *goes_on_user;
    uint32_t without;                  /* reductions to do without, enum explore_reduction */
    const struct explore_asked *asked; /* NULL: all that is observed */
    bool doubts_are_none;              /* a dependency that is in doubt is taken for none, instead of for one */
    /* By the origin of operations: set where a thread of some execution comes to one; NULL: nobody asks. A round that
     * is left out counts as one of an execution. */
    uint8_t *ran;
};

struct explore_options explore_defaults(void);

struct explore_statistics {
    uint64_t executions;  /* complete and consistent */
    uint64_t hung;        /* consistent, but not every thread ends: for one of the next four reasons */
    uint64_t faulty;      /* a thread's behaviour is undefined, apart from memory order */
    uint64_t aborted;     /* a thread aborts; the others may come to their ends, or be ended anywhere */
    uint64_t deadlocked;  /* threads wait for each other in a circle, or at a barrier that never opens */
    uint64_t endless;     /* a thread goes round a loop for ever, and nobody is left who could end it */
    uint64_t cut_off;     /* consistent beginnings of executions: a loop met the bound */
    uint64_t mirrored;    /* beginnings that differ from others only in such an exchange */
    uint64_t abandoned;   /* given up while growing */
    uint64_t evaluations; /* of the model */
    uint64_t aborting[MODEL_MAX_THREADS / 64]; /* threads that abort in some execution */
    bool unroll_reached;    /* some beginning of an execution was not followed further, for a loop met the bound */
    bool divergent_barrier; /* see struct explore_divergence */
    /* Vulkan: some atomic writes to one location are in scope of each other, others not (mixed_reads: of the atomics
     * there); in any execution that was tried, consistent or not. */
    bool mixed_writes, mixed_reads;
    const char *fault;                     /* undefined behaviour apart from memory order: one of the next two */
    const char *out_of_bounds, *undefined; /* an access; division by zero, a branch on an undefined value, ... */
    const char *refused;                   /* not NULL: the program is beyond this checker, which is said here */
    /* Perhaps an execution was left out that exists: what this operation does may not depend on what was read, though
     * it is not known that it does not. NULL: none was. */
    const struct model_operation *doubtful;
    bool gave_up; /* the number of evaluations was reached, or the caller had it stopped */
};

struct explore_state;

/* The fault of a thread that comes to another control barrier than others of its workgroup. */
extern const char explore_divergent[];

/* Two threads of one instance of a scope: the first comes to a control barrier, and the second to another one, to
 * another dynamic instance of it, or to its end (at[1] is NULL). */
struct explore_divergence {
    uint32_t threads[2];
    const struct model_operation *at[2];
};

/* Returns what an event writes. */
struct explored_written {
    bool undefined;
    uint64_t value;
};

/* An execution, as it is given to the visitor. */
struct explored {
    const struct program *program;
    const struct execution *x;
    const struct explore_state *state; /* NULL: it was not explored; then: */
    const struct explored_written *written;
    const uint32_t *rounds; /* and how often its thread has come to each event's instruction, this time included */
    bool reached; /* synchronization of some kind leads from the first event of the race to the second; not all of its
                   * events need be here */
    bool hung;
    const char *fault; /* undefined behaviour of some thread, apart from memory order; or NULL */
    bool diverges;     /* threads do not come to the same control barriers; that may be the fault. Then: */
    struct explore_divergence divergence;
    bool aborts;    /* some thread does */
    bool deadlock;  /* what hangs without a fault: threads wait for each other, or at a barrier; else it goes round */
    bool torn;      /* some read takes undef where the model decides so: what AMDGPU's has for a data race */
    bool undefined; /* some read has the value undef */
    uint32_t undefined_read;
};

enum explored_value { EXPLORED_NOTHING, EXPLORED_KNOWN, EXPLORED_UNDEFINED };

enum explored_value explored_register(const struct explored *one, uint32_t thread, uint32_t number, uint64_t *value);
enum explored_value explored_event_value(const struct explored *one, uint32_t event, bool read, uint64_t *value);
/* The writes that may be what a cell holds at the end: one, unless the program has a race. Returns how many; `last` has
 * room for all events. */
uint32_t explored_last_writes(const struct explored *one, uint32_t cell, uint32_t *last);

/* Whether a thread waits in a loop for ever, or its behaviour is undefined. */
bool explored_stopped(const struct explored *one, uint32_t thread);

/* For a program without loops: whether some thread whose behaviour is undefined has left out a barrier or a fence that
 * its code has. */
bool explored_leaves_out(const struct explored *one);

/* Whether a thread has not come to its end, by its own fault (*fault) or waiting (NULL), and the last operation that it
 * did or is about to do; NULL: there is none. */
bool explored_unfinished(const struct explored *one, uint32_t thread, const char **fault,
                         const struct model_operation **at);

/* Called for every consistent execution; false ends the exploration. */
typedef bool explore_visitor(void *user, const struct explored *one);

void explore(const struct program *program, const struct model *model, const struct explore_options *options,
             struct arena *arena, explore_visitor *visit, void *user, struct explore_statistics *statistics);

#endif
