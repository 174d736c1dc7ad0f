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
    if (o->scope < MODEL_LEVELS && o->scope > VULKAN_WORKGROUP)
        order->head_level = VULKAN_SUBGROUP;
    if (o->scope >= MODEL_LEVELS ||
        !(flags & (MODEL_AVAILABLE | MODEL_VISIBLE | MODEL_SEMANTICS_AVAILABLE | MODEL_SEMANTICS_VISIBLE)))
        return;
    order->widest = o->scope < order->widest ? o->scope : order->widest;
    order->narrowest = o->scope > order->narrowest ? o->scope : order->narrowest;
    order->chained = order->widest < order->narrowest && order->narrowest > VULKAN_DEVICE;
}

void race_order_init(struct race_order *order, const struct race_program *program, struct arena *arena) {
    uint32_t count = program->group_count * program->group_size;
    memset(order, 0, sizeof *order);
    order->arena = arena;
    order->head_level = VULKAN_WORKGROUP;
    order->widest = VULKAN_NO_SCOPE;
    order->group_size = program->group_size;
    race_clocks_init(&order->clocks, arena, count, program->group_size);
    order->states = arena_allocate_array(arena, count, sizeof *order->states);
    order->places = arena_allocate_array(arena, count, sizeof *order->places);
    for (uint32_t i = 0; i < count; i++)
        order->places[i] = program->invocation(program->user, i).place;
    add_set(order, 0);
    for (uint32_t c = 0; c < program->code_count; c++)
        for (uint32_t i = 0; i < program->codes[c].code_count; i++)
            if (program->codes[c].code[i].operation.kind)
                survey(order, &program->codes[c].code[i].operation);
}

uint32_t race_order_next(struct race_order *order, uint32_t invocation) {
    return ++order->states[invocation].events;
}

/* The larger scope reaches what the smaller one does: they reach each other if the smaller one has both. */
bool race_order_in_scope(const struct race_order *order, uint32_t a, uint8_t a_scope, uint32_t b, uint8_t b_scope) {
    uint8_t smaller = a_scope > b_scope ? a_scope : b_scope;
    return smaller < MODEL_LEVELS && order->places[a].instance[smaller] == order->places[b].instance[smaller];
}

/* ---- heads ---- */

/* Heads of one kind and place are alike: they reach the same. */
static struct race_head *find_head(struct race_order *order, struct race_heads *heads, const struct race_head *like) {
    uint8_t level = order->head_level;
    for (uint32_t i = 0; i < heads->count; i++) {
        struct race_head *head = &heads->items[i];
        if (head->scope == like->scope && head->semantics == like->semantics && head->class == like->class &&
            order->places[head->invocation].instance[level] == order->places[like->invocation].instance[level])
            return head;
    }
    struct race_head *head = ARENA_PUSH(order->arena, heads->items, heads->count, heads->capacity);
    *head = (struct race_head){like->scope, like->semantics, like->class, like->invocation, {NULL}};
    return head;
}

static void join_head(struct race_order *order, struct race_heads *heads, const struct race_head *head) {
    struct race_head *target = find_head(order, heads, head);
    for (uint32_t k = 0; k < order->set_count; k++)
        target->clocks[k] = race_clock_join(&order->clocks, target->clocks[k], head->clocks[k]);
}

static void clear_heads(struct race_order *order, struct race_heads *heads) {
    for (uint32_t i = 0; i < heads->count; i++)
        for (uint32_t k = 0; k < order->set_count; k++)
            race_clock_drop(&order->clocks, heads->items[i].clocks[k]);
    heads->count = 0;
}

void race_order_copy_heads(struct race_order *order, struct race_heads *to, const struct race_heads *from) {
    clear_heads(order, to);
    for (uint32_t i = 0; i < from->count; i++)
        join_head(order, to, &from->items[i]);
}

/* A release as it goes out: what its invocation knows, and itself. */
static void join_release(struct race_order *order, struct race_heads *heads, const struct race_event *event) {
    struct race_head like = {
        event->operation->scope, event->operation->semantics, RACE_ANY_CLASS, event->invocation, {NULL}};
    struct race_head *head = find_head(order, heads, &like);
    order->states[event->invocation].released = event->index;
    for (uint32_t k = 0; k < order->set_count; k++) {
        if (!is_subset(order->sets[k], head->semantics))
            continue;
        struct race_clock *known = order->states[event->invocation].now[k];
        head->clocks[k] = race_clock_join(&order->clocks, head->clocks[k], known);
        head->clocks[k] = race_clock_set(&order->clocks, head->clocks[k], event->invocation, event->index);
    }
}

static void acquire(struct race_order *order, const struct race_event *event, const struct race_head *head) {
    struct race_state *state = &order->states[event->invocation];
    if (!race_order_in_scope(order, head->invocation, head->scope, event->invocation, event->operation->scope))
        return;
    for (uint32_t k = 0; k < order->set_count; k++)
        if (is_subset(order->sets[k], head->semantics & event->operation->semantics))
            state->now[k] = race_clock_join(&order->clocks, state->now[k], head->clocks[k]);
}

/* ---- what makes available and visible ---- */

static struct race_kind kind_of(const struct race_event *event, uint16_t by_semantics) {
    uint16_t both = MODEL_SEMANTICS_AVAILABLE | MODEL_SEMANTICS_VISIBLE;
    return (struct race_kind){.scope = event->operation->scope,
                              .semantics = event->operation->semantics,
                              .class = event->operation->storage_class,
                              .is_access = event->kind & (MODEL_READ | MODEL_WRITE),
                              .by_semantics = event->flags & by_semantics,
                              .both = (event->flags & both) == both};
}

static bool same_kind(const struct race_kind *a, const struct race_kind *b) {
    return a->scope == b->scope && a->semantics == b->semantics && a->class == b->class &&
           a->is_access == b->is_access && a->by_semantics == b->by_semantics && a->both == b->both;
}

static struct race_moments *moments_of(struct race_order *order, struct race_made *made, struct race_kind kind) {
    for (uint32_t i = 0; i < made->count; i++)
        if (same_kind(&made->kinds[i].kind, &kind))
            return &made->kinds[i];
    struct race_moments *moments = ARENA_PUSH(order->arena, made->kinds, made->count, made->capacity);
    *moments = (struct race_moments){.kind = kind};
    return moments;
}

static void keep_clocks(struct race_order *order, struct race_moment *moment, const struct race_state *state) {
    for (uint32_t k = 0; k < order->set_count; k++) {
        struct race_clock *before = moment->clocks[k];
        moment->clocks[k] = race_clock_keep(state->now[k]);
        race_clock_drop(&order->clocks, before);
    }
}

static struct race_moment *add_moment(struct race_order *order, struct race_moments *moments, uint32_t event) {
    struct race_moment *moment = ARENA_PUSH(order->arena, moments->items, moments->count, moments->capacity);
    *moment = (struct race_moment){.event = event};
    return moment;
}

static bool knows_same(const struct race_order *order, const struct race_moment *moment,
                       const struct race_state *state) {
    for (uint32_t k = 0; k < order->set_count; k++)
        if (moment->clocks[k] != state->now[k])
            return false;
    return true;
}

/* An access that is only a link of chains need not be kept if the one before it knew the same. */
static void note_made(struct race_order *order, const struct race_event *event) {
    struct race_state *state = &order->states[event->invocation];
    struct race_kind kind = kind_of(event, MODEL_SEMANTICS_AVAILABLE);
    bool by_itself = event->flags & MODEL_AVAILABLE && event->kind & MODEL_WRITE && order->chained;
    if (!kind.by_semantics && !by_itself)
        return;
    struct race_moments *moments = moments_of(order, &state->made, kind);
    if (!kind.by_semantics && moments->count && knows_same(order, &moments->items[moments->count - 1], state))
        return;
    struct race_moment *moment = add_moment(order, moments, event->index);
    if (!order->chained)
        return;
    moment->clocks = arena_allocate_array(order->arena, order->set_count, sizeof *moment->clocks);
    keep_clocks(order, moment, state);
}

/* The last operation between two releases counts; in a program without chains, the last of all. */
static void note_seen(struct race_order *order, const struct race_event *event) {
    struct race_state *state = &order->states[event->invocation];
    struct race_kind kind = kind_of(event, MODEL_SEMANTICS_VISIBLE);
    bool by_itself = event->flags & MODEL_VISIBLE && event->kind & MODEL_READ && order->chained;
    if (!kind.by_semantics && !by_itself)
        return;
    struct race_moments *moments = moments_of(order, &state->seen, kind);
    struct race_moment *last = moments->count ? &moments->items[moments->count - 1] : NULL;
    if (!last || (order->chained && last->event <= state->released)) {
        last = add_moment(order, moments, event->index);
        last->clocks = arena_allocate_array(order->arena, order->set_count, sizeof *last->clocks);
    }
    last->event = event->index;
    keep_clocks(order, last, state);
}

void race_order_plain(struct race_order *order, const struct race_event *event) {
    note_seen(order, event);
    note_made(order, event);
}

/* ---- atomics ---- */

static void read_heads(struct race_order *order, const struct race_event *event, const struct race_heads *heads) {
    struct race_state *state = &order->states[event->invocation];
    for (uint32_t i = 0; i < heads->count; i++) {
        const struct race_head *head = &heads->items[i];
        if (event->flags & MODEL_ACQUIRE)
            acquire(order, event, head);
        if (order->has_fences) {
            struct race_head here = *head;
            here.class = event->operation->storage_class;
            join_head(order, &state->pending, &here);
        }
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

static bool is_known(const struct race_order *order, const struct race_location *location, uint32_t invocation,
                     uint8_t scope) {
    for (uint32_t i = 0; i < location->writer_count; i++)
        if (location->writers[i].scope == scope &&
            order->places[location->writers[i].invocation].instance[VULKAN_SUBGROUP] ==
                order->places[invocation].instance[VULKAN_SUBGROUP] &&
            (scope <= VULKAN_SUBGROUP || location->writers[i].invocation == invocation))
            return true;
    return false;
}

/* Atomic writes that are partly in scope of each other, partly not. */
static void note_scopes(struct race_order *order, const struct race_event *event, struct race_location *location) {
    uint8_t scope = event->operation->scope;
    if (is_known(order, location, event->invocation, scope))
        return;
    location->scopes |= (uint8_t)(1 << (scope < MODEL_LEVELS ? scope : MODEL_LEVELS));
    for (uint32_t i = 0; i < location->writer_count; i++)
        location->apart |= !race_order_in_scope(order, location->writers[i].invocation, location->writers[i].scope,
                                                event->invocation, scope);
    *ARENA_PUSH(order->arena, location->writers, location->writer_count, location->writer_capacity) =
        (struct race_writer){event->invocation, scope};
    if (location->apart && location->scopes & (location->scopes - 1)) {
        order->mixed = true;
        order->mixed_at = event->operation;
    }
}

void race_order_write(struct race_order *order, const struct race_event *event, struct race_location *location) {
    struct race_state *state = &order->states[event->invocation];
    bool follows = event->kind & MODEL_READ && location->written &&
                   race_order_in_scope(order, location->last_invocation, location->last_scope, event->invocation,
                                       event->operation->scope);
    note_scopes(order, event, location);
    if (!follows)
        clear_heads(order, &location->heads);
    for (uint32_t i = 0; i < state->fences.count; i++)
        if (state->fences.items[i].semantics >> event->operation->storage_class & 1)
            join_head(order, &location->heads, &state->fences.items[i]);
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
    struct race_state *state = &order->states[event->invocation];
    note_made(order, event);
    if (event->flags & MODEL_RELEASE)
        join_release(order, &state->fences, event);
}

static void acquire_fence(struct race_order *order, const struct race_event *event) {
    struct race_state *state = &order->states[event->invocation];
    for (uint32_t i = 0; event->flags & MODEL_ACQUIRE && i < state->pending.count; i++) {
        const struct race_head *head = &state->pending.items[i];
        if (head->class == RACE_ANY_CLASS || event->operation->semantics >> head->class & 1)
            acquire(order, event, head);
    }
    note_seen(order, event);
}

void race_order_fence(struct race_order *order, const struct race_event *event) {
    acquire_fence(order, event);
    release_fence(order, event);
}

/* Each acquires before it releases, as one event does: what one has read, the others may rely on; and what it gets from
 * them it releases too, for what it writes later. */
void race_order_barrier(struct race_order *order, const struct race_event *events, uint32_t count) {
    struct race_heads all = {0};
    for (uint32_t i = 0; i < count; i++) {
        struct race_heads *fences = &order->states[events[i].invocation].fences;
        race_order_fence(order, &events[i]);
        for (uint32_t k = 0; k < fences->count; k++)
            join_head(order, &all, &fences->items[k]);
    }
    for (uint32_t i = 0; i < count; i++) {
        struct race_state *state = &order->states[events[i].invocation];
        for (uint32_t k = 0; k < all.count; k++)
            join_head(order, &state->pending, &all.items[k]);
        acquire_fence(order, &events[i]);
        if (events[i].flags & MODEL_RELEASE)
            join_release(order, &state->fences, &events[i]);
    }
    clear_heads(order, &all);
}
