/* The memory map: which IR operations, with which orderings, scopes, tags and annotations, a SPIR-V memory operation
 * becomes. It is pure functions of the memory view, the profile and the options, so that tests need no module. The
 * lowering asks it and emits what it answers. Two rules stand elsewhere: how an image instruction of a processor says
 * what the map answers (translator/lower/images/images_processors.c), and what passes change in finished IR, where
 * fences are merged or kept apart and LLVM 22's workarounds are added (mmra/passes). */
#ifndef TRANSLATOR_MEMORY_MAP_H
#define TRANSLATOR_MEMORY_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "mmra/base/scope.h"
#include "mmra/base/tags.h"
#include "mmra/ir/ir_operation.h"
#include "spirv/memory_view.h"
#include "translator/map/profile.h"

/* The annotations that a translation uses, as bits (enum mmra_fact); map_tags.c turns them into an mmra_set. */
enum map_tag {
    MAP_PRIVATE = MMRA_PRIVATE,
    MAP_NONPRIVATE = MMRA_NONPRIVATE,
    MAP_AV_NONE = MMRA_AV_NONE,
    MAP_SYNC_GLOBAL = MMRA_SYNC_GLOBAL,
    MAP_SYNC_LOCAL = MMRA_SYNC_LOCAL
};

enum glsl450_mode { GLSL450_CONSERVATIVE, GLSL450_STRICT };

struct map_options {
    enum profile profile;
    enum glsl450_mode glsl450;
    bool implicit_nonprivate;  /* --implicit-nonprivate */
    bool atomics_sync_as;      /* --atomics-sync-as */
    bool thread_private;       /* false with --no-thread-private */
    bool device_memory;        /* --memory=device */
    bool fences_for_atomics;   /* the code is of a backend that waits for less at a fence (mapping.md 10) */
    bool backend_workarounds;  /* false with --no-backend-workarounds */
    bool shader_calls_in_lane; /* --shader-calls=lane */
    bool
        buffers_by_resource; /* --abi=driver: atomics on buffers are intrinsics, ordered by fences as those of images */
    bool litmus;             /* abstract storage classes: no clipping on local memory, barriers never reduced */
};

/* The map must know this of the whole module; see mapping.md 6 and 7. */
struct map_module_facts {
    uint32_t memory_model; /* SpvMemoryModel */
    /* mapping.md 6: which barriers only release before and only acquire after (docs/reference/mapping.md, "Barriers").
     * Memory is a set of MAP_SYNC_GLOBAL and MAP_SYNC_LOCAL: */
    bool halved_barriers;       /* some control barrier has one half */
    uint8_t atomic_memory;      /* that atomics access */
    uint8_t fenced_memory;      /* that memory barriers order */
    uint8_t unbounded_memory;   /* that something orders which is not a control barrier of the workgroup at workgroup
                                   scope or below */
    bool image_acq_rel;         /* mapping.md 6: an acquire-release image atomic exists */
    bool image_orders_local;    /* mapping.md 6: an image atomic exists that orders Workgroup memory too */
    bool copy_shares_operands;  /* SPIR-V before 1.4: OpCopyMemory has one set of memory operands for both
                                   halves */
    bool workgroup_initialized; /* mapping.md 8a: some Workgroup variable has an initializer */
    bool local_memory;          /* mapping.md 10: there is some */
    bool shared_outputs;        /* mapping.md 5: Output variables that invocations share are local memory */
    bool task_payload;          /* mapping.md 5: WorkgroupMemory orders the task payload too, which is global memory */
    bool barrier_of_outputs;    /* mapping.md 7: of patches: the control barrier itself orders outputs */
};

struct memory_map {
    struct map_options options;
    struct map_module_facts facts;
};

enum mapped_kind {
    MAPPED_LOAD,  /* plain */
    MAPPED_STORE, /* plain */
    MAPPED_ATOMIC_LOAD,
    MAPPED_ATOMIC_STORE,
    MAPPED_ATOMIC_RMW,
    MAPPED_CMPXCHG,
    MAPPED_FENCE,
    MAPPED_WORKGROUP_BARRIER, /* llvm.amdgcn.s.barrier */
    MAPPED_WAVE_BARRIER,      /* llvm.amdgcn.wave.barrier */
    MAPPED_AV_LOAD,           /* the intrinsic of the profile for `bytes` */
    MAPPED_AV_STORE,
    /* Profile draft: operations that make memory available or visible at a scope, and order nothing. */
    MAPPED_MAKE_AVAILABLE,
    MAPPED_MAKE_VISIBLE,
    MAPPED_MAKE_POINTER_AVAILABLE, /* what is at `offset`: one scalar */
    MAPPED_MAKE_POINTER_VISIBLE,
    /* Image intrinsics. A read or write that is an atomic load or store has the ordering IR_MONOTONIC and
     * needs the device-wide coherence bits of the target; is_volatile is the volatile bit of the cache
     * policy. */
    MAPPED_IMAGE_READ,
    MAPPED_IMAGE_WRITE,
    MAPPED_IMAGE_ATOMIC,
    MAPPED_IMAGE_CMPXCHG
};

/* An IR operation. If it is an access, it is the piece of `bytes` at `offset` of the accessed leaf. */
struct mapped_operation {
    uint8_t kind;     /* enum mapped_kind */
    uint8_t ordering; /* enum ir_ordering */
    uint8_t failure_ordering;
    uint8_t scope;       /* enum mmra_scope */
    uint8_t rmw;         /* enum ir_rmw */
    uint8_t tags;        /* enum map_tag */
    uint8_t annotations; /* enum ir_annotation */
    bool is_volatile;
    bool rmw_operand_is_one; /* OpAtomicIIncrement, OpAtomicIDecrement */
    uint32_t offset;         /* bytes */
    uint32_t bytes;
    uint32_t alignment; /* bytes, a power of two; 0 for what has none */
    const char *rule;   /* for --explain: the reason for its annotations, as a clause; static */
};

enum {
    MAP_MAX_PIECES = 64, /* a 4 x 64-bit vector, byte by byte, is 32 */
    MAP_MOST_MADE = 16   /* components that one access makes available or visible */
};

struct mapped_operations {
    struct mapped_operation operations[MAP_MAX_PIECES];
    uint32_t count;
    const char *unsupported; /* not NULL: what the map refuses, by name; then count is 0 */
};

/* A leaf of a non-atomic access is a scalar or a vector. The caller splits aggregates into leaves. */
struct map_leaf {
    bool write;
    uint32_t storage_class;                /* SpvStorageClass */
    uint32_t address_space;                /* enum address_space */
    uint32_t component_bytes;              /* 1, 2, 4, 8 */
    uint32_t components;                   /* any number, but at most MAP_MOST_MADE where the access itself makes them
                                              available or visible */
    uint32_t alignment;                    /* proven, bytes, a power of two */
    struct spirv_memory_operands operands; /* after map_effective_operands */
};

/* The memory operands that count: those of the view under the Vulkan model; under GLSL450 and Simple what
 * mapping.md 7 makes of the object's decorations. `view` is of a load, store or copy (or image access); `write`
 * chooses the half. */
struct spirv_memory_operands map_effective_operands(const struct memory_map *map, const struct spirv_memory_view *view,
                                                    bool write);

/* The scope and semantics that count for a memory or control barrier. They are its own, with one exception: in
 * conservative GLSL450 modules a control barrier of the workgroup without semantics orders Workgroup memory, as drivers
 * take it. */
struct spirv_memory_view map_effective_barrier(const struct memory_map *map, const struct spirv_memory_view *view);

/* mapping.md 2, 3, 7, 8, 10. */
void map_access(const struct memory_map *map, const struct map_leaf *leaf, struct mapped_operations *out);

/* A load of a descriptor or a kernel's argument, which nobody writes while the kernel runs. */
struct mapped_operation map_descriptor_load(uint32_t alignment);

/* mapping.md 4, 5, 7: an atomic on memory (not on an image). `bytes` is the width of the value. */
void map_atomic(const struct memory_map *map, const struct spirv_memory_view *view, uint32_t address_space,
                uint32_t bytes, bool floating, struct mapped_operations *out);

/* mapping.md 5, 6, 7: OpMemoryBarrier and OpControlBarrier. May give nothing at all. */
void map_barrier(const struct memory_map *map, const struct spirv_memory_view *view, struct mapped_operations *out);

/* mapping.md 6: a read, fetch, sample, gather or write of an image, with the fences that stand for the
 * availability and visibility of texels. `operands`: after map_effective_operands. */
void map_image_access(const struct memory_map *map, const struct spirv_memory_operands *operands, bool write,
                      struct mapped_operations *out);

/* A fence of the scope singlethread. It orders nothing, but LLVM does not move accesses across it. It stands before an
 * image read that is an atomic load or volatile: to LLVM an image read only reads, so that it could be taken out of a
 * loop or merged with an equal one. */
struct mapped_operation map_image_guard(const struct memory_map *map);

/* mapping.md 6: an atomic through OpImageTexelPointer, with its fences. */
void map_image_atomic(const struct memory_map *map, const struct spirv_memory_view *view, uint32_t bytes, bool floating,
                      struct mapped_operations *out);
/* The same of memory by a descriptor, with buffers_by_resource: to LLVM it is a call, and no atomic. */
void map_resource_atomic(const struct memory_map *map, const struct spirv_memory_view *view, uint32_t bytes,
                         bool floating, struct mapped_operations *out);
/* Whether fences order the atomics on a storage class, and not their own orderings. */
bool map_orders_by_fences(const struct memory_map *map, uint32_t storage_class);
/* mapping.md 6: whether it is an acquire-release one, which raises every fence in the module (image_acq_rel). */
bool map_image_atomic_is_acq_rel(const struct memory_map *map, const struct spirv_memory_view *view);
/* Whether it has a half that orders Workgroup memory (image_orders_local). Vulkan then orders the atomic itself, as
 * every atomic, with operations that name Workgroup memory alone. Here it is a call between fences, which nothing that
 * is tagged `local` orders; so nothing in such a module is restricted to local memory. */
bool map_image_atomic_orders_local(const struct memory_map *map, const struct spirv_memory_view *view);
/* mapping.md 6: learns from an atomic or a barrier of the module. All of them together tell which control barriers may
 * be reduced to a release before and an acquire after. Call it once for each, before the first map_barrier. */
void map_learn_synchronization(struct memory_map *map, const struct spirv_memory_view *view);

/* mapping.md 8: whether one invocation alone can access memory of this storage class. */
bool map_is_thread_private(uint32_t storage_class);

/* The address space of a storage class, mapping.md 2. `buffer_block`: Uniform whose type is decorated
 * BufferBlock. -1 for a class that has no memory here. */
int map_address_space(uint32_t storage_class, bool buffer_block);

#endif
