/* The library gives what the checker found in a translation in this form. */
#ifndef TRANSLATOR_FINDINGS_H
#define TRANSLATOR_FINDINGS_H

#include "mmra/check/check.h"
#include "translator/lower/lowering.h"

struct findings {
    smmra_finding *items;
    uint32_t count, capacity;
    uint32_t errors;
};

/* Returns a finding of the checker in the library's form, its places in `arena`; its strings are the checker's. */
smmra_finding finding_of(struct arena *arena, const struct check_finding *finding);

/* Judges the module that was lowered; what it finds is kept in `arena`. An error ends the translation with
 * SMMRA_CHECK_FAILED: it is this tool's own mistake. */
void findings_collect(struct lowering *l, struct arena *arena, struct findings *findings);

#endif
