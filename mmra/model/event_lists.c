#include "mmra/model/event_lists.h"
#include "mmra/base/search.h"

void event_lists_init(struct event_lists *lists, struct arena *arena) {
    memset(lists, 0, sizeof *lists);
    lists->arena = arena;
    lists->bucket_count = 256;
    lists->buckets = arena_allocate_array(arena, lists->bucket_count, sizeof *lists->buckets);
    *ARENA_PUSH(arena, lists->items, lists->count, lists->capacity) = (struct event_list_items){NULL, 0};
}

static uint32_t hash_of(const struct event_list_items *items) {
    uint64_t hash = items->count;
    for (uint32_t i = 0; i < items->count; i++)
        hash = (hash ^ items->events[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(hash >> 32);
}

/* The bucket that holds the list, or the free one where it belongs. */
static uint32_t *find_bucket(const struct event_lists *lists, const struct event_list_items *items) {
    uint32_t mask = lists->bucket_count - 1, at = hash_of(items) & mask;
    for (; lists->buckets[at]; at = (at + 1) & mask) {
        const struct event_list_items *there = &lists->items[lists->buckets[at]];
        if (there->count == items->count &&
            memcmp(there->events, items->events, items->count * sizeof *items->events) == 0)
            break;
    }
    return &lists->buckets[at];
}

static void grow_buckets(struct event_lists *lists) {
    lists->bucket_count *= 2;
    lists->buckets = arena_allocate_array(lists->arena, lists->bucket_count, sizeof *lists->buckets);
    for (uint32_t i = 1; i < lists->count; i++)
        *find_bucket(lists, &lists->items[i]) = i;
}

static event_list keep(struct event_lists *lists, const struct event_list_items *items) {
    uint32_t *bucket = find_bucket(lists, items);
    if (*bucket)
        return *bucket;
    uint32_t *events = arena_allocate(lists->arena, items->count * sizeof *events), number = lists->count;
    memcpy(events, items->events, items->count * sizeof *events);
    *bucket = number;
    *ARENA_PUSH(lists->arena, lists->items, lists->count, lists->capacity) =
        (struct event_list_items){events, items->count};
    if (lists->count * 2 > lists->bucket_count)
        grow_buckets(lists);
    return number;
}

static event_list join_items(struct event_lists *lists, const struct event_list_items *a,
                             const struct event_list_items *b) {
    while (lists->joined_capacity < a->count + b->count)
        arena_grow(lists->arena, &lists->joined, lists->joined_capacity, &lists->joined_capacity,
                   sizeof *lists->joined);
    struct event_list_items all = {lists->joined, 0};
    for (uint32_t i = 0, k = 0; i < a->count || k < b->count;) {
        bool first = k == b->count || (i < a->count && a->events[i] <= b->events[k]);
        uint32_t event = first ? a->events[i] : b->events[k];
        k += k < b->count && b->events[k] == event;
        i += first;
        lists->joined[all.count++] = event;
    }
    return keep(lists, &all);
}

event_list event_lists_join(struct event_lists *lists, event_list a, event_list b) {
    if (a == b || b == 0)
        return a;
    if (a == 0)
        return b;
    struct event_list_items one = lists->items[a], other = lists->items[b];
    return join_items(lists, &one, &other);
}

event_list event_lists_with(struct event_lists *lists, event_list list, uint32_t event) {
    struct event_list_items one = lists->items[list], other = {&event, 1};
    return join_items(lists, &one, &other);
}

bool event_lists_has(const struct event_lists *lists, event_list list, uint32_t event) {
    const struct event_list_items *items = &lists->items[list];
    uint32_t at = numbers_below(items->events, sizeof *items->events, items->count, event);
    return at < items->count && items->events[at] == event;
}

event_list event_lists_without(struct event_lists *lists, event_list list, event_list taken) {
    event_list left = taken ? 0 : list;
    EVENT_LIST_EACH(lists, taken ? list : 0, event)
    if (!event_lists_has(lists, taken, event))
        left = event_lists_with(lists, left, event);
    return left;
}
