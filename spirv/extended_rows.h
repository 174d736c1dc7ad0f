/* Extended instructions that are formulas, for translation and litmus programs: an instruction is one row. */
#ifndef SPIRV_EXTENDED_ROWS_H
#define SPIRV_EXTENDED_ROWS_H

/* The result is one number; is rounded correctly, or as a formula of what is (Vulkan, "Precision of GLSL.std.450
 * Instructions"); or may be another one on each device. */
enum spirv_accuracy { SPIRV_EXACT, SPIRV_ROUNDED, SPIRV_INEXACT };

/* Translation and litmus programs share the rows, so `litmus --translate` cannot find a wrong formula: tests/lower/fold
 * holds both against numbers that it computes apart.
 *
 * A row has the instruction, how many operands it has (a, b, c), what they are, how accurate it is, and the formula.
 * Operations have LLVM's names; whoever uses the rows defines them, and VALUE as the type of a value. CONSTANT(x) is x
 * for each component, NUMBER(x) is a scalar, BITS(x) an integer; TIMES is a vector times a scalar; FLT, FGT and IEQ are
 * conditions for CHOOSE. Operands are
 *   FLOAT     floats of the result's type,
 *   SHORT     the same, of 16 or 32 bits,
 *   INTEGER   integers of the result's type,
 *   VECTOR    floats of one type, whose scalar the result is.
 * Values have names where the order of their operations would else be the compiler's.
 *
 * The specification lets Round round 0.5 either way: it is RoundEven here. FMin and FMax may do anything with a NaN:
 * they are NMin and NMax here. FSign of a zero of either sign is 0. Pow is exp2(y * log2(x)). */
#define SPIRV_GLSL_ROWS(ROW)                                                                                           \
    ROW(Round, 1, FLOAT, EXACT, return FROUNDEVEN(a))                                                                  \
    ROW(RoundEven, 1, FLOAT, EXACT, return FROUNDEVEN(a))                                                              \
    ROW(Trunc, 1, FLOAT, EXACT, return FTRUNC(a))                                                                      \
    ROW(FAbs, 1, FLOAT, EXACT, return FABS(a))                                                                         \
    ROW(SAbs, 1, INTEGER, EXACT, return SABS(a))                                                                       \
    ROW(FSign, 1, FLOAT, EXACT, VALUE below = CHOOSE(FLT(a, CONSTANT(0)), CONSTANT(-1), CONSTANT(0));                  \
        return CHOOSE(FGT(a, CONSTANT(0)), CONSTANT(1), below))                                                        \
    ROW(SSign, 1, INTEGER, EXACT, return SMIN(SMAX(a, BITS(UINT64_MAX)), BITS(1)))                                     \
    ROW(Floor, 1, FLOAT, EXACT, return FFLOOR(a))                                                                      \
    ROW(Ceil, 1, FLOAT, EXACT, return FCEIL(a))                                                                        \
    ROW(Fract, 1, FLOAT, ROUNDED, return FSUB(a, FFLOOR(a)))                                                           \
    ROW(Radians, 1, SHORT, ROUNDED, return FMUL(a, CONSTANT(0.017453292519943295)))                                    \
    ROW(Degrees, 1, SHORT, ROUNDED, return FMUL(a, CONSTANT(57.29577951308232)))                                       \
    ROW(Sin, 1, SHORT, INEXACT, return SIN(a))                                                                         \
    ROW(Cos, 1, SHORT, INEXACT, return COS(a))                                                                         \
    ROW(Pow, 2, SHORT, INEXACT, return POW(a, b))                                                                      \
    ROW(Exp, 1, SHORT, INEXACT, return EXP(a))                                                                         \
    ROW(Log, 1, SHORT, INEXACT, return LOG(a))                                                                         \
    ROW(Exp2, 1, SHORT, INEXACT, return EXP2(a))                                                                       \
    ROW(Log2, 1, SHORT, INEXACT, return LOG2(a))                                                                       \
    ROW(Sqrt, 1, FLOAT, INEXACT, return SQRT(a))                                                                       \
    ROW(InverseSqrt, 1, FLOAT, INEXACT, return RSQRT(a))                                                               \
    ROW(FMin, 2, FLOAT, EXACT, return FMIN(a, b))                                                                      \
    ROW(UMin, 2, INTEGER, EXACT, return UMIN(a, b))                                                                    \
    ROW(SMin, 2, INTEGER, EXACT, return SMIN(a, b))                                                                    \
    ROW(FMax, 2, FLOAT, EXACT, return FMAX(a, b))                                                                      \
    ROW(UMax, 2, INTEGER, EXACT, return UMAX(a, b))                                                                    \
    ROW(SMax, 2, INTEGER, EXACT, return SMAX(a, b))                                                                    \
    ROW(FClamp, 3, FLOAT, EXACT, return FMIN(FMAX(a, b), c))                                                           \
    ROW(UClamp, 3, INTEGER, EXACT, return UMIN(UMAX(a, b), c))                                                         \
    ROW(SClamp, 3, INTEGER, EXACT, return SMIN(SMAX(a, b), c))                                                         \
    ROW(FMix, 3, FLOAT, ROUNDED, VALUE rest = FSUB(CONSTANT(1), c), second = FMUL(b, c);                               \
        return FADD(FMUL(a, rest), second))                                                                            \
    ROW(Step, 2, FLOAT, EXACT, return CHOOSE(FLT(b, a), CONSTANT(0), CONSTANT(1)))                                     \
    ROW(SmoothStep, 3, FLOAT, ROUNDED, VALUE way = FSUB(c, a), length = FSUB(b, a);                                    \
        VALUE t = FMIN(FMAX(FDIV(way, length), CONSTANT(0)), CONSTANT(1));                                             \
        VALUE slope = FSUB(CONSTANT(3), FMUL(CONSTANT(2), t)); return FMUL(FMUL(t, t), slope))                         \
    ROW(Fma, 3, FLOAT, ROUNDED, return FMA(a, b, c))                                                                   \
    ROW(FindILsb, 1, INTEGER, EXACT, VALUE zero = IEQ(a, BITS(0)); return CHOOSE(zero, BITS(UINT64_MAX), CTTZ(a)))     \
    ROW(FindUMsb, 1, INTEGER, EXACT, return SUB(BITS(WIDTH - 1), CTLZ(a)))                                             \
    ROW(FindSMsb, 1, INTEGER, EXACT, return SUB(BITS(WIDTH - 1), CTLZ(XOR(a, ASHR(a, BITS(WIDTH - 1))))))              \
    ROW(NMin, 2, FLOAT, EXACT, return FMIN(a, b))                                                                      \
    ROW(NMax, 2, FLOAT, EXACT, return FMAX(a, b))                                                                      \
    ROW(NClamp, 3, FLOAT, EXACT, return FMIN(FMAX(a, b), c))                                                           \
    ROW(Length, 1, VECTOR, ROUNDED, return LENGTH(a))                                                                  \
    ROW(Distance, 2, VECTOR, ROUNDED, return LENGTH(FSUB(a, b)))                                                       \
    ROW(Cross, 2, FLOAT, ROUNDED, VALUE zxy = ZXY(b), plus = FMUL(YZX(a), zxy), yzx = YZX(b);                          \
        return FSUB(plus, FMUL(ZXY(a), yzx)))                                                                          \
    ROW(Normalize, 1, FLOAT, ROUNDED, return NORMALIZE(a))                                                             \
    ROW(FaceForward, 3, FLOAT, ROUNDED, VALUE away = FLT(DOT(c, b), NUMBER(0)); return CHOOSE(away, a, FNEG(a)))       \
    ROW(Reflect, 2, FLOAT, ROUNDED, return FSUB(a, TIMES(b, FMUL(NUMBER(2), DOT(b, a)))))

/* SPV_AMD_shader_trinary_minmax, in the order of its numbers, from 1 on. */
#define SPIRV_TRINARY_ROWS(ROW)                                                                                        \
    ROW(FMin3AMD, 3, FLOAT, EXACT, return FMIN(FMIN(a, b), c))                                                         \
    ROW(UMin3AMD, 3, INTEGER, EXACT, return UMIN(UMIN(a, b), c))                                                       \
    ROW(SMin3AMD, 3, INTEGER, EXACT, return SMIN(SMIN(a, b), c))                                                       \
    ROW(FMax3AMD, 3, FLOAT, EXACT, return FMAX(FMAX(a, b), c))                                                         \
    ROW(UMax3AMD, 3, INTEGER, EXACT, return UMAX(UMAX(a, b), c))                                                       \
    ROW(SMax3AMD, 3, INTEGER, EXACT, return SMAX(SMAX(a, b), c))                                                       \
    ROW(FMid3AMD, 3, FLOAT, EXACT, VALUE low = FMIN(a, b); return FMAX(low, FMIN(FMAX(a, b), c)))                      \
    ROW(UMid3AMD, 3, INTEGER, EXACT, VALUE low = UMIN(a, b); return UMAX(low, UMIN(UMAX(a, b), c)))                    \
    ROW(SMid3AMD, 3, INTEGER, EXACT, VALUE low = SMIN(a, b); return SMAX(low, SMIN(SMAX(a, b), c)))

#endif
