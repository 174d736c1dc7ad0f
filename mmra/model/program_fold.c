/* Folds what is constant in a thread: built-ins of an invocation make most branches and addresses of a shader
 * known before anything is explored. Sparse conditional propagation: a value counts as constant at a place only
 * if it is so on every way that leads there, and a way that no branch takes does not count. Dependencies stay
 * what they are, since a constant depends on nothing. */
#include "mmra/model/program.h"

enum knowledge { UNREACHED, CONSTANT, VARIES };

struct fact {
    uint8_t knowledge;
    uint64_t value;
};

struct folding {
    struct arena *arena;
    struct program_thread *thread;
    struct fact **entry;    /* per instruction: at the targets of jumps, what is known there; else NULL */
    bool *reached, *queued; /* per instruction */
    uint32_t *queue;
    uint32_t queue_count;
    struct fact *now; /* what is known where the walk is */
    /* Registers that may carry a value from one block to another. Only these have facts at the targets of jumps, so
     * that memory does not grow with the product of targets and registers. */
    uint32_t *carried, carried_count;
};

static struct fact fact_of(const struct folding *f, struct program_operand operand) {
    if (operand.kind == PROGRAM_CONSTANT || operand.kind == PROGRAM_NOTHING)
        return (struct fact){CONSTANT, operand.value};
    return operand.kind == PROGRAM_REGISTER ? f->now[operand.value] : (struct fact){VARIES, 0};
}

static struct fact compute(const struct folding *f, const struct program_instruction *i) {
    struct fact a = fact_of(f, i->a), b = fact_of(f, i->b), c = fact_of(f, i->c);
    struct fact result = {VARIES, 0};
    bool known = a.knowledge == CONSTANT && b.knowledge == CONSTANT && c.knowledge == CONSTANT;
    if (known && program_compute(i, a.value, b.value, c.value, &result.value))
        result.knowledge = CONSTANT;
    return result;
}

static void set(struct folding *f, uint32_t number, struct fact fact) {
    if (number != MODEL_NONE)
        f->now[number] = fact;
}

/* The facts known now hold at the target too, or no longer do. */
static void reach(struct folding *f, uint32_t target) {
    bool changed = !f->entry[target];
    if (changed)
        f->entry[target] = arena_allocate_array(f->arena, f->carried_count + 1, sizeof **f->entry);
    for (uint32_t r = 0; r < f->carried_count; r++) {
        struct fact *there = &f->entry[target][r];
        const struct fact *here = &f->now[f->carried[r]];
        if (there->knowledge == VARIES || here->knowledge == UNREACHED)
            continue;
        if (there->knowledge == CONSTANT && here->knowledge == CONSTANT && there->value == here->value)
            continue;
        *there = there->knowledge == UNREACHED ? *here : (struct fact){VARIES, 0};
        changed = true;
    }
    if (changed && !f->queued[target]) {
        f->queued[target] = true;
        f->queue[f->queue_count++] = target;
    }
}

/* Follows an instruction; false if the walk does not go on after it. */
static bool walk(struct folding *f, uint32_t at) {
    const struct program_instruction *i = &f->thread->code[at];
    struct fact condition;
    f->reached[at] = true;
    switch (i->opcode) {
    case PROGRAM_COMPUTE:
        set(f, i->target, compute(f, i));
        return true;
    case PROGRAM_BRANCH:
        condition = fact_of(f, i->a);
        if (condition.knowledge != CONSTANT || condition.value & 1)
            reach(f, i->if_true);
        if (condition.knowledge != CONSTANT || !(condition.value & 1))
            reach(f, i->if_false);
        return false;
    case PROGRAM_JUMP:
        reach(f, i->if_true);
        return false;
    case PROGRAM_END:
    case PROGRAM_ABORT:
    case PROGRAM_FAULT:
        return false;
    default:
        set(f, i->target, (struct fact){VARIES, 0});
        set(f, i->success, (struct fact){VARIES, 0});
        return true;
    }
}

static void begin_at(struct folding *f, uint32_t start) {
    for (uint32_t r = 0; r < f->carried_count; r++)
        f->now[f->carried[r]] = f->entry[start][r];
}

static void walk_from(struct folding *f, uint32_t start) {
    begin_at(f, start);
    for (uint32_t at = start; walk(f, at); at++)
        if (f->entry[at + 1]) {
            reach(f, at + 1);
            return;
        }
}

/* ---- registers ---- */

/* Numbers the blocks of the code, which begin at targets of jumps and after jumps. */
static uint32_t *number_blocks(const struct folding *f) {
    const struct program_thread *thread = f->thread;
    uint32_t *block = arena_allocate_array(f->arena, thread->code_count + 1, sizeof *block), number = 0;
    for (uint32_t at = 0; at < thread->code_count; at++) {
        const struct program_instruction *i = &thread->code[at];
        if (i->opcode != PROGRAM_BRANCH && i->opcode != PROGRAM_JUMP)
            continue;
        block[at + 1] = block[i->if_true] = 1;
        if (i->opcode == PROGRAM_BRANCH)
            block[i->if_false] = 1;
    }
    for (uint32_t at = 0; at < thread->code_count; at++)
        block[at] = number += block[at];
    return block;
}

/* A register is carried if a block reads it before the block has written it. */
static void find_carried(struct folding *f) {
    const struct program_thread *thread = f->thread;
    const uint32_t *block = number_blocks(f);
    uint32_t *written = arena_allocate_array(f->arena, thread->register_count + 1, sizeof *written); /* block + 1 */
    bool *is_carried = arena_allocate_array(f->arena, thread->register_count + 1, sizeof *is_carried);
    f->carried = arena_allocate_array(f->arena, thread->register_count + 1, sizeof *f->carried);
    for (uint32_t at = 0; at < thread->code_count; at++) {
        const struct program_instruction *i = &thread->code[at];
        const struct program_operand operands[] = {i->a, i->b, i->c};
        for (int k = 0; k < 3; k++)
            if (operands[k].kind == PROGRAM_REGISTER && written[operands[k].value] != block[at] + 1)
                is_carried[operands[k].value] = true;
        if (i->target != MODEL_NONE)
            written[i->target] = block[at] + 1;
        if (i->success != MODEL_NONE)
            written[i->success] = block[at] + 1;
    }
    for (uint32_t r = 0; r < thread->register_count; r++)
        if (is_carried[r])
            f->carried[f->carried_count++] = r;
}

/* ---- rewriting ---- */

static void replace(const struct folding *f, struct program_operand *operand) {
    struct fact fact = fact_of(f, *operand);
    if (operand->kind == PROGRAM_REGISTER && fact.knowledge == CONSTANT)
        *operand = program_constant(fact.value);
}

static void rewrite_from(struct folding *f, uint32_t start) {
    begin_at(f, start);
    for (uint32_t at = start;; at++) {
        struct program_instruction *i = &f->thread->code[at];
        if (at != start && f->entry[at])
            return;
        replace(f, &i->a);
        replace(f, &i->b);
        replace(f, &i->c);
        if (i->opcode == PROGRAM_BRANCH && i->a.kind == PROGRAM_CONSTANT) {
            i->opcode = PROGRAM_JUMP;
            i->if_true = i->a.value & 1 ? i->if_true : i->if_false;
        }
        if (!walk(f, at))
            return;
    }
}

static void count_use(uint32_t *uses, struct program_operand operand) {
    if (operand.kind == PROGRAM_REGISTER)
        uses[operand.value]++;
}

/* A register that counts itself up is no use of itself. */
static void count_uses(uint32_t *uses, const struct program_instruction *i, uint32_t by) {
    const struct program_operand operands[] = {i->a, i->b, i->c};
    for (int k = 0; k < 3; k++)
        if (operands[k].kind == PROGRAM_REGISTER && (i->opcode != PROGRAM_COMPUTE || operands[k].value != i->target))
            uses[operands[k].value] += by;
}

/* Computations whose result nobody reads any more are as good as never reached. From the last to the first, so that one
 * pass drops a chain of them. */
static bool drop_unused(struct folding *f, uint32_t *uses) {
    struct program_thread *thread = f->thread;
    bool dropped = false;
    for (uint32_t at = thread->code_count; at-- > 0;) {
        const struct program_instruction *i = &thread->code[at];
        if (f->reached[at] && i->opcode == PROGRAM_COMPUTE && !uses[i->target] && !thread->registers[i->target].name) {
            f->reached[at] = false;
            count_uses(uses, i, (uint32_t)-1);
            dropped = true;
        }
    }
    return dropped;
}

static void drop_all_unused(struct folding *f) {
    uint32_t *uses = arena_allocate_array(f->arena, f->thread->register_count, sizeof *uses);
    for (uint32_t at = 0; at < f->thread->code_count; at++)
        if (f->reached[at])
            count_uses(uses, &f->thread->code[at], 1);
    while (drop_unused(f, uses))
        continue;
}

static void renumber_operand(struct program_operand *operand, const uint32_t *numbers) {
    if (operand->kind == PROGRAM_REGISTER)
        operand->value = numbers[operand->value] - 1;
}

static void use_register(uint32_t *numbers, uint32_t number) {
    if (number != MODEL_NONE)
        numbers[number] = 1;
}

/* Leaves only registers that something uses, and those that have a name. */
static void renumber(struct folding *f) {
    struct program_thread *thread = f->thread;
    uint32_t *numbers = arena_allocate_array(f->arena, thread->register_count, sizeof *numbers), kept = 0;
    for (uint32_t at = 0; at < thread->code_count; at++) {
        const struct program_instruction *i = &thread->code[at];
        count_use(numbers, i->a);
        count_use(numbers, i->b);
        count_use(numbers, i->c);
        use_register(numbers, i->target);
        use_register(numbers, i->success);
    }
    for (uint32_t r = 0; r < thread->register_count; r++)
        if (numbers[r] || thread->registers[r].name) {
            thread->registers[kept] = thread->registers[r];
            numbers[r] = ++kept;
        }
    for (uint32_t i = 0; i < thread->names.count; i++)
        thread->named[i] = numbers[thread->named[i]] - 1;
    for (uint32_t at = 0; at < thread->code_count; at++) {
        struct program_instruction *i = &thread->code[at];
        renumber_operand(&i->a, numbers);
        renumber_operand(&i->b, numbers);
        renumber_operand(&i->c, numbers);
        i->target = i->target == MODEL_NONE ? MODEL_NONE : numbers[i->target] - 1;
        i->success = i->success == MODEL_NONE ? MODEL_NONE : numbers[i->success] - 1;
    }
    for (uint32_t i = 0; i < thread->loop_count; i++) {
        uint32_t *counter = &thread->loops[i].counter;
        *counter = *counter == MODEL_NONE ? MODEL_NONE : numbers[*counter] - 1; /* MODEL_NONE, too, if it is left out */
    }
    thread->register_count = kept;
}

/* Leaves only what is reached. */
static void compact(struct folding *f) {
    struct program_thread *thread = f->thread;
    uint32_t *place = arena_allocate_array(f->arena, thread->code_count + 1, sizeof *place), kept = 0;
    for (uint32_t at = 0; at < thread->code_count; at++) {
        place[at] = kept;
        kept += f->reached[at];
    }
    kept = 0;
    for (uint32_t at = 0; at < thread->code_count; at++) {
        if (!f->reached[at])
            continue;
        struct program_instruction i = thread->code[at];
        i.if_true = place[i.if_true];
        i.if_false = place[i.if_false];
        thread->code[kept++] = i;
    }
    thread->code_count = kept;
    renumber(f);
}

void program_fold(struct program *program, struct program_thread *thread) {
    uint32_t count = thread->code_count;
    struct folding f = {.arena = program->arena, .thread = thread};
    if (count == 0)
        return;
    f.entry = arena_allocate_array(f.arena, count + 1, sizeof *f.entry);
    f.reached = arena_allocate_array(f.arena, count + 1, sizeof *f.reached);
    f.queued = arena_allocate_array(f.arena, count + 1, sizeof *f.queued);
    f.queue = arena_allocate_array(f.arena, count + 1, sizeof *f.queue);
    f.now = arena_allocate_array(f.arena, thread->register_count, sizeof *f.now);
    for (uint32_t r = 0; r < thread->register_count; r++)
        f.now[r] = thread->registers[r].has_value ? (struct fact){CONSTANT, thread->registers[r].value}
                                                  : (struct fact){VARIES, 0};
    find_carried(&f);
    reach(&f, 0);
    while (f.queue_count) {
        uint32_t next = f.queue[--f.queue_count];
        f.queued[next] = false;
        walk_from(&f, next);
    }
    for (uint32_t at = 0; at < count; at++)
        if (f.entry[at])
            rewrite_from(&f, at);
    drop_all_unused(&f);
    compact(&f);
}
