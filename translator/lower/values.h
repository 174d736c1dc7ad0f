/* Values: from SPIR-V ids to IR values, and the instructions that handlers append (values.c, constants.c, emit.c). */
#ifndef TRANSLATOR_VALUES_H
#define TRANSLATOR_VALUES_H

#include "translator/lower/lowering.h"

/* Set on a value from a block other than the entry when that block is done, or from another function: each use is then
 * held against the dominators. Most values are used in their own block, or come from the entry. */
#define VALUE_ELSEWHERE (UINT32_C(1) << 31)

/* Facts about a SPIR-V id. */
struct lowered_id {
    const struct pointer *pointer; /* NULL: struct pointer with nothing known */
    ir_value value;                /* 0: not lowered yet; with VALUE_ELSEWHERE: see there */
    uint32_t name;                 /* of names.c; 0: none */
};

static inline struct lowered_id *lowered_id_of(struct lowering *l, spirv_id id) {
    return &l->ids[spirv_index(l->spirv, id)];
}

/* The IR value of an operand. Constants are lowered at their first use. */
NOINLINE ir_value lower_new_value(struct lowering *l, spirv_id id);
static inline ir_value lower_value(struct lowering *l, spirv_id id) {
    ir_value known = lowered_id_of(l, id)->value;
    return known && !(known & VALUE_ELSEWHERE) ? known : lower_new_value(l, id);
}

/* Whether all ways to the block being lowered, or to the block whose phi value is asked for, have computed the id. */
bool value_is_computed_before(struct lowering *l, spirv_id id);
/* Records the value of the instruction's result and names it, if it is a fresh unnamed result, after the id. Its type
 * is not looked at: lower_result of expression.h does that. */
void lower_result_unchecked(struct lowering *l, const struct spirv_instruction *in, ir_value value);

ir_value lower_constant(struct lowering *l, const struct spirv_constant *constant);
/* A constant of a scalar IR type, or the same scalar in every component of a vector type. */
ir_value constant_splat(struct lowering *l, ir_type type, uint64_t bits);

static inline bool type_is_vector(const struct lowering *l, ir_type type) {
    return ir_type_get(l->ir, type)->kind == IR_TYPE_VECTOR;
}

/* ---- appending to the open block; the result is unnamed ---- */

ir_value emit_instruction(struct lowering *l, enum ir_opcode opcode, ir_type type, const ir_value *operands,
                          uint32_t count);
/* Whether the profile is a numbered one, whose faults are known, and the caller wants them avoided. */
bool needs_workarounds(const struct lowering *l);
/* The same value, in vector registers, of which LLVM knows nothing: empty assembly makes it. */
ir_value emit_hidden(struct lowering *l, ir_value value);
ir_value emit1(struct lowering *l, enum ir_opcode opcode, ir_type type, ir_value a);
ir_value emit2(struct lowering *l, enum ir_opcode opcode, ir_type type, ir_value a, ir_value b);
ir_value emit3(struct lowering *l, enum ir_opcode opcode, ir_type type, ir_value a, ir_value b, ir_value c);
/* Returns the instruction that was appended last. It is valid until another is. */
static inline struct ir_instruction *last_instruction(struct lowering *l) {
    return &l->ir->instructions[l->ir->instruction_count - 1];
}
/* getelementptr over one array of `element`: `address` and `index` of them. */
ir_value emit_address(struct lowering *l, ir_type element, ir_value address, ir_value index);
/* icmp or fcmp; the type is i1 or a vector of it. */
ir_value emit_compare(struct lowering *l, enum ir_opcode opcode, unsigned predicate, ir_value a, ir_value b);
/* An i32 that becomes a meeting place when the function ends (functions/meeting_places.h): the last operand of the call
 * emitted next, which takes `count` places. emit_intrinsic adds it on the host. */
ir_value emit_place(struct lowering *l, uint32_t count);
/* Calls of intrinsics: "llvm.fabs" with the operands' types; `name` is complete, suffix included. */
ir_value emit_intrinsic(struct lowering *l, const char *name, ir_type result, const ir_value *arguments, uint32_t count,
                        uint16_t attributes);
/* The call appended last is convergent: it takes the token of the place, if there is one. */
void mark_convergent_call(struct lowering *l);
/* A call of a function that the shell gives (docs/guide/stages.md); its name begins with "smmra.", and says what it may
 * do.
 */
ir_value emit_shell_call(struct lowering *l, const char *name, ir_type result, const ir_value *arguments,
                         uint32_t count);
/* The name of an intrinsic overloaded on a type: intrinsic_overloaded_name(l, "llvm.fabs", <4 x float>) is
 * "llvm.fabs.v4f32". */
const char *intrinsic_overloaded_name(struct lowering *l, const char *name, ir_type type);
/* OpCopyLogical: the value with another type that differs only in decorations, and so in the names of its structs. */
ir_value lower_copied_logically(struct lowering *l, const struct spirv_instruction *in, ir_value value, ir_type type);
ir_value emit_extract_value(struct lowering *l, ir_value aggregate, uint32_t index);
ir_value emit_insert_value(struct lowering *l, ir_value aggregate, ir_value element, uint32_t index);
/* Gives element `index` of a vector; a scalar with index 0 gives itself. */
ir_value emit_extract_element(struct lowering *l, ir_value vector, uint32_t index);
ir_value emit_insert_element(struct lowering *l, ir_value vector, ir_value element, uint32_t index);
/* Makes and opens a new IR block inside the SPIR-V block being lowered. */
ir_value emit_new_block(struct lowering *l);
void emit_open_block(struct lowering *l, ir_value label);
void emit_branch(struct lowering *l, ir_value label);
void emit_conditional_branch(struct lowering *l, ir_value condition, ir_value if_true, ir_value if_false);
/* The instructions that are emitted between the two are executed if the condition, an i1, holds. `value` is their
 * result (0: none); guard_close gives that result, or `otherwise`. */
struct guard {
    ir_value before, beyond;
};
struct guard guard_open(struct lowering *l, ir_value condition);
ir_value guard_close(struct lowering *l, const struct guard *guard, ir_value value, ir_value otherwise);

#endif
