/* Types: their IR, and their layout in memory (types.c, spirv/layout.h). */
#ifndef TRANSLATOR_TYPES_H
#define TRANSLATOR_TYPES_H

#include "translator/lower/lowering.h"
#include "translator/lower/memory/pointers.h"

/* Facts about a SPIR-V type, each found when it is first asked for. */
struct lowered_type {
    ir_type value;   /* of its values; 0: not lowered yet, or void */
    ir_type memory;  /* as it lies in natural layout: booleans are i8; 0: not lowered yet */
    bool has_length; /* of pointers to buffers: OpArrayLength asks one for more than a variable's size (bounds.h) */
};

/* An id that is no type gives the first element, which is empty. */
static inline struct lowered_type *lowered_type_of(struct lowering *l, spirv_id type) {
    uint32_t index = spirv_index(l->spirv, type);
    return &l->types[index <= l->layouts.count ? index : 0];
}

static inline ir_type i32_type(struct lowering *l) {
    return ir_type_integer(l->ir, 32);
}

/* The IR type of values of a SPIR-V type; void for OpTypeVoid. */
NOINLINE ir_type lower_new_type(struct lowering *l, spirv_id type);
static inline ir_type lower_type(struct lowering *l, spirv_id type) {
    ir_type known = lowered_type_of(l, type)->value;
    return known ? known : lower_new_type(l, type);
}

/* The IR type whose LLVM layout is the natural layout of the type; an array of bytes where the layout is explicit. */
ir_type lower_memory_type(struct lowering *l, spirv_id type);
/* How it lies; fails on a type that has no place in memory. */
NOINLINE LOWERING_NORETURN void lowering_fail_no_layout(struct lowering *l, spirv_id type);
static inline const struct spirv_layout *layout_of(struct lowering *l, spirv_id type) {
    const struct spirv_layout *layout = spirv_layout_of(&l->layouts, type);
    if (!layout->alignment)
        lowering_fail_no_layout(l, type);
    return layout;
}
/* That of a variable of the type which the IR declares: a vector of more than four components has no greater one than
 * the largest of four. */
uint32_t variable_alignment(struct lowering *l, spirv_id type);
/* Bytes of a pointer or an opaque object in memory, for spirv_lay_out; `user` is the lowering. */
uint64_t type_opaque_bytes(void *user, const struct spirv_type *type);

/* The SPIR-V type behind an id; fails if it is none. */
NOINLINE LOWERING_NORETURN void lowering_fail_no_type(struct lowering *l, spirv_id id);
static inline const struct spirv_type *type_of(struct lowering *l, spirv_id id) {
    const struct spirv_type *type = spirv_type_of_id(l->spirv, id);
    if (!type)
        lowering_fail_no_type(l, id);
    return type;
}
const struct spirv_type *type_of_operand(struct lowering *l, spirv_id value);
/* Component type and count of a scalar or vector type; fails on others. */
const struct spirv_type *type_component_of(struct lowering *l, const struct spirv_type *type, uint32_t *count);
/* Address space of a pointer type, as the memory map knows it: enum address_space. */
uint32_t type_address_space(struct lowering *l, const struct spirv_type *pointer);

#endif
