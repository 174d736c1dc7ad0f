/* Arithmetic of the machine as rows: an operation is one row for its name and what it computes. */
#ifndef MMRA_MACHINE_ROWS_H
#define MMRA_MACHINE_ROWS_H

/* A row gives the result of an operation on integers that has no carry, from the sources a, b, c, on so many bits
 * (machine_alu.c). */
#define MACHINE_INTEGER_ROWS(ROW)                                                                                      \
    ROW(MOV, a)                                                                                                        \
    ROW(MUL, (a * b))                                                                                                  \
    ROW(MUL_HIGH_U, multiply_high(a, b, false))                                                                        \
    ROW(MUL_HIGH_I, multiply_high(a, b, true))                                                                         \
    ROW(MUL_ADD, a *b + c)                                                                                             \
    ROW(MUL_HIGH_U24, (a & 0xFFFFFF) * (b & 0xFFFFFF) >> 32)                                                           \
    ROW(MUL_HIGH_I24, (uint64_t)(mmra_signed_bits(a, 24) * mmra_signed_bits(b, 24)) >> 32)                             \
    ROW(MUL_U24, (a & 0xFFFFFF) * (b & 0xFFFFFF))                                                                      \
    ROW(MUL_I24, (uint64_t)(mmra_signed_bits(a, 24) * mmra_signed_bits(b, 24)))                                        \
    ROW(MAD_U24, (a & 0xFFFFFF) * (b & 0xFFFFFF) + c)                                                                  \
    ROW(MAD_I24, (uint64_t)(mmra_signed_bits(a, 24) * mmra_signed_bits(b, 24)) + c)                                    \
    ROW(MAD_U64, (a & UINT32_MAX) * (b & UINT32_MAX) + c)                                                              \
    ROW(MAD_I64, (uint64_t)(mmra_signed_bits(a, 32) * mmra_signed_bits(b, 32)) + c)                                    \
    ROW(AND, (a & b))                                                                                                  \
    ROW(OR, a | b)                                                                                                     \
    ROW(XOR, a ^ b)                                                                                                    \
    ROW(AND_NOT, a & ~b)                                                                                               \
    ROW(OR_NOT, a | ~b)                                                                                                \
    ROW(NAND, ~(a & b))                                                                                                \
    ROW(NOR, ~(a | b))                                                                                                 \
    ROW(XNOR, ~(a ^ b))                                                                                                \
    ROW(NOT, ~a)                                                                                                       \
    ROW(SHL, a << (b & (bits - 1)))                                                                                    \
    ROW(SHR, mmra_low_bits(a, bits) >> (b & (bits - 1)))                                                               \
    ROW(SAR, (uint64_t)(mmra_signed_bits(a, bits) >> (b & (bits - 1))))                                                \
    ROW(FIELD_U, field(a, b & 31, c & 31, 32, false))                                                                  \
    ROW(FIELD_I, field(a, b & 31, c & 31, 32, true))                                                                   \
    ROW(PACKED_FIELD_U, packed_field(a, b, bits, false))                                                               \
    ROW(PACKED_FIELD_I, packed_field(a, b, bits, true))                                                                \
    ROW(FIELD_MASK, ((UINT64_C(1) << (a & (bits - 1))) - 1) << (b & (bits - 1)))                                       \
    ROW(REGISTER_INDEX, register_index(a, b, c))                                                                       \
    ROW(INSERT_FIELD, (a & b) | (~a & c))                                                                              \
    ROW(ALIGN_BIT, ((a & UINT32_MAX) << 32 | (b & UINT32_MAX)) >> (c & 31))                                            \
    ROW(ALIGN_BYTE, ((a & UINT32_MAX) << 32 | (b & UINT32_MAX)) >> (8 * (c & 3)))                                      \
    ROW(PERMUTE, permute(a, b, c))                                                                                     \
    ROW(REVERSE, mmra_reversed_bits(a, bits))                                                                          \
    ROW(WHOLE_QUADS, 15 * ((a | a >> 1 | a >> 2 | a >> 3) & UINT64_C(0x1111111111111111)))                             \
    ROW(REPLICATE, replicated(a))                                                                                      \
    ROW(COUNT_ONES, mmra_count_ones(mmra_low_bits(a, bits)) + b)                                                       \
    ROW(COUNT_ZEROS, bits - mmra_count_ones(mmra_low_bits(a, bits)))                                                   \
    ROW(FIRST_ONE, first_one(mmra_low_bits(a, bits), bits, false))                                                     \
    ROW(FIRST_ONE_HIGH, first_one(mmra_low_bits(a, bits), bits, true))                                                 \
    ROW(SIGN_BITS, first_one(mmra_low_bits(mmra_signed_bits(a, bits) < 0 ? ~a : a, bits), bits, true))                 \
    ROW(MIN_U, smallest(a, b, bits, false))                                                                            \
    ROW(MIN_I, smallest(a, b, bits, true))                                                                             \
    ROW(MAX_U, largest(a, b, bits, false))                                                                             \
    ROW(MAX_I, largest(a, b, bits, true))                                                                              \
    ROW(MIN3_U, smallest(smallest(a, b, bits, false), c, bits, false))                                                 \
    ROW(MIN3_I, smallest(smallest(a, b, bits, true), c, bits, true))                                                   \
    ROW(MAX3_U, largest(largest(a, b, bits, false), c, bits, false))                                                   \
    ROW(MAX3_I, largest(largest(a, b, bits, true), c, bits, true))                                                     \
    ROW(MIN_MAX_U, largest(smallest(a, b, bits, false), c, bits, false))                                               \
    ROW(MIN_MAX_I, largest(smallest(a, b, bits, true), c, bits, true))                                                 \
    ROW(MAX_MIN_U, smallest(largest(a, b, bits, false), c, bits, false))                                               \
    ROW(MAX_MIN_I, smallest(largest(a, b, bits, true), c, bits, true))                                                 \
    ROW(MED3_U, middle(a, b, c, bits, false))                                                                          \
    ROW(MED3_I, middle(a, b, c, bits, true))                                                                           \
    ROW(ABS_DIFFERENCE, mmra_signed_bits(a - b, 32) < 0 ? b - a : a - b)                                               \
    ROW(ABS, mmra_signed_bits(a, 32) < 0 ? 0 - a : a)                                                                  \
    ROW(SEXT8, (uint64_t)(int64_t)(int8_t)(uint8_t)a)                                                                  \
    ROW(SEXT16, (uint64_t)mmra_signed_bits(a, 16))                                                                     \
    ROW(ZEXT16, a & 0xFFFF)                                                                                            \
    ROW(BIT_SET0, a & ~(UINT64_C(1) << (b & 31)))                                                                      \
    ROW(BIT_SET1, a | UINT64_C(1) << (b & 31))                                                                         \
    ROW(PACK_LL, (a & 0xFFFF) | (b & 0xFFFF) << 16)                                                                    \
    ROW(PACK_LH, (a & 0xFFFF) | (b & 0xFFFF0000))                                                                      \
    ROW(PACK_HL, (a >> 16 & 0xFFFF) | (b & 0xFFFF) << 16)                                                              \
    ROW(PACK_HH, (a >> 16 & 0xFFFF) | (b & 0xFFFF0000))                                                                \
    ROW(PACKED_MOV, (c & 1 ? a >> 32 : a & UINT32_MAX) | (c & 2 ? b >> 32 : b & UINT32_MAX) << 32)                     \
    ROW(SAD_U8, byte_differences(a, b, c))                                                                             \
    ROW(ADD3, a + b + c)                                                                                               \
    ROW(XOR3, a ^ b ^ c)                                                                                               \
    ROW(OR3, a | b | c)                                                                                                \
    ROW(ADD_SHL, (a + b) << (c & 31))                                                                                  \
    ROW(SHL_ADD, (a << (b & (bits - 1))) + c)                                                                          \
    ROW(SHL_OR, (a << (b & 31)) | c)                                                                                   \
    ROW(AND_OR, (a & b) | c)                                                                                           \
    ROW(XOR_ADD, (a ^ b) + c)

/* A row gives the result of an operation on floats, of which it looks at the bits: from the sources a, b, c of so many
 * bits to a result of so many (machine_float.c). */
#define MACHINE_FLOAT_BIT_ROWS(ROW)                                                                                    \
    ROW(FMA, fused(a, b, c, to))                                                                                       \
    ROW(MIN, extreme(a, b, to, false))                                                                                 \
    ROW(MAX, extreme(a, b, to, true))                                                                                  \
    ROW(MIN3, extreme(extreme(a, b, to, false), c, to, false))                                                         \
    ROW(MAX3, extreme(extreme(a, b, to, true), c, to, true))                                                           \
    ROW(MED3, middle(a, b, c, to))                                                                                     \
    ROW(MIN_MAX, extreme(extreme(a, b, to, false), c, to, true))                                                       \
    ROW(MAX_MIN, extreme(extreme(a, b, to, true), c, to, false))                                                       \
    ROW(SCALE, scaled(a, mmra_signed_bits(b, to == 16 ? 16 : 32), to))                                                 \
    ROW(FRACTION, significand(a, to))                                                                                  \
    ROW(EXPONENT, (uint64_t)(int64_t)exponent_of(a, from))                                                             \
    ROW(FROM_I, mmra_float_bits((double)mmra_signed_bits(a, from), to))                                                \
    ROW(FROM_U, mmra_float_bits((double)mmra_low_bits(a, from), to))                                                   \
    ROW(TO_I, to_integer(mmra_float_value(a, from), to, true))                                                         \
    ROW(TO_U, to_integer(mmra_float_value(a, from), to, false))                                                        \
    ROW(FROM_BYTE0, mmra_float_bits((double)mmra_low_bits(a >> 0, 8), to))                                             \
    ROW(FROM_BYTE1, mmra_float_bits((double)mmra_low_bits(a >> 8, 8), to))                                             \
    ROW(FROM_BYTE2, mmra_float_bits((double)mmra_low_bits(a >> 16, 8), to))                                            \
    ROW(FROM_BYTE3, mmra_float_bits((double)mmra_low_bits(a >> 24, 8), to))

/* A row gives the result of an operation on floats, before it is rounded, from x, y, z, so many of them
 * (machine_float.c). Of 32 bits, those from RECIPROCAL to MAD know no denormals. */
#define MACHINE_FLOAT_ROWS(ROW)                                                                                        \
    ROW(ADD, 2, x + y)                                                                                                 \
    ROW(SUB, 2, x - y)                                                                                                 \
    ROW(MUL, 2, (x * y))                                                                                               \
    ROW(MUL_LEGACY, 2, x == 0 || y == 0 ? 0 : x * y)                                                                   \
    ROW(TRUNC, 1, trunc(x))                                                                                            \
    ROW(FLOOR, 1, floor(x))                                                                                            \
    ROW(CEIL, 1, ceil(x))                                                                                              \
    ROW(NEAREST, 1, rint(x))                                                                                           \
    ROW(FRACT, 1, fraction(x))                                                                                         \
    ROW(RECIPROCAL, 1, 1 / x)                                                                                          \
    ROW(ROOT, 1, sqrt(x))                                                                                              \
    ROW(RECIPROCAL_ROOT, 1, 1 / sqrt(x))                                                                               \
    ROW(EXP2, 1, exp2(x))                                                                                              \
    ROW(LOG2, 1, log2(x))                                                                                              \
    ROW(SINE, 1, wave_of(x, 0))                                                                                        \
    ROW(COSINE, 1, wave_of(x, 0.25))                                                                                   \
    ROW(MAD, 3, product_of_32(x, y) + z)                                                                               \
    ROW(CUBE_FACE, 3, face_of(x, y, z))                                                                                \
    ROW(CUBE_S, 3, on_face(x, y, z, false))                                                                            \
    ROW(CUBE_T, 3, on_face(x, y, z, true))                                                                             \
    ROW(CUBE_MAJOR, 3, major_axis(x, y, z))                                                                            \
    ROW(CONVERT, 1, x)

/* A row gives the orders in which a comparison holds: unsigned and bits, signed, floats. */
#define MACHINE_COMPARISON_ROWS(ROW)                                                                                   \
    ROW(FALSE, 0)                                                                                                      \
    ROW(TRUE, MMRA_ANY_ORDER)                                                                                          \
    ROW(EQ, MMRA_EQUAL)                                                                                                \
    ROW(NE, MMRA_LESS | MMRA_GREATER)                                                                                  \
    ROW(LT_U, MMRA_LESS)                                                                                               \
    ROW(LE_U, MMRA_LESS | MMRA_EQUAL)                                                                                  \
    ROW(GT_U, MMRA_GREATER)                                                                                            \
    ROW(GE_U, MMRA_GREATER | MMRA_EQUAL)                                                                               \
    ROW(LT_I, MMRA_LESS)                                                                                               \
    ROW(LE_I, MMRA_LESS | MMRA_EQUAL)                                                                                  \
    ROW(GT_I, MMRA_GREATER)                                                                                            \
    ROW(GE_I, MMRA_GREATER | MMRA_EQUAL)                                                                               \
    ROW(FLOAT_EQ, MMRA_EQUAL)                                                                                          \
    ROW(FLOAT_LT, MMRA_LESS)                                                                                           \
    ROW(FLOAT_LE, MMRA_LESS | MMRA_EQUAL)                                                                              \
    ROW(FLOAT_GT, MMRA_GREATER)                                                                                        \
    ROW(FLOAT_GE, MMRA_GREATER | MMRA_EQUAL)                                                                           \
    ROW(FLOAT_LG, MMRA_LESS | MMRA_GREATER)                                                                            \
    ROW(FLOAT_ORDERED, MMRA_LESS | MMRA_EQUAL | MMRA_GREATER)                                                          \
    ROW(FLOAT_UNORDERED, MMRA_UNORDERED)                                                                               \
    ROW(FLOAT_NEQ, MMRA_UNORDERED | MMRA_LESS | MMRA_GREATER)                                                          \
    ROW(FLOAT_NLT, MMRA_UNORDERED | MMRA_EQUAL | MMRA_GREATER)                                                         \
    ROW(FLOAT_NLE, MMRA_UNORDERED | MMRA_GREATER)                                                                      \
    ROW(FLOAT_NGT, MMRA_UNORDERED | MMRA_EQUAL | MMRA_LESS)                                                            \
    ROW(FLOAT_NGE, MMRA_UNORDERED | MMRA_LESS)                                                                         \
    ROW(FLOAT_NLG, MMRA_UNORDERED | MMRA_EQUAL)

#endif
