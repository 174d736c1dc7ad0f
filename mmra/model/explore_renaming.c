/* Whether threads can change places although each has a number of its own, which it stores, compares and reaches memory
 * by: if every value that there is has another one that takes its place (docs/reference/models.md, "Symmetry"). For
 * each register and each cell this collects pairs: what it may hold, and what the one that takes its place holds then.
 *
 * The exchange is a symmetry if
 * - no value of a place has two partners, or is the partner of two;
 * - each address reaches a cell, and its partner always the same other cell, with the initial value that takes its
 *   place; the cells change places two by two;
 * - a comparison, of a compare-exchange too, gives the same for all pairs, and so does what chooses a way;
 * - arithmetic on a value with another partner makes an address of it (a product or a shift by a constant, a sum, a
 *   choice by bounds) or compares it with equality or with a constant, and its result is not stored or compared
 *   again: so values that have changed names depend on the same reads;
 * - named variables hold what they did, and neither the question nor the outcomes have such values.
 * Then the image of an execution takes values from the same events, and all values follow from that. So the digest of
 * a state leaves renamed values and computed locations out, but where an undefined value has led a thread one of two
 * ways. */
#include "mmra/model/explore_renaming.h"

enum { MOST_PAIRS = 16, MOST_THREADS = 16 };

/* With `any`, each value and itself. */
struct pairs {
    struct {
        uint64_t from, to;
    } items[MOST_PAIRS];
    uint32_t count;
    bool any, moves; /* moves: some value is not its own */
    bool computed;   /* of other values, as an address is */
};

struct renaming {
    const struct explorer *e;
    const struct program *program;
    const uint32_t *thread;
    uint32_t *cell;
    struct pairs *registers, *cells;
    bool changed, fails;
};

/* ---- pairs ---- */

static void fail(struct renaming *r, bool condition) {
    r->fails |= condition;
}

/* No value has two partners, or is that of two. */
static void add_pair(struct renaming *r, struct pairs *set, uint64_t from, uint64_t to) {
    fail(r, set->any && from != to);
    for (uint32_t i = 0; i < set->count; i++) {
        bool same = set->items[i].from == from;
        fail(r, same != (set->items[i].to == to));
        if (same)
            return;
    }
    if (set->any || r->fails)
        return;
    r->changed = true;
    set->moves |= from != to;
    fail(r, set->moves && set->count == MOST_PAIRS);
    set->any = set->count == MOST_PAIRS;
    if (set->any || r->fails)
        set->count = 0;
    else
        set->items[set->count++] = (__typeof__(set->items[0])){from, to};
}

/* A value that is not its own fails when it is added again. */
static void allow_any(struct renaming *r, struct pairs *set) {
    r->changed |= !set->any;
    set->any = true;
    set->count = 0;
}

static void add_all(struct renaming *r, struct pairs *set, const struct pairs *other) {
    if (other->any)
        allow_any(r, set);
    for (uint32_t i = 0; i < other->count; i++)
        add_pair(r, set, other->items[i].from, other->items[i].to);
    r->changed |= other->computed && !set->computed;
    set->computed |= other->computed;
}

static struct pairs *register_of(struct renaming *r, uint32_t thread, uint32_t number) {
    return &r->registers[r->e->first_register[thread] + number];
}

/* Those of an operand; it is of the same kind in the thread that takes the place. */
static struct pairs operand(struct renaming *r, uint32_t thread, const struct program_operand *a,
                            const struct program_operand *b) {
    struct pairs pairs = {.count = 0};
    if (a->kind == PROGRAM_REGISTER)
        return *register_of(r, thread, (uint32_t)a->value);
    if (a->kind == PROGRAM_CONSTANT) {
        pairs.items[pairs.count++] = (__typeof__(pairs.items[0])){a->value, b->value};
        pairs.moves = a->value != b->value;
    }
    return pairs;
}

/* ---- arithmetic ---- */

/* Whether the arithmetic, of which an operand moves, tells values apart alike whatever their names are. */
static bool keeps_names(const struct program_instruction *i, const struct pairs *a, const struct pairs *b) {
    bool by_constant = i->b.kind == PROGRAM_CONSTANT && !b->moves;
    bool computed = (a->moves && a->computed) || (b->moves && b->computed);
    if (i->alu >= PROGRAM_COMPARE && i->alu < PROGRAM_FCOMPARE)
        return !computed && (by_constant || i->alu == PROGRAM_COMPARE + IR_EQ || i->alu == PROGRAM_COMPARE + IR_NE);
    return i->alu == PROGRAM_COPY || i->alu == PROGRAM_ADD ||
           ((i->alu == PROGRAM_MUL || i->alu == PROGRAM_SHL) && by_constant);
}

static void mark_computed(struct renaming *r, struct pairs *set) {
    r->changed |= !set->computed;
    set->computed = true;
}

static void compute_pair(struct renaming *r, struct pairs *target, const struct program_instruction *i,
                         const uint64_t from[2], const uint64_t to[2]) {
    uint64_t x, y;
    bool one = program_compute(i, from[0], from[1], 0, &x), other = program_compute(i, to[0], to[1], 0, &y);
    fail(r, one != other);
    if (one && other)
        add_pair(r, target, x, y);
}

static void select(struct renaming *r, struct pairs *target, const struct pairs *condition, const struct pairs *b,
                   const struct pairs *c) {
    fail(r, condition->moves);
    if (b->moves || c->moves)
        mark_computed(r, target);
    for (uint64_t value = 0; value < 2; value++) {
        bool comes = condition->any;
        for (uint32_t k = 0; k < condition->count; k++)
            comes |= (condition->items[k].from & 1) == value;
        if (comes)
            add_all(r, target, value ? b : c);
    }
}

static void compute(struct renaming *r, uint32_t thread, const struct program_instruction *i,
                    const struct program_instruction *other) {
    struct pairs a = operand(r, thread, &i->a, &other->a), b = operand(r, thread, &i->b, &other->b);
    struct pairs c = operand(r, thread, &i->c, &other->c);
    struct pairs *target = i->target == MODEL_NONE ? &(struct pairs){.count = 0} : register_of(r, thread, i->target);
    if (i->alu == PROGRAM_SELECT) {
        select(r, target, &a, &b, &c);
        return;
    }
    bool moves = a.moves || b.moves || c.moves, any = a.any || b.any || c.any;
    fail(r, moves && (any || c.moves || !keeps_names(i, &a, &b)));
    if (!moves && (any || i->c.kind != PROGRAM_NOTHING))
        allow_any(r, target);
    if (moves && i->alu < PROGRAM_COMPARE && (i->alu != PROGRAM_COPY || a.computed))
        mark_computed(r, target);
    for (uint32_t k = 0; k < a.count && !target->any && !r->fails; k++)
        for (uint32_t m = 0; m < (b.count ? b.count : i->b.kind == PROGRAM_NOTHING); m++)
            compute_pair(r, target, i, (uint64_t[]){a.items[k].from, b.items[m].from},
                         (uint64_t[]){a.items[k].to, b.items[m].to});
}

/* ---- memory ---- */

/* The second cell takes the place of the first one. */
static void move_cell(struct renaming *r, uint32_t from, uint32_t to) {
    fail(r, (from == MODEL_NONE) != (to == MODEL_NONE));
    if (from == MODEL_NONE || to == MODEL_NONE)
        return;
    const struct program_cell *c = &r->program->cells[from], *d = &r->program->cells[to];
    if (r->cell[from] == MODEL_NONE) {
        r->changed = true;
        r->cell[from] = to;
        fail(r, c->undefined != d->undefined || c->bytes != d->bytes);
        if (!c->undefined)
            add_pair(r, &r->cells[from], c->initial, d->initial);
    }
    fail(r, r->cell[from] != to);
}

static uint64_t in_width(const struct program_instruction *i, uint64_t value) {
    return i->width < 64 ? value & ((UINT64_C(1) << i->width) - 1) : value;
}

/* Whether it equals in both places, or in none, for all that may be compared. */
static void compare(struct renaming *r, const struct program_instruction *i, const struct pairs *held,
                    const struct pairs *compared) {
    fail(r,
         (held->any && compared->moves) || (compared->any && held->moves) || (compared->moves && compared->computed));
    for (uint32_t k = 0; k < held->count; k++)
        for (uint32_t m = 0; m < compared->count; m++)
            fail(r, (in_width(i, held->items[k].from) == in_width(i, compared->items[m].from)) !=
                        (in_width(i, held->items[k].to) == in_width(i, compared->items[m].to)));
}

static void access_cell(struct renaming *r, uint32_t thread, const struct program_instruction *i,
                        const struct program_instruction *other, uint32_t cell) {
    struct pairs *held = &r->cells[cell];
    struct pairs stored = operand(r, thread, &i->b, &other->b), compared = operand(r, thread, &i->c, &other->c);
    bool reads = i->operation.kind & MODEL_READ, writes = i->operation.kind & MODEL_WRITE;
    fail(r, stored.moves && stored.computed);
    if (reads && i->target != MODEL_NONE)
        add_all(r, register_of(r, thread, i->target), held);
    if (i->compare_exchange) {
        compare(r, i, held, &compared);
        if (i->success != MODEL_NONE)
            allow_any(r, register_of(r, thread, i->success));
    }
    if (writes && (!reads || i->compare_exchange || i->rmw == IR_RMW_XCHG)) {
        add_all(r, held, &stored);
    } else if (writes) {
        fail(r, stored.moves);
        allow_any(r, held);
    }
}

static void access(struct renaming *r, uint32_t thread, const struct program_instruction *i,
                   const struct program_instruction *other) {
    struct pairs address = operand(r, thread, &i->a, &other->a);
    for (uint32_t cell = 0; address.any && cell < r->program->cell_count && !r->fails; cell++)
        if (program_may_access(r->program, i, cell) || program_may_access(r->program, other, cell)) {
            move_cell(r, cell, cell);
            access_cell(r, thread, i, other, cell);
        }
    for (uint32_t k = 0; k < address.count && !r->fails; k++) {
        uint32_t cell = program_find_cell(r->program, address.items[k].from, i->bytes);
        move_cell(r, cell, program_find_cell(r->program, address.items[k].to, other->bytes));
        if (cell != MODEL_NONE)
            access_cell(r, thread, i, other, cell);
    }
}

/* ---- programs ---- */

static void spread(struct renaming *r, uint32_t thread, const struct program_instruction *i,
                   const struct program_instruction *other) {
    switch (i->opcode) {
    case PROGRAM_COMPUTE:
        compute(r, thread, i, other);
        break;
    case PROGRAM_ACCESS:
        access(r, thread, i, other);
        break;
    case PROGRAM_BRANCH:
    case PROGRAM_BARRIER:
        fail(r, operand(r, thread, &i->a, &other->a).moves);
        break;
    default:
        fail(r, i->opcode == PROGRAM_EXCHANGE);
        break;
    }
}

static void begin(struct renaming *r) {
    for (uint32_t t = 0; t < r->program->thread_count; t++)
        for (uint32_t i = 0; i < r->program->threads[t].register_count; i++) {
            const struct program_register *one = &r->program->threads[t].registers[i];
            if (one->has_value || one->name)
                add_pair(r, register_of(r, t, i), one->value, r->program->threads[r->thread[t]].registers[i].value);
        }
}

static void spread_all(struct renaming *r) {
    for (r->changed = true; r->changed && !r->fails;) {
        r->changed = false;
        for (uint32_t t = 0; t < r->program->thread_count && !r->fails; t++)
            for (uint32_t i = 0; i < r->program->threads[t].code_count && !r->fails; i++)
                spread(r, t, &r->program->threads[t].code[i], &r->program->threads[r->thread[t]].code[i]);
    }
}

/* Whether what has a name holds the same. Cells change places two by two, as threads do. */
static bool keeps_named(struct renaming *r) {
    for (uint32_t t = 0; t < r->program->thread_count; t++)
        for (uint32_t i = 0; i < r->program->threads[t].register_count; i++)
            if (r->program->threads[t].registers[i].name && register_of(r, t, i)->moves)
                return false;
    return true;
}

bool explore_renames(struct explorer *e, const uint32_t *thread, uint32_t *cell, bool *renamed) {
    const struct program *program = e->program;
    if (program->thread_count > MOST_THREADS)
        return false;
    struct renaming r = {.e = e, .program = program, .thread = thread, .cell = cell};
    r.registers = arena_allocate_array(e->arena, e->register_count, sizeof *r.registers);
    r.cells = arena_allocate_array(e->arena, program->cell_count, sizeof *r.cells);
    memset(cell, 0xFF, program->cell_count * sizeof *cell); /* MODEL_NONE */
    begin(&r);
    spread_all(&r);
    for (uint32_t i = 0; i < program->cell_count; i++)
        renamed[i] = r.cells[i].moves;
    bool renames = !r.fails && keeps_named(&r);
    arena_give_back(e->arena, r.cells);
    arena_give_back(e->arena, r.registers);
    return renames;
}
