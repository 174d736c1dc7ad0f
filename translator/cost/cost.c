/* Each wait, invalidation, write-back and coherence bit is taken away in thought: who would miss it? */
#include "translator/cost/cost.h"

#include <stdio.h>
#include <string.h>

#include "translator/cost/cost_code.h"

const char *const cost_kind_names[] = {"wait", "invalidation", "write-back", "bit"};
const char *const cost_verdict_names[] = {"demanded", "for progress", "not demanded"};
const char *const cost_reason_names[] = {"data",         "release",   "acquire",  "call",    "visibility",
                                         "availability", "coherence", "volatile", "progress"};

/* Something that a wait retires. */
struct retired {
    uint32_t operation; /* instruction */
    uint8_t younger, counter;
    uint32_t next; /* in the list of the wait, + 1 */
};

struct search {
    struct cost_code code;
    struct cost_list *list;
    struct retired *retired;
    uint32_t retired_count, retired_capacity;
    uint32_t *first_retired;    /* by instruction, + 1 */
    uint8_t *retires_others;    /* by wait: counters with something out that another function has issued */
    bool *others_stored;        /* by write-back: another function may have stored what it is for */
    uint32_t *stores_before[2]; /* by write-back: a store that it is for, + 1; as annotations are, and without them */
    bool *is_served,
        leaves_some; /* by instruction: each write-back ahead has such a store; whether this walk leaves some without */
    uint32_t *walked, walked_count; /* what this walk has come to */
    bool *is_early;                 /* by invalidation: see find_early() */
    /* what is followed at the moment */
    struct cost_item *item;
    uint32_t operation, without; /* without: the wait that is taken away */
    uint8_t counter, cache;
    enum mmra_scope reached;                            /* the widest scope of the flags that a walk has met */
    enum mmra_scope barrier_releases, barrier_acquires; /* how far barriers reach */
};

static const struct machine_instruction *machine_at(const struct search *s, uint32_t at) {
    return &s->code.machine->instructions[at];
}

static const struct cost_instruction *code_at(const struct search *s, uint32_t at) {
    return &s->code.instructions[at];
}

static uint32_t word_at(const struct search *s, uint32_t at) {
    return machine_at(s, at)->origin;
}

static bool ignores_tags(const struct search *s) {
    return s->code.module && s->code.module->ignores_tags;
}

/* ---- needs ---- */

static void add_need(struct search *s, enum cost_reason reason, uint32_t word, uint32_t at, uint32_t awaited) {
    struct cost_item *item = s->item;
    struct cost_need need = {(uint8_t)reason, word, machine_at(s, at)->line,
                             awaited == UINT32_MAX ? 0 : machine_at(s, awaited)->line};
    item->verdict = reason == COST_PROGRESS ? COST_FOR_PROGRESS : COST_DEMANDED;
    if (ignores_tags(s))
        item->excuse |= s->code.module->excuse;
    for (uint32_t k = 0; k < item->need_count; k++)
        if (memcmp(&item->needs[k], &need, sizeof need) == 0)
            return;
    if (item->need_count == COST_MAX_NEEDS)
        item->more = true;
    else
        item->needs[item->need_count++] = need;
}

/* Code that is not looked at, a caller or what is called, has issued what `at` is for, or needs it. */
static void need_of_call(struct search *s, uint32_t at) {
    add_need(s, COST_CALL, word_at(s, at), at, UINT32_MAX);
}

static void begin_question(struct search *s) {
    if (s->code.module)
        s->code.module->excuse = 0;
}

/* ---- who wants that something has retired ---- */

static bool is_access(const struct cost_instruction *i) {
    return (i->loads || i->stores) && !i->scratch && !i->scalar;
}

/* Within a workgroup whose waves share V and its queue, vector memory needs no wait: machine.md 3. */
static bool scope_waits_for(const struct search *s, enum mmra_scope scope, const struct cost_instruction *awaited,
                            bool acquires) {
    bool in_order = s->code.one_cu && (s->code.gfx9 || acquires);
    if (mmra_scope_includes(scope, MMRA_SCOPE_AGENT))
        return true;
    return !s->code.one_wave && (!in_order || awaited->local);
}

/* Without a module, whatever may be atomic may synchronize. */
static struct cost_between between_unknown(bool found) {
    return (struct cost_between){.found = found, .scope = MMRA_SCOPE_AGENT};
}

static enum mmra_scope narrower(enum mmra_scope a, enum mmra_scope b) {
    return mmra_scope_includes(a, b) ? b : a;
}

static struct cost_between release_between(struct search *s, uint32_t operation, uint32_t at) {
    begin_question(s);
    if (!s->code.module)
        return between_unknown(true);
    struct cost_between b = cost_release_between(s->code.module, word_at(s, operation), word_at(s, at));
    b.scope = code_at(s, at)->barrier ? narrower(b.scope, s->barrier_releases) : b.scope;
    return b;
}

static struct cost_between acquire_between(struct search *s, uint32_t operation, uint32_t at, bool through_caches) {
    begin_question(s);
    if (!s->code.module)
        return between_unknown(code_at(s, operation)->stores || code_at(s, operation)->local ||
                               code_at(s, operation)->hits != machine_caches_of_load(s->code.machine, 0, 0));
    struct cost_between b = cost_acquire_between(s->code.module, word_at(s, operation), word_at(s, at), through_caches);
    b.scope = code_at(s, operation)->barrier ? narrower(b.scope, s->barrier_acquires) : b.scope;
    return b;
}

/* Whether what synchronizes between the operation and `at`, if anything does, wants that the operation has retired. */
static bool needs_between(struct search *s, struct cost_between b, enum cost_reason reason, uint32_t at) {
    if (!b.found || !scope_waits_for(s, b.scope, code_at(s, s->operation), reason == COST_ACQUIRE))
        return false;
    add_need(s, reason, b.word, at, s->operation);
    return true;
}

static bool wants_release(struct search *s, uint32_t at) {
    const struct cost_instruction *awaited = code_at(s, s->operation), *flag = code_at(s, at);
    bool may_publish = flag->barrier || (flag->stores && is_access(flag));
    if (!may_publish || !(is_access(awaited) || awaited->write_back))
        return false;
    if (awaited->write_back) {
        begin_question(s);
        bool beyond = !flag->barrier || cost_caches_below(&s->code, s->barrier_releases) & MACHINE_CACHE_L2;
        bool published =
            !s->code.module || (beyond && cost_publishes(s->code.module, word_at(s, s->operation), word_at(s, at)));
        if (published && (s->stores_before[ignores_tags(s)][s->operation] || s->others_stored[s->operation]))
            add_need(s, COST_RELEASE, word_at(s, s->operation), at, s->operation);
        return published;
    }
    return needs_between(s, release_between(s, s->operation, at), COST_RELEASE, at);
}

static bool wants_acquire(struct search *s, uint32_t at) {
    const struct cost_instruction *awaited = code_at(s, s->operation), *access = code_at(s, at);
    if (!is_access(awaited) || !(awaited->loads || awaited->modifies) || !is_access(access))
        return false;
    return needs_between(s, acquire_between(s, s->operation, at, false), COST_ACQUIRE, at);
}

static bool wants_data(struct search *s, uint32_t at) {
    const uint64_t *target = code_at(s, s->operation)->target, *names = code_at(s, at)->names;
    for (uint32_t word = 0; word < COST_REGISTER_WORDS; word++)
        if (target[word] & names[word]) {
            add_need(s, COST_DATA, word_at(s, at), at, s->operation);
            return true;
        }
    return false;
}

/* ---- waits ---- */

/* Whether the instruction waits for what has so many younger ones. */
static bool retires(const struct search *s, uint32_t at, uint8_t counter, uint32_t operation, uint32_t younger) {
    const struct machine_instruction *i = machine_at(s, at);
    uint8_t most = i->wait[counter];
    return i->unit == MACHINE_WAIT && most != MACHINE_NO_WAIT &&
           (most == 0 || (code_at(s, operation)->ordered && younger >= most));
}

static bool follow_out(void *user, uint32_t at, uint32_t younger) {
    struct search *s = user;
    if (code_at(s, at)->calls)
        return false;
    if (!retires(s, at, s->counter, s->operation, younger))
        return true;
    *ARENA_PUSH(s->code.arena, s->retired, s->retired_count, s->retired_capacity) =
        (struct retired){s->operation, (uint8_t)younger, s->counter, s->first_retired[at]};
    s->first_retired[at] = s->retired_count;
    return false;
}

static bool follow_others(void *user, uint32_t at, uint32_t younger) {
    struct search *s = user;
    (void)younger;
    if (machine_at(s, at)->unit == MACHINE_WAIT && machine_at(s, at)->wait[s->counter] == 0) {
        s->retires_others[at] |= (uint8_t)(1 << s->counter);
        return false;
    }
    return !code_at(s, at)->calls;
}

static bool follow_stored(void *user, uint32_t at, uint32_t younger) {
    struct search *s = user;
    (void)younger;
    s->others_stored[at] |= code_at(s, at)->write_back;
    return !code_at(s, at)->calls;
}

/* A caller may have anything out, and what was called may have stores out: LLVM's functions wait for all else before
 * they return (SIInsertWaitcnts). */
static void find_work_of_others(struct search *s) {
    for (uint32_t at = 0; at < s->code.count; at++) {
        if (code_at(s, at)->calls || (code_at(s, at)->called && follow_stored(s, at, 0)))
            cost_walk(&s->code, at, 0, 0, follow_stored, s);
        for (s->counter = 0; s->counter < MACHINE_COUNTERS; s->counter++) {
            bool stored = code_at(s, at)->calls && s->counter == MACHINE_VS;
            if (stored || (code_at(s, at)->called && follow_others(s, at, 0)))
                cost_walk(&s->code, at, 0, 0, follow_others, s);
        }
    }
}

static void find_retired(struct search *s) {
    for (uint32_t at = 0; at < s->code.count; at++)
        for (uint8_t counter = 0; counter < MACHINE_COUNTERS; counter++) {
            s->operation = at;
            s->counter = counter;
            if (code_at(s, at)->counters >> counter & 1)
                cost_walk(&s->code, at, 0, (uint8_t)(1 << counter), follow_out, s);
        }
}

/* A walk ends at the first who wants it: a wait before that serves all who come after. */
static bool follow_without(void *user, uint32_t at, uint32_t younger) {
    struct search *s = user;
    if (at != s->without && retires(s, at, s->counter, s->operation, younger))
        return false;
    if (code_at(s, at)->calls) {
        add_need(s, COST_CALL, word_at(s, at), at, s->operation);
        return false;
    }
    return !wants_data(s, at) && !wants_release(s, at) && !wants_acquire(s, at);
}

/* Whether further needs would tell nothing: the list of them is full. Excuses, which are collected without annotations,
 * come from each. */
static bool is_settled(const struct search *s) {
    return s->item->more && !ignores_tags(s);
}

static void judge_wait(struct search *s) {
    s->without = s->item->instruction;
    s->item->idle = !(s->retires_others[s->without] >> s->counter & 1);
    if (!s->item->idle)
        need_of_call(s, s->without);
    for (uint32_t k = s->first_retired[s->without]; k; k = s->retired[k - 1].next) {
        struct retired retired = s->retired[k - 1];
        if (retired.counter != s->counter)
            continue;
        if (is_settled(s))
            return;
        s->item->idle = false;
        s->operation = retired.operation;
        cost_walk(&s->code, s->without, retired.younger, (uint8_t)(1 << s->counter), follow_without, s);
    }
}

/* ---- flags before an invalidation, and after a write-back ---- */

static bool is_flag_read(const struct search *s, uint32_t at) {
    const struct cost_instruction *i = code_at(s, at);
    return is_access(i) && (i->loads || i->modifies) && cost_is_atomic(s->code.module, word_at(s, at));
}

static bool follow_flag(void *user, uint32_t at, uint32_t younger) {
    struct search *s = user;
    s->is_early[at] |= code_at(s, at)->drops != 0;
    return !retires(s, at, s->counter, s->operation, younger);
}

/* Invalidations before which some flag that is read may not have been waited for: they do not serve it. */
static void find_early(struct search *s) {
    for (uint32_t at = 0; at < s->code.count; at++)
        for (uint8_t counter = 0; counter < MACHINE_COUNTERS; counter++) {
            s->operation = at;
            s->counter = counter;
            if (code_at(s, at)->counters >> counter & 1 && is_flag_read(s, at))
                cost_walk(&s->code, at, 0, (uint8_t)(1 << counter), follow_flag, s);
        }
}

static void reach_flag(struct search *s, enum mmra_scope scope) {
    s->reached = mmra_scope_includes(scope, s->reached) ? scope : s->reached;
}

static bool follow_back_to_flags(void *user, uint32_t at, uint32_t younger) {
    struct search *s = user;
    const struct cost_instruction *i = code_at(s, at);
    (void)younger;
    if (i->drops & s->cache && !s->is_early[at])
        return false;
    if (i->barrier)
        reach_flag(s, s->barrier_acquires);
    else if (is_flag_read(s, at))
        reach_flag(s, MMRA_SCOPE_SYSTEM);
    return true;
}

static bool follow_to_flags(void *user, uint32_t at, uint32_t younger) {
    struct search *s = user;
    const struct cost_instruction *i = code_at(s, at);
    (void)younger;
    if (i->write_back && i->at_device)
        return false;
    if (i->barrier)
        reach_flag(s, s->barrier_releases);
    else if (is_access(i) && i->stores && cost_is_atomic(s->code.module, word_at(s, at)))
        reach_flag(s, MMRA_SCOPE_SYSTEM);
    return true;
}

/* How far what an invalidation or a write-back does may matter: to the flags before it that no earlier invalidation
 * serves, or those after it that no later write-back does. */
static void find_reached(struct search *s, bool back) {
    s->reached = s->code.module && !s->code.calls ? MMRA_SCOPE_SINGLETHREAD : MMRA_SCOPE_SYSTEM;
    if (s->reached == MMRA_SCOPE_SYSTEM)
        return;
    if (back)
        cost_walk_back(&s->code, s->operation, follow_back_to_flags, s);
    else
        cost_walk(&s->code, s->operation, 0, 0, follow_to_flags, s);
}

static bool follow_invalidation(void *user, uint32_t at, uint32_t younger) {
    struct search *s = user;
    struct cost_module *m = s->code.module;
    const struct cost_instruction *i = code_at(s, at);
    (void)younger;
    if (i->drops & s->cache || is_settled(s))
        return false;
    if (i->calls) {
        s->item->idle = false;
        need_of_call(s, at);
        return false;
    }
    if (!(i->hits & s->cache))
        return true;
    s->item->idle = false;
    begin_question(s);
    uint32_t word = word_at(s, s->operation);
    struct cost_between b = m ? cost_acquire_before(m, cost_does(m, word, COST_ACQUIRES) ? word : 0, word_at(s, at))
                              : between_unknown(true);
    if (b.found && cost_caches_below(&s->code, narrower(b.scope, s->reached)) & s->cache)
        add_need(s, COST_VISIBILITY, b.word, at, UINT32_MAX);
    return true;
}

static void judge_invalidation(struct search *s) {
    s->operation = s->item->instruction;
    s->item->idle = true;
    for (uint8_t cache = MACHINE_CACHE_V; cache <= MACHINE_CACHE_L2; cache = (uint8_t)(cache << 1)) {
        s->cache = cache;
        if (!(code_at(s, s->operation)->drops & cache))
            continue;
        find_reached(s, true);
        cost_walk(&s->code, s->operation, 0, 0, follow_invalidation, s);
    }
}

static bool needs_write_back(struct search *s, uint32_t store, uint32_t at, struct cost_between *b) {
    struct cost_module *m = s->code.module;
    uint32_t word = word_at(s, at);
    begin_question(s);
    *b = m ? cost_release_after(m, cost_does(m, word, COST_RELEASES) ? word : 0, word_at(s, store))
           : between_unknown(true);
    return b->found && !b->av_none && cost_caches_below(&s->code, b->scope) & MACHINE_CACHE_L2;
}

static bool follow_store(void *user, uint32_t at, uint32_t younger) {
    struct search *s = user;
    struct cost_between b;
    (void)younger;
    if (s->is_served[at])
        return false;
    s->walked[s->walked_count++] = at;
    if (code_at(s, at)->write_back && !s->stores_before[ignores_tags(s)][at]) {
        bool needs = needs_write_back(s, s->operation, at, &b);
        s->stores_before[ignores_tags(s)][at] = needs ? s->operation + 1 : 0;
        s->leaves_some |= !needs;
    }
    return true;
}

/* A store that stays in this die's L2. */
static bool stays(const struct search *s, uint32_t at) {
    const struct cost_instruction *i = code_at(s, at);
    return i->stores && is_access(i) && !i->local && !i->loads && !i->at_device &&
           machine_traits(s->code.machine->processor)->l2.exists;
}

/* Once for each of both readings: every further question would walk from every store again. The last store counts, so
 * it is the first to walk; where all write-backs ahead have theirs, no other store needs to go. */
static void find_stores_before(struct search *s) {
    uint32_t **stores = &s->stores_before[ignores_tags(s)];
    if (*stores)
        return;
    *stores = arena_allocate_array(s->code.arena, (size_t)s->code.count + 1, sizeof **stores);
    memset(s->is_served, 0, (size_t)s->code.count + 1);
    for (uint32_t at = s->code.count; at-- > 0;) {
        s->operation = at;
        s->walked_count = 0;
        s->leaves_some = false;
        if (stays(s, at))
            cost_walk(&s->code, at, 0, 0, follow_store, s);
        while (!s->leaves_some && s->walked_count)
            s->is_served[s->walked[--s->walked_count]] = true;
    }
}

static void judge_write_back(struct search *s) {
    uint32_t at = s->item->instruction, store = s->stores_before[ignores_tags(s)][at];
    struct cost_between b;
    s->item->idle = !store && !s->others_stored[at];
    if (s->others_stored[at])
        need_of_call(s, at);
    s->operation = at;
    find_reached(s, false);
    if (store && cost_caches_below(&s->code, s->reached) & MACHINE_CACHE_L2 && needs_write_back(s, store - 1, at, &b))
        add_need(s, COST_AVAILABILITY, b.word, store - 1, UINT32_MAX);
}

/* ---- bits ---- */

static const char *operands_of(const char *text) {
    return text + strcspn(text, " ");
}

static const char *behind_target(const char *text) {
    const char *comma = strchr(text, ',');
    return comma ? comma : text;
}

static bool reads_the_same(const struct search *s, uint32_t at) {
    const struct cost_instruction *i = code_at(s, at), *load = code_at(s, s->operation);
    return at != s->operation && i->loads && !i->stores && is_access(i) && i->local == load->local &&
           strcmp(behind_target(operands_of(machine_at(s, at)->text)),
                  behind_target(operands_of(machine_at(s, s->operation)->text))) == 0;
}

/* Backward from a load that passes a cache by: is it after an acquire, with no invalidation between? */
static bool follow_load(void *user, uint32_t at, uint32_t younger) {
    struct search *s = user;
    struct cost_module *m = s->code.module;
    const struct cost_instruction *i = code_at(s, at);
    (void)younger;
    if (i->drops & s->cache || is_settled(s))
        return false;
    if (i->calls || i->called)
        need_of_call(s, at);
    if (i->calls)
        return false;
    if (reads_the_same(s, at) &&
        (!m || (cost_is_atomic(m, word_at(s, at)) && cost_is_atomic(m, word_at(s, s->operation)))))
        add_need(s, COST_COHERENCE, word_at(s, s->operation), at, UINT32_MAX);
    if (at == s->operation || !(i->barrier || ((i->loads || i->modifies) && is_access(i))))
        return true;
    bool by_itself = !m || cost_is_atomic(m, word_at(s, s->operation));
    struct cost_between b = acquire_between(s, at, s->operation, !by_itself);
    if (b.found && cost_caches_below(&s->code, b.scope) & s->cache)
        add_need(s, COST_VISIBILITY, b.word, s->operation, UINT32_MAX);
    return true;
}

static bool follow_published(void *user, uint32_t at, uint32_t younger) {
    struct search *s = user;
    const struct cost_instruction *i = code_at(s, at);
    (void)younger;
    if ((i->write_back && i->at_device) || is_settled(s))
        return false;
    if (i->calls) {
        need_of_call(s, at);
        return false;
    }
    if (!i->barrier && !(i->stores && is_access(i)))
        return true;
    struct cost_between b = release_between(s, s->operation, at);
    if (b.found && cost_caches_below(&s->code, b.scope) & MACHINE_CACHE_L2)
        add_need(s, COST_AVAILABILITY, b.word, s->operation, UINT32_MAX);
    return true;
}

/* Performed in V on an old copy, it would lose a value or return an old one; an exchange without a result does neither.
 * In the L2 of one of several dies, it would not meet those of another. */
static bool loses_in_v(const struct search *s, uint32_t at) {
    const struct cost_instruction *i = code_at(s, at);
    return i->modifies && (i->loads || !i->exchanges);
}

static void judge_bit(struct search *s, uint8_t bit) {
    uint32_t at = s->operation = s->item->instruction;
    const struct cost_instruction *i = code_at(s, at);
    uint8_t bits = (uint8_t)(i->bits & ~bit), scope = bit ? i->scope : MACHINE_SCOPE_CU;
    uint8_t passed = (uint8_t)(machine_caches_of_load(s->code.machine, bits, scope) &
                               ~machine_caches_of_load(s->code.machine, i->bits, i->scope));
    bool atomic = !s->code.module || cost_is_atomic(s->code.module, word_at(s, at));
    bool coherent = !bit || (i->stores ? bit & (MACHINE_SC0 | MACHINE_SC1) : passed != 0);
    if (s->code.module && coherent && cost_does(s->code.module, word_at(s, at), COST_IS_VOLATILE))
        add_need(s, COST_VOLATILE, word_at(s, at), at, UINT32_MAX);
    for (uint8_t cache = MACHINE_CACHE_V; !i->stores && cache <= MACHINE_CACHE_L2; cache = (uint8_t)(cache << 1)) {
        s->cache = cache;
        if (passed & cache)
            cost_walk_back(&s->code, at, follow_load, s);
    }
    if (!bit && atomic && (loses_in_v(s, at) || (i->modifies && passed & MACHINE_CACHE_L2)))
        add_need(s, COST_COHERENCE, word_at(s, at), at, UINT32_MAX);
    if (i->stores && !i->loads && passed & MACHINE_CACHE_L2)
        cost_walk(&s->code, at, 0, 0, follow_published, s);
    if (!s->item->need_count && coherent && atomic)
        add_need(s, COST_PROGRESS, word_at(s, at), at, UINT32_MAX);
}

/* ---- items ---- */

/* Asked once with the annotations, and, where nobody demands it, once as if there were none. */
static void judge(struct search *s, uint8_t bit) {
    struct cost_module *m = s->code.module;
    for (int without_tags = 0; without_tags < 2; without_tags++) {
        if (m && m->ignores_tags != without_tags) {
            m->ignores_tags = without_tags;
            find_stores_before(s);
        }
        switch (s->item->kind) {
        case COST_WAIT:
            judge_wait(s);
            break;
        case COST_INVALIDATION:
            judge_invalidation(s);
            break;
        case COST_WRITE_BACK:
            judge_write_back(s);
            break;
        default:
            judge_bit(s, bit);
        }
        if (!m || s->item->need_count)
            break;
    }
    if (!m || !m->ignores_tags)
        return;
    s->item->verdict = COST_NOT_DEMANDED;
    s->item->need_count = 0;
    s->item->more = false;
    m->ignores_tags = false;
}

static void put_item(struct search *s, uint32_t at, enum cost_kind kind, const char *what, uint8_t counter,
                     uint8_t bit) {
    struct cost_list *list = s->list;
    s->item = ARENA_PUSH(s->code.arena, list->items, list->count, list->capacity);
    *s->item = (struct cost_item){.kind = (uint8_t)kind,
                                  .verdict = COST_NOT_DEMANDED,
                                  .instruction = at,
                                  .what = what,
                                  .counter = counter,
                                  .bit = bit};
    s->counter = counter;
    judge(s, bit);
}

static const char *counter_name(const struct search *s, uint8_t counter, uint8_t most) {
    char text[32];
    int length =
        snprintf(text, sizeof text, "%s(%u)", machine_traits(s->code.machine->processor)->counters[counter], most);
    return arena_copy_string(s->code.arena, text, (size_t)length);
}

static void put_waits(struct search *s, uint32_t at) {
    const struct machine_instruction *i = machine_at(s, at);
    for (uint8_t counter = 0; counter < MACHINE_COUNTERS; counter++)
        if (i->wait[counter] != MACHINE_NO_WAIT)
            put_item(s, at, COST_WAIT, counter_name(s, counter, i->wait[counter]), counter, 0);
}

/* The bit by which an atomic asks for the old value is no cache policy. */
static uint8_t returning_bits(const struct search *s, const struct cost_instruction *i) {
    return i->modifies && !i->local ? machine_traits(s->code.machine->processor)->returns_by : 0;
}

static void put_bits(struct search *s, uint32_t at) {
    const struct cost_instruction *i = code_at(s, at);
    if (!i->loads && !i->stores)
        return;
    for (size_t k = 0; k < MACHINE_BITS; k++)
        if (i->bits & ~returning_bits(s, i) & machine_bits[k].bit)
            put_item(s, at, COST_BIT, machine_bits[k].name, 0, machine_bits[k].bit);
    if (i->scope != MACHINE_SCOPE_CU)
        put_item(s, at, COST_BIT, machine_scopes[i->scope], 0, 0);
}

/* ---- totals ---- */

static void count_items(struct cost_list *list) {
    for (uint32_t k = 0; k < list->count;) {
        const struct cost_item *first = &list->items[k];
        struct cost_total *total = &list->totals[first->kind];
        uint8_t verdict = COST_NOT_DEMANDED, excuse = 0;
        do {
            verdict = list->items[k].verdict < verdict ? list->items[k].verdict : verdict;
            excuse |= list->items[k++].excuse;
        } while (k < list->count && first->kind == COST_WAIT && list->items[k].instruction == first->instruction);
        total->all++;
        total->demanded += verdict == COST_DEMANDED;
        total->progress += verdict == COST_FOR_PROGRESS;
        total->excused += verdict == COST_NOT_DEMANDED && excuse;
    }
}

void cost_find(struct cost_list *list, const struct machine_code *code, struct cost_module *module,
               struct arena *arena) {
    struct search s = {.list = list};
    *list = (struct cost_list){0};
    cost_describe_code(&s.code, code, module, arena);
    if (module) {
        s.barrier_releases = cost_barrier_scope(module, true);
        s.barrier_acquires = cost_barrier_scope(module, false);
    }
    s.first_retired = arena_allocate_array(arena, (size_t)code->count + 1, sizeof *s.first_retired);
    s.retires_others = arena_allocate_array(arena, (size_t)code->count + 1, sizeof *s.retires_others);
    s.others_stored = arena_allocate_array(arena, (size_t)code->count + 1, sizeof *s.others_stored);
    s.is_served = arena_allocate_array(arena, (size_t)code->count + 1, sizeof *s.is_served);
    s.walked = arena_allocate_array(arena, (size_t)code->count + 1, sizeof *s.walked);
    find_retired(&s);
    find_work_of_others(&s);
    find_stores_before(&s);
    s.is_early = arena_allocate_array(arena, (size_t)code->count + 1, sizeof *s.is_early);
    if (module)
        find_early(&s);
    for (uint32_t at = 0; at < code->count; at++) {
        if (code->instructions[at].unit == MACHINE_WAIT)
            put_waits(&s, at);
        else if (code->instructions[at].unit == MACHINE_INVALIDATE)
            put_item(&s, at, COST_INVALIDATION, "", 0, 0);
        else if (code_at(&s, at)->write_back)
            put_item(&s, at, COST_WRITE_BACK, "", 0, 0);
        else
            put_bits(&s, at);
    }
    count_items(list);
    list->gave_up = s.code.gave_up;
}
