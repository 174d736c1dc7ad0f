/* never-available and never-visible: writes that a release publishes without making them available, and reads
 * after an acquire that makes nothing visible. availability.h says which facts are followed.
 *
 * Each operation maps every fact by itself, so beside each fact stands where it comes from: which facts that came
 * in with a call, or an operation of this function. What a function leaves of the facts that come in is then exact
 * for every caller; recursion is a fixed point. */
#include "mmra/check/availability.h"
#include "mmra/passes/dataflow.h"

/* ---- one fact ---- */

/* The first known origin stays: the notes name it. */
static void add_fact(const struct availability *a, struct state *state, unsigned fact, const struct fact *from) {
    if (!(a->possible & fact_bit(fact)))
        return;
    struct fact *at = fact_at(a, state, fact);
    if (!(state->facts & fact_bit(fact)))
        *at = (struct fact){.carried = CHECK_NO_INSTRUCTION};
    state->facts |= fact_bit(fact);
    if (from->origins & ~at->origins & MADE) {
        at->writer = from->writer;
        at->release = from->release;
    }
    if (at->carried == CHECK_NO_INSTRUCTION)
        at->carried = from->carried;
    at->origins |= from->origins;
}

/* Joins several facts into one: it has all their origins, and the write of the lowest that arose here. */
static struct fact gather(const struct availability *a, const struct state *state, uint64_t facts) {
    struct fact all = {.carried = CHECK_NO_INSTRUCTION};
    for (; facts; facts &= facts - 1) {
        const struct fact *at = fact_at(a, state, lowest_fact(facts));
        if (at->origins & MADE & ~all.origins)
            all.writer = at->writer;
        all.origins |= at->origins;
    }
    return all;
}

static bool join_state(const struct availability *a, struct state *into, const struct state *from) {
    bool changed = false;
    for (uint64_t facts = from->facts; facts; facts &= facts - 1) {
        unsigned fact = lowest_fact(facts);
        const struct fact *source = fact_at(a, from, fact);
        if (into->facts & fact_bit(fact) && !(source->origins & ~fact_at(a, into, fact)->origins))
            continue;
        add_fact(a, into, fact, source);
        changed = true;
    }
    return changed;
}

static void copy_state(const struct availability *a, struct state *into, const struct state *from) {
    into->facts = from->facts;
    if (from->facts)
        memcpy(into->at, from->at, a->slots * sizeof *into->at);
}

/* ---- one effect ---- */

static void apply_to_space(const struct availability *a, struct state *state, const struct effect *effect,
                           unsigned space) {
    unsigned base = space * FACTS_OF_SPACE, level = level_in(space, effect->level);
    uint64_t below = state->facts & fact_bits(base + PENDING, level); /* pending at smaller levels */
    struct fact written = gather(a, state, below);
    if (effect->makes_available) {
        state->facts &= ~(fact_bits(base + PENDING, level) | fact_bits(base + PUBLISHED, level));
        if (below)
            add_fact(a, state, base + PENDING + level, &written);
    }
    if (effect->publishes && below) {
        written.release = written.carried = effect->index;
        add_fact(a, state, base + PUBLISHED + level - 1, &written);
    }
    if (effect->makes_visible)
        state->facts &= ~fact_bits(base + ACQUIRED, level);
    const struct fact made = {.origins = MADE, .writer = effect->index, .carried = CHECK_NO_INSTRUCTION};
    if (effect->acquires)
        add_fact(a, state, base + ACQUIRED + level - 1, &made);
    if (effect->write)
        add_fact(a, state, base + PENDING + level_in(space, effect->coherent), &made);
}

static void apply(const struct availability *a, struct state *state, const struct effect *effect) {
    for (unsigned space = 0; space < SPACES; space++)
        if (effect->spaces & 1u << space)
            apply_to_space(a, state, effect, space);
}

/* Whether the instruction has not been reported as such yet; from now on it has. Most modules need no table for this.
 */
static bool report_first(struct availability *a, uint32_t instruction, enum reported as) {
    if (!a->reported)
        a->reported = arena_allocate_array(a->c->arena, a->c->module->instruction_count, sizeof *a->reported);
    bool first = !(a->reported[instruction] & as);
    a->reported[instruction] |= (uint8_t)as;
    return first;
}

static void lose_read(struct availability *a, ir_function function, unsigned fact, uint32_t acquire, uint32_t reader) {
    if (!report_first(a, acquire, REPORTED_ACQUIRE))
        return;
    *ARENA_PUSH(a->c->arena, a->reads, a->read_count, a->read_capacity) =
        (struct lost_read){.acquire = acquire, .reader = reader, .function = function, .fact = fact};
}

/* A read meets an acquired fact. If the fact arose here, that is a finding; if it came in with a call, the caller is
 * told. */
static void meet_read(struct availability *a, ir_function function, unsigned fact, const struct fact *met,
                      uint32_t reader) {
    struct summary *summary = &a->summaries[function];
    if (met->origins & MADE)
        lose_read(a, function, fact, met->writer, reader);
    for (uint64_t news = met->origins & ~MADE & ~summary->read_facts; news; news &= news - 1)
        summary->reader[a->slot_of[lowest_fact(news)]] = reader;
    summary->read_facts |= met->origins & ~MADE;
}

static void follow_read(struct availability *a, ir_function function, const struct state *state,
                        const struct effect *effect) {
    for (uint64_t met = state->facts & availability_acquired_facts(effect); met; met &= met - 1)
        meet_read(a, function, lowest_fact(met), fact_at(a, state, lowest_fact(met)), effect->index);
}

/* The fact that the callee leaves: what arose in it, and what came in. */
static struct fact left_by_call(const struct availability *a, const struct state *state, unsigned left,
                                const struct fact *exit) {
    struct fact result = {
        .origins = exit->origins & MADE, .writer = exit->writer, .release = exit->release, .carried = exit->carried};
    for (uint64_t came = exit->origins & state->facts; came; came &= came - 1) {
        unsigned fact = lowest_fact(came);
        const struct fact *at = fact_at(a, state, fact);
        if (at->origins & MADE & ~result.origins) {
            result.writer = at->writer;
            result.release = left == fact ? at->release : exit->carried;
        }
        if (left == fact && at->carried != CHECK_NO_INSTRUCTION)
            result.carried = at->carried;
        result.origins |= at->origins;
    }
    return result;
}

static void follow_call(struct availability *a, ir_function function, struct state *state, struct state *after,
                        const struct summary *callee) {
    a->recursive |= !callee->known;
    for (uint64_t met = state->facts & callee->read_facts; met; met &= met - 1) {
        unsigned fact = lowest_fact(met);
        meet_read(a, function, fact, fact_at(a, state, fact), callee->reader[a->slot_of[fact]]);
    }
    after->facts = 0;
    for (uint64_t facts = callee->exit.facts; facts; facts &= facts - 1) {
        unsigned left = lowest_fact(facts);
        struct fact fact = left_by_call(a, state, left, fact_at(a, &callee->exit, left));
        if (fact.origins)
            add_fact(a, after, left, &fact);
    }
    copy_state(a, state, after);
}

uint64_t availability_step(const struct availability *a, const struct effect *effect, unsigned fact) {
    struct fact at[FACTS] = {0};
    struct state state = {.facts = fact_bit(fact), .at = at};
    const struct effect only_pass = {.spaces = effect->spaces,
                                     .level = effect->level,
                                     .makes_available = effect->makes_available,
                                     .makes_visible = effect->makes_visible,
                                     .publishes = effect->publishes};
    if (!effect->called) {
        apply(a, &state, &only_pass);
        return state.facts;
    }
    uint64_t after = 0;
    const struct state *exit = &a->summaries[effect->called].exit;
    for (uint64_t facts = exit->facts; facts; facts &= facts - 1)
        if (fact_at(a, exit, lowest_fact(facts))->origins & fact_bit(fact))
            after |= fact_bit(lowest_fact(facts));
    return after;
}

/* ---- a function ---- */

/* Room for the largest function, used by each in turn. */
struct flow {
    struct block_graph graph;
    struct state *states; /* at the beginning of each block */
    struct state here, after;
    struct dataflow_list list;
};

static struct flow new_flow(struct availability *a, const ir_function *ordered, uint32_t count) {
    struct arena *arena = a->c->arena;
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        if (a->c->module->functions[ordered[i]].block_count > most)
            most = a->c->module->functions[ordered[i]].block_count;
    struct fact *at = arena_allocate(arena, ((size_t)most + 2) * a->slots * sizeof *at);
    struct flow flow = {.states = arena_allocate(arena, most * sizeof *flow.states),
                        .here.at = at,
                        .after.at = at + a->slots,
                        .list = dataflow_new_list(arena, most)};
    for (uint32_t b = 0; b < most; b++)
        flow.states[b].at = at + (size_t)(b + 2) * a->slots;
    return flow;
}

/* Whether the summary grew. */
static bool follow_block(struct availability *a, ir_function function, struct flow *flow, uint32_t block) {
    uint32_t index = flow->graph.first + block;
    struct state *state = &flow->states[block];
    if (a->effects.from[index] != a->effects.from[index + 1]) {
        copy_state(a, &flow->here, state);
        state = &flow->here;
    }
    for (uint32_t i = a->effects.from[index]; i < a->effects.from[index + 1]; i++) {
        const struct effect *effect = &a->effects.items[i];
        mmra_work(a->c->module->watch, 2);
        if (effect->called) {
            follow_call(a, function, state, &flow->after, &a->summaries[effect->called]);
            continue;
        }
        if (effect->read)
            follow_read(a, function, state, effect);
        apply(a, state, effect);
    }
    for (uint32_t e = flow->graph.successor_from[block]; e < flow->graph.successor_from[block + 1]; e++) {
        uint32_t next = graph_successor(&flow->graph, e);
        if (join_state(a, &flow->states[next], state))
            dataflow_wait(&flow->list, next);
    }
    return flow_returns(a->c->module, index) && join_state(a, &a->summaries[function].exit, state);
}

static void begin_summaries(struct availability *a, const ir_function *ordered, uint32_t count) {
    struct fact *at = arena_allocate_array(a->c->arena, count, a->slots * sizeof *at);
    uint32_t *readers = arena_allocate_array(a->c->arena, count, a->slots * sizeof *readers);
    a->summaries = arena_allocate_array(a->c->arena, a->c->module->function_count, sizeof *a->summaries);
    for (uint32_t i = 0; i < count; i++) {
        struct summary *summary = &a->summaries[ordered[i]];
        summary->exit.at = at + (size_t)i * a->slots;
        summary->reader = readers + (size_t)i * a->slots;
    }
}

/* Whether the summary grew. */
static bool follow_function(struct availability *a, struct flow *flow, ir_function function) {
    uint64_t read_facts = a->summaries[function].read_facts;
    bool grew = false;
    flow->graph = check_control_flow(a->c, function);
    for (uint32_t b = 0; b < flow->graph.count; b++)
        flow->states[b].facts = 0;
    for (uint64_t facts = a->called[function] ? a->possible : 0; facts; facts &= facts - 1) {
        const struct fact entering = {.origins = facts & -facts, .carried = CHECK_NO_INSTRUCTION};
        add_fact(a, &flow->states[0], lowest_fact(facts), &entering);
    }
    for (uint32_t block = flow->graph.count; block > 0; block--) /* each once, the entry first */
        dataflow_wait(&flow->list, block - 1);
    while (flow->list.count) {
        mmra_work(a->c->module->watch, 1);
        grew |= follow_block(a, function, flow, dataflow_next(&flow->list));
    }
    a->summaries[function].known = true;
    return grew || a->summaries[function].read_facts != read_facts;
}

/* ---- findings ---- */

/* Whether the acquire may read what the release wrote: then they are the two halves of one mistake. */
static bool belong_together(const struct availability *a, uint32_t release, uint32_t acquire) {
    const struct check_event *one = check_find_event(a->c, release), *other = check_find_event(a->c, acquire);
    if (one->does.fence || other->does.fence)
        return true;
    check_root flag = check_memory_of(a->c, one->root), other_flag = check_memory_of(a->c, other->root);
    return !flag || !other_flag || flag == other_flag;
}

/* An access of the other kind to the same memory: because of it the write must be available, or visible to the read. */
static void tell_other_side(struct availability *a, struct check_finding *finding, uint32_t access) {
    struct checker *c = a->c;
    const struct check_event *event = check_find_event(c, access);
    check_root memory = check_memory_of(c, event->root);
    for (uint32_t i = 0; i < c->event_count; i++) {
        const struct check_event *other = &c->events[i];
        mmra_work_at(c->module->watch, i);
        if (!other->followed || !(other->space & event->space) ||
            !(event->does.writes ? other->does.reads : other->does.writes) || check_memory_of(c, other->root) != memory)
            continue;
        check_relate(c, finding, other->index,
                     event->does.writes ? "so that this read of the same memory may find an old value"
                                        : "which may be older than what this writes to the same memory");
        return;
    }
}

/* Makes one finding for a pair of a release and an acquire: no read can see a write that is not available. */
static bool tell_reads(struct availability *a, struct check_finding *finding, uint32_t release, unsigned fact) {
    bool any = false;
    for (uint32_t i = 0; i < a->read_count; i++) {
        struct lost_read *read = &a->reads[i];
        if (read->told || read->fact / FACTS_OF_SPACE != fact / FACTS_OF_SPACE ||
            !belong_together(a, release, read->acquire))
            continue;
        read->told = any = true;
        check_relate(a->c, finding, read->acquire,
                     a->c->module->parsed
                         ? "and the acquire that pairs with it makes nothing visible, with amdgcn-av:none too"
                         : "and the acquire that pairs with it makes nothing visible, without MakeVisible");
        check_relate(a->c, finding, read->reader, "so that this read after it may find an old value");
    }
    return any;
}

static void report_published(struct availability *a, ir_function function) {
    const struct state *exit = &a->summaries[function].exit;
    for (uint64_t facts = exit->facts; facts; facts &= facts - 1) {
        unsigned fact = lowest_fact(facts), kind = fact % FACTS_OF_SPACE;
        const struct fact *at = fact_at(a, exit, fact);
        if (!(at->origins & MADE) || kind < PUBLISHED || kind >= ACQUIRED ||
            !report_first(a, at->release, REPORTED_RELEASE))
            continue;
        struct check_finding *finding = check_report(a->c, CHECK_NEVER_AVAILABLE, at->writer, NULL);
        if (!finding)
            continue;
        availability_tell_published(a, finding, function, fact, at);
        if (!tell_reads(a, finding, at->release, fact))
            tell_other_side(a, finding, at->writer);
    }
}

static void report_reads(struct availability *a) {
    for (uint32_t i = 0; i < a->read_count; i++) {
        if (a->reads[i].told)
            continue;
        struct check_finding *finding = check_report(a->c, CHECK_NEVER_VISIBLE, a->reads[i].reader, NULL);
        if (!finding)
            continue;
        availability_tell_read(a, finding, &a->reads[i]);
        tell_other_side(a, finding, a->reads[i].reader);
    }
}

/* ---- the module ---- */

/* Without recursion, one pass is exact. SPIR-V has no recursion; other IR gets at most so many passes. */
enum { MAX_PASSES = 64 };

void check_availability(struct checker *c) {
    const struct ir_module *module = c->module;
    struct availability a = {.c = c};
    if (!(c->published_spaces & c->ordered_spaces) ||
        (!check_is_on(c, CHECK_NEVER_AVAILABLE) && !check_is_on(c, CHECK_NEVER_VISIBLE)))
        return;
    ir_function *ordered = arena_allocate(c->arena, module->function_count * sizeof *ordered);
    uint32_t count = availability_find_effects(&a, ordered);
    if (!count)
        return;
    begin_summaries(&a, ordered, count);
    struct flow flow = new_flow(&a, ordered, count);
    bool grew = true;
    for (int pass = 0; pass == 0 || (grew && a.recursive && pass < MAX_PASSES); pass++) {
        grew = false;
        for (uint32_t i = 0; i < count; i++)
            grew |= follow_function(&a, &flow, ordered[i]);
    }
    for (uint32_t i = 0; i < count; i++)
        if (!a.called[ordered[i]])
            report_published(&a, ordered[i]);
    report_reads(&a);
}
