/* Why a write is before an access of another thread: the operations between them, step by step. */
#ifndef MMRA_EXPLAIN_CHAIN_H
#define MMRA_EXPLAIN_CHAIN_H

#include "mmra/model/model.h"

enum explain_step_kind { EXPLAIN_AVAILABLE, EXPLAIN_BEFORE, EXPLAIN_VISIBLE };
extern const char *const explain_step_names[]; /* "av", "hb", "vis": as in graphs */

struct explain_step {
    uint8_t kind; /* enum explain_step_kind */
    uint32_t from, to;
};

/* Into and out of two chains of as many steps as there are domains, and between them. */
enum { EXPLAIN_MAX_STEPS = 2 * (MODEL_DOMAINS + 1) + 1 };

struct explain_path {
    struct explain_step steps[EXPLAIN_MAX_STEPS];
    uint32_t count;
};

/* Whether availability and visibility chains order a write before an access of its location in another thread (Vulkan):
 * then *path leads from one to the other. A path of few steps is found, not every one. */
bool explain_chain(const struct execution *x, uint32_t write, uint32_t access, struct explain_path *path);

#endif
