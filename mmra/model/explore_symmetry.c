/* Symmetry: which threads can change places. Two can, or two groups of them, workgroups say, if the program is the same
 * with the one in the place of the other, cells that only they access having changed places as well.
 *
 * A cell that some instruction reaches by a computed address stays where it is. Condition, filter and guards must
 * read the same after the exchange. An order of threads that is not the best one only costs executions. */
#include "mmra/model/explore_renaming.h"

struct exchange {
    struct explorer *e;
    uint32_t *thread; /* of each thread, which takes its place */
    uint32_t *cell;   /* of each cell, which takes its place; MODEL_NONE: no exchanged thread accesses it */
    bool *renamed;    /* of each cell: values in it change names */
    const bool *pinned;
};

static bool same_operand(const struct program_operand *a, const struct program_operand *b) {
    return a->kind == b->kind && (a->kind == PROGRAM_NOTHING || a->value == b->value);
}

static bool has_own_address(const struct program_instruction *i) {
    return i->opcode == PROGRAM_ACCESS && i->a.kind == PROGRAM_CONSTANT;
}

/* Whether the operands are the same, or two constants. */
static bool same_kind(const struct program_operand *a, const struct program_operand *b) {
    return same_operand(a, b) || (a->kind == PROGRAM_CONSTANT && b->kind == PROGRAM_CONSTANT);
}

/* Whether the instructions are the same but for constants. */
static bool are_alike(const struct program_instruction *a, const struct program_instruction *b) {
    return a->opcode == b->opcode && a->alu == b->alu && a->rmw == b->rmw && a->width == b->width &&
           a->from_width == b->from_width && a->barrier_mode == b->barrier_mode &&
           a->barrier_level == b->barrier_level && a->compare_exchange == b->compare_exchange && a->weak == b->weak &&
           a->bytes == b->bytes && a->target == b->target && a->success == b->success && same_kind(&a->a, &b->a) &&
           same_kind(&a->b, &b->b) && same_kind(&a->c, &b->c) && a->if_true == b->if_true &&
           a->if_false == b->if_false && a->reference == b->reference && a->barrier == b->barrier &&
           a->quorum == b->quorum && a->must_read == PROGRAM_READS_ANY && b->must_read == PROGRAM_READS_ANY &&
           model_same_operation(&a->operation, &b->operation);
}

static bool same_instruction(const struct program_instruction *a, const struct program_instruction *b) {
    return are_alike(a, b) && (has_own_address(a) || same_operand(&a->a, &b->a)) && same_operand(&a->b, &b->b) &&
           same_operand(&a->c, &b->c) && a->lowest == b->lowest && a->highest == b->highest;
}

/* Lets the cell that an instruction accesses take the place of the one that the other does. */
static bool exchange_cells(struct exchange *x, const struct program_instruction *a,
                           const struct program_instruction *b) {
    const struct program *program = x->e->program;
    uint32_t one = program_find_cell(program, a->a.value, a->bytes);
    uint32_t other = program_find_cell(program, b->a.value, b->bytes);
    if (one == MODEL_NONE || other == MODEL_NONE)
        return a->a.value == b->a.value;
    const struct program_cell *c = &program->cells[one], *d = &program->cells[other];
    if (c->initial != d->initial || c->undefined != d->undefined ||
        (one != other && (x->pinned[one] || x->pinned[other])))
        return false;
    if (x->cell[one] == MODEL_NONE)
        x->cell[one] = other;
    return x->cell[one] == other;
}

static bool exchange_code(struct exchange *x, uint32_t a, uint32_t b) {
    const struct program_thread *one = &x->e->program->threads[a], *other = &x->e->program->threads[b];
    if (one->code_count != other->code_count || one->register_count != other->register_count)
        return false;
    for (uint32_t i = 0; i < one->register_count; i++) {
        const struct program_register *r = &one->registers[i], *s = &other->registers[i];
        if (r->has_value != s->has_value || r->value != s->value || r->varies != s->varies || !r->name != !s->name)
            return false;
    }
    for (uint32_t i = 0; i < one->code_count; i++)
        if (!same_instruction(&one->code[i], &other->code[i]) ||
            (has_own_address(&one->code[i]) && !exchange_cells(x, &one->code[i], &other->code[i])))
            return false;
    return true;
}

/* Whether a thread is in one instance with another exactly where those that take their places are. */
static bool keeps_instances(const struct exchange *x, uint32_t t) {
    const struct model_scope_instances *scopes = x->e->scopes;
    for (uint32_t u = 0; u < x->e->program->thread_count; u++)
        for (uint8_t level = 0; level < MODEL_LEVELS; level++)
            if ((scopes[t].instance[level] == scopes[u].instance[level]) !=
                (scopes[x->thread[t]].instance[level] == scopes[x->thread[u]].instance[level]))
                return false;
    return true;
}

/* Whether no thread that stays accesses a cell that does not. */
static bool keeps_other_cells(struct exchange *x) {
    for (uint32_t t = 0; t < x->e->program->thread_count; t++)
        if (x->thread[t] == t && !exchange_code(x, t, t))
            return false;
    for (uint32_t cell = 0; cell < x->e->program->cell_count; cell++)
        if (x->cell[cell] != MODEL_NONE && x->cell[x->cell[cell]] != cell)
            return false;
    return true;
}

/* Whether the threads are the same, with cells that change places. */
static bool exchanges_cells(struct exchange *x, const uint32_t *one, const uint32_t *other, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!exchange_code(x, one[i], other[i]) || !exchange_code(x, other[i], one[i]))
            return false;
    return keeps_other_cells(x);
}

/* Whether the code of the threads is the same but for constants. */
static bool has_same_code(const struct program *program, uint32_t a, uint32_t b) {
    const struct program_thread *one = &program->threads[a], *other = &program->threads[b];
    if (one->code_count != other->code_count || one->register_count != other->register_count)
        return false;
    for (uint32_t i = 0; i < one->register_count; i++) {
        const struct program_register *r = &one->registers[i], *s = &other->registers[i];
        if (r->has_value != s->has_value || r->varies != s->varies || !r->name != !s->name)
            return false;
    }
    for (uint32_t i = 0; i < one->code_count; i++)
        if (!are_alike(&one->code[i], &other->code[i]))
            return false;
    return true;
}

/* Whether the threads are the same, with cells that change places and values that change names. */
static bool renames_values(struct exchange *x, const uint32_t *one, const uint32_t *other, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!has_same_code(x->e->program, one[i], other[i]))
            return false;
    return explore_renames(x->e, x->thread, x->cell, x->renamed);
}

/* Whether the threads of the one list can change places with those of the other. */
static bool can_change(struct exchange *x, const uint32_t *one, const uint32_t *other, uint32_t count) {
    struct explorer *e = x->e;
    for (uint32_t t = 0; t < e->program->thread_count; t++)
        x->thread[t] = t;
    memset(x->cell, 0xFF, e->program->cell_count * sizeof *x->cell);
    memset(x->renamed, 0, e->program->cell_count * sizeof *x->renamed);
    for (uint32_t i = 0; i < count; i++) {
        x->thread[one[i]] = other[i];
        x->thread[other[i]] = one[i];
    }
    for (uint32_t i = 0; i < count; i++)
        if (!keeps_instances(x, one[i]) || !keeps_instances(x, other[i]))
            return false;
    bool renames = !exchanges_cells(x, one, other, count);
    if ((renames && !renames_values(x, one, other, count)) ||
        !e->options->symmetry->keeps(e->options->symmetry->user, x->thread, x->cell, x->renamed))
        return false;
    e->renames |= renames;
    return true;
}

/* ---- classes of blocks ---- */

static void add_class(struct explorer *e, uint32_t size) {
    *ARENA_PUSH(e->arena, e->classes, e->class_count, e->class_capacity) = (struct symmetry_class){.size = size};
}

static void add_block(struct explorer *e, struct symmetry_class *class, const uint32_t *threads) {
    for (uint32_t i = 0; i < class->size; i++)
        *ARENA_PUSH(e->arena, class->threads, class->count, class->capacity) = threads[i];
}

/* Puts the block into the first class, from `first` on, with whose blocks it can change places. */
static void classify(struct explorer *e, struct exchange *x, uint32_t first, const uint32_t *threads, uint32_t size) {
    for (uint32_t i = first; i < e->class_count; i++)
        if (e->classes[i].size == size && can_change(x, e->classes[i].threads, threads, size)) {
            add_block(e, &e->classes[i], threads);
            return;
        }
    add_class(e, size);
    add_block(e, &e->classes[e->class_count - 1], threads);
}

/* The blocks of a level are the threads of one instance of it; of MODEL_LEVELS each thread alone. */
static void find_classes(struct explorer *e, struct exchange *x, uint8_t level) {
    uint32_t first = e->class_count, threads = e->program->thread_count, kept = first;
    uint32_t *block = arena_allocate_array(e->arena, threads, sizeof *block);
    for (uint32_t t = 0; t < threads; t++) {
        uint32_t size = 0;
        bool known = false;
        for (uint32_t u = 0; u < threads; u++)
            if (u == t || (level < MODEL_LEVELS && e->scopes[u].instance[level] == e->scopes[t].instance[level])) {
                known |= u < t;
                block[size++] = u;
            }
        if (!known && (level == MODEL_LEVELS || size > 1) && size <= threads / 2)
            classify(e, x, first, block, size);
    }
    for (uint32_t i = first; i < e->class_count; i++)
        if (e->classes[i].count > e->classes[i].size)
            e->classes[kept++] = e->classes[i];
    e->class_count = kept;
}

/* A cell that an instruction accesses by a computed address stays where it is. */
static bool *find_pinned(struct explorer *e) {
    bool *pinned = arena_allocate_array(e->arena, e->program->cell_count, sizeof *pinned);
    for (uint32_t t = 0; t < e->program->thread_count; t++)
        for (uint32_t i = 0; i < e->program->threads[t].code_count; i++) {
            const struct program_instruction *instruction = &e->program->threads[t].code[i];
            for (uint32_t cell = 0; !has_own_address(instruction) && cell < e->program->cell_count; cell++)
                pinned[cell] |= program_may_access(e->program, instruction, cell);
        }
    return pinned;
}

void explore_find_symmetry(struct explorer *e) {
    if (!e->options->symmetry || e->options->without & EXPLORE_SYMMETRY || e->program->system_order_count ||
        e->program->thread_count > MAX_SYMMETRIC_THREADS)
        return;
    struct exchange x = {.e = e, .pinned = find_pinned(e)};
    x.thread = arena_allocate_array(e->arena, e->program->thread_count, sizeof *x.thread);
    x.cell = arena_allocate_array(e->arena, e->program->cell_count, sizeof *x.cell);
    x.renamed = arena_allocate_array(e->arena, e->program->cell_count, sizeof *x.renamed);
    for (uint8_t level = MODEL_LEVELS + 1; level-- > 0;)
        find_classes(e, &x, level);
}
