/* Races of machine code: while the executor runs a dispatch, each access is compared with those before it to the same
 * bytes. Two of different waves conflict if one writes, and are a race if no wait, barrier, cache operation or atomic
 * orders them by the rules of docs/reference/machine.md 8. */
#ifndef MMRA_MACHINE_RACE_H
#define MMRA_MACHINE_RACE_H

#include "mmra/base/arena.h"
#include "mmra/machine/machine.h"

struct machine_range;
struct machine_race;
struct machine_race_group;   /* a workgroup that runs */
struct machine_race_cluster; /* several that began at once */

/* The first link that is missing between two accesses. */
enum machine_missing {
    MACHINE_NO_ORDER,         /* nothing leads from one wave to the other */
    MACHINE_NO_SCOPE,         /* both are atomics, but of a scope that does not reach the other wave */
    MACHINE_NO_WAIT_FIRST,    /* the first had not performed when its wave went on: `counter` */
    MACHINE_NO_WRITE_BACK,    /* the first is in the L2 of its die */
    MACHINE_NO_INVALIDATION,  /* the second may be served by an old copy: `caches` */
    MACHINE_NO_SCALAR_CACHE,  /* the second is a scalar load, whose cache no instruction here drops */
    MACHINE_NO_WAIT_OWN,      /* of one wave: the first may still be out when the second performs */
    MACHINE_NO_WAIT_REGISTER, /* the second uses a register that the first, which is a load, may not have written */
    MACHINE_MISSING
};

/* In a word: "order", "wait". */
extern const char *const machine_missing_names[];

struct machine_party {
    const struct machine_instruction *instruction;
    uint32_t group, wave, lane; /* wave: within its workgroup */
    bool writes, atomic;
};

struct machine_conflict {
    struct machine_party parties[2]; /* in the order of the run */
    uint8_t missing;                 /* enum machine_missing */
    uint8_t counter, caches;         /* of what is missing */
    bool local;                      /* of shared memory, whose offset `address` is */
    bool beside;                     /* of two workgroups of one cluster */
    uint64_t address;
    uint64_t times;
};

/* A load took the value before a write that had happened, as nothing had ordered the two: a weak run. */
struct machine_old_value {
    const struct machine_instruction *load, *write;
    uint8_t missing, counter, caches; /* as of a conflict */
    bool same_group, beside;
    uint64_t times;
};

struct machine_race_options {
    uint32_t waves;                 /* of a workgroup */
    uint32_t groups[3], cluster[3]; /* workgroups of the dispatch, and of a cluster; 0: each is one by itself */
    uint32_t most;                  /* conflicts that are kept, each of another pair of instructions */
    uint32_t atomic_lines;          /* of the source: accesses of these are atomics at every scope */
    const uint32_t *atomic_line;
    uint64_t
        weak; /* not 0: loads may take the value before the last write, where nothing orders it; chooses which do */
};

struct machine_race *machine_race_make(struct arena *arena, const struct machine_code *code,
                                       const struct machine_range *ranges, uint32_t range_count,
                                       const struct machine_race_options *options);
/* The conflicts in the order in which they were found; *more: there are further pairs. */
const struct machine_conflict *machine_race_conflicts(const struct machine_race *race, uint32_t *count, bool *more);
/* Whether some conflict was of two workgroups, among all that were seen. */
bool machine_race_between_groups(const struct machine_race *race);
uint64_t machine_race_accesses(const struct machine_race *race);
/* The loads that took an old value, one for each pair of instructions. */
const struct machine_old_value *machine_race_old_values(const struct machine_race *race, uint32_t *count);

/* ---- what the executor tells ---- */

struct machine_race_group *machine_race_enter(struct machine_race *race, uint32_t group);
void machine_race_leave(struct machine_race *race, struct machine_race_group *group);
/* The wave is about to run the instruction, with these lanes and this number in M0. */
void machine_race_step(struct machine_race *race, struct machine_race_group *group, uint32_t wave,
                       const struct machine_instruction *i, uint64_t exec, uint32_t m0);
enum { MACHINE_MOST_BYTES = 64 }; /* of an access at one address */

/* It accesses these bytes, in a range, or with NULL in the workgroup's shared memory. Returns
 * them, or in a weak run those that a load takes, which live until the next call. */
uint8_t *machine_race_touch(struct machine_race *race, struct machine_race_group *group, uint32_t wave,
                            const struct machine_instruction *i, uint32_t lane, const struct machine_range *range,
                            uint64_t address, uint64_t size, uint8_t *bytes);
/* The wave comes to a barrier, and passes one, each for the time of this number. Barrier 0 is the workgroup's, others
 * are named ones. */
void machine_race_signal(struct machine_race *race, struct machine_race_group *group, uint32_t wave, uint32_t barrier,
                         uint32_t number);
void machine_race_pass(struct machine_race *race, struct machine_race_group *group, uint32_t wave, uint32_t barrier,
                       uint32_t number);
/* A wave arrives at its cluster's barrier for its workgroup, and one passes it, each for the time of this number. */
struct machine_race_cluster *machine_race_begin_cluster(struct machine_race *race);
void machine_race_end_cluster(struct machine_race *race, struct machine_race_cluster *cluster);
void machine_race_arrive(struct machine_race *race, struct machine_race_group *group, uint32_t wave,
                         struct machine_race_cluster *cluster, uint32_t number);
void machine_race_meet(struct machine_race *race, struct machine_race_group *group, uint32_t wave,
                       const struct machine_race_cluster *cluster, uint32_t number);

#endif
