/* How executions end: which threads wait for ever, whether rightly, and for what. */
#include "mmra/model/explore_decide.h"

/* Whether no thread is stopped, or has gone on where it should have. */
static bool all_threads_end_well(const struct explorer *e, const struct explore_state *state) {
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (state->threads[i].fault || state->threads[i].unreached)
            return false;
    return state_all_ended(e, state);
}

static void describe(struct explorer *e, const struct explore_state *state, struct explored *one) {
    *one = (struct explored){
        .program = e->program, .x = &e->execution, .state = state, .hung = !all_threads_end_well(e, state)};
    one->diverges = state_diverges(e, state, &one->divergence);
    e->statistics->divergent_barrier |= one->diverges;
    for (uint32_t i = 0; i < state->event_count; i++) {
        const struct explore_event *event = &state->events[i];
        if (!(event->model.kind & MODEL_READ) || event->model.source == MODEL_SOURCE_NONE || event->unreached ||
            !state->nodes[event->read].known || !state->nodes[event->read].undefined)
            continue;
        one->undefined_read = one->undefined ? one->undefined_read : i;
        one->undefined = true;
        one->torn |= event->model.source == MODEL_SOURCE_UNDEF;
    }
}

static bool is_last(const struct explorer *e, const struct explore_state *state, uint32_t write, uint32_t thread) {
    const struct execution *x = &e->execution;
    return !state_is_overtaken(e, state, write, thread) &&
           set_next(x->pool, relation_row(x->pool, x->before_at_end, write), 0) == x->count;
}

/* A weak compare-exchange that fails for no reason does not do so for ever. */
static bool fails_for_no_reason(const struct explore_state *state, const struct explore_event *event) {
    const struct node *compared = &state->nodes[event->compared], *read = &state->nodes[event->read];
    return event->compared && !(event->model.kind & MODEL_WRITE) && event->instruction->weak && compared->known &&
           read->known && compared->value == read->value;
}

/* Whether all that the thread reads in the round that it goes for ever are last values, or undefined each time. */
static bool loops_in_vain(const struct explorer *e, const struct explore_state *state, uint32_t number) {
    for (uint32_t i = state->threads[number].waits_from; i < state->event_count; i++) {
        const struct model_event *event = &state->events[i].model;
        if (event->thread == (int32_t)number && event->kind & MODEL_READ && event->source != MODEL_SOURCE_UNDEF &&
            (event->source < 0 || !is_last(e, state, (uint32_t)event->source, number) ||
             fails_for_no_reason(state, &state->events[i])))
            return false;
    }
    return true;
}

/* Whether each thread that waits for ever does so at values that are the last ones: in the end every write is
 * seen. */
static bool waits_are_fair(const struct explorer *e, const struct explore_state *state) {
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (state_waits_for_ever(state, i) && !loops_in_vain(e, state, i))
            return false;
    return true;
}

bool state_is_cut_off(const struct explorer *e, const struct explore_state *state) {
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (state->threads[i].cut_off)
            return true;
    return false;
}

/* ---- who waits for whom ---- */

/* Whether the thread reads the cell, for its value, in the loop that it goes round for ever. */
static bool waits_for_cell(const struct explorer *e, const struct explore_state *state, uint32_t number,
                           uint32_t cell) {
    for (uint32_t i = state->threads[number].waits_from; i < state->event_count && !e->unread[cell]; i++) {
        const struct model_event *event = &state->events[i].model;
        if (event->thread == (int32_t)number && (event->kind & MODEL_READ) && event->location == cell)
            return true;
    }
    return false;
}

/* The head of the loop that the thread goes round; the beginning, if it is in none. */
static uint32_t head_of_loop(const struct explorer *e, const struct explore_state *state, uint32_t number) {
    uint32_t at = state->threads[number].at;
    while (at > 0 && !e->program->threads[number].is_head[at])
        at--;
    return at;
}

static bool same_operand(struct program_operand a, struct program_operand b) {
    return a.kind == b.kind && (a.kind != PROGRAM_CONSTANT || a.value == b.value);
}

/* Whether both threads have the same code in their loops: they wait for the same, whatever is in registers. */
static bool wait_alike(const struct explorer *e, const struct explore_state *state, uint32_t first, uint32_t second) {
    const struct program_thread *one = &e->program->threads[first], *other = &e->program->threads[second];
    uint32_t from = head_of_loop(e, state, first), to = head_of_loop(e, state, second);
    for (uint32_t k = 0; from + k < one->code_count && to + k < other->code_count; k++) {
        const struct program_instruction *a = &one->code[from + k], *b = &other->code[to + k];
        if (a->opcode != b->opcode || a->alu != b->alu || !same_operand(a->a, b->a) || !same_operand(a->b, b->b) ||
            !same_operand(a->c, b->c))
            return false;
        bool back = a->opcode == PROGRAM_JUMP || a->opcode == PROGRAM_BRANCH;
        if (back && (a->if_true == from || (a->opcode == PROGRAM_BRANCH && a->if_false == from)))
            return true;
    }
    return false;
}

/* Whether the second thread would write what the first one waits for, if it went on. One that waits for the same is no
 * help: what lets it go on lets the first go on. */
static bool waits_for_thread(const struct explorer *e, const struct explore_state *state, uint32_t first,
                             uint32_t second) {
    const uint64_t *writes = e->program->threads[second].writes[state->threads[second].at];
    for (uint32_t cell = 0; cell < e->program->cell_count; cell++)
        if (writes[cell / 64] >> (cell % 64) & 1 && waits_for_cell(e, state, first, cell) &&
            !(waits_for_cell(e, state, second, cell) && wait_alike(e, state, first, second)))
            return true;
    return false;
}

/* Whether some threads wait for each other in a circle: whoever waits for none of those that are left is taken out. */
static bool wait_in_circle(const struct explorer *e, const struct explore_state *state) {
    bool left[MODEL_MAX_THREADS];
    uint32_t threads = e->program->thread_count, count = 0;
    for (uint32_t i = 0; i < threads; i++)
        count += left[i] = state->threads[i].status != THREAD_ENDED;
    for (bool changed = true; changed && count;) {
        changed = false;
        for (uint32_t i = 0; i < threads; i++) {
            bool waits = false;
            for (uint32_t k = 0; k < threads && left[i] && !waits; k++)
                waits = left[k] && k != i && waits_for_thread(e, state, i, k);
            if (!left[i] || waits)
                continue;
            left[i] = false;
            changed = --count;
        }
    }
    return count != 0;
}

/* Whether threads wait for each other, or at a barrier; else they go round for ever, and nobody could end that. */
static bool is_deadlock(const struct explorer *e, const struct explore_state *state) {
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (state->threads[i].status == THREAD_AT_BARRIER || state->threads[i].status == THREAD_AT_EXCHANGE ||
            state->threads[i].unreached)
            return true;
    return wait_in_circle(e, state);
}

/* The undefined behaviour of some thread, or NULL. */
static const char *note_faults(struct explorer *e, const struct explore_state *state) {
    struct explore_statistics *s = e->statistics;
    const char *fault = NULL;
    for (uint32_t i = 0; i < e->program->thread_count; i++) {
        if (!state->threads[i].fault || state->threads[i].unreached)
            continue;
        if (state->threads[i].fault == program_aborts)
            continue;
        fault = state->threads[i].fault;
        s->fault = fault;
        if (fault != explore_divergent)
            *(program_is_beyond(fault) ? &s->out_of_bounds : &s->undefined) = fault;
    }
    return fault;
}

/* Whether some thread aborts. */
static bool note_aborts(struct explorer *e, const struct explore_state *state) {
    bool aborts = false;
    for (uint32_t i = 0; i < e->program->thread_count; i++)
        if (state->threads[i].fault == program_aborts && !state->threads[i].unreached) {
            e->statistics->aborting[i / 64] |= UINT64_C(1) << i % 64;
            aborts = true;
        }
    return aborts;
}

/* Counts the execution by how it ends. After an abort nobody waits for ever: "Other invocations [...] will also be
 * terminated in finite time" (SPV_KHR_abort). */
static void count_execution(struct explorer *e, const struct explore_state *state, struct explored *one, bool cut) {
    struct explore_statistics *s = e->statistics;
    const char *fault = note_faults(e, state);
    one->fault = fault;
    if (cut || !one->hung) {
        *(cut ? &s->cut_off : &s->executions) += 1;
        return;
    }
    s->hung++;
    bool faulty = fault || one->diverges;
    one->aborts = note_aborts(e, state);
    one->deadlock = !faulty && !one->aborts && is_deadlock(e, state);
    *(faulty ? &s->faulty : one->aborts ? &s->aborted : one->deadlock ? &s->deadlocked : &s->endless) += 1;
}

bool state_end(struct explorer *e, struct explore_state *state, struct explored *one) {
    bool cut = state_is_cut_off(e, state);
    e->statistics->unroll_reached |= cut;
    if (!state_comes_true(e, state, true) || !state_evaluate(e, state, true) || !waits_are_fair(e, state)) {
        e->statistics->abandoned++;
        return false;
    }
    if (e->in_doubt) {
        e->statistics->doubtful = e->in_doubt;
        e->statistics->abandoned++;
        return false;
    }
    describe(e, state, one);
    count_execution(e, state, one, cut);
    return true;
}
