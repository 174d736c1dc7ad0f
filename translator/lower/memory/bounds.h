/* Robust access to buffers, with --abi=buffer: what lies beyond a buffer's size reads as 0, and writes and atomics
 * there do nothing (mapping.md 10; Vulkan, "robustBufferAccess").
 *
 * A pointer into a buffer is its address, as without bounds. The translator also tracks the bounds of its buffer: the
 * address of the first byte and the size. They come from kernel parameters or a descriptor, and follow the pointer
 * through access chains, phis, selects and calls. A pointer from any other source has no bounds and is refused where it
 * is used. */
#ifndef TRANSLATOR_BOUNDS_H
#define TRANSLATOR_BOUNDS_H

#include "translator/lower/memory/pointers.h"
#include "translator/lower/values.h"

/* Whether pointers to a storage class have bounds: to storage and uniform buffers, if the ABI says so. Physical
 * addresses have none, and push constants need none. */
bool bounds_apply(const struct lowering *l, uint32_t storage_class);
/* The same of a type: whether it is a pointer to such a class; or, in any ABI, one whose pointers OpArrayLength asks
 * for the size of their buffer, and not only variables of it. Accesses through the latter are not checked. */
bool bounds_apply_to_type(struct lowering *l, spirv_id type);

/* The bounds of a pointer operand. Emits nothing. */
struct bounds bounds_of(struct lowering *l, spirv_id pointer);
/* Records that a pointer, of which no more than its alignment is known, has these. */
void bounds_set(struct lowering *l, spirv_id pointer, struct bounds bounds, uint32_t alignment);

/* Whether buffers may have more than 4 GB (SPV_EXT_shader_64bit_indexing): then no offset into them has 32 bits, as
 * those of buffer resources have. */
bool bounds_are_far(const struct lowering *l);
/* Whether plain accesses go through buffer resources, which the processor checks. */
bool bounds_by_resource(const struct lowering *l);
/* Makes the buffer resource, if the target has such; else nothing. */
void bounds_make_resource(struct lowering *l, struct bounds *bounds);
/* The items of the open function that are buffers get their resources, where its first block begins. */
void bounds_prologue(struct lowering *l);
/* The pointer through the resource that stands for `address`; it is out of bounds wherever `address` is. */
ir_value bounds_resource_pointer(struct lowering *l, const struct bounds *bounds, ir_value address);

/* An access under an explicit check (values.h): it is executed if all of the bytes at `address` lie within the bounds.
 * bounds_guard_close gives its result, or 0 out of bounds. */
struct guard bounds_guard_open(struct lowering *l, const struct bounds *bounds, ir_value address, uint32_t bytes);
ir_value bounds_guard_close(struct lowering *l, const struct guard *guard, ir_value value);

#endif
