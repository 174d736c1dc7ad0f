/* Compares each access with those before it (docs/reference/machine.md 8). */
#include "mmra/machine/machine_processor.h"
#include "mmra/machine/machine_race_state.h"

/* ---- two accesses ---- */

/* An access at work, and an older one to the same bytes. */
struct access {
    struct machine_race_group *group;
    struct race_wave *w;
    const struct machine_instruction *instruction;
    const struct race_site *site;
    struct race_record record;
    uint64_t address;
    bool in_local;
};

static uint32_t group_of(const struct machine_race *race, uint32_t wave) {
    return wave / race->options.waves;
}

/* What is known of the wave: how far its accesses of a counter have performed, or have been issued. */
static uint32_t known_done(const struct race_knowledge *k, uint32_t wave, uint32_t counter) {
    const struct machine_known *near = machine_clock_find(k->near, wave), *far = machine_clock_find(k->far, wave);
    uint32_t a = near ? near->done[counter] : 0, b = far ? far->done[counter] : 0;
    return a > b ? a : b;
}

static uint32_t known_issued(const struct race_knowledge *k, uint32_t wave) {
    const struct machine_known *near = machine_clock_find(k->near, wave), *far = machine_clock_find(k->far, wave);
    uint32_t a = near ? near->issued : 0, b = far ? far->issued : 0;
    return a > b ? a : b;
}

static bool is_atomic_pair(const struct race_site *a, const struct race_site *b, enum race_reach reach) {
    return (a->atomic & reach || a->maybe_atomic) && (b->atomic & reach || b->maybe_atomic) &&
           (a->atomic | b->atomic) & reach;
}

/* Some waves take both accesses for atomics, but these two do not. */
static bool is_too_narrow(const struct race_site *a, const struct race_site *b) {
    return (a->atomic || a->maybe_atomic) && (b->atomic || b->maybe_atomic) && (a->atomic | b->atomic);
}

/* Asks about two accesses of one wave. Those to the same bytes keep their order, unless one of them goes to LDS another
 * way, or is a copy. A scalar load is not served by what the wave's stores pass. */
static enum machine_missing missing_within(const struct access *b, const struct race_record *a,
                                           const struct race_site *site, bool wrote) {
    if (b->site->scalar && wrote)
        return MACHINE_NO_SCALAR_CACHE;
    bool copies = site->way >= RACE_COPY_IN || b->site->way >= RACE_COPY_IN;
    if ((b->in_local || copies) && site->way != b->site->way && b->w->done[site->counter] < a->number)
        return MACHINE_NO_WAIT_OWN;
    return MACHINE_MISSING;
}

/* Whether copies in a cache that may serve the read are older than the write; then which. */
static uint8_t old_copies(const struct machine_race *race, const struct access *b, const struct race_record *a,
                          const struct race_site *site, enum race_reach reach) {
    const struct race_view *view = &b->w->view;
    uint8_t caches = b->site->caches, old = 0;
    if (reach != RACE_ACROSS) /* a cluster is on one shader engine */
        caches &= reach == RACE_WITHIN && race->shares_v ? 0 : MACHINE_CACHE_V;
    bool by_back = machine_traits(race->code->processor)->l2.exists && reach == RACE_ACROSS && !site->at_device;
    for (uint32_t level = 0; level < RACE_LEVELS; level++) {
        if (!(caches >> level & 1))
            continue;
        uint32_t seen = known_done(by_back ? &view->seen_back[level] : &view->seen[level], a->wave, site->counter);
        if (seen < a->number)
            old |= (uint8_t)(1u << level);
    }
    return old;
}

/* What is missing between an older access of another wave and this one; MACHINE_MISSING: nothing. */
static enum machine_missing missing_between(const struct machine_race *race, const struct access *b,
                                            const struct race_record *a, const struct race_site *site, bool wrote,
                                            uint8_t *caches) {
    const struct race_view *view = &b->w->view;
    enum race_reach reach = race_reach_of(race, group_of(race, a->wave), b->group->number);
    bool vector = !b->in_local && !site->scalar;
    bool by_issue = reach == RACE_WITHIN && race->keeps_issue && vector && !b->site->scalar;
    uint32_t issued = known_issued(&view->known, a->wave), done = known_done(&view->known, a->wave, site->counter);
    if (issued < a->number)
        return is_too_narrow(site, b->site) ? MACHINE_NO_SCOPE : MACHINE_NO_ORDER;
    if (!by_issue && done < a->number)
        return MACHINE_NO_WAIT_FIRST;
    bool dies = machine_traits(race->code->processor)->l2.exists && reach == RACE_ACROSS && vector;
    if (dies && wrote && !site->at_device && known_done(&view->back, a->wave, site->counter) < a->number)
        return MACHINE_NO_WRITE_BACK;
    if (b->site->scalar && wrote)
        return MACHINE_NO_SCALAR_CACHE;
    if (!wrote || !b->site->reads || b->in_local || by_issue)
        return MACHINE_MISSING;
    *caches = old_copies(race, b, a, site, reach);
    return *caches ? MACHINE_NO_INVALIDATION : MACHINE_MISSING;
}

static struct machine_party party_of(const struct machine_race *race, const struct race_record *r, bool writes) {
    const struct race_site *site = &race->sites[r->instruction];
    return (struct machine_party){.instruction = &race->code->instructions[r->instruction],
                                  .group = group_of(race, r->wave),
                                  .wave = r->wave % race->options.waves,
                                  .lane = r->lane,
                                  .writes = writes,
                                  .atomic = site->atomic != 0};
}

/* The load of the two, if it counts as an atomic where its value is only expected, and the other one is an atomic. */
static const struct race_site *expecting(const struct machine_race *race, const struct access *b,
                                         const struct race_record *a, bool wrote, enum race_reach reach) {
    const struct race_site *older = &race->sites[a->instruction], *younger = &race->sites[b->record.instruction];
    const struct race_site *load = wrote ? younger : older, *other = wrote ? older : younger;
    return load->expects && (other->atomic & reach || other->maybe_atomic) ? load : NULL;
}

static void judge(struct machine_race *race, const struct access *b, const struct race_granule *granule,
                  const struct race_record *a, bool wrote) {
    const struct race_site *site = &race->sites[a->instruction];
    bool own = a->wave == b->record.wave;
    enum race_reach reach = race_reach_of(race, group_of(race, a->wave), b->group->number);
    uint8_t caches = 0;
    if (!a->number || (!own && is_atomic_pair(site, b->site, reach)))
        return;
    enum machine_missing missing =
        own ? missing_within(b, a, site, wrote) : missing_between(race, b, a, site, wrote, &caches);
    if (missing == MACHINE_MISSING)
        return;
    bool excusable = site->maybe_atomic && b->site->maybe_atomic;
    if (excusable && granule->atomic)
        return;
    const struct machine_conflict conflict = {
        .parties = {party_of(race, a, wrote), party_of(race, &b->record, b->site->writes)},
        .missing = (uint8_t)missing,
        .counter = site->counter,
        .caches = caches,
        .local = b->in_local,
        .beside = reach == RACE_BESIDE,
        .address = b->address};
    race_report(race, &conflict, excusable ? granule : NULL, own ? NULL : expecting(race, b, a, wrote, reach));
}

/* ---- one granule ---- */

static void judge_reads(struct machine_race *race, const struct access *b, const struct race_granule *granule) {
    judge(race, b, granule, &granule->read, false);
    for (uint32_t at = granule->more; at; at = race->readers[at].next)
        judge(race, b, granule, &race->readers[at].record, false);
}

/* An atomic that reads takes what the write handed over, its own and what was written there before, if that is an
 * atomic to this wave too. */
static void take_release(struct machine_race *race, const struct access *b, const struct race_granule *granule) {
    const struct race_record *a = &granule->write;
    const struct race_site *site = &race->sites[a->instruction];
    bool returns = b->instruction->operation == MACHINE_LOAD || b->instruction->returns;
    if (!a->number || !granule->release || !b->site->reads || !returns)
        return;
    enum race_reach own = race_reach_of(race, group_of(race, a->wave), b->group->number);
    uint8_t chain = race->releases[granule->release].reach, reach = own > chain ? (uint8_t)own : chain;
    if (b->site->atomic & reach && (site->atomic & reach || site->maybe_atomic))
        race_acquire(race, b->w, granule->release);
}

static void put_release(struct machine_race *race, const struct access *b, struct race_granule *granule) {
    bool modifies = b->instruction->operation == MACHINE_RMW;
    uint32_t before = granule->release;
    granule->release = 0;
    if (b->site->atomic || b->site->maybe_atomic)
        granule->release = race_release_of(race, b->group, b->w, modifies ? before : 0);
    race_drop_release(race, before);
}

/* ---- weak runs ---- */

static bool has_read(const struct machine_race *race, const struct race_granule *granule, uint32_t wave) {
    bool found = granule->read.number && granule->read.wave == wave;
    for (uint32_t at = granule->more; at && !found; at = race->readers[at].next)
        found = race->readers[at].record.wave == wave;
    return found;
}

static void note_old_value(struct machine_race *race, const struct machine_old_value *value) {
    for (uint32_t k = 0; k < race->old_count; k++)
        if (race->old_values[k].load == value->load && race->old_values[k].write == value->write) {
            race->old_values[k].times++;
            return;
        }
    *ARENA_PUSH(race->arena, race->old_values, race->old_count, race->old_capacity) = *value;
}

const struct machine_old_value *machine_race_old_values(const struct machine_race *race, uint32_t *count) {
    *count = race->old_count;
    return race->old_values;
}

/* Whether the load takes what was there before the last write: the wave knows of something that the writer did later,
 * but a wait, a write-back or an invalidation is missing; it has not taken the new value before; and chance has it.
 * Atomics, too, may take old values. Where nothing leads from the write to the load, both values are right. */
static bool takes_old(struct machine_race *race, const struct access *b, const struct race_granule *granule) {
    const struct race_record *a = &granule->write;
    const struct race_site *site = &race->sites[a->instruction];
    uint8_t caches = 0;
    if (!race->random || b->instruction->operation != MACHINE_LOAD || b->site->writes || !a->number ||
        a->wave == b->record.wave || has_read(race, granule, b->record.wave))
        return false;
    race->random = race->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    if (!(race->random >> 40 & 1))
        return false;
    enum machine_missing missing = missing_between(race, b, a, site, true, &caches);
    if (missing == MACHINE_MISSING || missing == MACHINE_NO_ORDER || missing == MACHINE_NO_SCOPE)
        return false;
    enum race_reach reach = race_reach_of(race, group_of(race, a->wave), b->group->number);
    note_old_value(race, &(struct machine_old_value){.load = b->instruction,
                                                     .write = &race->code->instructions[a->instruction],
                                                     .missing = (uint8_t)missing,
                                                     .counter = site->counter,
                                                     .caches = caches,
                                                     .same_group = reach == RACE_WITHIN,
                                                     .beside = reach == RACE_BESIDE,
                                                     .times = 1});
    return true;
}

/* `bytes`: what is there; `taken`: what the load takes, so far the same. */
static void touch(struct machine_race *race, const struct access *b, struct race_granule *granule, const uint8_t *bytes,
                  uint8_t *taken, uint32_t size) {
    if (b->site->reads || b->site->writes)
        judge(race, b, granule, &granule->write, true);
    if (takes_old(race, b, granule)) {
        memcpy(taken, &granule->before, size);
        return;
    }
    if (b->site->atomic)
        take_release(race, b, granule);
    granule->atomic |= b->site->atomic != 0;
    if (b->site->writes) {
        judge_reads(race, b, granule);
        put_release(race, b, granule);
        race_drop_reads(race, granule);
        memcpy(&granule->before, bytes, size);
        granule->write = b->record;
    } else {
        race_add_read(race, granule, &b->record);
    }
}

static struct race_page *pages_of(struct machine_race *race, const struct machine_race_group *group,
                                  const struct machine_range *range) {
    if (!range)
        return group->local;
    uint64_t at = (uint64_t)(range - race->ranges);
    if (!race->shadows[at])
        race->shadows[at] = race_make_pages(race, range->size);
    return race->shadows[at];
}

uint8_t *machine_race_touch(struct machine_race *race, struct machine_race_group *group, uint32_t wave,
                            const struct machine_instruction *i, uint32_t lane, const struct machine_range *range,
                            uint64_t address, uint64_t size, uint8_t *bytes) {
    if (range && range->constant)
        return bytes;
    uint64_t at = range ? address - range->address : address, end = range ? range->size : UINT64_MAX;
    struct race_wave *w = &group->waves[wave];
    struct race_site site = *race_site_of(race, i);
    if (site.way != RACE_ORDINARY) { /* it reads the one, and writes the other */
        site.reads = (range != NULL) == (i->operation == MACHINE_LOAD);
        site.writes = !site.reads;
    }
    struct access access = {.group = group,
                            .w = w,
                            .instruction = i,
                            .site = &site,
                            .in_local = range == NULL,
                            .record = {w->number, w->issued, (uint16_t)(i - race->code->instructions), (uint8_t)lane}};
    const uint8_t *from = bytes;
    uint8_t *taken = race->taken;
    race->accesses++;
    if (race->random)
        memcpy(taken, bytes, size < sizeof race->taken ? size : sizeof race->taken);
    const uint8_t *value = race->random && i->operation == MACHINE_LOAD ? race->taken : bytes;
    const uint64_t place = address, whole = size;
    while (size && at < end) { /* a load may go on after the range */
        struct race_granule *granules;
        uint64_t covered, left = size < end - at ? size : end - at;
        uint32_t count = race_granules(race, pages_of(race, group, range), at, left, &granules, &covered);
        uint32_t one = covered == count ? 1 : 4;
        for (uint32_t k = 0; k < count; k++, from += one, taken += one) {
            access.address = address + one * (uint64_t)k;
            touch(race, &access, &granules[k], from, taken, one);
        }
        at += covered;
        address += covered;
        size -= covered;
    }
    if (w->expected && site.expects)
        race_follow_load(w, i, lane, place, !range, value, whole);
    else if (w->expected && i->operation == MACHINE_RMW && i->rmw == MACHINE_COMPARE_SWAP)
        race_follow_exchange(race, w, i, lane, place, !range, bytes);
    return race->random && i->operation == MACHINE_LOAD ? race->taken : bytes;
}

/* ---- begin ---- */

static bool is_said_atomic(const struct machine_race_options *options, const struct machine_instruction *i) {
    for (uint32_t k = 0; k < options->atomic_lines; k++)
        if (i->origin == options->atomic_line[k])
            return true;
    return false;
}

struct machine_race *machine_race_make(struct arena *arena, const struct machine_code *code,
                                       const struct machine_range *ranges, uint32_t range_count,
                                       const struct machine_race_options *options) {
    struct machine_race *race = arena_allocate_array(arena, 1, sizeof *race);
    race->arena = arena;
    race->code = code;
    race->ranges = ranges;
    race->range_count = range_count;
    race->options = *options;
    race->clocks.arena = arena;
    race->random = options->weak;
    race->shares_v = race_shares_v(code);
    race->keeps_issue = race_keeps_issue(code);
    race->exchanges = race_has_exchange(code);
    race->sites = arena_allocate_array(arena, code->count + 1, sizeof *race->sites);
    race->shadows = arena_allocate_array(arena, range_count + 1, sizeof *race->shadows);
    for (uint32_t k = 0; k < code->count; k++) {
        race_describe(code, &code->instructions[k], &race->sites[k]);
        if (is_said_atomic(options, &code->instructions[k]))
            race->sites[k].atomic = RACE_ALL;
        race->sites[k].expects = race->exchanges && race_may_expect(&code->instructions[k]);
    }
    return race;
}

/* ---- workgroups ---- */

enum { MEETINGS = 2 * (MACHINE_NAMED_BARRIERS + 1) };

static struct machine_race_group *make_group(struct machine_race *race) {
    uint32_t waves = race->options.waves;
    struct machine_race_group *group = arena_allocate_array(race->arena, 1, sizeof *group);
    group->waves = arena_allocate_array(race->arena, waves, sizeof *group->waves);
    for (uint32_t k = 0; k < MEETINGS; k++) {
        struct race_meeting *m = &group->meetings[k / 2][k % 2];
        m->own = arena_allocate_array(race->arena, waves, sizeof(struct machine_known));
        m->own_back = arena_allocate_array(race->arena, waves, sizeof(struct machine_known));
    }
    group->local = race_make_pages(race, race->code->kernel.group_bytes);
    for (uint32_t k = 0; k < waves && race->exchanges; k++)
        group->waves[k].expected = race_make_expected(race);
    return group;
}

struct machine_race_group *machine_race_enter(struct machine_race *race, uint32_t number) {
    struct machine_race_group *group = race->unused;
    if (group)
        race->unused = group->next;
    else
        group = make_group(race);
    group->number = number;
    for (uint32_t k = 0; k < race->options.waves; k++) {
        struct race_expected *expected = group->waves[k].expected;
        race_clear_expected(expected);
        group->waves[k] = (struct race_wave){.number = number * race->options.waves + k, .expected = expected};
    }
    return group;
}

void machine_race_leave(struct machine_race *race, struct machine_race_group *group) {
    for (uint32_t k = 0; k < race->options.waves; k++)
        race_end_wave(race, group, &group->waves[k]);
    for (uint32_t k = 0; k < MEETINGS; k++) {
        struct race_meeting *m = &group->meetings[k / 2][k % 2];
        race_forget_view(race, &m->view);
        m->own_count = m->number = 0;
        m->is_open = false;
    }
    race_clear_pages(race, group->local, race->code->kernel.group_bytes);
    group->next = race->unused;
    race->unused = group;
}
