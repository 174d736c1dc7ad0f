#include "translator/map/pipeline.h"

#include "mmra/passes/arguments.h"
#include "mmra/passes/chains.h"
#include "mmra/passes/fences.h"
#include "mmra/passes/loops.h"
#include "mmra/passes/memory_objects.h"
#include "mmra/passes/ordered_reads.h"
#include "mmra/passes/pieces.h"
#include "mmra/passes/reach.h"
#include "mmra/passes/spared.h"
#include "mmra/passes/waves.h"
#include "mmra/passes/workarounds.h"

/* The condition for a pass to run. */
enum condition {
    NUMBERED = 1 << 0, /* a profile of a real LLVM, whose workarounds are wanted */
    RELEASED = 1 << 1, /* of a released LLVM, for a processor that is known */
    ONE_WAVE = 1 << 2,
    WAITS_FOR_LDS = 1 << 3, /* of the processor, as the next two */
    WRITES_BACK = 1 << 4,
    COHERENT_ATOMICS = 1 << 5,
    SPARES_CACHES = 1 << 6, /* of the profile, as the next one */
    FORGETS_WRITE_BACKS = 1 << 7
};

struct pass {
    void (*run)(struct ir_module *module);
    unsigned conditions;
};

/* In their order. */
static const struct pass finishing[] =
    {
        {fences_merge, 0},
        {fences_separate, NUMBERED},
        {workarounds_apply, NUMBERED},
},
                         spelling[] = {
                             {reach_apply, RELEASED},
                             {spared_apply, RELEASED | SPARES_CACHES},
                             {ordered_reads_apply, NUMBERED | SPARES_CACHES},
                             {objects_mark_invariant, RELEASED},
                             {objects_sink_stores, RELEASED},
                             {waves_apply, RELEASED | ONE_WAVE},
                             {fences_merge, RELEASED}, /* which have other scopes now */
                             {fences_separate, RELEASED},
                             {loops_keep_rolled, RELEASED},
                             {chains_wait, RELEASED | WAITS_FOR_LDS},
                             {chains_wait_for_write_backs, RELEASED | WRITES_BACK | FORGETS_WRITE_BACKS},
                             {NULL, RELEASED | COHERENT_ATOMICS}, /* coherence_apply */
                             {pieces_wait, RELEASED},
                             {arguments_wait, RELEASED},
};

static unsigned conditions_of(const struct pipeline *pipeline) {
    const struct processor *processor = pipeline->processor;
    const struct profile_info *profile = profile_get(pipeline->profile);
    unsigned conditions = 0;
    if (pipeline->backend_workarounds && profile->numbered)
        conditions |= NUMBERED;
    if (profile->spares_caches)
        conditions |= SPARES_CACHES;
    if (profile->forgets_write_backs)
        conditions |= FORGETS_WRITE_BACKS;
    if (!(conditions & NUMBERED) || !profile->released || !processor)
        return conditions;
    return conditions | RELEASED | (pipeline->workgroups_are_waves ? ONE_WAVE : 0) |
           (processor->waits_for_lds ? WAITS_FOR_LDS : 0) | (processor->writes_back ? WRITES_BACK : 0) |
           (processor->coherent_atomics ? COHERENT_ATOMICS : 0);
}

static void run(struct ir_module *module, const struct pipeline *pipeline, const struct pass *passes, size_t count) {
    unsigned conditions = conditions_of(pipeline);
    for (size_t i = 0; i < count; i++) {
        if (passes[i].conditions & ~conditions)
            continue;
        if (passes[i].run)
            passes[i].run(module);
        else
            coherence_apply(module, pipeline->coherence, pipeline->processor->load);
    }
}

void pipeline_finish(struct ir_module *module, const struct pipeline *pipeline) {
    run(module, pipeline, finishing, sizeof finishing / sizeof *finishing);
}

void pipeline_spell(struct ir_module *module, const struct pipeline *pipeline) {
    run(module, pipeline, spelling, sizeof spelling / sizeof *spelling);
}
