/* A known deviation excuses pairs of accesses which Vulkan's model orders by the deviation alone, in every execution
 * that has them. Each is an access of a thread to a cell: its first, second, ... there of its kind. A
 * translation has the same accesses, so that the pairs can be found again in its executions. */
#ifndef MMRA_EXCUSES_H
#define MMRA_EXCUSES_H

#include "mmra/base/arena.h"
#include "mmra/model/model.h"

struct model_excuse {
    uint32_t cell, threads[2], numbers[2];
    uint16_t kinds[2];
    bool ordered_anyhow; /* in some execution: then it excuses nothing */
};

struct model_excuses {
    struct arena *arena;
    enum model_deviation deviation;
    struct model_excuse *items;
    uint32_t count, capacity;
};

/* Takes up the pairs of an execution of Vulkan's model, which was asked for its deviations. */
void excuses_take(struct model_excuses *excuses, const struct execution *x);
/* The same in a program whose threads and cells have other numbers (MODEL_NONE: it has none such). */
struct model_excuses excuses_renamed(const struct model_excuses *excuses, const uint32_t *threads,
                                     const uint32_t *cells);
bool excuses_have(const struct model_excuses *excuses, const struct execution *x, uint32_t first, uint32_t second);

#endif
