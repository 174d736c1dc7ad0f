/* Arrays of descriptors: which lanes share the descriptor that an instruction uses.
 *
 * Vulkan lets an instruction use a resource whose descriptor is not dynamically uniform only if the operand that says
 * which is decorated NonUniform (Vulkan, "RuntimeSpirv-NonUniform-06274"). So without the decoration an index into an
 * array of descriptors is the same in all lanes that execute the access: the first of them has it for all, and the
 * descriptor is loaded once, into registers that all lanes share. With the decoration each lane loads its own, and LLVM
 * puts a loop over the distinct ones around the access.
 *
 * The promise is about the access, and about no instruction before it: an access chain may be computed by more lanes,
 * with different indexes, than the access in a branch after it. So such chains, and images loaded through them, wait:
 * they are lowered in the block of each access, where the access asks for its operands.
 *
 * NonUniform counts wherever it stands: on what an index was computed from, on the chain, on what is loaded through it,
 * copied, or made of it. What is not followed to an access (a phi, a select, an argument) is made where it stands, by
 * each lane for itself; so is a buffer whose array length is asked for, which is no access. */
#ifndef TRANSLATOR_DESCRIPTORS_H
#define TRANSLATOR_DESCRIPTORS_H

#include "translator/lower/lowering.h"

/* A descriptor of a buffer is { ptr addrspace(1), i64 size }. */
enum { BUFFER_DESCRIPTOR_BYTES = SPIRV_BUFFER_DESCRIPTOR_BYTES };

/* Facts about an id, by definition. */
enum descriptor_flag {
    DESCRIPTOR_OF_ARRAY = 1, /* points to or was loaded from an element chosen by what is no constant */
    DESCRIPTOR_ARRAY = 2,    /* points to an array of descriptors */
    DESCRIPTOR_VARIES = 4,   /* NonUniform, or computed from what is */
    DESCRIPTOR_STAYS = 8,    /* lowered where it stands */
    DESCRIPTOR_MADE = 16,    /* lowered in the open block */
    DESCRIPTOR_NAMED = 32    /* some IR value has its name */
};

/* After environment_init. */
void descriptors_init(struct lowering *l);
/* Whether an instruction is lowered where its result is used, and not where it stands. */
static inline bool descriptor_waits(const struct lowering *l, spirv_id id) {
    const uint8_t *flags = l->descriptor_flags;
    return flags && (flags[spirv_index(l->spirv, id)] & (DESCRIPTOR_OF_ARRAY | DESCRIPTOR_VARIES | DESCRIPTOR_STAYS)) ==
                        DESCRIPTOR_OF_ARRAY;
}
/* Lowers what waits, in the open block; false: it does not wait, or is there already. */
bool descriptor_make(struct lowering *l, spirv_id id);
/* Forgets what was made in an IR block, or on the way to it: the next one does not have it. */
void descriptors_leave_block(struct lowering *l);
/* Whether lowering an instruction lowers something that waits, and so reads the first lane. */
bool descriptor_is_used_by(const struct lowering *l, const struct spirv_instruction *in);

/* An index or an address of an access: that of the first lane. */
ir_value descriptor_first_lane(struct lowering *l, ir_value value);
/* The address behind a pointer operand of a waiting instruction: it is the same in all lanes. */
ir_value descriptor_address(struct lowering *l, spirv_id pointer);

#endif
