/* The state of the machine, and what happens to it. Private to machine_*.c.
 *
 * V, G and L2 are kept of those locations alone that some load may find there and that somebody else writes: for all
 * others a cache makes no difference. Which they are is found by searching: see machine_explore.c. */
#ifndef MMRA_MACHINE_STATE_H
#define MMRA_MACHINE_STATE_H

#include "mmra/base/text.h"
#include "mmra/machine/machine_run.h"

enum {
    MACHINE_CROWDED = 40,
    MACHINE_MAX_OUT = 128,
    MACHINE_MAX_QUEUE = 256,
    MACHINE_MAX_UNITS = 16,
    MACHINE_MAX_STEPS = 100000
};

enum machine_request_kind { REQUEST_LOAD, REQUEST_STORE, REQUEST_RMW, REQUEST_INVALIDATE };
enum machine_request_flag {
    REQUEST_HITS_V = 1 << 0, /* may be served by V, a load or a read-modify-write */
    REQUEST_HITS_G = 1 << 1, /* by GL1, or the cache of a shader engine, likewise */
    REQUEST_DEVICE = 1 << 2, /* two L2s: coherent among them */
    REQUEST_WIDE = 1 << 3,   /* two dwords at once */
    REQUEST_DONE_AT_V = 1 << 4
};
enum { REQUEST_WITHOUT_OP = 0xFF }; /* what no counter counts, or not any more */

/* A request is one word of an access, of 4 bytes or of 8, on its way. States copy it as it lies in memory, so it has no
 * padding. */
struct machine_request {
    uint8_t kind, flags, wave, op; /* op: in the wave's list */
    uint16_t location;
    uint8_t lane, part;               /* which register of the target, which lane of it */
    uint8_t rmw, bytes, shift, drops; /* bytes 1, 2, 4; shift: where they begin in the dword, in bits */
    uint32_t value[2], compared[2];
};

/* An operation that is out: issued and not retired. */
struct machine_op {
    uint16_t instruction, parts; /* parts: words that have not performed */
    uint8_t counters;            /* bits of enum machine_counter */
    uint8_t kind;                /* enum machine_unit */
    uint8_t unordered;           /* a scalar load retires by a wait for 0 alone */
    uint8_t younger;             /* how many of its counter were issued later */
    uint64_t lanes;              /* EXEC as it was issued; of a scalar load all */
};

struct machine_queue {
    struct machine_request items[MACHINE_MAX_QUEUE];
    uint32_t count;
};

struct machine_wave {
    uint32_t at;
    bool ended, spins;          /* spins: it goes round a loop for ever, by itself */
    uint32_t signalled, passed; /* barriers */
    uint32_t scalars[MACHINE_SCALARS];
    uint32_t *vectors; /* number * lanes + lane */
    struct machine_op out[MACHINE_MAX_OUT];
    uint32_t out_count;
    struct machine_queue to_v, to_local, to_scalar;
};

/* A dirty dword is ENTRY_CLEAN, and besides has a bit for each of its bytes that was written there: neighbouring bytes
 * are different locations, and only what was written is written back. */
enum machine_entry { ENTRY_ABSENT, ENTRY_CLEAN, ENTRY_FIRST_DIRTY = 1 << 4 };

struct machine_cache {
    uint8_t *present; /* by location: enum machine_entry, and the bytes that are dirty */
    uint32_t *values;
};

struct machine_state {
    struct machine_wave *waves;
    uint32_t *memory;
    uint32_t *local; /* group * local_dwords + dword */
    struct machine_cache v[MACHINE_MAX_UNITS], g[MACHINE_MAX_UNITS], l2[2];
    struct machine_queue q1[MACHINE_MAX_UNITS], q2[MACHINE_MAX_UNITS];
    uint64_t fresh; /* lines that were copied since something else happened */
};

/* The accesses that the search has met; sets are bits of waves. If one of them grows, the search begins again. */
struct machine_accesses {
    uint16_t *readers, *writers;    /* by location */
    uint16_t *local_users;          /* by group * local_dwords + dword */
    uint16_t *line_users;           /* by line: readers and writers */
    uint8_t *may_hit_v, *may_hit_g; /* unit * location_count + location */
    uint8_t *is_second;             /* by location: of two that something accesses at once */
    uint8_t *crowded;               /* by location: a wave that accesses it has other requests under way */
    bool grown, joined;             /* joined: two of different lines, which must be made anew */
};

/* Where a wave is, and how much of that is its own. Waves with the same `first` may change places: the lowest of them.
 */
struct machine_place {
    uint8_t first;
    uint8_t is_of;                       /* whose place it was at the beginning, while an execution is told */
    bool has_unit, has_array, has_group; /* it is alone there; an array that has a cache */
};

struct machine {
    const struct machine_program *program;
    const struct machine_code *code;
    struct machine_target target;
    const struct machine_compute_unit *units;
    struct machine_place places[MACHINE_MAX_WAVES];
    struct machine_options options;
    struct arena *arena;
    uint32_t cus, sas, xcds;
    uint32_t vectors; /* registers of each lane */
    uint16_t *lines;  /* of a location */
    uint16_t *line_first, *line_count;
    uint32_t line_total;
    uint64_t (*live)[(MACHINE_SCALARS + MACHINE_VECTORS) / 64 + 1]; /* by instruction: registers that may be read */
    uint16_t *used; /* registers that are read anywhere, in order: scalars, then vectors */
    uint32_t used_count;
    struct machine_wave *before; /* a wave as it was some steps ago, for spins */
    bool *loads_ahead;           /* by instruction: whether one may follow that a copy may serve */
    struct machine_accesses accesses;
    struct machine_state state; /* the one at work */
    const char *fault;
    uint32_t fault_line;
    bool fault_unsupported;
    bool scouting;      /* accesses are found, nothing is kept */
    struct text *trace; /* where steps are told; NULL: nowhere */
};

/* ---- machine_step.c: what a wave does by itself ---- */

/* Runs the wave until it waits for memory or for others. Whether it did anything. */
bool machine_run_wave(struct machine *m, uint32_t wave);
/* Operations that are done leave the list, the oldest of each counter first. */
void machine_retire(struct machine *m, uint32_t wave);
/* Takes this one from those that are out. */
void machine_leave(struct machine *m, uint32_t wave, uint32_t op);
/* Whether it writes a register when it is done. */
bool machine_has_target(const struct machine_instruction *i);
void machine_fault(struct machine *m, uint32_t line, const char *what, bool unsupported);

/* ---- machine_issue.c: accesses become requests ---- */

void machine_issue(struct machine *m, uint32_t wave, const struct machine_instruction *i);
/* Whether it is a read-modify-write that V or the cache of a shader engine may perform. */
bool machine_modifies_copies(const struct machine *m, const struct machine_instruction *i);
/* Whether the wave's queues have room for one more instruction. */
bool machine_has_room(const struct machine *m, uint32_t wave);
uint64_t machine_lane_value(const struct machine *m, uint32_t wave, const struct machine_operand *o, uint32_t lane);
uint64_t machine_exec(const struct machine_wave *w);
struct machine_registers machine_registers_of(const struct machine *m, uint32_t wave);

/* ---- machine_memory.c: what may happen next ---- */

enum machine_step_kind {
    STEP_ARRIVE,        /* a: wave, b: in its queue, c: 1: though V has it, on to below; ARRIVE_AND_PERFORM */
    STEP_G,             /* a: CU, b: in Q1, c: as above */
    STEP_PERFORM,       /* a: CU, b: in Q1 */
    STEP_PERFORM_BELOW, /* a: SA, b: in Q2 */
    STEP_LOCAL,         /* a: wave */
    STEP_SCALAR,        /* a: wave, b: in its queue */
    STEP_WRITE_BACK,    /* a: wave, b: op */
    STEP_REFRESH_V,     /* a: CU, b: line, c: 1: what lies between is evicted first */
    STEP_REFRESH_G,     /* a: SA, b: line */
    STEP_REFRESH_L2,    /* a: die, b: location */
    STEP_EVICT_L2       /* a dirty one */
};

enum { ARRIVE_AND_PERFORM = 2 }; /* besides 1: L2 evicts first */

struct machine_step {
    uint8_t kind, a, c;
    uint16_t b;
};

void machine_take_step(struct machine *m, const struct machine_step *step);
/* Takes all steps that commute with whatever else may happen; whether there was one. */
bool machine_take_eager_steps(struct machine *m);
/* All that may happen now, up to `capacity`. */
uint32_t machine_list_steps(struct machine *m, struct machine_step *steps, uint32_t capacity);

/* ---- machine_copies.c: who accesses what, and what caches hold of it ---- */

void machine_note_access(struct machine *m, const struct machine_request *r);
/* After a wave has issued something. */
void machine_note_crowd(struct machine *m, uint32_t wave);
void machine_note_local(struct machine *m, const struct machine_request *r);
/* Whether a location needs its copies modelled, and is not one wave's alone. */
bool machine_is_shared(const struct machine *m, uint32_t location);
/* Drops copies that nobody may look at again. */
void machine_forget(struct machine *m);

/* ---- machine_alike.c: in the state in which everything begins, which waves may change places ---- */

void machine_find_places(struct machine *m);

/* ---- machine_prepare.c ---- */

void machine_prepare(struct machine *m);
/* Again, where accesses of two dwords were met. */
void machine_make_lines(struct machine *m);
/* The state in which everything begins. */
void machine_begin(struct machine *m);

#endif
