/* Whether operations that make available or visible may form chains: one of a larger scope takes up what one of a
 * smaller scope has done (race_compare.c). It is asked of each two operations of the program, before it runs: most
 * programs have barriers of the workgroup for shared memory and atomics of the device for a buffer, which take up
 * nothing of each other. */
#include "mmra/race/race_order.h"

enum { WORKGROUP_CLASS = 1 }; /* no other class has its memory */

/* Operations that are alike in what decides. */
struct kind {
    uint32_t reference;
    uint8_t scope, semantics, class;
    bool is_access, by_itself, by_semantics;
};

struct kinds {
    struct kind *items;
    uint32_t count, capacity;
    bool has_references; /* it is no module's: any thread may access memory of any class */
};

static bool same_kind(const struct kind *a, const struct kind *b) {
    return a->reference == b->reference && a->scope == b->scope && a->semantics == b->semantics &&
           a->class == b->class && a->is_access == b->is_access && a->by_itself == b->by_itself &&
           a->by_semantics == b->by_semantics;
}

static void add(struct kinds *kinds, const struct program_instruction *i, struct race_pool *pool) {
    const struct model_operation *o = &i->operation;
    const uint16_t flags = o->flags | o->failure_flags;
    const bool is_access = o->kind & (MODEL_READ | MODEL_WRITE);
    const struct kind kind = {.reference = is_access ? i->reference : MODEL_NONE,
                              .scope = o->scope,
                              .semantics = o->semantics,
                              .class = o->storage_class,
                              .is_access = is_access,
                              .by_itself = is_access && flags & (MODEL_AVAILABLE | MODEL_VISIBLE),
                              .by_semantics = flags & (MODEL_SEMANTICS_AVAILABLE | MODEL_SEMANTICS_VISIBLE)};
    kinds->has_references |= is_access && i->reference != MODEL_NONE;
    if (kind.scope >= MODEL_LEVELS || !(kind.by_itself || kind.by_semantics))
        return;
    for (uint32_t k = 0; k < kinds->count; k++)
        if (same_kind(&kinds->items[k], &kind))
            return;
    *RACE_PUSH(pool, kinds->items, kinds->count, kinds->capacity) = kind;
}

/* Whether both may access one location through one reference. In modules all accesses have the reference MODEL_NONE. */
static bool may_be_beside(const struct kind *a, const struct kind *b) {
    return a->by_itself && b->by_itself && a->reference == b->reference &&
           (a->reference != MODEL_NONE || (a->class == WORKGROUP_CLASS) == (b->class == WORKGROUP_CLASS));
}

/* Whether the larger one may include the smaller one, in whatever direction and by whatever reading, or stand beside it
 * as an access to the same location. */
static bool takes_up(const struct kind *larger, const struct kind *smaller) {
    const bool both_made = larger->by_semantics && smaller->by_semantics;
    if (larger->scope >= smaller->scope || smaller->scope <= VULKAN_DEVICE)
        return false;
    if (smaller->is_access && larger->by_semantics && larger->semantics >> smaller->class & 1)
        return true;
    if (larger->is_access && smaller->by_semantics && smaller->semantics >> larger->class & 1)
        return true;
    if (both_made && larger->semantics & smaller->semantics)
        return true;
    return may_be_beside(larger, smaller);
}

/* Whether the kind concerns shared memory, alone or beside other memory. */
static bool is_of_shared(const struct kind *kind) {
    return kind->semantics >> WORKGROUP_CLASS & 1 || (kind->is_access && kind->class == WORKGROUP_CLASS);
}

/* Whether what concerns shared memory concerns nothing else, in the whole workgroup at least. No chain of these adds
 * anything then. What they make available or visible is of shared memory, as nothing else includes them or is included:
 * both accesses are of one workgroup, and so is all that a chain goes through, so that each domain has all of it. And
 * each link of the chain is by a set of classes that has this one. The sets of two links have one in common that has
 * it, too: by that one the first operation happens before the last without those in between. */
static bool is_shared_apart(const struct kinds *kinds) {
    bool apart = !kinds->has_references;
    for (uint32_t k = 0; k < kinds->count; k++) {
        const struct kind *kind = &kinds->items[k];
        const bool about_it_alone =
            !(kind->semantics & ~(1 << WORKGROUP_CLASS)) && (!kind->is_access || kind->class == WORKGROUP_CLASS);
        apart &= !is_of_shared(kind) || (about_it_alone && kind->scope <= VULKAN_WORKGROUP);
    }
    return apart;
}

bool race_may_chain(const struct race_program *program, struct race_pool *pool) {
    struct kinds kinds = {NULL, 0, 0, false};
    bool chained = false, apart;
    for (uint32_t c = 0; c < program->code_count; c++)
        for (uint32_t i = 0; i < program->codes[c].code_count; i++)
            if (program->codes[c].code[i].operation.kind)
                add(&kinds, &program->codes[c].code[i], pool);
    apart = is_shared_apart(&kinds);
    for (uint32_t a = 0; a < kinds.count && !chained; a++)
        for (uint32_t b = 0; b < kinds.count && !chained; b++)
            chained = takes_up(&kinds.items[a], &kinds.items[b]) && !(apart && is_of_shared(&kinds.items[b]));
    race_pool_give(pool, kinds.items, kinds.capacity * sizeof *kinds.items);
    return chained;
}
