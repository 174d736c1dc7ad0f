/* race and report: what holds for all inputs and grids, where that takes no solver and little work. */
#ifndef TRANSLATOR_COMMAND_PROVEN_H
#define TRANSLATOR_COMMAND_PROVEN_H

#include "translator/command/command.h"
#include "translator/spirv_mmra_litmus.h"

struct proven {
    uint32_t questions; /* enum prove_question as bits, of what is proven */
    uint32_t assumed;   /* enum prove_assumption as bits */
};

#define PROVEN_OPTION(flag)                                                                                            \
    {"--no-prove", NULL, "do not say what is proven for all inputs and grids", OPTION_FLAG, (flag)}

/* `run` is how the module runs; of its grid only `local` is looked at, the invocations of a workgroup that ran (0:
 * those of the module): a proof about a workgroup of another size says nothing. What is proven is the same on every
 * machine, whether there is a solver or not. */
struct proven proven_find(struct work *work, const uint32_t *words, size_t count, const smmra_litmus_options *run);
/* As a sentence; NULL: nothing is proven. */
const char *proven_text(const struct proven *proven, struct arena *arena);
/* The member "proven" of an object. */
void proven_put_json(const struct proven *proven);

#endif
