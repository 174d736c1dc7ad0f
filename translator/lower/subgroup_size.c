/* How many invocations a subgroup has, as far as the options say. */
#include "spirv/later.h"
#include "translator/lower/numbers/subgroups.h"
#include "translator/map/processor.h"

static bool has_matrices(const struct lowering *l) {
    return spirv_has_capability(l->spirv, (SpvCapability)SPIRV_CAPABILITY_COOPERATIVE_MATRIX);
}

/* Whether a kernel may have reductions that differ by the size (subgroup_arithmetic.c). */
static bool has_reductions(const struct lowering *l) {
    static const SpvCapability capabilities[] = {SpvCapabilityGroups, SpvCapabilityGroupNonUniformArithmetic,
                                                 SpvCapabilityGroupNonUniformClustered};
    bool has = false;
    for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++)
        has |= spirv_has_capability(l->spirv, capabilities[i]);
    return has;
}

static bool must_know_size(const struct lowering *l) {
    return (has_matrices(l) || has_reductions(l)) && !l->has_shaders;
}

uint32_t subgroup_known_size(const struct lowering *l) {
    const struct processor *processor = processor_find(l->options->mcpu);
    if (l->options->target != SMMRA_TARGET_AMDGCN)
        return 0;
    if (l->options->wave || !processor)
        return l->options->wave;
    if (!processor->wave64)
        return 32;
    /* LLVM chooses 32 for a kernel where it has the choice; only tokens, matrices and reductions need to know that. */
    return !processor->wave32 ? 64 : l->with_tokens || must_know_size(l) ? 32 : 0;
}

uint32_t subgroup_assumed_size(const struct lowering *l) {
    const struct processor *processor = processor_find(l->options->mcpu);
    bool has_choice = processor && processor->wave32 && processor->wave64 && !l->options->wave;
    return has_choice && must_know_size(l) ? subgroup_known_size(l) : 0;
}
