/* Memory: accesses as the memory map demands them (memory.c, accesses.c, copies.c, annotations.c, explain.c). */
#ifndef TRANSLATOR_MEMORY_H
#define TRANSLATOR_MEMORY_H

#include "translator/lower/lowering.h"
#include "translator/lower/memory/pointers.h"

/* Decodes what the instruction does to memory; fails if that cannot be said. */
struct spirv_memory_view memory_decode(struct lowering *l, const struct spirv_instruction *in);
/* A view of a store that no SPIR-V instruction makes, without operands: a variable's initializer. */
struct spirv_memory_view memory_initializing_store(uint32_t storage_class);
/* An alloca, which the first block of a function has. */
ir_value emit_alloca_of(struct lowering *l, ir_type memory, uint32_t alignment);
/* The same for a variable, named and known as it. */
void emit_alloca(struct lowering *l, spirv_id variable, spirv_id type, uint32_t alignment);
/* False only if no function names the result of an instruction. */
bool memory_result_is_used(struct lowering *l, spirv_id id);
/* OpCompositeExtract of a value that is still in memory: loads the part; false: it is not. */
bool memory_extract(struct lowering *l, const struct spirv_instruction *in);
/* OpCopyLogical of a load that waits for its store is that load still; false if it is of another value. */
bool memory_pass_delayed_load(struct lowering *l, spirv_id from, spirv_id to);

/* ---- constant_tables.c: Function variables that always have one constant ---- */

/* Finds them, after environment_init. */
void constant_tables_init(struct lowering *l);
/* Makes of the variable that `in` is a constant of the module; false: it is an alloca. */
bool constant_table_make(struct lowering *l, const struct spirv_instruction *in);
/* Whether a pointer is, or leads into, such a variable: a store to it is none. */
bool constant_table_has(struct lowering *l, spirv_id pointer);

/* ---- accesses.c, copies.c: a whole SPIR-V type through a pointer, split into leaves as the memory map demands ---- */

/* `from_source`: the read half of a copy, through view->source. `address` 0: a pointer with an interface_variable. */
ir_value lower_load(struct lowering *l, const struct spirv_memory_view *view, spirv_id type, ir_value address,
                    const struct pointer *pointer, bool from_source);
void lower_store(struct lowering *l, const struct spirv_memory_view *view, spirv_id type, ir_value value,
                 ir_value address, const struct pointer *pointer);
/* The value behind a pointer to an Input built-in, or to a per-vertex input (builtins.c). */
ir_value lower_interface_load(struct lowering *l, const struct pointer *pointer);

/* The part of a load that a path of literal indexes leads to. */
ir_value lower_load_part(struct lowering *l, const struct spirv_memory_view *view, ir_value address,
                         const struct pointer *pointer, const uint32_t *indexes, uint32_t count);

/* A part of a cooperative matrix, or of bytes that are copied: a scalar, or a vector of up to 16 bytes, at an address
 * aligned to its bytes; what the view says of its pointer (of a copy that is loaded, of its source) is true of it. */
ir_value lower_load_components(struct lowering *l, const struct spirv_memory_view *view, ir_value address,
                               uint32_t bytes, ir_type type, uint32_t component_bytes);
void lower_store_components(struct lowering *l, const struct spirv_memory_view *view, ir_value address, uint32_t bytes,
                            ir_value value, uint32_t component_bytes);

/* A load and the store of what it loaded, as one: part by part, and a long array in a loop. If the two places may
 * overlap, what is stored is what was there before. */
struct copy_half {
    const struct spirv_memory_view *view;
    spirv_id type;
    ir_value address;
    const struct pointer *pointer;
    bool from_source;
};
void lower_copy(struct lowering *l, const struct copy_half *source, const struct copy_half *target);
/* Whether it is worth it for a type. */
bool memory_is_long(struct lowering *l, spirv_id type);

/* ---- annotations.c ---- */

/* The instruction appended last gets an alignment in bytes, a power of two. */
void annotate_alignment(struct lowering *l, uint32_t alignment);
/* Makes the instruction appended last the memory operation that the map asks for: ordering, scope, alignment,
 * annotations, and with --explain the comment that says why. */
void annotate_operation(struct lowering *l, const struct mapped_operation *operation);
/* A load of a descriptor or a kernel's argument. */
ir_value emit_descriptor_load(struct lowering *l, ir_type type, ir_value address, uint32_t alignment);
/* The last operand of an av intrinsic. */
ir_value emit_scope_operand(struct lowering *l, enum mmra_scope scope);
/* Profile draft: makes available or visible what the pointer points to, or with 0 all memory. */
void emit_making(struct lowering *l, const struct mapped_operation *operation, ir_value pointer);
/* A fence or barrier of the map's answer. Any other kind of operation ends the call. */
void emit_synchronization(struct lowering *l, const struct mapped_operation *operation);
/* A barrier: what the map answers, in its order. */
void emit_barrier(struct lowering *l, const struct spirv_memory_view *view);
/* The comment of --explain, or 0 without it (explain.c). */
ir_string explain_operation(struct lowering *l, const struct mapped_operation *operation);

#endif
