#include "mmra/litmus/litmus_build.h"

static const struct program_operand nothing = {PROGRAM_NOTHING, 0};

static struct program_thread *thread_of(struct litmus_builder b) {
    return &b.program->threads[b.thread];
}

struct program_instruction *litmus_build(struct litmus_builder b, enum program_opcode opcode) {
    return program_append(b.program, thread_of(b), opcode);
}

uint32_t litmus_build_temporary(struct litmus_builder b) {
    return program_register(b.program, thread_of(b), NULL);
}

static bool is_constant(struct program_operand operand) {
    return operand.kind == PROGRAM_CONSTANT || operand.kind == PROGRAM_NOTHING;
}

struct program_operand litmus_build_compute(struct litmus_builder b, enum program_alu alu, uint8_t width, uint8_t from,
                                            struct program_operand x, struct program_operand y,
                                            struct program_operand z) {
    struct program_instruction what = {
        .opcode = PROGRAM_COMPUTE, .alu = (uint8_t)alu, .width = width, .from_width = from == width ? 0 : from};
    uint64_t result;
    if (is_constant(x) && is_constant(y) && is_constant(z) &&
        program_compute(&what, x.value, y.value, z.value, &result))
        return program_constant(result);
    uint32_t target = litmus_build_temporary(b);
    struct program_instruction *instruction = litmus_build(b, PROGRAM_COMPUTE);
    instruction->alu = what.alu;
    instruction->width = what.width;
    instruction->from_width = what.from_width;
    instruction->target = target;
    instruction->a = x;
    instruction->b = y;
    instruction->c = z;
    return program_in_register(target);
}

void litmus_build_copy(struct litmus_builder b, struct litmus_part target, struct program_operand source) {
    struct program_instruction *instruction = litmus_build(b, PROGRAM_COMPUTE);
    instruction->alu = PROGRAM_COPY;
    instruction->width = target.width;
    instruction->target = (uint32_t)target.operand.value;
    instruction->a = source;
}

struct program_operand litmus_build_bits(struct litmus_builder b, const struct litmus_part *parts, uint32_t count,
                                         uint64_t first, uint8_t width) {
    struct program_operand all = nothing;
    uint64_t at = 0;
    for (uint32_t i = 0; i < count; at += parts[i++].width) {
        if (at + parts[i].width <= first || at >= first + width)
            continue;
        struct program_operand piece = parts[i].operand;
        const bool is_whole = at == first && width <= parts[i].width;
        if (!is_whole && parts[i].width < 64) /* a register may have more bits than its part (race_step.c, simple) */
            piece = litmus_build_compute(b, PROGRAM_COPY, 64, parts[i].width, piece, nothing, nothing);
        if (at != first)
            piece = litmus_build_compute(b, at > first ? PROGRAM_SHL : PROGRAM_LSHR, 64, 0, piece,
                                         program_constant(at > first ? at - first : first - at), nothing);
        all = all.kind == PROGRAM_NOTHING ? piece : litmus_build_compute(b, PROGRAM_OR, 64, 0, all, piece, nothing);
    }
    return all.kind == PROGRAM_NOTHING ? program_constant(0)
                                       : litmus_build_compute(b, PROGRAM_COPY, width, 0, all, nothing, nothing);
}

/* ---- locks ---- */

static struct program_instruction *access_lock(struct litmus_builder b, const struct model_operation *atomic,
                                               uint16_t kind, uint64_t address) {
    struct program_instruction *access = litmus_build(b, PROGRAM_ACCESS);
    access->operation = *atomic;
    access->operation.kind = kind;
    access->a = program_constant(address);
    access->bytes = 4;
    access->width = 32;
    access->reference = access->success = access->target = MODEL_NONE;
    return access;
}

void litmus_build_take_lock(struct litmus_builder b, const struct model_operation *atomic, uint64_t address) {
    uint32_t begin = thread_of(b)->code_count, found = litmus_build_temporary(b);
    struct program_instruction *access = access_lock(b, atomic, MODEL_READ | MODEL_WRITE, address);
    access->compare_exchange = true;
    access->target = found;
    access->b = program_constant(1);
    access->c = program_constant(0);
    struct program_operand was_free = litmus_build_compute(b, PROGRAM_COMPARE + IR_EQ, 1, 32,
                                                           program_in_register(found), program_constant(0), nothing);
    struct program_instruction *branch = litmus_build(b, PROGRAM_BRANCH);
    branch->a = was_free;
    branch->if_true = thread_of(b)->code_count;
    branch->if_false = begin;
}

void litmus_build_leave_lock(struct litmus_builder b, const struct model_operation *atomic, uint64_t address) {
    access_lock(b, atomic, MODEL_WRITE, address)->b = program_constant(0);
}

/* ---- jumps ---- */

void litmus_build_jump(struct litmus_builder b, struct litmus_jumps *jumps, uint32_t block) {
    uint32_t at = thread_of(b)->code_count;
    litmus_build(b, PROGRAM_JUMP);
    *ARENA_PUSH(b.program->arena, jumps->items, jumps->count, jumps->capacity) = (struct litmus_jump){at, block};
}

void litmus_build_landings(struct litmus_builder b, const struct litmus_jumps *jumps, const uint32_t *starts) {
    struct program_thread *thread = thread_of(b);
    for (uint32_t i = 0; i < jumps->count; i++) {
        uint32_t block = jumps->items[i].block;
        thread->code[jumps->items[i].instruction].if_true = block == MODEL_NONE ? thread->code_count : starts[block];
    }
}

uint32_t litmus_build_skip(struct litmus_builder b, struct litmus_part condition) {
    struct program_thread *thread = &b.program->threads[b.thread];
    uint32_t at = thread->code_count;
    if (!condition.width)
        return MODEL_NONE;
    litmus_build(b, PROGRAM_BRANCH)->a = condition.operand;
    thread->code[at].if_false = at + 1;
    return at;
}

uint32_t litmus_build_skip_outside(struct litmus_builder b, struct program_operand address) {
    struct program_operand outside =
        litmus_build_compute(b, PROGRAM_COMPARE + IR_UGE, 1, 64, address, program_constant(LITMUS_NOWHERE), nothing);
    bool never = outside.kind == PROGRAM_CONSTANT && !outside.value;
    return never ? MODEL_NONE : litmus_build_skip(b, (struct litmus_part){outside, 1});
}

void litmus_build_skipped(struct litmus_builder b, uint32_t skip) {
    struct program_thread *thread = &b.program->threads[b.thread];
    if (skip != MODEL_NONE)
        thread->code[skip].if_true = thread->code_count;
}
