/* This room orders the events of a run: happens-before for each set of storage classes, availability, visibility and
 * location order, of mmra/model/model_vulkan.c, for events that come one after the other. Private to race*.c.
 *
 * Happens-before of a set of classes S holds by releases and acquires whose semantics have all of S. So each invocation
 * has a clock for each S: of each other one the last release whose S-synchronization has reached it.
 * docs/reference/races.md says why this is the model's relation, and where it is taken to be larger. */
#ifndef MMRA_RACE_ORDER_H
#define MMRA_RACE_ORDER_H

#include "mmra/race/race.h"
#include "mmra/race/race_clock.h"

enum { RACE_MAX_SETS = 16, RACE_ANY_CLASS = 0xFF };

/* The events of each set that happen before an event. One invocation's events share it until it acquires something. */
struct race_known {
    uint32_t references;
    struct race_clock *clocks[];
};

struct race_event {
    const struct model_operation *operation;
    uint16_t kind, flags; /* the operation's, but for a compare-exchange that failed */
    uint32_t invocation;
    uint32_t index; /* in its invocation, from 1 on */
    uint64_t address;
    uint64_t value; /* that it writes */
    uint16_t bytes;
    bool unknown; /* what it writes is undefined */
    uint32_t reference;
    uint32_t round; /* how often the invocation has come to the instruction, this time included */
    uint32_t since;
    /* If memory remembers the access, and it makes available or visible by itself: what happens before it. It stands
     * for accesses that are alike, from `since` on. */
    struct race_known *known;
};

/* Accesses to one word. */
struct race_accesses {
    struct race_event *items;
    uint32_t count, capacity, compact_at;
};

/* Releases that have come somewhere: of one scope and semantics, of one place. */
struct race_head {
    uint8_t scope, semantics;
    uint8_t class;       /* of the atomic that read it; RACE_ANY_CLASS: it came by a control barrier */
    uint32_t invocation; /* one that did it: whose scope it is */
    struct race_head *next;
    struct race_clock *clocks[]; /* of each set */
};

struct race_heads {
    struct race_head *first;
};

/* The atomic writes of one scope. */
struct race_writers {
    bool some;
    uint8_t apart;  /* as bits: levels of which not all are in one instance */
    uint32_t first; /* one that wrote */
};

/* A write that later atomic reads may still take although it is not the last, or what stood there before the first. */
enum { RACE_PASTS = 4, RACE_MAX_SEEN = 32 };
struct race_past {
    uint64_t value;
    bool unknown;           /* it is undefined */
    uint32_t writer, event; /* the write; event 0: none */
    uint8_t scope;
    struct race_heads heads; /* the releases that it carries */
    struct {
        uint32_t invocation, event;
    } seen[RACE_MAX_SEEN]; /* the first event of each invocation that wrote it or read it */
    uint32_t seen_count;
};

struct race_crowd; /* race_crowd.c */

/* The atomic writes of a location. */
struct race_location {
    uint64_t address;
    uint32_t bytes;
    uint32_t last_invocation; /* that wrote */
    uint8_t last_scope;
    bool written, plain_since;
    bool apart;                                    /* some two of its atomic writes are not in scope of each other */
    uint8_t scopes;                                /* of its atomic writes, as bits */
    struct race_writers writers[MODEL_LEVELS + 1]; /* by scope; the last have none */
    struct race_heads heads;
    uint32_t reference;
    struct race_past *past; /* the last few writes, from old to new (race_past.c) */
    uint32_t past_count;
    bool past_ends; /* it is accessed in several ways: only the last write is read */
    bool modified;  /* by a read-modify-write, which is this: */
    uint8_t rmw;
    struct race_crowd *crowd; /* writes of its word before those that this has as items; or NULL */
};

/* Operations that make available or visible are of one kind if they are alike in these. */
struct race_kind {
    uint8_t scope, semantics;
    uint8_t class; /* of an access */
    bool is_access;
    bool available, visible; /* by its semantics; else by itself: of its own location alone */
};

/* When an invocation has done operations of a kind. */
struct race_moments {
    struct race_kind kind;
    uint32_t *events;
    struct race_clock **clocks; /* of each event as many as there are sets: what happens before it; NULL where only
                                 * the event is asked for */
    uint32_t count, capacity, clock_count, clock_capacity;
};

struct race_made {
    struct race_moments *kinds;
    uint32_t count, capacity;
};

struct race_state {
    uint32_t events;             /* so far */
    struct race_known *known;    /* these, if an access has asked for them since they changed */
    struct race_heads fences;    /* its own release fences, the last of each kind */
    struct race_heads arrived;   /* these, when it last arrived at a split barrier */
    struct race_heads pending;   /* what its reads and control barriers have brought, for acquires to come */
    struct race_made made, seen; /* available, visible */
    uint32_t released;           /* the last release */
    bool meets_others;           /* by an atomic of memory that all groups have */
    struct race_clock *now[];    /* of each set */
};

struct race_order {
    struct race_pool *pool;
    struct race_clocks clocks;
    uint8_t sets[RACE_MAX_SETS]; /* the first is of no class: any synchronization */
    uint32_t set_count;
    uint8_t head_level; /* heads from one instance of it are alike */
    bool has_fences;    /* some operation is an acquire without being an access */
    uint32_t group_size;
    uint8_t without; /* enum race_shortcut */
    /* Some operation that makes available or visible may take up what one of a smaller scope has done (race_chained.c):
     * a chain of them may reach further than each. */
    bool chained;
    uint8_t widest; /* of those that make available or visible */
    bool linked;    /* chained, or semantics of accesses make available or visible */
    /* The question is about these bytes of a word, and the accesses to the word: writes and reads. */
    uint64_t asked_first, asked_last;
    const struct race_accesses *beside[2];
    bool assumes;                  /* those that stand for several are all of them at once */
    bool by_text;                  /* what operations include is that of the appendix's text (models.md, "Vulkan") */
    bool *reversed;                /* set where the formal model includes something that the text does not */
    struct race_state **states;    /* of each invocation; */
    struct race_known *last_known; /* that was made; or NULL */
    struct race_state *nothing;    /* this if it has no event yet, or has ended and left nothing */
    bool apart;                    /* instances of the workgroup's level, and of smaller ones, are each of one group */
    uint32_t *instances[MODEL_LEVELS]; /* of each invocation; NULL: all are in instance 0 */
    bool may_learn;                    /* some invocation acquires by such an atomic, or after it */
    bool learned; /* some atomic has led synchronization to an invocation that did not know of it by barriers */
    bool mixed;   /* atomic writes of mixed scopes at one location: no execution of the model */
    const struct model_operation *mixed_at;
};

void race_order_init(struct race_order *order, const struct race_program *program, uint8_t without,
                     struct race_pool *pool);
/* race_chained.c: whether operations of the program may form a chain. */
bool race_may_chain(const struct race_program *program, struct race_pool *pool);
/* The instance of a level that has an invocation. */
static inline uint32_t race_instance(const struct race_order *order, uint32_t invocation, uint8_t level) {
    const uint32_t *instances = order->instances[level];
    return instances ? instances[invocation] : 0;
}

/* A new event of an invocation: its number. */
uint32_t race_order_next(struct race_order *order, uint32_t invocation);
bool race_order_in_scope(const struct race_order *order, uint32_t a, uint8_t a_scope, uint32_t b, uint8_t b_scope);

/* The event is an atomic of memory that all groups have. */
void race_order_meets_others(struct race_order *order, const struct race_event *event);
/* An atomic access: first what it reads, then what it writes; between the two it can be compared with others. */
void race_order_read(struct race_order *order, const struct race_event *event, const struct race_location *location);
void race_order_write(struct race_order *order, const struct race_event *event, struct race_location *location);
/* The same for a read that takes an older write. */
void race_order_read_past(struct race_order *order, const struct race_event *event, const struct race_past *past);
/* Copies the releases that have come somewhere, or lets go of them. */
void race_order_copy_heads(struct race_order *order, struct race_heads *to, const struct race_heads *from);
/* Lets go of a location and all that it has. */
void race_order_end_location(struct race_order *order, struct race_location *location);
/* Notes what another access makes available or visible by itself. */
void race_order_plain(struct race_order *order, const struct race_event *event);
/* Whether an access makes available or visible by itself. */
static inline bool race_order_is_link(const struct race_event *event) {
    return (event->flags & MODEL_AVAILABLE && event->kind & MODEL_WRITE) ||
           (event->flags & MODEL_VISIBLE && event->kind & MODEL_READ);
}
/* Returns what happens before the event that the invocation is at, which lasts until race_order_forget. */
struct race_known *race_order_know(struct race_order *order, uint32_t invocation);
void race_order_forget(struct race_order *order, struct race_known *known);
void race_order_fence(struct race_order *order, const struct race_event *event);
/* The invocation has come to its end: lets go of what only its own events would ask for. */
void race_order_end(struct race_order *order, uint32_t invocation);
/* All invocations of a group have: lets go of what only these would ask for. */
void race_order_end_group(struct race_order *order, uint32_t group);
/* An arrival at a split barrier. */
void race_order_arrive(struct race_order *order, const struct race_event *event);
/* A control barrier, or the wait of a split one: an event of each invocation that has come to it. */
void race_order_barrier(struct race_order *order, const struct race_event *events, uint32_t count);
/* Whether those who come to a control barrier do the same there, acquire and release, and reach each other. */
bool race_order_are_alike(const struct race_order *order, const struct race_event *events, uint32_t count);

/* Whether the first, of before, is a data race with the second, which happens now: both access a location that they
 * share in part, and one writes. `beside` has the accesses to it. */
bool race_order_is_race(const struct race_order *order, const struct race_event *first,
                        const struct race_event *second);
/* Whether some synchronization, of whatever classes, leads from the first to the second, which happens now. */
bool race_order_is_reached(const struct race_order *order, const struct race_event *first,
                           const struct race_event *second);

#endif
