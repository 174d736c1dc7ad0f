/* Arithmetic that works component by component: a function makes one scalar of the result of the same component of each
 * operand. */
#ifndef TRANSLATOR_GRID_SCALAR_H
#define TRANSLATOR_GRID_SCALAR_H

#include "translator/program/grid_reader.h"

enum { SCALAR_OPERANDS = 4 };

struct scalar {
    struct grid_reader *g;
    uint8_t w; /* of the result, and of what helpers below compute with */
    struct program_operand a, b, c;
    const struct litmus_part *in; /* a, b, c and a fourth, with their widths; NULL where all have that of the result */
    uint16_t opcode;
    struct program_operand first; /* the first half of the result, for the function that makes the second */
};

typedef struct program_operand scalar_function(const struct scalar *s);

#define SCALAR(name, expression)                                                                                       \
    static struct program_operand name(const struct scalar *s) {                                                       \
        return expression;                                                                                             \
    }

static const struct program_operand nothing = {PROGRAM_NOTHING, 0};

static inline struct program_operand op(const struct scalar *s, enum program_alu alu, struct program_operand a,
                                        struct program_operand b) {
    return grid_compute(s->g, alu, s->w, 0, a, b);
}

static inline struct program_operand one(const struct scalar *s, enum program_alu alu, struct program_operand a) {
    return grid_compute(s->g, alu, s->w, 0, a, nothing);
}

static inline struct program_operand test(const struct scalar *s, enum program_alu alu, struct program_operand a,
                                          struct program_operand b) {
    return grid_compute(s->g, alu, 1, s->w, a, b);
}

static inline struct program_operand choose(const struct scalar *s, struct program_operand condition,
                                            struct program_operand yes, struct program_operand no) {
    return grid_select(s->g, s->w, condition, yes, no);
}

/* An integer operand at the width of the result. */
static inline struct program_operand resized(const struct scalar *s, uint32_t number) {
    return grid_compute(s->g, PROGRAM_COPY, s->w, s->in[number].width, s->in[number].operand, nothing);
}

#endif
