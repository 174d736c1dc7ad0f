/* Loops that come to nothing: while (n-- != 0); as a pause between two tries of a lock; and choices how long it is.
 *
 * What a pause counts is not live after it, its operands are never undefined, and it ends for all their values, as it
 * comes to its bound by steps of one and stays in the round only before it or apart from it. So its bound is used for
 * nothing. A branch all of whose ways only compute until they meet uses its condition for what they set, if the
 * condition is never undefined, nor are those of the branches on these ways.
 *
 * A pause may read cells without order and use nothing of it, if their accesses are all atomics in one order and
 * defined: a pause of another length has more or fewer such reads. One that is left out takes no order with it, and
 * nobody takes anything from it. One more can take the last write of those that happen before it or that its thread has
 * read before: it orders nothing, and what the thread reads later is that write or a later one. */
#include "mmra/model/program_idle.h"

enum { LONGEST_ROUND = 64, PLACES = 64 };

/* The value of a register after a part of a round: the sum of a number and the value that a register had before the
 * round, in so many bits (0: it was not touched). */
struct counted {
    uint32_t from; /* MODEL_NONE: something else */
    uint64_t added;
    uint8_t width;
};

struct round {
    const struct program *program;
    const struct program_thread *thread;
    const bool *quiet;                          /* per cell; NULL: none is */
    const bool *defined;                        /* per register */
    struct counted *now;                        /* per register */
    bool *set;                                  /* per register, in the round */
    const struct program_instruction *compares; /* the last that sets the condition; NULL: none */
    struct counted left, right;                 /* its operands; a constant is from no register */
};

/* ---- values that are never undefined ---- */

/* Whether the result is defined if the operands are. */
static bool is_total(const struct program_instruction *i) {
    bool compares = i->alu >= PROGRAM_COMPARE && i->alu < PROGRAM_FCOMPARE;
    bool shifts = i->alu == PROGRAM_SHL || i->alu == PROGRAM_LSHR;
    return i->opcode == PROGRAM_COMPUTE &&
           (i->alu <= PROGRAM_SELECT || compares || (shifts && i->b.kind == PROGRAM_CONSTANT && i->b.value < i->width));
}

static bool is_defined(const bool *defined, struct program_operand o) {
    return o.kind == PROGRAM_NOTHING || o.kind == PROGRAM_CONSTANT || (o.kind == PROGRAM_REGISTER && defined[o.value]);
}

/* Registers that nothing sets but total arithmetic of constants and of each other, and not used before they are set. */
static bool *find_defined(const struct program_thread *thread, struct arena *arena) {
    bool *defined = arena_allocate_array(arena, thread->register_count, sizeof *defined);
    for (uint32_t r = 0; r < thread->register_count; r++)
        defined[r] = thread->registers[r].has_value || !(thread->live[0][r / 64] >> (r % 64) & 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t at = 0; at < thread->code_count; at++) {
            const struct program_instruction *i = &thread->code[at];
            bool stays =
                is_total(i) && is_defined(defined, i->a) && is_defined(defined, i->b) && is_defined(defined, i->c);
            const uint32_t targets[] = {i->target, i->success};
            for (int k = 0; k < 2 && !stays; k++)
                if (targets[k] != MODEL_NONE && defined[targets[k]]) {
                    defined[targets[k]] = false;
                    changed = true;
                }
        }
    }
    return defined;
}

/* ---- a round ---- */

static struct counted value_of(const struct round *r, struct program_operand o) {
    return o.kind == PROGRAM_REGISTER ? r->now[o.value] : (struct counted){.from = MODEL_NONE, .added = o.value};
}

/* A value that is computed in one width from a value of another width is something else. */
static struct counted in_width(struct counted value, uint64_t added, uint8_t width) {
    if (value.width && value.width != width)
        value.from = MODEL_NONE;
    value.added += added;
    value.width = width;
    return value;
}

static struct counted computed(const struct round *r, const struct program_instruction *i) {
    bool whole = !i->from_width || i->from_width == i->width;
    if (i->alu == PROGRAM_COPY && whole)
        return value_of(r, i->a);
    if (i->alu == PROGRAM_ADD && i->b.kind == PROGRAM_CONSTANT)
        return in_width(value_of(r, i->a), i->b.value, i->width);
    if (i->alu == PROGRAM_ADD && i->a.kind == PROGRAM_CONSTANT)
        return in_width(value_of(r, i->b), i->a.value, i->width);
    if (i->alu == PROGRAM_SUB && i->b.kind == PROGRAM_CONSTANT)
        return in_width(value_of(r, i->a), -i->b.value, i->width);
    return (struct counted){.from = MODEL_NONE};
}

/* Whether the instruction is an atomic read without order of a quiet cell. Its result is one of what the round sets. */
static bool looks_for_nothing(const struct round *r, const struct program_instruction *i) {
    const struct model_operation *o = &i->operation;
    uint32_t ordering = MODEL_ACQUIRE | MODEL_RELEASE | MODEL_SEQ_CST | MODEL_SEMANTICS_AVAILABLE |
                        MODEL_SEMANTICS_VISIBLE | MODEL_UNORDERED;
    if (!r->quiet || i->opcode != PROGRAM_ACCESS || o->kind != MODEL_READ || !(o->flags & MODEL_ATOMIC) ||
        o->flags & ordering || i->a.kind != PROGRAM_CONSTANT || i->must_read != PROGRAM_READS_ANY)
        return false;
    uint32_t cell = program_find_cell(r->program, i->a.value, i->bytes);
    return cell != MODEL_NONE && r->quiet[cell];
}

/* Goes from one side of the branch to the branch again; false if there is more on the way than computing. */
static bool go_round(struct round *r, uint32_t branch, uint32_t at) {
    const struct program_thread *thread = r->thread;
    for (uint32_t i = 0; i < thread->register_count; i++) {
        r->now[i] = (struct counted){.from = i};
        r->set[i] = false;
    }
    r->compares = NULL;
    for (uint32_t steps = 0; at != branch && steps < LONGEST_ROUND; steps++) {
        const struct program_instruction *i = &thread->code[at];
        if (i->opcode == PROGRAM_JUMP) {
            at = i->if_true;
            continue;
        }
        if ((i->opcode != PROGRAM_COMPUTE && !looks_for_nothing(r, i)) || i->target == MODEL_NONE)
            return false;
        if (i->target == thread->code[branch].a.value) {
            r->compares = i->alu >= PROGRAM_COMPARE && i->alu < PROGRAM_FCOMPARE ? i : NULL;
            r->left = value_of(r, i->a);
            r->right = value_of(r, i->b);
        }
        r->now[i->target] = i->opcode == PROGRAM_COMPUTE ? computed(r, i) : (struct counted){.from = MODEL_NONE};
        r->set[i->target] = true;
        at++;
    }
    return at == branch;
}

/* ---- whether it ends ---- */

static uint8_t swapped(uint8_t predicate) {
    static const uint8_t other[] = {[IR_EQ] = IR_EQ,   [IR_NE] = IR_NE,   [IR_UGT] = IR_ULT, [IR_UGE] = IR_ULE,
                                    [IR_ULT] = IR_UGT, [IR_ULE] = IR_UGE, [IR_SGT] = IR_SLT, [IR_SGE] = IR_SLE,
                                    [IR_SLT] = IR_SGT, [IR_SLE] = IR_SGE};
    return other[predicate];
}

static uint8_t inverted(uint8_t predicate) {
    static const uint8_t other[] = {[IR_EQ] = IR_NE,   [IR_NE] = IR_EQ,   [IR_UGT] = IR_ULE, [IR_UGE] = IR_ULT,
                                    [IR_ULT] = IR_UGE, [IR_ULE] = IR_UGT, [IR_SGT] = IR_SLE, [IR_SGE] = IR_SLT,
                                    [IR_SLT] = IR_SGE, [IR_SLE] = IR_SGT};
    return other[predicate];
}

/* Whether the operand is one more, or less, after each round, while the other stays as it is: then the loop comes to
 * where they are equal, and does not pass it. */
static bool counts_to(const struct round *r, struct counted counter, struct counted bound, uint8_t stays) {
    const struct program_instruction *i = r->compares;
    uint8_t width = i->from_width ? i->from_width : i->width;
    bool held = bound.from == MODEL_NONE || (!r->set[bound.from] && bound.added == 0 && r->defined[bound.from]);
    if (counter.from == MODEL_NONE || !r->defined[counter.from] || !held || (counter.width && counter.width != width))
        return false;
    struct counted after = r->now[counter.from];
    uint64_t all = width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1, step = after.added & all;
    if (after.from != counter.from || after.width != width)
        return false;
    return (step == 1 && (stays == IR_NE || stays == IR_ULT || stays == IR_SLT)) ||
           (step == all && (stays == IR_NE || stays == IR_UGT || stays == IR_SGT));
}

static bool is_constant(const struct program_operand *o) {
    return o->kind == PROGRAM_CONSTANT;
}

static bool ends(const struct round *r, bool side) {
    if (!r->compares)
        return false;
    uint8_t predicate = (uint8_t)(r->compares->alu - PROGRAM_COMPARE);
    uint8_t stays = side ? predicate : inverted(predicate);
    bool left = r->left.from != MODEL_NONE || is_constant(&r->compares->a);
    bool right = r->right.from != MODEL_NONE || is_constant(&r->compares->b);
    return left && right && (counts_to(r, r->left, r->right, stays) || counts_to(r, r->right, r->left, swapped(stays)));
}

static bool is_forgotten(const struct round *r, uint32_t after) {
    const uint64_t *live = r->thread->live[after];
    for (uint32_t i = 0; i < r->thread->register_count; i++)
        if (r->set[i] && live[i / 64] >> (i % 64) & 1)
            return false;
    return true;
}

/* Marks the round from this side of the branch on. */
static void mark_round(const struct program_thread *thread, uint32_t branch, uint32_t at, struct program_idle *idle) {
    while (at != branch) {
        idle[at].kind = PROGRAM_IDLE_ROUND;
        at = thread->code[at].opcode == PROGRAM_JUMP ? thread->code[at].if_true : at + 1;
    }
    idle[branch].kind = PROGRAM_IDLE_BRANCH;
}

/* ---- choices ---- */

/* A place is a number of instructions after the branch; sets of places are bits. */
static uint64_t place_of(uint32_t branch, uint32_t at) {
    return at > branch && at - branch < PLACES ? UINT64_C(1) << (at - branch) : 0;
}

/* The places to which a way goes from the one instruction, if it only computes there, and goes forward; or 0. */
static uint64_t places_after(const struct program_thread *thread, const bool *defined, uint32_t branch, uint32_t at) {
    const struct program_instruction *i = &thread->code[at];
    bool chooses = i->opcode == PROGRAM_BRANCH && i->a.kind == PROGRAM_REGISTER && defined[i->a.value];
    if (i->opcode == PROGRAM_COMPUTE && i->target != MODEL_NONE)
        return place_of(branch, at + 1);
    if ((i->opcode != PROGRAM_JUMP && !chooses) || i->if_true <= at || (chooses && i->if_false <= at))
        return 0;
    uint64_t one = place_of(branch, i->if_true), other = chooses ? place_of(branch, i->if_false) : one;
    return one && other ? one | other : 0;
}

/* The places on the ways of the branch before the join; 0 if not all ways come there, or one does more than compute. */
static uint64_t places_before(const struct program_thread *thread, const bool *defined, uint32_t branch,
                              uint32_t join) {
    uint64_t all = places_after(thread, defined, branch, branch), end = place_of(branch, join), before = end - 1;
    for (uint32_t at = branch + 1; at < join && all; at++) {
        if (all & place_of(branch, at)) {
            uint64_t after = places_after(thread, defined, branch, at);
            all = after ? all | after : 0;
        }
    }
    return all && !(all & ~(before | end)) ? all & before : 0;
}

static void find_choice(const struct program_thread *thread, const bool *defined, uint32_t branch, struct arena *arena,
                        struct program_idle *choice) {
    for (uint32_t join = branch + 2; join < thread->code_count && join - branch < PLACES; join++) {
        uint64_t ways = places_before(thread, defined, branch, join);
        if (!ways)
            continue;
        choice->kind = PROGRAM_IDLE_CHOICE;
        choice->join = join;
        choice->set = arena_allocate_array(arena, thread->register_count / 64 + 1, sizeof *choice->set);
        for (uint32_t at = branch + 1; at < join; at++) {
            const struct program_instruction *i = &thread->code[at];
            if (ways & place_of(branch, at) && i->opcode == PROGRAM_COMPUTE)
                choice->set[i->target / 64] |= UINT64_C(1) << (i->target % 64);
        }
        return;
    }
}

struct program_idle *program_find_idle(const struct program *program, const struct program_thread *thread,
                                       const bool *quiet, struct arena *arena) {
    uint32_t registers = thread->register_count;
    struct program_idle *idle = arena_allocate_array(arena, thread->code_count, sizeof *idle);
    struct round r = {.program = program, .thread = thread, .quiet = quiet, .defined = find_defined(thread, arena)};
    r.now = arena_allocate_array(arena, registers, sizeof *r.now);
    r.set = arena_allocate_array(arena, registers, sizeof *r.set);
    for (uint32_t at = 0; at < thread->code_count; at++) {
        const struct program_instruction *i = &thread->code[at];
        if (i->opcode != PROGRAM_BRANCH || i->a.kind != PROGRAM_REGISTER || !r.defined[i->a.value])
            continue;
        if (go_round(&r, at, i->if_true) && ends(&r, true) && is_forgotten(&r, i->if_false))
            mark_round(thread, at, i->if_true, idle);
        else if (go_round(&r, at, i->if_false) && ends(&r, false) && is_forgotten(&r, i->if_true))
            mark_round(thread, at, i->if_false, idle);
        else
            find_choice(thread, r.defined, at, arena, &idle[at]);
    }
    return idle;
}
