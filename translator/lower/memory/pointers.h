/* The translator's knowledge of a pointer besides its IR value (values.c, types.c, access_chains.c). */
#ifndef TRANSLATOR_POINTERS_H
#define TRANSLATOR_POINTERS_H

#include "translator/lower/lowering.h"

struct pointer {
    uint32_t alignment; /* proven, in bytes, a power of two; 0: no more than the type's scalar alignment */
    struct spirv_matrix_layout matrix; /* of the matrix, or what holds it, that is behind the pointer */
    bool strided_vector;         /* pointee is a column of a row-major matrix: its components are matrix.stride apart */
    spirv_id interface_variable; /* an Input built-in or per-vertex input: no memory; `steps` lead to the pointee */
    const spirv_id *steps;
    uint32_t step_count;
    const struct texel *texel; /* what OpImageTexelPointer points to; it has no value */
    bool descriptor_array;     /* points to a descriptor array: the next index chooses a descriptor */
    ir_value descriptor;       /* address of the descriptor that the buffer came from, or 0 */
    bool is_read_only;         /* nobody writes the buffer that it points into, or whose descriptors those are */
    spirv_id buffer;           /* the variable that is the buffer pointed into; 0: none, or one of an array */
    const struct spirv_instruction *whole; /* no pointer, but a value that is still in memory: what loads it */
    const struct bounds *bounds;           /* else, with --abi=buffer: those of the buffer; NULL: not known */
};

/* The memory that a pointer into a buffer may reach, with --abi=buffer (bounds.h). */
struct bounds {
    ir_value base;     /* address of the buffer's first byte */
    ir_value size;     /* i64, bytes */
    ir_value resource; /* ptr addrspace(7) to the first byte; 0: not made here, or the target has none */
};

/* Whether pointers to a storage class hold a descriptor, with --abi=driver (resources.h). */
static inline bool resources_apply(const struct lowering *l, uint32_t storage_class) {
    return l->map.options.buffers_by_resource &&
           (storage_class == SpvStorageClassStorageBuffer || storage_class == SpvStorageClassUniform);
}

/* Never NULL. */
const struct pointer *pointer_of(struct lowering *l, spirv_id id);
void pointer_set(struct lowering *l, spirv_id id, const struct pointer *pointer);
/* The IR type of a pointer to an address space of the memory map: private memory has one of the target's own. And back
 * from an IR pointer. */
ir_type pointer_to_space(struct lowering *l, uint32_t address_space);
uint32_t pointer_space_of(struct lowering *l, ir_value address);
/* The address space of the memory map for accesses through the pointer: of one with a descriptor that of its buffer. */
uint32_t pointer_memory_of(struct lowering *l, const struct pointer *pointer, ir_value address);
/* Returns the facts of a pointer of this type that is taken for one to another type. */
void pointer_take_for(struct lowering *l, struct pointer *pointer, const struct spirv_type *type, spirv_id pointee);
/* The alignment of an address `offset` bytes after one of `alignment`. */
static inline uint32_t pointer_alignment_at(uint32_t alignment, uint64_t offset) {
    uint64_t lowest = offset & (0 - offset);
    return offset && lowest < alignment ? (uint32_t)lowest : alignment;
}
/* `address` plus a number of bytes; the address itself for 0. */
ir_value emit_nonzero_offset(struct lowering *l, ir_value address, uint64_t bytes);
static inline ir_value emit_offset(struct lowering *l, ir_value address, uint64_t bytes) {
    return bytes ? emit_nonzero_offset(l, address, bytes) : address;
}
/* The value of a pointer. Fails where what the translator knows of it (a strided column, a built-in) would be lost: as
 * an operand of a call, phi, select or store. */
ir_value lower_plain_pointer(struct lowering *l, spirv_id pointer);

#endif
