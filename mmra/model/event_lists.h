/* Sets of events, each kept once, as a sorted list: what a value depends on, which writes a read has turned down. Equal
 * sets have equal numbers, so that states of an exploration copy and compare numbers, however many events there are. */
#ifndef MMRA_EVENT_LISTS_H
#define MMRA_EVENT_LISTS_H

#include <stdbool.h>
#include <stdint.h>

#include "mmra/base/arena.h"

typedef uint32_t event_list; /* 0: no event */

struct event_list_items {
    const uint32_t *events; /* in order */
    uint32_t count;
};

struct event_lists {
    struct arena *arena;
    struct event_list_items *items; /* by number */
    uint32_t count, capacity;
    uint32_t *buckets, bucket_count;
    uint32_t *joined, joined_capacity; /* room for a union that is not kept yet */
};

void event_lists_init(struct event_lists *lists, struct arena *arena);
event_list event_lists_join(struct event_lists *lists, event_list a, event_list b);
event_list event_lists_with(struct event_lists *lists, event_list list, uint32_t event);
event_list event_lists_without(struct event_lists *lists, event_list list, event_list taken);
bool event_lists_has(const struct event_lists *lists, event_list list, uint32_t event);

/* for (each event of a list) */
#define EVENT_LIST_EACH(lists, list, event)                                                                            \
    for (uint32_t event##_at = 0, event;                                                                               \
         event##_at < (lists)->items[list].count && (event = (lists)->items[list].events[event##_at], true);           \
         event##_at++)

#endif
