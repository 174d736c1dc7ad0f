/* Which accesses the operations of a module order, by the words of its SPIR-V instructions. Private to cost*.c. */
#ifndef TRANSLATOR_COST_MODULE_H
#define TRANSLATOR_COST_MODULE_H

#include "mmra/base/scope.h"
#include "translator/cost/cost.h"

enum cost_effect {
    COST_READS = 1 << 0,
    COST_WRITES = 1 << 1,
    COST_ATOMIC = 1 << 2,
    COST_ACQUIRES = 1 << 3,
    COST_RELEASES = 1 << 4,
    COST_BARRIER = 1 << 5,
    COST_IS_VOLATILE = 1 << 6
};

/* An instruction of the IR that accesses or orders memory, or is a barrier. */
struct cost_operation {
    uint32_t word;
    uint32_t segment, place; /* where it stands: see cost_module.c */
    uint32_t set;            /* mmra_set */
    uint8_t spaces;          /* that it accesses, or of a fence orders: enum ir_memory */
    uint8_t scope;           /* enum mmra_scope */
    uint8_t does;            /* enum cost_effect */
};

/* Members of a class that follow one another in one segment. */
struct cost_run {
    uint32_t segment, first, end;
};

/* The ordering operations that are alike but for where they stand, by their numbers, in order of words. */
struct cost_class {
    struct cost_operation like;
    uint32_t *members, *places; /* places: of the members */
    uint32_t count, capacity, place_count, place_capacity;
    struct cost_run *runs;
    uint32_t run_count, run_capacity;
};

/* An ordering operation that stands between two others; `scope` is the widest where several do. */
struct cost_between {
    bool found, av_none;
    uint32_t word;
    enum mmra_scope scope;
};

struct cost_module {
    struct arena *arena;
    const struct mmra_tags *tags;
    struct cost_operation *operations; /* in order of words */
    uint32_t count, capacity;
    struct cost_class *classes; /* of those that acquire or release */
    uint32_t class_count, class_capacity;
    uint64_t *reach; /* segment * words + segment / 64: NULL: everything may reach everything */
    uint32_t segments, row;
    bool ignores_tags; /* what if there were none */
    uint8_t excuse;    /* bits of enum cost_excuse: what tags have excused since it was cleared */
};

struct cost_range {
    uint32_t first, end;
};

/* The operations of a word; of 0, which no instruction has, all of them. */
struct cost_range cost_operations_of(const struct cost_module *m, uint32_t word);

/* A release after `access` that an atomic write or a barrier of `flag` may publish, or which is that write. */
struct cost_between cost_release_between(struct cost_module *m, uint32_t access, uint32_t flag);
/* An acquire after the atomic read of `flag`, or which is that read, with `access` after it. `through_caches`: one
 * that makes visible, since the access does not by itself. */
struct cost_between cost_acquire_between(struct cost_module *m, uint32_t flag, uint32_t access, bool through_caches);
/* The acquire of this word (0: any) that makes visible, with `read` after it. */
struct cost_between cost_acquire_before(struct cost_module *m, uint32_t acquire, uint32_t read);
/* The release of this word (0: any) with `write` before it. */
struct cost_between cost_release_after(struct cost_module *m, uint32_t release, uint32_t write);
/* Whether a flag of `flag` may publish the release of this word. */
bool cost_publishes(struct cost_module *m, uint32_t release, uint32_t flag);
/* The widest scope in which a barrier hands on what it releases, or takes what it acquires: beyond the workgroup it
 * does with an atomic of memory that others have too. */
enum mmra_scope cost_barrier_scope(const struct cost_module *m, bool releases);
/* Whether an operation of the word does this. Without a word, none does, but any may be an atomic. */
bool cost_does(const struct cost_module *m, uint32_t word, enum cost_effect effect);
bool cost_is_atomic(const struct cost_module *m, uint32_t word);

#endif
