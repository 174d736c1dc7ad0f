/* This header is what the parts of never-available and never-visible share: check_effects.c (what instructions do to
 * facts), check_availability.c (facts along paths, and findings) and check_path.c (which path a finding speaks of).
 *
 * Along each path a few facts are followed, for global and local memory apart:
 *
 *     pending L     a non-private plain write was made available as far as level L (0: not at all)
 *     published L   a release of level L that makes nothing available has published such a write, and nothing
 *                   has made it available since
 *     acquired L    an acquire of level L that makes nothing visible came, and no operation made anything
 *                   visible since
 *
 * A published fact that lives to the end of a kernel is a finding, and so is a read that meets an acquired
 * fact (models.md, "Availability" and "Visibility"). */
#ifndef MMRA_AVAILABILITY_H
#define MMRA_AVAILABILITY_H

#include "mmra/check/checker.h"

/* A level is the larger the wider the scope: singlethread 1, wavefront 2, ... system 6. */
enum { LEVELS = MMRA_SCOPE_COUNT, WORKGROUP_LEVEL = MMRA_SCOPE_COUNT - MMRA_SCOPE_WORKGROUP };
enum { PENDING = 0, PUBLISHED = LEVELS + 1, ACQUIRED = PUBLISHED + LEVELS, FACTS_OF_SPACE = ACQUIRED + LEVELS };
enum { SPACES = 2, FACTS = FACTS_OF_SPACE * SPACES };

static inline uint64_t fact_bit(unsigned fact) {
    return UINT64_C(1) << fact;
}

/* `count` facts from `first` on. */
static inline uint64_t fact_bits(unsigned first, unsigned count) {
    return ((UINT64_C(1) << count) - 1) << first;
}

/* The lowest fact of a set that is not empty. */
static inline unsigned lowest_fact(uint64_t facts) {
    return (unsigned)__builtin_ctzll(facts);
}

/* Local memory is shared within a workgroup: no wider scope matters there. */
static inline unsigned level_in(unsigned space, unsigned level) {
    return space == 1 && level > WORKGROUP_LEVEL ? WORKGROUP_LEVEL : level;
}

/* This is what one instruction does to the facts. */
struct effect {
    uint32_t index;
    uint8_t spaces; /* those that it orders, or those that it accesses */
    uint8_t level;
    uint8_t coherent;                    /* of an atomic access: available or visible as far as this level by itself */
    bool write, read;                    /* non-private, and plain or for few */
    bool makes_available, makes_visible; /* a release or acquire half with AV */
    bool publishes, acquires;            /* one without */
    ir_function called;
};

struct effects {
    struct effect *items;
    uint32_t count, capacity;
    uint32_t *from; /* by block of the module: where its effects begin */
};

/* The origin of a fact: bits of the facts that a call brought into the function, and MADE for one that arose in it.
 */
struct fact {
    uint64_t origins;
    uint32_t writer;  /* for a fact that arose here: the write that is pending or published, or the acquire of an
                         acquired fact */
    uint32_t release; /* of one made here and published: the release */
    uint32_t carried; /* of one that came in: the release that published it */
};
#define MADE (UINT64_C(1) << 63)

/* The facts at a point. */
struct state {
    uint64_t facts;
    struct fact *at; /* by slot */
};

struct summary {
    bool known;          /* the function was followed to its end once */
    struct state exit;   /* at the returns; also what the facts that come in with a call leave behind */
    uint64_t read_facts; /* acquired facts that, coming in, meet a read ... */
    uint32_t *reader;    /* ... by slot: this one */
};

/* An acquire and the first read that it makes nothing visible for. */
struct lost_read {
    uint32_t acquire, reader;
    ir_function function; /* where they meet */
    unsigned fact;
    bool told; /* with the release that belongs to it */
};

enum reported { REPORTED_RELEASE = 1, REPORTED_ACQUIRE = 2 };

struct availability {
    struct checker *c;
    struct effects effects;
    uint64_t possible;       /* the facts that can arise, and whose end someone may ask about */
    uint8_t written_spaces;  /* where pending or published facts are possible */
    uint8_t acquired_spaces; /* where acquired ones are */
    uint8_t slot_of[FACTS];  /* of the possible ones, in order */
    unsigned slots;
    struct summary *summaries; /* by function; of those that matter */
    bool *called, *matters;    /* by function: some call it; it or a callee does anything to possible facts */
    bool recursive;            /* a callee was not known when its call was followed */
    uint8_t *reported;         /* by instruction: bits of enum reported; NULL: none yet */
    struct lost_read *reads;
    uint32_t read_count, read_capacity;
};

static inline struct fact *fact_at(const struct availability *a, const struct state *state, unsigned fact) {
    return &state->at[a->slot_of[fact]];
}

/* -- check_effects.c -- */
/* Fills in effects, called, possible, slots and matters, without functions that do nothing. `ordered` gets the
 * functions that matter, callees before their callers unless they are recursive; returns their number. */
uint32_t availability_find_effects(struct availability *a, ir_function *ordered);
uint64_t availability_acquired_facts(const struct effect *effect);

/* -- check_availability.c -- */
/* Which facts the effect makes of this one, as masks; with which release, if published. */
uint64_t availability_step(const struct availability *a, const struct effect *effect, unsigned fact);

/* -- check_path.c -- */
/* Adds to the finding the branches that lead from a write to its release, the release, and what comes after it. */
void availability_tell_published(struct availability *a, struct check_finding *finding, ir_function function,
                                 unsigned fact, const struct fact *published);
/* The acquire, and the branches from there to the read. */
void availability_tell_read(struct availability *a, struct check_finding *finding, const struct lost_read *read);

#endif
