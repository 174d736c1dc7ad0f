/* Memory of a buffer's descriptor, with --abi=driver: a pointer into a buffer is a ptr addrspace(7), which is the
 * four words that the driver holds, used as they are, and an offset of 32 bits. The processor checks the bounds.
 *
 * A plain access is a load or store through that pointer. LLVM takes no other access through it for what it is
 * (docs/reference/mapping.md 10, "Descriptors of a driver"): its memory legalizer gives it no cache policy, and moves
 * it out of loops. So what is atomic, available or visible is an intrinsic with the policy of the processor, or goes by
 * the address that the descriptor names. */
#ifndef TRANSLATOR_RESOURCES_H
#define TRANSLATOR_RESOURCES_H

#include "translator/lower/memory/pointers.h"

/* Whether a pointer is. */
bool is_resource_pointer(struct lowering *l, ir_value address);
/* The pointer to the first byte, from the address of the descriptor. */
ir_value resource_from_descriptor(struct lowering *l, ir_value descriptor);
/* i64: the bytes of the buffer that a pointer leads into. */
ir_value resource_bytes(struct lowering *l, ir_value pointer);

/* The address that a pointer stands for, ptr addrspace(1); of another pointer itself. */
ir_value resource_address(struct lowering *l, ir_value pointer);

/* Whether an access of a leaf is an intrinsic; else it is a load or store through the pointer. */
bool resource_takes(struct lowering *l, const struct mapped_operation *operation, ir_value pointer);
/* The type is an integer, a float or a vector, and that of the value stored is too. */
ir_value resource_load(struct lowering *l, const struct mapped_operation *operation, ir_value pointer, ir_type type);
void resource_store(struct lowering *l, const struct mapped_operation *operation, ir_value pointer, ir_value value);
/* An atomic load, store, read-modify-write or compare-exchange. `value`, `comparator`: 0 where it has none. Gives what
 * was there before; 0 for a store. */
ir_value resource_atomic(struct lowering *l, const struct mapped_operation *operation, ir_value pointer, ir_type type,
                         ir_value value, ir_value comparator);

#endif
