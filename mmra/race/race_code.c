#include "mmra/race/race_code.h"

#include "mmra/model/program_simple.h"

enum { LOOKED_AT = 16 };

/* A constant that was used lately is used again. */
static uint32_t register_of(struct race_code *code, struct race_pool *pool, struct program_operand operand) {
    if (operand.kind == PROGRAM_REGISTER)
        return (uint32_t)operand.value;
    for (uint32_t i = code->constant_count; i-- > 0 && code->constant_count - i <= LOOKED_AT;)
        if (code->constants[i] == operand.value)
            return code->register_count + i;
    *RACE_PUSH(pool, code->constants, code->constant_count, code->constant_capacity) = operand.value;
    return code->register_count + code->constant_count - 1;
}

static bool is_defined(struct program_operand operand) {
    return operand.kind == PROGRAM_REGISTER || operand.kind == PROGRAM_CONSTANT;
}

/* Whether it is arithmetic as program_simple.h has it, with as many operands as it needs. */
static bool is_simple(const struct program_instruction *i) {
    bool b = i->alu != PROGRAM_COPY, c = i->alu == PROGRAM_SELECT;
    return i->opcode == PROGRAM_COMPUTE && program_is_simple(i->alu) && i->width && i->width <= 64 &&
           i->from_width <= 64 && is_defined(i->a) && (b ? is_defined(i->b) : i->b.kind == PROGRAM_NOTHING) &&
           (c ? is_defined(i->c) : i->c.kind == PROGRAM_NOTHING);
}

static struct race_op read_compute(struct race_code *code, struct race_pool *pool,
                                   const struct program_instruction *i) {
    uint8_t from = i->from_width ? i->from_width : i->width;
    return (struct race_op){.kind = i->alu,
                            .from = from,
                            .above = 64 - from,
                            .above_a = i->alu == PROGRAM_SELECT ? 63 : 64 - from,
                            .target = i->target,
                            .a = register_of(code, pool, i->a),
                            .b = register_of(code, pool, i->b),
                            .c = register_of(code, pool, i->c)};
}

static bool is_constant(struct program_operand operand, uint64_t value) {
    return operand.kind == PROGRAM_CONSTANT && operand.value == value;
}

/* The same in fewer kinds: adding 0 is a copy, and a shift by a constant multiplies. */
static struct program_instruction as_simple(const struct program_instruction *i) {
    struct program_instruction same = *i;
    if (i->opcode != PROGRAM_COMPUTE)
        return same;
    if (i->alu == PROGRAM_SHL && i->b.kind == PROGRAM_CONSTANT && i->b.value < i->width && !i->from_width) {
        same.alu = PROGRAM_MUL;
        same.b.value = UINT64_C(1) << i->b.value;
    } else if (i->alu == PROGRAM_ADD && (is_constant(i->a, 0) || is_constant(i->b, 0)) && !i->from_width) {
        same.alu = PROGRAM_COPY;
        same.a = is_constant(i->a, 0) ? i->b : i->a;
        same.b.kind = PROGRAM_NOTHING;
    }
    return same;
}

static struct race_op read_op(struct race_code *code, struct race_pool *pool, const struct program_instruction *i) {
    if (i->opcode == PROGRAM_JUMP)
        return (struct race_op){.kind = RACE_OP_JUMP, .target = i->if_true};
    if (i->opcode == PROGRAM_BRANCH && is_defined(i->a))
        return (struct race_op){
            .kind = RACE_OP_BRANCH, .a = register_of(code, pool, i->a), .b = i->if_true, .c = i->if_false};
    const struct program_instruction same = as_simple(i);
    return is_simple(&same) ? read_compute(code, pool, &same)
                            : (struct race_op){.kind = i->opcode == PROGRAM_COMPUTE ? RACE_OP_COMPUTE : RACE_OP_OTHER};
}

static void ask(struct race_code *code, struct program_operand operand) {
    if (operand.kind == PROGRAM_REGISTER)
        code->asked[operand.value] = true;
}

void race_code_read(struct race_code *code, const struct program_thread *thread, struct race_pool *pool) {
    code->register_count = thread->register_count;
    code->ops = arena_allocate_array(pool->arena, thread->code_count + 1, sizeof *code->ops);
    code->accesses = arena_allocate_array(pool->arena, thread->code_count + 1, sizeof *code->accesses);
    code->asked = arena_allocate_array(pool->arena, thread->register_count + 1, sizeof *code->asked);
    for (uint32_t r = 0; r < thread->register_count; r++)
        code->asked[r] = thread->registers[r].name != NULL;
    for (uint32_t i = 0; i < thread->code_count; i++) {
        ask(code, thread->code[i].a);
        ask(code, thread->code[i].b);
        ask(code, thread->code[i].c);
        code->ops[i] = read_op(code, pool, &thread->code[i]);
        code->accesses[i] = code->access_count;
        code->access_count += thread->code[i].opcode == PROGRAM_ACCESS;
    }
}

void race_code_begin(struct race_code *code, const struct program_thread *thread, uint32_t width,
                     struct race_pool *pool) {
    code->registers = arena_allocate_array(pool->arena, width, sizeof *code->registers);
    code->undefined = arena_allocate_array(pool->arena, width, sizeof *code->undefined);
    memset(code->undefined, 1, width);
    for (uint32_t r = 0; r < thread->register_count; r++)
        if (thread->registers[r].has_value || thread->registers[r].name) {
            code->registers[r] = thread->registers[r].value;
            code->undefined[r] = !thread->registers[r].has_value;
        }
    for (uint32_t k = 0; k < code->constant_count; k++) {
        code->registers[code->register_count + k] = code->constants[k];
        code->undefined[code->register_count + k] = 0;
    }
}
