/* Copies from register to register are a fifth of the steps of a shader that its compiler has not optimized. Here
 * instructions read where a value comes from, and a copy that nobody reads is passed by, as a jump is.
 *
 * A stretch is a sequence of instructions of which each is reached from the one before alone. These hold:
 * 1. What is read in place of a register has the same value there: in the stretch the copy was made before, and since
 *    then neither register was set.
 * 2. Each instruction still does what it is for, so that an invocation may go on anywhere: after an access, say, it
 *    stands at a copy that would have been passed by, and makes it.
 * 3. Of each stretch the last instruction is not passed by as a copy: where it ran, so did those before it (`owner`).
 */
#include "mmra/race/race_code.h"

enum { NEAR = 16 };

struct copy {
    uint32_t source, stretch, version; /* of the source, when it was made */
    uint8_t bits;
};

struct moves {
    struct race_code *code;
    const struct program_thread *thread;
    uint32_t *uses, *definitions, *versions; /* by register, constants too */
    struct copy *copies;                     /* by register that is one */
    uint32_t stretch;
    bool *passed; /* by instruction */
};

/* Whether the instruction says what it reads and sets. */
static bool is_other(const struct race_op *op) {
    return op->kind == RACE_OP_OTHER || op->kind == RACE_OP_COMPUTE;
}

static bool is_arithmetic(const struct race_op *op) {
    return op->kind < RACE_OP_BRANCH;
}

/* A copy of a whole register to one that is part of no outcome. */
static bool is_move(const struct moves *m, uint32_t at) {
    const struct program_instruction *i = &m->thread->code[at];
    return m->code->ops[at].kind == PROGRAM_COPY && m->code->ops[at].from == i->width;
}

/* ---- stretches ---- */

static void find_stretches(struct race_code *code, const struct program_thread *thread) {
    for (uint32_t i = 0; i < thread->code_count; i++) {
        const struct program_instruction *in = &thread->code[i];
        const bool stays = in->opcode == PROGRAM_COMPUTE || in->opcode == PROGRAM_ACCESS ||
                           in->opcode == PROGRAM_EVENT || in->opcode == PROGRAM_BARRIER ||
                           in->opcode == PROGRAM_EXCHANGE;
        if (in->opcode == PROGRAM_JUMP || in->opcode == PROGRAM_BRANCH)
            code->begins[in->if_true] = true;
        if (in->opcode == PROGRAM_BRANCH)
            code->begins[in->if_false] = true;
        code->begins[i + 1] |= !stays;
    }
    code->begins[0] = code->begins[thread->code_count] = true;
}

/* ---- what is read instead ---- */

static uint32_t source_of(const struct moves *m, uint32_t number, uint8_t bits) {
    const struct copy *copy = &m->copies[number];
    bool same = copy->stretch == m->stretch && copy->version == m->versions[copy->source] && bits <= copy->bits;
    return same ? copy->source : number;
}

static void set(struct moves *m, uint32_t number) {
    if (number == MODEL_NONE)
        return;
    m->versions[number]++;
    m->copies[number].stretch = 0;
}

static void read_sources(struct moves *m, struct race_op *op) {
    const bool selects = op->kind == PROGRAM_SELECT;
    op->a = source_of(m, op->a, selects || op->kind == RACE_OP_BRANCH ? 1 : op->from);
    if (op->kind == RACE_OP_BRANCH)
        return;
    op->b = source_of(m, op->b, op->from);
    if (selects)
        op->c = source_of(m, op->c, op->from);
}

static void look_at(struct moves *m, uint32_t at) {
    const struct program_instruction *i = &m->thread->code[at];
    struct race_op *op = &m->code->ops[at];
    m->stretch += m->code->begins[at];
    if (is_other(op)) {
        set(m, i->target);
        set(m, i->success);
        return;
    }
    if (op->kind == RACE_OP_JUMP)
        return;
    read_sources(m, op);
    if (!is_arithmetic(op))
        return;
    set(m, op->target);
    if (is_move(m, at) && op->a != op->target && m->definitions[op->target] == 1)
        m->copies[op->target] = (struct copy){op->a, m->stretch, m->versions[op->a], op->from};
}

/* ---- who reads, who sets ---- */

static void count(uint32_t *of, struct program_operand operand) {
    if (operand.kind == PROGRAM_REGISTER)
        of[operand.value]++;
}

static void count_definitions(struct moves *m) {
    for (uint32_t i = 0; i < m->thread->code_count; i++) {
        const struct program_instruction *in = &m->thread->code[i];
        if (in->target != MODEL_NONE)
            m->definitions[in->target]++;
        if (in->success != MODEL_NONE)
            m->definitions[in->success]++;
    }
}

static void count_uses(struct moves *m) {
    const struct program_thread *thread = m->thread;
    for (uint32_t r = 0; r < thread->register_count; r++)
        m->uses[r] += thread->registers[r].name != NULL;
    for (uint32_t l = 0; l < thread->loop_count; l++)
        if (thread->loops[l].counter != MODEL_NONE)
            m->uses[thread->loops[l].counter]++;
    for (uint32_t i = 0; i < thread->code_count; i++) {
        const struct race_op *op = &m->code->ops[i];
        if (is_other(op)) {
            count(m->uses, thread->code[i].a);
            count(m->uses, thread->code[i].b);
            count(m->uses, thread->code[i].c);
        } else if (op->kind == RACE_OP_BRANCH) {
            m->uses[op->a]++;
        } else if (is_arithmetic(op)) {
            m->uses[op->a]++;
            m->uses[op->b]++;
            if (op->kind == PROGRAM_SELECT)
                m->uses[op->c]++;
        }
    }
}

/* ---- what is passed by ---- */

/* A copy of what the stretch has just computed, for nobody else: it is computed where it goes. */
static void compute_there(struct moves *m, uint32_t at) {
    const struct race_op *move = &m->code->ops[at];
    const uint32_t from = move->a, to = move->target;
    if (from >= m->thread->register_count || m->uses[from] != 1 || m->definitions[from] != 1)
        return;
    for (uint32_t i = at; i-- > 0 && at - i <= NEAR && !m->code->begins[i + 1];) {
        struct race_op *op = &m->code->ops[i];
        const bool reads = op->a == to || op->b == to || (op->kind == PROGRAM_SELECT && op->c == to);
        if (!is_arithmetic(op) || (op->target != from && (reads || op->target == to)))
            return;
        if (op->target == from) {
            op->target = to;
            m->passed[at] = true;
            return;
        }
    }
}

/* Indexes and addresses, which have 64 bits, stay: where an access fails, race_tell_outside() reads them. */
static void pass_moves(struct moves *m) {
    for (uint32_t i = 0; i < m->thread->code_count; i++) {
        const struct race_op *op = &m->code->ops[i];
        if (!is_move(m, i) || m->code->begins[i + 1])
            continue;
        if (!m->uses[op->target] && op->from < 64)
            m->passed[i] = true;
        else
            compute_there(m, i);
    }
}

/* ---- where each goes on ---- */

static uint32_t first_from(const struct moves *m, uint32_t at) {
    while (m->passed[at])
        at++;
    return at;
}

static void link(struct moves *m) {
    struct race_code *code = m->code;
    const uint32_t count = m->thread->code_count;
    for (uint32_t i = 0; i < count; i++) {
        struct race_op *op = &code->ops[i];
        if (op->kind == RACE_OP_JUMP) {
            op->target = first_from(m, op->target);
        } else if (op->kind == RACE_OP_BRANCH) {
            op->b = first_from(m, op->b);
            op->c = first_from(m, op->c);
        } else if (op->kind != RACE_OP_OTHER) {
            op->next = first_from(m, op->next ? op->next : i + 1);
            if (!m->passed[i] && !code->begins[op->next] && code->ops[op->next].kind == RACE_OP_JUMP) {
                code->owner[op->next] = i;
                op->next = first_from(m, m->thread->code[op->next].if_true);
            }
        }
    }
    for (uint32_t i = count; i-- > 0;)
        code->owner[i] = m->passed[i] && code->owner[i] == i ? code->owner[i + 1] : code->owner[i];
}

static void pass_all(struct moves *m, struct race_pool *pool) {
    find_stretches(m->code, m->thread);
    count_definitions(m);
    for (uint32_t i = 0; i < m->thread->code_count; i++)
        look_at(m, i);
    count_uses(m);
    pass_moves(m);
    race_elements_join(m->code, m->thread, m->uses, m->passed, pool);
}

void race_moves_pass(struct race_code *code, const struct program_thread *thread, struct race_pool *pool, bool none) {
    struct arena *arena = pool->arena;
    const uint32_t registers = code->register_count + code->constant_count + 1, count = thread->code_count + 1;
    struct moves m = {.code = code,
                      .thread = thread,
                      .uses = arena_allocate_array(arena, registers, sizeof *m.uses),
                      .definitions = arena_allocate_array(arena, registers, sizeof *m.definitions),
                      .versions = arena_allocate_array(arena, registers, sizeof *m.versions),
                      .copies = arena_allocate_array(arena, registers, sizeof *m.copies),
                      .passed = arena_allocate_array(arena, count, sizeof *m.passed)};
    code->begins = arena_allocate_array(arena, count, sizeof *code->begins);
    code->owner = arena_allocate_array(arena, count, sizeof *code->owner);
    for (uint32_t i = 0; i < count; i++) {
        code->owner[i] = i;
        code->begins[i] = none;
    }
    if (!none)
        pass_all(&m, pool);
    link(&m);
}

void race_moves_ran(const struct race_code *code, const struct program_thread *thread, uint8_t *ran) {
    for (uint32_t i = 0; i < thread->code_count; i++)
        ran[i] |= ran[code->owner[i]];
}
