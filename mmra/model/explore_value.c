/* This file finds what a value depends on. A read matters to a value if another value read gives another result: `1 + r
 * - r` is 1 whatever r is, and a compiler knows. So results are reduced when they are computed: sums and exclusive ors
 * of reads with what cancels out taken away, and what bits and comparisons are known besides (docs/reference/models.md,
 * "Dependencies"). What is left of the reads matters if two of the values that are tried for it give two results; else
 * it is in doubt.
 *
 * A variable that a branch has set is, in these trials, what the side sets it to that its condition then chooses. A
 * trial tells nothing that has no result (r % r where r is 0, an element that was never set, more steps than are
 * tried), or in which floating-point arithmetic meets a NaN, an infinity or the sign of a zero (x * 0.0), since a
 * compiler of shaders may assume that there is none. In doubt the value counts as a dependency:
 * - if no two values give two results, or if variables were set to what cannot be compared, or to constants on ways
 *   that other branches may never lead to;
 * - of a write that each way of a branch may do, but not at once, if no fence or acquire holds it;
 * - of all that comes after a loop without an event, which perhaps does not end. */
#include "mmra/base/bits.h"
#include "mmra/model/explore_state.h"
#include "mmra/model/program_float.h"

enum {
    ADDRESS_BITS = 64,
    MOST_TERMS = 8,
    MOST_DEPTH = 16,
    MOST_COMPARED = 256,
    MOST_OPENED = 64,
    MOST_STEPS = 4096,
};

static uint64_t mask_of(uint8_t width) {
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static uint8_t operand_width(const struct node *n) {
    return n->instruction->from_width ? n->instruction->from_width : n->instruction->width;
}

static bool is_constant(const struct explore_state *state, uint32_t node, uint64_t *value) {
    const struct node *n = &state->nodes[node];
    *value = n->value;
    return node && n->known && !n->undefined && !n->matters;
}

/* Returns what the node is a copy of, whatever the way was. */
static uint32_t copied_node(const struct explore_state *state, uint32_t node) {
    const struct node *n = &state->nodes[node];
    while (n->kind == NODE_COMPUTED && !n->chosen && n->instruction->alu == PROGRAM_COPY &&
           (!n->instruction->from_width || n->instruction->from_width == n->instruction->width)) {
        node = n->a;
        n = &state->nodes[node];
    }
    return node;
}

static bool compare_expressions(const struct explore_state *state, uint32_t a, uint32_t b, uint32_t *left) {
    uint64_t x, y;
    a = copied_node(state, a);
    b = copied_node(state, b);
    if (a == b || *left == 0)
        return a == b;
    --*left;
    if (is_constant(state, a, &x) && is_constant(state, b, &y))
        return x == y;
    const struct node *p = &state->nodes[a], *q = &state->nodes[b];
    if (p->kind != NODE_COMPUTED || q->kind != NODE_COMPUTED || p->chosen || q->chosen)
        return false;
    return p->instruction->alu == q->instruction->alu && p->instruction->width == q->instruction->width &&
           compare_expressions(state, p->a, q->a, left) && compare_expressions(state, p->b, q->b, left) &&
           compare_expressions(state, p->c, q->c, left);
}

/* Whether both are the same computation on the same reads, as far as a short look tells. */
static bool same_expression(const struct explore_state *state, uint32_t a, uint32_t b) {
    uint32_t left = MOST_COMPARED;
    return compare_expressions(state, a, b, &left);
}

/* ---- sums ---- */

/* constant + factor * node + ..., or with `exclusive` an exclusive or, whose factors are 0 or 1. */
struct sum {
    const struct explore_state *state;
    uint8_t width;
    bool exclusive, cancels, fails;
    uint64_t constant;
    struct {
        uint32_t node;
        uint64_t factor;
    } terms[MOST_TERMS];
    uint32_t count, opened;
};

static void add_term(struct sum *s, uint32_t node, uint64_t factor) {
    uint64_t value;
    if (is_constant(s->state, node, &value)) {
        s->constant = (s->exclusive ? s->constant ^ value * (factor & 1) : s->constant + value * factor);
        return;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        if (!same_expression(s->state, s->terms[i].node, node))
            continue;
        s->terms[i].factor = (s->terms[i].factor + factor) & (s->exclusive ? 1 : mask_of(s->width));
        if (!s->terms[i].factor) {
            s->terms[i] = s->terms[--s->count];
            s->cancels = true;
        }
        return;
    }
    s->fails |= s->count == MOST_TERMS;
    if (s->count < MOST_TERMS) {
        s->terms[s->count].node = node;
        s->terms[s->count++].factor = factor;
    }
}

/* Adds what the node is a sum of. The lower bits of a sum are the sum of the lower bits. */
static void add_sum(struct sum *s, uint32_t node, uint64_t factor) {
    const struct node *n = &s->state->nodes[node];
    uint64_t value;
    bool opens = n->kind == NODE_COMPUTED && !n->chosen && n->matters && ++s->opened < MOST_OPENED;
    uint8_t alu = opens ? n->instruction->alu : (uint8_t)PROGRAM_SELECT;
    if (alu == PROGRAM_COPY && operand_width(n) >= s->width) {
        add_sum(s, n->a, factor);
    } else if (s->exclusive ? alu == PROGRAM_XOR : alu == PROGRAM_ADD || alu == PROGRAM_SUB) {
        add_sum(s, n->a, factor);
        add_sum(s, n->b, alu == PROGRAM_SUB ? -factor : factor);
    } else if (!s->exclusive && alu == PROGRAM_MUL && is_constant(s->state, n->b, &value)) {
        add_sum(s, n->a, factor * value);
    } else if (!s->exclusive && alu == PROGRAM_MUL && is_constant(s->state, n->a, &value)) {
        add_sum(s, n->b, factor * value);
    } else if (!s->exclusive && alu == PROGRAM_SHL && is_constant(s->state, n->b, &value) && value < s->width) {
        add_sum(s, n->a, factor << value);
    } else if (alu == PROGRAM_XOR && is_constant(s->state, n->b, &value) &&
               (value & mask_of(s->width)) == mask_of(s->width)) { /* ~a is -1 - a */
        s->constant -= factor;
        add_sum(s, n->a, -factor);
    } else if (factor & mask_of(s->width)) {
        add_term(s, node, factor & mask_of(s->width));
    } else {
        s->cancels = true;
    }
}

static struct sum sum_of(const struct explore_state *state, uint32_t node, uint8_t width, bool exclusive) {
    struct sum s = {.state = state, .width = width, .exclusive = exclusive};
    add_sum(&s, node, 1);
    s.constant &= mask_of(width);
    return s;
}

/* ---- bits ---- */

struct bits {
    uint64_t zeros, ones; /* that are so whatever is read */
};

static struct bits bits_of(const struct explore_state *state, uint32_t node, uint32_t depth);

static struct bits computed_bits(const struct explore_state *state, const struct node *n, uint32_t depth) {
    struct bits a = bits_of(state, n->a, depth), b = bits_of(state, n->b, depth), c = bits_of(state, n->c, depth);
    uint64_t all = mask_of(n->instruction->width), by, unknown;
    bool shifts = is_constant(state, n->b, &by) && by < n->instruction->width;
    struct bits bits = {0, 0};
    switch (n->instruction->alu) {
    case PROGRAM_COPY:
        unknown = ~mask_of(operand_width(n));
        bits = (struct bits){a.zeros | unknown, a.ones & ~unknown};
        break;
    case PROGRAM_AND:
        bits = (struct bits){a.zeros | b.zeros, a.ones & b.ones};
        break;
    case PROGRAM_OR:
        bits = (struct bits){a.zeros & b.zeros, a.ones | b.ones};
        break;
    case PROGRAM_XOR:
        bits = (struct bits){(a.zeros & b.zeros) | (a.ones & b.ones), (a.zeros & b.ones) | (a.ones & b.zeros)};
        break;
    case PROGRAM_SHL:
        if (shifts)
            bits = (struct bits){a.zeros << by | mask_of((uint8_t)by), a.ones << by};
        break;
    case PROGRAM_LSHR:
        if (shifts)
            bits = (struct bits){(a.zeros | ~all) >> by | ~(all >> by), (a.ones & all) >> by};
        break;
    case PROGRAM_UREM:
        if (is_constant(state, n->b, &by) && by && !(by & (by - 1)))
            bits = (struct bits){a.zeros | ~(by - 1), a.ones & (by - 1)};
        break;
    case PROGRAM_SELECT:
        bits = (struct bits){b.zeros & c.zeros, b.ones & c.ones};
        break;
    default:
        bits.zeros = n->instruction->alu >= PROGRAM_COMPARE ? ~UINT64_C(1) : 0;
        break;
    }
    return (struct bits){bits.zeros | ~all, bits.ones & all};
}

static struct bits bits_of(const struct explore_state *state, uint32_t node, uint32_t depth) {
    const struct node *n = &state->nodes[node];
    uint64_t value;
    if (is_constant(state, node, &value))
        return (struct bits){~value, value};
    if (n->kind == NODE_COMPUTED && !n->chosen && depth)
        return computed_bits(state, n, depth / 2);
    return (struct bits){0, 0};
}

/* ---- the smaller and the larger of two values ---- */

enum choice { CHOOSES_ANY, CHOOSES_SMALLER, CHOOSES_LARGER };

/* Which of its alternatives a selection takes, as unsigned numbers. */
static enum choice choice_of(const struct explore_state *state, const struct node *n) {
    const struct node *c = &state->nodes[copied_node(state, n->a)];
    if (c->kind != NODE_COMPUTED || c->chosen || operand_width(c) != n->instruction->width ||
        !same_expression(state, c->a, n->b) || !same_expression(state, c->b, n->c))
        return CHOOSES_ANY;
    uint32_t predicate = c->instruction->alu - (uint32_t)PROGRAM_COMPARE;
    return predicate == IR_ULT || predicate == IR_ULE   ? CHOOSES_SMALLER
           : predicate == IR_UGT || predicate == IR_UGE ? CHOOSES_LARGER
                                                        : CHOOSES_ANY;
}

struct range {
    uint64_t least, most;
};

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t larger(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* Returns the smallest and the largest number that a node may be, as far as its known bits and its operands tell. */
static struct range range_of(const struct explore_state *state, uint32_t node, uint8_t width, uint32_t depth) {
    const struct node *n = &state->nodes[node = copied_node(state, node)];
    const struct bits bits = bits_of(state, node, depth);
    struct range r = {bits.ones & mask_of(width), ~bits.zeros & mask_of(width)};
    if (!depth || n->kind != NODE_COMPUTED || n->chosen || n->instruction->alu != PROGRAM_SELECT ||
        n->instruction->width != width)
        return r;
    const struct range b = range_of(state, n->b, width, depth / 2), c = range_of(state, n->c, width, depth / 2);
    enum choice choice = choice_of(state, n);
    r.least = larger(r.least, choice == CHOOSES_LARGER ? larger(b.least, c.least) : smaller(b.least, c.least));
    r.most = smaller(r.most, choice == CHOOSES_SMALLER ? smaller(b.most, c.most) : larger(b.most, c.most));
    return r;
}

/* ---- reducing ---- */

static void become_constant(struct node *n, uint64_t value) {
    n->known = true;
    n->undefined = false;
    n->value = value & mask_of(n->instruction->width);
    n->matters = 0;
}

/* They are made once. */
static const struct program_instruction *instruction_of(struct explorer *e, enum program_alu alu, uint8_t width) {
    struct program_instruction *made;
    if (!e->made[alu]) {
        e->made[alu] = made = arena_allocate_array(e->arena, ADDRESS_BITS + 1, sizeof *made);
        for (uint32_t w = 0; w <= ADDRESS_BITS; w++)
            made[w] = (struct program_instruction){
                .opcode = PROGRAM_COMPUTE, .alu = (uint8_t)alu, .width = (uint8_t)w, .target = MODEL_NONE};
    }
    return &e->made[alu][width > ADDRESS_BITS ? ADDRESS_BITS : width];
}

static uint32_t add_constant(struct explorer *e, struct explore_state *state, uint64_t value) {
    uint32_t number = state_add_node(e, state, NODE_VALUE);
    state->nodes[number].known = true;
    state->nodes[number].value = value;
    return number;
}

event_list state_ways_of(const struct explore_state *state, const struct program_instruction *instruction, uint32_t a) {
    bool whole = !instruction->from_width || instruction->from_width <= instruction->width;
    return instruction->alu == PROGRAM_COPY && whole ? state->nodes[a].ways : 0;
}

static uint32_t add_computed(struct explorer *e, struct explore_state *state, enum program_alu alu, uint8_t width,
                             uint32_t a, uint32_t b) {
    const struct program_instruction *instruction = instruction_of(e, alu, width);
    uint32_t number = state_add_node(e, state, NODE_COMPUTED);
    struct node *n = &state->nodes[number];
    n->instruction = instruction;
    n->a = a;
    n->b = b;
    n->depends = state_join(e, state->nodes[a].depends, state->nodes[b].depends);
    n->matters = state_join(e, state->nodes[a].matters, state->nodes[b].matters);
    n->ways = state_ways_of(state, instruction, a);
    state_update_node(state, number);
    return number;
}

uint32_t state_copy_of_way(struct explorer *e, struct explore_state *state, uint32_t node, struct way way,
                           event_list chosen, event_list certain) {
    uint32_t number = add_computed(e, state, PROGRAM_COPY, ADDRESS_BITS, node, 0);
    struct node *n = &state->nodes[number];
    n->depends = state_join(e, n->depends, chosen);
    n->matters = state_join(e, n->matters, chosen);
    n->chosen = chosen;
    n->way = way;
    n->ways = state_join(e, event_lists_without(&e->lists, n->ways, chosen), certain);
    return number;
}

/* The node becomes a copy of another one, whose upper bits are dropped. */
static void become_copy(struct explorer *e, struct explore_state *state, uint32_t number, uint32_t of) {
    struct node *n = &state->nodes[number];
    n->instruction = instruction_of(e, PROGRAM_COPY, n->instruction->width);
    n->a = of;
    n->b = n->c = 0;
    n->matters = state->nodes[of].matters;
    state_update_node(state, number);
}

/* The node becomes what is left of its sum. */
static void become_sum(struct explorer *e, struct explore_state *state, uint32_t number, const struct sum *s) {
    uint32_t all = add_constant(e, state, s->constant);
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t term = s->terms[i].node;
        if (s->terms[i].factor != 1)
            term = add_computed(e, state, PROGRAM_MUL, s->width, term, add_constant(e, state, s->terms[i].factor));
        all = add_computed(e, state, s->exclusive ? PROGRAM_XOR : PROGRAM_ADD, s->width, all, term);
    }
    become_copy(e, state, number, all);
}

static void reduce_sum(struct explorer *e, struct explore_state *state, uint32_t number, bool exclusive) {
    const struct sum s = sum_of(state, number, state->nodes[number].instruction->width, exclusive);
    if (s.fails)
        return;
    if (s.cancels)
        become_sum(e, state, number, &s);
}

/* A comparison of a value with itself, of sums that differ by a constant, or of values of which known bits say which is
 * larger. */
static void reduce_comparison(struct explore_state *state, uint32_t number) {
    struct node *n = &state->nodes[number];
    uint32_t predicate = n->instruction->alu - PROGRAM_COMPARE;
    uint8_t width = operand_width(n);
    struct sum s = sum_of(state, n->a, width, false);
    add_sum(&s, n->b, UINT64_MAX);
    bool differs = !s.fails && s.count == 0 && s.constant & mask_of(width);
    bool same = !s.fails && s.count == 0 && !differs;
    struct bits a = bits_of(state, n->a, MOST_DEPTH), b = bits_of(state, n->b, MOST_DEPTH);
    const struct range x = range_of(state, n->a, width, MOST_DEPTH), y = range_of(state, n->b, width, MOST_DEPTH);
    uint64_t all = mask_of(width);
    bool below = x.most<y.least, above = x.least> y.most;
    bool not_above = x.most <= y.least, not_below = x.least >= y.most;
    if (same)
        become_constant(n, predicate == IR_EQ || predicate == IR_UGE || predicate == IR_ULE || predicate == IR_SGE ||
                               predicate == IR_SLE);
    else if (differs || (a.ones & b.zeros & all) || (a.zeros & b.ones & all)) {
        if (predicate == IR_EQ || predicate == IR_NE)
            become_constant(n, predicate == IR_NE);
    }
    if (n->known)
        return;
    if ((predicate == IR_ULT && below) || (predicate == IR_UGT && above) || (predicate == IR_ULE && not_above) ||
        (predicate == IR_UGE && not_below))
        become_constant(n, 1);
    else if ((predicate == IR_ULT && not_below) || (predicate == IR_UGT && not_above) ||
             (predicate == IR_ULE && above) || (predicate == IR_UGE && below))
        become_constant(n, 0);
}

/* A selection between equal values, or of the smaller or larger where it is known which one that is. */
static void reduce_selection(struct explorer *e, struct explore_state *state, uint32_t number) {
    const struct node *n = &state->nodes[number];
    uint8_t width = n->instruction->width;
    const struct range b = range_of(state, n->b, width, MOST_DEPTH), c = range_of(state, n->c, width, MOST_DEPTH);
    enum choice choice = choice_of(state, n);
    uint64_t condition;
    bool known = is_constant(state, n->a, &condition);
    if (same_expression(state, n->b, n->c) || (known && condition & 1) ||
        (choice == CHOOSES_SMALLER && b.most <= c.least) || (choice == CHOOSES_LARGER && b.least >= c.most))
        become_copy(e, state, number, n->b);
    else if (known || (choice == CHOOSES_SMALLER && c.most <= b.least) ||
             (choice == CHOOSES_LARGER && c.least >= b.most))
        become_copy(e, state, number, n->c);
}

/* Whether each bit of the one operand is another than that of the other. */
static bool are_complements(const struct explore_state *state, const struct node *n) {
    uint8_t width = n->instruction->width;
    struct sum s = sum_of(state, n->a, width, false);
    add_sum(&s, n->b, 1);
    return !s.fails && !s.count && (s.constant & mask_of(width)) == mask_of(width);
}

/* ---- doubts ---- */

/* A value of the expression, where the reads have values that are made up. It tells nothing in four cases: where it is
 * undefined, as a compiler may put anything there; where a way is chosen by which it is not known what it is; where it
 * rests on a NaN, an infinity or the sign of a zero, of which a compiler of shaders may assume that there is none
 * (SPIR-V, SignedZeroInfNanPreserve); and where the expression is too long.
 */
struct trial {
    const struct event_lists *lists;
    const struct explore_state *state;
    uint32_t varied; /* the read whose value is `value` */
    uint64_t value, seed;
    uint32_t steps;
    uint8_t shift; /* what makes the values of the others small */
    bool alike;    /* the others have one value */
    bool tells_nothing;
};

static uint64_t made_up(const struct trial *t, uint32_t read) {
    uint64_t value = read == t->varied ? t->value : mmra_mixed_bits(t->seed + (t->alike ? 0 : read)) >> t->shift;
    return value & mask_of(t->state->events[read].instruction->width);
}

static uint64_t try_node(struct trial *t, uint32_t number);

/* Whether a compare-exchange succeeds. */
static bool try_outcome(struct trial *t, const struct node *outcome) {
    return made_up(t, outcome->a) == try_node(t, t->state->events[outcome->a].compared);
}

/* Returns what the value is by the way that the condition chooses. */
static uint64_t try_way(struct trial *t, const struct node *n) {
    bool side = try_node(t, n->way.condition) & 1;
    t->tells_nothing |= side != n->way.side && !n->way.other;
    return t->tells_nothing ? 0 : try_node(t, side == n->way.side ? n->a : n->way.other);
}

static uint64_t try_node(struct trial *t, uint32_t number) {
    const struct node *n = &t->state->nodes[number];
    uint64_t result = 0, constant;
    if (!number || is_constant(t->state, number, &constant))
        return number ? constant : 0;
    if (n->kind == NODE_READ)
        return made_up(t, n->a);
    t->tells_nothing |= ++t->steps > MOST_STEPS || (n->undefined && n->kind == NODE_VALUE);
    if (t->tells_nothing)
        return 0;
    if (event_lists_has(t->lists, n->chosen, t->varied))
        return try_way(t, n);
    if (n->kind == NODE_VALUE)
        return try_outcome(t, n);
    uint64_t a = try_node(t, n->a);
    bool selects = n->instruction->alu == PROGRAM_SELECT; /* what is not selected may be undefined */
    uint64_t b = selects && !(a & 1) ? 0 : try_node(t, n->b), c = selects && a & 1 ? 0 : try_node(t, n->c);
    t->tells_nothing |= !program_compute(n->instruction, a, b, c, &result) ||
                        (program_is_float(n->instruction) && !program_is_usual(n->instruction, a, b, c, result));
    return result;
}

/* The results that a value has where the read has several values. */
struct results {
    uint64_t first;
    bool found, differ;
};

/* Expressions are short as a rule, and tried in no time; a long one with many reads takes seconds. */
static bool goes_on_after(struct explorer *e, uint32_t steps) {
    enum { STEPS_PER_QUESTION = 1 << 16 };
    e->trial_steps += steps;
    if (e->trial_steps < STEPS_PER_QUESTION)
        return !e->statistics->gave_up;
    e->trial_steps = 0;
    return state_goes_on(e);
}

/* Returns, as far as some trials tell, which results the value has where the read has several. */
static struct results try_values(struct explorer *e, const struct explore_state *state, uint32_t node, uint32_t read) {
    /* the last of them are 1 and 2 as floating-point numbers of each width */
    static const uint64_t tried[] = {0,
                                     1,
                                     2,
                                     3,
                                     5,
                                     0x7F,
                                     0x80,
                                     0xFFFF,
                                     UINT64_C(0x80000000),
                                     UINT64_MAX,
                                     0x3C00,
                                     0x4000,
                                     0x3F800000,
                                     0x40000000,
                                     UINT64_C(0x3FF0000000000000),
                                     UINT64_C(0x4000000000000000)};
    enum { TRIED = sizeof tried / sizeof *tried, ROUNDS = 8, SMALL = 60 };
    struct trial t = {.lists = &e->lists, .state = state, .varied = read};
    struct results r = {0};
    for (uint64_t round = 0; round < ROUNDS && !r.differ; round++) {
        r.found = false;
        t.seed = round << 32;
        t.shift = round % 2 ? SMALL : 0;
        t.alike = round & 2; /* and the last value that is tried is theirs */
        for (uint32_t i = 0; i <= TRIED && !r.differ; i++) {
            t.value = i < TRIED ? tried[i] : mmra_mixed_bits(t.seed) >> t.shift;
            t.tells_nothing = false;
            t.steps = 0;
            uint64_t result = try_node(&t, node);
            r.differ |= !t.tells_nothing && r.found && result != r.first;
            r.first = t.tells_nothing ? r.first : result;
            r.found |= !t.tells_nothing;
            r.differ |= !goes_on_after(e, t.steps);
        }
    }
    return r;
}

event_list state_doubts(struct explorer *e, const struct explore_state *state, uint32_t node) {
    event_list doubts = 0;
    EVENT_LIST_EACH(&e->lists, state->nodes[node].matters, read)
    if (!event_lists_has(&e->lists, state->nodes[node].ways, read) && !try_values(e, state, node, read).differ)
        doubts = event_lists_with(&e->lists, doubts, read);
    return doubts;
}

/* Where no read is found that the value depends on, it is taken for the one that was found. */
static void settle_doubts(struct explorer *e, struct explore_state *state, uint32_t number) {
    struct node *n = &state->nodes[number];
    uint64_t value = 0;
    bool settles = n->matters && !n->ways && !n->known;
    EVENT_LIST_EACH(&e->lists, settles ? n->matters : 0, read) {
        const struct results r = try_values(e, state, number, read);
        settles &= r.found && !r.differ;
        value = r.first;
    }
    if (settles)
        become_constant(n, value);
}

static void reduce(struct explorer *e, struct explore_state *state, uint32_t number) {
    struct node *n = &state->nodes[number];
    uint8_t alu = n->instruction->alu, width = n->instruction->width;
    if (!n->matters || (n->known && n->undefined))
        return;
    struct bits bits = bits_of(state, number, MOST_DEPTH);
    if (((bits.zeros | bits.ones) & mask_of(width)) == mask_of(width))
        become_constant(n, bits.ones);
    else if (alu == PROGRAM_ADD || alu == PROGRAM_SUB || alu == PROGRAM_MUL || alu == PROGRAM_SHL)
        reduce_sum(e, state, number, false);
    else if (alu == PROGRAM_XOR)
        reduce_sum(e, state, number, true);
    else if (alu == PROGRAM_SELECT)
        reduce_selection(e, state, number);
    else if ((alu == PROGRAM_AND || alu == PROGRAM_OR) && same_expression(state, n->a, n->b))
        become_copy(e, state, number, n->a);
    else if ((alu == PROGRAM_AND || alu == PROGRAM_OR) && are_complements(state, n))
        become_constant(n, alu == PROGRAM_OR ? UINT64_MAX : 0);
    else if (alu >= PROGRAM_UDIV && alu <= PROGRAM_SREM && range_of(state, n->b, width, MOST_DEPTH).least &&
             same_expression(state, n->a, n->b)) /* and not 0, where it has no value */
        become_constant(n, alu == PROGRAM_UDIV || alu == PROGRAM_SDIV);
    else if (alu >= PROGRAM_COMPARE && alu < PROGRAM_FCOMPARE)
        reduce_comparison(state, number);
}

void state_reduce_node(struct explorer *e, struct explore_state *state, uint32_t number) {
    reduce(e, state, number);
    if (e->options->doubts_are_none)
        settle_doubts(e, state, number);
}
