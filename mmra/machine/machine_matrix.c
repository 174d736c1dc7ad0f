/* D = A x B + C of 16 rows and 16 columns, as AMD's ISA guides lay the matrices out: RDNA 3 (7.9, "Wave Matrix Multiply
 * Accumulate"), RDNA 4 (7.12), CDNA 2 and CDNA 3 (7.1, "Matrix Arithmetic Instructions"). */
#include "mmra/machine/machine_matrix.h"

#include "mmra/base/float_format.h"

enum { SIDE = 16 };

enum number { FLOAT, BFLOAT, INTEGER };

static const struct mmra_float_format bfloat = {7, 8};

static const struct product {
    uint8_t factor, factor_bits, sum, sum_bits;
    uint8_t length; /* columns of A */
} products[] = {
    [MACHINE_F32_F16] = {FLOAT, 16, FLOAT, 32, 16},    [MACHINE_F32_BF16] = {BFLOAT, 16, FLOAT, 32, 16},
    [MACHINE_F16_F16] = {FLOAT, 16, FLOAT, 16, 16},    [MACHINE_BF16_BF16] = {BFLOAT, 16, BFLOAT, 16, 16},
    [MACHINE_I32_IU8] = {INTEGER, 8, INTEGER, 32, 16}, [MACHINE_F32_F32_X4] = {FLOAT, 32, FLOAT, 32, 4},
    [MACHINE_I32_I8] = {INTEGER, 8, INTEGER, 32, 16},  [MACHINE_I32_I8_X32] = {INTEGER, 8, INTEGER, 32, 32},
};

/* ---- where a component is ---- */

struct component {
    uint32_t lane, bit; /* the first bit, counted from the operand's first register on */
};

/* Column k of a row of A, or row k of a column of B; of RDNA 3 the first of its copies, 16 lanes apart. */
static struct component factor_component(uint8_t layout, uint32_t lanes, const struct product *product, uint32_t own,
                                         uint32_t k) {
    uint32_t bits = product->factor_bits;
    if (layout == MACHINE_LAYOUT_RDNA3)
        return (struct component){own, k * bits};
    if (layout == MACHINE_LAYOUT_CDNA) {
        uint32_t each = product->length / 4;
        return (struct component){own + SIDE * (k / each), k % each * bits};
    }
    if (lanes == 64)
        return bits == 16 ? (struct component){own + SIDE * (k / 4), k % 4 * bits}
                          : (struct component){own + 32 * (k / 4 % 2) + SIDE * (k / 8), k % 4 * bits};
    return bits == 16 ? (struct component){own + SIDE * (k / 4 % 2), (k % 4 + 4 * (k / 8)) * bits}
                      : (struct component){own + SIDE * (k / 8), k % 8 * bits};
}

/* A component of C and D. RDNA 3 has each in a register of its own, CDNA has none of 16 bits. */
static struct component sum_component(uint8_t layout, uint32_t lanes, uint32_t bits, uint32_t row, uint32_t column) {
    if (layout == MACHINE_LAYOUT_RDNA3) {
        uint32_t groups = lanes / SIDE;
        return (struct component){column + SIDE * (row % groups), row / groups * 32};
    }
    if (layout == MACHINE_LAYOUT_CDNA)
        return (struct component){column + SIDE * (row / 4), row % 4 * 32};
    if (lanes == 64)
        return (struct component){column + 32 * (row / 4 % 2) + SIDE * (row / 8), row % 4 * bits};
    return (struct component){column + SIDE * (row / 8), row % 8 * bits};
}

/* ---- numbers ---- */

static uint32_t *word_at(const struct machine_registers *g, const struct machine_operand *o,
                         struct component component) {
    return &g->vectors[(o->number + component.bit / 32) * g->lanes + component.lane];
}

static uint32_t read_bits(const struct machine_registers *g, const struct machine_operand *o,
                          struct component component, uint32_t bits) {
    uint32_t word = o->kind == MACHINE_VECTOR ? *word_at(g, o, component) >> component.bit % 32 : (uint32_t)o->value;
    return bits == 32 ? word : word & ((1u << bits) - 1);
}

static double value_of(uint8_t number, uint32_t bits, uint32_t width, bool is_signed) {
    if (number == INTEGER)
        return is_signed && bits >> (width - 1) ? (double)bits - (double)(UINT64_C(1) << width) : (double)bits;
    return number == BFLOAT ? mmra_float_value(bits << 16, 32) : mmra_float_value(bits, width);
}

/* An integer's low 32 bits, or the nearest that 32 bits with a sign can hold. */
static uint32_t bits_of(const struct product *product, double value, bool clamps) {
    if (product->sum == BFLOAT)
        return (uint32_t)mmra_reformat_float(mmra_float_bits(value, 32), mmra_float_format_of(32), bfloat);
    if (product->sum == FLOAT)
        return (uint32_t)mmra_float_bits(value, product->sum_bits);
    if (clamps)
        value = value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value;
    return (uint32_t)(int64_t)value;
}

/* ---- the product ---- */

struct multiplication {
    const struct machine_registers *g;
    const struct machine_instruction *i;
    const struct product *product;
};

static double factor(const struct multiplication *m, uint32_t source, uint32_t own, uint32_t k) {
    const struct product *product = m->product;
    bool is_signed = m->i->combine != MACHINE_I32_IU8 || m->i->pair[2] >> source & 1;
    struct component component = factor_component(m->i->from, m->g->lanes, product, own, k);
    uint32_t bits = read_bits(m->g, &m->i->source[source], component, product->factor_bits);
    for (component.lane += SIDE; m->i->from == MACHINE_LAYOUT_RDNA3 && component.lane < m->g->lanes;
         component.lane += SIDE)
        if (read_bits(m->g, &m->i->source[source], component, product->factor_bits) != bits)
            bits ^= 0x55; /* copies must be equal: the guide does not say what else comes out */
    return value_of(product->factor, bits, product->factor_bits, is_signed);
}

void machine_run_matrix(const struct machine_registers *g, const struct machine_instruction *i) {
    const struct product *product = &products[i->combine];
    const struct multiplication m = {g, i, product};
    uint32_t result[SIDE][SIDE], mask = product->sum_bits == 32 ? UINT32_MAX : 0xFFFF;
    for (uint32_t row = 0; row < SIDE; row++)
        for (uint32_t column = 0; column < SIDE; column++) {
            struct component component = sum_component(i->from, g->lanes, product->sum_bits, row, column);
            uint32_t before = read_bits(g, &i->source[2], component, product->sum_bits);
            double sum = value_of(product->sum, before, product->sum_bits, true);
            for (uint32_t k = 0; k < product->length; k++)
                sum += factor(&m, 0, row, k) * factor(&m, 1, column, k);
            result[row][column] = bits_of(product, sum, i->clamps);
        }
    for (uint32_t row = 0; row < SIDE; row++)
        for (uint32_t column = 0; column < SIDE; column++) {
            struct component component = sum_component(i->from, g->lanes, product->sum_bits, row, column);
            uint32_t *word = word_at(g, &i->target, component), shift = component.bit % 32;
            *word = (*word & ~(mask << shift)) | result[row][column] << shift;
        }
}
