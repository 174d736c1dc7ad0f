/* The executor: runs the machine code of a kernel as a whole dispatch, each wave in the order of its code, with memory
 * that answers at once. docs/reference/machine.md 7 says what it knows. */
#ifndef MMRA_MACHINE_EXECUTE_H
#define MMRA_MACHINE_EXECUTE_H

#include "mmra/base/arena.h"
#include "mmra/machine/machine.h"
#include "mmra/machine/machine_race.h"
#include "mmra/machine/machine_wave.h"

/* Memory that the kernel may access. */
struct machine_range {
    uint64_t address, size;
    uint64_t behind; /* bytes behind it that may be loaded: LLVM rounds loads up to what is aligned */
    uint8_t *bytes;
    bool constant;
    const char *refused; /* not NULL: what lies there, which the executor does not know */
};

/* Who looks for races, and which wave it is whose accesses are told. */
struct machine_told {
    struct machine_race *race;
    struct machine_race_group *group;
    uint32_t wave;
};

/* Performs an access to an image, or to a buffer by indexes, in the lanes of `exec`; returns false where it does not
 * know the instruction or the descriptor. `told`: NULL, or who is to be told of each texel by machine_race_touch(). */
typedef bool machine_image_access(void *user, const struct machine_registers *g, const struct machine_instruction *i,
                                  uint64_t exec, const struct machine_told *told);

/* Takes what the lanes of `exec` export. `first`: the number of lane 0 among the dispatch's invocations. */
typedef void machine_export(void *user, const struct machine_registers *g, const struct machine_instruction *i,
                            uint64_t exec, uint32_t first);

/* A machine_trap runs at s_trap, in place of a trap handler. */
struct machine_trapped {
    uint32_t number;
    uint64_t exec;
    uint32_t lanes, wave; /* wave: in its workgroup */
    uint32_t first;       /* the number of lane 0 among the dispatch's invocations */
    uint8_t *scratch;     /* of lane 0; each further one's follows */
    uint32_t each;        /* bytes of it */
};
typedef bool machine_trap(void *user, const struct machine_trapped *trapped); /* false: it does not know the number */

struct machine_dispatch {
    const struct machine_code *code; /* of machine_read_to_execute() */
    uint32_t local[3], groups[3];
    uint32_t cluster[3]; /* workgroups of a cluster, of which there are whole ones; 0: each is one by itself */
    uint64_t arguments;  /* their address */
    const struct machine_range *ranges;
    uint32_t range_count;
    uint64_t order; /* 0: workgroups and waves in their natural order; else one that follows from this number */
    uint64_t most_instructions;
    bool (*goes_on)(void *user);        /* asked now and then; NULL: nobody ends the run */
    machine_image_access *access_image; /* NULL: images are refused */
    void *user;
    machine_export *take_export; /* NULL: exports are refused */
    machine_trap *take_trap;     /* NULL: traps are refused */
    const uint64_t *live;        /* lanes that each wave begins with, workgroup by workgroup; NULL: all */
    uint64_t packet;             /* the address of the dispatch packet; 0: there is none */
    struct machine_race *race;   /* looks for races; NULL: nobody does */
    uint32_t rounds; /* turns of its waves after which a workgroup lets others run, in another order than the natural
                        one at most; 0: it runs to its end */
};

/* The kinds of faults. */
enum machine_wrong {
    MACHINE_UNDEFINED,
    MACHINE_BEYOND, /* an access out of bounds */
    MACHINE_BEYOND_LOCAL,
    MACHINE_NEVER_ENDS,
    MACHINE_NOT_KNOWN /* the fault is the executor's, which does not know something */
};

struct machine_result {
    const char *fault; /* NULL: every wave has ended */
    uint32_t line;     /* where */
    uint64_t address;  /* of an access out of bounds, up to where it goes */
    enum machine_wrong wrong;
    bool stopped; /* the fault is none of the kernel: it had all its instructions, or goes_on() said no */
    uint64_t instructions, lane_instructions;
};

/* Runs the dispatch; what it needs lives in the arena. */
struct machine_result machine_execute(const struct machine_dispatch *dispatch, struct arena *arena);

/* The descriptor of scratch memory, for waves of so many lanes: 64, or 32. A kernel that asks for it gets it; what is
 * no kernel finds it where its caller puts it. */
void machine_describe_scratch(uint32_t lanes, uint32_t words[4]);

/* ---- machine_execute.c, for machine_execute_memory.c ---- */

struct machine_executed_wave {
    uint32_t at, number; /* number: in its workgroup */
    uint32_t first;      /* invocation, of the dispatch */
    bool ended;
    uint32_t signalled, passed; /* the workgroup's barrier */
    uint32_t met;               /* how often it has passed the cluster's */
    uint32_t joined, seen;      /* a named one, and how often it was complete when the wave joined or passed it last */
    uint32_t scalars[MACHINE_SCALARS];
    uint32_t *vectors;
    uint8_t *scratch; /* lane * private_bytes */
};

/* A barrier for as many arrivals as it expects, whoever arrives; complete so many times. */
struct machine_named_barrier {
    uint32_t expected, arrived, complete;
    bool ready;
};

/* The barrier of a cluster, at which each workgroup arrives once; complete so many times. */
struct machine_cluster {
    uint32_t arrived, complete;
    uint32_t living; /* its workgroups that have not ended */
    struct machine_race_cluster *race;
    struct machine_cluster *next; /* not in use */
};

struct machine_executed_group {
    struct machine_executed_wave *waves;
    uint8_t *local; /* group_bytes */
    struct machine_named_barrier named[MACHINE_NAMED_BARRIERS + 1];
    struct machine_race_group *race;
    struct machine_cluster *cluster;     /* NULL: it is in none */
    uint32_t arrivals;                   /* at its barrier */
    struct machine_executed_group *next; /* not in use */
};

struct machine_execution {
    const struct machine_dispatch *dispatch;
    const struct machine_code *code;
    struct machine_result *result;
    struct machine_executed_group *group; /* that runs */
    uint32_t wave_count, lanes;           /* lanes: of a wave */
    uint32_t cluster_size;                /* workgroups, 1 without clusters */
    struct machine_cluster *unused;
    bool moved;                       /* some wave, in the last round */
    struct machine_range data;        /* of the code */
    const struct machine_range *last; /* where the last access was */
};

void machine_stop(struct machine_execution *e, const struct machine_instruction *i, const char *fault,
                  enum machine_wrong wrong);
/* Bytes of all its lanes. */
uint32_t machine_scratch_of_wave(const struct machine_execution *e);
/* Performs an access of memory, LDS or another lane. */
void machine_access(struct machine_execution *e, struct machine_executed_wave *w, const struct machine_instruction *i);

#endif
