/* What each wave knows of the others: waits say what has performed, barriers and atomics hand that over, invalidations
 * say from when on copies are as new as that (docs/reference/machine.md 8). */
#include "mmra/machine/machine_processor.h"
#include "mmra/machine/machine_race_state.h"
#include "mmra/machine/machine_wave.h"

/* ---- registers that loads have yet to write ---- */

static void mark_pending(struct race_wave *w, const struct race_op *op) {
    const struct machine_operand *o = &op->instruction->target;
    bool scalar = op->instruction->unit == MACHINE_SCALAR_MEMORY;
    for (uint32_t k = o->number; (op->instruction->returns || scalar) && k < (uint32_t)o->number + o->count; k++) {
        if (o->kind == MACHINE_VECTOR && k < MACHINE_VECTORS)
            w->pending_vectors[k / 64] |= UINT64_C(1) << (k % 64);
        else if (o->kind == MACHINE_SCALAR && k < MACHINE_SCALARS && k != MACHINE_NULL)
            w->pending_scalars[k / 64] |= UINT64_C(1) << (k % 64);
        w->has_pending = true;
    }
}

static void mark_all_pending(struct race_wave *w) {
    memset(w->pending_vectors, 0, sizeof w->pending_vectors);
    memset(w->pending_scalars, 0, sizeof w->pending_scalars);
    w->has_pending = false;
    for (uint32_t k = 0; k < w->out_count; k++)
        mark_pending(w, &w->out[k]);
}

static bool may_be_pending(const struct race_wave *w, const struct machine_operand *o) {
    const uint64_t *bits = o->kind == MACHINE_VECTOR ? w->pending_vectors : w->pending_scalars;
    uint32_t most = o->kind == MACHINE_VECTOR ? MACHINE_VECTORS : MACHINE_SCALARS;
    if (o->kind != MACHINE_VECTOR && o->kind != MACHINE_SCALAR)
        return false;
    for (uint32_t k = o->number; k < (uint32_t)o->number + o->count && k < most; k++)
        if (bits[k / 64] >> (k % 64) & 1)
            return true;
    return false;
}

/* Loads of one counter return in their order, so that the later may overwrite what the earlier wrote. */
static const struct race_op *writer_of(const struct race_wave *w, const struct machine_operand *o,
                                       const struct machine_instruction *user, uint64_t exec) {
    bool loads = user->returns || user->unit == MACHINE_SCALAR_MEMORY;
    for (uint32_t k = 0; k < w->out_count; k++) {
        const struct race_op *op = &w->out[k];
        bool targets = op->instruction->returns || op->instruction->unit == MACHINE_SCALAR_MEMORY;
        bool overwrites = o == &user->target && loads && user->unit == op->instruction->unit && !op->unordered;
        bool any = user->unit == MACHINE_VALU && user->operation >= MACHINE_READ_FIRST_LANE &&
                   user->operation <= MACHINE_PERMUTE_ROWS;
        bool apart = o->kind == MACHINE_VECTOR && !any && !(op->lanes & exec);
        apart |= machine_writes_other_half(op->instruction, user, o);
        if (targets && machine_overlaps(&op->instruction->target, o) && !overwrites && !apart)
            return op;
    }
    return NULL;
}

static void check_registers(struct machine_race *race, const struct machine_race_group *group,
                            const struct race_wave *w, const struct machine_instruction *i, uint64_t exec,
                            uint32_t m0) {
    struct machine_instruction moved;
    const struct machine_instruction *read = i;
    if (i->unit == MACHINE_VALU && i->operation == MACHINE_MOVE_RELATIVE) {
        moved = machine_moved(i, m0);
        read = &moved;
    }
    const struct machine_operand *all[] = {&read->source[0], &read->source[1], &read->source[2],
                                           &read->soffset,   &read->target,    &read->carry_out};
    enum { OPERANDS = sizeof all / sizeof *all };
    for (size_t k = 0; k < OPERANDS + MACHINE_MORE; k++) {
        const struct machine_operand *o = k < OPERANDS ? all[k] : &read->more[k - OPERANDS];
        const struct race_op *op = may_be_pending(w, o) ? writer_of(w, o, read, exec) : NULL;
        if (!op)
            continue;
        uint32_t wave = w->number % race->options.waves;
        race_report(race,
                    &(struct machine_conflict){
                        .parties = {{op->instruction, group->number, wave, 0, true, false}, {i, group->number, wave}},
                        .missing = MACHINE_NO_WAIT_REGISTER,
                        .counter = op->counter},
                    NULL, NULL);
        return;
    }
}

/* ---- waits ---- */

static void learn_release(struct machine_race *race, const struct machine_race_group *group, struct race_wave *w,
                          const struct race_release *r) {
    bool is_near = race_reach_of(race, r->group, group->number) != RACE_ACROSS;
    race_learn_from(race, &w->view.known, &r->known, is_near);
    race_learn_from(race, &w->view.back, &r->back, is_near);
}

static void take_acquired(struct machine_race *race, const struct machine_race_group *group, struct race_wave *w,
                          struct race_op *op) {
    while (op->acquired) {
        uint32_t at = op->acquired;
        struct race_acquired *one = &race->acquired[at];
        const struct race_release *r = &race->releases[one->release];
        learn_release(race, group, w, r);
        race_drop_release(race, one->release);
        op->acquired = one->next;
        one->next = race->free_acquired;
        race->free_acquired = at;
    }
}

/* What a write-back has covered: what had performed when it was issued, of this workgroup and cluster, whose die it
 * is. */
static void take_write_back(struct machine_race *race, struct race_wave *w, struct race_op *op) {
    w->back = op->number > w->back ? op->number : w->back;
    if (!op->covers)
        return;
    machine_clock_learn(&race->clocks, &w->view.back.near, op->covers);
    machine_clock_drop(&race->clocks, op->covers);
    op->covers = NULL;
}

static void retire(struct machine_race *race, const struct machine_race_group *group, struct race_wave *w,
                   struct race_op *op) {
    if (op->number > w->done[op->counter])
        w->done[op->counter] = op->number;
    take_acquired(race, group, w, op);
    if (op->instruction->unit == MACHINE_WRITE_BACK)
        take_write_back(race, w, op);
}

/* Whether a wait for at most `limit` of a counter covers an operation. Those that fall in their order: were it out, so
 * were all such younger ones, whatever else is. One that does not fall in order is covered by a wait for 0 alone. */
static bool is_covered(const struct race_wave *w, uint32_t at, uint32_t counter, uint32_t limit) {
    uint32_t younger = 0;
    for (uint32_t k = at + 1; k < w->out_count; k++)
        younger += w->out[k].counters >> counter & 1 && !w->out[k].unordered;
    return limit == 0 || (!w->out[at].unordered && younger >= limit);
}

static void wait_for(struct machine_race *race, const struct machine_race_group *group, struct race_wave *w,
                     const struct machine_instruction *i) {
    bool covered[RACE_MOST_OUT] = {false}, ordered = race->code->kernel.memory_ordered;
    uint32_t kept = 0;
    ordered |= !machine_traits(race->code->processor)->has_work_group_processors;
    for (uint32_t c = 0; c < MACHINE_COUNTERS; c++)
        for (uint32_t k = 0; i->wait[c] != MACHINE_NO_WAIT && (ordered || !i->wait[c]) && k < w->out_count; k++)
            covered[k] |= w->out[k].counters >> c & 1 && is_covered(w, k, c, i->wait[c]);
    for (uint32_t k = 0; k < w->out_count; k++)
        if (covered[k])
            retire(race, group, w, &w->out[k]);
        else
            w->out[kept++] = w->out[k];
    if (kept == w->out_count)
        return;
    w->out_count = kept;
    mark_all_pending(w);
    race_change(race, w);
}

/* ---- issue ---- */

/* Makes room: the oldest operation that a younger one of the same counters speaks for is left out. */
static void make_room(struct machine_race *race, struct race_wave *w) {
    uint32_t gone = 0;
    for (uint32_t k = 0; k + 1 < w->out_count; k++) {
        const struct race_op *op = &w->out[k];
        if (!op->instruction->returns && !op->acquired && op->instruction->unit != MACHINE_WRITE_BACK) {
            gone = k;
            break;
        }
    }
    while (w->out[gone].acquired) {
        uint32_t at = w->out[gone].acquired;
        race_drop_release(race, race->acquired[at].release);
        w->out[gone].acquired = race->acquired[at].next;
        race->acquired[at].next = race->free_acquired;
        race->free_acquired = at;
    }
    machine_clock_drop(&race->clocks, w->out[gone].covers);
    memmove(&w->out[gone], &w->out[gone + 1], (--w->out_count - gone) * sizeof *w->out);
    mark_all_pending(w);
}

static void issue(struct machine_race *race, struct race_wave *w, const struct machine_instruction *i, uint64_t exec) {
    const struct race_site *site = race_site_of(race, i);
    w->issued++;
    race_change(race, w);
    if (!site->counters)
        return;
    if (w->out_count == RACE_MOST_OUT)
        make_room(race, w);
    struct race_op *op = &w->out[w->out_count++];
    *op = (struct race_op){.instruction = i,
                           .number = w->issued,
                           .counters = site->counters,
                           .counter = site->counter,
                           .unordered = site->scalar || (i->unit == MACHINE_MEMORY && i->path == MACHINE_FLAT),
                           .lanes = site->scalar ? UINT64_MAX : exec};
    mark_pending(w, op);
}

/* ---- caches ---- */

static const struct race_knowledge nothing;

/* A cache that is dropped is filled from what lies below it: V from the next cache, if there is one, and others from
 * memory. */
static void drop_caches(struct machine_race *race, struct race_wave *w, const struct machine_instruction *i) {
    const struct machine_traits *t = machine_traits(race->code->processor);
    uint8_t dropped = machine_caches_dropped(race->code, i);
    for (uint32_t level = RACE_LEVELS; level-- > 0;) {
        if (!(dropped >> level & 1))
            continue;
        uint32_t below = level == 0 && t->g.exists ? 1 : level < 2 && t->l2.exists ? 2 : RACE_LEVELS;
        race_learn(race, &w->view.seen[level], below < RACE_LEVELS ? &nothing : &w->view.known);
        race_learn(race, &w->view.seen_back[level], below < RACE_LEVELS ? &nothing : &w->view.back);
        if (below == RACE_LEVELS)
            continue;
        /* The level below has no older value of what the workgroup, and its cluster, wrote. */
        machine_clock_learn(&race->clocks, &w->view.seen[level].near, w->view.known.near);
        machine_clock_learn(&race->clocks, &w->view.seen_back[level].near, w->view.back.near);
        machine_clock_learn(&race->clocks, &w->view.seen[level].far, w->view.seen[below].far);
        machine_clock_learn(&race->clocks, &w->view.seen_back[level].far, w->view.seen_back[below].far);
    }
}

static void write_back(struct machine_race *race, struct race_wave *w, const struct machine_instruction *i) {
    bool dies = machine_traits(race->code->processor)->l2.exists;
    if (dies && machine_reaches_dies(race->code, i) && w->out_count)
        w->out[w->out_count - 1].covers = machine_clock_hold(w->view.known.near);
}

/* ---- barriers ---- */

/* Whether an invalidation that waits count is in flight: it may come to the caches after the barrier (machine.md 3). */
static bool is_invalidating(const struct race_wave *w) {
    for (uint32_t k = 0; k < w->out_count; k++)
        if (w->out[k].instruction->unit == MACHINE_INVALIDATE)
            return true;
    return false;
}

/* Knowledge of the wave itself joins those of the others, in order of waves. One that comes again, as it may to a named
 * barrier, has its place already. */
static void put_own(struct race_meeting *m, const struct race_wave *w) {
    uint32_t at = m->own_count;
    while (at && m->own[at - 1].wave > w->number)
        at--;
    bool again = at && m->own[at - 1].wave == w->number;
    if (!again) {
        memmove(&m->own[at + 1], &m->own[at], (m->own_count - at) * sizeof *m->own);
        memmove(&m->own_back[at + 1], &m->own_back[at], (m->own_count - at) * sizeof *m->own_back);
        m->own_count++;
    }
    m->own[at - again] = race_own_of(w);
    m->own_back[at - again] = race_own_back_of(w);
}

void machine_race_signal(struct machine_race *race, struct machine_race_group *group, uint32_t wave, uint32_t barrier,
                         uint32_t number) {
    struct race_meeting *m = &group->meetings[barrier][number % 2];
    struct race_wave *w = &group->waves[wave];
    if (m->number != number || m->own_count == 0) {
        race_forget_view(race, &m->view);
        m->number = number;
        m->is_open = false;
        m->own_count = 0;
    }
    put_own(m, w);
    if (!is_invalidating(w)) {
        race_learn_view(race, &m->view, &w->view);
        return;
    }
    race_learn(race, &m->view.known, &w->view.known);
    race_learn(race, &m->view.back, &w->view.back);
}

void machine_race_pass(struct machine_race *race, struct machine_race_group *group, uint32_t wave, uint32_t barrier,
                       uint32_t number) {
    struct race_meeting *m = &group->meetings[barrier][number % 2];
    struct race_wave *w = &group->waves[wave];
    if (m->number != number)
        return;
    if (!m->is_open) {
        m->is_open = true;
        race_learn_entries(race, &m->view.known.near, m->own, m->own_count);
        race_learn_entries(race, &m->view.back.near, m->own_back, m->own_count);
    }
    race_learn_view(race, &w->view, &m->view);
    race_change(race, w);
}

/* ---- the barrier of a cluster: each workgroup adds to what the others hand over, as by an atomic ---- */

struct machine_race_cluster *machine_race_begin_cluster(struct machine_race *race) {
    struct machine_race_cluster *cluster = race->unused_clusters;
    if (cluster)
        race->unused_clusters = cluster->next;
    else
        cluster = arena_allocate_array(race->arena, 1, sizeof *cluster);
    *cluster = (struct machine_race_cluster){{0}};
    return cluster;
}

void machine_race_end_cluster(struct machine_race *race, struct machine_race_cluster *cluster) {
    for (uint32_t k = 0; k < 2; k++)
        race_drop_release(race, cluster->release[k]);
    cluster->next = race->unused_clusters;
    race->unused_clusters = cluster;
}

void machine_race_arrive(struct machine_race *race, struct machine_race_group *group, uint32_t wave,
                         struct machine_race_cluster *cluster, uint32_t number) {
    uint32_t *release = &cluster->release[number % 2], before = *release;
    bool is_first = cluster->number[number % 2] != number;
    cluster->number[number % 2] = number;
    *release = race_release_of(race, group, &group->waves[wave], is_first ? 0 : before);
    race_drop_release(race, before);
}

void machine_race_meet(struct machine_race *race, struct machine_race_group *group, uint32_t wave,
                       const struct machine_race_cluster *cluster, uint32_t number) {
    learn_release(race, group, &group->waves[wave], &race->releases[cluster->release[number % 2]]);
    race_change(race, &group->waves[wave]);
}

/* ---- what the executor tells ---- */

void machine_race_step(struct machine_race *race, struct machine_race_group *group, uint32_t wave,
                       const struct machine_instruction *i, uint64_t exec, uint32_t m0) {
    struct race_wave *w = &group->waves[wave];
    if (w->has_pending)
        check_registers(race, group, w, i, exec, m0);
    race_follow(race, w, i, exec);
    if (i->unit == MACHINE_WAIT) {
        wait_for(race, group, w, i);
    } else if (i->unit == MACHINE_MEMORY || i->unit == MACHINE_LOCAL || i->unit == MACHINE_SCALAR_MEMORY) {
        issue(race, w, i, exec);
    } else if (i->unit == MACHINE_INVALIDATE) {
        issue(race, w, i, exec);
        drop_caches(race, w, i);
    } else if (i->unit == MACHINE_WRITE_BACK) {
        issue(race, w, i, exec);
        write_back(race, w, i);
    }
}

void race_end_wave(struct machine_race *race, const struct machine_race_group *group, struct race_wave *w) {
    race_change(race, w);
    for (uint32_t k = 0; k < w->out_count; k++) {
        take_acquired(race, group, w, &w->out[k]);
        machine_clock_drop(&race->clocks, w->out[k].covers);
    }
    race_forget_view(race, &w->view);
}
