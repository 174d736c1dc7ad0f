/* Loops. The body is run once, with a symbol for whatever may be another value in another round; rounds are copies of
 * it (docs/reference/proofs.md, "Loops"). A loop without barriers has any one round, and a last one, which ends it. A
 * loop with barriers has a first round, and any two that follow each other. */
#include "translator/prove/prove_core.h"

/* A value takes one of these courses, round after round. */
enum course { ANYTHING, SAME, SUM, LEFT, RIGHT, RIGHT_SIGNED };

struct leaf {
    prove_term first, symbol, next; /* before the loop, in a round, and at its end; next 0: not known */
    prove_term step;
    uint8_t course;
    bool is_signed, varies; /* varies: between invocations in the same round */
};

struct loop {
    struct prover *p;
    struct leaf *leaves;
    uint32_t count, capacity;
    uint32_t known_count; /* of leaves of which an earlier run of the body has found whether they vary */
    bool all_vary;
    uint32_t first_symbol, symbol_end;
    uint32_t first_event, first_counter;
    struct prove_event *events; /* of the body */
    uint32_t event_count;
    struct prove_counter *counters;
    uint32_t counter_count;
    struct prove_edge entry, latch; /* latch.control 0: no round follows another */
    struct prove_edges exits;
    bool is_even;  /* all invocations run as many rounds, and leave in the same way */
    uint32_t most; /* the last round has at most this number; UINT32_MAX: not known */
};

static void *kept(struct prover *p, const void *items, size_t count, size_t size) {
    void *copy = arena_allocate_array(p->arena, count + 1, size);
    if (count)
        memcpy(copy, items, count * size);
    return copy;
}

/* ---- the values of a round ---- */

static const struct prove_value *symbolic(struct loop *loop, const struct prove_value *value, spirv_id type) {
    struct prover *p = loop->p;
    const struct spirv_type *t = spirv_type_of_id(p->module, type);
    if (value->kind == PROVE_SCALAR) {
        bool varies = loop->all_vary || prove_variance(&p->terms, value->term) & PROVE_OF_INVOCATION ||
                      (loop->count < loop->known_count && loop->leaves[loop->count].varies);
        prove_term symbol =
            prove_symbol(&p->terms, prove_width(&p->terms, value->term), varies ? PROVE_OF_INVOCATION : PROVE_OF_ROUND);
        *ARENA_PUSH(p->arena, loop->leaves, loop->count, loop->capacity) =
            (struct leaf){.first = value->term, .symbol = symbol, .is_signed = t && t->is_signed, .varies = varies};
        return prove_scalar(p, symbol);
    }
    if (value->kind != PROVE_PARTS)
        return value;
    const struct prove_value **parts = arena_allocate_array(p->arena, value->count + 1, sizeof *parts);
    for (uint32_t i = 0; i < value->count; i++)
        parts[i] = symbolic(loop, value->parts[i], prove_part_type(p, type, i));
    return prove_composite(p, parts, value->count);
}

static bool is_same_place(const struct prove_value *a, const struct prove_value *b) {
    return a->kind == b->kind && a->object == b->object && a->count == b->count &&
           (!a->count || memcmp(a->path, b->path, a->count * sizeof *a->path) == 0);
}

/* Takes what the leaves of `value` are at the end of a round, in their order. */
static void take_next(struct loop *loop, const struct prove_value *value, const struct prove_value *next,
                      uint32_t *leaf, uint32_t word) {
    struct prove_terms *terms = &loop->p->terms;
    if (value->kind == PROVE_SCALAR) {
        struct leaf *l = &loop->leaves[(*leaf)++];
        bool is_known =
            next && next->kind == PROVE_SCALAR && prove_width(terms, next->term) == prove_width(terms, l->symbol);
        l->next = is_known ? next->term : 0;
    }
    for (uint32_t i = 0; value->kind == PROVE_PARTS && i < value->count; i++)
        take_next(loop, value->parts[i],
                  next && next->kind == PROVE_PARTS && next->count == value->count ? next->parts[i] : NULL, leaf, word);
    if ((value->kind == PROVE_POINTER || value->kind == PROVE_HANDLE) && (!next || !is_same_place(value, next)))
        prove_give_up(loop->p, word, "a pointer that a loop changes");
}

/* ---- their course ---- */

static prove_term *identity(const struct loop *loop) {
    uint32_t count = loop->symbol_end - loop->first_symbol;
    prove_term *to = arena_allocate_array(loop->p->arena, count + 1, sizeof *to);
    for (uint32_t i = 0; i < count; i++)
        to[i] = loop->p->terms.symbols[loop->first_symbol + i].term;
    return to;
}

static bool is_of_loop(struct loop *loop, prove_term term) {
    struct prove_terms *terms = &loop->p->terms;
    uint32_t count = prove_walk(terms, &term, 1);
    for (uint32_t i = 0; i < count; i++) {
        const struct prove_node *node = &terms->nodes[terms->walked[i]];
        if (node->operation == PROVE_SYMBOL && node->bits >= loop->first_symbol && node->bits < loop->symbol_end)
            return true;
    }
    return false;
}

/* The exponent of a constant that is a power of two, else 0. */
static uint32_t exponent_of(const struct prove_terms *terms, prove_term term) {
    uint64_t bits = prove_is_constant(terms, term) ? terms->nodes[term].bits : 0;
    uint32_t exponent = 0;
    if (!bits || bits & (bits - 1))
        return 0;
    while (bits >>= 1)
        exponent++;
    return exponent;
}

static void find_shift(struct loop *loop, struct leaf *l, const struct prove_node *next) {
    struct prove_terms *terms = &loop->p->terms;
    prove_term by = next->arguments[1];
    bool is_positive =
        prove_is_constant(terms, l->first) && !(terms->nodes[l->first].bits >> (prove_width(terms, l->first) - 1) & 1);
    uint32_t exponent = exponent_of(terms, by);
    switch (next->operation) {
    case PROVE_MULTIPLY:
        l->course = exponent ? LEFT : ANYTHING;
        break;
    case PROVE_SIGNED_DIVIDE:
        l->course = exponent && is_positive ? RIGHT : ANYTHING;
        break;
    case PROVE_SHIFT_LEFT:
    case PROVE_SHIFT_RIGHT:
    case PROVE_SHIFT_RIGHT_SIGNED:
        l->course = !prove_is_constant(terms, by)          ? ANYTHING
                    : next->operation == PROVE_SHIFT_LEFT  ? LEFT
                    : next->operation == PROVE_SHIFT_RIGHT ? RIGHT
                                                           : RIGHT_SIGNED;
        l->step = by;
        return;
    default:
        return;
    }
    l->step = prove_constant(terms, prove_width(terms, l->first), exponent);
}

static void find_course(struct loop *loop, struct leaf *l, prove_term next) {
    struct prove_terms *terms = &loop->p->terms;
    const struct prove_node *node = &terms->nodes[next];
    if (node->count != 2)
        return;
    if (node->operation == PROVE_ADD && (node->arguments[0] == l->symbol || node->arguments[1] == l->symbol)) {
        l->step = node->arguments[node->arguments[0] == l->symbol];
        l->course = is_of_loop(loop, l->step) ? ANYTHING : SUM;
    } else if (node->arguments[0] == l->symbol) {
        find_shift(loop, l, node);
    }
}

static void find_courses(struct loop *loop) {
    struct prover *p = loop->p;
    struct prove_substitution s;
    prove_term *to = identity(loop);
    for (uint32_t i = 0; i < loop->count; i++)
        if (loop->leaves[i].next == loop->leaves[i].symbol) {
            loop->leaves[i].course = SAME;
            to[i] = loop->leaves[i].first;
        }
    prove_substitution_init(&p->terms, &s, loop->first_symbol, loop->symbol_end, to);
    for (uint32_t i = 0; i < loop->count; i++)
        if (loop->leaves[i].course != SAME && loop->leaves[i].next)
            find_course(loop, &loop->leaves[i], prove_substitute(&p->terms, &s, loop->leaves[i].next));
}

/* ---- what is alike in all invocations ---- */

static bool is_varying(const struct loop *loop, prove_term term) {
    return prove_variance(&loop->p->terms, term) & PROVE_OF_INVOCATION;
}

/* Leaves stay alike in two invocations if they begin alike and their next values are made of what is alike. Whether a
 * loop in the body is even was decided with what was taken to be alike: false if that has changed, then the body must
 * be run again. */
static bool find_varying(struct loop *loop) {
    bool is_as_taken = true;
    for (uint32_t i = 0; i < loop->count; i++) {
        struct leaf *l = &loop->leaves[i];
        bool varies = l->varies || !l->next || is_varying(loop, l->next);
        is_as_taken &= varies == l->varies || !loop->latch.control;
        l->varies = varies;
    }
    loop->known_count = loop->count;
    loop->is_even = !loop->latch.control || !is_varying(loop, loop->latch.control);
    for (uint32_t i = 0; i < loop->exits.count; i++)
        loop->is_even &= !is_varying(loop, loop->exits.items[i].control);
    return is_as_taken;
}

/* ---- copies of the body ---- */

/* Adds the condition that a sum of `count` steps does not wrap. */
static void add_counter(struct loop *loop, const struct leaf *l, prove_term count) {
    struct prover *p = loop->p;
    struct prove_terms *t = &p->terms;
    uint8_t width = prove_width(t, l->first);
    bool is_negative = prove_is_constant(t, l->step) && t->nodes[l->step].bits >> (width - 1) & 1;
    if (width > 32 || width < 8 || (is_negative && !l->is_signed))
        return;
    prove_term product =
        prove_multiply(t, prove_resize(t, count, 64, false), prove_resize(t, l->step, 64, l->is_signed));
    prove_term exact = prove_add(t, prove_resize(t, l->first, 64, l->is_signed), product);
    prove_term back = prove_resize(t, prove_resize(t, exact, width, false), 64, l->is_signed);
    *ARENA_PUSH(p->arena, p->counters, p->counter_count, p->counter_capacity) =
        (struct prove_counter){count, prove_binary(t, PROVE_EQUAL, exact, back)};
}

/* After as many shifts as the width all bits are out, and no more are counted: the product with the step, which is less
 * than the width, must not wrap, or the bits were back. A step of 0 leaves the value as it is, which find_courses() has
 * seen. */
static prove_term shifts_in(const struct loop *loop, prove_term count, uint8_t width) {
    struct prove_terms *t = &loop->p->terms;
    const prove_term all = prove_constant(t, prove_width(t, count), width);
    return prove_resize(t, prove_choose(t, prove_binary(t, PROVE_UNSIGNED_LESS, count, all), count, all), width, false);
}

/* The value in round `count`, from 0 on. */
static prove_term value_in(struct loop *loop, const struct leaf *l, prove_term count, uint8_t variance) {
    struct prove_terms *t = &loop->p->terms;
    uint8_t width = prove_width(t, l->symbol);
    prove_term by, rounds = prove_resize(t, count, width, false);
    if (width == 1 && l->course != SAME)
        return prove_symbol(t, 1, variance);
    switch (l->course) {
    case SAME:
        return l->first;
    case SUM:
        add_counter(loop, l, count);
        return prove_add(t, l->first, prove_multiply(t, rounds, l->step));
    case LEFT:
    case RIGHT:
    case RIGHT_SIGNED:
        by = prove_multiply(t, shifts_in(loop, count, width), prove_resize(t, l->step, width, false));
        return prove_binary(t,
                            l->course == LEFT    ? PROVE_SHIFT_LEFT
                            : l->course == RIGHT ? PROVE_SHIFT_RIGHT
                                                 : PROVE_SHIFT_RIGHT_SIGNED,
                            l->first, by);
    default:
        return prove_symbol(t, width, variance);
    }
}

/* Whether all that a term hangs on in the loop are leaves which begin and go on with constants. */
static bool is_counted(struct loop *loop, prove_term term) {
    struct prove_terms *terms = &loop->p->terms;
    uint32_t count = prove_walk(terms, &term, 1);
    for (uint32_t i = 0; i < count; i++) {
        const struct prove_node *node = &terms->nodes[terms->walked[i]];
        if (node->operation != PROVE_SYMBOL)
            continue;
        uint64_t at = node->bits - loop->first_symbol;
        const struct leaf *l = node->bits >= loop->first_symbol && at < loop->count ? &loop->leaves[at] : NULL;
        if (!l || l->course == ANYTHING || !prove_is_constant(terms, l->first) ||
            (l->course != SAME && !prove_is_constant(terms, l->step)))
            return false;
    }
    return true;
}

/* Rounds of loops that are counted with constants are looked at one by one, up to the last one. */
static uint32_t find_most(struct loop *loop) {
    enum { MOST_ROUNDS = 80 };
    struct prover *p = loop->p;
    if (!loop->latch.control || !is_counted(loop, loop->latch.control))
        return UINT32_MAX;
    for (uint32_t n = 0; n < MOST_ROUNDS; n++) {
        struct prove_substitution s;
        prove_term *to = identity(loop), count = prove_constant(&p->terms, 32, n);
        uint32_t counters = p->counter_count;
        for (uint32_t i = 0; i < loop->count; i++)
            if (loop->leaves[i].course != ANYTHING)
                to[i] = value_in(loop, &loop->leaves[i], count, PROVE_OF_INVOCATION);
        p->counter_count = counters;
        prove_substitution_init(&p->terms, &s, loop->first_symbol, loop->symbol_end, to);
        prove_term again = prove_substitute(&p->terms, &s, loop->latch.control);
        if (!prove_is(&p->terms, again, 1))
            return prove_is(&p->terms, again, 0) ? n : UINT32_MAX;
    }
    return UINT32_MAX;
}

/* The symbols of the body in a copy: the caller sets those of leaves, and others are new ones.
 * `is_alone`: nothing of the round need be alike in two invocations. */
static prove_term *copy_symbols(const struct loop *loop, bool is_alone) {
    struct prove_terms *terms = &loop->p->terms;
    prove_term *to = identity(loop);
    for (uint32_t i = loop->count; i < loop->symbol_end - loop->first_symbol; i++) {
        uint8_t variance = terms->symbols[loop->first_symbol + i].variance;
        if (is_alone && variance & PROVE_OF_ROUND)
            variance = PROVE_OF_INVOCATION;
        const struct prove_symbol of = terms->symbols[loop->first_symbol + i];
        to[i] = prove_symbol(terms, prove_width(terms, to[i]), variance);
        terms->symbols[terms->symbol_count - 1].has_most = of.has_most;
        terms->symbols[terms->symbol_count - 1].most = of.most;
    }
    return to;
}

/* *known: what is known of the number of the round. */
static struct prove_substitution any_round(struct loop *loop, bool is_alone, prove_term *known) {
    struct prove_terms *terms = &loop->p->terms;
    struct prove_substitution s;
    prove_term *to = copy_symbols(loop, is_alone);
    prove_term count = prove_symbol(terms, 32, is_alone ? PROVE_OF_INVOCATION : PROVE_OF_ROUND);
    terms->symbols[terms->symbol_count - 1].has_most = loop->most != UINT32_MAX;
    terms->symbols[terms->symbol_count - 1].most = loop->most;
    for (uint32_t i = 0; i < loop->count; i++)
        to[i] = value_in(loop, &loop->leaves[i], count,
                         is_alone || loop->leaves[i].varies ? PROVE_OF_INVOCATION : PROVE_OF_ROUND);
    prove_substitution_init(terms, &s, loop->first_symbol, loop->symbol_end, to);
    *known = loop->most == UINT32_MAX
                 ? prove_true(terms)
                 : prove_binary(terms, PROVE_UNSIGNED_LESS, count, prove_constant(terms, 32, loop->most + UINT64_C(1)));
    return s;
}

static struct prove_substitution first_round(struct loop *loop) {
    struct prove_substitution s;
    prove_term *to = copy_symbols(loop, false);
    for (uint32_t i = 0; i < loop->count; i++)
        to[i] = loop->leaves[i].first;
    prove_substitution_init(&loop->p->terms, &s, loop->first_symbol, loop->symbol_end, to);
    return s;
}

static struct prove_substitution next_round(struct loop *loop, struct prove_substitution *before) {
    struct prove_terms *terms = &loop->p->terms;
    struct prove_substitution s;
    prove_term *to = copy_symbols(loop, false);
    for (uint32_t i = 0; i < loop->count; i++) {
        const struct leaf *l = &loop->leaves[i];
        to[i] = l->next ? prove_substitute(terms, before, l->next)
                        : prove_symbol(terms, prove_width(terms, l->symbol), PROVE_OF_INVOCATION);
    }
    prove_substitution_init(terms, &s, loop->first_symbol, loop->symbol_end, to);
    return s;
}

static void copy_events(struct loop *loop, struct prove_substitution *s, prove_term control, prove_term facts,
                        bool is_copy) {
    struct prover *p = loop->p;
    struct prove_terms *terms = &p->terms;
    for (uint32_t i = 0; i < loop->event_count; i++) {
        struct prove_event event = loop->events[i];
        prove_term *path = arena_allocate_array(p->arena, event.path_count + 1, sizeof *path);
        for (uint32_t k = 0; k < event.path_count; k++)
            path[k] = prove_substitute(terms, s, event.path[k]);
        event.path = path;
        event.control = prove_and(terms, control, prove_substitute(terms, s, event.control));
        event.facts = prove_and(terms, facts, prove_substitute(terms, s, event.facts));
        event.ticket = event.ticket ? prove_substitute(terms, s, event.ticket) : 0;
        event.added = event.added ? prove_substitute(terms, s, event.added) : 0;
        event.again = event.again ? prove_and(terms, control, prove_substitute(terms, s, event.again)) : 0;
        event.is_copy |= is_copy;
        *ARENA_PUSH(p->arena, p->events, p->event_count, p->event_capacity) = event;
    }
    for (uint32_t i = 0; i < loop->counter_count; i++) {
        const struct prove_counter counter = {prove_substitute(terms, s, loop->counters[i].count),
                                              prove_substitute(terms, s, loop->counters[i].stays)};
        *ARENA_PUSH(p->arena, p->counters, p->counter_count, p->counter_capacity) = counter;
    }
}

/* ---- after the loop ---- */

/* Which way out is taken is a choice of its own, so that ways that meet again are as if there had been none. */
static prove_term *choices(struct loop *loop) {
    struct prove_terms *terms = &loop->p->terms;
    prove_term *list = arena_allocate_array(loop->p->arena, loop->exits.count + 1, sizeof *list);
    prove_term none = prove_true(terms);
    for (uint32_t i = 0; i < loop->exits.count; i++) {
        prove_term chosen = i + 1 == loop->exits.count
                                ? prove_true(terms)
                                : prove_symbol(terms, 1, loop->is_even ? PROVE_OF_ROUND : PROVE_OF_INVOCATION);
        list[i] = prove_and(terms, none, chosen);
        none = prove_and(terms, none, prove_not(terms, chosen));
    }
    return list;
}

static void send_exits(struct loop *loop, struct prove_frame *frame, struct prove_substitution *s,
                       const prove_term *chosen, prove_term control, prove_term facts) {
    struct prover *p = loop->p;
    struct prove_terms *terms = &p->terms;
    for (uint32_t i = 0; i < loop->exits.count; i++) {
        struct prove_edge edge = loop->exits.items[i];
        const struct prove_value **cells = arena_allocate_array(p->arena, edge.state.count + 1, sizeof *cells);
        for (uint32_t k = 0; k < edge.state.count; k++)
            cells[k] = prove_replaced(p, s, edge.state.cells[k]);
        edge.state.cells = cells;
        if (edge.result)
            edge.result = prove_replaced(p, s, edge.result);
        prove_term leaves = prove_substitute(terms, s, prove_and(terms, edge.control, edge.facts));
        edge.facts = prove_and(terms, facts, leaves);
        edge.control = prove_and(terms, control, chosen[i]);
        prove_send(p, frame, &edge);
    }
}

/* After the loop, results of the body are those of its last round: of the round that `s` is, or the other where
 * `is_other`. */
static void replace_results(struct loop *loop, const struct prove_frame *frame, uint32_t header,
                            struct prove_substitution *s, struct prove_substitution *other, prove_term is_other) {
    struct prover *p = loop->p;
    const struct spirv_block *blocks = p->module->blocks + frame->function->first_block;
    for (uint32_t i = 0; i < frame->function->block_count; i++)
        for (uint32_t word = frame->flow->bodies[header][i] ? blocks[i].first_word : blocks[i].terminator;
             word < blocks[i].terminator;) {
            const struct spirv_instruction in = spirv_instruction_at(p->module, word);
            uint32_t index = in.result ? spirv_index(p->module, in.result) : 0;
            const struct prove_value *value = index ? p->values[index] : NULL;
            if (value)
                p->values[index] = prove_replaced(p, s, value);
            if (value && other)
                p->values[index] = prove_merge(p, is_other, prove_replaced(p, other, value), p->values[index]);
            word += in.length;
        }
}

/* ---- loops ---- */

static void without_barriers(struct loop *loop, struct prove_frame *frame, uint32_t header) {
    struct prove_terms *terms = &loop->p->terms;
    const struct prove_edge *entry = &loop->entry;
    prove_term known = prove_true(terms), known_last = known;
    bool is_single = !loop->latch.control;
    struct prove_substitution s = is_single ? first_round(loop) : any_round(loop, true, &known);
    copy_events(loop, &s, entry->control, prove_and(terms, entry->facts, known), false);
    struct prove_substitution last = is_single ? s : any_round(loop, !loop->is_even, &known_last);
    loop->event_count = 0; /* the last round is one of those; its counters are others */
    if (!is_single)
        copy_events(loop, &last, prove_true(terms), prove_true(terms), false);
    send_exits(loop, frame, &last, choices(loop), entry->control, prove_and(terms, entry->facts, known_last));
    replace_results(loop, frame, header, &last, NULL, 0);
}

static void with_barriers(struct loop *loop, struct prove_frame *frame, uint32_t header) {
    struct prover *p = loop->p;
    struct prove_terms *terms = &p->terms;
    const struct prove_edge *entry = &loop->entry;
    prove_term later = prove_symbol(terms, 1, PROVE_OF_ROUND), *chosen = choices(loop), known;
    prove_term control = prove_and(terms, entry->control, later);
    struct prove_substitution first = first_round(loop), round = any_round(loop, false, &known);
    struct prove_substitution next = next_round(loop, &round);
    prove_term again = prove_substitute(terms, &round, loop->latch.control);
    known = prove_and(terms, entry->facts, known);
    prove_term known_next =
        prove_and(terms, known, prove_and(terms, again, prove_substitute(terms, &round, loop->latch.facts)));
    copy_events(loop, &first, entry->control, entry->facts, true);
    *ARENA_PUSH(p->arena, p->events, p->event_count, p->event_capacity) =
        (struct prove_event){.kind = PROVE_CUT,
                             .word = loop->events[0].word,
                             .control = control,
                             .facts = known_next,
                             .round = loop->event_count,
                             .again = prove_and(terms, control, again)};
    copy_events(loop, &round, control, known, false);
    copy_events(loop, &next, prove_and(terms, control, again), known_next, true);
    send_exits(loop, frame, &first, chosen, prove_and(terms, entry->control, prove_not(terms, later)), entry->facts);
    send_exits(loop, frame, &next, chosen, control, known_next);
    replace_results(loop, frame, header, &first, &next, later);
}

static bool has_barrier(const struct loop *loop) {
    for (uint32_t i = 0; i < loop->event_count; i++)
        if (loop->events[i].kind == PROVE_BARRIER)
            return true;
    return false;
}

/* The values of OpPhi before the loop, and in a round. */
struct phi {
    struct spirv_instruction in;
    const struct prove_value *first, *value;
};

static struct phi *begin_phis(struct loop *loop, struct prove_frame *frame, uint32_t header,
                              const struct prove_edges *edges, uint32_t *count) {
    struct prover *p = loop->p;
    const struct spirv_block *block = &p->module->blocks[frame->function->first_block + header];
    struct phi *phis = NULL;
    uint32_t capacity = 0;
    for (uint32_t word = block->first_word; word < block->terminator;) {
        const struct spirv_instruction in = spirv_instruction_at(p->module, word);
        if (in.opcode == SpvOpPhi)
            *ARENA_PUSH(p->arena, phis, *count, capacity) = (struct phi){in, prove_phi(p, frame, &in, edges), NULL};
        word += in.length;
    }
    return phis;
}

/* Makes the symbols of a round, which come first among those of the loop. */
static struct prove_state begin_round(struct loop *loop, struct phi *phis, uint32_t phi_count) {
    struct prover *p = loop->p;
    const struct prove_state *before = &loop->entry.state;
    spirv_id *types = arena_allocate_array(p->arena, before->count + 1, sizeof *types);
    struct prove_state state = {arena_allocate_array(p->arena, before->count + 1, sizeof *state.cells), before->count};
    loop->first_symbol = p->terms.symbol_count;
    loop->count = 0;
    for (uint32_t i = 0; i < phi_count; i++) {
        phis[i].value = symbolic(loop, phis[i].first, phis[i].in.type);
        p->values[spirv_index(p->module, phis[i].in.result)] = phis[i].value;
    }
    /* variables of functions that have returned have cells beyond these, or those of variables after them */
    for (uint32_t i = 0; i < p->object_count; i++)
        if (p->objects[i].cell && p->objects[i].cell <= before->count)
            types[p->objects[i].cell - 1] = p->objects[i].type;
    for (uint32_t i = 0; i < before->count; i++)
        state.cells[i] = symbolic(loop, before->cells[i], types[i]);
    return state;
}

static void run_body(struct loop *loop, struct prove_frame *frame, uint32_t header, const struct prove_state *state,
                     struct prove_edges *latches) {
    struct prover *p = loop->p;
    const struct prove_frame outer = *frame;
    const struct prove_edge begin = {.control = prove_true(&p->terms), .facts = prove_true(&p->terms), .state = *state};
    for (uint32_t i = 0; i < frame->function->block_count; i++)
        if (frame->flow->bodies[header][i]) {
            frame->done[i] = false;
            frame->pending[i].count = i == header ? frame->pending[i].count : 0;
        }
    p->event_count = loop->first_event;
    p->counter_count = loop->first_counter;
    frame->header = header;
    frame->latches = frame->exits = (struct prove_edges){0};
    prove_run_blocks(p, frame, header, &begin);
    *latches = frame->latches;
    loop->exits = frame->exits;
    frame->header = outer.header;
    frame->latches = outer.latches;
    frame->exits = outer.exits;
    loop->symbol_end = p->terms.symbol_count;
}

/* Takes what the body has done, which its copies replace. */
static void take_body(struct loop *loop) {
    struct prover *p = loop->p;
    loop->event_count = p->event_count - loop->first_event;
    loop->events = kept(p, p->events + loop->first_event, loop->event_count, sizeof *p->events);
    loop->counter_count = p->counter_count - loop->first_counter;
    loop->counters = kept(p, p->counters + loop->first_counter, loop->counter_count, sizeof *p->counters);
    p->event_count = loop->first_event;
    p->counter_count = loop->first_counter;
}

/* Runs the body once. False: a value that was taken to be alike in all invocations is not, on which loops in the body
 * may have relied. */
static bool run_round(struct loop *loop, struct prove_frame *frame, uint32_t header, struct phi *phis,
                      uint32_t phi_count) {
    struct prover *p = loop->p;
    struct prove_edges latches;
    uint32_t leaf = 0, word = p->module->blocks[frame->function->first_block + header].first_word;
    const struct prove_state state = begin_round(loop, phis, phi_count);
    run_body(loop, frame, header, &state, &latches);
    loop->latch = (struct prove_edge){0};
    if (latches.count) {
        loop->latch = prove_merge_edges(p, &latches);
        for (uint32_t i = 0; i < phi_count; i++)
            take_next(loop, phis[i].value, prove_phi(p, frame, &phis[i].in, &latches), &leaf, word);
        for (uint32_t i = 0; i < state.count; i++)
            take_next(loop, state.cells[i], loop->latch.state.cells[i], &leaf, word);
        find_courses(loop);
    }
    return find_varying(loop);
}

void prove_loop(struct prover *p, struct prove_frame *frame, uint32_t header, const struct prove_edges *edges) {
    enum { MOST_RUNS = 4 };
    struct loop loop = {.p = p, .most = UINT32_MAX, .first_event = p->event_count, .first_counter = p->counter_count};
    uint32_t phi_count = 0, runs = 1;
    loop.entry = prove_merge_edges(p, edges);
    struct phi *phis = begin_phis(&loop, frame, header, edges, &phi_count);
    p->assumed |= 1u << PROVE_ASSUMES_END;
    for (; !run_round(&loop, frame, header, phis, phi_count); runs++)
        loop.all_vary = runs >= MOST_RUNS;
    loop.most = find_most(&loop);
    take_body(&loop);
    if (!loop.latch.control || !has_barrier(&loop)) {
        without_barriers(&loop, frame, header);
        return;
    }
    if (!loop.is_even && !p->uneven)
        p->uneven = loop.events[0].word;
    with_barriers(&loop, frame, header);
}
