/* An access to a SPIR-V type while it is split: its leaves (leaves.c), all of it (accesses.c), and copies (copies.c).
 */
#ifndef TRANSLATOR_ACCESSES_H
#define TRANSLATOR_ACCESSES_H

#include "translator/lower/memory/bounds.h"
#include "translator/lower/memory/memory.h"

/* A load or store while it is split. */
struct access {
    struct map_leaf leaf; /* the current leaf; only its widths and alignment change */
    ir_value base;
    uint32_t alignment; /* proven, of `base`; 0: the type's scalar alignment */
    bool has_bounds;
    struct bounds bounds;
    const struct mapped_operation *operations; /* the map's answer about the current leaf: its pieces */
    uint32_t operation_count;
    uint32_t
        made_count; /* operations before a load's, or after a store's, that make its scalars visible or available */
    struct mapped_operations answer; /* its memory, if it is not in l->known_leaves */
};

/* ---- leaves.c ---- */

/* A scalar or vector in memory. */
struct leaf_type {
    ir_type value;  /* as SPIR-V's value: booleans are i1 */
    ir_type memory; /* as it lies in memory: booleans are i8 */
    uint32_t component_bytes, components;
};

/* `from_source`: the read half of a copy, through view->source. */
void begin_access(struct lowering *l, const struct spirv_memory_view *view, ir_value address,
                  const struct pointer *pointer, bool from_source, bool write, struct access *access);
struct leaf_type leaf_type(struct lowering *l, const struct spirv_type *type);
/* A leaf, `offset` bytes behind the base of the access. */
ir_value access_load_leaf(struct lowering *l, struct access *access, const struct leaf_type *type, uint64_t offset);
void access_store_leaf(struct lowering *l, struct access *access, const struct leaf_type *type, uint64_t offset,
                       ir_value value);

/* ---- accesses.c ---- */

/* A part of what is accessed: its type, its distance from the base of the access, and its matrix layout. */
struct part {
    spirv_id type;
    uint64_t offset;
    struct spirv_matrix_layout matrix;
};

ir_value load_part(struct lowering *l, struct access *access, const struct part *part);
void store_part(struct lowering *l, struct access *access, const struct part *part, ir_value value);

/* Every part counts against the budget, not only leaves: an array of a billion empty structs has no leaf. */
void spend_part(struct lowering *l);
uint32_t access_part_count(struct lowering *l, const struct spirv_type *type);
/* Part `index` of an aggregate. */
struct part nth_part(struct lowering *l, const struct part *whole, uint32_t index);

enum { LONG_BYTES = 1024, LONG_COUNT = 16 }; /* a long array has more bytes, and at least as many elements */
bool is_long(struct lowering *l, const struct spirv_type *type);

/* for (index = 0; index < count; index++), while its body is open. */
struct counted_loop {
    ir_value before, body, after, index;
    uint32_t phi;
};

struct counted_loop begin_loop(struct lowering *l);
void end_loop(struct lowering *l, const struct counted_loop *loop, uint64_t count);
/* The access to element `index` of an array, and that element as a part of it. */
struct access element_access(struct lowering *l, const struct access *access, const struct part *array, ir_value index);
struct part element_part(struct lowering *l, const struct part *array);

#endif
