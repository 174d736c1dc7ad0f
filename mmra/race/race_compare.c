/* Whether two accesses are a race: mutually ordered atomics, location order, and what takes a write through the domains
 * in between. */
#include "mmra/base/search.h"
#include "mmra/race/race_order.h"

/* Something that makes available or visible: where it stands, and as what. */
struct link {
    struct race_kind kind;
    uint32_t invocation, index;
    struct race_clock *const *clocks; /* what happens before it */
};

static bool is_subset(uint8_t small, uint8_t large) {
    return (small & large) == small;
}

/* Whether happens-before of these classes may begin or end there. */
static bool concerns(const struct link *a, uint8_t classes) {
    return (a->kind.is_access && classes >> a->kind.class & 1) || is_subset(classes, a->kind.semantics);
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
    return level <= VULKAN_DEVICE || order->scopes[a].instance[level] == order->scopes[b].instance[level];
}

static struct link link_of(const struct race_order *order, const struct race_event *event) {
    bool is_atomic = event->flags & MODEL_ATOMIC;
    uint16_t both = MODEL_SEMANTICS_AVAILABLE | MODEL_SEMANTICS_VISIBLE;
    return (struct link){{.scope = event->operation->scope,
                          .semantics = is_atomic ? event->operation->semantics : 0,
                          .class = event->operation->storage_class,
                          .is_access = true,
                          .by_semantics = event->flags & both,
                          .both = (event->flags & both) == both},
                         event->invocation,
                         event->index,
                         order->states[event->invocation].now};
}

static struct link link_at(const struct race_order *order, const struct race_moments *moments, uint32_t at,
                           uint32_t invocation) {
    struct race_clock **clocks = moments->clocks ? moments->clocks + (size_t)at * order->set_count : NULL;
    return (struct link){moments->kind, invocation, moments->events[at], clocks};
}

/* ---- chains: an operation of a larger scope takes up what one of a smaller scope has done ---- */

/* Khronos's avvisinc between two that make available, or two that make visible: an access and what has its class in its
 * semantics. It does not tell the two directions apart: what makes both is followed by accesses, too. */
static bool includes(const struct link *first, const struct race_kind *second) {
    const struct race_kind *kind = &first->kind;
    return (kind->is_access && second->by_semantics && second->semantics >> kind->class & 1) ||
           (second->is_access && kind->both && kind->semantics >> second->class & 1);
}

/* The moments of an invocation are in order. Returns how many of them stand before the first that happens after the
 * operation, or with `before` how many happen before it. */
static uint32_t count_moments(const struct race_order *order, const struct race_moments *moments,
                              const struct link *operation, uint32_t invocation, bool before) {
    bool same = invocation == operation->invocation;
    uint32_t low = 0, high = moments->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        struct link there = link_at(order, moments, middle, invocation);
        bool stops = before ? !(same ? there.index < operation->index : happens_before(order, &there, operation))
                            : (same ? there.index > operation->index : happens_before(order, operation, &there));
        if (stops)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static bool leads_to(const struct race_order *order, const struct link *made, const struct link *seen, bool to_write);

static bool continues_available(const struct race_order *order, const struct link *made, const struct link *seen,
                                bool to_write, uint32_t invocation) {
    const struct race_made *all = &order->states[invocation].made;
    for (uint32_t i = 0; i < all->count; i++) {
        const struct race_moments *moments = &all->kinds[i];
        uint32_t at = moments->count;
        if (moments->kind.scope < made->kind.scope && includes(made, &moments->kind))
            at = count_moments(order, moments, made, invocation, false);
        struct link next = at < moments->count ? link_at(order, moments, at, invocation) : *made;
        if (at < moments->count && leads_to(order, &next, seen, to_write))
            return true;
    }
    return false;
}

static bool continues_visible(const struct race_order *order, const struct link *made, const struct link *seen,
                              uint32_t invocation) {
    const struct race_made *all = &order->states[invocation].seen;
    for (uint32_t i = 0; i < all->count; i++) {
        const struct race_moments *moments = &all->kinds[i];
        uint32_t count = 0;
        if (moments->kind.scope < seen->kind.scope && includes(seen, &moments->kind))
            count = count_moments(order, moments, seen, invocation, true);
        struct link next = count ? link_at(order, moments, count - 1, invocation) : *seen;
        if (count && leads_to(order, made, &next, false))
            return true;
    }
    return false;
}

/* By whoever shares the domain of the one, or of the other. */
static bool is_chained(const struct race_order *order, const struct link *made, const struct link *seen,
                       bool to_write) {
    uint32_t group = order->group_size;
    uint32_t first = made->invocation / group * group, other = seen->invocation / group * group;
    for (uint32_t i = first; i < first + group && made->kind.scope > order->widest; i++)
        if (share_domain(order, made->kind.scope, made->invocation, i) &&
            continues_available(order, made, seen, to_write, i))
            return true;
    for (uint32_t i = other; i < other + group && !to_write && seen->kind.scope > order->widest; i++)
        if (share_domain(order, seen->kind.scope, seen->invocation, i) && continues_visible(order, made, seen, i))
            return true;
    return false;
}

/* Whether what is available by `made` is visible where `seen` makes it so; a write needs no visibility. */
static bool leads_to(const struct race_order *order, const struct link *made, const struct link *seen, bool to_write) {
    uint8_t scope = to_write || made->kind.scope > seen->kind.scope ? made->kind.scope : seen->kind.scope;
    if (share_domain(order, scope, made->invocation, seen->invocation) && happens_before(order, made, seen))
        return true;
    return order->chained && is_reached(order, made, seen) && is_chained(order, made, seen, to_write);
}

/* ---- what makes a write available, and visible to a read ---- */

/* The first moment behind an event of the same invocation; the number of moments: none. */
static uint32_t first_behind(const struct race_moments *moments, uint32_t event) {
    return numbers_below(moments->events, sizeof *moments->events, moments->count, (uint64_t)event + 1);
}

static bool is_visible(const struct race_order *order, const struct link *made, const struct race_event *read) {
    const struct race_made *seen = &order->states[read->invocation].seen;
    struct link here = link_of(order, read);
    if (read->flags & MODEL_VISIBLE && leads_to(order, made, &here, false))
        return true;
    for (uint32_t i = 0; i < seen->count; i++) {
        const struct race_kind *kind = &seen->kinds[i].kind;
        struct link link = link_at(order, &seen->kinds[i], seen->kinds[i].count - 1, read->invocation);
        if (kind->by_semantics && kind->semantics >> here.kind.class & 1 && leads_to(order, made, &link, false))
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
    const struct race_made *made = &order->states[write->invocation].made;
    struct link own = link_of(order, write), here = link_of(order, second);
    if (write->flags & MODEL_AVAILABLE && reaches(order, &own, second))
        return true;
    for (uint32_t i = 0; i < made->count; i++) {
        const struct race_moments *moments = &made->kinds[i];
        uint32_t at = first_behind(moments, write->index);
        if (at == moments->count || !moments->kind.by_semantics || !(moments->kind.semantics >> own.kind.class & 1))
            continue;
        struct link link = link_at(order, moments, at, write->invocation);
        if (reaches(order, &link, second))
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
