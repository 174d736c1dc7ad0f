#include "translator/program/litmus_counting.h"

enum { MOST_STEPS_BACK = 8 };

/* The instruction before this one that sets the register; NULL: there is none in this code. */
static const struct program_instruction *setter(const struct program_thread *thread, uint32_t before, uint64_t number) {
    for (uint32_t i = before; i-- > 0;)
        if ((thread->code[i].opcode == PROGRAM_COMPUTE || thread->code[i].opcode == PROGRAM_ACCESS) &&
            thread->code[i].target == number)
            return &thread->code[i];
    return NULL;
}

/* Whether the operand is made of constants and of plain reads of the memory that the write may be to, one at least. */
static bool is_made_of(const struct program_thread *thread, struct program_operand operand,
                       const struct program_instruction *write, uint32_t before, uint32_t most, bool *reads) {
    if (operand.kind != PROGRAM_REGISTER)
        return operand.kind == PROGRAM_CONSTANT || operand.kind == PROGRAM_NOTHING;
    const struct program_instruction *in = most ? setter(thread, before, operand.value) : NULL;
    if (!in)
        return false;
    const uint32_t here = (uint32_t)(in - thread->code);
    if (in->opcode == PROGRAM_ACCESS) {
        *reads = true;
        return in->operation.kind == MODEL_READ && !(in->operation.flags & MODEL_ATOMIC) && in->highest &&
               in->lowest == write->lowest && in->highest == write->highest;
    }
    return is_made_of(thread, in->a, write, here, most - 1, reads) &&
           is_made_of(thread, in->b, write, here, most - 1, reads) &&
           is_made_of(thread, in->c, write, here, most - 1, reads);
}

bool litmus_counting(const struct litmus_race *race, const struct model_operation *write) {
    for (uint32_t c = 0; c < race->program.code_count; c++)
        for (uint32_t i = 0; i < race->program.codes[c].code_count; i++) {
            const struct program_thread *thread = &race->program.codes[c];
            const struct program_instruction *in = &thread->code[i];
            bool reads = false;
            if (in->opcode == PROGRAM_ACCESS && in->operation.origin == write->origin &&
                in->operation.kind == MODEL_WRITE && !in->operation.float_bits && !(in->operation.flags & MODEL_ATOMIC))
                return is_made_of(thread, in->b, in, i, MOST_STEPS_BACK, &reads) && reads;
        }
    return false;
}
