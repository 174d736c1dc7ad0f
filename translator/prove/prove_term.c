/* Terms: one node for each, made simple as it is made. */
#include "translator/prove/prove_term.h"

#include "mmra/base/sort.h"

enum { FIRST_BUCKETS = 1 << 12, MOST_TERMS = 1 << 24 };

void prove_terms_init(struct prove_terms *terms, struct arena *arena) {
    *terms = (struct prove_terms){.arena = arena, .bucket_mask = FIRST_BUCKETS - 1};
    terms->buckets = arena_allocate_array(arena, FIRST_BUCKETS, sizeof *terms->buckets);
    *ARENA_PUSH(arena, terms->nodes, terms->count, terms->capacity) = (struct prove_node){0};
}

static uint64_t mask_of(uint8_t width) {
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static int64_t as_signed(uint64_t bits, uint8_t width) {
    uint64_t sign = UINT64_C(1) << (width - 1);
    return (int64_t)((bits ^ sign) - sign);
}

/* ---- nodes ---- */

static uint32_t hash_of(const struct prove_node *node) {
    uint64_t hash = node->bits * UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)node->operation * 131 + node->width;
    for (uint32_t i = 0; i < node->count; i++)
        hash = (hash ^ node->arguments[i]) * UINT64_C(0xBF58476D1CE4E5B9);
    return (uint32_t)(hash ^ hash >> 32);
}

static bool is_alike(const struct prove_node *a, const struct prove_node *b) {
    return a->operation == b->operation && a->width == b->width && a->bits == b->bits && a->count == b->count &&
           memcmp(a->arguments, b->arguments, a->count * sizeof *a->arguments) == 0;
}

static void rehash(struct prove_terms *terms) {
    terms->bucket_mask = terms->bucket_mask * 2 + 1;
    terms->buckets = arena_allocate_array(terms->arena, (size_t)terms->bucket_mask + 1, sizeof *terms->buckets);
    for (prove_term term = 1; term < terms->count; term++) {
        prove_term *bucket = &terms->buckets[hash_of(&terms->nodes[term]) & terms->bucket_mask];
        terms->nodes[term].next = *bucket;
        *bucket = term;
    }
}

/* The term of a node, whose arguments may lie where they do not stay. */
static prove_term intern(struct prove_terms *terms, struct prove_node node) {
    static const prove_term none;
    mmra_work(terms->arena->watch, 1);
    if (!node.count)
        node.arguments = &none;
    uint32_t hash = hash_of(&node);
    for (prove_term term = terms->buckets[hash & terms->bucket_mask]; term; term = terms->nodes[term].next)
        if (is_alike(&terms->nodes[term], &node))
            return term;
    if (terms->count >= MOST_TERMS)
        terms->arena->exhausted(terms->arena->exhausted_user);
    if (node.count) {
        prove_term *kept = arena_allocate(terms->arena, node.count * sizeof *kept);
        memcpy(kept, node.arguments, node.count * sizeof *kept);
        node.arguments = kept;
    }
    for (uint32_t i = 0; i < node.count; i++)
        node.variance |= terms->nodes[node.arguments[i]].variance;
    if (terms->count > terms->bucket_mask)
        rehash(terms);
    prove_term *bucket = &terms->buckets[hash & terms->bucket_mask];
    node.next = *bucket;
    *bucket = terms->count;
    *ARENA_PUSH(terms->arena, terms->nodes, terms->count, terms->capacity) = node;
    return terms->count - 1;
}

prove_term prove_constant(struct prove_terms *terms, uint8_t width, uint64_t bits) {
    return intern(terms,
                  (struct prove_node){.operation = PROVE_CONSTANT, .width = width, .bits = bits & mask_of(width)});
}

prove_term prove_symbol(struct prove_terms *terms, uint8_t width, uint8_t variance) {
    prove_term term = intern(
        terms, (struct prove_node){
                   .operation = PROVE_SYMBOL, .width = width, .variance = variance, .bits = terms->symbol_count});
    *ARENA_PUSH(terms->arena, terms->symbols, terms->symbol_count, terms->symbol_capacity) =
        (struct prove_symbol){.term = term, .variance = variance};
    return term;
}

prove_term prove_apply(struct prove_terms *terms, uint64_t function, uint8_t width, const prove_term *arguments,
                       uint32_t count) {
    return intern(
        terms, (struct prove_node){
                   .operation = PROVE_APPLY, .width = width, .bits = function, .count = count, .arguments = arguments});
}

static prove_term make(struct prove_terms *terms, enum prove_operation operation, uint8_t width, prove_term a,
                       prove_term b) {
    return intern(terms, (struct prove_node){.operation = (uint8_t)operation,
                                             .width = width,
                                             .count = b ? 2 : 1,
                                             .arguments = (const prove_term[]){a, b}});
}

/* ---- conditions ---- */

static bool is_not_of(const struct prove_terms *terms, prove_term a, prove_term b) {
    const struct prove_node *x = &terms->nodes[a], *y = &terms->nodes[b];
    return (x->operation == PROVE_NOT && x->arguments[0] == b) || (y->operation == PROVE_NOT && y->arguments[0] == a);
}

prove_term prove_not(struct prove_terms *terms, prove_term a) {
    const struct prove_node *node = &terms->nodes[a];
    if (node->operation == PROVE_CONSTANT)
        return prove_constant(terms, node->width, ~node->bits);
    return node->operation == PROVE_NOT ? node->arguments[0] : make(terms, PROVE_NOT, node->width, a, 0);
}

/* Takes a condition apart into those of which it is the conjunction. */
static uint32_t conditions_of(const struct prove_terms *terms, const prove_term *term, const prove_term **list) {
    const struct prove_node *node = &terms->nodes[*term];
    if (node->operation == PROVE_CONSTANT && node->bits)
        return 0;
    bool is_list = node->operation == PROVE_AND;
    *list = is_list ? node->arguments : term;
    return is_list ? node->count : 1;
}

static bool list_has(const prove_term *list, uint32_t count, prove_term term) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (list[middle] < term)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && list[low] == term;
}

static prove_term conjunction(struct prove_terms *terms, const prove_term *list, uint32_t count) {
    if (!count)
        return prove_true(terms);
    if (count == 1)
        return list[0];
    return intern(terms, (struct prove_node){.operation = PROVE_AND, .width = 1, .count = count, .arguments = list});
}

prove_term prove_and(struct prove_terms *terms, prove_term a, prove_term b) {
    const prove_term *x = NULL, *y = NULL;
    uint32_t xs = conditions_of(terms, &a, &x), ys = conditions_of(terms, &b, &y), i = 0, j = 0, count = 0;
    if (!xs || !ys)
        return xs ? a : b;
    prove_term *list = arena_allocate(terms->arena, (xs + ys) * sizeof *list);
    while (i < xs || j < ys) {
        prove_term next = j == ys || (i < xs && x[i] <= y[j]) ? x[i] : y[j];
        i += i < xs && x[i] == next;
        j += j < ys && y[j] == next;
        if (prove_is(terms, next, 0))
            return next;
        list[count++] = next;
    }
    for (i = 0; i < count; i++) {
        const struct prove_node *node = &terms->nodes[list[i]];
        if (node->operation == PROVE_NOT && list_has(list, count, node->arguments[0]))
            return prove_false(terms);
    }
    return conjunction(terms, list, count);
}

bool prove_has_all(const struct prove_terms *terms, prove_term a, prove_term b) {
    const prove_term *x = NULL, *y = NULL;
    uint32_t xs = conditions_of(terms, &a, &x), ys = conditions_of(terms, &b, &y);
    if (prove_is(terms, a, 0))
        return true;
    for (uint32_t i = 0; i < ys; i++)
        if (!list_has(x, xs, y[i]))
            return false;
    return true;
}

prove_term prove_rest(struct prove_terms *terms, prove_term a, prove_term b) {
    const prove_term *x = NULL, *y = NULL;
    uint32_t xs = conditions_of(terms, &a, &x), ys = conditions_of(terms, &b, &y), count = 0;
    prove_term *list = arena_allocate(terms->arena, (xs + 1) * sizeof *list);
    for (uint32_t i = 0; i < xs; i++)
        if (!list_has(y, ys, x[i]))
            list[count++] = x[i];
    return conjunction(terms, list, count);
}

/* Drops from `a` the conditions that the negation of `b` says: c or (not c and d) is c or d. */
static prove_term without_negation(struct prove_terms *terms, prove_term a, prove_term b) {
    const prove_term *x = NULL;
    uint32_t xs = conditions_of(terms, &a, &x), count = 0;
    prove_term *list = arena_allocate(terms->arena, (xs + 1) * sizeof *list);
    for (uint32_t i = 0; i < xs; i++)
        if (!is_not_of(terms, x[i], b))
            list[count++] = x[i];
    return conjunction(terms, list, count);
}

/* The conditions that both have in common are taken out, so that the two sides of a branch join to what was there
 * before it. */
prove_term prove_or(struct prove_terms *terms, prove_term a, prove_term b) {
    if (a == b || prove_is(terms, a, 1) || prove_is(terms, b, 0))
        return a;
    if (prove_is(terms, b, 1) || prove_is(terms, a, 0))
        return b;
    prove_term only_a = prove_rest(terms, a, b), only_b = prove_rest(terms, b, a), common = prove_common(terms, a, b);
    if (prove_is(terms, only_a, 1) || prove_is(terms, only_b, 1) || is_not_of(terms, only_a, only_b))
        return common;
    prove_term short_a = without_negation(terms, only_a, only_b), short_b = without_negation(terms, only_b, only_a);
    prove_term neither = prove_and(terms, prove_not(terms, short_a), prove_not(terms, short_b));
    return prove_and(terms, common, prove_not(terms, neither));
}

/* ---- arithmetic ---- */

static uint64_t shifted_right_signed(int64_t x, uint64_t b, uint8_t width) {
    uint32_t by = b >= width ? width - 1u : (uint32_t)b;
    return x < 0 ? ~(~(uint64_t)x >> by) : (uint64_t)x >> by;
}

/* Folds constants as bit-vectors of SMT-LIB do, and so as the solver does. */
static bool fold(enum prove_operation operation, uint8_t width, uint64_t a, uint64_t b, uint64_t *result) {
    int64_t x = as_signed(a, width), y = as_signed(b, width);
    switch (operation) {
    case PROVE_ADD:
        return *result = a + b, true;
    case PROVE_MULTIPLY:
        return *result = a * b, true;
    case PROVE_UNSIGNED_DIVIDE:
        return *result = b ? a / b : UINT64_MAX, true;
    case PROVE_UNSIGNED_REMAINDER:
        return *result = b ? a % b : a, true;
    case PROVE_SIGNED_DIVIDE:
        return *result = y == -1 ? 0 - a : y ? (uint64_t)(x / y) : 0, y != 0;
    case PROVE_SIGNED_REMAINDER:
        return *result = y == -1 || !y ? 0 : (uint64_t)(x % y), y != 0;
    case PROVE_AND:
        return *result = a & b, true;
    case PROVE_OR:
        return *result = a | b, true;
    case PROVE_XOR:
        return *result = a ^ b, true;
    case PROVE_SHIFT_LEFT:
        return *result = b >= width ? 0 : a << b, true;
    case PROVE_SHIFT_RIGHT:
        return *result = b >= width ? 0 : a >> b, true;
    case PROVE_SHIFT_RIGHT_SIGNED:
        return *result = shifted_right_signed(x, b, width), true;
    case PROVE_EQUAL:
        return *result = a == b, true;
    case PROVE_UNSIGNED_LESS:
        return *result = a < b, true;
    case PROVE_SIGNED_LESS:
        return *result = x < y, true;
    default:
        return false;
    }
}

static bool is_comparison(enum prove_operation operation) {
    return operation == PROVE_EQUAL || operation == PROVE_UNSIGNED_LESS || operation == PROVE_SIGNED_LESS;
}

static bool is_commutative(enum prove_operation operation) {
    return operation == PROVE_ADD || operation == PROVE_MULTIPLY || operation == PROVE_AND || operation == PROVE_OR ||
           operation == PROVE_XOR || operation == PROVE_EQUAL;
}

/* (x + 1) + 2 is x + 3, and so are products. */
static prove_term joined(struct prove_terms *terms, enum prove_operation operation, prove_term a, uint64_t b) {
    const struct prove_node *inner = &terms->nodes[a];
    if (inner->operation != operation || !prove_is_constant(terms, inner->arguments[1]))
        return 0;
    prove_term first = inner->arguments[0];
    uint64_t bits = terms->nodes[inner->arguments[1]].bits;
    return prove_binary(terms, operation, first,
                        prove_constant(terms, inner->width, operation == PROVE_ADD ? bits + b : bits * b));
}

static bool is_power(uint64_t bits) {
    return bits && !(bits & (bits - 1));
}

static uint32_t exponent_of(uint64_t power) {
    uint32_t exponent = 0;
    while (power >>= 1)
        exponent++;
    return exponent;
}

/* Simplifies an operation whose second operand is a constant; 0: nothing is simpler. */
static prove_term with_constant(struct prove_terms *terms, enum prove_operation operation, prove_term a, prove_term b) {
    const struct prove_node *x = &terms->nodes[a];
    uint8_t width = x->width;
    uint64_t bits = terms->nodes[b].bits;
    switch (operation) {
    case PROVE_ADD:
        return bits ? joined(terms, operation, a, bits) : a;
    case PROVE_MULTIPLY:
        return !bits ? b : bits == 1 ? a : joined(terms, operation, a, bits);
    case PROVE_AND:
        return !bits ? b : bits == mask_of(width) ? a : 0;
    case PROVE_OR:
        return !bits ? a : bits == mask_of(width) ? b : 0;
    case PROVE_XOR:
    case PROVE_SHIFT_LEFT:
    case PROVE_SHIFT_RIGHT:
    case PROVE_SHIFT_RIGHT_SIGNED:
        return bits ? 0 : a;
    case PROVE_SIGNED_DIVIDE:
        return bits == 1 ? a : 0;
    case PROVE_UNSIGNED_DIVIDE:
        return is_power(bits)
                   ? prove_binary(terms, PROVE_SHIFT_RIGHT, a, prove_constant(terms, width, exponent_of(bits)))
                   : 0;
    case PROVE_UNSIGNED_REMAINDER:
        return is_power(bits) ? prove_binary(terms, PROVE_AND, a, prove_constant(terms, width, bits - 1)) : 0;
    case PROVE_UNSIGNED_LESS:
        return bits ? 0 : prove_false(terms);
    case PROVE_EQUAL:
        if (width == 1)
            return bits ? a : prove_not(terms, a);
        if (x->operation == PROVE_CHOOSE && prove_is_constant(terms, x->arguments[1]) &&
            prove_is_constant(terms, x->arguments[2])) {
            prove_term condition = x->arguments[0];
            bool then = terms->nodes[x->arguments[1]].bits == bits, other = terms->nodes[x->arguments[2]].bits == bits;
            return then && other ? prove_true(terms)
                   : then        ? condition
                   : other       ? prove_not(terms, condition)
                                 : prove_false(terms);
        }
        return 0;
    default:
        return 0;
    }
}

static prove_term with_itself(struct prove_terms *terms, enum prove_operation operation, prove_term a) {
    switch (operation) {
    case PROVE_EQUAL:
        return prove_true(terms);
    case PROVE_UNSIGNED_LESS:
    case PROVE_SIGNED_LESS:
        return prove_false(terms);
    case PROVE_AND:
    case PROVE_OR:
        return a;
    case PROVE_XOR:
        return prove_constant(terms, prove_width(terms, a), 0);
    default:
        return 0;
    }
}

prove_term prove_binary(struct prove_terms *terms, enum prove_operation operation, prove_term a, prove_term b) {
    uint8_t width = prove_width(terms, a);
    uint64_t bits;
    b = prove_resize(terms, b, width, false);
    if (width == 1 && operation == PROVE_AND)
        return prove_and(terms, a, b);
    if (width == 1 && operation == PROVE_OR)
        return prove_or(terms, a, b);
    if (width == 1 && operation == PROVE_XOR)
        return prove_not(terms, prove_binary(terms, PROVE_EQUAL, a, b));
    if (is_commutative(operation) && (prove_is_constant(terms, a) || (a > b && !prove_is_constant(terms, b)))) {
        prove_term other = a;
        a = b;
        b = other;
    }
    if (prove_is_constant(terms, a) && prove_is_constant(terms, b) &&
        fold(operation, width, terms->nodes[a].bits, terms->nodes[b].bits, &bits))
        return prove_constant(terms, is_comparison(operation) ? 1 : width, bits);
    prove_term simple = prove_is_constant(terms, b) ? with_constant(terms, operation, a, b) : 0;
    if (!simple && a == b)
        simple = with_itself(terms, operation, a);
    return simple ? simple : make(terms, operation, is_comparison(operation) ? 1 : width, a, b);
}

prove_term prove_negate(struct prove_terms *terms, prove_term a) {
    return prove_multiply(terms, a, prove_constant(terms, prove_width(terms, a), UINT64_MAX));
}

prove_term prove_unary(struct prove_terms *terms, enum prove_operation operation, uint8_t width, prove_term a) {
    const struct prove_node *node = &terms->nodes[a];
    if (operation == PROVE_NOT)
        return prove_not(terms, a);
    if (width == node->width)
        return a;
    if (node->operation == PROVE_CONSTANT)
        return prove_constant(
            terms, width, operation == PROVE_SIGN_EXTEND ? (uint64_t)as_signed(node->bits, node->width) : node->bits);
    return make(terms, operation, width, a, 0);
}

prove_term prove_resize(struct prove_terms *terms, prove_term a, uint8_t width, bool is_signed) {
    enum prove_operation operation = width < prove_width(terms, a) ? PROVE_TRUNCATE
                                     : is_signed                   ? PROVE_SIGN_EXTEND
                                                                   : PROVE_ZERO_EXTEND;
    return prove_unary(terms, operation, width, a);
}

prove_term prove_condition(struct prove_terms *terms, prove_term a) {
    uint8_t width = prove_width(terms, a);
    return width == 1 ? a : prove_not(terms, prove_binary(terms, PROVE_EQUAL, a, prove_constant(terms, width, 0)));
}

prove_term prove_choose(struct prove_terms *terms, prove_term condition, prove_term then, prove_term otherwise) {
    condition = prove_condition(terms, condition);
    otherwise = prove_resize(terms, otherwise, prove_width(terms, then), false);
    const struct prove_node *node = &terms->nodes[condition];
    if (node->operation == PROVE_CONSTANT || then == otherwise)
        return node->bits || then == otherwise ? then : otherwise;
    if (prove_width(terms, then) == 1)
        return prove_or(terms, prove_and(terms, condition, then),
                        prove_and(terms, prove_not(terms, condition), otherwise));
    if (node->operation == PROVE_NOT)
        return prove_choose(terms, node->arguments[0], otherwise, then);
    return intern(terms, (struct prove_node){.operation = PROVE_CHOOSE,
                                             .width = prove_width(terms, then),
                                             .count = 3,
                                             .arguments = (const prove_term[]){condition, then, otherwise}});
}

/* ---- walks ---- */

static void push_walked(struct prove_terms *terms, prove_term term, uint32_t *count) {
    if (terms->stamps[term] == terms->stamp)
        return;
    terms->stamps[term] = terms->stamp;
    *ARENA_PUSH(terms->arena, terms->walked, *count, terms->walked_capacity) = term;
}

uint32_t prove_walk(struct prove_terms *terms, const prove_term *roots, uint32_t count) {
    uint32_t walked = 0;
    if (terms->stamp_capacity < terms->count) {
        terms->stamp_capacity = terms->count * 2;
        terms->stamps = arena_allocate_array(terms->arena, terms->stamp_capacity, sizeof *terms->stamps);
        terms->stamp = 0;
    }
    terms->stamp++;
    for (uint32_t i = 0; i < count; i++)
        push_walked(terms, roots[i], &walked);
    for (uint32_t at = 0; at < walked; at++) {
        const struct prove_node *node = &terms->nodes[terms->walked[at]];
        mmra_work(terms->arena->watch, 1);
        for (uint32_t i = 0; i < node->count; i++)
            push_walked(terms, node->arguments[i], &walked);
    }
    /* A term is made after what it is made of, so their numbers are an order. */
    mmra_sort(terms->arena, terms->walked, walked, sizeof *terms->walked, mmra_compare_words);
    return walked;
}

void prove_substitution_init(struct prove_terms *terms, struct prove_substitution *s, uint32_t first, uint32_t end,
                             const prove_term *to) {
    *s = (struct prove_substitution){.first = first, .end = end, .to = to, .memo_count = terms->count};
    s->memo = arena_allocate_array(terms->arena, terms->count, sizeof *s->memo);
}

static prove_term rebuilt(struct prove_terms *terms, const struct prove_substitution *s, prove_term term) {
    const struct prove_node node = terms->nodes[term];
    prove_term a[3] = {0};
    if (node.operation == PROVE_SYMBOL)
        return node.bits >= s->first && node.bits < s->end ? s->to[node.bits - s->first] : term;
    bool is_same = true;
    for (uint32_t i = 0; i < node.count; i++)
        is_same &= s->memo[node.arguments[i]] == node.arguments[i];
    if (is_same)
        return term;
    for (uint32_t i = 0; i < node.count && i < 3; i++)
        a[i] = s->memo[node.arguments[i]];
    if (node.operation == PROVE_APPLY) {
        prove_term *list = arena_allocate(terms->arena, node.count * sizeof *list);
        for (uint32_t i = 0; i < node.count; i++)
            list[i] = s->memo[node.arguments[i]];
        return prove_apply(terms, node.bits, node.width, list, node.count);
    }
    if (node.operation == PROVE_AND && node.width == 1) {
        prove_term all = a[0];
        for (uint32_t i = 1; i < node.count; i++)
            all = prove_and(terms, all, s->memo[node.arguments[i]]);
        return all;
    }
    if (node.operation == PROVE_CHOOSE)
        return prove_choose(terms, a[0], a[1], a[2]);
    return node.count == 1 ? prove_unary(terms, (enum prove_operation)node.operation, node.width, a[0])
                           : prove_binary(terms, (enum prove_operation)node.operation, a[0], a[1]);
}

/* A term that is younger than the substitution cannot be below an older one, and is walked to like any other. */
prove_term prove_substitute(struct prove_terms *terms, struct prove_substitution *s, prove_term term) {
    if (!term || (term < s->memo_count && s->memo[term]))
        return term ? s->memo[term] : 0;
    if (term >= s->memo_count) {
        prove_term *memo = arena_allocate_array(terms->arena, (size_t)terms->count * 2, sizeof *memo);
        memcpy(memo, s->memo, s->memo_count * sizeof *memo);
        s->memo = memo;
        s->memo_count = terms->count * 2;
    }
    uint32_t count = prove_walk(terms, &term, 1);
    prove_term *order = arena_allocate(terms->arena, count * sizeof *order);
    memcpy(order, terms->walked, count * sizeof *order);
    for (uint32_t i = 0; i < count; i++)
        if (!s->memo[order[i]])
            s->memo[order[i]] = rebuilt(terms, s, order[i]);
    return s->memo[term];
}
