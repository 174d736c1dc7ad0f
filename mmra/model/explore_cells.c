/* This file finds what a program's text tells of its cells: whether accesses to one may race, and whether its value may
 * be undefined.
 */
#include "mmra/model/explore_state.h"

/* Whether the instructions, which may access one cell, may be in a data race: of two threads, one of which writes, not
 * both atomic, under two references, or with a scope that does not include the other's thread. What one thread does to
 * a location is in order. */
static bool instructions_mix(const struct program *program, uint32_t t, const struct program_instruction *a, uint32_t u,
                             const struct program_instruction *b) {
    const struct model_scope_instances *p = &program->threads[t].scopes, *q = &program->threads[u].scopes;
    uint8_t level_a = a->operation.scope, level_b = b->operation.scope;
    if (t == u || !((a->operation.kind | b->operation.kind) & MODEL_WRITE))
        return false;
    if (!(a->operation.flags & b->operation.flags & MODEL_ATOMIC) || a->reference != b->reference)
        return true;
    return level_a >= MODEL_LEVELS || level_b >= MODEL_LEVELS || p->instance[level_a] != q->instance[level_a] ||
           p->instance[level_b] != q->instance[level_b];
}

struct access {
    uint32_t thread;
    const struct program_instruction *instruction;
};

struct accesses {
    struct access *items;
    uint32_t count, capacity;
};

static struct accesses find_accesses(struct explorer *e) {
    struct accesses all = {NULL, 0, 0};
    for (uint32_t t = 0; t < e->program->thread_count; t++)
        for (uint32_t i = 0; i < e->program->threads[t].code_count; i++)
            if (e->program->threads[t].code[i].opcode == PROGRAM_ACCESS)
                *ARENA_PUSH(e->arena, all.items, all.count, all.capacity) =
                    (struct access){t, &e->program->threads[t].code[i]};
    return all;
}

/* Whether the two are alike to instructions_mix() and to is_quiet(). */
static bool mixes_alike(const struct access *a, const struct access *b) {
    const struct model_operation *one = &a->instruction->operation, *two = &b->instruction->operation;
    return a->thread == b->thread && one->kind == two->kind && one->flags == two->flags && one->scope == two->scope &&
           a->instruction->reference == b->instruction->reference;
}

/* Those that may access the cell, of neighbours that are alike one. */
static void find_accesses_to(const struct explorer *e, const struct accesses *all, uint32_t cell,
                             struct accesses *found) {
    found->count = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const struct access *access = &all->items[i];
        if (program_may_access(e->program, access->instruction, cell) &&
            !(found->count && mixes_alike(&found->items[found->count - 1], access)))
            *ARENA_PUSH(e->arena, found->items, found->count, found->capacity) = *access;
    }
}

static bool accesses_mix(const struct program *program, const struct accesses *found) {
    for (uint32_t a = 0; a < found->count; a++) {
        const struct access *one = &found->items[a];
        for (uint32_t b = 0; b < found->count && one->instruction->operation.kind & MODEL_WRITE; b++)
            if (instructions_mix(program, one->thread, one->instruction, found->items[b].thread,
                                 found->items[b].instruction))
                return true;
    }
    return false;
}

/* ---- where values may be undefined ---- */

/* Registers and cells that may come to hold an undefined value. */
struct spread {
    const struct explorer *e;
    bool *registers, *cells;
    bool exchanged; /* some value that threads of a subgroup give each other may be undefined */
    bool changed;
};

static void mark(struct spread *s, bool *which) {
    s->changed |= !*which;
    *which = true;
}

static bool may_be_undefined(const struct spread *s, uint32_t thread, struct program_operand o) {
    return o.kind == PROGRAM_UNDEFINED ||
           (o.kind == PROGRAM_REGISTER && s->registers[s->e->first_register[thread] + o.value]);
}

/* Whether the arithmetic may have no result, whatever defined values it is given. */
static bool may_have_no_result(const struct program_instruction *i) {
    bool constant = i->b.kind == PROGRAM_CONSTANT;
    switch (i->alu) {
    case PROGRAM_UDIV:
    case PROGRAM_UREM:
        return !constant || i->b.value == 0;
    case PROGRAM_SHL:
    case PROGRAM_LSHR:
    case PROGRAM_ASHR:
        return !constant || i->b.value >= i->width;
    case PROGRAM_SDIV:
    case PROGRAM_SREM:
    case PROGRAM_FTOU:
    case PROGRAM_FTOS:
        return true;
    default:
        return false;
    }
}

/* A read of a cell of mixed accesses takes undef where the model decides so. */
static bool read_may_be_undefined(const struct spread *s, uint32_t cell) {
    return s->cells[cell] || (s->e->model->decides_plain_reads && s->e->mixed[cell]);
}

static void spread_access(struct spread *s, uint32_t thread, const struct program_instruction *i) {
    const struct program *program = s->e->program;
    bool reads = i->operation.kind & MODEL_READ, writes = i->operation.kind & MODEL_WRITE;
    bool from_cell = false, stored = writes && may_be_undefined(s, thread, i->b);
    uint32_t one = i->a.kind == PROGRAM_CONSTANT ? program_find_cell(program, i->a.value, i->bytes) : MODEL_NONE;
    uint32_t first = one == MODEL_NONE ? 0 : one, end = one == MODEL_NONE ? program->cell_count : one + 1;
    for (uint32_t cell = first; cell < end && reads; cell++)
        from_cell |= read_may_be_undefined(s, cell) && program_may_access(program, i, cell);
    for (uint32_t cell = first; cell < end && (stored || (writes && from_cell)); cell++)
        if (program_may_access(program, i, cell))
            mark(s, &s->cells[cell]);
    if (from_cell && i->target != MODEL_NONE)
        mark(s, &s->registers[s->e->first_register[thread] + i->target]);
}

static void spread_instruction(struct spread *s, uint32_t thread, const struct program_instruction *i) {
    bool undefined =
        may_be_undefined(s, thread, i->a) || may_be_undefined(s, thread, i->b) || may_be_undefined(s, thread, i->c);
    if (i->opcode == PROGRAM_ACCESS)
        spread_access(s, thread, i);
    if (i->opcode == PROGRAM_EXCHANGE && undefined)
        mark(s, &s->exchanged);
    bool comes_out = (i->opcode == PROGRAM_COMPUTE && (undefined || may_have_no_result(i))) ||
                     (i->opcode == PROGRAM_EXCHANGE && s->exchanged);
    if (comes_out && i->target != MODEL_NONE)
        mark(s, &s->registers[s->e->first_register[thread] + i->target]);
}

/* Variables that some way through the code uses before it sets them. */
static void mark_unset(struct spread *s, uint32_t thread) {
    const struct program_thread *code = &s->e->program->threads[thread];
    for (uint32_t r = 0; r < code->register_count; r++)
        if (!code->registers[r].has_value && !code->registers[r].name && code->live[0][r / 64] >> (r % 64) & 1)
            mark(s, &s->registers[s->e->first_register[thread] + r]);
}

static void find_undefined(struct explorer *e, bool *cells) {
    const struct program *program = e->program;
    struct spread s = {.e = e, .cells = cells, .changed = true};
    s.registers = arena_allocate_array(e->arena, e->register_count, sizeof *s.registers);
    for (uint32_t cell = 0; cell < program->cell_count; cell++)
        cells[cell] = program->cells[cell].undefined;
    for (uint32_t t = 0; t < program->thread_count; t++)
        mark_unset(&s, t);
    while (s.changed) {
        s.changed = false;
        for (uint32_t t = 0; t < program->thread_count; t++)
            for (uint32_t i = 0; i < program->threads[t].code_count; i++)
                spread_instruction(&s, t, &program->threads[t].code[i]);
    }
}

/* Whether nobody can tell that a read-modify-write writes to the cell what it reads there: every access is an atomic in
 * the order of its writes, under one reference, and in scope of all others, so that who reads the one may read the
 * other. */
static bool is_quiet(const struct explorer *e, const struct accesses *found, uint32_t cell) {
    bool quiet = !e->mixed[cell] && !e->options->model.any_execution;
    for (uint32_t i = 0; i < found->count && quiet; i++) {
        const struct program_instruction *instruction = found->items[i].instruction;
        quiet = instruction->reference == found->items[0].instruction->reference &&
                !(instruction->operation.flags & MODEL_UNORDERED);
    }
    return quiet;
}

/* ---- cells whose values nobody asks for ---- */

/* Whether what the access reads tells nothing: it is a read-modify-write whose result is not used. */
static bool reads_for_nothing(const struct explorer *e, const struct access *access) {
    const struct program_instruction *i = access->instruction;
    const struct program_thread *thread = &e->program->threads[access->thread];
    const uint64_t *after = e->live[access->thread][i - thread->code + 1];
    bool used = i->target != MODEL_NONE && after[i->target / 64] >> (i->target % 64) & 1;
    return i->operation.kind == (MODEL_READ | MODEL_WRITE) && !i->compare_exchange && !used &&
           i->must_read == PROGRAM_READS_ANY;
}

static enum unread unread_of(const struct explorer *e, const struct accesses *all, uint32_t cell) {
    enum unread result = e->options->asked->cells[cell] ? UNREAD_NOT : UNREAD_STORED;
    for (uint32_t k = 0; k < all->count && result != UNREAD_NOT; k++) {
        const struct access *access = &all->items[k];
        if (!(access->instruction->operation.kind & MODEL_READ) ||
            !program_may_access(e->program, access->instruction, cell))
            continue;
        bool for_nothing = e->quiet[cell] && e->defined[cell] && reads_for_nothing(e, access);
        result = for_nothing ? UNREAD_MODIFIED : UNREAD_NOT;
    }
    return result;
}

/* A question about all that is observed is about the registers that have a name. */
static const bool *asked_registers(const struct explorer *e, uint32_t thread) {
    const struct program_thread *t = &e->program->threads[thread];
    if (e->options->asked)
        return e->options->asked->registers[thread];
    bool *asked = arena_allocate_array(e->arena, t->register_count, sizeof *asked);
    for (uint32_t r = 0; r < t->register_count; r++)
        asked[r] = t->registers[r].name != NULL;
    return asked;
}

static void find_live(struct explorer *e, const bool *unread) {
    const struct program *program = e->program;
    for (uint32_t t = 0; t < program->thread_count; t++)
        e->live[t] =
            program_find_live(program, &program->threads[t], asked_registers(e, t), unread, e->still, e->arena);
}

/* Only at heads of loops does it matter. */
static void find_unread(struct explorer *e, const struct accesses *all) {
    const struct program *program = e->program;
    bool *unread = arena_allocate_array(e->arena, program->cell_count, sizeof *unread);
    e->unread = arena_allocate_array(e->arena, program->cell_count, sizeof *e->unread);
    e->live = arena_allocate_array(e->arena, program->thread_count, sizeof *e->live);
    if (!e->head_count)
        return;
    find_live(e, unread);
    if (!e->options->asked || e->options->model.any_execution)
        return;
    for (uint32_t cell = 0; cell < program->cell_count; cell++) {
        e->unread[cell] = (uint8_t)unread_of(e, all, cell);
        unread[cell] = e->unread[cell] != UNREAD_NOT;
    }
    find_live(e, unread);
}

void explore_find_cells(struct explorer *e) {
    const struct program *program = e->program;
    struct accesses all = find_accesses(e), found = {NULL, 0, 0};
    bool *undefined = arena_allocate_array(e->arena, program->cell_count, sizeof *undefined);
    e->mixed = arena_allocate_array(e->arena, program->cell_count, sizeof *e->mixed);
    e->quiet = arena_allocate_array(e->arena, program->cell_count, sizeof *e->quiet);
    e->defined = arena_allocate_array(e->arena, program->cell_count, sizeof *e->defined);
    e->still = arena_allocate_array(e->arena, program->cell_count, sizeof *e->still);
    for (uint32_t cell = 0; cell < program->cell_count; cell++) {
        find_accesses_to(e, &all, cell, &found);
        e->mixed[cell] = accesses_mix(program, &found);
        e->quiet[cell] = is_quiet(e, &found, cell);
    }
    find_undefined(e, undefined);
    for (uint32_t cell = 0; cell < program->cell_count; cell++)
        e->defined[cell] = !e->mixed[cell] && !undefined[cell];
    for (uint32_t cell = 0; cell < program->cell_count; cell++)
        e->still[cell] = e->quiet[cell] && e->defined[cell];
    find_unread(e, &all);
}
