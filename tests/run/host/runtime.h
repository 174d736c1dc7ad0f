/* Runs a kernel that was translated with --target=host: workgroups of real threads, one workgroup after the
 * other.
 *
 * An invocation is a thread. In turn, threads run one at a time, in an order that the seed decides anew after
 * every barrier: a shader whose result depends on the order of its invocations gives another result with
 * another seed. A thread that does not get its turn within some milliseconds starts all the same, so
 * invocations may wait for each other. Running free, all start at once. */
#ifndef TESTS_HOST_RUNTIME_H
#define TESTS_HOST_RUNTIME_H

#include <stdbool.h>
#include <stdint.h>

enum {
    HOST_MOST_ARGUMENTS = 48,
    HOST_MOST_INVOCATIONS = 1024,
    /* Each byte that nobody has written, or that Vulkan leaves open: as a float it is far from 0, and negative. */
    HOST_GARBAGE = 0xC5
};

/* An invocation of a shader that is no kernel. Fragments: four in a row are a quad. */
struct host_invocation {
    bool absent; /* there is none */
    bool helper; /* it has no fragment: what it returns is lost */
    bool ended;  /* by kill, or demoted: what it returns is lost */
    uint8_t *inputs, *outputs;
};

struct host_dispatch {
    /* For one invocation (spirv_mmra.h, SMMRA_TARGET_HOST). With `invocations` it is void (const uint64_t *arguments,
     * const uint8_t *inputs, uint8_t *outputs). */
    void *kernel;
    void *workgroup_kernel;    /* for a workgroup, by which alone it runs; NULL: none */
    uint8_t *workgroup_memory; /* of the workgroup that runs, filled with garbage when it begins */
    uint64_t workgroup_bytes;
    struct host_invocation *invocations;     /* NULL: a kernel; else of all workgroups, in order */
    uint64_t arguments[HOST_MOST_ARGUMENTS]; /* pointers and i64, in order */
    uint32_t local_size[3], group_count[3];
    uint32_t subgroup_size;   /* 1 to 64 */
    uint64_t seed;            /* 0: workgroups and invocations in their natural order */
    bool workgroups_reversed; /* the last one first, whatever the seed */
    bool free_running;
};

/* False if the threads cannot be had. */
bool host_run(const struct host_dispatch *dispatch);

/* That of the calling thread, of a shader that is no kernel. */
struct host_invocation *host_current_invocation(void);

/* A caller that host_run() did not make becomes it. */
void host_become(struct host_invocation *invocation);

/* What the four lanes of the caller's quad give at the same site: of each, four words. The result is the caller's
 * number in its quad. Words of a lane that is not there are 0. */
uint32_t host_exchange_in_quad(uint32_t place, const float own[4], float quad[4][4]);

/* A generator of random numbers: the next of a sequence that *state, from a seed, walks through (SplitMix64).
 */
uint64_t host_random(uint64_t *state);

#endif
