/* Barriers that open when enough threads have come, and with whom a thread passes one. */
#include "mmra/base/bits.h"
#include "mmra/model/explore_decide.h"

static uint32_t threads_at_barrier(const struct explorer *e, const struct explore_state *state, uint32_t barrier) {
    uint32_t set = 0;
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (state->threads[i].status == THREAD_AT_BARRIER && state->threads[i].barrier == barrier)
            set |= UINT32_C(1) << i;
    return set;
}

static uint32_t quorum_of(const struct explorer *e, const struct explore_state *state, uint32_t thread) {
    return e->program->threads[thread].code[state->threads[thread].at].quorum;
}

/* Whether these may pass together: as many as each asks for, and none with only such as it has turned down.
 */
static bool may_pass(const struct explorer *e, const struct explore_state *state, uint32_t set) {
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (set >> i & 1)
            if (quorum_of(e, state, i) != mmra_count_ones(set) || !(set & ~state->threads[i].not_with))
                return false;
    return true;
}

/* A thread at a barrier passes it with some of those that are there, or with others that come later. Barriers
 * with a quorum stand in litmus files of a few threads: all subsets are few. */
bool state_decide_quorum(struct explorer *e, const struct explore_state *state, struct decision *d) {
    for (uint32_t i = 0; i < e->program->thread_count; i++) {
        uint32_t waiting = threads_at_barrier(e, state, state->threads[i].barrier);
        d->count = 0;
        for (uint32_t set = waiting; set; set = (set - 1) & waiting)
            if (set >> i & 1 && may_pass(e, state, set))
                add_choice(e, d, set);
        if (d->count == 0)
            continue;
        d->kind = DECISION_BARRIER;
        d->subject = i;
        add_choice(e, d, 0); /* turned down: for others that are there, or still to come */
        return true;
    }
    return false;
}

void state_decline_quorum(const struct explorer *e, struct explore_state *state, uint32_t thread) {
    state->threads[thread].not_with = threads_at_barrier(e, state, state->threads[thread].barrier);
}

/* A barrier where enough wait is open. */
bool state_quorum_stays_shut(const struct explorer *e, const struct explore_state *state) {
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (state->threads[i].status == THREAD_AT_BARRIER &&
            mmra_count_ones(threads_at_barrier(e, state, state->threads[i].barrier)) >= quorum_of(e, state, i))
            return false;
    return true;
}
