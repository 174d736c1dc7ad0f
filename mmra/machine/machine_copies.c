/* This file has what caches hold, and the copies that they make at any time. */
#include "mmra/machine/machine_memory.h"
#include "mmra/machine/machine_processor.h"

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

/* The two dwords that one request accesses are on one line. */
static void note_pair(struct machine *m, uint32_t second) {
    m->accesses.joined |= m->lines[second] != m->lines[second - 1];
    m->accesses.is_second[second] = true;
}

static void note_access(struct machine *m, const struct machine_request *r, uint32_t wave) {
    struct machine_accesses *a = &m->accesses;
    const struct machine_compute_unit *unit = &m->units[wave];
    for (uint32_t k = 0; k < (r->flags & REQUEST_WIDE ? 2u : 1u); k++) {
        uint32_t location = r->location + k;
        if (r->kind != REQUEST_STORE)
            note(m, &a->readers[location], wave);
        if (r->kind != REQUEST_LOAD)
            note(m, &a->writers[location], wave);
        note(m, &a->line_users[m->lines[location]], wave);
        if (r->flags & REQUEST_HITS_V)
            note_copy(m, a->may_hit_v, unit->cu, location);
        if (r->flags & REQUEST_HITS_G)
            note_copy(m, a->may_hit_g, unit->sa, location);
    }
}

static void note_local(struct machine *m, const struct machine_request *r, uint32_t wave) {
    uint32_t group = m->program->waves[wave].group;
    for (uint32_t k = 0; k < (r->flags & REQUEST_WIDE ? 2u : 1u); k++)
        note(m, &m->accesses.local_users[group * m->program->local_dwords + r->location + k], wave);
}

/* What one wave accesses, those may that change places with it. */
static bool may_do_as(const struct machine *m, uint32_t wave, uint32_t other) {
    return m->places[wave].first == m->places[other].first;
}

void machine_note_access(struct machine *m, const struct machine_request *r) {
    if (r->flags & REQUEST_WIDE)
        note_pair(m, r->location + 1u);
    for (uint32_t w = 0; w < m->program->wave_count; w++)
        if (may_do_as(m, w, r->wave))
            note_access(m, r, w);
}

/* ---- requests of a wave that has no others ---- */

static uint32_t count_of_wave(const struct machine_queue *queue, uint32_t wave) {
    uint32_t count = 0;
    for (uint32_t k = 0; k < queue->count; k++)
        count += queue->items[k].wave == wave;
    return count;
}

static void note_crowded(struct machine *m, const struct machine_queue *queue, uint32_t wave) {
    for (uint32_t k = 0; k < queue->count; k++) {
        const struct machine_request *r = &queue->items[k];
        if (r->wave != wave || r->kind == REQUEST_INVALIDATE)
            continue;
        m->accesses.grown |= !m->accesses.crowded[r->location];
        m->accesses.crowded[r->location] = 1;
    }
}

void machine_note_crowd(struct machine *m, uint32_t wave) {
    const struct machine_compute_unit *unit = &m->units[wave];
    const struct machine_queue *queues[] = {&m->state.waves[wave].to_v, &m->state.q1[unit->cu], &m->state.q2[unit->sa]};
    uint32_t count = 0;
    for (size_t q = 0; q < sizeof queues / sizeof *queues; q++)
        count += count_of_wave(queues[q], wave);
    for (size_t q = 0; q < sizeof queues / sizeof *queues && (count > 1 || m->target.ack_at_scope); q++)
        note_crowded(m, queues[q], wave);
}

bool machine_is_crowded(const struct machine *m, uint32_t line) {
    bool crowded = m->options.plain || m->options.apart || m->target.arrival_at_issue;
    for (uint32_t k = 0; k < m->line_count[line]; k++)
        crowded |= m->accesses.crowded[m->line_first[line] + k];
    return crowded;
}

void machine_note_local(struct machine *m, const struct machine_request *r) {
    for (uint32_t w = 0; w < m->program->wave_count; w++)
        if (may_do_as(m, w, r->wave))
            note_local(m, r, w);
}

/* Somebody writes it, and somebody else is there. */
bool machine_is_shared(const struct machine *m, uint32_t location) {
    const struct machine_accesses *a = &m->accesses;
    return m->options.plain || (a->writers[location] && !machine_is_one(a->readers[location] | a->writers[location]));
}

bool machine_in_v(const struct machine *m, uint32_t cu, uint32_t location) {
    return m->accesses.may_hit_v[cu * m->program->location_count + location] && machine_is_shared(m, location);
}

static bool in_g(const struct machine *m, uint32_t sa, uint32_t location) {
    return m->target.has_g && m->accesses.may_hit_g[sa * m->program->location_count + location] &&
           machine_is_shared(m, location);
}

bool machine_in_l2(const struct machine *m, uint32_t location) {
    return m->target.l2_count > 1 && machine_is_shared(m, location);
}

bool machine_line_in_v(const struct machine *m, uint32_t cu, uint32_t line) {
    for (uint32_t k = 0; k < m->line_count[line]; k++)
        if (machine_in_v(m, cu, m->line_first[line] + k))
            return true;
    return false;
}

bool machine_line_in_g(const struct machine *m, uint32_t sa, uint32_t line) {
    for (uint32_t k = 0; m->target.has_g && k < m->line_count[line]; k++)
        if (in_g(m, sa, m->line_first[line] + k))
            return true;
    return false;
}

/* ---- copies ---- */

void machine_drop_line(struct machine *m, struct machine_cache *cache, uint32_t line) {
    memset(cache->present + m->line_first[line], ENTRY_ABSENT, m->line_count[line]);
}

uint32_t machine_with_dirty(const struct machine_cache *l2, uint32_t location, uint32_t below) {
    uint32_t bits = 0;
    for (uint32_t k = 0; k < 4; k++)
        bits |= l2->present[location] & (ENTRY_FIRST_DIRTY << k) ? UINT32_C(0xFF) << 8 * k : 0;
    return (below & ~bits) | (l2->values[location] & bits);
}

void machine_drop_clean(const struct machine *m, struct machine_cache *l2, uint32_t first, uint32_t count) {
    for (uint32_t k = first; k < first + count; k++)
        if (l2->present[k] == ENTRY_CLEAN)
            l2->present[k] = ENTRY_ABSENT;
        else if (l2->present[k]) /* what is clean beside dirty bytes is filled again */
            l2->values[k] = machine_with_dirty(l2, k, m->state.memory[k]);
}

bool machine_cache_holds(const struct machine_cache *cache, const struct machine_request *r) {
    return cache->present[r->location] && (!(r->flags & REQUEST_WIDE) || cache->present[r->location + 1]);
}

void machine_write_location_back(struct machine *m, uint32_t xcd, uint32_t location) {
    struct machine_cache *l2 = &m->state.l2[xcd];
    if (l2->present[location] < ENTRY_FIRST_DIRTY)
        return;
    m->state.memory[location] = machine_with_dirty(l2, location, m->state.memory[location]);
    l2->present[location] = ENTRY_CLEAN;
}

/* ---- copies are made at any time ---- */

/* Some wave there. */
static uint32_t wave_on(const struct machine *m, uint32_t cu) {
    uint32_t wave = 0;
    while (m->units[wave].cu != cu)
        wave++;
    return wave;
}

static uint32_t wave_in(const struct machine *m, uint32_t sa) {
    uint32_t wave = 0;
    while (m->units[wave].sa != sa)
        wave++;
    return wave;
}

static uint32_t sa_of(const struct machine *m, uint32_t cu) {
    return m->units[wave_on(m, cu)].sa;
}

static uint32_t xcd_of(const struct machine *m, uint32_t cu) {
    return m->units[wave_on(m, cu)].xcd;
}

/* Returns the word that V would copy: that of GL1, of the die's L2, or of memory. */
static uint32_t below_v(const struct machine *m, uint32_t cu, uint32_t location, bool evict) {
    const struct machine_cache *g = &m->state.g[sa_of(m, cu)], *l2 = &m->state.l2[xcd_of(m, cu)];
    if (m->target.has_g && !evict && g->present[location])
        return g->values[location];
    if (machine_in_l2(m, location) && l2->present[location] && (!evict || l2->present[location] >= ENTRY_FIRST_DIRTY))
        return l2->values[location];
    return m->state.memory[location];
}

static bool would_refresh_v(const struct machine *m, uint32_t cu, uint32_t line, bool evict) {
    const struct machine_cache *v = &m->state.v[cu];
    bool differs = false, between = !evict;
    for (uint32_t k = m->line_first[line]; k < (uint32_t)m->line_first[line] + m->line_count[line]; k++) {
        between |= below_v(m, cu, k, true) != below_v(m, cu, k, false);
        differs |= machine_in_v(m, cu, k) && (!v->present[k] || v->values[k] != below_v(m, cu, k, evict));
    }
    return differs && between;
}

static void refresh_v(struct machine *m, uint32_t cu, uint32_t line, bool evict) {
    struct machine_cache *v = &m->state.v[cu];
    uint32_t first = m->line_first[line], count = m->line_count[line];
    for (uint32_t k = first; k < first + count; k++)
        if (machine_in_v(m, cu, k)) {
            v->values[k] = below_v(m, cu, k, evict);
            v->present[k] = ENTRY_CLEAN;
        }
    if (evict) {
        machine_drop_line(m, &m->state.g[sa_of(m, cu)], line);
        machine_drop_clean(m, &m->state.l2[xcd_of(m, cu)], first, count);
    }
    machine_tell_number(m, "  CU ", m->units[machine_told(m, wave_on(m, cu))].cu);
    machine_tell_number(m, ": V copies line ", line);
    machine_tell_number(m, ", which begins with ", m->state.v[cu].values[first]);
    machine_tell_end(m, evict ? ", evicted before from what lies between" : "");
}

/* The same for GL1, of the die's L2 or of memory: an L2 drops a clean copy by a step of its own. */
static uint32_t below_g(const struct machine *m, uint32_t sa, uint32_t location) {
    for (uint32_t w = 0; w < m->program->wave_count && machine_in_l2(m, location); w++) {
        const struct machine_cache *l2 = &m->state.l2[m->units[w].xcd];
        if (m->units[w].sa == sa)
            return l2->present[location] ? l2->values[location] : m->state.memory[location];
    }
    return m->state.memory[location];
}

static bool would_refresh_g(const struct machine *m, uint32_t sa, uint32_t line) {
    const struct machine_cache *g = &m->state.g[sa];
    bool differs = false;
    for (uint32_t k = m->line_first[line]; k < (uint32_t)m->line_first[line] + m->line_count[line]; k++)
        differs |= in_g(m, sa, k) && (!g->present[k] || g->values[k] != below_g(m, sa, k));
    return differs && !machine_has_write(m, &m->state.q2[sa], line);
}

static void refresh_g(struct machine *m, uint32_t sa, uint32_t line) {
    struct machine_cache *g = &m->state.g[sa];
    for (uint32_t k = m->line_first[line]; k < (uint32_t)m->line_first[line] + m->line_count[line]; k++)
        if (in_g(m, sa, k)) {
            g->values[k] = below_g(m, sa, k);
            g->present[k] = ENTRY_CLEAN;
        }
    bool engine = machine_traits(m->code->processor)->has_scopes;
    machine_tell_number(m, engine ? "  SE " : "  SA ", m->units[machine_told(m, wave_in(m, sa))].sa);
    machine_tell_number(m, engine ? ": its cache copies line " : ": GL1 copies line ", line);
    machine_tell_end(m, "");
}

static void refresh_l2(struct machine *m, uint32_t xcd, uint32_t location, bool evict) {
    struct machine_cache *l2 = &m->state.l2[xcd];
    machine_tell_number(m, "  die ", xcd);
    machine_tell_number(m, evict ? ": L2 writes back location " : ": L2 copies location ", location);
    machine_tell_end(m, "");
    if (evict)
        machine_write_location_back(m, xcd, location);
    else
        l2->values[location] = m->state.memory[location];
}

void machine_refresh(struct machine *m, const struct machine_step *s) {
    if (s->kind == STEP_REFRESH_V)
        refresh_v(m, s->a, s->b, s->c);
    else if (s->kind == STEP_REFRESH_G)
        refresh_g(m, s->a, s->b);
    else
        refresh_l2(m, s->a, s->b, s->kind == STEP_EVICT_L2);
}

/* ---- which copies may be made now ---- */

static bool may_find_copy(const struct machine_request *r) {
    return r->kind == REQUEST_LOAD || r->flags & (REQUEST_HITS_V | REQUEST_HITS_G);
}

static bool is_useful(const struct machine *m, uint32_t unit, bool of_sa) {
    for (uint32_t w = 0; w < m->program->wave_count; w++) {
        const struct machine_wave *wave = &m->state.waves[w];
        bool load = !wave->ended && m->loads_ahead[wave->at];
        if ((of_sa ? m->units[w].sa : m->units[w].cu) != unit)
            continue;
        for (uint32_t k = 0; k < wave->to_v.count && !load; k++)
            load = may_find_copy(&wave->to_v.items[k]);
        for (uint32_t k = 0; of_sa && k < m->state.q1[m->units[w].cu].count && !load; k++)
            load = may_find_copy(&m->state.q1[m->units[w].cu].items[k]);
        if (load)
            return true;
    }
    return false;
}

static void list_v(struct machine *m, struct machine_step_list *list) {
    for (uint32_t cu = 0; cu < m->cus; cu++) {
        for (uint32_t line = 0; line < m->line_total && is_useful(m, cu, false); line++) {
            uint32_t sa = sa_of(m, cu);
            if (!machine_line_in_v(m, cu, line) || machine_has_write(m, &m->state.q1[cu], line) ||
                (m->target.has_g && machine_has_write(m, &m->state.q2[sa], line)))
                continue;
            for (uint32_t evict = 0; evict < 2; evict++)
                if (would_refresh_v(m, cu, line, evict))
                    machine_add_step(list, STEP_REFRESH_V, cu, line, evict);
        }
    }
}

static void list_g(struct machine *m, struct machine_step_list *list) {
    for (uint32_t sa = 0; sa < m->sas && m->target.has_g; sa++)
        for (uint32_t line = 0; line < m->line_total && is_useful(m, sa, true); line++)
            if (machine_line_in_g(m, sa, line) && would_refresh_g(m, sa, line))
                machine_add_step(list, STEP_REFRESH_G, sa, line, 0);
}

void machine_forget(struct machine *m) {
    for (uint32_t cu = 0; cu < m->cus; cu++)
        if (!is_useful(m, cu, false))
            memset(m->state.v[cu].present, ENTRY_ABSENT, m->program->location_count);
    for (uint32_t sa = 0; sa < m->sas && m->target.has_g; sa++)
        if (!is_useful(m, sa, true))
            memset(m->state.g[sa].present, ENTRY_ABSENT, m->program->location_count);
}

static void list_l2(struct machine *m, struct machine_step_list *list) {
    for (uint32_t xcd = 0; xcd < m->xcds && m->target.l2_count > 1; xcd++)
        for (uint32_t k = 0; k < m->program->location_count; k++) {
            const struct machine_cache *l2 = &m->state.l2[xcd];
            if (l2->present[k] >= ENTRY_FIRST_DIRTY)
                machine_add_step(list, STEP_EVICT_L2, xcd, k, 0);
            else if (l2->present[k] == ENTRY_CLEAN && l2->values[k] != m->state.memory[k])
                machine_add_step(list, STEP_REFRESH_L2, xcd, k, 0);
        }
}

void machine_list_copies(struct machine *m, struct machine_step_list *list) {
    list_v(m, list);
    list_g(m, list);
    list_l2(m, list);
}
