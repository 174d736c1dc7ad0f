/* Helper invocations of fragments (helpers.c; docs/guide/stages.md, "Helper invocations"). */
#ifndef TRANSLATOR_HELPERS_H
#define TRANSLATOR_HELPERS_H

#include "translator/lower/lowering.h"
#include "translator/lower/opcodes.h"

/* Facts about a function that a fragment shader reaches. */
enum helpers {
    HELPERS_RUN = 1,   /* helper invocations may run it: they must not write memory that others see */
    HELPERS_COUNT = 2, /* and they take part in its group operations */
    HELPERS_SILENT = 4 /* it accesses no memory that others see, and returns */
};

/* Finds these functions, after environment_init. */
struct chosen_entry;
void helpers_init(struct lowering *l, const struct chosen_entry *entries, const uint32_t *roots, uint32_t root_count);
/* enum helpers of a function, by its index; 0: no helper invocation runs it. */
uint8_t helpers_of(const struct lowering *l, uint32_t function);
/* Lowers the instruction at l->current in a function that helper invocations may run. */
void helpers_lower(struct lowering *l);

/* ---- guards.c ---- */

struct spirv_memory_view;
/* Only live invocations execute what is emitted between the two. */
struct live_guard {
    ir_value before, on;
};
struct live_guard helpers_guard_open(struct lowering *l);
void helpers_guard_close(struct lowering *l, const struct live_guard *guard);
/* Whether a storage class is memory of this invocation, or constant memory, which no write changes. Of Uniform the
 * pointer tells more. */
bool helpers_are_apart_from(uint32_t storage_class);
bool helpers_are_apart(struct lowering *l, const struct spirv_memory_view *view);
/* Whether a store or copy in the function being lowered needs that. */
bool helpers_must_guard(struct lowering *l, const struct spirv_memory_view *view);
/* Fails if helper invocations would execute a write to this address space. */
static inline void helpers_check_write(struct lowering *l, uint32_t address_space) {
    if (l->body.helpers & HELPERS_RUN && !l->at.is_guarded && address_space == ADDRESS_SPACE_GLOBAL)
        FAIL_INTERNAL(l, &l->current, "a write that helper invocations would execute");
}

#endif
