#ifndef TRANSLATOR_WIDENED_ROWS_H
#define TRANSLATOR_WIDENED_ROWS_H

/* Formulas as those of spirv/extended_rows.h, for translation alone (glsl_trigonometry.c), as the back end has no such
 * functions. The hyperbolic tangent is 1 in 32 bits beyond 10, where the exponentials would come to overflow. The area
 * sine is computed from the magnitude, since x + sqrt(x * x + 1) cancels for negative x. */
#define EXTENDED_WIDENED_ROWS(ROW)                                                                                     \
    ROW(Tan, 1, WIDENED, INEXACT, VALUE below = COS(a); return FDIV(SIN(a), below))                                    \
    ROW(Asin, 1, WIDENED, INEXACT, return angle_of(l, a, other_leg(l, a)))                                             \
    ROW(Acos, 1, WIDENED, INEXACT, return angle_of(l, other_leg(l, a), a))                                             \
    ROW(Atan, 1, WIDENED, INEXACT, return arc_tangent(l, a))                                                           \
    ROW(Atan2, 2, WIDENED, INEXACT, return angle_of(l, a, b))                                                          \
    ROW(Sinh, 1, WIDENED, INEXACT, return hyperbolic_sine(l, a))                                                       \
    ROW(Cosh, 1, WIDENED, INEXACT, return half_of_exponentials(l, IR_FADD, a))                                         \
    ROW(Tanh, 1, WIDENED, INEXACT, VALUE x = FMIN(FMAX(a, CONSTANT(-10)), CONSTANT(10));                               \
        VALUE below = half_of_exponentials(l, IR_FADD, x); return FDIV(hyperbolic_sine(l, x), below))                  \
    ROW(Asinh, 1, WIDENED, INEXACT, return COPYSIGN(area_function(l, FABS(a), 1), a))                                  \
    ROW(Acosh, 1, WIDENED, INEXACT, return area_function(l, a, -1))                                                    \
    ROW(Atanh, 1, WIDENED, INEXACT, VALUE below = FSUB(CONSTANT(1), a);                                                \
        VALUE quotient = FDIV(FADD(CONSTANT(1), a), below); return FMUL(LOG(quotient), CONSTANT(0.5)))

#endif
