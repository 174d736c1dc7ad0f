/* A visitor may ask these about an execution. */
#include "mmra/model/explore_state.h"

static enum explored_value node_value(const struct explored *one, uint32_t number, uint64_t *value) {
    const struct node *node = &one->state->nodes[number];
    if (number == 0 || !node->known)
        return EXPLORED_NOTHING;
    *value = node->value;
    return node->undefined ? EXPLORED_UNDEFINED : EXPLORED_KNOWN;
}

enum explored_value explored_register(const struct explored *one, uint32_t thread, uint32_t number, uint64_t *value) {
    uint32_t first = 0;
    for (uint32_t t = 0; t < thread; t++)
        first += one->program->threads[t].register_count;
    return node_value(one, one->state->registers[first + number], value);
}

enum explored_value explored_event_value(const struct explored *one, uint32_t event, bool read, uint64_t *value) {
    if (!one->state) {
        *value = one->written[event].value;
        return one->written[event].undefined ? EXPLORED_UNDEFINED : EXPLORED_KNOWN;
    }
    const struct explore_event *e = &one->state->events[event];
    return node_value(one, read ? e->read : e->value, value);
}

uint32_t explored_last_writes(const struct explored *one, uint32_t cell, uint32_t *last) {
    const struct execution *x = one->x;
    uint32_t count = 0;
    for (uint32_t a = 0; a < x->count; a++) {
        if (x->events[a].location != cell || !(x->events[a].kind & MODEL_WRITE))
            continue;
        bool hidden = false;
        for (uint32_t b = 0; b < x->count && !hidden; b++)
            hidden = b != a && x->events[b].location == cell && (x->events[b].kind & MODEL_WRITE) &&
                     ((x->events[a].kind & MODEL_INITIAL) || relation_has(x->pool, x->before_at_end, a, b));
        if (!hidden)
            last[count++] = a;
    }
    return count;
}

bool explored_stopped(const struct explored *one, uint32_t thread) {
    const struct explore_thread *t = &one->state->threads[thread];
    return t->fault || (t->status != THREAD_ENDED && t->status != THREAD_AT_BARRIER && t->status != THREAD_AT_EXCHANGE);
}

static bool has_event_of(const struct explored *one, const struct program_instruction *instruction) {
    for (uint32_t i = 0; i < one->x->count; i++)
        if (one->state->events[i].instruction == instruction)
            return true;
    return false;
}

bool explored_leaves_out(const struct explored *one) {
    for (uint32_t t = 0; one->hung && t < one->program->thread_count; t++) {
        const struct program_thread *thread = &one->program->threads[t];
        for (uint32_t i = 0; one->state->threads[t].fault && i < thread->code_count; i++) {
            const struct program_instruction *instruction = &thread->code[i];
            bool orders = instruction->opcode == PROGRAM_BARRIER || instruction->opcode == PROGRAM_EVENT;
            if (orders && !has_event_of(one, instruction))
                return true;
        }
    }
    return false;
}

bool explored_unfinished(const struct explored *one, uint32_t thread, const char **fault,
                         const struct model_operation **at) {
    const struct explore_thread *t = &one->state->threads[thread];
    const struct program_instruction *next = &one->program->threads[thread].code[t->at];
    *fault = t->unreached ? NULL : t->fault;
    bool has_place = next->operation.kind || next->opcode == PROGRAM_ABORT;
    *at = has_place ? &next->operation : NULL;
    for (uint32_t i = 0; i < one->x->count && !has_place; i++)
        if (one->x->events[i].thread == (int32_t)thread)
            *at = one->x->events[i].operation;
    return *fault || t->status != THREAD_ENDED;
}
