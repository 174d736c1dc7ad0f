/* Accesses that no question can tell from an earlier one: unrolled code has many. The earlier one stands for them. */
#include "translator/prove/prove_core.h"

/* By event: a number that is another where a barrier stands between, or where the copies of a loop's rounds begin or
 * end, for which questions within a workgroup look. */
static uint32_t *number_intervals(const struct prover *p) {
    const uint32_t n = p->event_count;
    uint32_t *starts = arena_allocate_array(p->arena, (size_t)n + 1, sizeof *starts), interval = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct prove_event *event = &p->events[i];
        if (event->kind == PROVE_ACCESS)
            continue;
        starts[i] = starts[i + 1] = 1;
        if (event->kind == PROVE_CUT) {
            starts[i - event->round] = 1;
            starts[i + event->round + 1] = 1;
            starts[i + 2 * event->round + 1] = 1;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        starts[i] = interval += starts[i];
    return starts;
}

static bool is_alike(const struct prove_event *a, const struct prove_event *b) {
    return a->object == b->object && a->control == b->control && a->facts == b->facts && a->is_write == b->is_write &&
           a->is_read == b->is_read && a->is_atomic == b->is_atomic && a->is_copy == b->is_copy &&
           a->flags == b->flags && a->scope == b->scope && a->path_count == b->path_count &&
           (!a->path_count || memcmp(a->path, b->path, a->path_count * sizeof *a->path) == 0);
}

static uint32_t hash_of(const struct prove_event *event, uint32_t interval) {
    uint32_t hash = event->object * 31 + event->control * 37 + event->facts * 41 + interval * 43;
    for (uint32_t i = 0; i < event->path_count; i++)
        hash = hash * 0x9e3779b1u + event->path[i];
    return hash ^ hash >> 15;
}

/* Those of one object together, in their order. */
static uint32_t *sorted_by_object(struct prover *p, const uint32_t *list, uint32_t count) {
    uint32_t *sorted = arena_allocate_array(p->arena, (size_t)count + 1, sizeof *sorted);
    uint32_t *ends = arena_allocate_array(p->arena, (size_t)p->object_count + 2, sizeof *ends);
    for (uint32_t i = 0; i < count; i++)
        ends[p->events[list[i]].object]++;
    for (uint32_t i = 1; i <= p->object_count; i++)
        ends[i] += ends[i - 1];
    for (uint32_t i = count; i-- > 0;)
        sorted[--ends[p->events[list[i]].object]] = list[i];
    return sorted;
}

uint32_t *prove_different(struct prover *p, bool is_between, uint32_t *count) {
    const uint32_t n = p->event_count;
    const uint32_t *intervals = is_between ? NULL : number_intervals(p);
    uint32_t *list = arena_allocate_array(p->arena, (size_t)n + 1, sizeof *list), size = 16;
    while (size / 2 < n)
        size *= 2;
    uint32_t *table = arena_allocate_array(p->arena, size, sizeof *table); /* 1 + an event */
    *count = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct prove_event *event = &p->events[i];
        if (event->kind != PROVE_ACCESS)
            continue;
        uint32_t interval = intervals ? intervals[i] : 0, at = hash_of(event, interval) & (size - 1);
        while (table[at] &&
               !(is_alike(&p->events[table[at] - 1], event) && (!intervals || intervals[table[at] - 1] == interval)))
            at = (at + 1) & (size - 1);
        if (table[at])
            continue;
        table[at] = i + 1;
        list[(*count)++] = i;
    }
    return sorted_by_object(p, list, *count);
}
