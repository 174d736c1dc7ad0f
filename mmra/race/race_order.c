/* Synchronization: where releases come from, where they go. */
#include "mmra/race/race_order.h"

static bool is_subset(uint8_t small, uint8_t large) {
    return (small & large) == small;
}

/* ---- the program ---- */

static void add_set(struct race_order *order, uint8_t set) {
    for (uint32_t i = 0; i < order->set_count; i++)
        if (order->sets[i] == set)
            return;
    order->sets[order->set_count++] = set;
    for (uint32_t i = 0, count = order->set_count - 1; i < count; i++)
        add_set(order, order->sets[i] & set);
}

static void survey(struct race_order *order, const struct model_operation *o) {
    uint16_t flags = o->flags | o->failure_flags;
    add_set(order, o->semantics);
    order->has_fences |= !(o->kind & (MODEL_READ | MODEL_WRITE));
    if (o->scope < MODEL_LEVELS && o->scope > order->head_level)
        order->head_level = o->scope;
    order->linked |=
        o->kind & (MODEL_READ | MODEL_WRITE) && flags & (MODEL_SEMANTICS_AVAILABLE | MODEL_SEMANTICS_VISIBLE);
    if (o->scope >= MODEL_LEVELS ||
        !(flags & (MODEL_AVAILABLE | MODEL_VISIBLE | MODEL_SEMANTICS_AVAILABLE | MODEL_SEMANTICS_VISIBLE)))
        return;
    order->widest = o->scope < order->widest ? o->scope : order->widest;
}

static size_t state_size(const struct race_order *order) {
    return sizeof(struct race_state) + order->set_count * sizeof(struct race_clock *);
}

/* Whether no two groups have invocations in one instance of a level; by their numbers, which go up as a rule. */
static bool are_apart(const struct race_order *order, uint32_t count, uint8_t level) {
    uint32_t before = 0, highest = 0;
    bool apart = true;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t instance = race_instance(order, i, level);
        before = i % order->group_size ? before : highest;
        apart &= i < order->group_size || instance > before;
        highest = instance > highest ? instance : highest;
    }
    return apart;
}

static void find_instances(struct race_order *order, const struct race_program *program, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const struct model_scope_instances scopes = program->invocation(program->user, i).scopes;
        for (uint8_t level = 0; level < MODEL_LEVELS; level++) {
            if (scopes.instance[level] && !order->instances[level])
                order->instances[level] = arena_allocate_array(order->pool->arena, count, sizeof(uint32_t));
            if (order->instances[level])
                order->instances[level][i] = scopes.instance[level];
        }
    }
}

void race_order_init(struct race_order *order, const struct race_program *program, uint8_t without,
                     struct race_pool *pool) {
    uint32_t count = program->group_count * program->group_size;
    memset(order, 0, sizeof *order);
    order->pool = pool;
    order->head_level = VULKAN_WORKGROUP;
    order->widest = VULKAN_NO_SCOPE;
    order->group_size = program->group_size;
    race_clocks_init(&order->clocks, pool, count);
    order->states = arena_allocate_array(pool->arena, count, sizeof(struct race_state *));
    find_instances(order, program, count);
    add_set(order, 0);
    for (uint32_t c = 0; c < program->code_count; c++)
        for (uint32_t i = 0; i < program->codes[c].code_count; i++)
            if (program->codes[c].code[i].operation.kind)
                survey(order, &program->codes[c].code[i].operation);
    order->without = without;
    order->chained = without & RACE_WITHOUT_CHAINS || race_may_chain(program, pool);
    order->linked |= order->chained;
    order->nothing = arena_allocate(pool->arena, state_size(order));
    memset(order->nothing, 0, state_size(order));
    for (uint32_t i = 0; i < count; i++)
        order->states[i] = order->nothing;
    order->apart = are_apart(order, count, VULKAN_WORKGROUP) && are_apart(order, count, VULKAN_SUBGROUP);
}

uint32_t race_order_next(struct race_order *order, uint32_t invocation) {
    if (order->states[invocation] == order->nothing) {
        order->states[invocation] = race_pool_take(order->pool, state_size(order));
        memset(order->states[invocation], 0, state_size(order));
    }
    return ++order->states[invocation]->events;
}

/* The larger scope reaches what the smaller one does: they reach each other if the smaller one has both. */
bool race_order_in_scope(const struct race_order *order, uint32_t a, uint8_t a_scope, uint32_t b, uint8_t b_scope) {
    uint8_t smaller = a_scope > b_scope ? a_scope : b_scope;
    return smaller < MODEL_LEVELS && race_instance(order, a, smaller) == race_instance(order, b, smaller);
}

/* ---- heads ---- */

static size_t head_size(const struct race_order *order) {
    return sizeof(struct race_head) + order->set_count * sizeof(struct race_clock *);
}

/* Heads of one kind and place are alike: they reach the same. */
static struct race_head *find_head(struct race_order *order, struct race_heads *heads, const struct race_head *like) {
    uint8_t level = order->head_level;
    struct race_head **at = &heads->first;
    for (; *at; at = &(*at)->next) {
        struct race_head *head = *at;
        if (head->scope == like->scope && head->semantics == like->semantics && head->class == like->class &&
            race_instance(order, head->invocation, level) == race_instance(order, like->invocation, level))
            return head;
    }
    *at = race_pool_take(order->pool, head_size(order));
    memset(*at, 0, head_size(order));
    **at = (struct race_head){like->scope, like->semantics, like->class, like->invocation, NULL};
    return *at;
}

static void join_head(struct race_order *order, struct race_heads *heads, const struct race_head *head, uint8_t class) {
    const struct race_head like = {head->scope, head->semantics, class, head->invocation, NULL};
    struct race_head *target = find_head(order, heads, &like);
    for (uint32_t k = 0; k < order->set_count; k++)
        target->clocks[k] = race_clock_join(&order->clocks, target->clocks[k], head->clocks[k]);
}

static void join_heads(struct race_order *order, struct race_heads *to, const struct race_heads *from) {
    for (const struct race_head *head = from->first; head; head = head->next)
        join_head(order, to, head, head->class);
}

static void give_head(struct race_order *order, struct race_head *head) {
    for (uint32_t k = 0; k < order->set_count; k++)
        race_clock_drop(&order->clocks, head->clocks[k]);
    race_pool_give(order->pool, head, head_size(order));
}

static void clear_heads(struct race_order *order, struct race_heads *heads) {
    for (struct race_head *head = heads->first, *next; head; head = next) {
        next = head->next;
        give_head(order, head);
    }
    heads->first = NULL;
}

void race_order_copy_heads(struct race_order *order, struct race_heads *to, const struct race_heads *from) {
    clear_heads(order, to);
    join_heads(order, to, from);
}

/* A release as it goes out: what its invocation knows, and itself. */
static void join_release(struct race_order *order, struct race_heads *heads, const struct race_event *event) {
    const struct race_head like = {event->operation->scope, event->operation->semantics, RACE_ANY_CLASS,
                                   event->invocation, NULL};
    struct race_head *head = find_head(order, heads, &like);
    order->states[event->invocation]->released = event->index;
    for (uint32_t k = 0; k < order->set_count; k++) {
        if (!is_subset(order->sets[k], head->semantics))
            continue;
        struct race_clock *known = order->states[event->invocation]->now[k];
        head->clocks[k] = race_clock_join(&order->clocks, head->clocks[k], known);
        head->clocks[k] = race_clock_set(&order->clocks, head->clocks[k], event->invocation, event->index);
    }
}

/* ---- what happens before an event ---- */

static bool knows(const struct race_order *order, const struct race_state *state, const struct race_known *known) {
    for (uint32_t k = 0; k < order->set_count; k++)
        if (known->clocks[k] != state->now[k])
            return false;
    return true;
}

/* Invocations that have met know the same. They come here one after the other. */
struct race_known *race_order_know(struct race_order *order, uint32_t invocation) {
    struct race_state *state = order->states[invocation];
    size_t size = sizeof *state->known + order->set_count * sizeof *state->known->clocks;
    if (!state->known && order->last_known && knows(order, state, order->last_known)) {
        state->known = order->last_known;
        state->known->references++;
    }
    if (!state->known) {
        state->known = race_pool_take(order->pool, size);
        state->known->references = 2;
        for (uint32_t k = 0; k < order->set_count; k++)
            state->known->clocks[k] = race_clock_keep(state->now[k]);
        race_order_forget(order, order->last_known);
        order->last_known = state->known;
    }
    state->known->references++;
    return state->known;
}

void race_order_forget(struct race_order *order, struct race_known *known) {
    if (!known || --known->references)
        return;
    for (uint32_t k = 0; k < order->set_count; k++)
        race_clock_drop(&order->clocks, known->clocks[k]);
    race_pool_give(order->pool, known, sizeof *known + order->set_count * sizeof *known->clocks);
}

/* The invocation knows more from here on. */
static void learn(struct race_order *order, struct race_state *state) {
    race_order_forget(order, state->known);
    state->known = NULL;
}

static void acquire(struct race_order *order, const struct race_event *event, const struct race_head *head,
                    bool by_atomic) {
    struct race_state *state = order->states[event->invocation];
    if (!race_order_in_scope(order, head->invocation, head->scope, event->invocation, event->operation->scope))
        return;
    learn(order, state);
    for (uint32_t k = 0; k < order->set_count; k++)
        if (is_subset(order->sets[k], head->semantics & event->operation->semantics)) {
            const struct race_clock *before = state->now[k];
            state->now[k] = race_clock_join(&order->clocks, state->now[k], head->clocks[k]);
            order->learned |= by_atomic && state->now[k] != before;
        }
}

/* ---- what makes available and visible ---- */

static struct race_kind kind_of(const struct race_event *event) {
    return (struct race_kind){.scope = event->operation->scope,
                              .semantics = event->operation->semantics,
                              .class = event->operation->storage_class,
                              .is_access = event->kind & (MODEL_READ | MODEL_WRITE),
                              .available = event->flags & MODEL_SEMANTICS_AVAILABLE,
                              .visible = event->flags & MODEL_SEMANTICS_VISIBLE};
}

static bool same_kind(const struct race_kind *a, const struct race_kind *b) {
    return a->scope == b->scope && a->semantics == b->semantics && a->class == b->class &&
           a->is_access == b->is_access && a->available == b->available && a->visible == b->visible;
}

static struct race_moments *moments_of(struct race_order *order, struct race_made *made, struct race_kind kind) {
    for (uint32_t i = 0; i < made->count; i++)
        if (same_kind(&made->kinds[i].kind, &kind))
            return &made->kinds[i];
    struct race_moments *moments = RACE_PUSH(order->pool, made->kinds, made->count, made->capacity);
    *moments = (struct race_moments){.kind = kind};
    return moments;
}

/* The clocks of the last moment. */
static struct race_clock **last_clocks(const struct race_order *order, const struct race_moments *moments) {
    return moments->clocks + (size_t)(moments->count - 1) * order->set_count;
}

static void keep_clocks(struct race_order *order, struct race_moments *moments, const struct race_state *state) {
    struct race_clock **clocks = last_clocks(order, moments);
    for (uint32_t k = 0; k < order->set_count; k++) {
        struct race_clock *before = clocks[k];
        clocks[k] = race_clock_keep(state->now[k]);
        race_clock_drop(&order->clocks, before);
    }
}

static void add_moment(struct race_order *order, struct race_moments *moments, uint32_t event, bool with_clocks) {
    *RACE_PUSH(order->pool, moments->events, moments->count, moments->capacity) = event;
    for (uint32_t k = 0; with_clocks && k < order->set_count; k++)
        *RACE_PUSH(order->pool, moments->clocks, moments->clock_count, moments->clock_capacity) = NULL;
}

/* Order leaves an invocation by its releases alone. Take the operations of one kind between two releases: the last is
 * ordered after all that the earlier ones are ordered after, and whatever is ordered after one of them is ordered after
 * all. */
static void note_made(struct race_order *order, const struct race_event *event) {
    bool by_itself = event->flags & MODEL_AVAILABLE && event->kind & MODEL_WRITE && order->linked;
    if (!(event->flags & MODEL_SEMANTICS_AVAILABLE) && !by_itself)
        return;
    struct race_state *state = order->states[event->invocation];
    struct race_moments *moments = moments_of(order, &state->made, kind_of(event));
    if (!moments->count || moments->events[moments->count - 1] <= state->released)
        add_moment(order, moments, event->index, order->chained);
    moments->events[moments->count - 1] = event->index;
    if (order->chained)
        keep_clocks(order, moments, state);
}

/* Notes likewise what the event makes visible; in a program without chains the last such event counts. */
static void note_seen(struct race_order *order, const struct race_event *event) {
    bool by_itself = event->flags & MODEL_VISIBLE && event->kind & MODEL_READ && order->linked;
    if (!(event->flags & MODEL_SEMANTICS_VISIBLE) && !by_itself)
        return;
    struct race_state *state = order->states[event->invocation];
    struct race_moments *moments = moments_of(order, &state->seen, kind_of(event));
    if (!moments->count || (order->chained && moments->events[moments->count - 1] <= state->released))
        add_moment(order, moments, event->index, true);
    moments->events[moments->count - 1] = event->index;
    keep_clocks(order, moments, state);
}

void race_order_plain(struct race_order *order, const struct race_event *event) {
    note_seen(order, event);
    note_made(order, event);
}

/* ---- atomics ---- */

void race_order_meets_others(struct race_order *order, const struct race_event *event) {
    order->states[event->invocation]->meets_others = true;
    order->may_learn |= event->flags & MODEL_ACQUIRE;
}

static void read_heads(struct race_order *order, const struct race_event *event, const struct race_heads *heads) {
    struct race_state *state = order->states[event->invocation];
    for (const struct race_head *head = heads->first; head; head = head->next) {
        if (event->flags & MODEL_ACQUIRE)
            acquire(order, event, head, true);
        if (order->has_fences)
            join_head(order, &state->pending, head, event->operation->storage_class);
    }
}

void race_order_read(struct race_order *order, const struct race_event *event, const struct race_location *location) {
    if (location && location->written && !location->plain_since &&
        race_order_in_scope(order, location->last_invocation, location->last_scope, event->invocation,
                            event->operation->scope))
        read_heads(order, event, &location->heads);
    note_seen(order, event);
}

void race_order_read_past(struct race_order *order, const struct race_event *event, const struct race_past *past) {
    if (past->event &&
        race_order_in_scope(order, past->writer, past->scope, event->invocation, event->operation->scope))
        read_heads(order, event, &past->heads);
    note_seen(order, event);
}

static void add_writer(const struct race_order *order, struct race_writers *writers, uint32_t invocation) {
    if (!writers->some)
        *writers = (struct race_writers){true, 0, invocation};
    else
        for (uint8_t level = 0; level < MODEL_LEVELS; level++)
            writers->apart |=
                (uint8_t)((race_instance(order, invocation, level) != race_instance(order, writers->first, level))
                          << level);
}

/* Atomic writes that are partly in scope of each other, partly not. */
static void note_scopes(struct race_order *order, const struct race_event *event, struct race_location *location) {
    uint8_t scope = event->operation->scope < MODEL_LEVELS ? event->operation->scope : MODEL_LEVELS;
    location->scopes |= (uint8_t)(1 << scope);
    for (uint8_t other = 0; other <= MODEL_LEVELS; other++) {
        const struct race_writers *writers = &location->writers[other];
        uint8_t smaller = other > scope ? other : scope;
        if (writers->some)
            location->apart |= (writers->apart >> smaller & 1) ||
                               !race_order_in_scope(order, writers->first, other, event->invocation, scope);
    }
    add_writer(order, &location->writers[scope], event->invocation);
    if (location->apart && location->scopes & (location->scopes - 1)) {
        order->mixed = true;
        order->mixed_at = event->operation;
    }
}

void race_order_write(struct race_order *order, const struct race_event *event, struct race_location *location) {
    struct race_state *state = order->states[event->invocation];
    bool follows = event->kind & MODEL_READ && location->written &&
                   race_order_in_scope(order, location->last_invocation, location->last_scope, event->invocation,
                                       event->operation->scope);
    note_scopes(order, event, location);
    if (!follows)
        clear_heads(order, &location->heads);
    for (const struct race_head *fence = state->fences.first; fence; fence = fence->next)
        if (fence->semantics >> event->operation->storage_class & 1)
            join_head(order, &location->heads, fence, fence->class);
    if (event->flags & MODEL_RELEASE)
        join_release(order, &location->heads, event);
    location->written = true;
    location->plain_since = false;
    location->last_invocation = event->invocation;
    location->last_scope = event->operation->scope;
    note_made(order, event);
}

/* ---- fences and control barriers ---- */

static void release_fence(struct race_order *order, const struct race_event *event) {
    struct race_state *state = order->states[event->invocation];
    note_made(order, event);
    if (event->flags & MODEL_RELEASE)
        join_release(order, &state->fences, event);
}

/* Whether an acquire takes all that the head of the release sequence has; then no more heads are asked. */
static bool takes_all(const struct race_order *order, const struct race_event *event, const struct race_head *head) {
    return !(order->without & RACE_WITHOUT_MEETING) && is_subset(head->semantics, event->operation->semantics) &&
           race_order_in_scope(order, head->invocation, head->scope, event->invocation, event->operation->scope);
}

static void acquire_pending(struct race_order *order, const struct race_event *event) {
    struct race_state *state = order->states[event->invocation];
    order->may_learn |= state->meets_others && event->flags & MODEL_ACQUIRE;
    struct race_head **at = &state->pending.first;
    while (event->flags & MODEL_ACQUIRE && *at) {
        struct race_head *head = *at;
        const bool acquires = head->class == RACE_ANY_CLASS || event->operation->semantics >> head->class & 1;
        if (acquires)
            acquire(order, event, head, head->class != RACE_ANY_CLASS);
        if (acquires && takes_all(order, event, head)) {
            *at = head->next;
            give_head(order, head);
        } else {
            at = &head->next;
        }
    }
}

static void acquire_fence(struct race_order *order, const struct race_event *event) {
    acquire_pending(order, event);
    note_seen(order, event);
}

void race_order_fence(struct race_order *order, const struct race_event *event) {
    acquire_fence(order, event);
    release_fence(order, event);
}

void race_order_arrive(struct race_order *order, const struct race_event *event) {
    struct race_state *state = order->states[event->invocation];
    race_order_fence(order, event);
    join_heads(order, &state->arrived, &state->fences); /* which have grown since the last one */
}

/* Whether two that meet do the same, and reach each other. */
static bool are_alike(const struct race_order *order, const struct race_event *a, const struct race_event *b) {
    const struct model_operation *x = a->operation, *y = b->operation;
    return x->scope == y->scope && x->semantics == y->semantics && a->flags == b->flags &&
           race_instance(order, a->invocation, x->scope) == race_instance(order, b->invocation, x->scope);
}

bool race_order_are_alike(const struct race_order *order, const struct race_event *events, uint32_t count) {
    uint16_t halves = MODEL_ACQUIRE | MODEL_RELEASE;
    if ((events->flags & halves) != halves || events->kind & MODEL_WAITS || events->operation->scope >= MODEL_LEVELS)
        return false;
    for (uint32_t i = 1; i < count; i++)
        if (!are_alike(order, &events[i], &events[0]))
            return false;
    return true;
}

static void put_clock(struct race_order *order, struct race_clock **to, struct race_clock *clock) {
    struct race_clock *before = *to;
    *to = race_clock_keep(clock);
    race_clock_drop(&order->clocks, before);
}

/* Whether each invocation that meets knows the same of both sets. */
static bool know_alike(const struct race_order *order, const struct race_event *events, uint32_t count, uint32_t set,
                       uint32_t other) {
    for (uint32_t i = 0; i < count; i++) {
        struct race_clock *const *now = order->states[events[i].invocation]->now;
        if (now[set] != now[other])
            return false;
    }
    return true;
}

/* The clock of a set after the barrier: what any of them knew, and all of the events. */
static struct race_clock *clock_of_all(struct race_order *order, const struct race_event *events, uint32_t count,
                                       uint32_t set) {
    struct race_clock *clock = NULL;
    uint32_t *leaf = NULL, first = 0;
    for (uint32_t i = 0; i < count; i++)
        clock = race_clock_join(&order->clocks, clock, order->states[events[i].invocation]->now[set]);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t invocation = events[i].invocation, at = invocation % RACE_LEAF;
        if (!leaf || invocation - at != first)
            leaf = race_clock_leaf(&order->clocks, &clock, invocation);
        first = invocation - at;
        leaf[at] = events[i].index;
    }
    return clock;
}

/* Finds the releases of other kinds that the invocations made before they met, if these order classes that the barrier
 * does not. */
static void take_other_fences(struct race_order *order, const struct race_event *events, uint32_t count) {
    const uint8_t semantics = events->operation->semantics;
    struct race_heads others = {NULL};
    for (uint32_t i = 0; i < count; i++)
        for (const struct race_head *head = order->states[events[i].invocation]->fences.first; head; head = head->next)
            if (!is_subset(head->semantics, semantics))
                join_head(order, &others, head, head->class);
    for (uint32_t i = 0; i < count && others.first; i++)
        join_heads(order, &order->states[events[i].invocation]->pending, &others);
    clear_heads(order, &others);
}

/* The clocks after the barrier, of each set of classes that it orders; NULL: it does not. */
static void clocks_of_all(struct race_order *order, const struct race_event *events, uint32_t count,
                          struct race_clock **clocks) {
    for (uint32_t k = 0, other; k < order->set_count; k++) {
        clocks[k] = NULL;
        if (!is_subset(order->sets[k], events->operation->semantics))
            continue;
        for (other = 0; other < k && !(clocks[other] && know_alike(order, events, count, k, other));)
            other++;
        clocks[k] = other < k ? race_clock_keep(clocks[other]) : clock_of_all(order, events, count, k);
    }
}

/* Sets what one of them knows after the barrier, and what it releases from there on. */
static void leave(struct race_order *order, const struct race_event *event, struct race_clock *const *clocks) {
    struct race_state *state = order->states[event->invocation];
    const struct race_head like = {event->operation->scope, event->operation->semantics, RACE_ANY_CLASS,
                                   event->invocation, NULL};
    struct race_head *fence = find_head(order, &state->fences, &like);
    for (uint32_t k = 0; k < order->set_count; k++)
        if (clocks[k]) {
            put_clock(order, &state->now[k], clocks[k]);
            put_clock(order, &fence->clocks[k], clocks[k]);
        }
    state->released = event->index;
    learn(order, state);
    note_seen(order, event);
}

/* The barrier of those who are all alike: what race_order_barrier() does otherwise, with one clock for all. Each of
 * them acquires what all of them release, so all know the same of the sets of classes that the barrier orders. What
 * would be pending of its kind they know already; so do they of earlier releases, which have no more than what their
 * invocations knew then, and themselves. */
static void meet(struct race_order *order, const struct race_event *events, uint32_t count) {
    struct race_clock *clocks[RACE_MAX_SETS];
    for (uint32_t i = 0; i < count; i++) {
        acquire_pending(order, &events[i]);
        note_made(order, &events[i]);
    }
    take_other_fences(order, events, count);
    clocks_of_all(order, events, count, clocks);
    for (uint32_t i = 0; i < count; i++)
        leave(order, &events[i], clocks);
    for (uint32_t k = 0; k < order->set_count; k++)
        race_clock_drop(&order->clocks, clocks[k]);
}

/* Each acquires before it releases, as one event does: what one has read, the others may rely on; and what it gets from
 * them it releases too, for what it writes later. */
void race_order_barrier(struct race_order *order, const struct race_event *events, uint32_t count) {
    struct race_heads all = {NULL};
    if (!(order->without & RACE_WITHOUT_MEETING) && race_order_are_alike(order, events, count)) {
        meet(order, events, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        struct race_state *state = order->states[events[i].invocation];
        race_order_fence(order, &events[i]);
        join_heads(order, &all, events[i].kind & MODEL_WAITS ? &state->arrived : &state->fences);
    }
    for (uint32_t i = 0; i < count; i++) {
        struct race_state *state = order->states[events[i].invocation];
        join_heads(order, &state->pending, &all);
        acquire_fence(order, &events[i]);
        if (events[i].flags & MODEL_RELEASE)
            join_release(order, &state->fences, &events[i]);
    }
    clear_heads(order, &all);
}

/* ---- ends ---- */

void race_order_end_location(struct race_order *order, struct race_location *location) {
    clear_heads(order, &location->heads);
    for (uint32_t i = 0; location->past && i < RACE_PASTS; i++)
        clear_heads(order, &location->past[i].heads);
    race_pool_give(order->pool, location->past, RACE_PASTS * sizeof *location->past);
    race_pool_give(order->pool, location, sizeof *location);
}

static void clear_moments(struct race_order *order, struct race_made *made) {
    for (uint32_t i = 0; i < made->count; i++) {
        struct race_moments *moments = &made->kinds[i];
        for (uint32_t k = 0; k < moments->clock_count; k++)
            race_clock_drop(&order->clocks, moments->clocks[k]);
        race_pool_give(order->pool, moments->events, moments->capacity * sizeof *moments->events);
        race_pool_give(order->pool, moments->clocks, moments->clock_capacity * sizeof(struct race_clock *));
    }
    race_pool_give(order->pool, made->kinds, made->capacity * sizeof *made->kinds);
    *made = (struct race_made){0};
}

/* An invocation without anything that is asked for later. */
static void give_state(struct race_order *order, uint32_t invocation) {
    struct race_state *state = order->states[invocation];
    if (state == order->nothing || state->made.count)
        return;
    clear_moments(order, &state->made);
    race_pool_give(order->pool, state, state_size(order));
    order->states[invocation] = order->nothing;
}

/* Chains may go through it at any time. Without them only what it has made available is asked for later. */
void race_order_end(struct race_order *order, uint32_t invocation) {
    struct race_state *state = order->states[invocation];
    if (order->chained || state == order->nothing)
        return;
    clear_heads(order, &state->fences);
    clear_heads(order, &state->arrived);
    clear_heads(order, &state->pending);
    clear_moments(order, &state->seen);
    learn(order, state);
    for (uint32_t k = 0; k < order->set_count; k++) {
        race_clock_drop(&order->clocks, state->now[k]);
        state->now[k] = NULL;
    }
    give_state(order, invocation);
}

/* A write that was made available in the workgroup, or in less of it, reaches nobody outside of it. */
void race_order_end_group(struct race_order *order, uint32_t group) {
    for (uint32_t i = group * order->group_size; i < (group + 1) * order->group_size; i++) {
        struct race_made *made = &order->states[i]->made;
        bool reaches = false;
        for (uint32_t k = 0; k < made->count; k++)
            reaches |= made->kinds[k].kind.scope < VULKAN_WORKGROUP;
        if (order->without & RACE_WITHOUT_ENDS || order->chained || !order->apart || reaches)
            continue;
        clear_moments(order, made);
        give_state(order, i);
    }
}
