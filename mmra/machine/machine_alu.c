/* This file computes arithmetic. */
#include "mmra/machine/machine_rows.h"

#include <math.h>

#include "mmra/base/bits.h"
#include "mmra/base/float_format.h"
#include "mmra/machine/machine.h"
#include "mmra/machine/machine_float.h"

static uint64_t multiply_high(uint64_t a, uint64_t b, bool is_signed) {
    return is_signed ? (uint64_t)(mmra_signed_bits(a, 32) * mmra_signed_bits(b, 32)) >> 32
                     : (a & UINT32_MAX) * (b & UINT32_MAX) >> 32;
}

static uint64_t first_one(uint64_t value, unsigned bits, bool high) {
    for (unsigned i = 0; value && i < bits; i++)
        if (value >> (high ? bits - 1 - i : i) & 1)
            return i;
    return UINT32_MAX;
}

static uint64_t field(uint64_t value, uint64_t offset, uint64_t width, unsigned bits, bool is_signed) {
    if (width == 0)
        return 0;
    uint64_t part = mmra_low_bits(value, bits) >> offset;
    if (offset + width >= bits)
        return is_signed ? mmra_low_bits((uint64_t)(mmra_signed_bits(value, bits) >> offset), bits) : part;
    return is_signed ? mmra_low_bits((uint64_t)mmra_signed_bits(part, (uint32_t)width), bits)
                     : mmra_low_bits(part, (uint32_t)width);
}

static uint64_t packed_field(uint64_t value, uint64_t packed, unsigned bits, bool is_signed) {
    uint64_t width = packed >> 16 & 0x7F;
    return field(value, packed & (bits - 1), width, bits, is_signed);
}

/* v_perm_b32: each byte of the selector names one of eight, the second source's first. */
static uint64_t permute(uint64_t a, uint64_t b, uint64_t selector) {
    uint64_t bytes = (a & UINT32_MAX) << 32 | (b & UINT32_MAX), result = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t which = selector >> (8 * i) & 0xFF;
        uint64_t byte = which < 8     ? bytes >> (8 * which) & 0xFF
                        : which < 12  ? (bytes >> (16 * (which - 8) + 15) & 1 ? 0xFF : 0)
                        : which == 12 ? 0
                                      : 0xFF;
        result |= byte << (8 * i);
    }
    return result;
}

static uint64_t smallest(uint64_t a, uint64_t b, unsigned bits, bool is_signed) {
    bool first = is_signed ? mmra_signed_bits(a, bits) < mmra_signed_bits(b, bits)
                           : mmra_low_bits(a, bits) < mmra_low_bits(b, bits);
    return first ? a : b;
}

static uint64_t largest(uint64_t a, uint64_t b, unsigned bits, bool is_signed) {
    return smallest(a, b, bits, is_signed) == a ? b : a;
}

static uint64_t middle(uint64_t a, uint64_t b, uint64_t c, unsigned bits, bool is_signed) {
    uint64_t low = smallest(a, b, bits, is_signed), high = largest(a, b, bits, is_signed);
    return largest(low, smallest(high, c, bits, is_signed), bits, is_signed);
}

/* Each of 32 bits twice. */
static uint64_t replicated(uint64_t a) {
    uint64_t result = 0;
    for (uint32_t k = 0; k < 32; k++)
        result |= (a >> k & 1) * 3 << (2 * k);
    return result;
}

/* ---- bytes and halves ---- */

static uint64_t dot4(const struct machine_instruction *i, uint64_t a, uint64_t b, uint64_t c) {
    bool either = i->operation == MACHINE_DOT4_EITHER, both = i->operation == MACHINE_DOT4_I;
    bool signs[2] = {both || (either && i->pair[2] & 1), both || (either && i->pair[2] & 2)};
    bool is_signed = both || either;
    int64_t sum = is_signed ? mmra_signed_bits(c, 32) : (int64_t)mmra_low_bits(c, 32);
    int64_t least = is_signed ? INT32_MIN : 0, most = is_signed ? INT32_MAX : UINT32_MAX;
    for (unsigned k = 0; k < 32; k += 8) {
        int64_t x = signs[0] ? mmra_signed_bits(a >> k, 8) : (int64_t)mmra_low_bits(a >> k, 8);
        int64_t y = signs[1] ? mmra_signed_bits(b >> k, 8) : (int64_t)mmra_low_bits(b >> k, 8);
        sum += x * y;
    }
    return (uint64_t)(!i->clamps ? sum : sum < least ? least : sum > most ? most : sum);
}

static uint64_t byte_differences(uint64_t a, uint64_t b, uint64_t c) {
    for (unsigned k = 0; k < 32; k += 8) {
        uint64_t x = mmra_low_bits(a >> k, 8), y = mmra_low_bits(b >> k, 8);
        c += x > y ? x - y : y - x;
    }
    return c;
}

/* Reduced to the range of 16 bits. */
static uint64_t saturated_half(uint64_t a, bool is_signed) {
    int64_t x = mmra_signed_bits(a, 32);
    if (!is_signed)
        return mmra_low_bits(a, 32) > UINT16_MAX ? UINT16_MAX : mmra_low_bits(a, 16);
    return mmra_low_bits((uint64_t)(x > INT16_MAX ? INT16_MAX : x < INT16_MIN ? INT16_MIN : x), 16);
}

static uint64_t half_towards_zero(uint64_t a) {
    double value = mmra_float_value(a, 32);
    uint64_t half = mmra_float_bits(value, 16);
    double rounded = mmra_float_value(half, 16);
    bool away = value < 0 ? rounded < value : rounded > value;
    return away ? half - 1 : half;
}

static uint64_t half_of_float(uint8_t operation, uint64_t a) {
    struct machine_instruction convert = {.bits = 16, .from = 32};
    double value = mmra_float_value(a, 32);
    convert.operation = operation == MACHINE_FLOAT_PACK_U16 ? MACHINE_FLOAT_TO_U : MACHINE_FLOAT_TO_I;
    if (operation == MACHINE_FLOAT_PACK_HALVES)
        return half_towards_zero(a);
    if (operation == MACHINE_FLOAT_PACK_NEAREST)
        return mmra_float_bits(value, 16);
    bool is_normalized = operation == MACHINE_FLOAT_PACK_UNORM || operation == MACHINE_FLOAT_PACK_SNORM;
    if (operation == MACHINE_FLOAT_PACK_UNORM)
        convert.operation = MACHINE_FLOAT_TO_U;
    double least = operation == MACHINE_FLOAT_PACK_SNORM ? -1 : 0;
    double within = value > 1 ? 1 : value >= least ? value : value < least ? least : 0;
    if (is_normalized)
        a = mmra_float_bits(nearbyint(within * (least < 0 ? INT16_MAX : UINT16_MAX)), 32);
    return mmra_low_bits(machine_float_compute(&convert, a, 0, 0), 16);
}

static uint64_t pack_halves(const struct machine_instruction *i, uint64_t a, uint64_t b) {
    bool is_signed = i->operation == MACHINE_PACK_I16;
    if (i->operation == MACHINE_PACK_U16 || is_signed)
        return saturated_half(a, is_signed) | saturated_half(b, is_signed) << 16;
    return half_of_float(i->operation, a) | half_of_float(i->operation, b) << 16;
}

/* A source of v_fma_mix: op_sel_hi says that it is a half, op_sel which. */
static double mixed(const struct machine_instruction *i, unsigned source, uint64_t bits) {
    unsigned width = i->pair[1] >> source & 1 ? 16 : 32, shift = width == 16 && i->pair[0] >> source & 1 ? 16 : 0;
    uint64_t part = mmra_low_bits(bits >> shift, width);
    double value = mmra_float_value(machine_flushed(i->flushes, width, part), width);
    value = i->absolute >> source & 1 ? fabs(value) : value;
    return i->negated >> source & 1 ? -value : value;
}

static uint64_t dot2(uint64_t a, uint64_t b, uint64_t c) {
    double low = mmra_float_value(a, 16) * mmra_float_value(b, 16);
    double high = mmra_float_value(a >> 16, 16) * mmra_float_value(b >> 16, 16);
    return mmra_float_bits(low + high + mmra_float_value(c, 32), 32);
}

/* The orders in which a comparison holds. */
#define ORDERS(name, orders) [MACHINE_##name - MACHINE_FALSE] = orders,
static const uint8_t orders[] = {MACHINE_COMPARISON_ROWS(ORDERS)};

static bool compare(uint8_t operation, uint64_t a, uint64_t b, unsigned bits) {
    if (operation == MACHINE_BIT_TEST0 || operation == MACHINE_BIT_TEST1)
        return (a >> (b & (bits - 1)) & 1) == (operation == MACHINE_BIT_TEST1);
    if (operation == MACHINE_CLASS)
        return b >> machine_float_class(bits, a) & 1;
    enum mmra_order order = operation >= MACHINE_FLOAT_EQ
                                ? mmra_order_of_floats(mmra_float_value(a, bits), mmra_float_value(b, bits))
                                : mmra_order_of_bits(a, b, bits, operation >= MACHINE_LT_I);
    return orders[operation - MACHINE_FALSE] & order;
}

static uint64_t add(const struct machine_instruction *i, uint64_t a, uint64_t b, bool *carry) {
    bool in = *carry && (i->operation == MACHINE_ADD_CARRY || i->operation == MACHINE_SUB_BORROW);
    bool subtracts = i->operation == MACHINE_SUB || i->operation == MACHINE_SUB_I || i->operation == MACHINE_SUB_BORROW;
    uint64_t result = subtracts ? a - b - in : a + b + in;
    if (i->bits == 32) {
        uint64_t low = (a & UINT32_MAX) + (subtracts ? 0 : (b & UINT32_MAX) + in);
        int64_t exact =
            mmra_signed_bits(a, 32) + (subtracts ? -mmra_signed_bits(b, 32) - in : mmra_signed_bits(b, 32) + in);
        if (i->carry == MACHINE_CARRY)
            *carry = subtracts ? low < (b & UINT32_MAX) + in : low >> 32;
        else if (i->carry == MACHINE_OVERFLOW)
            *carry = exact != (int64_t)(int32_t)exact;
    }
    return result;
}

/* A sum or difference that stays in the range of its type. */
static uint64_t add_within(const struct machine_instruction *i, uint64_t a, uint64_t b) {
    bool subtracts = i->operation == MACHINE_SUB || i->operation == MACHINE_SUB_I;
    bool is_signed = i->operation == MACHINE_ADD_I || i->operation == MACHINE_SUB_I;
    int64_t x = is_signed ? mmra_signed_bits(a, i->bits) : (int64_t)mmra_low_bits(a, i->bits);
    int64_t y = is_signed ? mmra_signed_bits(b, i->bits) : (int64_t)mmra_low_bits(b, i->bits);
    int64_t exact = subtracts ? x - y : x + y, one = (int64_t)1 << (i->bits - is_signed);
    int64_t least = is_signed ? -one : 0;
    return (uint64_t)(exact < least ? least : exact >= one ? one - 1 : exact);
}

static uint64_t shift_and_add(uint64_t a, uint64_t b, unsigned shift, bool *carry) {
    uint64_t sum = ((a & UINT32_MAX) << shift) + (b & UINT32_MAX);
    *carry = sum >> 32;
    return sum;
}

/* M0 as s_set_gpr_idx_on leaves it: the index, and in bits 12 to 15 which registers it is added to. */
static uint64_t register_index(uint64_t index, uint64_t registers, uint64_t m0) {
    return (index & 0xFF) | registers << 12 | (m0 & ~UINT64_C(0xF0FF));
}

#define FUNCTION(name, formula)                                                                                        \
    static uint64_t name##_of(uint64_t a, uint64_t b, uint64_t c, unsigned bits) {                                     \
        (void)b, (void)c, (void)bits;                                                                                  \
        return formula;                                                                                                \
    }
MACHINE_INTEGER_ROWS(FUNCTION)

#define ROW(name, formula) [MACHINE_##name] = name##_of,
static uint64_t (*const formulas[])(uint64_t a, uint64_t b, uint64_t c, unsigned bits) = {MACHINE_INTEGER_ROWS(ROW)};

static uint64_t by_table(uint8_t table, uint64_t a, uint64_t b, uint64_t c) {
    uint64_t result = 0;
    for (unsigned row = 0; row < 8; row++)
        if (table >> row & 1)
            result |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
    return result;
}

static uint64_t compute(const struct machine_instruction *i, uint64_t a, uint64_t b, uint64_t c, bool *carry) {
    if (i->operation >= MACHINE_FLOAT_FMA && i->operation <= MACHINE_FLOAT_CONVERT)
        return machine_float_compute(i, a, b, c);
    if (i->operation >= MACHINE_PACK_U16 && i->operation <= MACHINE_FLOAT_PACK_SNORM)
        return pack_halves(i, a, b);
    switch ((enum machine_alu)i->operation) {
    case MACHINE_ADD:
    case MACHINE_SUB:
    case MACHINE_ADD_I:
    case MACHINE_SUB_I:
    case MACHINE_ADD_CARRY:
    case MACHINE_SUB_BORROW:
        return i->clamps ? add_within(i, a, b) : add(i, a, b, carry);
    case MACHINE_SHL1_ADD:
    case MACHINE_SHL2_ADD:
    case MACHINE_SHL3_ADD:
    case MACHINE_SHL4_ADD:
        return shift_and_add(a, b, i->operation - MACHINE_SHL1_ADD + 1u, carry);
    case MACHINE_BIT_TABLE:
        return by_table(i->combine, a, b, c);
    case MACHINE_DOT4_U:
    case MACHINE_DOT4_I:
    case MACHINE_DOT4_EITHER:
        return dot4(i, a, b, c);
    case MACHINE_FLOAT_DOT2:
        return dot2(a, b, c);
    case MACHINE_FLOAT_MIX:
        return machine_float_fma(mixed(i, 0, a), mixed(i, 1, b), mixed(i, 2, c), i->bits);
    case MACHINE_DIVIDE_SCALE:
        return machine_divide_scale(i->bits, a, b, c, carry);
    case MACHINE_DIVIDE_MULTIPLY:
        return machine_divide_multiply(i->bits, a, b, c, *carry);
    case MACHINE_DIVIDE_FIX:
        return machine_divide_fix(i->bits, a, b, c);
    default:
        return formulas[i->operation](a, b, c, i->bits);
    }
}

/* Output modifiers of floats: multiplied first, then between 0 and 1, where no number is 0. */
static uint64_t modified(const struct machine_instruction *i, uint64_t result) {
    double value = mmra_float_value(result, i->bits);
    if (i->doubles)
        value = ldexp(value, i->doubles);
    if (i->clamps)
        value = value > 1 ? 1 : value > 0 ? value : 0;
    return mmra_float_bits(value, i->bits);
}

static uint64_t compute_pair(const struct machine_instruction *i, uint64_t a, uint64_t b, uint64_t c, bool *carry) {
    const uint64_t sources[] = {a, b, c};
    struct machine_instruction one = *i;
    uint64_t result = 0;
    one.packed = false;
    for (unsigned half = 0; half < 2; half++) {
        uint64_t taken[3];
        for (unsigned k = 0; k < 3; k++)
            taken[k] = mmra_low_bits(sources[k] >> (i->pair[half] >> k & 1 ? i->bits : 0), i->bits) ^
                       (i->pair[2 + half] >> k & 1 ? UINT64_C(1) << (i->bits - 1) : 0);
        unsigned first = i->reversed;
        result |= machine_compute(&one, taken[first], taken[1 - first], taken[2], carry) << (i->bits * half);
    }
    return result;
}

/* v_fma_mix, whose sources differ in width, does it itself. */
static void flush_sources(const struct machine_instruction *i, uint64_t sources[3]) {
    unsigned bits = i->from ? i->from : i->bits, count = i->operation == MACHINE_FLOAT_SCALE ? 1 : 3;
    bool of_integer = (i->operation >= MACHINE_FLOAT_FROM_I && i->operation <= MACHINE_FLOAT_FROM_U) ||
                      (i->operation >= MACHINE_FLOAT_FROM_BYTE0 && i->operation <= MACHINE_FLOAT_FROM_BYTE3);
    for (unsigned k = 0; k < count && !of_integer && i->operation != MACHINE_FLOAT_MIX; k++)
        sources[k] = machine_flushed(i->flushes, bits, mmra_low_bits(sources[k], bits));
}

uint64_t machine_compute(const struct machine_instruction *i, uint64_t a, uint64_t b, uint64_t c, bool *carry) {
    uint64_t sources[] = {a, b, c};
    if (i->packed)
        return compute_pair(i, a, b, c, carry);
    if (i->flushes)
        flush_sources(i, sources);
    if (i->operation >= MACHINE_BIT_TEST0) {
        *carry = compare(i->operation, sources[0], sources[1], i->bits);
        return *carry;
    }
    bool wide = i->operation == MACHINE_MAD_U64 || i->operation == MACHINE_MAD_I64;
    uint64_t result = mmra_low_bits(compute(i, sources[0], sources[1], sources[2], carry), wide ? 64 : i->bits);
    if ((i->clamps || i->doubles) && machine_has_float_result(i))
        result = modified(i, result);
    if (i->flushes && machine_has_float_result(i))
        result = machine_flushed(i->flushes, i->bits, result);
    if (wide)
        *carry = result < c;
    if (i->carry == MACHINE_NONZERO)
        *carry = result != 0;
    else if (i->carry == MACHINE_CHOSEN)
        *carry = result == mmra_low_bits(a, i->bits);
    return result;
}

static uint64_t modify_float(uint8_t rmw, unsigned bits, uint64_t old, uint64_t operand) {
    struct machine_instruction i = {.bits = (uint8_t)bits};
    i.operation = rmw == MACHINE_RMW_FADD   ? MACHINE_FLOAT_ADD
                  : rmw == MACHINE_RMW_FMIN ? MACHINE_FLOAT_MIN
                                            : MACHINE_FLOAT_MAX;
    return machine_float_compute(&i, old, operand, 0);
}

uint64_t machine_modify(uint8_t rmw, unsigned bits, uint64_t old, uint64_t operand, uint64_t compared) {
    old = mmra_low_bits(old, bits);
    operand = mmra_low_bits(operand, bits);
    if (rmw == MACHINE_COMPARE_SWAP)
        return old == mmra_low_bits(compared, bits) ? operand : old;
    return rmw >= MACHINE_RMW_FADD
               ? modify_float(rmw, bits, old, operand)
               : mmra_low_bits(mmra_modified((enum mmra_modification)rmw, old, operand, bits), bits);
}

/* ---- loads ---- */

uint32_t machine_loaded(const struct machine_instruction *i, uint32_t before, uint32_t dword, uint32_t shift) {
    uint32_t bits = 8u * i->bytes, value = dword >> shift;
    if (!bits)
        return dword;
    value = i->sign_extend ? (uint32_t)mmra_signed_bits(value, bits) : (uint32_t)mmra_low_bits(value, bits);
    return i->half == 1   ? (before & 0xFFFF0000) | (value & 0xFFFF)
           : i->half == 2 ? (before & 0xFFFF) | value << 16
                          : value;
}
