/* The accesses of IR litmus tests, and the addresses that are constant after all. */
#include "mmra/litmus/litmus_ir.h"

/* ---- accesses ---- */

static bool find_constant(struct litmus_ir_reader *r, struct program_operand operand, uint64_t *value) {
    if (operand.kind == PROGRAM_CONSTANT) {
        *value = operand.value;
        return true;
    }
    const struct program_thread *thread = litmus_ir_thread(r);
    if (operand.kind == PROGRAM_REGISTER && thread->registers[operand.value].varies)
        return false;
    if (r->constant_steps-- == 0) {
        r->constant_steps = 0;
        return false;
    }
    for (uint32_t at = thread->code_count; operand.kind == PROGRAM_REGISTER && at-- > 0;) {
        const struct program_instruction *i = &thread->code[at];
        if (i->opcode != PROGRAM_COMPUTE || i->target != operand.value)
            continue;
        uint64_t a, b = 0, c = 0;
        bool known = find_constant(r, i->a, &a) && (i->b.kind == PROGRAM_NOTHING || find_constant(r, i->b, &b)) &&
                     (i->c.kind == PROGRAM_NOTHING || find_constant(r, i->c, &c));
        return known && program_compute(i, a, b, c, value);
    }
    return false;
}

/* The register chain that computed it, if it is constant after all: a base plus constants, for an address. What took
 * more steps than an address has counts as computed. */
bool litmus_ir_constant(struct litmus_ir_reader *r, struct program_operand operand, uint64_t *value) {
    enum { MAX_STEPS = 200 };
    r->constant_steps = MAX_STEPS;
    return find_constant(r, operand, value);
}

struct program_instruction *litmus_ir_append_access(struct litmus_ir_reader *r, const struct model_operation *operation,
                                                    struct litmus_ir_piece piece) {
    struct program_instruction *access = litmus_ir_append(r, PROGRAM_ACCESS);
    if (piece.base && r->grid) {
        access->lowest = piece.base;
        access->highest = piece.base + litmus_ir_grid_memory_bytes(r, piece.base);
    }
    access->operation = *operation;
    access->a = piece.address;
    access->bytes = piece.bytes;
    access->width = (uint8_t)(piece.bytes * 8);
    access->reference = MODEL_NONE;
    return access;
}
