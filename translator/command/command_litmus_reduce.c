/* litmus --reduce: the smallest grid on which something is wrong. */
#include <string.h>

#include "mmra/base/product.h"
#include "translator/answers/verdict.h"
#include "translator/command/command_litmus.h"

static uint64_t invocations_of(const struct litmus_grid *grid) {
    return mmra_product(mmra_volume(grid->groups), mmra_volume(grid->local));
}

/* The next grid that is at most as large as `most` along every coordinate; false after the last. */
static bool next_grid(struct litmus_grid *grid, const struct litmus_grid *most) {
    uint32_t *const numbers[] = {&grid->local[0],  &grid->local[1],  &grid->local[2],
                                 &grid->groups[0], &grid->groups[1], &grid->groups[2]};
    const uint32_t limits[] = {most->local[0],  most->local[1],  most->local[2],
                               most->groups[0], most->groups[1], most->groups[2]};
    for (int i = 0; i < 6; i++) {
        if (++*numbers[i] <= limits[i])
            return true;
        *numbers[i] = 1;
    }
    return false;
}

/* Whether something is wrong on the grid. */
static bool is_wrong_on(const void *words, size_t length, const smmra_litmus_options *asked) {
    smmra_litmus_options options = *asked;
    smmra_litmus_answer *answer;
    options.flags =
        (options.flags & ~(uint32_t)(SMMRA_LITMUS_FLAG_OUTCOMES | SMMRA_LITMUS_FLAG_GRAPHS)) | SMMRA_LITMUS_FLAG_FIRST;
    options.diagnose = NULL; /* not every grid need be one for the module */
    if (smmra_litmus(words, length, &options, &answer) != SMMRA_SUCCESS)
        return false;
    bool is_wrong = smmra_litmus_answer_summary(answer)->faults && !verdict_is_too_much(answer);
    smmra_litmus_answer_destroy(answer);
    return is_wrong;
}

/* Tries grids in the order of their invocations. */
bool litmus_smallest_grid(const void *words, size_t length, smmra_litmus_options *options,
                          const struct litmus_grid *most, struct litmus_grid *grid) {
    for (uint64_t size = 1; size <= invocations_of(most) && watch_goes_on(NULL); size++) {
        *grid = (struct litmus_grid){.groups = {1, 1, 1}, .local = {1, 1, 1}, .subgroup = most->subgroup};
        do {
            if (invocations_of(grid) != size)
                continue;
            memcpy(options->groups, grid->groups, sizeof options->groups);
            memcpy(options->local, grid->local, sizeof options->local);
            options->subgroup = grid->subgroup;
            if (is_wrong_on(words, length, options))
                return true;
        } while (next_grid(grid, most));
    }
    return false;
}
