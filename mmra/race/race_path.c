/* The invocations through which synchronization leads from one event to another: each reads from the one before it, or
 * stands at a control barrier with it. */
#include "mmra/race/race_run.h"

/* A visit of an invocation, up to one of its events. */
struct visit {
    uint32_t invocation, upto;
    uint32_t next, left; /* the visit that leads on to the second event, and the event there that this one leads to */
};

struct search {
    const struct race_run *run;
    struct visit *visits;
    uint32_t count, capacity;
    uint32_t *reached; /* of each invocation: the last event from which the second one is reached; 0: none */
    uint64_t *barriers;
    uint32_t barrier_count, barrier_capacity;
};

static void visit(struct search *s, uint32_t invocation, uint32_t upto, uint32_t next, uint32_t left) {
    if (s->reached[invocation] >= upto)
        return;
    s->reached[invocation] = upto;
    *ARENA_PUSH(s->run->arena, s->visits, s->count, s->capacity) = (struct visit){invocation, upto, next, left};
}

/* All invocations that have come to a control barrier: each barrier is looked at once. */
static void visit_barrier(struct search *s, const struct race_note *at, uint32_t next) {
    uint32_t size = s->run->program->group_size, group = at->event.invocation / size * size;
    for (uint32_t i = 0; i < s->barrier_count; i++)
        if (s->barriers[i] == at->instance)
            return;
    *ARENA_PUSH(s->run->arena, s->barriers, s->barrier_count, s->barrier_capacity) = at->instance;
    for (uint32_t invocation = group; invocation < group + size; invocation++) {
        uint32_t count = race_note_count(s->run, invocation);
        for (uint32_t i = 0; i < count; i++) {
            const struct race_note note = race_note_at(s->run, invocation, i);
            bool leads = note.event.kind & MODEL_BARRIER && !(note.event.kind & MODEL_WAITS);
            if (leads && note.instance == at->instance)
                visit(s, invocation, note.event.index, next, at->event.index);
        }
    }
}

static void leave(struct search *s, uint32_t at) {
    const struct visit here = s->visits[at];
    uint32_t count = race_note_count(s->run, here.invocation);
    for (uint32_t i = 0; i < count; i++) {
        const struct race_note note = race_note_at(s->run, here.invocation, i);
        if (note.event.index > here.upto)
            continue;
        if (note.event.kind & MODEL_BARRIER && !(note.event.kind & MODEL_ARRIVES))
            visit_barrier(s, &note, at);
        else if (note.source_at)
            visit(s, note.source_invocation, note.source_at, at, note.event.index);
    }
}

/* The visits between that of the first event's invocation and that of the second's. */
static uint32_t follow(const struct search *s, uint32_t at, struct race_hop *hops, uint32_t most) {
    uint32_t count = 0;
    for (uint32_t next = s->visits[at].next; next; at = next, next = s->visits[at].next) {
        const struct visit *hop = &s->visits[next];
        if (count == most)
            return count;
        hops[count++] = (struct race_hop){hop->invocation, s->visits[at].left, hop->upto};
    }
    return count;
}

uint32_t race_path(const struct race_run *run, const struct race_event *first, const struct race_event *second,
                   struct race_hop *hops, uint32_t most) {
    struct search s = {.run = run, .reached = arena_allocate_array(run->arena, run->thread_count, sizeof *s.reached)};
    visit(&s, second->invocation, second->index, 0, 0);
    for (uint32_t at = 0; at < s.count; at++) {
        if (s.visits[at].invocation == first->invocation && s.visits[at].upto > first->index)
            return follow(&s, at, hops, most);
        leave(&s, at);
    }
    return 0;
}
