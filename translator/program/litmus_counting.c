#include "translator/program/litmus_counting.h"

/* Instructions that are looked at for one write; of one that takes more nothing is known, and it counts nothing. */
enum { MOST_LOOKED_AT = 256 };

/* Finds what the value of a write is made of. */
struct origin {
    const struct program_thread *thread;
    const struct program_instruction *write;
    uint32_t left;
    bool reads; /* the memory that the write may be to, plainly */
};

static bool sets(const struct program_instruction *in, uint64_t number) {
    return (in->opcode == PROGRAM_COMPUTE || in->opcode == PROGRAM_ACCESS) && in->target == number;
}

static bool is_read_of(const struct program_instruction *in, const struct program_instruction *write) {
    return in->operation.kind == MODEL_READ && !(in->operation.flags & MODEL_ATOMIC) && in->highest &&
           in->lowest == write->lowest && in->highest == write->highest;
}

/* Whether the operand is made of constants and of such reads, by whichever of the instructions before that set it:
 * where branches meet, each of them may. */
static bool is_made_of(struct origin *o, struct program_operand operand, uint32_t before) {
    bool is_set = false, is_made = true;
    if (operand.kind != PROGRAM_REGISTER)
        return operand.kind == PROGRAM_CONSTANT || operand.kind == PROGRAM_NOTHING;
    for (uint32_t i = 0; i < before && is_made; i++) {
        const struct program_instruction *in = &o->thread->code[i];
        if (!sets(in, operand.value))
            continue;
        is_set = true;
        if (!o->left)
            return false;
        o->left--;
        if (in->opcode == PROGRAM_ACCESS)
            o->reads = is_made = is_read_of(in, o->write);
        else
            is_made = is_made_of(o, in->a, i) && is_made_of(o, in->b, i) && is_made_of(o, in->c, i);
    }
    return is_set && is_made;
}

bool litmus_counting(const struct litmus_race *race, const struct model_operation *write) {
    for (uint32_t c = 0; c < race->program.code_count; c++)
        for (uint32_t i = 0; i < race->program.codes[c].code_count; i++) {
            const struct program_instruction *in = &race->program.codes[c].code[i];
            struct origin origin = {&race->program.codes[c], in, MOST_LOOKED_AT, false};
            if (in->opcode == PROGRAM_ACCESS && in->operation.origin == write->origin &&
                in->operation.kind == MODEL_WRITE && !in->operation.float_bits && !(in->operation.flags & MODEL_ATOMIC))
                return is_made_of(&origin, in->b, i) && origin.reads;
        }
    return false;
}
