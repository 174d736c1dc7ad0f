/* Which passes run over a translation, in which order, for which profile and processor. */
#ifndef TRANSLATOR_PIPELINE_H
#define TRANSLATOR_PIPELINE_H

#include "mmra/passes/coherence.h"
#include "translator/map/processor.h"
#include "translator/map/profile.h"

struct pipeline {
    enum profile profile;
    bool backend_workarounds;
    const struct processor *processor; /* NULL: not known */
    enum coherence coherence;
    bool workgroups_are_waves; /* each fits into one wave, whose lanes all run */
};

/* The passes whose result the checker judges. */
void pipeline_finish(struct ir_module *module, const struct pipeline *pipeline);

/* The passes after the checker, which write what an LLVM wants, for a processor where one is known. The checker would
 * not understand it, or miss what is wrong in the shader: a read that goes past the caches is visible, whatever the
 * shader says. */
void pipeline_spell(struct ir_module *module, const struct pipeline *pipeline);

#endif
