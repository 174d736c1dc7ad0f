/* Acquires that invalidate no cache, where every read that may follow one goes past the caches by itself: mapping.md
 * 10, "Coherent accesses". For processors whose atomics do that at the scope that they name (gfx10 to gfx12), and for
 * LLVM 22, which has no other way to say it, and 23, which waits for more otherwise. A pass over a finished IR module,
 * in linear time, after workarounds_apply. What it writes is for their backends: in the AMDGPU memory model a release
 * fence does not acquire. */
#ifndef MMRA_PASSES_COHERENCE_H
#define MMRA_PASSES_COHERENCE_H

#include "mmra/ir/ir.h"

enum coherence {
    COHERENCE_BY_FENCE,  /* an acquire invalidates the caches: nothing is changed */
    COHERENCE_BY_ACCESS, /* reads after acquires are coherent, if all of them can be */
    COHERENCE_AUTO       /* that, if few enough reads become coherent for each acquire that invalidates no more */
};

/* An acquire of agent or workgroup scope becomes an operation without it, and a wait that invalidates nothing: of an
 * atomic, empty assembly that takes what it has read; of a fence, a release fence, which waits for as much. A fence for
 * the thread alone after that keeps LLVM from moving reads before the wait.
 * Atomic reads of a narrower scope that may follow, those of workarounds_apply among them, get the acquires' scope.
 * So do loads of texels, by `texel_policy`, the bits of their cache policy. Nothing changes if something else reads
 * shared global memory after an acquire: samples, buffer resources, flat pointers. */
void coherence_apply(struct ir_module *module, enum coherence coherence, uint32_t texel_policy);

#endif
