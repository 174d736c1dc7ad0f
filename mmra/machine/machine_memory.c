/* Caches, queues and memory: what may happen to requests on their way, and to copies at any time. */
#include "mmra/machine/machine_state.h"

/* ---- who accesses what ---- */

static void note(struct machine *m, uint16_t *set, uint32_t wave) {
    uint16_t with = (uint16_t)(*set | 1u << wave);
    m->accesses.grown |= with != *set;
    *set = with;
}

static void note_copy(struct machine *m, uint8_t *may, uint32_t unit, uint32_t location) {
    uint8_t *one = &may[unit * m->program->location_count + location];
    m->accesses.grown |= !*one;
    *one = 1;
}

void machine_note_access(struct machine *m, const struct machine_request *r) {
    struct machine_accesses *a = &m->accesses;
    const struct machine_place *place = &m->places[r->wave];
    for (uint32_t k = 0; k < (r->flags & REQUEST_WIDE ? 2u : 1u); k++) {
        uint32_t location = r->location + k;
        if (r->kind != REQUEST_STORE)
            note(m, &a->readers[location], r->wave);
        if (r->kind != REQUEST_LOAD)
            note(m, &a->writers[location], r->wave);
        note(m, &a->line_users[m->lines[location]], r->wave);
        if (r->flags & REQUEST_HITS_V)
            note_copy(m, a->may_hit_v, place->cu, location);
        if (r->flags & REQUEST_HITS_G)
            note_copy(m, a->may_hit_g, place->sa, location);
    }
}

void machine_note_local(struct machine *m, const struct machine_request *r) {
    uint32_t group = m->program->waves[r->wave].group;
    for (uint32_t k = 0; k < (r->flags & REQUEST_WIDE ? 2u : 1u); k++)
        note(m, &m->accesses.local_users[group * m->program->local_dwords + r->location + k], r->wave);
}

static bool is_one(uint16_t set) {
    return !(set & (set - 1));
}

/* Somebody writes it, and somebody else is there. */
bool machine_is_shared(const struct machine *m, uint32_t location) {
    const struct machine_accesses *a = &m->accesses;
    return m->options.plain || (a->writers[location] && !is_one(a->readers[location] | a->writers[location]));
}

static bool in_v(const struct machine *m, uint32_t cu, uint32_t location) {
    return m->accesses.may_hit_v[cu * m->program->location_count + location] && machine_is_shared(m, location);
}

static bool in_g(const struct machine *m, uint32_t sa, uint32_t location) {
    return m->target.has_g && m->accesses.may_hit_g[sa * m->program->location_count + location] &&
           machine_is_shared(m, location);
}

static bool in_l2(const struct machine *m, uint32_t location) {
    return m->target.l2_count > 1 && machine_is_shared(m, location);
}

static bool line_in_v(const struct machine *m, uint32_t cu, uint32_t line) {
    for (uint32_t k = 0; k < m->line_count[line]; k++)
        if (in_v(m, cu, m->line_first[line] + k))
            return true;
    return false;
}

static bool line_in_g(const struct machine *m, uint32_t sa, uint32_t line) {
    for (uint32_t k = 0; m->target.has_g && k < m->line_count[line]; k++)
        if (in_g(m, sa, m->line_first[line] + k))
            return true;
    return false;
}

/* ---- telling ---- */

static const struct machine_instruction *instruction_of(const struct machine *m, const struct machine_request *r) {
    if (r->kind == REQUEST_INVALIDATE)
        return &m->code->instructions[r->location];
    if (r->op == REQUEST_WITHOUT_OP)
        return NULL;
    return &m->code->instructions[m->state.waves[r->wave].out[r->op].instruction];
}

static void tell_number(struct machine *m, const char *before, uint64_t number) {
    if (!m->trace)
        return;
    text_string(m->trace, before);
    text_unsigned(m->trace, number);
}

static void tell_request(struct machine *m, const struct machine_request *r, const char *what) {
    if (!m->trace)
        return;
    const struct machine_instruction *i = instruction_of(m, r);
    text_string(m->trace, "  ");
    text_string(m->trace, m->program->waves[r->wave].name);
    if (i) {
        tell_number(m, ", line ", i->line);
        text_string(m->trace, ": ");
        text_string(m->trace, i->text);
    }
    if (m->program->waves[r->wave].lanes > 1)
        tell_number(m, ", lane ", r->lane);
    text_string(m->trace, ": ");
    text_string(m->trace, what);
}

static void tell_end(struct machine *m, const char *end) {
    if (!m->trace)
        return;
    text_string(m->trace, end);
    text_char(m->trace, '\n');
}

/* ---- queues ---- */

static struct machine_request take_at(struct machine_queue *queue, uint32_t at) {
    struct machine_request r = queue->items[at];
    memmove(&queue->items[at], &queue->items[at + 1], (--queue->count - at) * sizeof r);
    return r;
}

/* Behind the last one of its line; lines stand in order, as their order means nothing. */
static void join(struct machine *m, struct machine_queue *queue, const struct machine_request *r) {
    if (queue->count == MACHINE_MAX_QUEUE) {
        machine_fault(m, 0, "more requests under way from one compute unit than 256", true);
        return;
    }
    uint32_t at = queue->count;
    while (at > 0 && m->lines[queue->items[at - 1].location] > m->lines[r->location])
        at--;
    memmove(&queue->items[at + 1], &queue->items[at], (queue->count++ - at) * sizeof *r);
    queue->items[at] = *r;
}

static bool has_line(const struct machine *m, const struct machine_queue *queue, uint32_t end, uint32_t line) {
    for (uint32_t k = 0; k < end; k++)
        if (m->lines[queue->items[k].location] == line)
            return true;
    return false;
}

static bool has_write(const struct machine *m, const struct machine_queue *queue, uint32_t line) {
    for (uint32_t k = 0; k < queue->count; k++)
        if (m->lines[queue->items[k].location] == line && queue->items[k].kind != REQUEST_LOAD)
            return true;
    return false;
}

/* ---- copies ---- */

static void drop_line(struct machine *m, struct machine_cache *cache, uint32_t line) {
    memset(cache->present + m->line_first[line], ENTRY_ABSENT, m->line_count[line]);
}

static void drop_clean(struct machine_cache *cache, uint32_t first, uint32_t count) {
    for (uint32_t k = first; k < first + count; k++)
        if (cache->present[k] == ENTRY_CLEAN)
            cache->present[k] = ENTRY_ABSENT;
}

static bool holds(const struct machine_cache *cache, const struct machine_request *r) {
    return cache->present[r->location] && (!(r->flags & REQUEST_WIDE) || cache->present[r->location + 1]);
}

static uint32_t merged(const struct machine_request *r, uint32_t old, uint32_t value) {
    if (r->bytes == 4)
        return value;
    uint32_t mask = ((UINT32_C(1) << (8 * r->bytes)) - 1) << r->shift;
    return (old & ~mask) | (value << r->shift & mask);
}

static void write_back(struct machine *m, uint32_t xcd, uint32_t location) {
    struct machine_cache *l2 = &m->state.l2[xcd];
    if (l2->present[location] != ENTRY_DIRTY)
        return;
    m->state.memory[location] = l2->values[location];
    l2->present[location] = ENTRY_CLEAN;
}

/* ---- the end of a request ---- */

static void finish_op(struct machine *m, const struct machine_request *r) {
    struct machine_wave *w = &m->state.waves[r->wave];
    if (r->op == REQUEST_WITHOUT_OP)
        return;
    w->out[r->op].parts--;
    machine_retire(m, r->wave);
}

static void put_result(struct machine *m, const struct machine_request *r, uint32_t part, uint32_t value) {
    struct machine_wave *w = &m->state.waves[r->wave];
    const struct machine_instruction *i = instruction_of(m, r);
    if (!i || !(i->returns || i->unit == MACHINE_SCALAR_MEMORY))
        return;
    if (r->bytes < 4) {
        uint32_t mask = (UINT32_C(1) << (8 * r->bytes)) - 1, sign = UINT32_C(1) << (8 * r->bytes - 1);
        value = value >> r->shift & mask;
        value = i->sign_extend ? (value ^ sign) - sign : value;
    }
    uint32_t number = i->target.number + r->part + part;
    if (i->target.kind == MACHINE_SCALAR)
        w->scalars[number] = value;
    else
        w->vectors[number * m->program->waves[r->wave].lanes + r->lane] = value;
}

static void finish_load(struct machine *m, const struct machine_request *r, const uint32_t *values) {
    for (uint32_t k = 0; k < (r->flags & REQUEST_WIDE ? 2u : 1u); k++)
        put_result(m, r, k, values[r->location + k]);
    tell_number(m, ": ", values[r->location]);
    finish_op(m, r);
}

/* The value behind a read-modify-write or a store. */
static void modify(struct machine *m, const struct machine_request *r, uint32_t *values) {
    bool wide = r->flags & REQUEST_WIDE;
    uint64_t old = values[r->location] | (wide ? (uint64_t)values[r->location + 1] << 32 : 0);
    uint64_t operand = r->value[0] | (wide ? (uint64_t)r->value[1] << 32 : 0);
    uint64_t compared = r->compared[0] | (wide ? (uint64_t)r->compared[1] << 32 : 0);
    uint64_t result =
        r->kind == REQUEST_STORE ? operand : machine_modify(r->rmw, wide ? 64 : 32, old, operand, compared);
    if (r->kind == REQUEST_RMW)
        for (uint32_t k = 0; k < (wide ? 2u : 1u); k++)
            put_result(m, r, k, values[r->location + k]);
    values[r->location] = r->bytes < 4 ? merged(r, (uint32_t)old, (uint32_t)result) : (uint32_t)result;
    if (wide)
        values[r->location + 1] = (uint32_t)(result >> 32);
    tell_number(m, r->kind == REQUEST_STORE ? ": " : ": becomes ", values[r->location]);
    finish_op(m, r);
}

static void perform_on(struct machine *m, const struct machine_request *r, uint32_t *values) {
    if (r->kind == REQUEST_LOAD)
        finish_load(m, r, values);
    else
        modify(m, r, values);
}

/* ---- L2 and memory ---- */

/* Two L2s: an access of the die alone is served by its own, which fills from memory. */
static void perform_on_die(struct machine *m, const struct machine_request *r, struct machine_cache *l2, bool evict) {
    uint32_t count = r->flags & REQUEST_WIDE ? 2 : 1;
    if (evict)
        drop_clean(l2, r->location, count);
    for (uint32_t k = r->location; k < r->location + count; k++) {
        if (l2->present[k] == ENTRY_ABSENT) {
            l2->values[k] = m->state.memory[k];
            l2->present[k] = ENTRY_CLEAN;
        }
        if (r->kind != REQUEST_LOAD)
            l2->present[k] = ENTRY_DIRTY;
    }
    perform_on(m, r, l2->values);
}

/* One that is coherent among them: what this one has of it goes to memory first. */
static void perform_on_device(struct machine *m, const struct machine_request *r, uint32_t xcd) {
    struct machine_cache *l2 = &m->state.l2[xcd];
    uint32_t count = r->flags & REQUEST_WIDE ? 2 : 1, location = r->location;
    for (uint32_t k = 0; k < count; k++)
        write_back(m, xcd, location + k);
    bool writes = r->kind != REQUEST_LOAD;
    perform_on(m, r, m->state.memory);
    for (uint32_t k = 0; writes && k < count; k++)
        l2->values[location + k] = m->state.memory[location + k];
}

static void perform(struct machine *m, const struct machine_request *r, bool evict) {
    uint32_t xcd = m->places[r->wave].xcd;
    tell_request(m, r, "performs at L2");
    if (!in_l2(m, r->location))
        perform_on(m, r, m->state.memory);
    else if (r->flags & REQUEST_DEVICE)
        perform_on_device(m, r, xcd);
    else
        perform_on_die(m, r, &m->state.l2[xcd], evict);
    tell_end(m, evict ? ", after L2 evicted its copy" : "");
}

/* ---- steps ---- */

static void invalidate(struct machine *m, const struct machine_request *r) {
    const struct machine_place *place = &m->places[r->wave];
    uint32_t count = m->program->location_count;
    if (r->drops & MACHINE_DROP_V)
        memset(m->state.v[place->cu].present, ENTRY_ABSENT, count);
    if (r->drops & MACHINE_DROP_G)
        memset(m->state.g[place->sa].present, ENTRY_ABSENT, count);
    if (r->drops & MACHINE_DROP_L2 && m->target.l2_count > 1)
        drop_clean(&m->state.l2[place->xcd], 0, count);
    tell_request(m, r, "invalidates");
    tell_end(m, "");
    finish_op(m, r);
}

static void store_into_v(struct machine *m, const struct machine_request *r, struct machine_cache *v) {
    for (uint32_t k = 0; k < (r->flags & REQUEST_WIDE ? 2u : 1u); k++) {
        uint32_t location = r->location + k;
        if (!in_v(m, m->places[r->wave].cu, location) || (r->bytes < 4 && !v->present[location]))
            continue;
        v->values[location] = merged(r, v->values[location], r->value[k]);
        v->present[location] = ENTRY_CLEAN;
    }
}

static void arrive(struct machine *m, const struct machine_step *step) {
    struct machine_request r = take_at(&m->state.waves[step->a].to_v, step->b);
    uint32_t cu = m->places[r.wave].cu;
    struct machine_cache *v = &m->state.v[cu];
    if (r.kind == REQUEST_INVALIDATE) {
        invalidate(m, &r);
        return;
    }
    uint32_t line = m->lines[r.location];
    bool may_hit = r.flags & REQUEST_HITS_V;
    if (may_hit && !step->c && in_v(m, cu, r.location) && holds(v, &r)) {
        tell_request(m, &r, "finds its copy in V");
        finish_load(m, &r, v->values);
        tell_end(m, "");
        return;
    }
    tell_request(m, &r, "arrives at V");
    tell_end(m, step->c ? ", which has evicted its copy" : "");
    if (r.kind == REQUEST_STORE)
        store_into_v(m, &r, v);
    else if (!may_hit || step->c)
        drop_line(m, v, line);
    if (r.flags & REQUEST_DONE_AT_V) {
        finish_op(m, &r);
        r.op = REQUEST_WITHOUT_OP;
    }
    join(m, &m->state.q1[cu], &r);
}

static void step_g(struct machine *m, const struct machine_step *step) {
    struct machine_request r = take_at(&m->state.q1[step->a], step->b);
    uint32_t sa = m->places[r.wave].sa, line = m->lines[r.location];
    struct machine_cache *g = &m->state.g[sa];
    bool may_hit = r.kind == REQUEST_LOAD && r.flags & REQUEST_HITS_G;
    if (may_hit && !step->c && holds(g, &r) && !has_line(m, &m->state.q2[sa], m->state.q2[sa].count, line)) {
        tell_request(m, &r, "finds its copy in GL1");
        finish_load(m, &r, g->values);
        tell_end(m, "");
        return;
    }
    tell_request(m, &r, "passes GL1");
    tell_end(m, step->c ? ", which has evicted its copy" : "");
    if (!may_hit || step->c)
        drop_line(m, g, line);
    join(m, &m->state.q2[sa], &r);
}

static void step_local(struct machine *m, uint32_t wave) {
    struct machine_request r = take_at(&m->state.waves[wave].to_local, 0);
    uint32_t *local = m->state.local + (size_t)m->program->waves[wave].group * m->program->local_dwords;
    tell_request(m, &r, "performs on LDS");
    perform_on(m, &r, local);
    tell_end(m, "");
}

static void step_scalar(struct machine *m, uint32_t wave, uint32_t at) {
    struct machine_request r = take_at(&m->state.waves[wave].to_scalar, at);
    struct machine_cache *l2 = &m->state.l2[m->places[wave].xcd];
    bool copy = in_l2(m, r.location) && l2->present[r.location];
    tell_request(m, &r, "is loaded through the scalar cache");
    finish_load(m, &r, copy ? l2->values : m->state.memory);
    tell_end(m, "");
}

static void step_write_back(struct machine *m, uint32_t wave, uint32_t op) {
    struct machine_op *o = &m->state.waves[wave].out[op];
    if (m->trace) {
        text_string(m->trace, "  ");
        text_string(m->trace, m->program->waves[wave].name);
        tell_number(m, ", line ", m->code->instructions[o->instruction].line);
        tell_end(m, ": the write-back completes");
    }
    const struct machine_instruction *i = &m->code->instructions[o->instruction];
    bool writes = m->code->processor != MACHINE_GFX942 || i->cache & MACHINE_SC1;
    for (uint32_t k = 0; writes && m->target.l2_count > 1 && k < m->program->location_count; k++)
        write_back(m, m->places[wave].xcd, k);
    o->parts = 0;
    machine_retire(m, wave);
}

/* ---- copies are made at any time ---- */

static uint32_t sa_of(const struct machine *m, uint32_t cu) {
    for (uint32_t w = 0; w < m->program->wave_count; w++)
        if (m->places[w].cu == cu)
            return m->places[w].sa;
    return 0;
}

static uint32_t xcd_of(const struct machine *m, uint32_t cu) {
    for (uint32_t w = 0; w < m->program->wave_count; w++)
        if (m->places[w].cu == cu)
            return m->places[w].xcd;
    return 0;
}

/* What V would copy: of GL1, of the die's L2, or of memory. */
static uint32_t below_v(const struct machine *m, uint32_t cu, uint32_t location, bool evict) {
    const struct machine_cache *g = &m->state.g[sa_of(m, cu)], *l2 = &m->state.l2[xcd_of(m, cu)];
    if (m->target.has_g && !evict && g->present[location])
        return g->values[location];
    if (in_l2(m, location) && l2->present[location] && (!evict || l2->present[location] == ENTRY_DIRTY))
        return l2->values[location];
    return m->state.memory[location];
}

static bool would_refresh_v(const struct machine *m, uint32_t cu, uint32_t line, bool evict) {
    const struct machine_cache *v = &m->state.v[cu];
    bool differs = false, between = !evict;
    for (uint32_t k = m->line_first[line]; k < (uint32_t)m->line_first[line] + m->line_count[line]; k++) {
        between |= below_v(m, cu, k, true) != below_v(m, cu, k, false);
        differs |= in_v(m, cu, k) && (!v->present[k] || v->values[k] != below_v(m, cu, k, evict));
    }
    return differs && between;
}

static void refresh_v(struct machine *m, uint32_t cu, uint32_t line, bool evict) {
    struct machine_cache *v = &m->state.v[cu];
    uint32_t first = m->line_first[line], count = m->line_count[line];
    for (uint32_t k = first; k < first + count; k++)
        if (in_v(m, cu, k)) {
            v->values[k] = below_v(m, cu, k, evict);
            v->present[k] = ENTRY_CLEAN;
        }
    if (evict) {
        drop_line(m, &m->state.g[sa_of(m, cu)], line);
        drop_clean(&m->state.l2[xcd_of(m, cu)], first, count);
    }
    tell_number(m, "  CU ", cu);
    tell_number(m, ": V copies line ", line);
    tell_number(m, ", which begins with ", m->state.v[cu].values[first]);
    tell_end(m, evict ? ", evicted before from what lies between" : "");
}

static bool would_refresh_g(const struct machine *m, uint32_t sa, uint32_t line) {
    const struct machine_cache *g = &m->state.g[sa];
    bool differs = false;
    for (uint32_t k = m->line_first[line]; k < (uint32_t)m->line_first[line] + m->line_count[line]; k++)
        differs |= in_g(m, sa, k) && (!g->present[k] || g->values[k] != m->state.memory[k]);
    return differs && !has_write(m, &m->state.q2[sa], line);
}

static void refresh_g(struct machine *m, uint32_t sa, uint32_t line) {
    struct machine_cache *g = &m->state.g[sa];
    for (uint32_t k = m->line_first[line]; k < (uint32_t)m->line_first[line] + m->line_count[line]; k++)
        if (in_g(m, sa, k)) {
            g->values[k] = m->state.memory[k];
            g->present[k] = ENTRY_CLEAN;
        }
    tell_number(m, "  SA ", sa);
    tell_number(m, ": GL1 copies line ", line);
    tell_end(m, "");
}

static void refresh_l2(struct machine *m, uint32_t xcd, uint32_t location, bool evict) {
    struct machine_cache *l2 = &m->state.l2[xcd];
    tell_number(m, "  die ", xcd);
    tell_number(m, evict ? ": L2 writes back location " : ": L2 copies location ", location);
    tell_end(m, "");
    if (evict)
        write_back(m, xcd, location);
    else
        l2->values[location] = m->state.memory[location];
}

static bool is_copy(const struct machine_step *s) {
    return s->kind >= STEP_REFRESH_V;
}

/* The line that a step concerns, as a bit; 0: none, all bits: it may be any. */
static uint64_t touched(const struct machine *m, const struct machine_step *s) {
    const struct machine_request *r = s->kind == STEP_ARRIVE          ? &m->state.waves[s->a].to_v.items[s->b]
                                      : s->kind == STEP_SCALAR        ? &m->state.waves[s->a].to_scalar.items[s->b]
                                      : s->kind == STEP_PERFORM_BELOW ? &m->state.q2[s->a].items[s->b]
                                      : s->kind == STEP_G || s->kind == STEP_PERFORM ? &m->state.q1[s->a].items[s->b]
                                                                                     : NULL;
    if (r && r->kind == REQUEST_INVALIDATE) {
        uint8_t sources = MACHINE_DROP_G | (m->target.l2_count > 1 ? MACHINE_DROP_L2 : 0);
        return r->drops & sources ? UINT64_MAX : 0;
    }
    if (s->kind == STEP_WRITE_BACK || s->kind == STEP_LOCAL)
        return s->kind == STEP_WRITE_BACK ? UINT64_MAX : 0;
    uint32_t line = r                                                        ? m->lines[r->location]
                    : s->kind == STEP_REFRESH_L2 || s->kind == STEP_EVICT_L2 ? m->lines[s->b]
                                                                             : s->b;
    return line < 64 ? UINT64_C(1) << line : 0;
}

/* A copy may be put off until something happens to its line, so what happens next does. Copies of several lines, in
 * order, stand before what concerns all of them. */
static bool follows_copies(const struct machine *m, const struct machine_step *s) {
    uint64_t fresh = m->state.fresh, bits = touched(m, s);
    return !fresh || (is_copy(s) ? (bits << 1) - 1 >= fresh : (fresh & ~bits) == 0);
}

void machine_take_step(struct machine *m, const struct machine_step *s) {
    struct machine_request r;
    m->state.fresh = is_copy(s) && !m->options.plain ? m->state.fresh | touched(m, s) : 0;
    switch ((enum machine_step_kind)s->kind) {
    case STEP_ARRIVE:
        arrive(m, s);
        break;
    case STEP_G:
        step_g(m, s);
        break;
    case STEP_PERFORM:
        r = take_at(&m->state.q1[s->a], s->b);
        perform(m, &r, s->c);
        break;
    case STEP_PERFORM_BELOW:
        r = take_at(&m->state.q2[s->a], s->b);
        perform(m, &r, s->c);
        break;
    case STEP_LOCAL:
        step_local(m, s->a);
        break;
    case STEP_SCALAR:
        step_scalar(m, s->a, s->b);
        break;
    case STEP_WRITE_BACK:
        step_write_back(m, s->a, s->b);
        break;
    case STEP_REFRESH_V:
        refresh_v(m, s->a, s->b, s->c);
        break;
    case STEP_REFRESH_G:
        refresh_g(m, s->a, s->b);
        break;
    case STEP_REFRESH_L2:
    case STEP_EVICT_L2:
        refresh_l2(m, s->a, s->b, s->kind == STEP_EVICT_L2);
        break;
    }
}

/* ---- which steps there are ---- */

struct list {
    struct machine_step *steps;
    uint32_t count, capacity;
};

static void add(struct list *list, enum machine_step_kind kind, uint32_t a, uint32_t b, uint32_t c) {
    if (list->count < list->capacity)
        list->steps[list->count++] = (struct machine_step){(uint8_t)kind, (uint8_t)a, (uint8_t)c, (uint16_t)b};
}

static bool is_alone_on_cu(const struct machine *m, uint32_t wave) {
    for (uint32_t w = 0; w < m->program->wave_count; w++)
        if (w != wave && m->places[w].cu == m->places[wave].cu)
            return false;
    return true;
}

/* Whether some wave that `others` has, besides this, runs on the same compute unit. */
static bool shares_cu(const struct machine *m, uint32_t wave, uint16_t others) {
    for (uint32_t w = 0; w < m->program->wave_count; w++)
        if (w != wave && others >> w & 1 && m->places[w].cu == m->places[wave].cu)
            return true;
    return false;
}

/* An arrival that only puts the request into a queue that nobody else uses, or drops copies that nobody else has. */
static bool arrives_eagerly(const struct machine *m, uint32_t wave, const struct machine_request *r) {
    const struct machine_place *place = &m->places[wave];
    if (m->options.plain)
        return false;
    if (r->kind == REQUEST_INVALIDATE) {
        bool other = !is_alone_on_cu(m, wave) || r->drops == MACHINE_DROP_G; /* V may copy from GL1 before that */
        for (uint32_t w = 0; w < m->program->wave_count && !other; w++)
            other =
                w != wave && ((r->drops & MACHINE_DROP_G && m->places[w].sa == place->sa) ||
                              (r->drops & MACHINE_DROP_L2 && m->target.l2_count > 1 && m->places[w].xcd == place->xcd));
        return !other;
    }
    uint32_t line = m->lines[r->location];
    return !line_in_v(m, place->cu, line) && !shares_cu(m, wave, m->accesses.line_users[line]);
}

/* What one wave alone accesses, or nobody writes, may be performed at once. */
static bool performs_eagerly(const struct machine *m, const struct machine_request *r) {
    return !m->options.plain && !machine_is_shared(m, r->location) &&
           (!(r->flags & REQUEST_WIDE) || !machine_is_shared(m, r->location + 1u));
}

static bool performs_locally(const struct machine *m, const struct machine_request *r) {
    const uint16_t *users =
        m->accesses.local_users + m->program->waves[r->wave].group * m->program->local_dwords + r->location;
    return !m->options.plain && is_one(users[0]) && (!(r->flags & REQUEST_WIDE) || is_one(users[0] | users[1]));
}

static bool may_write_back(const struct machine_wave *w, uint32_t op) {
    if (w->out[op].kind != MACHINE_WRITE_BACK || w->out[op].parts == 0)
        return false;
    for (uint32_t k = 0; k < op; k++)
        if (w->out[k].parts && w->out[k].kind == MACHINE_MEMORY)
            return false;
    return true;
}

static bool take_eager_of_wave(struct machine *m, uint32_t wave) {
    struct machine_wave *w = &m->state.waves[wave];
    bool any = false;
    while (w->to_v.count && arrives_eagerly(m, wave, &w->to_v.items[0]) && !m->fault) {
        machine_take_step(m, &(struct machine_step){STEP_ARRIVE, (uint8_t)wave, 0, 0});
        any = true;
    }
    while (w->to_local.count && performs_locally(m, &w->to_local.items[0])) {
        machine_take_step(m, &(struct machine_step){STEP_LOCAL, (uint8_t)wave, 0, 0});
        any = true;
    }
    for (uint32_t k = w->to_scalar.count; k-- > 0;)
        if (performs_eagerly(m, &w->to_scalar.items[k])) {
            machine_take_step(m, &(struct machine_step){STEP_SCALAR, (uint8_t)wave, 0, (uint16_t)k});
            any = true;
        }
    for (uint32_t k = 0; k < w->out_count && m->target.l2_count == 1; k++)
        if (may_write_back(w, k)) {
            machine_take_step(m, &(struct machine_step){STEP_WRITE_BACK, (uint8_t)wave, 0, (uint16_t)k});
            any = true;
        }
    return any;
}

static bool take_eager_of_queue(struct machine *m, struct machine_queue *queue, enum machine_step_kind kind,
                                uint32_t a) {
    bool any = false;
    for (uint32_t k = 0; k < queue->count;) {
        const struct machine_request *r = &queue->items[k];
        uint32_t line = m->lines[r->location];
        bool below = kind == STEP_PERFORM && line_in_g(m, m->places[r->wave].sa, line);
        if (has_line(m, queue, k, line) || below || !performs_eagerly(m, r)) {
            k++;
            continue;
        }
        machine_take_step(m, &(struct machine_step){(uint8_t)kind, (uint8_t)a, 0, (uint16_t)k});
        any = true;
        k = 0;
    }
    return any;
}

bool machine_take_eager_steps(struct machine *m) {
    bool any = false;
    for (uint32_t w = 0; w < m->program->wave_count && !m->fault; w++)
        any |= take_eager_of_wave(m, w);
    for (uint32_t cu = 0; cu < m->cus && !m->fault; cu++)
        any |= take_eager_of_queue(m, &m->state.q1[cu], STEP_PERFORM, cu);
    for (uint32_t sa = 0; sa < m->sas && m->target.has_g && !m->fault; sa++)
        any |= take_eager_of_queue(m, &m->state.q2[sa], STEP_PERFORM_BELOW, sa);
    return any;
}

/* With v_in_order off, what no invalidation and no request to the same line stands before. */
static bool may_arrive(const struct machine *m, const struct machine_queue *queue, uint32_t at) {
    if (at == 0)
        return true;
    if (m->target.v_in_order || queue->items[at].kind == REQUEST_INVALIDATE)
        return false;
    for (uint32_t k = 0; k < at; k++)
        if (queue->items[k].kind == REQUEST_INVALIDATE ||
            m->lines[queue->items[k].location] == m->lines[queue->items[at].location])
            return false;
    return true;
}

static void list_wave(struct machine *m, uint32_t wave, struct list *list) {
    const struct machine_wave *w = &m->state.waves[wave];
    uint32_t cu = m->places[wave].cu;
    for (uint32_t k = 0; k < w->to_v.count; k++) {
        const struct machine_request *r = &w->to_v.items[k];
        if (!may_arrive(m, &w->to_v, k))
            continue;
        add(list, STEP_ARRIVE, wave, k, 0);
        if (r->kind == REQUEST_LOAD && r->flags & REQUEST_HITS_V && in_v(m, cu, r->location) &&
            holds(&m->state.v[cu], r))
            add(list, STEP_ARRIVE, wave, k, 1);
    }
    if (w->to_local.count)
        add(list, STEP_LOCAL, wave, 0, 0);
    for (uint32_t k = 0; k < w->to_scalar.count; k++)
        add(list, STEP_SCALAR, wave, k, 0);
    for (uint32_t k = 0; k < w->out_count; k++)
        if (may_write_back(w, k))
            add(list, STEP_WRITE_BACK, wave, k, 0);
}

static void list_perform(struct machine *m, const struct machine_request *r, enum machine_step_kind kind, uint32_t unit,
                         uint32_t at, struct list *list) {
    const struct machine_cache *l2 = &m->state.l2[m->places[r->wave].xcd];
    add(list, kind, unit, at, 0);
    if (in_l2(m, r->location) && !(r->flags & REQUEST_DEVICE) && l2->present[r->location] == ENTRY_CLEAN &&
        r->kind == REQUEST_LOAD)
        add(list, kind, unit, at, 1);
}

static void list_q1(struct machine *m, uint32_t cu, struct list *list) {
    const struct machine_queue *queue = &m->state.q1[cu];
    for (uint32_t k = 0; k < queue->count; k++) {
        const struct machine_request *r = &queue->items[k];
        uint32_t line = m->lines[r->location], sa = m->places[r->wave].sa;
        if (has_line(m, queue, k, line))
            continue;
        if (!line_in_g(m, sa, line)) {
            list_perform(m, r, STEP_PERFORM, cu, k, list);
            continue;
        }
        add(list, STEP_G, cu, k, 0);
        if (r->kind == REQUEST_LOAD && r->flags & REQUEST_HITS_G && holds(&m->state.g[sa], r))
            add(list, STEP_G, cu, k, 1);
    }
}

static void list_q2(struct machine *m, uint32_t sa, struct list *list) {
    const struct machine_queue *queue = &m->state.q2[sa];
    for (uint32_t k = 0; k < queue->count; k++)
        if (!has_line(m, queue, k, m->lines[queue->items[k].location]))
            list_perform(m, &queue->items[k], STEP_PERFORM_BELOW, sa, k, list);
}

/* Whether a wave of the unit may still load through it. */
static bool is_useful(const struct machine *m, uint32_t unit, bool of_sa) {
    for (uint32_t w = 0; w < m->program->wave_count; w++) {
        const struct machine_wave *wave = &m->state.waves[w];
        bool load = !wave->ended && m->loads_ahead[wave->at];
        if ((of_sa ? m->places[w].sa : m->places[w].cu) != unit)
            continue;
        for (uint32_t k = 0; k < wave->to_v.count && !load; k++)
            load = wave->to_v.items[k].kind == REQUEST_LOAD;
        for (uint32_t k = 0; of_sa && k < m->state.q1[m->places[w].cu].count && !load; k++)
            load = m->state.q1[m->places[w].cu].items[k].kind == REQUEST_LOAD;
        if (load)
            return true;
    }
    return false;
}

static void list_copies(struct machine *m, struct list *list) {
    for (uint32_t cu = 0; cu < m->cus; cu++) {
        for (uint32_t line = 0; line < m->line_total && is_useful(m, cu, false); line++) {
            uint32_t sa = sa_of(m, cu);
            if (!line_in_v(m, cu, line) || has_write(m, &m->state.q1[cu], line) ||
                (m->target.has_g && has_write(m, &m->state.q2[sa], line)))
                continue;
            for (uint32_t evict = 0; evict < 2; evict++)
                if (would_refresh_v(m, cu, line, evict))
                    add(list, STEP_REFRESH_V, cu, line, evict);
        }
    }
}

static void list_g(struct machine *m, struct list *list) {
    for (uint32_t sa = 0; sa < m->sas && m->target.has_g; sa++)
        for (uint32_t line = 0; line < m->line_total && is_useful(m, sa, true); line++)
            if (line_in_g(m, sa, line) && would_refresh_g(m, sa, line))
                add(list, STEP_REFRESH_G, sa, line, 0);
}

void machine_forget(struct machine *m) {
    for (uint32_t cu = 0; cu < m->cus; cu++)
        if (!is_useful(m, cu, false))
            memset(m->state.v[cu].present, ENTRY_ABSENT, m->program->location_count);
    for (uint32_t sa = 0; sa < m->sas && m->target.has_g; sa++)
        if (!is_useful(m, sa, true))
            memset(m->state.g[sa].present, ENTRY_ABSENT, m->program->location_count);
}

static void list_l2(struct machine *m, struct list *list) {
    for (uint32_t xcd = 0; xcd < m->xcds && m->target.l2_count > 1; xcd++)
        for (uint32_t k = 0; k < m->program->location_count; k++) {
            const struct machine_cache *l2 = &m->state.l2[xcd];
            if (l2->present[k] == ENTRY_DIRTY)
                add(list, STEP_EVICT_L2, xcd, k, 0);
            else if (l2->present[k] == ENTRY_CLEAN && l2->values[k] != m->state.memory[k])
                add(list, STEP_REFRESH_L2, xcd, k, 0);
        }
}

uint32_t machine_list_steps(struct machine *m, struct machine_step *steps, uint32_t capacity) {
    struct list list = {steps, 0, capacity};
    list_copies(m, &list);
    list_g(m, &list);
    for (uint32_t w = 0; w < m->program->wave_count; w++)
        list_wave(m, w, &list);
    for (uint32_t cu = 0; cu < m->cus; cu++)
        list_q1(m, cu, &list);
    for (uint32_t sa = 0; sa < m->sas && m->target.has_g; sa++)
        list_q2(m, sa, &list);
    list_l2(m, &list);
    uint32_t kept = 0;
    uint64_t awaited = 0; /* lines to which something else may happen now */
    for (uint32_t k = 0; k < list.count; k++)
        awaited |= is_copy(&steps[k]) ? 0 : touched(m, &steps[k]);
    for (uint32_t k = 0; k < list.count; k++)
        if (follows_copies(m, &steps[k]) &&
            (m->options.plain || !is_copy(&steps[k]) || (touched(m, &steps[k]) & ~awaited) == 0))
            steps[kept++] = steps[k];
    return list.count == capacity ? capacity : kept;
}
