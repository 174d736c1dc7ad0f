/* States that differ only in which of the threads that can change places did what: each is hashed as if its threads
 * stood in an order that depends on what they have done alone, and looked up among those that were there. */
#include "mmra/base/bits.h"
#include "mmra/model/explore_state.h"

enum { LANES = 2, REFINEMENTS = 3, OWN_EVENT = 1, INITIAL_EVENT = 2 };

struct digest {
    uint64_t lane[LANES];
};

struct canonical {
    struct explorer *e;
    const struct explore_state *state;
    struct digest *events; /* what each event is called */
    struct digest *nodes;
    uint32_t *local;        /* of each event, how many its thread had before */
    struct digest *colours; /* of each thread: what it has done */
    struct digest *next;
    uint32_t *at; /* of each place the thread that stands there */
};

/* Value and digest are mixed apart, or small numbers in one would look like small numbers in the other. */
static void feed(struct digest *d, uint64_t value) {
    d->lane[0] = mmra_mixed_bits(d->lane[0] * 3 + mmra_mixed_bits(value + UINT64_C(0x9e3779b97f4a7c15)));
    d->lane[1] = mmra_mixed_bits(
        (d->lane[1] ^ mmra_mixed_bits(value ^ UINT64_C(0xa0761d6478bd642f))) * UINT64_C(0xd6e8feb86659fd93) + 1);
}

static void feed_digest(struct digest *d, const struct digest *other) {
    feed(d, other->lane[0]);
    feed(d, other->lane[1]);
}

/* Adds a digest to a sum, which is the same in every order. */
static void add_digest(struct digest *sum, const struct digest *other) {
    struct digest mixed = {{3, 5}};
    feed_digest(&mixed, other);
    for (int i = 0; i < LANES; i++)
        sum->lane[i] += mixed.lane[i];
}

static void feed_events(struct canonical *c, struct digest *d, event_list list) {
    struct digest sum = {{0}};
    EVENT_LIST_EACH(&c->e->lists, list, event)
    add_digest(&sum, &c->events[event]);
    feed_digest(d, &sum);
}

/* ---- names of events ---- */

static void count_local(struct canonical *c) {
    memset(c->next, 0, c->e->program->thread_count * sizeof *c->next);
    for (uint32_t i = 0; i < c->state->event_count; i++) {
        int32_t thread = c->state->events[i].model.thread;
        c->local[i] = thread < 0 ? 0 : (uint32_t)c->next[thread].lane[0]++;
    }
}

/* An event is called by its thread's digest and its number there; an initial value only so, as who speaks of it has the
 * same location. */
static void name_events(struct canonical *c, const struct digest *threads) {
    for (uint32_t i = 0; i < c->state->event_count; i++) {
        int32_t thread = c->state->events[i].model.thread;
        c->events[i] = (struct digest){{INITIAL_EVENT, INITIAL_EVENT}};
        if (thread < 0)
            continue;
        c->events[i] = threads[thread];
        feed(&c->events[i], c->local[i]);
    }
}

static void digest_nodes(struct canonical *c) {
    for (uint32_t i = 1; i < c->state->node_count; i++) {
        const struct node *node = &c->state->nodes[i];
        struct digest d = {{node->known, node->kind}};
        feed_events(c, &d, node->depends);
        feed_events(c, &d, node->matters);
        if (node->known) {
            feed(&d, node->undefined);
            feed(&d, node->undefined || c->e->renames ? 0 : node->value);
        } else if (node->kind == NODE_READ) {
            feed_digest(&d, &c->events[node->a]);
        } else if (node->kind == NODE_COMPUTED) {
            const struct program_instruction *instruction = node->instruction;
            feed(&d, (uint64_t)instruction->alu << 24 | (uint64_t)instruction->rmw << 16 |
                         (uint64_t)instruction->width << 8 | instruction->from_width);
            feed_digest(&d, &c->nodes[node->a]);
            feed_digest(&d, &c->nodes[node->b]);
            feed_digest(&d, &c->nodes[node->c]);
        }
        c->nodes[i] = d;
    }
}

/* ---- what a thread has done ---- */

/* The thread's events before this one of all. */
static uint32_t own_before(const struct canonical *c, uint32_t thread, uint32_t event) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < event && i < c->state->event_count; i++)
        count += c->state->events[i].model.thread == (int32_t)thread;
    return count;
}

/* Feeds the writes that an open read has turned down. Nobody asks for them once the read has taken a write. */
static void feed_turned_down(struct canonical *c, struct digest *d, uint32_t number) {
    const struct explore_event *event = &c->state->events[number];
    struct digest turned_down = {{0}};
    feed(d, event->put_off != 0);
    for (uint32_t write = 0; write < event->put_off; write++)
        if (state_may_take(c->state, number, write))
            add_digest(&turned_down, &c->events[write]);
    feed_digest(d, &turned_down);
    feed_events(c, d, event->in_vain);
}

static void feed_event(struct canonical *c, struct digest *d, uint32_t number) {
    const struct explore_event *event = &c->state->events[number];
    const struct model_event *model = &event->model;
    feed(d, (uint64_t)event->position << 32 | (uint64_t)model->kind << 16 | model->flags);
    feed(d, (uint64_t)event->constraint << 1 | event->unreached);
    if (!c->e->renames && model->location != MODEL_NONE && event->instruction->a.kind != PROGRAM_CONSTANT)
        feed(d, model->location); /* else the position says it */
    feed(d, model->kind & MODEL_BARRIER ? model->barrier & MODEL_BARRIER_NUMBER : 0);
    feed(d, (uint64_t)(int64_t)(model->source < 0 ? model->source : 0));
    if (model->source >= 0)
        feed_digest(d, &c->events[model->source]);
    if (state_is_open_read(event))
        feed_turned_down(c, d, number);
    feed_events(c, d, event->depends);
    feed_events(c, d, event->matters);
    feed_events(c, d, event->doubts);
    feed_digest(d, &c->nodes[event->value]);
    feed_digest(d, &c->nodes[event->read]);
    feed_digest(d, &c->nodes[event->compared]);
}

/* A value follows from what its thread has done, unless an undefined branch has led the thread one of two ways. */
static void feed_register(struct canonical *c, struct digest *d, uint32_t number, uint32_t node) {
    feed_digest(d, &c->nodes[node]);
    if (c->state->threads[number].undefined)
        feed(d, c->state->nodes[node].value);
}

static void feed_registers(struct canonical *c, struct digest *d, uint32_t number, uint32_t position,
                           const uint32_t *nodes) {
    const struct program_thread *thread = &c->e->program->threads[number];
    for (uint32_t i = 0; i < thread->register_count; i++)
        if (thread->registers[i].name || (thread->live[position][i / 64] >> (i % 64) & 1))
            feed_register(c, d, number, nodes[i]);
}

static void feed_loops(struct canonical *c, struct digest *d, uint32_t number) {
    const struct program_thread *thread = &c->e->program->threads[number];
    for (uint32_t i = 0; i < thread->code_count; i++) {
        if (!thread->is_head[i])
            continue;
        uint32_t head = c->e->head_number[number][i];
        const struct loop_visit *visit = &c->state->visits[head];
        feed(d, (uint64_t)visit->times << 32 | visit->certain);
        if (visit->times == 0)
            continue;
        feed(d, (uint64_t)visit->effects << 32 | own_before(c, number, visit->events));
        feed_events(c, d, visit->control);
        feed_registers(c, d, number, i, c->state->remembered + (size_t)head * c->e->widest);
    }
}

static void feed_text(struct digest *d, const char *text) {
    for (; text && *text; text++)
        feed(d, (uint8_t)*text);
    feed(d, text != NULL);
}

/* The threads that this one has turned down at its barrier, in whatever order: `names` has a digest for each thread. */
static void feed_declined(struct digest *d, const struct explore_thread *t, const struct digest *names) {
    struct digest sum = {{0}};
    for (uint32_t left = t->not_with, i = 0; left; left >>= 1, i++)
        if (left & 1)
            add_digest(&sum, &names[i]);
    feed_digest(d, &sum);
}

static void feed_thread(struct canonical *c, struct digest *d, uint32_t number, const struct digest *names) {
    const struct explore_thread *t = &c->state->threads[number];
    feed(d, (uint64_t)t->status << 32 | (uint64_t)t->guess << 8 | (uint64_t)t->came_back << 2 |
                (uint64_t)t->unreached << 1 | t->cut_off);
    feed_text(d, t->fault);
    feed_digest(d, &c->nodes[t->undefined]);
    feed(d, (uint64_t)t->undefined_branches << 32 | t->at);
    feed(d, (uint64_t)t->stays << 32 | t->foreseen_count);
    for (uint32_t i = 0; i < t->foreseen_count; i++) {
        feed_digest(d, &c->nodes[t->foreseen[i].node]);
        feed(d, t->foreseen[i].value);
    }
    feed(d, (uint64_t)t->effects << 32 | (t->needs != 0));
    feed_digest(d, &c->nodes[t->needs]);
    for (int level = 0; level < MODEL_LEVELS; level++)
        feed(d, t->barriers[level]);
    feed(d, t->waits_from == MODEL_NONE ? MODEL_NONE : own_before(c, number, t->waits_from));
    feed(d, t->kept_from == MODEL_NONE ? MODEL_NONE : own_before(c, number, t->kept_from));
    feed(d, (uint64_t)t->rests_by << 1 | t->rests);
    feed_events(c, d, t->control);
    feed_events(c, d, t->matters);
    feed_events(c, d, t->doubts);
    feed_declined(d, t, names);
    feed_registers(c, d, number, t->at, c->state->registers + c->e->first_register[number]);
    feed_loops(c, d, number);
    for (uint32_t i = 0; i < c->state->event_count; i++)
        if (c->state->events[i].model.thread == (int32_t)number)
            feed_event(c, d, i);
}

/* ---- an order of the threads ---- */

/* Notes what others have taken from each thread. */
static void add_takers(struct canonical *c) {
    for (uint32_t i = 0; i < c->state->event_count; i++) {
        int32_t source = c->state->events[i].model.source;
        int32_t from = source >= 0 ? c->state->events[source].model.thread : -1;
        if (from < 0)
            continue;
        struct digest d = c->events[i];
        feed(&d, c->local[source]);
        add_digest(&c->next[from], &d);
    }
    for (uint32_t i = 0; i < c->state->order_count; i++) {
        const struct model_system_order *pair = &c->state->order[i];
        int32_t first = c->state->events[pair->before].model.thread;
        struct digest d = c->events[pair->after];
        feed(&d, c->local[pair->before]);
        if (first >= 0)
            add_digest(&c->next[first], &d);
    }
}

static void refine(struct canonical *c) {
    uint32_t threads = c->e->program->thread_count;
    name_events(c, c->colours);
    digest_nodes(c);
    for (uint32_t t = 0; t < threads; t++) {
        c->next[t] = (struct digest){{7, 11}};
        feed_thread(c, &c->next[t], t, c->colours);
    }
    add_takers(c);
    memcpy(c->colours, c->next, threads * sizeof *c->colours);
}

static int compare_blocks(const struct canonical *c, const uint32_t *a, const uint32_t *b, uint32_t size) {
    for (uint32_t i = 0; i < size; i++) {
        int order = memcmp(&c->colours[c->at[a[i]]], &c->colours[c->at[b[i]]], sizeof *c->colours);
        if (order != 0)
            return order;
    }
    return 0;
}

static void exchange_blocks(struct canonical *c, const uint32_t *a, const uint32_t *b, uint32_t size) {
    for (uint32_t i = 0; i < size; i++) {
        uint32_t thread = c->at[a[i]];
        c->at[a[i]] = c->at[b[i]];
        c->at[b[i]] = thread;
    }
}

/* Sorts what stands in the places of a class; the classes of single threads come before those of their groups. */
static void sort_class(struct canonical *c, const struct symmetry_class *class) {
    uint32_t size = class->size;
    for (uint32_t i = size; i < class->count; i += size)
        for (uint32_t k = i; k > 0 && compare_blocks(c, class->threads + k - size, class->threads + k, size) > 0;
             k -= size)
            exchange_blocks(c, class->threads + k - size, class->threads + k, size);
}

static struct digest digest_state(struct canonical *c) {
    struct digest d = {{c->state->ordered, c->state->groups}}, sum = {{0}};
    uint32_t threads = c->e->program->thread_count;
    for (uint32_t place = 0; place < threads; place++)
        c->next[c->at[place]] = (struct digest){{place, place + 1}};
    name_events(c, c->next);
    digest_nodes(c);
    for (uint32_t place = 0; place < threads; place++)
        feed_thread(c, &d, c->at[place], c->next);
    for (uint32_t i = 0; i < c->state->order_count; i++) {
        struct digest pair = c->events[c->state->order[i].before];
        feed_digest(&pair, &c->events[c->state->order[i].after]);
        add_digest(&sum, &pair);
    }
    feed_digest(&d, &sum);
    return d;
}

/* ---- states that were there ---- */

static struct digest *find_slot(struct explorer *e, const struct digest *d) {
    uint64_t mask = e->known_capacity - 1, at = d->lane[0] & mask;
    struct digest *known = e->known;
    while ((known[at].lane[0] || known[at].lane[1]) && memcmp(&known[at], d, sizeof *d) != 0)
        at = (at + 1) & mask;
    return &known[at];
}

static void make_room(struct explorer *e) {
    if (e->known_count * 2 < e->known_capacity)
        return;
    struct digest *old = e->known;
    uint64_t count = e->known_capacity;
    e->known_capacity = count ? count * 2 : 1024;
    e->known = arena_allocate_array(e->arena, e->known_capacity, sizeof(struct digest));
    for (uint64_t i = 0; i < count; i++)
        if (old[i].lane[0] || old[i].lane[1])
            *find_slot(e, &old[i]) = old[i];
    arena_give_back(e->arena, old);
}

static void allocate(struct canonical *c) {
    struct arena *arena = c->e->arena;
    uint32_t threads = c->e->program->thread_count;
    struct canonical_room *room = &c->e->room;
    if (!room->colours) {
        room->colours = arena_allocate_array(arena, threads, sizeof *c->colours);
        room->next = arena_allocate_array(arena, threads, sizeof *c->next);
        room->at = arena_allocate_array(arena, threads, sizeof *c->at);
    }
    if (room->event_capacity < c->state->event_count) {
        room->event_capacity = c->state->event_count * 2 + 64;
        room->events = arena_allocate_array(arena, room->event_capacity, sizeof *c->events);
        room->local = arena_allocate_array(arena, room->event_capacity, sizeof *c->local);
    }
    if (room->node_capacity < c->state->node_count) {
        room->node_capacity = c->state->node_count * 2 + 64;
        room->nodes = arena_allocate_array(arena, room->node_capacity, sizeof *c->nodes);
    }
    c->colours = room->colours;
    c->next = room->next;
    c->at = room->at;
    c->events = room->events;
    c->local = room->local;
    c->nodes = room->nodes;
}

bool state_was_there(struct explorer *e, const struct explore_state *state) {
    struct canonical c = {.e = e, .state = state};
    if (!e->class_count)
        return false;
    allocate(&c);
    count_local(&c);
    memset(c.colours, 0, e->program->thread_count * sizeof *c.colours);
    for (uint32_t t = 0; t < e->program->thread_count; t++)
        c.at[t] = t;
    for (int i = 0; i < REFINEMENTS; i++)
        refine(&c);
    for (uint32_t i = 0; i < e->class_count; i++)
        sort_class(&c, &e->classes[i]);
    struct digest d = digest_state(&c);
    make_room(e);
    struct digest *slot = find_slot(e, &d);
    if (memcmp(slot, &d, sizeof d) == 0)
        return true;
    *slot = d;
    e->known_count++;
    return false;
}
