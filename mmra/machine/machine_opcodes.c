/* Arithmetic, masks and branches: a row for each spelling. */
#include "mmra/machine/machine_matrix.h"
#include "mmra/machine/machine_reader.h"

#include <string.h>

#define ALL MACHINE_ALL
#define OLD MACHINE_OLD
#define G9  MACHINE_GFX9
#define G10 MACHINE_GFX10
#define G11 MACHINE_GFX11
#define G12 MACHINE_GFX12
#define N12 MACHINE_GFX125
#define P32 (MACHINE_GFX9 | MACHINE_GFX125)  /* two floats of 32 bits at once */
#define F12 (MACHINE_GFX12 | MACHINE_GFX115) /* scalar floats */
#define NEW MACHINE_NEW
#define S10 MACHINE_SINCE_10
#define U11 MACHINE_UNTIL_11

#define SALU(name, processors, operation, bits, carry, form)                                                           \
    {name, processors, MACHINE_SALU, MACHINE_##operation, bits, MACHINE_##carry, form}
#define VALU(name, processors, operation, bits, form)                                                                  \
    {name, processors, MACHINE_VALU, MACHINE_##operation, bits, MACHINE_KEEP, form}
/* The same of unsigned and of signed integers. */
#define SALU_SIGNS(stem, processors, operation, bits, carry, form)                                                     \
    SALU(stem "_u" #bits, processors, operation##_U, bits, carry, form),                                               \
        SALU(stem "_i" #bits, processors, operation##_I, bits, carry, form)
#define VALU_SIGNS(stem, processors, operation, bits, form)                                                            \
    VALU(stem "_u" #bits, processors, operation##_U, bits, form),                                                      \
        VALU(stem "_i" #bits, processors, operation##_I, bits, form)
#define PACKED_SIGNS(stem, operation, bits, form)                                                                      \
    PACKED(stem "_u" #bits, operation##_U, bits, form), PACKED(stem "_i" #bits, operation##_I, bits, form)
#define CARRY(name, processors, operation, form, ...)                                                                  \
    {name, processors, MACHINE_VALU, MACHINE_##operation, 32, MACHINE_CARRY, form, __VA_ARGS__}
#define REVERSED(name, processors, operation, bits, form)                                                              \
    {name, processors, MACHINE_VALU, MACHINE_##operation, bits, MACHINE_KEEP, form, 0, true}
/* The same on 16 and on 32 bits. */
#define FLOAT(stem, processors, operation, form)                                                                       \
    VALU(stem "_f16", processors, operation, 16, form), VALU(stem "_f32", processors, operation, 32, form)
#define FLOATS(stem, processors, operation, form, wide)                                                                \
    FLOAT(stem, processors, operation, form), VALU(stem "_f64", processors, operation, 64, wide)
#define DIVISION(stem, operation, form, wide)                                                                          \
    VALU(stem "_f32", ALL, operation, 32, form), VALU(stem "_f64", ALL, operation, 64, wide)
#define CONVERSION(name, operation, to, source, form)                                                                  \
    {name, ALL, MACHINE_VALU, MACHINE_##operation, to, MACHINE_KEEP, form, .from = source}
#define PACKED(name, operation, bits, ...)                                                                             \
    {name, ALL, MACHINE_VALU, MACHINE_##operation, bits, MACHINE_KEEP, .packed = true, .form = __VA_ARGS__}
#define MATRIX(name, processors, product, layout)                                                                      \
    {name,                                                                                                             \
     processors,                                                                                                       \
     MACHINE_VALU,                                                                                                     \
     MACHINE_MATRIX,                                                                                                   \
     32,                                                                                                               \
     MACHINE_KEEP,                                                                                                     \
     "MNNN",                                                                                                           \
     MACHINE_##product,                                                                                                \
     .from = MACHINE_LAYOUT_##layout,                                                                                  \
     .executed_alone = true}
#define WMMA(name, product) MATRIX(name, G11, product, RDNA3), MATRIX(name, G12, product, RDNA4)
/* LLVM 23 and the assembler for gfx942 part the types by one more underscore. */
#define MFMA(name, later, product) MATRIX(name, G9, product, CDNA), MATRIX(later, G9, product, CDNA)
#define CLOCK(name, bits, form)                                                                                        \
    {name, ALL, MACHINE_SALU, MACHINE_CLOCK, bits, MACHINE_KEEP, form, .executed_alone = true}
#define BRANCH(name, condition)   {name, ALL, MACHINE_BRANCH, MACHINE_##condition, 0, 0, "l"}
#define NOTHING(name, processors) {name, processors, MACHINE_NO_OPERATION, 0, 0, 0, "*"}

/* A scalar operation on 32 and on 64 bits. */
#define SALU_SIZES(stem, processors, operation, carry, form, wide)                                                     \
    SALU(stem "_b32", processors, operation, 32, carry, form), SALU(stem "_b64", processors, operation, 64, carry, wide)
#define SALU_BOTH(stem, processors, operation, carry) SALU_SIZES(stem, processors, operation, carry, "dss", "DSS")
/* The same on floats of 16 and of 32 bits. */
#define SALU_FLOATS(stem, operation, form)                                                                             \
    SALU(stem "_f16", F12, operation, 16, KEEP, form), SALU(stem "_f32", F12, operation, 32, KEEP, form)
#define MASK(name, processors, kind, bits, form, operation)                                                            \
    {name, processors, MACHINE_SALU, MACHINE_##kind, bits, MACHINE_NONZERO, form, MACHINE_##operation}
#define SAVE_EXEC(stem, processors, operation)                                                                         \
    MASK(stem "_saveexec_b32", processors, SAVE_EXEC, 32, "ds", operation),                                            \
        MASK(stem "_saveexec_b64", processors, SAVE_EXEC, 64, "DS", operation)
#define WRITE_EXEC(stem, processors, operation)                                                                        \
    MASK(stem "_wrexec_b32", processors, WRITE_EXEC, 32, "ds", operation),                                             \
        MASK(stem "_wrexec_b64", processors, WRITE_EXEC, 64, "DS", operation)

#define SCALAR_COMPARE(type, operation, bits, form)                                                                    \
    {"s_cmp_" type, ALL, MACHINE_SALU, MACHINE_##operation, bits, MACHINE_NONZERO, form}
#define SCALAR_COMPARES(sign)                                                                                          \
    SCALAR_COMPARE("eq_" sign "32", EQ, 32, "ss"), SCALAR_COMPARE("lg_" sign "32", NE, 32, "ss")
#define SCALAR_ORDER(sign, SIGN)                                                                                       \
    SCALAR_COMPARE("gt_" sign "32", GT_##SIGN, 32, "ss"), SCALAR_COMPARE("ge_" sign "32", GE_##SIGN, 32, "ss"),        \
        SCALAR_COMPARE("lt_" sign "32", LT_##SIGN, 32, "ss"), SCALAR_COMPARE("le_" sign "32", LE_##SIGN, 32, "ss")
#define SHORT_COMPARE(name, operation, form)                                                                           \
    {"s_cmpk_" name, U11, MACHINE_SALU, MACHINE_##operation, 32, MACHINE_NONZERO, form}
#define SHORT_COMPARES(sign, SIGN, form)                                                                               \
    SHORT_COMPARE("eq_" sign "32", EQ, form), SHORT_COMPARE("lg_" sign "32", NE, form),                                \
        SHORT_COMPARE("gt_" sign "32", GT_##SIGN, form), SHORT_COMPARE("ge_" sign "32", GE_##SIGN, form),              \
        SHORT_COMPARE("lt_" sign "32", LT_##SIGN, form), SHORT_COMPARE("le_" sign "32", LE_##SIGN, form)

/* v_cmp writes a mask; v_cmpx EXEC too, and from gfx10 on nothing else. */
#define COMPARE(name, operation, bits, form)                                                                           \
    {"v_cmp_" name, ALL, MACHINE_COMPARE, MACHINE_##operation, bits, 0, "m" form},                                     \
        {"v_cmpx_" name, G9, MACHINE_COMPARE, MACHINE_##operation, bits, 0, "m" form, 0, false, true}, {               \
        "v_cmpx_" name, S10, MACHINE_COMPARE, MACHINE_##operation, bits, 0, form, 0, false, true                       \
    }
/* From gfx12 on scalar units compare them too. */
#define FLOAT_COMPARE(name, operation)                                                                                 \
    COMPARE(name "_f16", FLOAT_##operation, 16, "ff"), COMPARE(name "_f32", FLOAT_##operation, 32, "ff"),              \
        COMPARE(name "_f64", FLOAT_##operation, 64, "FF"),                                                             \
        SALU("s_cmp_" name "_f16", F12, FLOAT_##operation, 16, NONZERO, "ss"),                                         \
        SALU("s_cmp_" name "_f32", F12, FLOAT_##operation, 32, NONZERO, "ss")
#define COMPARES(type, SIGN, bits, form)                                                                               \
    COMPARE("eq_" type, EQ, bits, form), COMPARE("ne_" type, NE, bits, form),                                          \
        COMPARE("lt_" type, LT_##SIGN, bits, form), COMPARE("le_" type, LE_##SIGN, bits, form),                        \
        COMPARE("gt_" type, GT_##SIGN, bits, form), COMPARE("ge_" type, GE_##SIGN, bits, form)

static const struct machine_opcode opcodes[] = {
    /* scalar */
    SALU_SIZES("s_mov", ALL, MOV, KEEP, "ds", "DS"),
    SALU("s_set_gpr_idx_on(M0)", G9, REGISTER_INDEX, 32, KEEP, "dsss"),
    SALU("s_movk_i32", ALL, SEXT16, 32, KEEP, "ds"),
    SALU_SIZES("s_wqm", ALL, WHOLE_QUADS, NONZERO, "ds", "DS"),
    SALU("s_add_u32", U11, ADD, 32, CARRY, "dss"),
    SALU("s_add_co_u32", G12, ADD, 32, CARRY, "dss"),
    SALU("s_add_i32", U11, ADD, 32, OVERFLOW, "dss"),
    SALU("s_add_co_i32", G12, ADD, 32, OVERFLOW, "dss"),
    SALU("s_sub_u32", U11, SUB, 32, CARRY, "dss"),
    SALU("s_sub_co_u32", G12, SUB, 32, CARRY, "dss"),
    SALU("s_sub_i32", U11, SUB, 32, OVERFLOW, "dss"),
    SALU("s_sub_co_i32", G12, SUB, 32, OVERFLOW, "dss"),
    SALU("s_addc_u32", U11, ADD_CARRY, 32, CARRY, "dss"),
    SALU("s_add_co_ci_u32", G12, ADD_CARRY, 32, CARRY, "dss"),
    SALU("s_subb_u32", U11, SUB_BORROW, 32, CARRY, "dss"),
    SALU("s_sub_co_ci_u32", G12, SUB_BORROW, 32, CARRY, "dss"),
    SALU("s_add_nc_u64", G12, ADD, 64, KEEP, "DSS"),
    SALU("s_sub_nc_u64", G12, SUB, 64, KEEP, "DSS"),
    SALU("s_addk_i32", U11, ADD, 32, OVERFLOW, "xk"),
    SALU("s_addk_co_i32", G12, ADD, 32, OVERFLOW, "xk"),
    SALU("s_mulk_i32", ALL, MUL, 32, KEEP, "xk"),
    SALU("s_mul_i32", ALL, MUL, 32, KEEP, "dss"),
    SALU_SIGNS("s_mul_hi", ALL, MUL_HIGH, 32, KEEP, "dss"),
    SALU("s_mul_u64", G12, MUL, 64, KEEP, "DSS"),
    SALU_BOTH("s_and", ALL, AND, NONZERO),
    SALU_BOTH("s_or", ALL, OR, NONZERO),
    SALU_BOTH("s_xor", ALL, XOR, NONZERO),
    SALU_BOTH("s_andn2", OLD, AND_NOT, NONZERO),
    SALU_BOTH("s_and_not1", NEW, AND_NOT, NONZERO),
    SALU_BOTH("s_orn2", OLD, OR_NOT, NONZERO),
    SALU_BOTH("s_or_not1", NEW, OR_NOT, NONZERO),
    SALU_BOTH("s_nand", ALL, NAND, NONZERO),
    SALU_BOTH("s_nor", ALL, NOR, NONZERO),
    SALU_BOTH("s_xnor", ALL, XNOR, NONZERO),
    SALU_SIZES("s_not", ALL, NOT, NONZERO, "ds", "DS"),
    SALU_SIZES("s_lshl", ALL, SHL, NONZERO, "dss", "DSs"),
    SALU_SIZES("s_lshr", ALL, SHR, NONZERO, "dss", "DSs"),
    SALU("s_ashr_i32", ALL, SAR, 32, NONZERO, "dss"),
    SALU("s_ashr_i64", ALL, SAR, 64, NONZERO, "DSs"),
    SALU("s_lshl1_add_u32", ALL, SHL1_ADD, 32, CARRY, "dss"),
    SALU("s_lshl2_add_u32", ALL, SHL2_ADD, 32, CARRY, "dss"),
    SALU("s_lshl3_add_u32", ALL, SHL3_ADD, 32, CARRY, "dss"),
    SALU("s_lshl4_add_u32", ALL, SHL4_ADD, 32, CARRY, "dss"),
    SALU_SIGNS("s_bfe", ALL, PACKED_FIELD, 32, NONZERO, "dss"),
    SALU_SIGNS("s_bfe", ALL, PACKED_FIELD, 64, NONZERO, "DSs"),
    SALU_SIZES("s_bfm", ALL, FIELD_MASK, KEEP, "dss", "Dss"),
    SALU_SIZES("s_brev", ALL, REVERSE, KEEP, "ds", "DS"),
    SALU("s_bitreplicate_b64_b32", ALL, REPLICATE, 64, KEEP, "Ds"),
    SALU_SIZES("s_bcnt1_i32", ALL, COUNT_ONES, NONZERO, "ds", "dS"),
    SALU_SIZES("s_bcnt0_i32", ALL, COUNT_ZEROS, NONZERO, "ds", "dS"),
    SALU_SIZES("s_ff1_i32", OLD, FIRST_ONE, KEEP, "ds", "dS"),
    SALU_SIZES("s_ctz_i32", NEW, FIRST_ONE, KEEP, "ds", "dS"),
    SALU_SIZES("s_flbit_i32", OLD, FIRST_ONE_HIGH, KEEP, "ds", "dS"),
    SALU("s_flbit_i32", OLD, SIGN_BITS, 32, KEEP, "ds"),
    SALU("s_flbit_i32_i64", OLD, SIGN_BITS, 64, KEEP, "dS"),
    SALU("s_cls_i32", NEW, SIGN_BITS, 32, KEEP, "ds"),
    SALU("s_cls_i32_i64", NEW, SIGN_BITS, 64, KEEP, "dS"),
    SALU("s_clz_i32_u64", NEW, FIRST_ONE_HIGH, 64, KEEP, "dS"),
    SALU("s_clz_i32_u32", NEW, FIRST_ONE_HIGH, 32, KEEP, "ds"),
    SALU_SIGNS("s_min", ALL, MIN, 32, CHOSEN, "dss"),
    SALU_SIGNS("s_max", ALL, MAX, 32, CHOSEN, "dss"),
    SALU("s_absdiff_i32", ALL, ABS_DIFFERENCE, 32, NONZERO, "dss"),
    SALU("s_abs_i32", ALL, ABS, 32, NONZERO, "ds"),
    SALU("s_sext_i32_i8", ALL, SEXT8, 32, KEEP, "ds"),
    SALU("s_sext_i32_i16", ALL, SEXT16, 32, KEEP, "ds"),
    SALU("s_bitset0_b32", ALL, BIT_SET0, 32, KEEP, "xs"),
    SALU("s_bitset1_b32", ALL, BIT_SET1, 32, KEEP, "xs"),
    SALU("s_pack_ll_b32_b16", ALL, PACK_LL, 32, KEEP, "dss"),
    SALU("s_pack_lh_b32_b16", ALL, PACK_LH, 32, KEEP, "dss"),
    SALU("s_pack_hl_b32_b16", NEW, PACK_HL, 32, KEEP, "dss"),
    SALU("s_pack_hh_b32_b16", ALL, PACK_HH, 32, KEEP, "dss"),
    {"s_cmovk_i32", ALL, MACHINE_SALU, MACHINE_SELECT, 32, MACHINE_KEEP, "xk", 0, true},
    SALU_SIZES("s_cselect", ALL, SELECT, KEEP, "dss", "DSS"),
    SAVE_EXEC("s_and", ALL, AND),
    SAVE_EXEC("s_or", ALL, OR),
    SAVE_EXEC("s_xor", ALL, XOR),
    SAVE_EXEC("s_andn2", OLD, AND_NOT),
    SAVE_EXEC("s_and_not1", NEW, AND_NOT),
    WRITE_EXEC("s_andn2", OLD, AND_NOT),
    WRITE_EXEC("s_and_not1", NEW, AND_NOT),
    SCALAR_COMPARES("u"),
    SCALAR_COMPARES("i"),
    SCALAR_ORDER("u", U),
    SCALAR_ORDER("i", I),
    SCALAR_COMPARE("eq_u64", EQ, 64, "SS"),
    SCALAR_COMPARE("lg_u64", NE, 64, "SS"),
    SHORT_COMPARES("u", U, "ss"),
    SHORT_COMPARES("i", I, "sk"),
    SALU("s_bitcmp0_b32", ALL, BIT_TEST0, 32, NONZERO, "ss"),
    SALU("s_bitcmp1_b32", ALL, BIT_TEST1, 32, NONZERO, "ss"),
    SALU("s_bitcmp0_b64", ALL, BIT_TEST0, 64, NONZERO, "Ss"),
    SALU("s_bitcmp1_b64", ALL, BIT_TEST1, 64, NONZERO, "Ss"),
    CLOCK("s_memtime", 64, "D"),
    CLOCK("s_memrealtime", 64, "D"),
    CLOCK("s_getreg_b32", 32, "d?"),
    {"s_get_shader_cycles_u64", N12, MACHINE_SALU, MACHINE_CLOCK, 64, MACHINE_KEEP, "D", .executed_alone = true},
    CLOCK("s_sendmsg_rtn_b64", 64, "D?"),
    /* vector */
    VALU("v_mov_b32", ALL, MOV, 32, "va"),
    VALU("v_mov_b64", MACHINE_GFX94 | N12, MOV, 64, "VA"),
    VALU("v_pk_mov_b32", G9, PACKED_MOV, 64, "VAA"),
    VALU("v_mov_b16", NEW, MOV, 16, "va"),
    VALU("v_cndmask_b32", ALL, SELECT, 32, "vffn"),
    VALU("v_add_u32", G9, ADD, 32, "vaa"),
    VALU("v_add_nc_u32", S10, ADD, 32, "vaa"),
    VALU("v_add_i32", G9, ADD_I, 32, "vaa"),
    VALU("v_add_nc_i32", S10, ADD_I, 32, "vaa"),
    VALU("v_sub_i32", G9, SUB_I, 32, "vaa"),
    VALU("v_sub_nc_i32", S10, SUB_I, 32, "vaa"),
    VALU("v_sub_u32", G9, SUB, 32, "vaa"),
    VALU("v_add_nc_u64", N12, ADD, 64, "VAA"),
    VALU("v_sub_nc_u64", N12, SUB, 64, "VAA"),
    VALU("v_mul_u64", N12, MUL, 64, "VAA"),
    VALU("v_sub_nc_u32", S10, SUB, 32, "vaa"),
    REVERSED("v_subrev_u32", G9, SUB, 32, "vaa"),
    REVERSED("v_subrev_nc_u32", S10, SUB, 32, "vaa"),
    CARRY("v_add_co_u32", ALL, ADD, "vmaa", 0),
    CARRY("v_sub_co_u32", ALL, SUB, "vmaa", 0),
    CARRY("v_subrev_co_u32", ALL, SUB, "vmaa", 0, true),
    CARRY("v_addc_co_u32", G9, ADD_CARRY, "vmaan", 0),
    CARRY("v_add_co_ci_u32", S10, ADD_CARRY, "vmaan", 0),
    CARRY("v_subb_co_u32", G9, SUB_BORROW, "vmaan", 0),
    CARRY("v_sub_co_ci_u32", S10, SUB_BORROW, "vmaan", 0),
    CARRY("v_subbrev_co_u32", G9, SUB_BORROW, "vmaan", 0, true),
    CARRY("v_subrev_co_ci_u32", S10, SUB_BORROW, "vmaan", 0, true),
    VALU("v_mul_lo_u32", ALL, MUL, 32, "vaa"),
    VALU_SIGNS("v_mul_hi", ALL, MUL_HIGH, 32, "vaa"),
    VALU("v_mul_u32_u24", ALL, MUL_U24, 32, "vaa"),
    VALU("v_mul_i32_i24", ALL, MUL_I24, 32, "vaa"),
    VALU("v_mul_hi_u32_u24", ALL, MUL_HIGH_U24, 32, "vaa"),
    VALU("v_mul_hi_i32_i24", ALL, MUL_HIGH_I24, 32, "vaa"),
    VALU("v_mad_u32_u24", ALL, MAD_U24, 32, "vaaa"),
    VALU("v_mad_i32_i24", ALL, MAD_I24, 32, "vaaa"),
    CARRY("v_mad_u64_u32", U11, MAD_U64, "VmaaA", 0),
    CARRY("v_mad_co_u64_u32", G12, MAD_U64, "VmaaA", 0),
    CARRY("v_mad_i64_i32", U11, MAD_I64, "VmaaA", 0),
    CARRY("v_mad_co_i64_i32", G12, MAD_I64, "VmaaA", 0),
    VALU("v_mad_nc_u64_u32", N12, MAD_U64, 32, "VaaA"),
    VALU("v_mad_nc_i64_i32", N12, MAD_I64, 32, "VaaA"),
    VALU("v_mad_u32", N12, MUL_ADD, 32, "vaaa"),
    VALU("v_and_b32", ALL, AND, 32, "vaa"),
    VALU("v_or_b32", ALL, OR, 32, "vaa"),
    VALU("v_xor_b32", ALL, XOR, 32, "vaa"),
    VALU("v_xnor_b32", ALL, XNOR, 32, "vaa"),
    VALU("v_not_b32", ALL, NOT, 32, "va"),
    REVERSED("v_lshlrev_b32", ALL, SHL, 32, "vaa"),
    REVERSED("v_lshrrev_b32", ALL, SHR, 32, "vaa"),
    REVERSED("v_ashrrev_i32", ALL, SAR, 32, "vaa"),
    REVERSED("v_lshlrev_b64", ALL, SHL, 64, "VaA"),
    REVERSED("v_lshrrev_b64", ALL, SHR, 64, "VaA"),
    REVERSED("v_ashrrev_i64", ALL, SAR, 64, "VaA"),
    VALU("v_lshl_add_u64", MACHINE_GFX94 | N12, SHL_ADD, 64, "VAaA"),
    VALU("v_lshl_add_u32", ALL, SHL_ADD, 32, "vaaa"),
    VALU("v_add_lshl_u32", ALL, ADD_SHL, 32, "vaaa"),
    VALU("v_lshl_or_b32", ALL, SHL_OR, 32, "vaaa"),
    VALU("v_and_or_b32", ALL, AND_OR, 32, "vaaa"),
    VALU("v_or3_b32", ALL, OR3, 32, "vaaa"),
    VALU("v_xor3_b32", S10, XOR3, 32, "vaaa"),
    VALU("v_add3_u32", ALL, ADD3, 32, "vaaa"),
    VALU("v_xad_u32", ALL, XOR_ADD, 32, "vaaa"),
    VALU_SIGNS("v_bfe", ALL, FIELD, 32, "vaaa"),
    VALU("v_bfi_b32", ALL, INSERT_FIELD, 32, "vaaa"),
    VALU("v_bitop3_b16", MACHINE_GFX95 | N12, BIT_TABLE, 16, "vaaa"),
    VALU("v_bitop3_b32", MACHINE_GFX95 | N12, BIT_TABLE, 32, "vaaa"),
    VALU("v_bitop2_b32", N12, BIT_TABLE, 32, "vaa"),
    VALU("v_bfm_b32", ALL, FIELD_MASK, 32, "vaa"),
    VALU("v_alignbit_b32", ALL, ALIGN_BIT, 32, "vaaa"),
    VALU("v_alignbyte_b32", ALL, ALIGN_BYTE, 32, "vaaa"),
    VALU("v_perm_b32", ALL, PERMUTE, 32, "vaaa"),
    VALU("v_bfrev_b32", ALL, REVERSE, 32, "va"),
    VALU("v_bcnt_u32_b32", ALL, COUNT_ONES, 32, "vaa"),
    VALU("v_ffbl_b32", OLD, FIRST_ONE, 32, "va"),
    VALU("v_ctz_i32_b32", NEW, FIRST_ONE, 32, "va"),
    VALU("v_ffbh_u32", OLD, FIRST_ONE_HIGH, 32, "va"),
    VALU("v_ffbh_i32", OLD, SIGN_BITS, 32, "va"),
    VALU("v_cls_i32", NEW, SIGN_BITS, 32, "va"),
    VALU("v_clz_i32_u32", NEW, FIRST_ONE_HIGH, 32, "va"),
    VALU_SIGNS("v_min", ALL, MIN, 32, "vaa"),
    VALU_SIGNS("v_max", ALL, MAX, 32, "vaa"),
    VALU_SIGNS("v_min", N12, MIN, 64, "VAA"),
    VALU_SIGNS("v_max", N12, MAX, 64, "VAA"),
    VALU_SIGNS("v_min3", ALL, MIN3, 32, "vaaa"),
    VALU_SIGNS("v_max3", ALL, MAX3, 32, "vaaa"),
    VALU_SIGNS("v_med3", ALL, MED3, 32, "vaaa"),
    VALU_SIGNS("v_minmax", NEW, MIN_MAX, 32, "vaaa"),
    VALU_SIGNS("v_maxmin", NEW, MAX_MIN, 32, "vaaa"),
    VALU("v_mbcnt_lo_u32_b32", ALL, MASKED_BITS_LOW, 32, "vaa"),
    VALU("v_mbcnt_hi_u32_b32", ALL, MASKED_BITS_HIGH, 32, "vaa"),
    {"v_movrels_b32", S10, MACHINE_VALU, MACHINE_MOVE_RELATIVE, 32, MACHINE_KEEP, "vr", .executed_alone = true},
    {"v_movreld_b32", S10, MACHINE_VALU, MACHINE_MOVE_RELATIVE, 32, MACHINE_KEEP, "va", .reversed = true,
     .executed_alone = true},
    {"v_mov_b32(SRC0)", G9, MACHINE_VALU, MACHINE_MOVE_RELATIVE, 32, MACHINE_KEEP, "vr", .executed_alone = true},
    {"v_mov_b32(DST)", G9, MACHINE_VALU, MACHINE_MOVE_RELATIVE, 32, MACHINE_KEEP, "va", .reversed = true,
     .executed_alone = true},
    VALU("v_readfirstlane_b32", ALL, READ_FIRST_LANE, 32, "da"),
    VALU("v_readlane_b32", ALL, READ_LANE, 32, "das"),
    VALU("v_writelane_b32", ALL, WRITE_LANE, 32, "vss"),
    {"v_permlane64_b32", NEW, MACHINE_VALU, MACHINE_SWAP_HALVES, 32, MACHINE_KEEP, "va", .executed_alone = true},
    {"v_permlane16_swap_b32", MACHINE_GFX95 | N12, MACHINE_VALU, MACHINE_SWAP_ROWS, 32, MACHINE_KEEP, "vr",
     .combine = 16, .executed_alone = true},
    {"v_permlane32_swap_b32", MACHINE_GFX95, MACHINE_VALU, MACHINE_SWAP_ROWS, 32, MACHINE_KEEP, "vr", .combine = 32,
     .executed_alone = true},
    {"v_permlane16_b32", S10, MACHINE_VALU, MACHINE_PERMUTE_ROWS, 32, MACHINE_KEEP, "vass", .executed_alone = true},
    {"v_permlanex16_b32", S10, MACHINE_VALU, MACHINE_PERMUTE_ROWS, 32, MACHINE_KEEP, "vass", .combine = 16,
     .executed_alone = true},
    WMMA("v_wmma_f32_16x16x16_f16", F32_F16),
    WMMA("v_wmma_f32_16x16x16_bf16", F32_BF16),
    WMMA("v_wmma_f16_16x16x16_f16", F16_F16),
    WMMA("v_wmma_bf16_16x16x16_bf16", BF16_BF16),
    WMMA("v_wmma_i32_16x16x16_iu8", I32_IU8),
    MFMA("v_mfma_f32_16x16x16f16", "v_mfma_f32_16x16x16_f16", F32_F16),
    MFMA("v_mfma_f32_16x16x16bf16_1k", "v_mfma_f32_16x16x16_bf16", F32_BF16),
    MFMA("v_mfma_f32_16x16x4f32", "v_mfma_f32_16x16x4_f32", F32_F32_X4),
    MFMA("v_mfma_i32_16x16x16i8", "v_mfma_i32_16x16x16_i8", I32_I8),
    MATRIX("v_mfma_i32_16x16x32_i8", G9, I32_I8_X32, CDNA),
    {"v_accvgpr_read_b32", G9, MACHINE_VALU, MACHINE_MOV, 32, MACHINE_KEEP, "va", .executed_alone = true},
    {"v_accvgpr_write_b32", G9, MACHINE_VALU, MACHINE_MOV, 32, MACHINE_KEEP, "va", .executed_alone = true},
    {"v_accvgpr_mov_b32", G9, MACHINE_VALU, MACHINE_MOV, 32, MACHINE_KEEP, "va", .executed_alone = true},
    COMPARES("u32", U, 32, "aa"),
    COMPARES("i32", I, 32, "aa"),
    COMPARES("u64", U, 64, "AA"),
    COMPARES("i64", I, 64, "AA"),
    COMPARE("class_f32", CLASS, 32, "fa"),
    COMPARES("u16", U, 16, "aa"),
    COMPARES("i16", I, 16, "aa"),
    COMPARE("class_f16", CLASS, 16, "fa"),
    COMPARE("class_f64", CLASS, 64, "Fa"),
    /* 16 bits */
    VALU("v_cndmask_b16", NEW, SELECT, 16, "vaan"),
    VALU("v_add_u16", G9, ADD, 16, "vaa"),
    VALU("v_add_nc_u16", S10, ADD, 16, "vaa"),
    VALU("v_add_nc_i16", S10, ADD_I, 16, "vaa"),
    VALU("v_add_i16", G9, ADD_I, 16, "haa"),
    VALU("v_sub_i16", G9, SUB_I, 16, "haa"),
    VALU("v_sub_u16", G9, SUB, 16, "vaa"),
    VALU("v_sub_nc_u16", S10, SUB, 16, "vaa"),
    VALU("v_sub_nc_i16", S10, SUB_I, 16, "vaa"),
    REVERSED("v_subrev_u16", G9, SUB, 16, "vaa"),
    VALU("v_mul_lo_u16", ALL, MUL, 16, "vaa"),
    VALU("v_mad_u16", ALL, MUL_ADD, 16, "haaa"),
    VALU("v_mad_i16", ALL, MUL_ADD, 16, "haaa"),
    VALU("v_mad_legacy_u16", G9, MUL_ADD, 16, "vaaa"),
    VALU("v_and_b16", NEW, AND, 16, "vaa"),
    VALU("v_or_b16", NEW, OR, 16, "vaa"),
    VALU("v_xor_b16", NEW, XOR, 16, "vaa"),
    VALU("v_not_b16", NEW, NOT, 16, "va"),
    REVERSED("v_lshlrev_b16", ALL, SHL, 16, "vaa"),
    REVERSED("v_lshrrev_b16", ALL, SHR, 16, "vaa"),
    REVERSED("v_ashrrev_i16", ALL, SAR, 16, "vaa"),
    VALU_SIGNS("v_min", ALL, MIN, 16, "vaa"),
    VALU_SIGNS("v_max", ALL, MAX, 16, "vaa"),
    VALU_SIGNS("v_min3", ALL, MIN3, 16, "vaaa"),
    VALU_SIGNS("v_max3", ALL, MAX3, 16, "vaaa"),
    VALU_SIGNS("v_med3", ALL, MED3, 16, "vaaa"),
    /* two of 16 bits, and bytes */
    PACKED("v_pk_add_u16", ADD, 16, "vaa"),
    PACKED("v_pk_add_i16", ADD_I, 16, "vaa"),
    PACKED("v_pk_sub_u16", SUB, 16, "vaa"),
    PACKED("v_pk_sub_i16", SUB_I, 16, "vaa"),
    PACKED("v_pk_mul_lo_u16", MUL, 16, "vaa"),
    PACKED("v_pk_mad_u16", MUL_ADD, 16, "vaaa"),
    PACKED("v_pk_mad_i16", MUL_ADD, 16, "vaaa"),
    PACKED("v_pk_lshlrev_b16", SHL, 16, "vaa", .reversed = true),
    PACKED("v_pk_lshrrev_b16", SHR, 16, "vaa", .reversed = true),
    PACKED("v_pk_ashrrev_i16", SAR, 16, "vaa", .reversed = true),
    PACKED_SIGNS("v_pk_min", MIN, 16, "vaa"),
    PACKED_SIGNS("v_pk_max", MAX, 16, "vaa"),
    PACKED("v_pk_add_f16", FLOAT_ADD, 16, "vff"),
    PACKED("v_pk_mul_f16", FLOAT_MUL, 16, "vff"),
    PACKED("v_pk_fma_f16", FLOAT_FMA, 16, "vfff"),
    PACKED("v_pk_min_f16", FLOAT_MIN, 16, "vff"),
    PACKED("v_pk_max_f16", FLOAT_MAX, 16, "vff"),
    PACKED("v_pk_min_num_f16", FLOAT_MIN, 16, "vff"),
    PACKED("v_pk_max_num_f16", FLOAT_MAX, 16, "vff"),
    CONVERSION("v_pack_b32_f16", PACK_LL, 32, 16, "vff"),
    VALU("v_cvt_i32_i16", NEW, SEXT16, 32, "va"),
    VALU("v_cvt_u32_u16", NEW, ZEXT16, 32, "va"),
    VALU("v_cvt_pk_u16_u32", ALL, PACK_U16, 32, "vaa"),
    VALU("v_cvt_pk_i16_i32", ALL, PACK_I16, 32, "vaa"),
    VALU("v_cvt_pk_u16_f32", NEW, FLOAT_PACK_U16, 32, "vff"),
    VALU("v_cvt_pk_i16_f32", NEW, FLOAT_PACK_I16, 32, "vff"),
    VALU("v_cvt_pkrtz_f16_f32", OLD, FLOAT_PACK_HALVES, 32, "vff"),
    VALU("v_cvt_pk_rtz_f16_f32", NEW, FLOAT_PACK_HALVES, 32, "vff"),
    VALU("v_cvt_pk_f16_f32", MACHINE_GFX95 | N12, FLOAT_PACK_NEAREST, 32, "vff"),
    VALU("v_cvt_pknorm_u16_f32", OLD, FLOAT_PACK_UNORM, 32, "vff"),
    VALU("v_cvt_pk_norm_u16_f32", NEW, FLOAT_PACK_UNORM, 32, "vff"),
    VALU("v_cvt_pknorm_i16_f32", OLD, FLOAT_PACK_SNORM, 32, "vff"),
    VALU("v_cvt_pk_norm_i16_f32", NEW, FLOAT_PACK_SNORM, 32, "vff"),
    VALU("v_sad_u8", ALL, SAD_U8, 32, "vaaa"),
    VALU("v_dot4_u32_u8", ALL, DOT4_U, 32, "vaaa"),
    VALU("v_dot4_i32_i8", OLD, DOT4_I, 32, "vaaa"),
    VALU("v_dot4c_i32_i8", OLD, DOT4_I, 32, "waa"),
    VALU("v_dot4_i32_iu8", NEW, DOT4_EITHER, 32, "vaaa"),
    VALU("v_dot2_f32_f16", ALL, FLOAT_DOT2, 32, "vppa"),
    VALU("v_dot2c_f32_f16", ALL, FLOAT_DOT2, 32, "wpp"),
    /* floats */
    FLOATS("v_add", ALL, FLOAT_ADD, "vff", "VFF"),
    FLOAT("v_sub", ALL, FLOAT_SUB, "vff"),
    REVERSED("v_subrev_f16", ALL, FLOAT_SUB, 16, "vff"),
    REVERSED("v_subrev_f32", ALL, FLOAT_SUB, 32, "vff"),
    FLOATS("v_mul", ALL, FLOAT_MUL, "vff", "VFF"),
    VALU("v_mul_legacy_f32", U11, FLOAT_MUL_LEGACY, 32, "vff"),
    VALU("v_mul_dx9_zero_f32", NEW, FLOAT_MUL_LEGACY, 32, "vff"),
    VALU("v_fma_f16", ALL, FLOAT_FMA, 16, "hfff"),
    VALU("v_fma_f32", ALL, FLOAT_FMA, 32, "vfff"),
    FLOAT("v_fmac", ALL, FLOAT_FMA, "wff"),
    VALU("v_mad_f32", MACHINE_GFX90, FLOAT_MAD, 32, "vfff"),
    VALU("v_mac_f32", MACHINE_GFX90, FLOAT_MAD, 32, "wff"),
    VALU("v_madak_f32", MACHINE_GFX90, FLOAT_MAD, 32, "vfff"),
    VALU("v_madmk_f32", MACHINE_GFX90, FLOAT_MAD, 32, "vfff"),
    FLOAT("v_fmaak", S10 | MACHINE_GFX94, FLOAT_FMA, "vfff"),
    FLOAT("v_fmamk", S10 | MACHINE_GFX94, FLOAT_FMA, "vfff"),
    FLOATS("v_min", U11, FLOAT_MIN, "vff", "VFF"),
    FLOATS("v_max", U11, FLOAT_MAX, "vff", "VFF"),
    FLOATS("v_min_num", G12, FLOAT_MIN, "vff", "VFF"),
    FLOATS("v_max_num", G12, FLOAT_MAX, "vff", "VFF"),
    FLOAT("v_min3", U11, FLOAT_MIN3, "vfff"),
    FLOAT("v_max3", U11, FLOAT_MAX3, "vfff"),
    FLOAT("v_med3", U11, FLOAT_MED3, "vfff"),
    FLOAT("v_min3_num", G12, FLOAT_MIN3, "vfff"),
    FLOAT("v_max3_num", G12, FLOAT_MAX3, "vfff"),
    FLOAT("v_med3_num", G12, FLOAT_MED3, "vfff"),
    FLOAT("v_minmax", G11, FLOAT_MIN_MAX, "vfff"),
    FLOAT("v_maxmin", G11, FLOAT_MAX_MIN, "vfff"),
    FLOAT("v_minmax_num", G12, FLOAT_MIN_MAX, "vfff"),
    FLOAT("v_maxmin_num", G12, FLOAT_MAX_MIN, "vfff"),
    FLOATS("v_trunc", ALL, FLOAT_TRUNC, "vf", "VF"),
    FLOATS("v_floor", ALL, FLOAT_FLOOR, "vf", "VF"),
    FLOATS("v_ceil", ALL, FLOAT_CEIL, "vf", "VF"),
    FLOATS("v_rndne", ALL, FLOAT_NEAREST, "vf", "VF"),
    FLOATS("v_fract", ALL, FLOAT_FRACT, "vf", "VF"),
    FLOATS("v_rcp", ALL, FLOAT_RECIPROCAL, "vf", "VF"),
    VALU("v_rcp_iflag_f32", ALL, FLOAT_RECIPROCAL, 32, "vf"),
    FLOATS("v_sqrt", ALL, FLOAT_ROOT, "vf", "VF"),
    FLOATS("v_rsq", ALL, FLOAT_RECIPROCAL_ROOT, "vf", "VF"),
    FLOAT("v_exp", ALL, FLOAT_EXP2, "vf"),
    FLOAT("v_log", ALL, FLOAT_LOG2, "vf"),
    FLOAT("v_sin", ALL, FLOAT_SINE, "vf"),
    FLOAT("v_cos", ALL, FLOAT_COSINE, "vf"),
    VALU("v_cubeid_f32", ALL, FLOAT_CUBE_FACE, 32, "vfff"),
    VALU("v_cubesc_f32", ALL, FLOAT_CUBE_S, 32, "vfff"),
    VALU("v_cubetc_f32", ALL, FLOAT_CUBE_T, 32, "vfff"),
    VALU("v_cubema_f32", ALL, FLOAT_CUBE_MAJOR, 32, "vfff"),
    FLOATS("v_ldexp", ALL, FLOAT_SCALE, "vfa", "VFa"),
    FLOATS("v_frexp_mant", ALL, FLOAT_FRACTION, "vf", "VF"),
    VALU("v_frexp_exp_i32_f32", ALL, FLOAT_EXPONENT, 32, "vf"),
    VALU("v_frexp_exp_i16_f16", ALL, FLOAT_EXPONENT, 16, "vf"),
    CONVERSION("v_frexp_exp_i32_f64", FLOAT_EXPONENT, 32, 64, "vF"),
    VALU("v_cvt_f32_i32", ALL, FLOAT_FROM_I, 32, "va"),
    VALU("v_cvt_f32_u32", ALL, FLOAT_FROM_U, 32, "va"),
    VALU("v_cvt_f16_i16", ALL, FLOAT_FROM_I, 16, "va"),
    VALU("v_cvt_f16_u16", ALL, FLOAT_FROM_U, 16, "va"),
    CONVERSION("v_cvt_f64_i32", FLOAT_FROM_I, 64, 32, "Va"),
    CONVERSION("v_cvt_f64_u32", FLOAT_FROM_U, 64, 32, "Va"),
    VALU("v_cvt_i32_f32", ALL, FLOAT_TO_I, 32, "vf"),
    VALU("v_cvt_u32_f32", ALL, FLOAT_TO_U, 32, "vf"),
    VALU("v_cvt_i16_f16", ALL, FLOAT_TO_I, 16, "vf"),
    VALU("v_cvt_u16_f16", ALL, FLOAT_TO_U, 16, "vf"),
    CONVERSION("v_cvt_i32_f64", FLOAT_TO_I, 32, 64, "vF"),
    CONVERSION("v_cvt_u32_f64", FLOAT_TO_U, 32, 64, "vF"),
    CONVERSION("v_cvt_f16_f32", FLOAT_CONVERT, 16, 32, "vf"),
    CONVERSION("v_cvt_f32_f16", FLOAT_CONVERT, 32, 16, "vf"),
    CONVERSION("v_cvt_f32_f64", FLOAT_CONVERT, 32, 64, "vF"),
    CONVERSION("v_cvt_f64_f32", FLOAT_CONVERT, 64, 32, "Vf"),
    VALU("v_cvt_f32_ubyte0", ALL, FLOAT_FROM_BYTE0, 32, "va"),
    VALU("v_cvt_f32_ubyte1", ALL, FLOAT_FROM_BYTE1, 32, "va"),
    VALU("v_cvt_f32_ubyte2", ALL, FLOAT_FROM_BYTE2, 32, "va"),
    VALU("v_cvt_f32_ubyte3", ALL, FLOAT_FROM_BYTE3, 32, "va"),
    CONVERSION("v_fma_mix_f32", FLOAT_MIX, 32, 32, "vfff"),
    CONVERSION("v_fma_mixlo_f16", FLOAT_MIX, 16, 32, "hfff"),
    CONVERSION("v_fma_mixhi_f16", FLOAT_MIX, 16, 32, "Hfff"),
    DIVISION("v_div_scale", DIVIDE_SCALE, "vmfff", "VmFFF"),
    DIVISION("v_div_fmas", DIVIDE_MULTIPLY, "vfff+", "VFFF+"),
    DIVISION("v_div_fixup", DIVIDE_FIX, "vfff", "VFFF"),
    VALU("v_div_fixup_f16", ALL, DIVIDE_FIX, 16, "hfff"),
    VALU("v_fma_f64", ALL, FLOAT_FMA, 64, "VFFF"),
    VALU("v_fmac_f64", P32, FLOAT_FMA, 64, "WFF"),
    {"v_pk_add_f32", P32, MACHINE_VALU, MACHINE_FLOAT_ADD, 32, MACHINE_KEEP, "VAA", .packed = true},
    {"v_pk_mul_f32", P32, MACHINE_VALU, MACHINE_FLOAT_MUL, 32, MACHINE_KEEP, "VAA", .packed = true},
    {"v_pk_fma_f32", P32, MACHINE_VALU, MACHINE_FLOAT_FMA, 32, MACHINE_KEEP, "VAAA", .packed = true},
    SALU_FLOATS("s_add", FLOAT_ADD, "dss"),
    SALU_FLOATS("s_sub", FLOAT_SUB, "dss"),
    SALU_FLOATS("s_mul", FLOAT_MUL, "dss"),
    SALU_FLOATS("s_min_num", FLOAT_MIN, "dss"),
    SALU_FLOATS("s_max_num", FLOAT_MAX, "dss"),
    SALU_FLOATS("s_min", FLOAT_MIN, "dss"),
    SALU_FLOATS("s_max", FLOAT_MAX, "dss"),
    SALU_FLOATS("s_fmac", FLOAT_FMA, "yss"),
    SALU("s_fmaak_f32", F12, FLOAT_FMA, 32, KEEP, "dsss"),
    SALU("s_fmamk_f32", F12, FLOAT_FMA, 32, KEEP, "dsss"),
    SALU_FLOATS("s_trunc", FLOAT_TRUNC, "ds"),
    SALU_FLOATS("s_floor", FLOAT_FLOOR, "ds"),
    SALU_FLOATS("s_ceil", FLOAT_CEIL, "ds"),
    SALU_FLOATS("s_rndne", FLOAT_NEAREST, "ds"),
    {"s_cvt_f16_f32", F12, MACHINE_SALU, MACHINE_FLOAT_CONVERT, 16, MACHINE_KEEP, "ds", .from = 32},
    {"s_cvt_f32_f16", F12, MACHINE_SALU, MACHINE_FLOAT_CONVERT, 32, MACHINE_KEEP, "ds", .from = 16},
    {"s_cvt_hi_f32_f16", F12, MACHINE_SALU, MACHINE_FLOAT_CONVERT, 32, MACHINE_KEEP, "dt", .from = 16},
    SALU("s_cvt_f32_i32", F12, FLOAT_FROM_I, 32, KEEP, "ds"),
    SALU("s_cvt_f32_u32", F12, FLOAT_FROM_U, 32, KEEP, "ds"),
    SALU("s_cvt_i32_f32", F12, FLOAT_TO_I, 32, KEEP, "ds"),
    SALU("s_cvt_u32_f32", F12, FLOAT_TO_U, 32, KEEP, "ds"),
    SALU_FLOATS("v_s_rcp", FLOAT_RECIPROCAL, "df"),
    SALU_FLOATS("v_s_rsq", FLOAT_RECIPROCAL_ROOT, "df"),
    SALU_FLOATS("v_s_sqrt", FLOAT_ROOT, "df"),
    SALU_FLOATS("v_s_exp", FLOAT_EXP2, "df"),
    SALU_FLOATS("v_s_log", FLOAT_LOG2, "df"),
    FLOAT_COMPARE("eq", EQ),
    FLOAT_COMPARE("lt", LT),
    FLOAT_COMPARE("le", LE),
    FLOAT_COMPARE("gt", GT),
    FLOAT_COMPARE("ge", GE),
    FLOAT_COMPARE("lg", LG),
    FLOAT_COMPARE("o", ORDERED),
    FLOAT_COMPARE("u", UNORDERED),
    FLOAT_COMPARE("neq", NEQ),
    FLOAT_COMPARE("nlt", NLT),
    FLOAT_COMPARE("nle", NLE),
    FLOAT_COMPARE("ngt", NGT),
    FLOAT_COMPARE("nge", NGE),
    FLOAT_COMPARE("nlg", NLG),
    /* flow */
    BRANCH("s_branch", ALWAYS),
    BRANCH("s_cbranch_scc0", SCC0),
    BRANCH("s_cbranch_scc1", SCC1),
    BRANCH("s_cbranch_vccz", VCCZ),
    BRANCH("s_cbranch_vccnz", VCCNZ),
    BRANCH("s_cbranch_execz", EXECZ),
    BRANCH("s_cbranch_execnz", EXECNZ),
    {"s_swappc_b64", ALL, MACHINE_BRANCH, MACHINE_JUMP, 64, MACHINE_KEEP, "DS", .executed_alone = true},
    {"s_setpc_b64", ALL, MACHINE_BRANCH, MACHINE_JUMP, 64, MACHINE_KEEP, "S", .executed_alone = true},
    {"s_endpgm", ALL, MACHINE_END, 0, 0, 0, ""},
    {"s_trap", ALL, MACHINE_TRAP, 0, 0, 0, "s", .executed_alone = true},
    /* no document says that one of these orders memory */
    NOTHING("s_nop", ALL),
    NOTHING("s_set_gpr_idx_off", G9),
    NOTHING("v_nop", ALL),
    NOTHING("s_sleep", ALL),
    NOTHING("s_setprio", ALL),
    NOTHING("s_clause", S10),
    NOTHING("s_delay_alu", NEW),
    NOTHING("s_wait_alu", G12),
    NOTHING("s_set_vgpr_msb", N12), /* LLVM's comments name the registers (machine_read.c) */
    NOTHING("s_waitcnt_depctr", G10 | G11),
    NOTHING("s_inst_prefetch", G10),
    NOTHING("s_set_inst_prefetch_distance", G11),
    NOTHING("s_code_end", S10),
    NOTHING("s_version", S10), /* for tools */
};

/* Vector instructions may say in which form they are encoded. */
static bool is_spelled(struct machine_word name, const struct machine_opcode *opcode, bool executes) {
    static const char *const forms[] = {"_e32", "_e64", "_sdwa", "_dpp", "_e64_dpp"};
    if (machine_word_is(name, opcode->name))
        return executes || !opcode->executed_alone;
    bool sized = opcode->unit == MACHINE_VALU || opcode->unit == MACHINE_COMPARE;
    if (!sized || !machine_word_begins(name, opcode->name))
        return false;
    struct machine_word rest = name;
    machine_take_prefix(&rest, opcode->name);
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
        if (machine_word_is(rest, forms[k]))
            return true;
    return false;
}

const struct machine_opcode *machine_find_opcode(struct machine_word name, enum machine_processor processor,
                                                 bool executes) {
    uint32_t families = machine_traits(processor)->families;
    for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
        if (opcodes[i].families & families && is_spelled(name, &opcodes[i], executes))
            return &opcodes[i];
    return NULL;
}
