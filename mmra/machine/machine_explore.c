/* The search: states are kept once, each as the numbers of its parts; every step that may happen is taken from each.
 *
 * A state is kept after its waves have gone on as far as they can, and after steps that commute with all others. Which
 * steps those are depends on who accesses what, which the search itself finds out: when it meets an access that it did
 * not know of, it begins again. */
#include "mmra/machine/machine_memory.h"

#include "mmra/base/index.h"

enum { MAX_STEPS_OF_STATE = 4096, MAX_ROUNDS = 64, SCOUTS = 4, SCOUTED_STEPS = 1000 };
#define NOBODY UINT32_MAX
#define ENDED  (UINT32_C(1) << 31) /* of a wave, beside where it is */
#define SPINS  (UINT32_C(1) << 30)

/* Texts of words, each once. */
struct parts {
    struct arena *arena;
    uint32_t **items; /* the first word is how many follow */
    uint32_t count, capacity;
    struct mmra_index index;
    uint64_t key;
};

/* How a state was come to, and where it leads. */
struct link {
    uint32_t parent;
    uint32_t next;             /* where its successors begin */
    uint16_t step, next_count; /* step: in the parent's list */
    bool ends;                 /* it is an end, or leads to one */
};

struct machine_search {
    struct machine machine;
    struct parts waves, memories, states;
    struct link *links;
    uint32_t link_count, link_capacity;
    uint32_t *successors;
    uint32_t successor_count, successor_capacity;
    uint32_t followed; /* states whose successors are all known */
    struct machine_step steps[MAX_STEPS_OF_STATE];
    uint8_t now_at[MACHINE_MAX_WAVES]; /* of each wave of the machine's state, where the state that is kept has it */
    uint32_t *words;                   /* what is being encoded */
    uint32_t word_count, word_capacity;
    machine_visitor *visit;
    void *user;
    struct machine_statistics *statistics;
    bool ended;
};

/* ---- parts ---- */

struct part_key {
    const struct parts *parts;
    const uint32_t *words;
    uint32_t count;
};

static bool is_part(const void *key, uint32_t item) {
    const struct part_key *k = key;
    const uint32_t *other = k->parts->items[item];
    return other[0] == k->count && memcmp(other + 1, k->words, k->count * sizeof *other) == 0;
}

/* The number of the words; *found says whether they were there. */
static uint32_t intern(struct parts *p, const uint32_t *words, uint32_t count, bool *found) {
    uint64_t hash = p->key;
    for (uint32_t k = 0; k < count; k++)
        hash = mmra_hash_mix(hash, words[k]);
    struct part_key key = {p, words, count};
    uint32_t number = mmra_index_find(&p->index, mmra_hash_end(hash), is_part, &key);
    *found = number != MMRA_INDEX_NONE;
    if (*found)
        return number;
    uint32_t *copy = arena_allocate(p->arena, (count + 1) * sizeof *copy);
    copy[0] = count;
    memcpy(copy + 1, words, count * sizeof *copy);
    *ARENA_PUSH(p->arena, p->items, p->count, p->capacity) = copy;
    mmra_index_add(&p->index, p->arena, mmra_hash_end(hash), p->count - 1);
    return p->count - 1;
}

/* ---- a state as words ---- */

static void put(struct machine_search *s, uint32_t word) {
    *ARENA_PUSH(s->machine.arena, s->words, s->word_count, s->word_capacity) = word;
}

static void put_bytes(struct machine_search *s, const void *bytes, size_t size) {
    uint32_t word;
    for (size_t k = 0; k < size; k += sizeof word) {
        memcpy(&word, (const char *)bytes + k, sizeof word);
        put(s, word);
    }
}

/* `own`: of one wave alone, which is not said. */
static void put_queue(struct machine_search *s, const struct machine_queue *queue, bool own) {
    put(s, queue->count);
    for (uint32_t k = 0; k < queue->count; k++) {
        struct machine_request r = queue->items[k];
        r.wave = own ? 0 : s->now_at[r.wave];
        put_bytes(s, &r, sizeof r);
    }
}

static bool is_live(const struct machine *m, const struct machine_wave *w, uint32_t bit) {
    uint32_t at = w->ended ? m->code->count : w->at;
    return m->live[at][bit / 64] >> (bit % 64) & 1;
}

static void put_cache(struct machine_search *s, const struct machine_cache *cache) {
    uint32_t count_at = s->word_count, count = 0;
    put(s, 0);
    for (uint32_t k = 0; k < s->machine.program->location_count; k++)
        if (cache->present[k]) {
            put(s, k | (uint32_t)cache->present[k] << 16);
            put(s, cache->values[k]);
            count++;
        }
    s->words[count_at] = count;
}

/* Where a wave's requests are in a queue that it shares: waves that change places have other requests then. */
static void put_turns(struct machine_search *s, const struct machine_queue *queue, uint32_t wave) {
    for (uint32_t k = 0; k < queue->count; k++)
        if (queue->items[k].wave == wave)
            put(s, k);
    put(s, MACHINE_MAX_QUEUE);
}

/* The caches, queues and LDS that a wave has to itself change places with it. */
static void put_place(struct machine_search *s, uint32_t wave) {
    const struct machine *m = &s->machine;
    const struct machine_place *place = &m->places[wave];
    const struct machine_compute_unit *unit = &m->units[wave];
    const uint32_t dwords = m->program->local_dwords;
    if (place->has_group)
        put_bytes(s, m->state.local + (size_t)m->program->waves[wave].group * dwords, dwords * sizeof(uint32_t));
    if (place->has_unit) {
        put_cache(s, &m->state.v[unit->cu]);
        put_queue(s, &m->state.q1[unit->cu], true);
    }
    if (place->has_array) {
        put_cache(s, &m->state.g[unit->sa]);
        put_queue(s, &m->state.q2[unit->sa], true);
    }
    if (!place->has_unit)
        put_turns(s, &m->state.q1[unit->cu], wave);
    if (!place->has_array && m->target.has_g)
        put_turns(s, &m->state.q2[unit->sa], wave);
}

static void put_wave(struct machine_search *s, uint32_t wave) {
    const struct machine *m = &s->machine;
    const struct machine_wave *w = &m->state.waves[wave];
    uint32_t lanes = m->program->waves[wave].lanes;
    put(s, w->at | (w->ended ? ENDED : 0) | (w->spins ? SPINS : 0));
    put(s, w->signalled << 16 | w->passed);
    for (uint32_t k = 0; k < m->used_count; k++) {
        uint32_t bit = m->used[k];
        if (bit < MACHINE_SCALARS && is_live(m, w, bit))
            put(s, w->scalars[bit]);
        else if (bit >= MACHINE_SCALARS && is_live(m, w, bit))
            put_bytes(s, w->vectors + (size_t)(bit - MACHINE_SCALARS) * lanes, lanes * sizeof *w->vectors);
    }
    put(s, w->out_count);
    put_bytes(s, w->out, w->out_count * sizeof *w->out);
    put_queue(s, &w->to_v, true);
    put_queue(s, &w->to_local, true);
    put_queue(s, &w->to_scalar, true);
    put_place(s, wave);
}

/* What several waves share, and whose it is that no wave is alone at. */
struct shared {
    bool units[MACHINE_MAX_UNITS], arrays[MACHINE_MAX_UNITS], groups[MACHINE_MAX_WAVES];
};

static struct shared find_shared(const struct machine *m) {
    struct shared shared = {{0}, {0}, {0}};
    for (uint32_t w = 0; w < m->program->wave_count; w++) {
        shared.units[m->units[w].cu] = !m->places[w].has_unit;
        shared.arrays[m->units[w].sa] = m->target.has_g && !m->places[w].has_array;
        shared.groups[m->program->waves[w].group] = !m->places[w].has_group;
    }
    return shared;
}

static void put_memory(struct machine_search *s) {
    const struct machine *m = &s->machine;
    const struct machine_program *p = m->program;
    const struct shared shared = find_shared(m);
    put_bytes(s, &m->state.fresh, sizeof m->state.fresh);
    put_bytes(s, m->state.memory, p->location_count * sizeof(uint32_t));
    for (uint32_t g = 0; g < p->group_count; g++)
        if (shared.groups[g])
            put_bytes(s, m->state.local + (size_t)g * p->local_dwords, p->local_dwords * sizeof(uint32_t));
    for (uint32_t k = 0; k < m->cus; k++)
        if (shared.units[k]) {
            put_cache(s, &m->state.v[k]);
            put_queue(s, &m->state.q1[k], false);
        }
    for (uint32_t k = 0; k < m->sas; k++)
        if (shared.arrays[k]) {
            put_cache(s, &m->state.g[k]);
            put_queue(s, &m->state.q2[k], false);
        }
    for (uint32_t k = 0; k < m->xcds && m->target.l2_count > 1; k++)
        put_cache(s, &m->state.l2[k]);
}

/* Waves that may change places are kept in the order of their numbers, whichever they were. */
static void order_waves(struct machine_search *s, uint32_t *key) {
    const struct machine *m = &s->machine;
    uint8_t from[MACHINE_MAX_WAVES];
    for (uint32_t w = 0; w < m->program->wave_count; w++)
        from[w] = (uint8_t)w;
    for (uint32_t a = 0; a < m->program->wave_count; a++)
        for (uint32_t b = a + 1; b < m->program->wave_count; b++)
            if (m->places[a].first == m->places[b].first && key[b] < key[a]) {
                const uint32_t higher = key[a];
                const uint8_t there = from[a];
                key[a] = key[b];
                from[a] = from[b];
                key[b] = higher;
                from[b] = there;
            }
    for (uint32_t w = 0; w < m->program->wave_count; w++)
        s->now_at[from[w]] = (uint8_t)w;
}

/* The number of the state that is kept for the machine's, and whether it was known. */
static uint32_t keep_state(struct machine_search *s, bool *found) {
    uint32_t key[MACHINE_MAX_WAVES + 1], waves = s->machine.program->wave_count;
    bool known;
    for (uint32_t w = 0; w < waves; w++) {
        s->word_count = 0;
        put_wave(s, w);
        key[w] = intern(&s->waves, s->words, s->word_count, &known);
    }
    order_waves(s, key);
    s->word_count = 0;
    put_memory(s);
    key[waves] = intern(&s->memories, s->words, s->word_count, &known);
    return intern(&s->states, key, waves + 1, found);
}

/* ---- and back ---- */

static void get_bytes(const uint32_t **from, void *bytes, size_t size) {
    memcpy(bytes, *from, size);
    *from += size / sizeof **from;
}

static void get_queue(const uint32_t **from, struct machine_queue *queue) {
    queue->count = *(*from)++;
    get_bytes(from, queue->items, queue->count * sizeof *queue->items);
}

static void get_own_queue(const uint32_t **from, struct machine_queue *queue, uint32_t wave) {
    get_queue(from, queue);
    for (uint32_t k = 0; k < queue->count; k++)
        queue->items[k].wave = (uint8_t)wave;
}

static void get_cache(const struct machine *m, const uint32_t **from, struct machine_cache *cache) {
    memset(cache->present, ENTRY_ABSENT, m->program->location_count);
    for (uint32_t count = *(*from)++; count > 0; count--) {
        uint32_t where = *(*from)++;
        cache->present[where & 0xFFFF] = (uint8_t)(where >> 16);
        cache->values[where & 0xFFFF] = *(*from)++;
    }
}

static void get_place(struct machine *m, const uint32_t **from, uint32_t wave) {
    const struct machine_place *place = &m->places[wave];
    const struct machine_compute_unit *unit = &m->units[wave];
    const uint32_t dwords = m->program->local_dwords;
    if (place->has_group)
        get_bytes(from, m->state.local + (size_t)m->program->waves[wave].group * dwords, dwords * sizeof(uint32_t));
    if (place->has_unit) {
        get_cache(m, from, &m->state.v[unit->cu]);
        get_own_queue(from, &m->state.q1[unit->cu], wave);
    }
    if (place->has_array) {
        get_cache(m, from, &m->state.g[unit->sa]);
        get_own_queue(from, &m->state.q2[unit->sa], wave);
    }
}

static void get_wave(struct machine *m, uint32_t wave, const uint32_t *from) {
    struct machine_wave *w = &m->state.waves[wave];
    uint32_t lanes = m->program->waves[wave].lanes;
    w->at = *from & ~(ENDED | SPINS);
    w->ended = *from & ENDED;
    w->spins = *from++ & SPINS;
    w->signalled = *from >> 16;
    w->passed = *from++ & 0xFFFF;
    for (uint32_t k = 0; k < m->used_count; k++) { /* the others are written, and never read */
        uint32_t bit = m->used[k], count = bit < MACHINE_SCALARS ? 1 : lanes;
        uint32_t *to = bit < MACHINE_SCALARS ? &w->scalars[bit] : w->vectors + (size_t)(bit - MACHINE_SCALARS) * lanes;
        if (is_live(m, w, bit))
            get_bytes(&from, to, count * sizeof *to);
        else
            memset(to, 0, count * sizeof *to);
    }
    w->out_count = *from++;
    get_bytes(&from, w->out, w->out_count * sizeof *w->out);
    get_own_queue(&from, &w->to_v, wave);
    get_own_queue(&from, &w->to_local, wave);
    get_own_queue(&from, &w->to_scalar, wave);
    get_place(m, &from, wave);
}

static void get_memory(struct machine *m, const uint32_t *from) {
    const struct machine_program *p = m->program;
    const struct shared shared = find_shared(m);
    get_bytes(&from, &m->state.fresh, sizeof m->state.fresh);
    get_bytes(&from, m->state.memory, p->location_count * sizeof(uint32_t));
    for (uint32_t g = 0; g < p->group_count; g++)
        if (shared.groups[g])
            get_bytes(&from, m->state.local + (size_t)g * p->local_dwords, p->local_dwords * sizeof(uint32_t));
    for (uint32_t k = 0; k < m->cus; k++)
        if (shared.units[k]) {
            get_cache(m, &from, &m->state.v[k]);
            get_queue(&from, &m->state.q1[k]);
        }
    for (uint32_t k = 0; k < m->sas; k++)
        if (shared.arrays[k]) {
            get_cache(m, &from, &m->state.g[k]);
            get_queue(&from, &m->state.q2[k]);
        }
    for (uint32_t k = 0; k < m->xcds && m->target.l2_count > 1; k++)
        get_cache(m, &from, &m->state.l2[k]);
}

static void load_state(struct machine_search *s, uint32_t state) {
    const uint32_t *key = s->states.items[state] + 1;
    uint32_t waves = s->machine.program->wave_count;
    for (uint32_t w = 0; w < waves; w++)
        get_wave(&s->machine, w, s->waves.items[key[w]] + 1);
    get_memory(&s->machine, s->memories.items[key[waves]] + 1);
}

/* ---- going on ---- */

static bool needs_another_run(const struct machine *m) {
    return ((m->accesses.grown && !m->options.plain) || m->accesses.joined) && !m->scouting;
}

/* Barriers are counted from the last one that all have passed. */
static void count_barriers(struct machine *m) {
    for (uint32_t w = 0; w < m->program->wave_count; w++) {
        uint32_t least = m->state.waves[w].passed;
        for (uint32_t k = 0; k < m->program->wave_count; k++)
            if (m->program->waves[k].group == m->program->waves[w].group && !m->state.waves[k].ended &&
                m->state.waves[k].passed < least)
                least = m->state.waves[k].passed;
        if (least == 0 || m->state.waves[w].ended)
            continue;
        for (uint32_t k = 0; k < m->program->wave_count; k++)
            if (m->program->waves[k].group == m->program->waves[w].group && !m->state.waves[k].ended) {
                m->state.waves[k].passed -= least;
                m->state.waves[k].signalled -= least;
            }
    }
}

/* A wave that spins on what nobody else is known to write would go on for ever: then others have their turn. */
static void settle(struct machine *m) {
    bool any = true;
    for (uint32_t rounds = 0; any && rounds < MAX_ROUNDS && !m->fault && !needs_another_run(m); rounds++) {
        any = false;
        for (uint32_t w = 0; w < m->program->wave_count && !m->fault; w++)
            any |= machine_run_wave(m, w);
        if (!m->fault && !needs_another_run(m))
            any |= machine_take_eager_steps(m);
    }
    for (uint32_t w = 0; any && w < m->program->wave_count && !m->fault; w++)
        machine_run_wave(m, w);
    count_barriers(m);
    machine_forget(m);
}

/* ---- ends ---- */

static bool is_over(const struct machine *m) {
    for (uint32_t w = 0; w < m->program->wave_count; w++) {
        const struct machine_wave *wave = &m->state.waves[w];
        if (!wave->ended || wave->to_v.count || wave->to_local.count || wave->to_scalar.count)
            return false;
        for (uint32_t k = 0; k < wave->out_count; k++)
            if (wave->out[k].parts)
                return false;
    }
    for (uint32_t k = 0; k < m->cus; k++)
        if (m->state.q1[k].count)
            return false;
    for (uint32_t k = 0; k < m->sas; k++)
        if (m->state.q2[k].count)
            return false;
    return true;
}

/* Dirty lines count as written, in either order. */
static void report_outcome(struct machine_search *s, uint32_t state, uint32_t first) {
    const struct machine *m = &s->machine;
    const struct machine_program *p = m->program;
    uint32_t *values = arena_allocate_array(m->arena, p->location_count + p->watched_count + 1, sizeof *values);
    memcpy(values, m->state.memory, p->location_count * sizeof *values);
    for (uint32_t turn = 0; turn < m->xcds && m->target.l2_count > 1; turn++) {
        const struct machine_cache *l2 = &m->state.l2[(first + turn) % m->xcds];
        for (uint32_t k = 0; k < p->location_count; k++)
            values[k] = machine_with_dirty(l2, k, values[k]);
    }
    for (uint32_t k = 0; k < p->watched_count; k++) {
        const struct machine_register_value *one = &p->watched[k];
        const struct machine_wave *w = &m->state.waves[one->value];
        values[p->location_count + k] = one->kind == MACHINE_SCALAR
                                            ? w->scalars[one->number]
                                            : w->vectors[one->number * p->waves[one->value].lanes + one->lane];
    }
    if (!s->visit(s->user, values, state))
        s->ended = true;
}

static bool some_wave_spins(const struct machine *m) {
    for (uint32_t w = 0; w < m->program->wave_count; w++)
        if (m->state.waves[w].spins)
            return true;
    return false;
}

static void end_state(struct machine_search *s, uint32_t state) {
    const struct machine *m = &s->machine;
    if (!is_over(m)) {
        s->statistics->stuck |= !some_wave_spins(m);
        return;
    }
    s->links[state].ends = true;
    for (uint32_t first = 0; first < (m->target.l2_count > 1 ? m->xcds : 1) && !s->ended; first++)
        report_outcome(s, state, first);
}

/* ---- the search ---- */

/* Invariants, which hold whenever a state has been expanded:
 * 1. links[k] belongs to states.items[k], and has a parent of a smaller number: the way back ends at state 0.
 * 2. Each state was settled before it was kept: its waves had gone on by themselves as far as settle() lets them.
 * 3. The states below `followed` have all their successors listed; the others have none, or a part.
 * 4. `machine` may have any state: load_state() comes before each step that is taken.
 * 5. What is known of accesses only grows. Where it has grown, run() ends, and begins again without states. */
static void expand(struct machine_search *s, uint32_t state) {
    struct machine *m = &s->machine;
    load_state(s, state);
    uint32_t count = machine_list_steps(m, s->steps, MAX_STEPS_OF_STATE);
    if (count == MAX_STEPS_OF_STATE)
        machine_fault(m, 0, "more than 4095 steps may follow each other in one state", true);
    if (count == 0 && !m->state.fresh)
        end_state(s, state);
    s->links[state].next = s->successor_count;
    s->links[state].next_count = (uint16_t)count;
    for (uint32_t k = 0; k < count && !m->fault && !s->ended; k++) {
        bool found;
        if (k)
            load_state(s, state);
        machine_take_step(m, &s->steps[k]);
        settle(m);
        if (needs_another_run(m))
            return;
        uint32_t next = keep_state(s, &found);
        *ARENA_PUSH(m->arena, s->successors, s->successor_count, s->successor_capacity) = next;
        if (!found)
            *ARENA_PUSH(m->arena, s->links, s->link_count, s->link_capacity) =
                (struct link){.parent = state, .step = (uint16_t)k};
    }
}

static void forget_states(struct machine_search *s) {
    struct parts *all[] = {&s->waves, &s->memories, &s->states};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        *all[k] = (struct parts){.arena = s->machine.arena, .key = mmra_hash_key(s)};
    s->link_count = s->successor_count = s->followed = 0;
}

/* False: an access was met that was not known of. */
static bool run(struct machine_search *s) {
    struct machine *m = &s->machine;
    bool found;
    forget_states(s);
    m->accesses.grown = m->accesses.joined = false;
    machine_make_lines(m);
    machine_begin(m);
    settle(m);
    if (needs_another_run(m))
        return false;
    keep_state(s, &found);
    *ARENA_PUSH(m->arena, s->links, s->link_count, s->link_capacity) = (struct link){.parent = NOBODY};
    for (uint32_t state = 0; state < s->states.count && !m->fault && !s->ended; state++) {
        if (s->states.count > m->options.max_states) {
            s->statistics->gave_up = true;
            break;
        }
        expand(s, state);
        mmra_work(m->arena->watch, 16);
        if (needs_another_run(m))
            return false;
        s->followed += !m->fault && !s->ended;
    }
    return true;
}

/* ---- executions without an end ---- */

/* Lists, by state, those that lead to it: `before` from first[state + 1] to first[state + 2]. */
static void list_before(const struct machine_search *s, uint32_t *first, uint32_t *before) {
    for (uint32_t k = 0; k < s->followed; k++)
        for (uint32_t i = 0; i < s->links[k].next_count; i++)
            first[s->successors[s->links[k].next + i] + 1]++;
    for (uint32_t k = 0; k < s->link_count; k++)
        first[k + 1] += first[k];
    first[s->link_count + 1] = first[s->link_count];
    for (uint32_t k = s->followed; k-- > 0;)
        for (uint32_t i = 0; i < s->links[k].next_count; i++)
            before[--first[s->successors[s->links[k].next + i] + 1]] = k;
}

/* Marks the states that lead to an end, from the ends backwards; those that were not followed count as ends. */
static void mark_ending(struct machine_search *s) {
    struct arena *arena = s->machine.arena;
    uint32_t *first = arena_allocate_array(arena, (size_t)s->link_count + 2, sizeof *first);
    uint32_t *before = arena_allocate_array(arena, (size_t)s->successor_count + 1, sizeof *before);
    uint32_t *waiting = arena_allocate_array(arena, (size_t)s->link_count + 1, sizeof *waiting), count = 0;
    list_before(s, first, before);
    for (uint32_t k = 0; k < s->link_count; k++)
        if ((s->links[k].ends |= k >= s->followed))
            waiting[count++] = k;
    while (count > 0) {
        uint32_t state = waiting[--count];
        mmra_work(arena->watch, 1);
        for (uint32_t i = first[state + 1]; i < first[state + 2]; i++)
            if (!s->links[before[i]].ends) {
                s->links[before[i]].ends = true;
                waiting[count++] = before[i];
            }
    }
}

/* After a copy only steps that touch its line are listed: other ends are reached without the copy alone. */
static bool follows_copy(const struct machine_search *s, uint32_t state) {
    const uint32_t *key = s->states.items[state] + 1, *memory = s->memories.items[key[s->machine.program->wave_count]];
    uint64_t fresh;
    memcpy(&fresh, memory + 1, sizeof fresh);
    return fresh != 0;
}

bool machine_find_endless(struct machine_search *s, uint32_t *state) {
    mark_ending(s);
    for (uint32_t k = s->link_count; k-- > 0;)
        if (!s->links[k].ends && !follows_copy(s, k)) {
            *state = k;
            return true;
        }
    return false;
}

/* Some executions, to meet most accesses before the search begins. */
static void scout(struct machine_search *s) {
    struct machine *m = &s->machine;
    uint32_t random = 1;
    m->scouting = true;
    for (uint32_t turn = 0; turn < SCOUTS && !m->fault; turn++) {
        machine_begin(m);
        settle(m);
        for (uint32_t k = 0; k < SCOUTED_STEPS && !m->fault; k++) {
            uint32_t count = machine_list_steps(m, s->steps, MAX_STEPS_OF_STATE);
            if (!count)
                break;
            random = random * 1664525 + 1013904223;
            machine_take_step(m, &s->steps[(random >> 16) % count]);
            settle(m);
        }
    }
    m->scouting = false;
}

struct machine_search *machine_explore(const struct machine_program *program, const struct machine_target *target,
                                       const struct machine_compute_unit *units, const struct machine_options *options,
                                       struct arena *arena, machine_visitor *visit, void *user,
                                       struct machine_statistics *statistics) {
    struct machine_search *s = arena_allocate_array(arena, 1, sizeof *s);
    struct machine *m = &s->machine;
    *m = (struct machine){.program = program,
                          .code = program->code,
                          .target = *target,
                          .units = units,
                          .options = *options,
                          .arena = arena};
    s->visit = visit;
    s->user = user;
    s->statistics = statistics;
    machine_prepare(m);
    machine_begin(m);
    machine_find_places(m);
    scout(s);
    while (!run(s))
        ;
    statistics->states += s->states.count;
    statistics->searches++;
    if (m->fault && !statistics->fault) {
        statistics->fault = m->fault;
        statistics->fault_line = m->fault_line;
        statistics->unsupported = m->fault_unsupported;
    }
    return s;
}

/* ---- telling ---- */

/* The machine's state becomes the one that is kept for it: who changes places is told of by the old name. */
static void change_places(struct machine_search *s) {
    struct machine *m = &s->machine;
    uint8_t before[MACHINE_MAX_WAVES];
    bool found;
    const uint32_t state = keep_state(s, &found);
    for (uint32_t w = 0; w < m->program->wave_count; w++)
        before[w] = m->places[w].is_of;
    for (uint32_t w = 0; w < m->program->wave_count; w++)
        m->places[s->now_at[w]].is_of = before[w];
    load_state(s, state);
}

const char *machine_explain(struct machine_search *s, uint32_t witness, struct arena *arena) {
    struct machine *m = &s->machine;
    uint32_t depth = 0;
    struct text text;
    text_init(&text, arena, 4096);
    for (uint32_t state = witness; s->links[state].parent != NOBODY; state = s->links[state].parent)
        depth++;
    uint32_t *path = arena_allocate_array(arena, depth + 1, sizeof *path);
    for (uint32_t state = witness, k = depth; k-- > 0; state = s->links[state].parent)
        path[k] = s->links[state].step;
    m->trace = &text;
    machine_begin(m);
    settle(m);
    for (uint32_t k = 0; k < depth; k++) {
        change_places(s);
        machine_list_steps(m, s->steps, MAX_STEPS_OF_STATE);
        machine_take_step(m, &s->steps[path[k]]);
        settle(m);
    }
    m->trace = NULL;
    return text_finish(&text);
}

void machine_tell_waits(struct machine_search *s, uint32_t state, struct text *text) {
    const struct machine *m = &s->machine;
    load_state(s, state);
    for (uint32_t w = 0; w < m->program->wave_count; w++) {
        const struct machine_wave *wave = &m->state.waves[w];
        if (wave->ended || wave->at >= m->code->count)
            continue;
        const struct machine_instruction *i = &m->code->instructions[wave->at];
        text_format(text, "  %s, line %u: %s\n", m->program->waves[w].name, i->line, i->text);
    }
}
