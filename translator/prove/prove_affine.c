/* Places of two accesses that are sums: most are apart for a reason that needs no solver. */
#include "translator/prove/prove_core.h"

enum { MOST_ATOMS = 24 };

/* A sum of terms that are no sums, each times a number, modulo 2 to the power of the width. */
struct sum {
    prove_term atoms[MOST_ATOMS];
    uint64_t factors[MOST_ATOMS];
    uint32_t count;
    uint64_t constant;
    bool is_too_long;
};

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
    } else {
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

/* Then all that is alike in both invocations cancels out, and all else has the same factors in both. */
static bool is_same_form(const struct sum *a, const struct sum *b, uint64_t mask) {
    for (uint32_t i = 0; i < a->count; i++)
        if ((a->factors[i] - factor_of(b, a->atoms[i])) & mask)
            return false;
    for (uint32_t i = 0; i < b->count; i++)
        if ((b->factors[i] - factor_of(a, b->atoms[i])) & mask)
            return false;
    return true;
}

static uint64_t size_of(const struct prover *p, uint32_t built_in) {
    return built_in < PROVE_GROUP_X ? p->local[built_in - PROVE_LOCAL_X] : 65536;
}

/* Factors that grow faster than what the smaller ones can sum up to: then equal sums have equal parts. Adds these to
 * `found`, as bits. */
static void find_equal(const struct prover *p, uint8_t variance, const struct sum *sum, uint64_t mask,
                       uint32_t *found) {
    uint32_t list[MOST_ATOMS], count = 0, bits = 0;
    for (uint32_t i = 0; i < sum->count; i++) {
        const struct prove_node *node = &p->terms.nodes[sum->atoms[i]];
        if (!(sum->factors[i] & mask) || !(node->variance & variance))
            continue;
        uint32_t built_in = node->operation == PROVE_SYMBOL ? p->terms.symbols[node->bits].built_in : 0;
        if (!built_in || built_in >= PROVE_GROUPS_X)
            return;
        uint32_t at = count++;
        for (; at && (sum->factors[list[at - 1]] & mask) > (sum->factors[i] & mask); at--)
            list[at] = list[at - 1];
        list[at] = i;
        bits |= 1u << built_in;
    }
    uint64_t reach = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t factor = sum->factors[list[i]] & mask;
        uint64_t size = size_of(p, p->terms.symbols[p->terms.nodes[sum->atoms[list[i]]].bits].built_in);
        if (factor <= reach || factor > mask / 65536)
            return;
        reach += factor * (size - 1);
    }
    if (reach <= mask)
        *found |= bits;
}

/* ---- quotients and rests ---- */

/* Pairs of terms, of the first invocation and of the second, that are equal where two places are. */
struct equals {
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
    struct sum sum = {0};
    uint64_t most = mask_of(prove_width(&p->terms, term)) >> 1;
    add_term(p, &sum, term, 1, 16);
    uint64_t reach = sum.constant;
    for (uint32_t i = 0; i < sum.count && reach <= most; i++) {
        const struct prove_node *node = &p->terms.nodes[sum.atoms[i]];
        uint32_t built_in = node->operation == PROVE_SYMBOL ? p->terms.symbols[node->bits].built_in : 0;
        if (!built_in || built_in >= PROVE_GROUPS_X || sum.factors[i] > most / 65536)
            return false;
        reach += sum.factors[i] * (size_of(p, built_in) - 1);
    }
    return !sum.is_too_long && reach <= most;
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
    bool is_same = is_rest && r->arguments[0] == q->arguments[0] && r->arguments[1] == q->arguments[1];
    return is_same && !(prove_variance(&p->terms, r->arguments[1]) & variance) ? r->arguments[0] : 0;
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

/* Each of those that are found is compared with all before it. */
static void add_wholes(const struct prover *p, uint8_t variance, struct equals *equals) {
    for (uint32_t i = 0; i < equals->count; i++)
        for (uint32_t k = 0; k < i; k++) {
            add_whole(p, variance, equals, i, k);
            add_whole(p, variance, equals, k, i);
        }
}

/* ---- places ---- */

/* Whether two sums never are equal; else which parts of the place in the grid are equal where they are. */
static bool is_unequal(const struct prover *p, uint8_t variance, prove_term a, prove_term b, uint32_t *found) {
    struct sum x = {0}, y = {0};
    uint8_t width = prove_width(&p->terms, a);
    uint64_t mask = mask_of(width);
    if (width != prove_width(&p->terms, b))
        return false;
    add_term(p, &x, a, 1, 16);
    add_term(p, &y, b, 1, 16);
    if (x.is_too_long || y.is_too_long || !is_same_form(&x, &y, mask))
        return false;
    bool is_shared = true;
    for (uint32_t k = 0; k < x.count; k++)
        is_shared &= !(x.factors[k] & mask) || !(prove_variance(&p->terms, x.atoms[k]) & variance);
    if (is_shared && (x.constant - y.constant) & mask)
        return true;
    if (!((x.constant - y.constant) & mask))
        find_equal(p, variance, &x, mask, found);
    return false;
}

bool prove_is_apart(struct prover *p, enum prove_mode mode, const struct prove_event *a, const struct prove_event *b) {
    uint8_t variance = prove_mode_variance[mode];
    uint32_t found = 0, needed = 0;
    struct equals equals = {0};
    for (uint32_t i = 0; i < a->path_count && i < b->path_count; i++)
        add_equal(&equals, a->path[i], b->path[i]);
    add_wholes(p, variance, &equals);
    for (uint32_t i = 0; i < equals.count; i++)
        if (is_unequal(p, variance, equals.x[i], equals.y[i], &found))
            return true;
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
