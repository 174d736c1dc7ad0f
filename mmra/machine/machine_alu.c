/* This file computes arithmetic. */
#include "mmra/base/bits.h"
#include "mmra/machine/machine.h"
#include "mmra/machine/machine_float.h"

static uint64_t masked(uint64_t value, unsigned bits) {
    return bits == 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

static int64_t extended(uint64_t value, unsigned bits) {
    uint64_t sign = UINT64_C(1) << (bits - 1);
    return (int64_t)((masked(value, bits) ^ sign) - sign);
}

static uint64_t multiply_high(uint64_t a, uint64_t b, bool is_signed) {
    return is_signed ? (uint64_t)(extended(a, 32) * extended(b, 32)) >> 32 : (a & UINT32_MAX) * (b & UINT32_MAX) >> 32;
}

static uint64_t first_one(uint64_t value, bool high) {
    for (unsigned i = 0; value && i < 64; i++)
        if (value >> (high ? 31 - i : i) & 1)
            return i;
    return UINT32_MAX;
}

static uint64_t field(uint64_t value, uint64_t offset, uint64_t width, unsigned bits, bool is_signed) {
    if (width == 0)
        return 0;
    uint64_t part = masked(value, bits) >> offset;
    if (offset + width >= bits)
        return is_signed ? masked((uint64_t)(extended(value, bits) >> offset), bits) : part;
    uint64_t mask = (UINT64_C(1) << width) - 1, sign = UINT64_C(1) << (width - 1);
    part &= mask;
    return is_signed ? masked((part ^ sign) - sign, bits) : part;
}

static uint64_t packed_field(uint64_t value, uint64_t packed, unsigned bits, bool is_signed) {
    uint64_t width = packed >> 16 & 0x7F;
    return field(value, packed & (bits - 1), width, bits, is_signed);
}

static uint64_t reverse(uint64_t value) {
    uint64_t result = 0;
    for (unsigned i = 0; i < 32; i++)
        result |= (value >> i & 1) << (31 - i);
    return result;
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
    bool first = is_signed ? extended(a, bits) < extended(b, bits) : masked(a, bits) < masked(b, bits);
    return first ? a : b;
}

static uint64_t largest(uint64_t a, uint64_t b, unsigned bits, bool is_signed) {
    return smallest(a, b, bits, is_signed) == a ? b : a;
}

static uint64_t middle(uint64_t a, uint64_t b, uint64_t c, unsigned bits, bool is_signed) {
    uint64_t low = smallest(a, b, bits, is_signed), high = largest(a, b, bits, is_signed);
    return largest(low, smallest(high, c, bits, is_signed), bits, is_signed);
}

static uint64_t move_half(uint64_t a, uint64_t b, uint64_t which) {
    unsigned to = which & 1 ? 16 : 0, from = which & 2 ? 16 : 0;
    return (b & ~(UINT64_C(0xFFFF) << to)) | (a >> from & 0xFFFF) << to;
}

/* The class of a float, as the bit that v_cmp_class has for it. */
static unsigned float_class(uint32_t a) {
    uint32_t exponent = a >> 23 & 0xFF, fraction = a & 0x7FFFFF;
    if (exponent == 0xFF && fraction)
        return fraction >> 22 ? 1 : 0;
    unsigned size = exponent == 0xFF ? 0 : exponent ? 1 : fraction ? 2 : 3; /* infinite, normal, denormal, zero */
    return a >> 31 ? 2 + size : 9 - size;
}

static bool compare(uint8_t operation, uint64_t a, uint64_t b, unsigned bits) {
    int64_t x = extended(a, bits), y = extended(b, bits);
    a = masked(a, bits);
    b = masked(b, bits);
    switch ((enum machine_alu)operation) {
    case MACHINE_BIT_TEST0:
        return !(a >> (b & (bits - 1)) & 1);
    case MACHINE_BIT_TEST1:
        return a >> (b & (bits - 1)) & 1;
    case MACHINE_TRUE:
        return true;
    case MACHINE_EQ:
        return a == b;
    case MACHINE_NE:
        return a != b;
    case MACHINE_LT_U:
        return a < b;
    case MACHINE_LE_U:
        return a <= b;
    case MACHINE_GT_U:
        return a > b;
    case MACHINE_GE_U:
        return a >= b;
    case MACHINE_LT_I:
        return x < y;
    case MACHINE_LE_I:
        return x <= y;
    case MACHINE_GT_I:
        return x > y;
    case MACHINE_GE_I:
        return x >= y;
    case MACHINE_FALSE:
        return false;
    case MACHINE_CLASS:
        return b >> float_class((uint32_t)a) & 1;
    default:
        return machine_float_compare(operation, (uint32_t)a, (uint32_t)b);
    }
}

static uint64_t add(const struct machine_instruction *i, uint64_t a, uint64_t b, bool *carry) {
    bool in = *carry && (i->operation == MACHINE_ADD_CARRY || i->operation == MACHINE_SUB_BORROW);
    bool subtracts = i->operation == MACHINE_SUB || i->operation == MACHINE_SUB_BORROW;
    uint64_t result = subtracts ? a - b - in : a + b + in;
    if (i->bits == 32) {
        uint64_t low = (a & UINT32_MAX) + (subtracts ? 0 : (b & UINT32_MAX) + in);
        int64_t exact = extended(a, 32) + (subtracts ? -extended(b, 32) - in : extended(b, 32) + in);
        if (i->carry == MACHINE_CARRY)
            *carry = subtracts ? low < (b & UINT32_MAX) + in : low >> 32;
        else if (i->carry == MACHINE_OVERFLOW)
            *carry = exact != (int64_t)(int32_t)exact;
    }
    return result;
}

static uint64_t shift_and_add(uint64_t a, uint64_t b, unsigned shift, bool *carry) {
    uint64_t sum = ((a & UINT32_MAX) << shift) + (b & UINT32_MAX);
    *carry = sum >> 32;
    return sum;
}

/* A row gives the result of an operation that has no carry, from the sources a, b, c, on so many bits. */
#define FORMULAS(FORMULA)                                                                                              \
    FORMULA(MOV, a)                                                                                                    \
    FORMULA(MUL, (a * b))                                                                                              \
    FORMULA(MUL_HIGH_U, multiply_high(a, b, false))                                                                    \
    FORMULA(MUL_HIGH_I, multiply_high(a, b, true))                                                                     \
    FORMULA(MUL_U24, (a & 0xFFFFFF) * (b & 0xFFFFFF))                                                                  \
    FORMULA(MUL_I24, (uint64_t)(extended(a, 24) * extended(b, 24)))                                                    \
    FORMULA(MAD_U24, (a & 0xFFFFFF) * (b & 0xFFFFFF) + c)                                                              \
    FORMULA(MAD_I24, (uint64_t)(extended(a, 24) * extended(b, 24)) + c)                                                \
    FORMULA(MAD_U64, (a & UINT32_MAX) * (b & UINT32_MAX) + c)                                                          \
    FORMULA(MAD_I64, (uint64_t)(extended(a, 32) * extended(b, 32)) + c)                                                \
    FORMULA(AND, (a & b))                                                                                              \
    FORMULA(OR, a | b)                                                                                                 \
    FORMULA(XOR, a ^ b)                                                                                                \
    FORMULA(AND_NOT, a & ~b)                                                                                           \
    FORMULA(OR_NOT, a | ~b)                                                                                            \
    FORMULA(NAND, ~(a & b))                                                                                            \
    FORMULA(NOR, ~(a | b))                                                                                             \
    FORMULA(XNOR, ~(a ^ b))                                                                                            \
    FORMULA(NOT, ~a)                                                                                                   \
    FORMULA(SHL, a << (b & (bits - 1)))                                                                                \
    FORMULA(SHR, masked(a, bits) >> (b & (bits - 1)))                                                                  \
    FORMULA(SAR, (uint64_t)(extended(a, bits) >> (b & (bits - 1))))                                                    \
    FORMULA(FIELD_U, field(a, b & 31, c & 31, 32, false))                                                              \
    FORMULA(FIELD_I, field(a, b & 31, c & 31, 32, true))                                                               \
    FORMULA(PACKED_FIELD_U, packed_field(a, b, bits, false))                                                           \
    FORMULA(PACKED_FIELD_I, packed_field(a, b, bits, true))                                                            \
    FORMULA(FIELD_MASK, ((UINT64_C(1) << (a & 31)) - 1) << (b & 31))                                                   \
    FORMULA(INSERT_FIELD, (a & b) | (~a & c))                                                                          \
    FORMULA(ALIGN_BIT, ((a & UINT32_MAX) << 32 | (b & UINT32_MAX)) >> (c & 31))                                        \
    FORMULA(ALIGN_BYTE, ((a & UINT32_MAX) << 32 | (b & UINT32_MAX)) >> (8 * (c & 3)))                                  \
    FORMULA(PERMUTE, permute(a, b, c))                                                                                 \
    FORMULA(REVERSE, reverse(a))                                                                                       \
    FORMULA(COUNT_ONES, mmra_count_ones(masked(a, bits)) + b)                                                          \
    FORMULA(COUNT_ZEROS, bits - mmra_count_ones(masked(a, bits)))                                                      \
    FORMULA(FIRST_ONE, first_one(masked(a, bits), false))                                                              \
    FORMULA(FIRST_ONE_HIGH, first_one(masked(a, bits), true))                                                          \
    FORMULA(MIN_U, smallest(a, b, bits, false))                                                                        \
    FORMULA(MIN_I, smallest(a, b, bits, true))                                                                         \
    FORMULA(MAX_U, largest(a, b, bits, false))                                                                         \
    FORMULA(MAX_I, largest(a, b, bits, true))                                                                          \
    FORMULA(MIN3_U, smallest(smallest(a, b, bits, false), c, bits, false))                                             \
    FORMULA(MIN3_I, smallest(smallest(a, b, bits, true), c, bits, true))                                               \
    FORMULA(MAX3_U, largest(largest(a, b, bits, false), c, bits, false))                                               \
    FORMULA(MAX3_I, largest(largest(a, b, bits, true), c, bits, true))                                                 \
    FORMULA(MED3_U, middle(a, b, c, bits, false))                                                                      \
    FORMULA(MED3_I, middle(a, b, c, bits, true))                                                                       \
    FORMULA(ABS, extended(a, 32) < 0 ? 0 - a : a)                                                                      \
    FORMULA(SEXT8, (uint64_t)(int64_t)(int8_t)(uint8_t)a)                                                              \
    FORMULA(SEXT16, (uint64_t)extended(a, 16))                                                                         \
    FORMULA(BIT_SET0, a & ~(UINT64_C(1) << (b & 31)))                                                                  \
    FORMULA(BIT_SET1, a | UINT64_C(1) << (b & 31))                                                                     \
    FORMULA(PACK_LL, (a & 0xFFFF) | (b & 0xFFFF) << 16)                                                                \
    FORMULA(PACKED_MOV, (c & 1 ? a >> 32 : a & UINT32_MAX) | (c & 2 ? b >> 32 : b & UINT32_MAX) << 32)                 \
    FORMULA(MOV_HALF, move_half(a, b, c))                                                                              \
    FORMULA(ADD3, a + b + c)                                                                                           \
    FORMULA(XOR3, a ^ b ^ c)                                                                                           \
    FORMULA(OR3, a | b | c)                                                                                            \
    FORMULA(ADD_SHL, (a + b) << (c & 31))                                                                              \
    FORMULA(SHL_ADD, (a << (b & (bits - 1))) + c)                                                                      \
    FORMULA(SHL_OR, (a << (b & 31)) | c)                                                                               \
    FORMULA(AND_OR, (a & b) | c)                                                                                       \
    FORMULA(XOR_ADD, (a ^ b) + c)

#define FUNCTION(name, formula)                                                                                        \
    static uint64_t name##_of(uint64_t a, uint64_t b, uint64_t c, unsigned bits) {                                     \
        (void)b, (void)c, (void)bits;                                                                                  \
        return formula;                                                                                                \
    }
FORMULAS(FUNCTION)

#define ROW(name, formula) [MACHINE_##name] = name##_of,
static uint64_t (*const formulas[])(uint64_t a, uint64_t b, uint64_t c, unsigned bits) = {FORMULAS(ROW)};

static uint64_t compute_pair(const struct machine_instruction *i, uint64_t a, uint64_t b, uint64_t c) {
    static const uint8_t operations[] = {MACHINE_FLOAT_ADD, MACHINE_FLOAT_MUL, MACHINE_FLOAT_FMA};
    const uint64_t sources[] = {a, b, c};
    uint64_t result = 0;
    for (unsigned half = 0; half < 2; half++) {
        uint32_t taken[3];
        for (unsigned k = 0; k < 3; k++)
            taken[k] = (uint32_t)(sources[k] >> (i->pair[half] >> k & 1 ? 32 : 0)) ^
                       (i->pair[2 + half] >> k & 1 ? UINT32_C(1) << 31 : 0);
        uint8_t operation = operations[i->operation - MACHINE_FLOAT_PAIR_ADD];
        result |= (uint64_t)machine_float_compute(operation, taken[0], taken[1], taken[2]) << (32 * half);
    }
    return result;
}

/* c is read where the instruction has a third source. */
static uint64_t compute(const struct machine_instruction *i, uint64_t a, uint64_t b, uint64_t c, bool *carry) {
    if (i->operation >= MACHINE_FLOAT_ADD && i->operation <= MACHINE_FLOAT_FROM_BYTE3)
        return machine_float_compute(i->operation, (uint32_t)a, (uint32_t)b, (uint32_t)c);
    if (i->operation >= MACHINE_FLOAT_PAIR_ADD && i->operation <= MACHINE_FLOAT_PAIR_FMA)
        return compute_pair(i, a, b, c);
    switch ((enum machine_alu)i->operation) {
    case MACHINE_ADD:
    case MACHINE_SUB:
    case MACHINE_ADD_CARRY:
    case MACHINE_SUB_BORROW:
        return add(i, a, b, carry);
    case MACHINE_SHL1_ADD:
    case MACHINE_SHL2_ADD:
    case MACHINE_SHL3_ADD:
    case MACHINE_SHL4_ADD:
        return shift_and_add(a, b, i->operation - MACHINE_SHL1_ADD + 1u, carry);
    default:
        return formulas[i->operation](a, b, c, i->bits);
    }
}

uint64_t machine_compute(const struct machine_instruction *i, uint64_t a, uint64_t b, uint64_t c, bool *carry) {
    if (i->operation >= MACHINE_BIT_TEST0) {
        *carry = compare(i->operation, a, b, i->bits);
        return *carry;
    }
    bool wide = i->operation == MACHINE_MAD_U64 || i->operation == MACHINE_MAD_I64;
    uint64_t result = masked(compute(i, a, b, c, carry), wide ? 64 : i->bits);
    if (wide)
        *carry = result < c;
    if (i->carry == MACHINE_NONZERO)
        *carry = result != 0;
    else if (i->carry == MACHINE_CHOSEN)
        *carry = result == masked(a, i->bits);
    return result;
}

uint64_t machine_modify(uint8_t rmw, unsigned bits, uint64_t old, uint64_t operand, uint64_t compared) {
    int64_t x = extended(old, bits), y = extended(operand, bits);
    old = masked(old, bits);
    operand = masked(operand, bits);
    switch ((enum machine_rmw)rmw) {
    case MACHINE_SWAP:
        return operand;
    case MACHINE_COMPARE_SWAP:
        return old == masked(compared, bits) ? operand : old;
    case MACHINE_RMW_ADD:
        return masked(old + operand, bits);
    case MACHINE_RMW_SUB:
        return masked(old - operand, bits);
    case MACHINE_RMW_MIN_U:
        return old < operand ? old : operand;
    case MACHINE_RMW_MAX_U:
        return old > operand ? old : operand;
    case MACHINE_RMW_MIN_I:
        return x < y ? old : operand;
    case MACHINE_RMW_MAX_I:
        return x > y ? old : operand;
    case MACHINE_RMW_AND:
        return old & operand;
    case MACHINE_RMW_OR:
        return old | operand;
    case MACHINE_RMW_XOR:
        return old ^ operand;
    case MACHINE_RMW_INCREMENT:
        return old >= operand ? 0 : old + 1;
    case MACHINE_RMW_DECREMENT:
        return old == 0 || old > operand ? operand : old - 1;
    }
    return old;
}
