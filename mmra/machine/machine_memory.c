/* This file finds what may happen next to requests and copies, and which steps need not be tried: those that happen at
 * once, and those that wait. */
#include "mmra/machine/machine_memory.h"

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
        uint8_t sources = MACHINE_CACHE_G | (m->target.l2_count > 1 ? MACHINE_CACHE_L2 : 0);
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

static void arrive_and_perform(struct machine *m, const struct machine_step *s) {
    struct machine_queue *queue = &m->state.q1[m->units[s->a].cu];
    uint32_t at = 0;
    machine_arrive(m, &(struct machine_step){STEP_ARRIVE, s->a, 0, s->b});
    while (at < queue->count && queue->items[at].wave != s->a)
        at++;
    if (at == queue->count)
        return;
    struct machine_request r = machine_take_request(queue, at);
    machine_perform(m, &r, s->c & 1);
}

void machine_take_step(struct machine *m, const struct machine_step *s) {
    struct machine_request r;
    m->state.fresh = is_copy(s) && !m->options.plain ? m->state.fresh | touched(m, s) : 0;
    switch ((enum machine_step_kind)s->kind) {
    case STEP_ARRIVE:
        if (s->c & ARRIVE_AND_PERFORM)
            arrive_and_perform(m, s);
        else
            machine_arrive(m, s);
        break;
    case STEP_G:
        machine_pass_g(m, s);
        break;
    case STEP_PERFORM:
        r = machine_take_request(&m->state.q1[s->a], s->b);
        machine_perform(m, &r, s->c);
        break;
    case STEP_PERFORM_BELOW:
        r = machine_take_request(&m->state.q2[s->a], s->b);
        machine_perform(m, &r, s->c);
        break;
    case STEP_LOCAL:
        machine_perform_local(m, s->a);
        break;
    case STEP_SCALAR:
        machine_load_scalar(m, s->a, s->b);
        break;
    case STEP_WRITE_BACK:
        machine_complete_write_back(m, s->a, s->b);
        break;
    case STEP_REFRESH_V:
    case STEP_REFRESH_G:
    case STEP_REFRESH_L2:
    case STEP_EVICT_L2:
        machine_refresh(m, s);
        break;
    }
}

/* ---- which steps there are ---- */

static bool is_alone_on_cu(const struct machine *m, uint32_t wave) {
    for (uint32_t w = 0; w < m->program->wave_count; w++)
        if (w != wave && m->units[w].cu == m->units[wave].cu)
            return false;
    return true;
}

/* Whether some wave that `others` has, besides this, runs on the same compute unit. */
static bool shares_cu(const struct machine *m, uint32_t wave, uint16_t others) {
    for (uint32_t w = 0; w < m->program->wave_count; w++)
        if (w != wave && others >> w & 1 && m->units[w].cu == m->units[wave].cu)
            return true;
    return false;
}

/* An arrival that only puts the request into a queue that nobody else uses, or drops copies that nobody else has. */
static bool arrives_eagerly(const struct machine *m, uint32_t wave, const struct machine_request *r) {
    const struct machine_compute_unit *unit = &m->units[wave];
    if (m->options.plain)
        return false;
    if (r->kind == REQUEST_INVALIDATE) {
        bool other = !is_alone_on_cu(m, wave) || r->drops == MACHINE_CACHE_G; /* V may copy from GL1 before that */
        for (uint32_t w = 0; w < m->program->wave_count && !other; w++)
            other =
                w != wave && ((r->drops & MACHINE_CACHE_G && m->units[w].sa == unit->sa) ||
                              (r->drops & MACHINE_CACHE_L2 && m->target.l2_count > 1 && m->units[w].xcd == unit->xcd));
        return !other;
    }
    uint32_t line = m->lines[r->location];
    return !machine_line_in_v(m, unit->cu, line) && !shares_cu(m, wave, m->accesses.line_users[line]);
}

/* An access to memory that one wave alone accesses, or that nobody writes, may be performed at once. */
static bool performs_eagerly(const struct machine *m, const struct machine_request *r) {
    return !m->options.plain && !machine_is_shared(m, r->location) &&
           (!(r->flags & REQUEST_WIDE) || !machine_is_shared(m, r->location + 1u));
}

static bool performs_locally(const struct machine *m, const struct machine_request *r) {
    const uint16_t *users =
        m->accesses.local_users + m->program->waves[r->wave].group * m->program->local_dwords + r->location;
    return !m->options.plain && machine_is_one(users[0]) &&
           (!(r->flags & REQUEST_WIDE) || machine_is_one(users[0] | users[1]));
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
        bool below = kind == STEP_PERFORM && machine_line_in_g(m, m->units[r->wave].sa, line);
        if (machine_has_line(m, queue, k, line) || below || !performs_eagerly(m, r)) {
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

/* Waves of a compute unit share a queue, in which requests to one line keep their order. If a wave that accesses the
 * line has no other request under way, its arrival does nothing but take a place there: no copy of the line is in V. So
 * it is put off until the request is performed at once, or goes on to the cache below. Any execution is one of these,
 * with arrivals moved: those after it in the queue are put off as well, and until it is performed its wave asks V for
 * nothing else. Where a wave waits for the arrival itself, nothing is put off. */
static bool list_put_off(struct machine *m, uint32_t wave, struct machine_step_list *list) {
    const struct machine_request *r = &m->state.waves[wave].to_v.items[0];
    const struct machine_compute_unit *unit = &m->units[wave];
    const struct machine_cache *l2 = &m->state.l2[unit->xcd];
    if (r->kind == REQUEST_INVALIDATE)
        return false;
    const uint32_t line = m->lines[r->location];
    const struct machine_queue *queue = &m->state.q1[unit->cu];
    if (machine_is_crowded(m, line) || machine_line_in_v(m, unit->cu, line))
        return false;
    if (machine_has_line(m, queue, queue->count, line))
        return true;
    if (machine_line_in_g(m, unit->sa, line))
        return false;
    machine_add_step(list, STEP_ARRIVE, wave, 0, ARRIVE_AND_PERFORM);
    if (machine_in_l2(m, r->location) && !(r->flags & REQUEST_DEVICE) && l2->present[r->location] == ENTRY_CLEAN &&
        r->kind == REQUEST_LOAD)
        machine_add_step(list, STEP_ARRIVE, wave, 0, ARRIVE_AND_PERFORM | 1);
    return true;
}

static void list_wave(struct machine *m, uint32_t wave, struct machine_step_list *list) {
    const struct machine_wave *w = &m->state.waves[wave];
    uint32_t cu = m->units[wave].cu;
    const bool is_put_off = w->to_v.count && list_put_off(m, wave, list);
    for (uint32_t k = 0; k < w->to_v.count && !is_put_off; k++) {
        const struct machine_request *r = &w->to_v.items[k];
        if (!may_arrive(m, &w->to_v, k))
            continue;
        machine_add_step(list, STEP_ARRIVE, wave, k, 0);
        if (r->flags & REQUEST_HITS_V && machine_in_v(m, cu, r->location) && machine_cache_holds(&m->state.v[cu], r))
            machine_add_step(list, STEP_ARRIVE, wave, k, 1);
    }
    if (w->to_local.count)
        machine_add_step(list, STEP_LOCAL, wave, 0, 0);
    for (uint32_t k = 0; k < w->to_scalar.count; k++)
        machine_add_step(list, STEP_SCALAR, wave, k, 0);
    for (uint32_t k = 0; k < w->out_count; k++)
        if (may_write_back(w, k))
            machine_add_step(list, STEP_WRITE_BACK, wave, k, 0);
}

static void list_perform(struct machine *m, const struct machine_request *r, enum machine_step_kind kind, uint32_t unit,
                         uint32_t at, struct machine_step_list *list) {
    const struct machine_cache *l2 = &m->state.l2[m->units[r->wave].xcd];
    machine_add_step(list, kind, unit, at, 0);
    if (machine_in_l2(m, r->location) && !(r->flags & REQUEST_DEVICE) && l2->present[r->location] == ENTRY_CLEAN &&
        r->kind == REQUEST_LOAD)
        machine_add_step(list, kind, unit, at, 1);
}

static void list_q1(struct machine *m, uint32_t cu, struct machine_step_list *list) {
    const struct machine_queue *queue = &m->state.q1[cu];
    for (uint32_t k = 0; k < queue->count; k++) {
        const struct machine_request *r = &queue->items[k];
        uint32_t line = m->lines[r->location], sa = m->units[r->wave].sa;
        if (machine_has_line(m, queue, k, line))
            continue;
        if (!machine_line_in_g(m, sa, line)) {
            list_perform(m, r, STEP_PERFORM, cu, k, list);
            continue;
        }
        machine_add_step(list, STEP_G, cu, k, 0);
        if (r->flags & REQUEST_HITS_G && machine_cache_holds(&m->state.g[sa], r))
            machine_add_step(list, STEP_G, cu, k, 1);
    }
}

static void list_q2(struct machine *m, uint32_t sa, struct machine_step_list *list) {
    const struct machine_queue *queue = &m->state.q2[sa];
    for (uint32_t k = 0; k < queue->count; k++)
        if (!machine_has_line(m, queue, k, m->lines[queue->items[k].location]))
            list_perform(m, &queue->items[k], STEP_PERFORM_BELOW, sa, k, list);
}

/* Whether a wave of the unit may still load through it. */
uint32_t machine_list_steps(struct machine *m, struct machine_step *steps, uint32_t capacity) {
    struct machine_step_list list = {steps, 0, capacity};
    machine_list_copies(m, &list);
    for (uint32_t w = 0; w < m->program->wave_count; w++)
        list_wave(m, w, &list);
    for (uint32_t cu = 0; cu < m->cus; cu++)
        list_q1(m, cu, &list);
    for (uint32_t sa = 0; sa < m->sas && m->target.has_g; sa++)
        list_q2(m, sa, &list);
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
