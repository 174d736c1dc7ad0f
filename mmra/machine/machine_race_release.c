/* The knowledge of waves about each other, and what stores hand over (docs/reference/machine.md 8). */
#include "mmra/machine/machine_race_state.h"

/* ---- knowledge ---- */

void race_learn(struct machine_race *race, struct race_knowledge *to, const struct race_knowledge *from) {
    machine_clock_learn(&race->clocks, &to->near, from->near);
    machine_clock_learn(&race->clocks, &to->far, from->far);
}

enum race_reach race_reach_of(const struct machine_race *race, uint32_t group, uint32_t other) {
    const uint32_t *groups = race->options.groups, *size = race->options.cluster;
    if (group == other)
        return RACE_WITHIN;
    bool beside = size[0] != 0 && group % groups[0] / size[0] == other % groups[0] / size[0] &&
                  group / groups[0] % groups[1] / size[1] == other / groups[0] % groups[1] / size[1] &&
                  group / groups[0] / groups[1] / size[2] == other / groups[0] / groups[1] / size[2];
    return beside ? RACE_BESIDE : RACE_ACROSS;
}

/* Hands on what another wave knows: to a wave of another cluster its near clock is far. */
void race_learn_from(struct machine_race *race, struct race_knowledge *to, const struct race_knowledge *from,
                     bool is_near) {
    machine_clock_learn(&race->clocks, is_near ? &to->near : &to->far, from->near);
    machine_clock_learn(&race->clocks, &to->far, from->far);
}

static void race_forget(struct machine_race *race, struct race_knowledge *k) {
    machine_clock_drop(&race->clocks, k->near);
    machine_clock_drop(&race->clocks, k->far);
    *k = (struct race_knowledge){NULL, NULL};
}

static void copy(struct machine_race *race, struct race_knowledge *to, const struct race_knowledge *from) {
    struct race_knowledge held = {machine_clock_hold(from->near), machine_clock_hold(from->far)};
    race_forget(race, to);
    *to = held;
}

void race_forget_view(struct machine_race *race, struct race_view *view) {
    race_forget(race, &view->known);
    race_forget(race, &view->back);
    for (uint32_t level = 0; level < RACE_LEVELS; level++) {
        race_forget(race, &view->seen[level]);
        race_forget(race, &view->seen_back[level]);
    }
}

/* The waves of a workgroup share the caches beyond V, and V itself if they are on one compute unit. */
void race_learn_view(struct machine_race *race, struct race_view *to, const struct race_view *from) {
    race_learn(race, &to->known, &from->known);
    race_learn(race, &to->back, &from->back);
    for (uint32_t level = race->shares_v ? 0 : 1; level < RACE_LEVELS; level++) {
        race_learn(race, &to->seen[level], &from->seen[level]);
        race_learn(race, &to->seen_back[level], &from->seen_back[level]);
    }
}

struct machine_known race_own_of(const struct race_wave *w) {
    struct machine_known own = {w->number, w->issued, {0}};
    memcpy(own.done, w->done, sizeof own.done);
    return own;
}

struct machine_known race_own_back_of(const struct race_wave *w) {
    struct machine_known back = {w->number, 0, {0}};
    for (uint32_t c = 0; c < MACHINE_COUNTERS; c++)
        back.done[c] = w->back;
    return back;
}

static struct machine_clock *clock_of(struct machine_race *race, const struct machine_known *entries, uint32_t count) {
    struct machine_clock *clock = machine_clock_make(&race->clocks, count);
    memcpy(clock->entries, entries, count * sizeof *entries);
    return clock;
}

void race_learn_entries(struct machine_race *race, struct machine_clock **clock, const struct machine_known *entries,
                        uint32_t count) {
    struct machine_clock *own = clock_of(race, entries, count);
    machine_clock_learn(&race->clocks, clock, own);
    machine_clock_drop(&race->clocks, own);
}

/* ---- releases ---- */

void race_hold_release(struct machine_race *race, uint32_t release) {
    if (release)
        race->releases[release].holders++;
}

void race_drop_release(struct machine_race *race, uint32_t release) {
    struct race_release *r = &race->releases[release];
    if (!release || --r->holders)
        return;
    race_forget(race, &r->known);
    race_forget(race, &r->back);
    r->group = race->free_release;
    race->free_release = release;
}

static uint32_t new_release(struct machine_race *race, uint32_t group) {
    uint32_t at = race->free_release;
    if (at)
        race->free_release = race->releases[at].group;
    else {
        if (!race->release_count) /* number 0 is none */
            *ARENA_PUSH(race->arena, race->releases, race->release_count, race->release_capacity) =
                (struct race_release){0};
        at = race->release_count;
        (void)ARENA_PUSH(race->arena, race->releases, race->release_count, race->release_capacity);
    }
    race->releases[at] = (struct race_release){.holders = 1, .group = group, .reach = RACE_WITHIN};
    return at;
}

/* What the wave knows has changed. */
void race_change(struct machine_race *race, struct race_wave *w) {
    race_drop_release(race, w->release);
    w->release = 0;
}

static uint32_t make_release(struct machine_race *race, uint32_t group, const struct race_wave *w) {
    uint32_t at = new_release(race, group);
    struct machine_known own = race_own_of(w), back = race_own_back_of(w);
    struct race_release *r = &race->releases[at];
    copy(race, &r->known, &w->view.known);
    copy(race, &r->back, &w->view.back);
    race_learn_entries(race, &r->known.near, &own, 1);
    if (w->back)
        race_learn_entries(race, &r->back.near, &back, 1);
    return at;
}

uint32_t race_release_of(struct machine_race *race, struct machine_race_group *group, struct race_wave *w,
                         uint32_t before) {
    if (!w->release)
        w->release = make_release(race, group->number, w);
    if (!before) {
        race_hold_release(race, w->release);
        return w->release;
    }
    uint32_t at = new_release(race, group->number);
    struct race_release *r = &race->releases[at], *own = &race->releases[w->release], *old = &race->releases[before];
    enum race_reach reach = race_reach_of(race, old->group, group->number);
    r->reach = old->reach > reach ? old->reach : reach;
    copy(race, &r->known, &own->known);
    copy(race, &r->back, &own->back);
    race_learn_from(race, &r->known, &old->known, reach != RACE_ACROSS);
    race_learn_from(race, &r->back, &old->back, reach != RACE_ACROSS);
    return at;
}

void race_acquire(struct machine_race *race, struct race_wave *w, uint32_t release) {
    struct race_op *op = w->out_count ? &w->out[w->out_count - 1] : NULL;
    if (!op || !release || (op->acquired && race->acquired[op->acquired].release == release))
        return;
    uint32_t at = race->free_acquired;
    if (at)
        race->free_acquired = race->acquired[at].next;
    else {
        if (!race->acquired_count)
            *ARENA_PUSH(race->arena, race->acquired, race->acquired_count, race->acquired_capacity) =
                (struct race_acquired){0, 0};
        at = race->acquired_count;
        (void)ARENA_PUSH(race->arena, race->acquired, race->acquired_count, race->acquired_capacity);
    }
    race_hold_release(race, release);
    race->acquired[at] = (struct race_acquired){release, op->acquired};
    op->acquired = at;
}
