/* Older writes. The writes of a location stand in the order of the run; an atomic load may take one that is not the
 * last, unless it is ordered after an event that has seen a later one. Such a run is still an execution of the model: a
 * location's order, what is read from and what is read before go from older writes to newer ones alone
 * (docs/reference/races.md, "Why it agrees with the model checker"). */
#include "mmra/race/race_run.h"

static const struct race_heads no_heads;

/* Whether the invocation is now ordered after an event that saw this write. */
static bool is_behind(const struct race_run *run, const struct race_past *past, const struct race_event *event) {
    for (uint32_t i = 0; i < past->seen_count; i++) {
        const struct race_event seen = {
            .operation = event->operation, .invocation = past->seen[i].invocation, .index = past->seen[i].event};
        if (seen.invocation == event->invocation || race_order_is_reached(&run->order, &seen, event))
            return true;
    }
    return false;
}

static bool is_whole(const struct race_event *event, const struct race_location *location) {
    return event->address == location->address && event->bytes == location->bytes &&
           event->reference == location->reference && event->address % RACE_WORD + event->bytes <= RACE_WORD;
}

void race_past_check(const struct race_event *event, struct race_location *location) {
    if (is_whole(event, location))
        return;
    location->past_ends = true;
    location->past_count = 0;
}

const struct race_past *race_past_choose(struct race_run *run, const struct race_event *event,
                                         const struct race_location *location) {
    if (location->past_count < 2 || !is_whole(event, location) || race_draw(run, run->past_one_in))
        return NULL;
    uint32_t first = location->past_count - 1;
    while (first && !is_behind(run, &location->past[first], event))
        first--;
    uint32_t at = first + race_draw(run, location->past_count - first);
    return at + 1 == location->past_count ? NULL : &location->past[at];
}

/* A new last one; the oldest goes. */
static struct race_past *push(struct race_run *run, struct race_location *location) {
    if (!location->past) {
        location->past = race_pool_take(&run->pool, RACE_PASTS * sizeof *location->past);
        memset(location->past, 0, RACE_PASTS * sizeof *location->past);
    }
    if (location->past_count == RACE_PASTS) {
        struct race_past oldest = location->past[0];
        memmove(location->past, location->past + 1, (RACE_PASTS - 1) * sizeof *location->past);
        location->past[--location->past_count] = oldest;
    }
    struct race_past *past = &location->past[location->past_count++];
    struct race_heads heads = past->heads;
    *past = (struct race_past){.heads = heads};
    return past;
}

/* Notes that the invocation has seen the value. One that has seen too many to remember them sees the last one. */
static void see(struct race_location *location, struct race_past *past, const struct race_event *event) {
    for (uint32_t i = 0; i < past->seen_count; i++)
        if (past->seen[i].invocation == event->invocation)
            return;
    if (past->seen_count == RACE_MAX_SEEN) {
        location->past_ends = true;
        location->past_count = 0;
        return;
    }
    past->seen[past->seen_count].invocation = event->invocation;
    past->seen[past->seen_count++].event = event->index;
}

void race_past_begin(struct race_run *run, struct race_location *location, uint64_t value, bool known) {
    if (location->past_count || location->past_ends)
        return;
    struct race_past *past = push(run, location);
    past->value = value;
    past->unknown = !known;
    race_order_copy_heads(&run->order, &past->heads, &no_heads);
}

void race_past_note(struct race_run *run, const struct race_event *event, struct race_location *location,
                    const struct race_past *read) {
    bool is_atomic = event->flags & MODEL_ATOMIC, writes = event->kind & MODEL_WRITE;
    if (location->past_ends)
        return;
    if (writes) {
        struct race_past *past = push(run, location);
        past->value = event->value;
        past->unknown = event->unknown;
        past->writer = event->invocation;
        past->event = event->index;
        past->scope = event->operation->scope;
        race_order_copy_heads(&run->order, &past->heads, is_atomic ? &location->heads : &no_heads);
        see(location, past, event);
    } else if (location->past_count) {
        see(location, read ? &location->past[read - location->past] : &location->past[location->past_count - 1], event);
    }
}
