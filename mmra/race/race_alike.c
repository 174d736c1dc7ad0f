/* Races of a run that are alike: one mend may do for all. */
#include <string.h>

#include "mmra/race/race.h"

/* How many bytes of a name say the variable: "data" of "data[8].x". */
static size_t variable_length(const char *name) {
    return strcspn(name, "[.");
}

static bool is_alike(const struct race_finding *a, const struct race_finding *b) {
    const size_t length = variable_length(a->memory);
    return a->messages.missing == b->messages.missing && variable_length(b->memory) == length &&
           memcmp(a->memory, b->memory, length) == 0;
}

const struct race_finding *race_alike(const struct race_answer *answer, uint32_t number) {
    uint32_t first = 0;
    while (first < number && !is_alike(&answer->findings[first], &answer->findings[number]))
        first++;
    return &answer->findings[first];
}
