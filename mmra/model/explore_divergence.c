/* Control barriers that not all invocations come to. "If Execution is Workgroup or larger, behavior is undefined unless
 * all invocations within Execution execute the same dynamic instance of this instruction" (SPIR-V, OpControlBarrier).
 * For smaller scopes SPIR-V leaves it to Vulkan, which says nothing: they count as undefined too. */
#include "mmra/model/explore_state.h"

const char explore_divergent[] = "invocations of one workgroup come to different control barriers";

static bool same_instance(const struct explorer *e, uint32_t a, uint32_t b, uint8_t level) {
    return e->scopes[a].instance[level] == e->scopes[b].instance[level];
}

static bool is_counted(const struct explore_event *event) {
    return event->model.kind & MODEL_BARRIER && event->instruction->barrier_mode == PROGRAM_BARRIER_COUNTED;
}

/* How many of its level its thread came to before. */
static uint32_t number_of(const struct explore_event *event) {
    return event->model.barrier & MODEL_BARRIER_NUMBER;
}

uint32_t state_other_barrier(const struct explorer *e, const struct explore_state *state, uint32_t thread,
                             const struct program_instruction *barrier, uint32_t round) {
    uint8_t level = barrier->barrier_level;
    uint16_t arrives = barrier->operation.kind & MODEL_ARRIVES;
    for (uint32_t i = 0; i < state->event_count; i++) {
        const struct explore_event *event = &state->events[i];
        uint32_t other = (uint32_t)event->model.thread;
        if (is_counted(event) && other != thread && event->instruction->barrier_level == level &&
            (event->model.kind & MODEL_ARRIVES) == arrives &&
            number_of(event) == state->threads[thread].barriers[level] && same_instance(e, thread, other, level) &&
            !state->threads[other].undefined &&
            (event->instruction->barrier != barrier->barrier || !state_same_values(state, event->value, round)))
            return i;
    }
    return MODEL_NONE;
}

/* A barrier that another thread of the instance has come to, where this one has come to its end; or MODEL_NONE. */
static uint32_t barrier_left_out(const struct explorer *e, const struct explore_state *state, uint32_t ended) {
    for (uint32_t i = 0; i < state->event_count; i++) {
        const struct explore_event *event = &state->events[i];
        if (!is_counted(event) || event->unreached || state->threads[event->model.thread].fault)
            continue;
        uint8_t level = event->instruction->barrier_level;
        if (event->model.kind & MODEL_ARRIVES && state->threads[ended].arrived == event->model.barrier)
            continue;
        if (same_instance(e, ended, (uint32_t)event->model.thread, level) &&
            number_of(event) >= state->threads[ended].barriers[level])
            return i;
    }
    return MODEL_NONE;
}

bool state_diverges(const struct explorer *e, const struct explore_state *state, struct explore_divergence *found) {
    for (uint32_t t = 0; t < e->program->thread_count; t++) {
        const struct explore_thread *thread = &state->threads[t];
        bool at_other = thread->fault == explore_divergent, ended = thread->status == THREAD_ENDED && !thread->fault;
        uint32_t barrier = at_other && !thread->unreached ? thread->diverges_from
                           : ended && !thread->unreached  ? barrier_left_out(e, state, t)
                                                          : MODEL_NONE;
        if (barrier == MODEL_NONE)
            continue;
        const struct program_instruction *next = &e->program->threads[t].code[thread->at];
        *found = (struct explore_divergence){{(uint32_t)state->events[barrier].model.thread, t},
                                             {state->events[barrier].model.operation, ended ? NULL : &next->operation}};
        return true;
    }
    return false;
}
