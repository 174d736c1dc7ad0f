/* The execution modes of float controls (SPIR-V 3.6, SPV_KHR_float_controls): what LLVM does anyway, what needs an
 * attribute, and what it cannot do. LLVM always does DenormPreserve, RoundingModeRTE and SignedZeroInfNanPreserve, as
 * no instruction has a fast-math flag. */
#include "translator/lower/functions/entry_point.h"

enum { FLUSH_16 = 1, FLUSH_32 = 2, FLUSH_64 = 4 };

struct denormals {
    uint32_t flushed, preserved; /* widths, as bits */
};

static uint32_t width_bit(struct lowering *l, uint32_t width) {
    if (width != 16 && width != 32 && width != 64)
        FAIL_INVALID(l, NULL, "a float control for %u bits; floats have 16, 32 or 64", width);
    return width == 16 ? FLUSH_16 : width == 32 ? FLUSH_32 : FLUSH_64;
}

static void read_mode(struct lowering *l, const struct spirv_execution_mode *mode, struct denormals *denormals) {
    uint32_t width = mode->operand_count ? mode->operands[0] : 0;
    switch (mode->mode) {
    case SpvExecutionModeDenormFlushToZero:
        denormals->flushed |= width_bit(l, width);
        break;
    case SpvExecutionModeDenormPreserve:
        denormals->preserved |= width_bit(l, width);
        break;
    case SpvExecutionModeRoundingModeRTZ:
        FAIL_UNSUPPORTED(l, NULL, "execution mode RoundingModeRTZ %u is not supported; RTE is", width);
    default:
        break;
    }
}

/* Halves and doubles share a processor mode, and floats have another. */
static const char *attributes_of(struct lowering *l, const struct denormals *denormals) {
    uint32_t flushed = denormals->flushed;
    if (flushed & (FLUSH_16 | FLUSH_64))
        flushed |= FLUSH_16 | FLUSH_64;
    if (flushed & denormals->preserved)
        FAIL_UNSUPPORTED(l, NULL,
                         "DenormFlushToZero and DenormPreserve at once, for one width or for 16 and 64 bits, is "
                         "not supported; of entry points, translate one at a time");
    switch (flushed) {
    case 0:
        return NULL;
    case FLUSH_32:
        return "\"denormal-fp-math-f32\"=\"preserve-sign,preserve-sign\"";
    case FLUSH_16 | FLUSH_64:
        return "\"denormal-fp-math\"=\"preserve-sign,preserve-sign\" \"denormal-fp-math-f32\"=\"ieee,ieee\"";
    default:
        return "\"denormal-fp-math\"=\"preserve-sign,preserve-sign\"";
    }
}

/* Several entry points may share functions, which LLVM inlines only into callers with equal attributes; so a mode that
 * one entry point asks for is given to all. */
void float_controls_init(struct lowering *l, const uint32_t *roots, uint32_t count) {
    struct denormals denormals = {0};
    bool *is_root = arena_allocate_array(l->arena, l->spirv->function_count + 1, sizeof *is_root);
    for (uint32_t i = 0; i < count; i++)
        is_root[roots[i]] = true;
    for (uint32_t i = 0; i < l->spirv->execution_mode_count; i++) {
        const struct spirv_execution_mode *mode = &l->spirv->execution_modes[i];
        const struct spirv_function *function = spirv_function_of_id(l->spirv, mode->entry_point);
        if (function && is_root[function - l->spirv->functions])
            read_mode(l, mode, &denormals);
    }
    l->float_attributes = attributes_of(l, &denormals);
}
