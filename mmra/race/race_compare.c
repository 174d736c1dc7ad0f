/* Whether two accesses are a race: mutually ordered atomics, location order, and what takes a write through the domains
 * in between. */
#include "mmra/race/race_order.h"

/* Something that makes available or visible: where it stands, and as what. */
struct link {
    bool is_access;
    uint8_t class, scope, semantics;
    uint32_t invocation, index;
    struct race_clock *const *clocks; /* what happens before it */
};

static bool is_subset(uint8_t small, uint8_t large) {
    return (small & large) == small;
}

/* Whether happens-before of these classes may begin or end there. */
static bool concerns(const struct link *a, uint8_t classes) {
    return (a->is_access && classes >> a->class & 1) || is_subset(classes, a->semantics);
}

static bool happens_before(const struct race_order *order, const struct link *a, const struct link *b) {
    if (a->invocation == b->invocation)
        return true;
    for (uint32_t k = 1; k < order->set_count; k++)
        if (concerns(a, order->sets[k]) && concerns(b, order->sets[k]) &&
            race_clock_get(&order->clocks, b->clocks[k], a->invocation) >= a->index)
            return true;
    return false;
}

/* Whether any synchronization, of whatever classes, leads from the one to the other. */
static bool is_reached(const struct race_order *order, const struct link *a, const struct link *b) {
    return race_clock_get(&order->clocks, b->clocks[0], a->invocation) >= a->index;
}

/* Whether the domain that a scope names has both: at least the subgroup's. */
static bool share_domain(const struct race_order *order, uint8_t scope, uint32_t a, uint32_t b) {
    uint8_t level = scope > VULKAN_SUBGROUP ? VULKAN_SUBGROUP : scope;
    return level <= VULKAN_DEVICE || order->places[a].instance[level] == order->places[b].instance[level];
}

static struct link link_of(const struct race_order *order, const struct race_event *event) {
    return (struct link){true,
                         event->operation->storage_class,
                         event->operation->scope,
                         event->flags & MODEL_ATOMIC ? event->operation->semantics : 0,
                         event->invocation,
                         event->index,
                         order->states[event->invocation].now};
}

/* ---- what makes a write available ---- */

/* The first event of a list behind `index`; 0: none. */
static uint32_t first_behind(const struct race_made *made, uint32_t index) {
    uint32_t low = 0, high = made->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (made->events[middle] <= index)
            low = middle + 1;
        else
            high = middle;
    }
    return low < made->count ? made->events[low] : 0;
}

/* Another operation with a larger scope may take it further (a chain): then it is taken to. */
static bool may_be_chained(const struct link *a, const uint8_t widest[4]) {
    return a->is_access && widest[a->class] < a->scope;
}

/* Whether what is available by `made` is visible where `seen` makes it so; a write needs no visibility. */
static bool leads_to(const struct race_order *order, const struct link *made, const struct link *seen, bool to_write) {
    uint8_t scope = to_write || made->scope > seen->scope ? made->scope : seen->scope;
    if (share_domain(order, scope, made->invocation, seen->invocation) && happens_before(order, made, seen))
        return true;
    bool chained = may_be_chained(made, order->widest_made) || (!to_write && may_be_chained(seen, order->widest_seen));
    return chained && is_reached(order, made, seen);
}

static bool is_visible(const struct race_order *order, const struct link *made, const struct race_event *read) {
    const struct race_state *state = &order->states[read->invocation];
    struct link here = link_of(order, read);
    if (read->flags & MODEL_VISIBLE && leads_to(order, made, &here, false))
        return true;
    for (uint32_t i = 0; i < state->seen_count; i++) {
        const struct race_seen *seen = &state->seen[i];
        const struct link link = {false, 0, seen->scope, seen->semantics, read->invocation, 0, seen->clocks};
        if (seen->semantics >> here.class & 1 && leads_to(order, made, &link, false))
            return true;
    }
    return false;
}

static bool reaches(const struct race_order *order, const struct link *made, const struct race_event *second) {
    struct link here = link_of(order, second);
    if (second->kind & MODEL_WRITE && leads_to(order, made, &here, true))
        return true;
    return second->kind & MODEL_READ && is_visible(order, made, second);
}

/* Through what stands behind the write in its invocation, or its own. */
static bool is_taken_to(const struct race_order *order, const struct race_event *write,
                        const struct race_event *second) {
    const struct race_state *state = &order->states[write->invocation];
    struct link own = link_of(order, write), here = link_of(order, second);
    if (write->flags & MODEL_AVAILABLE && reaches(order, &own, second))
        return true;
    for (uint32_t i = 0; i < state->made_count; i++) {
        uint32_t index = first_behind(&state->made[i], write->index);
        struct link link = {false, 0, state->made[i].scope, state->made[i].semantics, write->invocation, index, NULL};
        if (index && state->made[i].semantics >> own.class & 1 && reaches(order, &link, second))
            return true;
    }
    /* Khronos's avvisinc lets what an atomic makes visible stand for what it makes available, and the reverse. */
    bool either_way = write->flags & MODEL_SEMANTICS_VISIBLE || second->flags & MODEL_SEMANTICS_AVAILABLE;
    return either_way && is_reached(order, &own, &here);
}

/* ---- the race ---- */

static bool are_mutually_ordered(const struct race_order *order, const struct race_event *a,
                                 const struct race_event *b) {
    return a->flags & b->flags & MODEL_ATOMIC && a->address == b->address && a->bytes == b->bytes &&
           a->reference == b->reference &&
           race_order_in_scope(order, a->invocation, a->operation->scope, b->invocation, b->operation->scope);
}

bool race_order_is_reached(const struct race_order *order, const struct race_event *first,
                           const struct race_event *second) {
    struct link a = link_of(order, first), b = link_of(order, second);
    return is_reached(order, &a, &b);
}

bool race_order_is_race(const struct race_order *order, const struct race_event *first,
                        const struct race_event *second) {
    bool same = first->reference == second->reference;
    if ((first->invocation == second->invocation && same) || are_mutually_ordered(order, first, second))
        return false;
    if (!(first->flags & second->flags & MODEL_NONPRIVATE))
        return true;
    struct link a = link_of(order, first), b = link_of(order, second);
    if (first->kind & MODEL_READ && happens_before(order, &a, &b))
        return false;
    return !(first->kind & MODEL_WRITE && same && is_taken_to(order, first, second));
}
