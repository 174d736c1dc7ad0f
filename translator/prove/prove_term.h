/* Terms over the inputs of a dispatch: what an invocation computes, whatever its data are. Equal terms have equal
 * numbers (hash-consing), so that "the same condition in both invocations" is a comparison of numbers. Terms are of
 * bits; a term of width 1 is a condition. What a term is of one invocation: prove_question.c asks about two, and says
 * which of the symbols are the same in both. */
#ifndef TRANSLATOR_PROVE_TERM_H
#define TRANSLATOR_PROVE_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "mmra/base/arena.h"

typedef uint32_t prove_term; /* 0: none */

enum prove_operation {
    PROVE_CONSTANT, /* bits */
    PROVE_SYMBOL,   /* bits: its number in prove_terms.symbols */
    PROVE_ADD,
    PROVE_MULTIPLY,
    PROVE_UNSIGNED_DIVIDE,
    PROVE_UNSIGNED_REMAINDER,
    PROVE_SIGNED_DIVIDE,
    PROVE_SIGNED_REMAINDER, /* the sign is that of the first operand */
    PROVE_SIGNED_MODULO,    /* of the second */
    PROVE_AND,              /* of width 1: of any number of conditions, in order of their numbers */
    PROVE_OR,               /* never of width 1: conditions are NOT AND NOT */
    PROVE_XOR,
    PROVE_NOT,
    PROVE_SHIFT_LEFT,
    PROVE_SHIFT_RIGHT,
    PROVE_SHIFT_RIGHT_SIGNED,
    PROVE_EQUAL,
    PROVE_UNSIGNED_LESS,
    PROVE_SIGNED_LESS,
    PROVE_CHOOSE, /* condition, then, otherwise */
    PROVE_ZERO_EXTEND,
    PROVE_SIGN_EXTEND,
    PROVE_TRUNCATE,
    PROVE_APPLY /* a function of which nothing is known, but that it is one; bits: its number */
};

/* In which of two invocations a term may differ. */
enum prove_variance {
    PROVE_OF_GROUP = 1,     /* of different workgroups */
    PROVE_OF_ROUND = 2,     /* in different rounds of a loop, or after different ways through it */
    PROVE_OF_INVOCATION = 4 /* any two */
};

struct prove_node {
    uint8_t operation, width, variance;
    uint32_t count;
    const prove_term *arguments;
    uint64_t bits;
    prove_term next; /* in its bucket */
};

struct prove_symbol {
    prove_term term;
    uint8_t variance;
    uint8_t built_in; /* enum prove_built_in, or 0 */
    bool has_most;    /* the number of a round, of which it is known that it is at most this */
    uint32_t most;
};

struct prove_terms {
    struct arena *arena;
    struct prove_node *nodes;
    uint32_t count, capacity;
    prove_term *buckets;
    uint32_t bucket_mask;
    struct prove_symbol *symbols;
    uint32_t symbol_count, symbol_capacity;
    uint32_t *stamps; /* by node: of the walk that has come to it last */
    uint32_t stamp, stamp_capacity;
    prove_term *walked; /* what a walk has come to */
    uint32_t walked_capacity;
    prove_term *replaced; /* by node: what a substitution makes of it */
};

void prove_terms_init(struct prove_terms *terms, struct arena *arena);

static inline const struct prove_node *prove_node(const struct prove_terms *terms, prove_term term) {
    return &terms->nodes[term];
}
static inline uint8_t prove_width(const struct prove_terms *terms, prove_term term) {
    return terms->nodes[term].width;
}
static inline uint8_t prove_variance(const struct prove_terms *terms, prove_term term) {
    return terms->nodes[term].variance;
}
static inline bool prove_is_constant(const struct prove_terms *terms, prove_term term) {
    return terms->nodes[term].operation == PROVE_CONSTANT;
}

prove_term prove_constant(struct prove_terms *terms, uint8_t width, uint64_t bits);
static inline prove_term prove_true(struct prove_terms *terms) {
    return prove_constant(terms, 1, 1);
}
static inline prove_term prove_false(struct prove_terms *terms) {
    return prove_constant(terms, 1, 0);
}
static inline bool prove_is(const struct prove_terms *terms, prove_term term, uint64_t bits) {
    return prove_is_constant(terms, term) && terms->nodes[term].bits == bits;
}

/* A symbol that is equal to no other. */
prove_term prove_symbol(struct prove_terms *terms, uint8_t width, uint8_t variance);
/* An operation of one, two or three terms, as far as it can be computed now. Operands of other widths, which an invalid
 * module may have, are made those of the first one. */
prove_term prove_unary(struct prove_terms *terms, enum prove_operation operation, uint8_t width, prove_term a);
prove_term prove_binary(struct prove_terms *terms, enum prove_operation operation, prove_term a, prove_term b);
prove_term prove_choose(struct prove_terms *terms, prove_term condition, prove_term then, prove_term otherwise);
prove_term prove_apply(struct prove_terms *terms, uint64_t function, uint8_t width, const prove_term *arguments,
                       uint32_t count);
/* A term as a condition: whether it is not 0. */
prove_term prove_condition(struct prove_terms *terms, prove_term a);
prove_term prove_not(struct prove_terms *terms, prove_term a);
prove_term prove_and(struct prove_terms *terms, prove_term a, prove_term b);
prove_term prove_or(struct prove_terms *terms, prove_term a, prove_term b);
static inline prove_term prove_add(struct prove_terms *terms, prove_term a, prove_term b) {
    return prove_binary(terms, PROVE_ADD, a, b);
}
static inline prove_term prove_multiply(struct prove_terms *terms, prove_term a, prove_term b) {
    return prove_binary(terms, PROVE_MULTIPLY, a, b);
}
prove_term prove_negate(struct prove_terms *terms, prove_term a);
/* To a width, as a signed number or not. */
prove_term prove_resize(struct prove_terms *terms, prove_term a, uint8_t width, bool is_signed);

/* The conditions of `a` that `b` lacks, and those that both have. */
prove_term prove_rest(struct prove_terms *terms, prove_term a, prove_term b);
static inline prove_term prove_common(struct prove_terms *terms, prove_term a, prove_term b) {
    return prove_rest(terms, a, prove_rest(terms, a, b));
}
/* Whether every condition of `b`, a conjunction, is one of `a`: then a implies b. */
bool prove_has_all(const struct prove_terms *terms, prove_term a, prove_term b);

/* All terms below some, each before those that are made of it, once. They stand in terms->walked; their number is
 * returned. */
uint32_t prove_walk(struct prove_terms *terms, const prove_term *roots, uint32_t count);

/* Symbols with numbers from `first` to `end` become `to`, by number less `first`. */
struct prove_substitution {
    uint32_t first, end;
    const prove_term *to;
    prove_term *memo; /* by node, of those that were there at first; 0: not asked yet */
    uint32_t memo_count;
};
void prove_substitution_init(struct prove_terms *terms, struct prove_substitution *s, uint32_t first, uint32_t end,
                             const prove_term *to);
prove_term prove_substitute(struct prove_terms *terms, struct prove_substitution *s, prove_term term);

#endif
