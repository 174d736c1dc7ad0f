/* What arithmetic gives. */
#include "mmra/base/bits.h"
#include "mmra/machine/machine.h"

static uint64_t masked(uint64_t value, unsigned bits) {
    return bits == 64 ? value : value & UINT32_MAX;
}

static int64_t extended(uint64_t value, unsigned bits) {
    return bits == 64 ? (int64_t)value : (int64_t)(int32_t)(uint32_t)value;
}

static uint64_t multiply_high(uint64_t a, uint64_t b, bool is_signed) {
    return is_signed ? (uint64_t)(extended(a, 32) * extended(b, 32)) >> 32 : (a & UINT32_MAX) * (b & UINT32_MAX) >> 32;
}

static int64_t signed24(uint64_t value) {
    return (int64_t)((value & 0xFFFFFF) ^ 0x800000) - 0x800000;
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

static uint64_t smallest(uint64_t a, uint64_t b, bool is_signed) {
    bool first = is_signed ? (int32_t)(uint32_t)a < (int32_t)(uint32_t)b : (uint32_t)a < (uint32_t)b;
    return first ? a : b;
}

static uint64_t largest(uint64_t a, uint64_t b, bool is_signed) {
    return smallest(a, b, is_signed) == a ? b : a;
}

static uint64_t middle(uint64_t a, uint64_t b, uint64_t c, bool is_signed) {
    return largest(smallest(a, b, is_signed), smallest(largest(a, b, is_signed), c, is_signed), is_signed);
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
    case MACHINE_CLASS:
        return b >> float_class((uint32_t)a) & 1;
    default:
        return false;
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

/* c is read where the instruction has a third source. */
static uint64_t compute(const struct machine_instruction *i, uint64_t a, uint64_t b, uint64_t c, bool *carry) {
    unsigned bits = i->bits;
    switch ((enum machine_alu)i->operation) {
    case MACHINE_ADD:
    case MACHINE_SUB:
    case MACHINE_ADD_CARRY:
    case MACHINE_SUB_BORROW:
        return add(i, a, b, carry);
    case MACHINE_MUL:
        return a * b;
    case MACHINE_MUL_HIGH_U:
    case MACHINE_MUL_HIGH_I:
        return multiply_high(a, b, i->operation == MACHINE_MUL_HIGH_I);
    case MACHINE_MUL_U24:
        return (a & 0xFFFFFF) * (b & 0xFFFFFF);
    case MACHINE_MUL_I24:
        return (uint64_t)(signed24(a) * signed24(b));
    case MACHINE_MAD_U24:
        return (a & 0xFFFFFF) * (b & 0xFFFFFF) + c;
    case MACHINE_MAD_I24:
        return (uint64_t)(signed24(a) * signed24(b)) + c;
    case MACHINE_MAD_U64:
        return (a & UINT32_MAX) * (b & UINT32_MAX) + c;
    case MACHINE_MAD_I64:
        return (uint64_t)(extended(a, 32) * extended(b, 32)) + c;
    case MACHINE_AND:
        return a & b;
    case MACHINE_OR:
        return a | b;
    case MACHINE_XOR:
        return a ^ b;
    case MACHINE_AND_NOT:
        return a & ~b;
    case MACHINE_OR_NOT:
        return a | ~b;
    case MACHINE_NAND:
        return ~(a & b);
    case MACHINE_NOR:
        return ~(a | b);
    case MACHINE_XNOR:
        return ~(a ^ b);
    case MACHINE_NOT:
        return ~a;
    case MACHINE_SHL:
        return a << (b & (bits - 1));
    case MACHINE_SHR:
        return masked(a, bits) >> (b & (bits - 1));
    case MACHINE_SAR:
        return (uint64_t)(extended(a, bits) >> (b & (bits - 1)));
    case MACHINE_FIELD_U:
    case MACHINE_FIELD_I:
        return field(a, b & 31, c & 31, 32, i->operation == MACHINE_FIELD_I);
    case MACHINE_PACKED_FIELD_U:
    case MACHINE_PACKED_FIELD_I:
        return packed_field(a, b, bits, i->operation == MACHINE_PACKED_FIELD_I);
    case MACHINE_FIELD_MASK:
        return ((UINT64_C(1) << (a & 31)) - 1) << (b & 31);
    case MACHINE_INSERT_FIELD:
        return (a & b) | (~a & c);
    case MACHINE_ALIGN_BIT:
        return ((a & UINT32_MAX) << 32 | (b & UINT32_MAX)) >> (c & 31);
    case MACHINE_ALIGN_BYTE:
        return ((a & UINT32_MAX) << 32 | (b & UINT32_MAX)) >> (8 * (c & 3));
    case MACHINE_PERMUTE:
        return permute(a, b, c);
    case MACHINE_REVERSE:
        return reverse(a);
    case MACHINE_COUNT_ONES:
        return mmra_count_ones(masked(a, bits)) + b;
    case MACHINE_COUNT_ZEROS:
        return bits - mmra_count_ones(masked(a, bits));
    case MACHINE_FIRST_ONE:
    case MACHINE_FIRST_ONE_HIGH:
        return first_one(masked(a, bits), i->operation == MACHINE_FIRST_ONE_HIGH);
    case MACHINE_MIN_U:
    case MACHINE_MIN_I:
        return smallest(a, b, i->operation == MACHINE_MIN_I);
    case MACHINE_MAX_U:
    case MACHINE_MAX_I:
        return largest(a, b, i->operation == MACHINE_MAX_I);
    case MACHINE_MIN3_U:
    case MACHINE_MIN3_I:
        return smallest(smallest(a, b, i->operation == MACHINE_MIN3_I), c, i->operation == MACHINE_MIN3_I);
    case MACHINE_MAX3_U:
    case MACHINE_MAX3_I:
        return largest(largest(a, b, i->operation == MACHINE_MAX3_I), c, i->operation == MACHINE_MAX3_I);
    case MACHINE_MED3_U:
    case MACHINE_MED3_I:
        return middle(a, b, c, i->operation == MACHINE_MED3_I);
    case MACHINE_ABS:
        return extended(a, 32) < 0 ? 0 - a : a;
    case MACHINE_SEXT8:
        return (uint64_t)(int64_t)(int8_t)(uint8_t)a;
    case MACHINE_SEXT16:
        return (uint64_t)(int64_t)(int16_t)(uint16_t)a;
    case MACHINE_BIT_SET0:
        return a & ~(UINT64_C(1) << (b & 31));
    case MACHINE_BIT_SET1:
        return a | UINT64_C(1) << (b & 31);
    case MACHINE_PACK_LL:
        return (a & 0xFFFF) | (b & 0xFFFF) << 16;
    case MACHINE_PACKED_MOV:
        return (c & 1 ? a >> 32 : a & UINT32_MAX) | (c & 2 ? b >> 32 : b & UINT32_MAX) << 32;
    case MACHINE_ADD3:
        return a + b + c;
    case MACHINE_XOR3:
        return a ^ b ^ c;
    case MACHINE_OR3:
        return a | b | c;
    case MACHINE_ADD_SHL:
        return (a + b) << (c & 31);
    case MACHINE_SHL_ADD:
        return (a << (b & (bits - 1))) + c;
    case MACHINE_SHL1_ADD:
    case MACHINE_SHL2_ADD:
    case MACHINE_SHL3_ADD:
    case MACHINE_SHL4_ADD:
        return shift_and_add(a, b, i->operation - MACHINE_SHL1_ADD + 1u, carry);
    case MACHINE_SHL_OR:
        return (a << (b & 31)) | c;
    case MACHINE_AND_OR:
        return (a & b) | c;
    case MACHINE_XOR_ADD:
        return (a ^ b) + c;
    default:
        return a;
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
