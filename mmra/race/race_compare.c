/* Whether two accesses are a race: mutually ordered atomics, location order, and what takes a write through the domains
 * in between. */
#include "mmra/base/search.h"
#include "mmra/race/race_order.h"

/* An operation that makes available or visible: where it stands, and what it is. */
struct link {
    struct race_kind kind;
    uint32_t invocation, index;
    struct race_clock *const *clocks; /* what happens before it */
    const struct race_event *access;  /* to the word that is asked about; or NULL */
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
    return level <= VULKAN_DEVICE || race_instance(order, a, level) == race_instance(order, b, level);
}

static struct link link_of(const struct race_order *order, const struct race_event *event) {
    bool is_atomic = event->flags & MODEL_ATOMIC;
    return (struct link){{.scope = event->operation->scope,
                          .semantics = is_atomic ? event->operation->semantics : 0,
                          .class = event->operation->storage_class,
                          .is_access = true,
                          .available = event->flags & MODEL_SEMANTICS_AVAILABLE,
                          .visible = event->flags & MODEL_SEMANTICS_VISIBLE},
                         event->invocation,
                         event->index,
                         order->states[event->invocation]->now,
                         event};
}

/* Another access to the word. */
static struct link link_beside(const struct race_order *order, const struct race_event *event) {
    struct link link = link_of(order, event);
    link.clocks = event->known->clocks;
    link.index = order->assumes ? event->since : event->index;
    return link;
}

static struct link link_at(const struct race_order *order, const struct race_moments *moments, uint32_t at,
                           uint32_t invocation) {
    struct race_clock **clocks = moments->clocks ? moments->clocks + (size_t)at * order->set_count : NULL;
    return (struct link){moments->kind, invocation, moments->events[at], clocks, NULL};
}

/* ---- chains: an operation of a larger scope takes up what one of a smaller scope has done ---- */

/* Khronos's avvisinc of semantics: from an access to what makes its class available, or from what makes its class
 * visible to it. It does not tell the two directions apart: what makes visible also stands before what makes available,
 * and the reverse. By the text of the appendix it is told apart, and semantics include what others have made available
 * or visible before. To make visible goes backwards: `first` is the later one. */
static bool includes(const struct race_order *order, const struct link *first, const struct race_kind *second,
                     bool visible) {
    const struct race_kind *kind = &first->kind;
    bool takes = visible ? second->visible : second->available, stands = visible ? kind->available : kind->visible;
    bool made = visible ? kind->visible : kind->available;
    if (kind->is_access && takes && second->semantics >> kind->class & 1)
        return true;
    if (order->by_text)
        return made && takes && second->semantics & kind->semantics;
    bool reversed = second->is_access && stands && kind->semantics >> second->class & 1;
    *order->reversed |= reversed;
    return reversed;
}

/* Khronos's avvisinc of accesses: two to one location through one reference, of which one makes available or visible by
 * itself. The bytes that are asked about are locations of both, whatever else they access. */
static bool is_beside(const struct race_order *order, const struct link *first, const struct race_event *other) {
    return first->access && first->access->reference == other->reference && other->address <= order->asked_first &&
           order->asked_last < other->address + other->bytes;
}

static bool makes_available(const struct race_event *event) {
    return event->known && event->flags & MODEL_AVAILABLE && event->kind & MODEL_WRITE;
}

static bool makes_visible(const struct race_event *event) {
    return event->known && event->flags & MODEL_VISIBLE && event->kind & MODEL_READ;
}

/* The moments of an invocation are in order. Returns how many stand before the first one that happens after the
 * operation. With `before` it returns how many happen before the operation. */
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
    const struct race_made *all = &order->states[invocation]->made;
    for (uint32_t i = 0; i < all->count; i++) {
        const struct race_moments *moments = &all->kinds[i];
        uint32_t at = moments->count;
        if (moments->kind.scope < made->kind.scope && includes(order, made, &moments->kind, false))
            at = count_moments(order, moments, made, invocation, false);
        struct link next = at < moments->count ? link_at(order, moments, at, invocation) : *made;
        if (at < moments->count && leads_to(order, &next, seen, to_write))
            return true;
    }
    return false;
}

static bool continues_visible(const struct race_order *order, const struct link *made, const struct link *seen,
                              uint32_t invocation) {
    const struct race_made *all = &order->states[invocation]->seen;
    for (uint32_t i = 0; i < all->count; i++) {
        const struct race_moments *moments = &all->kinds[i];
        uint32_t count = 0;
        if (moments->kind.scope < seen->kind.scope && includes(order, seen, &moments->kind, true))
            count = count_moments(order, moments, seen, invocation, true);
        struct link next = count ? link_at(order, moments, count - 1, invocation) : *seen;
        if (count && leads_to(order, made, &next, false))
            return true;
    }
    return false;
}

/* The same by accesses to the word itself. */
static bool continues_beside(const struct race_order *order, const struct link *made, const struct link *seen,
                             bool to_write, const struct race_event *other) {
    struct link next = link_beside(order, other);
    bool same = made->invocation == other->invocation;
    return makes_available(other) && is_beside(order, made, other) && next.kind.scope < made->kind.scope &&
           share_domain(order, made->kind.scope, made->invocation, other->invocation) &&
           (same ? made->index < other->index : happens_before(order, made, &next)) &&
           leads_to(order, &next, seen, to_write);
}

static bool begins_beside(const struct race_order *order, const struct link *made, const struct link *seen,
                          const struct race_event *other) {
    struct link next = link_beside(order, other);
    bool same = seen->invocation == other->invocation;
    return makes_visible(other) && is_beside(order, seen, other) && next.kind.scope < seen->kind.scope &&
           share_domain(order, seen->kind.scope, seen->invocation, other->invocation) &&
           (same ? next.index < seen->index : happens_before(order, &next, seen)) &&
           leads_to(order, made, &next, false);
}

static bool is_chained_beside(const struct race_order *order, const struct link *made, const struct link *seen,
                              bool to_write) {
    for (uint32_t list = 0; list < 2; list++)
        for (uint32_t i = 0; i < order->beside[list]->count; i++) {
            const struct race_event *other = &order->beside[list]->items[i];
            if (other->known && (continues_beside(order, made, seen, to_write, other) ||
                                 (!to_write && begins_beside(order, made, seen, other))))
                return true;
        }
    return false;
}

/* Whether a chain goes by way of an invocation that shares the domain of the one or of the other. */
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
    return is_chained_beside(order, made, seen, to_write);
}

/* Whether what is available by `made` is visible where `seen` makes it so; a write needs no visibility. */
static bool leads_to(const struct race_order *order, const struct link *made, const struct link *seen, bool to_write) {
    uint8_t scope = to_write || made->kind.scope > seen->kind.scope ? made->kind.scope : seen->kind.scope;
    if (share_domain(order, scope, made->invocation, seen->invocation) && happens_before(order, made, seen))
        return true;
    return order->chained && is_reached(order, made, seen) && is_chained(order, made, seen, to_write);
}

/* ---- what makes a write available, and visible to a read ---- */

/* Finds the first moment after an event of the same invocation; the number of moments where there is none. */
static uint32_t first_behind(const struct race_moments *moments, uint32_t event) {
    return numbers_below(moments->events, sizeof *moments->events, moments->count, (uint64_t)event + 1);
}

static bool is_visible(const struct race_order *order, const struct link *made, const struct race_event *read) {
    const struct race_made *seen = &order->states[read->invocation]->seen;
    struct link here = link_of(order, read);
    if (read->flags & MODEL_VISIBLE && leads_to(order, made, &here, false))
        return true;
    for (uint32_t i = 0; i < seen->count; i++) {
        struct link link = link_at(order, &seen->kinds[i], seen->kinds[i].count - 1, read->invocation);
        if (includes(order, &here, &link.kind, true) && leads_to(order, made, &link, false))
            return true;
    }
    for (uint32_t list = 0; list < 2; list++)
        for (uint32_t i = 0; i < order->beside[list]->count; i++) {
            const struct race_event *other = &order->beside[list]->items[i];
            if (other->invocation != read->invocation || !makes_visible(other) || !is_beside(order, &here, other))
                continue;
            struct link link = link_beside(order, other);
            if (leads_to(order, made, &link, false))
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

/* Whether the write is made available, so that it reaches the second event, by itself or by a later operation of its
 * invocation. */
static bool is_taken_to(const struct race_order *order, const struct race_event *write,
                        const struct race_event *second) {
    const struct race_made *made = &order->states[write->invocation]->made;
    struct link own = link_of(order, write);
    if (write->flags & MODEL_AVAILABLE && reaches(order, &own, second))
        return true;
    for (uint32_t i = 0; i < made->count; i++) {
        const struct race_moments *moments = &made->kinds[i];
        uint32_t at = first_behind(moments, write->index);
        if (at == moments->count || !includes(order, &own, &moments->kind, false))
            continue;
        struct link link = link_at(order, moments, at, write->invocation);
        if (reaches(order, &link, second))
            return true;
    }
    for (uint32_t i = 0; i < order->beside[0]->count; i++) {
        const struct race_event *other = &order->beside[0]->items[i];
        if (other->invocation != write->invocation || other->index <= write->index || !makes_available(other) ||
            !is_beside(order, &own, other))
            continue;
        struct link link = link_beside(order, other);
        link.index = link.index > write->index ? link.index : write->index + 1;
        if (reaches(order, &link, second))
            return true;
    }
    return false;
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
    return !(first->kind & MODEL_WRITE && same && is_reached(order, &a, &b) && is_taken_to(order, first, second));
}
