/* The execution modes of float controls (SPIR-V 3.6, SPV_KHR_float_controls): what LLVM does anyway, what needs an
 * attribute, what it cannot do, and what is exact for their sake; and where SPIR-V leaves contraction open
 * (docs/reference/arithmetic.md, "Accuracy"). */
#include "spirv/later.h"
#include "translator/lower/functions/entry_point.h"

/* Widths as bits: each is a power of two. */
struct float_modes {
    uint32_t flushed, preserved, strict, to_nearest, toward_zero;
};

static void read_mode(struct lowering *l, const struct spirv_execution_mode *mode, struct float_modes *modes) {
    uint32_t *widths = mode->mode == SpvExecutionModeDenormFlushToZero          ? &modes->flushed
                       : mode->mode == SpvExecutionModeDenormPreserve           ? &modes->preserved
                       : mode->mode == SpvExecutionModeSignedZeroInfNanPreserve ? &modes->strict
                       : mode->mode == SpvExecutionModeRoundingModeRTE          ? &modes->to_nearest
                       : mode->mode == SpvExecutionModeRoundingModeRTZ          ? &modes->toward_zero
                                                                                : NULL;
    uint32_t width = mode->operand_count ? mode->operands[0] : 0;
    if (widths && width != 16 && width != 32 && width != 64)
        FAIL_INVALID(l, NULL, "a float control for %u bits; floats have 16, 32 or 64", width);
    if (widths)
        *widths |= width;
}

/* Halves and doubles share a processor mode, and floats have another. */
static const char *attributes_of(struct lowering *l, struct float_modes *modes) {
    if (modes->flushed & (16 | 64))
        modes->flushed |= 16 | 64;
    if (modes->flushed & modes->preserved)
        FAIL_UNSUPPORTED(l, NULL,
                         "DenormFlushToZero and DenormPreserve at once, for one width or for 16 and 64 bits, is "
                         "not supported; of entry points, translate one at a time");
    switch (modes->flushed) {
    case 0:
        return NULL;
    case 32:
        return "\"denormal-fp-math-f32\"=\"preserve-sign,preserve-sign\"";
    case 16 | 64:
        return "\"denormal-fp-math\"=\"preserve-sign,preserve-sign\" \"denormal-fp-math-f32\"=\"ieee,ieee\"";
    default:
        return "\"denormal-fp-math\"=\"preserve-sign,preserve-sign\"";
    }
}

/* ---- contraction ---- */

/* SPV_KHR_float_controls2: a bit of FPFastMathMode */
enum { ALLOW_CONTRACT = 0x10000 };

/* A product that is rounded toward zero contracts with no sum. A variable that is Invariant has the same value in every
 * shader that computes it alike (SPIR-V 3.20); LLVM may contract the same sums differently. With FPFastMathDefault only
 * what is decorated contracts, and nothing in a module with arithmetic fences, as they are no instructions of the IR.
 */
static void read_contraction(struct lowering *l) {
    const struct spirv_module *spirv = l->spirv;
    struct float_freedom *floats = &l->floats;
    floats->contracts = l->target->exp2 && !floats->toward_zero &&
                        !spirv_has_capability(spirv, (SpvCapability)SPIRV_CAPABILITY_ARITHMETIC_FENCE);
    floats->contracts_undecorated = true;
    for (uint32_t i = 0; i < spirv->decoration_count; i++) {
        uint32_t decoration = spirv->decorations[i].decoration;
        if (decoration == SpvDecorationInvariant)
            floats->contracts = false;
        if (decoration == SpvDecorationNoContraction || decoration == SpvDecorationFPFastMathMode)
            floats->is_decorated = true;
    }
    for (uint32_t i = 0; i < spirv->execution_mode_count; i++)
        if (spirv->execution_modes[i].mode == SPIRV_MODE_FAST_MATH_DEFAULT)
            floats->contracts_undecorated = false;
}

static bool decorated_contracts(struct lowering *l, spirv_id result) {
    const struct spirv_decoration *mode =
        spirv_find_decoration(l->spirv, result, SPIRV_NO_MEMBER, SpvDecorationFPFastMathMode);
    if (mode)
        return mode->operand_count && mode->operands[0] & ALLOW_CONTRACT;
    return l->floats.contracts_undecorated &&
           !spirv_find_decoration(l->spirv, result, SPIRV_NO_MEMBER, SpvDecorationNoContraction);
}

bool float_contracts(struct lowering *l) {
    struct float_freedom *floats = &l->floats;
    if (!floats->contracts || !floats->is_decorated || !l->current.result)
        return floats->contracts && floats->contracts_undecorated;
    if (floats->asked_word != l->current.word) {
        floats->asked_word = l->current.word;
        floats->asked_contracts = decorated_contracts(l, l->current.result);
    }
    return floats->asked_contracts;
}

/* ---- rounding ---- */

/* The instructions that Vulkan calls correctly rounded, or derives from such ("Precision of Core SPIR-V Instructions"),
 * but for atomics. OpQuantizeToF16 is not among them, and images are not either. */
static bool is_rounded(const struct lowering *l, const struct spirv_instruction *in) {
    switch ((uint32_t)in->opcode) {
    case SpvOpFAdd:
    case SpvOpFSub:
    case SpvOpFMul:
    case SPIRV_FMA:
    case SpvOpVectorTimesScalar:
    case SpvOpMatrixTimesScalar:
    case SpvOpVectorTimesMatrix:
    case SpvOpMatrixTimesVector:
    case SpvOpMatrixTimesMatrix:
    case SpvOpOuterProduct:
    case SpvOpDot:
    case SpvOpConvertSToF:
    case SpvOpConvertUToF:
    case SpvOpFConvert:
        return true;
    case SpvOpExtInst:
        return l->floats.extended_rounds;
    default:
        return in->opcode >= SpvOpDPdx && in->opcode <= SpvOpFwidthCoarse;
    }
}

bool float_rounds_toward_zero(const struct lowering *l, uint32_t width) {
    return l->floats.toward_zero & width && is_rounded(l, &l->current);
}

/* Several entry points may share functions, which LLVM inlines only into callers with equal attributes; so a mode that
 * one entry point asks for is given to all. A rounding mode that an entry point does not ask for is the
 * implementation's choice. */
void float_controls_init(struct lowering *l, const uint32_t *roots, uint32_t count) {
    struct float_modes modes = {0};
    bool *is_root = arena_allocate_array(l->arena, l->spirv->function_count + 1, sizeof *is_root);
    for (uint32_t i = 0; i < count; i++)
        is_root[roots[i]] = true;
    for (uint32_t i = 0; i < l->spirv->execution_mode_count; i++) {
        const struct spirv_execution_mode *mode = &l->spirv->execution_modes[i];
        const struct spirv_function *function = spirv_function_of_id(l->spirv, mode->entry_point);
        if (function && is_root[function - l->spirv->functions])
            read_mode(l, mode, &modes);
    }
    l->float_attributes = attributes_of(l, &modes);
    if (modes.toward_zero & modes.to_nearest)
        FAIL_UNSUPPORTED(l, NULL,
                         "RoundingModeRTE and RoundingModeRTZ at once, for one width, is not supported; of entry "
                         "points, translate one at a time");
    l->floats.flushed = modes.flushed;
    l->floats.keeps_zero_signs = modes.strict & (16 | 32);
    bool may_ask = modes.strict || spirv_has_capability(l->spirv, (SpvCapability)SPIRV_CAPABILITY_FLOAT_CONTROLS2);
    l->floats.orders_zeros = may_ask && !l->target->orders_zeros;
    l->floats.toward_zero = modes.toward_zero;
    l->floats.approximates = l->target->exp2 && !l->has_exact_floats && !((modes.preserved | modes.strict) & 32);
    read_contraction(l);
}
