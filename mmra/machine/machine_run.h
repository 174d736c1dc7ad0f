/* The machine: waves on compute units, the caches and queues below them, and the search of all that they may do.
 * docs/reference/machine.md says what is modelled, and where more or less than hardware does. */
#ifndef MMRA_MACHINE_RUN_H
#define MMRA_MACHINE_RUN_H

#include "mmra/base/text.h"
#include "mmra/machine/machine.h"

enum { MACHINE_MAX_WAVES = 16, MACHINE_MAX_LOCATIONS = 4096, MACHINE_MAX_PLACEMENTS = 1024 };

/* A dword of global memory. */
struct machine_location {
    uint64_t address; /* a multiple of 4 */
    uint32_t initial;
};

/* A descriptor of the machine: words 0 and 1 the address, 2 to 4 texels along each coordinate, and in the last of which
 * it has a use, 5, what is below. Of a texel buffer they are those of a buffer, as hardware has them, with 3 as the
 * last: address and stride, texels. */
enum {
    MACHINE_TEXEL_COMPONENTS = 7, /* each of 32 bits */
    MACHINE_TEXEL_FLOATING = 8,
    MACHINE_TEXEL_COORDINATES = 4 /* how many: from this bit on */
};

/* Memory that nothing writes: the arguments of a kernel, descriptors. */
struct machine_constant {
    uint64_t address;
    const uint32_t *words;
    uint32_t count;
};

struct machine_register_value {
    uint8_t kind; /* MACHINE_SCALAR or MACHINE_VECTOR */
    uint16_t number;
    uint8_t lane; /* of a vector; MACHINE_MAX_LANES: all */
    uint32_t value;
};

/* A wave as it begins. */
struct machine_start {
    const char *name;
    uint32_t entry; /* instruction */
    uint32_t group; /* workgroup, counted over the grid */
    uint32_t lanes;
    const struct machine_register_value *values;
    uint32_t value_count;
};

struct machine_program {
    const struct machine_code *code;
    const struct machine_start *waves;
    uint32_t wave_count;
    const struct machine_location *locations; /* in order of address */
    uint32_t location_count;
    const struct machine_constant *constants;
    uint32_t constant_count;
    uint32_t local_dwords;         /* of LDS, of each workgroup */
    const uint32_t *local_initial; /* group * local_dwords + dword; NULL: not 0 */
    uint32_t group_count;
    const struct machine_register_value *watched; /* `lane` of wave `value`: part of the outcome */
    uint32_t watched_count;
};

enum machine_lines { MACHINE_OWN_LINES, MACHINE_SHARED_LINES };

/* The parameters, and what is open: machine.md 3. */
struct machine_target {
    bool has_g;            /* GL1, a cache of a shader array; on gfx1201 one of a shader engine, for SCOPE_SE */
    bool arrival_at_issue; /* V takes a request when its wave issues it */
    bool v_in_order;       /* a wave's requests reach V in its order */
    bool ack_at_scope;     /* gfx1201: a store counts as done at the cache of its scope */
    bool work_group_processor_mode, tg_split;
    uint8_t lines;    /* enum machine_lines */
    uint8_t l2_count; /* 1 or 2 */
};

struct machine_compute_unit {
    uint8_t cu, sa, xcd;
};

struct machine_options {
    bool plain;          /* search without what makes it shorter: for comparison */
    bool apart;          /* no waves change places, and no arrivals are put off: likewise */
    uint64_t max_states; /* of one search; where a program is asked about, of all its searches together */
};

/* Returns what a processor has, in the mode that its kernel says, with one L2 and own lines. */
struct machine_target machine_target_of(const struct machine_code *code);

/* Of each wave, another one before it with which it may change places; MACHINE_MAX_WAVES: none. */
void machine_alike_before(const struct machine_program *program, const struct machine_options *options,
                          struct arena *arena, uint8_t *before);

/* Every way to put the waves on compute units, shader arrays and dies that makes a difference. Returns how many. */
uint32_t machine_placements(const struct machine_program *program, const struct machine_target *target,
                            const uint8_t *alike_before, struct arena *arena,
                            struct machine_compute_unit (*placements)[MACHINE_MAX_WAVES], uint32_t capacity);

/* An outcome: `values` has all locations, then the watched registers. `witness` tells how it came about, if asked.
 * Return false to end the search. */
typedef bool machine_visitor(void *user, const uint32_t *values, uint32_t witness);

struct machine_statistics {
    uint64_t states, searches;
    bool gave_up;      /* some search met max_states, or memory ran out */
    bool stuck;        /* some wave waits for ever at a barrier, and none goes on */
    const char *fault; /* the machine code is wrong, or beyond the machine; NULL if it is not */
    uint32_t fault_line;
    bool unsupported; /* of the fault: it is beyond the machine */
};

struct machine_search;

/* Searches one placement. The states stay in the arena, for machine_explain(). */
struct machine_search *machine_explore(const struct machine_program *program, const struct machine_target *target,
                                       const struct machine_compute_unit *units, const struct machine_options *options,
                                       struct arena *arena, machine_visitor *visit, void *user,
                                       struct machine_statistics *statistics);

/* The execution that leads to an outcome: a line for each step. */
const char *machine_explain(struct machine_search *search, uint32_t witness, struct arena *arena);

/* A state from which no end is reached, however fairly steps are taken: an execution that comes there never ends.
 * False: every state that was followed leads to an end, or to one that was not followed. */
bool machine_find_endless(struct machine_search *search, uint32_t *state);
/* Writes a line for each wave that has not ended in a state: where it is. */
void machine_tell_waits(struct machine_search *search, uint32_t state, struct text *text);

#endif
