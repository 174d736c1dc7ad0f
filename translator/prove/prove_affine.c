/* Places of two accesses that are sums: most are apart for a reason that needs no solver. */
#include "translator/prove/prove_core.h"

enum { MOST_ATOMS = 24, MOST_STEPS = 64 };

/* Where bounds of terms are looked for: where an event happens (0: anywhere), in so many steps. */
struct bounds {
    prove_term control;
    uint32_t steps;
};

/* A sum of terms that are no sums, each times a number, modulo 2 to the power of the width. */
struct sum {
    prove_term atoms[MOST_ATOMS];
    uint64_t factors[MOST_ATOMS];
    uint32_t count;
    uint64_t constant;
    bool is_too_long;
    struct bounds *bounds; /* NULL: none are looked for */
};

static bool add_shifted(const struct prover *p, struct sum *sum, prove_term term, uint64_t factor);

const uint8_t prove_mode_variance[] = {[PROVE_ORDERED] = PROVE_OF_INVOCATION,
                                       [PROVE_FREE] = PROVE_OF_INVOCATION | PROVE_OF_ROUND,
                                       [PROVE_APART] = PROVE_OF_INVOCATION | PROVE_OF_ROUND | PROVE_OF_GROUP};

static void add_atom(struct sum *sum, prove_term atom, uint64_t factor) {
    uint32_t at = 0;
    while (at < sum->count && sum->atoms[at] != atom)
        at++;
    if (at == MOST_ATOMS) {
        sum->is_too_long = true;
        return;
    }
    if (at == sum->count) {
        sum->atoms[sum->count] = atom;
        sum->factors[sum->count++] = 0;
    }
    sum->factors[at] += factor;
}

static void add_term(const struct prover *p, struct sum *sum, prove_term term, uint64_t factor, uint32_t depth) {
    const struct prove_node *node = &p->terms.nodes[term];
    if (node->operation == PROVE_CONSTANT) {
        sum->constant += node->bits * factor;
    } else if (node->operation == PROVE_ADD && depth) {
        add_term(p, sum, node->arguments[0], factor, depth - 1);
        add_term(p, sum, node->arguments[1], factor, depth - 1);
    } else if (node->operation == PROVE_MULTIPLY && depth && prove_is_constant(&p->terms, node->arguments[1])) {
        add_term(p, sum, node->arguments[0], factor * p->terms.nodes[node->arguments[1]].bits, depth - 1);
    } else if (node->operation == PROVE_SHIFT_LEFT && depth && prove_is_constant(&p->terms, node->arguments[1]) &&
               p->terms.nodes[node->arguments[1]].bits < 64) {
        add_term(p, sum, node->arguments[0], factor << p->terms.nodes[node->arguments[1]].bits, depth - 1);
    } else if (node->operation != PROVE_SHIFT_RIGHT || !depth || !add_shifted(p, sum, term, factor)) {
        add_atom(sum, term, factor);
    }
}

static uint64_t mask_of(uint8_t width) {
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static uint64_t factor_of(const struct sum *sum, prove_term atom) {
    for (uint32_t i = 0; i < sum->count; i++)
        if (sum->atoms[i] == atom)
            return sum->factors[i];
    return 0;
}

/* ---- parts that are bounded ---- */

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* The last round that a number of rounds may be where a condition says that a sum of it is less than a constant. */
static uint64_t most_round(const struct prover *p, prove_term symbol, prove_term control) {
    const struct prove_node *nodes = p->terms.nodes, *all = &nodes[control];
    uint64_t most = p->terms.symbols[nodes[symbol].bits].most;
    for (uint32_t i = 0; i < (all->operation == PROVE_AND ? all->count : 1); i++) {
        const struct prove_node *less = &nodes[all->operation == PROVE_AND ? all->arguments[i] : control];
        bool is_signed = less->operation == PROVE_SIGNED_LESS;
        if ((less->operation != PROVE_UNSIGNED_LESS && !is_signed) || !prove_is_constant(&p->terms, less->arguments[1]))
            continue;
        struct sum sum = {0};
        const uint64_t end = nodes[less->arguments[1]].bits;
        const uint64_t mask = mask_of(prove_width(&p->terms, less->arguments[0])) >> is_signed;
        add_term(p, &sum, less->arguments[0], 1, 16);
        if (sum.count != 1 || *sum.atoms != symbol || !*sum.factors || !end || end > mask || sum.constant > mask ||
            p->terms.symbols[nodes[symbol].bits].most > (mask - sum.constant) / *sum.factors)
            continue;
        most = least(most, end - 1 < sum.constant ? 0 : (end - 1 - sum.constant) / *sum.factors);
    }
    return most;
}

static uint64_t most_of(const struct prover *p, prove_term term, struct bounds *bounds);

/* The largest value that a sum may have; UINT64_MAX: not known, or it may wrap. */
static uint64_t most_of_sum(const struct prover *p, prove_term term, struct bounds *bounds) {
    struct sum sum = {.bounds = bounds};
    const uint64_t mask = mask_of(prove_width(&p->terms, term));
    add_term(p, &sum, term, 1, 16);
    uint64_t reach = sum.constant;
    if (sum.is_too_long || reach > mask)
        return UINT64_MAX;
    for (uint32_t i = 0; i < sum.count; i++) {
        uint64_t most = sum.atoms[i] == term ? UINT64_MAX : most_of(p, sum.atoms[i], bounds);
        if (sum.factors[i] && most > (mask - reach) / sum.factors[i])
            return UINT64_MAX;
        reach += sum.factors[i] * most;
    }
    return reach;
}

/* The largest value that a term may have, as an unsigned number; UINT64_MAX: not known, or not in so many steps. */
static uint64_t most_of(const struct prover *p, prove_term term, struct bounds *bounds) {
    const struct prove_node *node = &p->terms.nodes[term];
    const prove_term *a = node->arguments;
    const uint32_t built_in = node->operation == PROVE_SYMBOL ? p->terms.symbols[node->bits].built_in : 0;
    const uint64_t by = node->count == 2 && prove_is_constant(&p->terms, a[1]) ? p->terms.nodes[a[1]].bits : 0;
    uint64_t positive = mask_of(node->width) >> 1, most, other;
    if (built_in)
        return built_in < PROVE_GROUP_X ? p->local[built_in - PROVE_LOCAL_X] - 1 : 65535;
    if (node->operation == PROVE_SYMBOL)
        return p->terms.symbols[node->bits].has_most ? most_round(p, term, bounds->control) : UINT64_MAX;
    if (!bounds->steps)
        return UINT64_MAX;
    bounds->steps--;
    switch (node->operation) {
    case PROVE_UNSIGNED_REMAINDER:
        most = most_of(p, a[0], bounds);
        return by ? least(by - 1, most) : most;
    case PROVE_AND:
        most = node->width > 1 ? most_of(p, a[0], bounds) : UINT64_MAX;
        return by ? least(by, most) : most;
    case PROVE_UNSIGNED_DIVIDE:
        most = most_of(p, a[0], bounds);
        return by && most != UINT64_MAX ? most / by : UINT64_MAX;
    case PROVE_SHIFT_RIGHT:
        most = most_of(p, a[0], bounds);
        return by < node->width && most != UINT64_MAX ? most >> by : most;
    case PROVE_SIGNED_DIVIDE:
    case PROVE_SIGNED_REMAINDER:
    case PROVE_SIGNED_MODULO:
        most = most_of(p, a[0], bounds);
        if (!by || by > positive || most > positive)
            return UINT64_MAX;
        return node->operation == PROVE_SIGNED_DIVIDE ? most / by : least(by - 1, most);
    case PROVE_ZERO_EXTEND:
        return most_of(p, a[0], bounds);
    case PROVE_CHOOSE:
        most = most_of(p, a[1], bounds);
        other = most_of(p, a[2], bounds);
        return most > other ? most : other;
    default:
        return most_of_sum(p, term, bounds);
    }
}

static uint64_t find_most(const struct prover *p, prove_term term, prove_term control) {
    struct bounds bounds = {control, MOST_STEPS};
    return most_of(p, term, &bounds);
}

/* A sum that does not wrap, and whose factors all have the bits that a shift drops 0: then the shift is of each. */
static bool add_shifted(const struct prover *p, struct sum *sum, prove_term term, uint64_t factor) {
    const struct prove_node *node = &p->terms.nodes[term];
    struct sum inner = {.bounds = sum->bounds};
    if (!sum->bounds || !sum->bounds->steps || !prove_is_constant(&p->terms, node->arguments[1]))
        return false;
    const uint64_t by = p->terms.nodes[node->arguments[1]].bits;
    sum->bounds->steps--;
    if (by >= node->width || most_of_sum(p, node->arguments[0], sum->bounds) == UINT64_MAX)
        return false;
    add_term(p, &inner, node->arguments[0], 1, 16);
    for (uint32_t i = 0; i < inner.count; i++)
        if (inner.factors[i] >> by << by != inner.factors[i])
            return false;
    for (uint32_t i = 0; i < inner.count; i++)
        add_atom(sum, inner.atoms[i], factor * (inner.factors[i] >> by));
    sum->constant += factor * (inner.constant >> by);
    return true;
}

/* A part of the difference of two sums, of two invocations: a factor, and what it is multiplied with. */
struct digit {
    prove_term atom; /* that both sums have; else 0 */
    int64_t factor, low, high;
};

struct digits {
    struct digit items[2 * MOST_ATOMS];
    uint32_t count, tried;
};

/* Whether the first `count` digits can add up to this number, and, with `are_equal`, so that an atom differs. Factors
 * grow, so that the last digit leaves few possibilities to those before it. */
static bool can_be(struct digits *d, uint32_t count, int64_t number, bool are_equal) {
    enum { MOST_TRIED = 256 };
    int64_t least = 0, most = 0;
    if (!count)
        return !number && !are_equal;
    for (uint32_t i = 0; i + 1 < count; i++) {
        least += d->items[i].factor * d->items[i].low;
        most += d->items[i].factor * d->items[i].high;
    }
    const struct digit *last = &d->items[count - 1];
    int64_t from = (number - most) / last->factor - 1, to = (number - least) / last->factor + 1;
    for (int64_t k = from > last->low ? from : last->low; k <= (to < last->high ? to : last->high); k++) {
        int64_t left = number - k * last->factor;
        if (++d->tried > MOST_TRIED)
            return true;
        if (left >= least && left <= most && can_be(d, count - 1, left, are_equal && (!last->atom || !k)))
            return true;
    }
    return false;
}

/* Adds the difference of an atom's multiples in the two sums, of which one may not have it. */
static bool add_digit(struct digits *d, prove_term atom, uint64_t factor, uint64_t mask, const uint64_t most[2],
                      uint64_t *reach) {
    const bool is_negative = factor > mask / 2;
    const uint64_t larger = most[0] > most[1] ? most[0] : most[1];
    factor = is_negative ? mask - factor + 1 : factor;
    if (larger > UINT32_MAX || factor > UINT32_MAX / 2 || (*reach += factor * larger) > mask / 2)
        return false;
    uint32_t at = d->count++;
    for (; at && d->items[at - 1].factor > (int64_t)factor; at--)
        d->items[at] = d->items[at - 1];
    d->items[at] = (struct digit){atom, (int64_t)factor, -(int64_t)most[!is_negative], (int64_t)most[is_negative]};
    return true;
}

/* The parts of the difference of two sums. False: some are not bounded, or they may wrap. */
static bool find_digits(const struct prover *p, uint8_t variance, const struct sum *x, const struct sum *y,
                        uint64_t mask, uint64_t reach, struct digits *d) {
    for (uint32_t i = 0; i < x->count + y->count; i++) {
        const struct sum *of = i < x->count ? x : y, *other = i < x->count ? y : x;
        const prove_term atom = of->atoms[i < x->count ? i : i - x->count];
        uint64_t factor = factor_of(of, atom) & mask, in_other = factor_of(other, atom) & mask;
        bool varies = prove_variance(&p->terms, atom) & variance;
        if (!varies && factor != in_other)
            return false;
        if (!varies || !factor || (factor == in_other && of == y))
            continue; /* it cancels out, is not there, or was added already */
        const bool is_in[2] = {of == x || factor == in_other, of == y || factor == in_other};
        const uint64_t most[2] = {is_in[0] ? find_most(p, atom, x->bounds->control) : 0,
                                  is_in[1] ? find_most(p, atom, y->bounds->control) : 0};
        if (!add_digit(d, is_in[0] && is_in[1] ? atom : 0, factor, mask, most, &reach))
            return false;
    }
    return true;
}

/* ---- quotients and rests ---- */

/* Pairs of terms, of the first invocation and of the second, that are equal where two places are. */
struct equals {
    prove_term control[2]; /* of their events */
    prove_term x[16], y[16];
    uint32_t count;
};

static void add_equal(struct equals *equals, prove_term x, prove_term y) {
    for (uint32_t i = 0; i < equals->count; i++)
        if (equals->x[i] == x && equals->y[i] == y)
            return;
    if (equals->count < 16) {
        equals->x[equals->count] = x;
        equals->y[equals->count++] = y;
    }
}

/* Whether a sum of the place in the grid is no negative number. */
static bool is_positive(const struct prover *p, prove_term term) {
    return find_most(p, term, 0) <= mask_of(prove_width(&p->terms, term)) >> 1;
}

/* Whether a mask leaves the bits of a number that a shift drops. */
static bool is_low_and_high(const struct prover *p, const struct prove_node *low, const struct prove_node *high) {
    const struct prove_node *nodes = p->terms.nodes;
    if (low->operation != PROVE_AND || high->operation != PROVE_SHIFT_RIGHT || low->width == 1 ||
        !prove_is_constant(&p->terms, low->arguments[1]) || !prove_is_constant(&p->terms, high->arguments[1]))
        return false;
    uint64_t by = nodes[high->arguments[1]].bits;
    return by < high->width && nodes[low->arguments[1]].bits == (UINT64_C(1) << by) - 1;
}

/* Returns the number of which both are made by a divisor that is the same in both invocations: rest and quotient
 * together are equal only where it is; or 0. A rest that has the sign of the divisor may, of a negative number, be that
 * of another number with the same quotient. */
static prove_term whole_of(const struct prover *p, uint8_t variance, prove_term rest, prove_term quotient) {
    const struct prove_node *r = &p->terms.nodes[rest], *q = &p->terms.nodes[quotient];
    bool is_rest = r->operation == PROVE_UNSIGNED_REMAINDER ? q->operation == PROVE_UNSIGNED_DIVIDE
                   : r->operation == PROVE_SIGNED_REMAINDER ? q->operation == PROVE_SIGNED_DIVIDE
                   : r->operation == PROVE_SIGNED_MODULO
                       ? q->operation == PROVE_SIGNED_DIVIDE && is_positive(p, r->arguments[0])
                       : false;
    bool is_same = is_rest ? r->arguments[1] == q->arguments[1] : is_low_and_high(p, r, q);
    return is_same && r->arguments[0] == q->arguments[0] && !(prove_variance(&p->terms, r->arguments[1]) & variance)
               ? r->arguments[0]
               : 0;
}

static void add_whole(const struct prover *p, uint8_t variance, struct equals *equals, uint32_t rest,
                      uint32_t quotient) {
    const struct prove_node *nodes = p->terms.nodes;
    prove_term x = whole_of(p, variance, equals->x[rest], equals->x[quotient]);
    prove_term y = x ? whole_of(p, variance, equals->y[rest], equals->y[quotient]) : 0;
    if (y && nodes[equals->x[rest]].operation == nodes[equals->y[rest]].operation &&
        nodes[equals->x[rest]].arguments[1] == nodes[equals->y[rest]].arguments[1])
        add_equal(equals, x, y);
}

/* Compares one of those that are found with all before it. */
static void add_wholes(const struct prover *p, uint8_t variance, struct equals *equals, uint32_t i) {
    for (uint32_t k = 0; k < i; k++) {
        add_whole(p, variance, equals, i, k);
        add_whole(p, variance, equals, k, i);
    }
}

/* ---- places ---- */

static uint32_t bit_of(const struct prover *p, prove_term atom) {
    const struct prove_node *node = &p->terms.nodes[atom];
    uint32_t built_in = node->operation == PROVE_SYMBOL ? p->terms.symbols[node->bits].built_in : 0;
    return built_in < PROVE_GROUPS_X ? 1u << built_in & ~1u : 0;
}

/* Whether two sums never are equal; else which of their parts are equal where they are: those of the place in the grid
 * are added to `found`, as bits, and others to `equals`. */
static bool is_unequal(const struct prover *p, uint8_t variance, prove_term a, prove_term b, uint32_t *found,
                       struct equals *equals) {
    struct bounds of_x = {equals->control[0], MOST_STEPS}, of_y = {equals->control[1], MOST_STEPS};
    struct sum x = {.bounds = &of_x}, y = {.bounds = &of_y};
    struct digits digits = {0};
    uint8_t width = prove_width(&p->terms, a);
    uint64_t mask = mask_of(width);
    if (width != prove_width(&p->terms, b))
        return false;
    add_term(p, &x, a, 1, 16);
    add_term(p, &y, b, 1, 16);
    if (x.is_too_long || y.is_too_long)
        return false;
    uint64_t difference = (y.constant - x.constant) & mask;
    bool is_negative = difference > mask / 2;
    difference = is_negative ? mask - difference + 1 : difference;
    int64_t number = is_negative ? -(int64_t)difference : (int64_t)difference;
    if (difference > mask / 2 || !find_digits(p, variance, &x, &y, mask, difference, &digits))
        return false;
    if (!can_be(&digits, digits.count, number, false))
        return true;
    digits.tried = 0;
    if (can_be(&digits, digits.count, number, true))
        return false;
    for (uint32_t i = 0; i < digits.count; i++) {
        const prove_term atom = digits.items[i].atom;
        *found |= atom ? bit_of(p, atom) : 0;
        if (atom && !bit_of(p, atom))
            add_equal(equals, atom, atom);
    }
    return false;
}

bool prove_is_apart(struct prover *p, enum prove_mode mode, const struct prove_event *a, const struct prove_event *b) {
    uint8_t variance = prove_mode_variance[mode];
    uint32_t found = 0, needed = 0;
    struct equals equals = {.control = {a->control, b->control}};
    for (uint32_t i = 0; i < a->path_count && i < b->path_count; i++)
        add_equal(&equals, a->path[i], b->path[i]);
    for (uint32_t i = 0; i < equals.count; i++) {
        if (is_unequal(p, variance, equals.x[i], equals.y[i], &found, &equals))
            return true;
        add_wholes(p, variance, &equals, i);
    }
    for (uint32_t i = 0; i < 3; i++) {
        bool is_within = mode != PROVE_APART && p->local[i] > 1;
        bool is_between = mode == PROVE_APART && !(p->assumed >> (PROVE_ASSUMES_ONE_X + i) & 1);
        needed |= is_within ? 1u << (PROVE_LOCAL_X + i) : is_between ? 1u << (PROVE_GROUP_X + i) : 0;
    }
    return (found & needed) == needed; /* none is needed: a workgroup of one invocation */
}

/* ---- rows ---- */

/* A product without one factor; 0: that is none of its factors. */
static prove_term without_factor(struct prover *p, prove_term term, prove_term factor) {
    const struct prove_node *node = &p->terms.nodes[term];
    if (term == factor)
        return prove_constant(&p->terms, node->width, 1);
    if (node->operation != PROVE_MULTIPLY)
        return 0;
    for (uint32_t i = 0; i < 2; i++) {
        prove_term left = without_factor(p, node->arguments[i], factor);
        if (left)
            return prove_multiply(&p->terms, left, node->arguments[1 - i]);
    }
    return 0;
}

/* Parts of a sum: `row` times the factor, and the rest. False: nothing of it has the factor. */
static bool divide(struct prover *p, const struct sum *sum, prove_term factor, prove_term *row, prove_term *rest) {
    struct prove_terms *t = &p->terms;
    uint8_t width = prove_width(t, factor);
    bool is_any = false;
    *row = prove_constant(t, width, 0);
    *rest = prove_constant(t, width, sum->constant);
    for (uint32_t i = 0; i < sum->count; i++) {
        prove_term times = prove_constant(t, width, sum->factors[i]);
        prove_term left = without_factor(p, sum->atoms[i], factor);
        prove_term *part = left ? row : rest;
        *part = prove_add(t, *part, prove_multiply(t, left ? left : sum->atoms[i], times));
        is_any |= left != 0;
    }
    return is_any;
}

/* The factor is the same for both invocations, and a part of a product of `x`. */
static bool split_by(struct prover *p, enum prove_mode mode, prove_term factor, const struct sum *x,
                     const struct sum *y, struct prove_rows *rows) {
    if (prove_is_constant(&p->terms, factor) || prove_variance(&p->terms, factor) & prove_mode_variance[mode])
        return false;
    rows->length = factor;
    return divide(p, x, factor, &rows->row[0], &rows->column[0]) &&
           divide(p, y, factor, &rows->row[1], &rows->column[1]);
}

bool prove_split(struct prover *p, enum prove_mode mode, prove_term x, prove_term y, struct prove_rows *rows) {
    struct sum of_x = {0}, of_y = {0};
    if (prove_width(&p->terms, x) != prove_width(&p->terms, y))
        return false;
    add_term(p, &of_x, x, 1, 16);
    add_term(p, &of_y, y, 1, 16);
    if (of_x.is_too_long || of_y.is_too_long)
        return false;
    for (uint32_t i = 0; i < of_x.count; i++) {
        const struct prove_node node = p->terms.nodes[of_x.atoms[i]];
        for (uint32_t k = 0; node.operation == PROVE_MULTIPLY && k < 2; k++)
            if (split_by(p, mode, node.arguments[1 - k], &of_x, &of_y, rows))
                return true;
    }
    return false;
}
