/* The verdict about a module of which nobody has chosen a grid or a reading, and what it is about in words. */
#ifndef TRANSLATOR_REPORT_VERDICT_H
#define TRANSLATOR_REPORT_VERDICT_H

#include <stdbool.h>

#include "translator/spirv_mmra_litmus.h"

/* smmra_litmus where nobody has chosen a grid, as SMMRA_LITMUS_FLAG_TWO_GROUPS says it; one workgroup if two are not
 * explored to the end within a part of the limits. *fell_back: it was one for that reason. */
smmra_result verdict_ask(const void *program, size_t length, const smmra_litmus_options *options,
                         smmra_litmus_answer **answer, bool *fell_back);

/* Whether a finding that a verdict is unknown is a data race in the reading in which buffer addresses are equal. */
bool verdict_is_of_equal(const smmra_litmus_finding *finding);
/* Whether nothing is known but that the exploration did not come to its end, so that a smaller grid may tell more. */
bool verdict_is_too_much(const smmra_litmus_answer *answer);

enum { VERDICT_TEXT = 160 };

/* How a GLSL450 module was read strictly, in a sentence, and what drivers make of it if `drivers` says it; NULL: it was
 * not. `reading` is that of a summary. */
const char *verdict_reading_text(char text[VERDICT_TEXT], const char *reading, const bool *drivers, uint32_t flags);

/* "2x1x1 workgroups of 64x1x1 invocations, subgroups of 32" */
const char *verdict_grid_text(char text[VERDICT_TEXT], const uint32_t groups[3], const uint32_t local[3],
                              uint32_t subgroup);

#endif
