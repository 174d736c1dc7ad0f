/* Targets differ in this struct; smmra_options.target chooses one. */
#ifndef TRANSLATOR_TARGET_H
#define TRANSLATOR_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "translator/spirv_mmra.h"

struct image_target;

/* Functions are named by their complete names. Those of the host are its runtime's (docs/evidence/comparing.md). */
struct target {
    const char *triple;
    const char *shader_triple;   /* of a module that has not only kernels */
    const char *data_layout;     /* LLVM 22's */
    uint32_t private_space;      /* address space of allocas */
    uint32_t small_pointer_size; /* bytes of a pointer to Private, Function or Workgroup memory */
    bool kernel_convention;      /* entry points are amdgpu_kernel, and push constants byref; else kernels get their
                                    numbers and Workgroup memory as parameters (host_kernel.h) */
    bool workgroup_globals;      /* Workgroup variables are globals; else kernels get their memory */
    /* IR has one access for each scalar that the module accesses, in the place where it does: no passes, and no copies
     * in loops, wide accesses or stores of zeros that the module does not have. */
    bool for_models;
    bool av_intrinsics;      /* else visible and available accesses are atomics, whatever the profile */
    const char *local_id[3]; /* i32 (); NULL: kernels have parameters, and so it is with the next two */
    const char *workgroup_id[3];
    const char *implicit_arguments; /* ptr addrspace(4) (): the implicit kernel arguments */
    const char *workgroup_barrier;  /* void () */
    const char *wave_barrier;
    bool makes_buffer_resources;                    /* the profile says how */
    const char *wave_size;                          /* i32 () */
    const char *lane;                               /* i32 (); NULL: it is counted by the next two */
    const char *count_below_low, *count_below_high; /* i32 (i32 mask, i32): plus bits of the mask below this lane's */
    const char *exp2, *log2;     /* float (float); NULL: floats are computed as exactly as LLVM does */
    bool orders_zeros;           /* for llvm.minnum and llvm.maxnum -0 is less than +0 */
    const char *ballot;          /* i64 (i1) */
    const char *ballot_32;       /* i32 (i1), where a wavefront has 32 lanes; NULL: none */
    const char *read_first_lane; /* i32 (i32) */
    const char *descriptor_lane; /* T (T): the first lane's, without the type; NULL: lanes may use what they like */
    const char *read_lane;       /* i32 (i32, i32 lane): the same lane for all */
    const char *shuffle;         /* i32 (i32, i32 lane) */
    /* of fragments */
    const char *kill, *demote;         /* void (i1): where it is false, the invocation ends, or becomes a helper */
    const char *live;                  /* i1 (): it is no helper */
    const char *whole_quad;            /* i32 (i32): computed in helpers too */
    const char *permute;               /* i32 (i32, i32 lanes, i32 15, i32 15, i1 true) */
    const struct image_target *images; /* images.h */
};

/* NULL if it is no smmra_target. */
const struct target *target_get(smmra_target target);

#endif
