/* never-available and never-visible: writes that a release publishes without making them available, and reads
 * behind an acquire that makes nothing visible (memory-models.md, "Availability" and "Visibility").
 *
 * Along each path a few facts are followed, for global and local memory apart:
 *
 *     pending L     a non-private plain write was made available as far as level L (0: not at all)
 *     published L   a release of level L that makes nothing available has published such a write, and nothing
 * has made it available since acquired L    an acquire of level L that makes nothing visible came, and no
 * operation made anything visible since
 *
 * A published fact that lives to the end of a kernel is a finding, and so is a read that meets an acquired
 * fact. Each operation maps every fact by itself, so what a function does to facts that come in with a call
 * is one row of bits for each, and what it makes itself is one row more: calls are exact, recursion is a
 * fixed point. */
#include "mmra/checker.h"

/* A level is the larger the wider the scope: singlethread 1, wavefront 2, ... system 6. */
enum { LEVELS = MMRA_SCOPE_COUNT, WORKGROUP_LEVEL = MMRA_SCOPE_COUNT - MMRA_SCOPE_WORKGROUP };
enum {
    PENDING = 0,
    PUBLISHED = LEVELS + 1,
    ACQUIRED = PUBLISHED + LEVELS,
    FACTS_OF_SPACE = ACQUIRED + LEVELS
};
enum { FACTS = FACTS_OF_SPACE * 2 };

static uint64_t bit(unsigned fact) {
    return UINT64_C(1) << fact;
}

/* `count` facts from `first` on. */
static uint64_t bits(unsigned first, unsigned count) {
    return ((UINT64_C(1) << count) - 1) << first;
}

static unsigned level_of(uint8_t scope) {
    return scope >= MMRA_SCOPE_COUNT ? LEVELS : (unsigned)MMRA_SCOPE_COUNT - scope;
}

/* What one instruction does to the facts. */
struct effect {
    uint32_t index;
    uint8_t spaces; /* those that it orders, or those that it accesses */
    uint8_t level;
    bool write, read;                    /* plain and non-private */
    bool makes_available, makes_visible; /* a release or acquire half with AV */
    bool publishes, acquires;            /* one without */
    ir_function called;
};

struct effects {
    struct effect *items;
    uint32_t count, capacity;
    uint32_t *from; /* by block of the module: where its effects begin */
};

/* The facts at a point, those that were made in this function with the instructions that made them. */
struct state {
    uint64_t made;
    uint32_t writer[FACTS]; /* of a pending or published fact: the write; of an acquired one: the acquire */
    uint32_t release[FACTS];
};

struct summary {
    bool known;
    struct state exit;
    uint64_t rows[FACTS];    /* which facts each fact that comes in leaves behind */
    uint32_t release[FACTS]; /* the release that published a write that came in */
    uint64_t read_facts;     /* acquired facts that, coming in, meet a read ... */
    uint32_t reader[FACTS];  /* ... this one */
};

struct availability {
    struct checker *c;
    struct effects effects;
    struct summary *summaries; /* by function */
    bool *called;
    uint8_t *reported; /* by instruction: releases and acquires that were reported */
};

/* ---- effects ---- */

/* Whether anything in the module uses the same memory in that way, as far as pointers tell. */
static bool others_use(const struct checker *c, const struct check_event *event, uint8_t use) {
    ir_value root = event->pointer ? check_memory_root(c, event->pointer) : 0;
    uint8_t uses = root ? c->root_uses[root] : 0;
    for (unsigned spaces = 1; spaces <= CHECK_ALL_SPACES; spaces++)
        if (spaces & event->space)
            uses |= root ? c->unknown_uses[spaces] : c->all_uses[spaces];
    return uses & use;
}

static bool may_be_lost(const struct checker *c, const struct ir_instruction *instruction,
                        const struct check_event *event, const struct check_tags *tags, uint8_t use) {
    return !event->atomic && !event->store_available && !event->load_visible && !event->unknown &&
           event->space && !(tags->private && !tags->nonprivate) &&
           !(instruction->annotations & (IR_THREAD_PRIVATE | IR_INVARIANT_LOAD)) && others_use(c, event, use);
}

static bool effect_of(struct checker *c, uint32_t index, struct effect *effect) {
    const struct ir_instruction *instruction = &c->module->instructions[index];
    struct check_event event;
    *effect = (struct effect){.index = index, .called = check_called(c, instruction)};
    if (effect->called && !c->module->functions[effect->called].defined)
        effect->called = 0;
    if (effect->called)
        return true;
    if (!check_event_of(c, instruction, &event))
        return false;
    const struct check_tags *tags = check_tags_of(c, instruction->mmra);
    effect->level = (uint8_t)level_of(event.scope);
    effect->spaces = tags->spaces;
    effect->makes_available = event.releases && !tags->none;
    effect->makes_visible = event.acquires && !tags->none;
    effect->publishes = event.releases && tags->none;
    effect->acquires = event.acquires && tags->none;
    if (check_synchronizes(&event))
        return true;
    effect->spaces = tags->has_spaces ? tags->spaces & event.space : event.space;
    if (c->options->revision == CHECK_LLVM_24)
        effect->spaces &= ~CHECK_LOCAL; /* from 24 on local memory is available and visible by itself */
    effect->write = event.writes && may_be_lost(c, instruction, &event, tags, ROOT_READ);
    effect->read = event.reads && may_be_lost(c, instruction, &event, tags, ROOT_WRITTEN);
    return effect->write || effect->read;
}

static void find_effects(struct availability *a) {
    struct checker *c = a->c;
    const struct ir_module *module = c->module;
    struct effects *effects = &a->effects;
    effects->from = arena_allocate_array(c->arena, (size_t)module->block_count + 1, sizeof(uint32_t));
    for (uint32_t b = 0; b < module->block_count; b++) {
        const struct ir_block *block = &module->blocks[b];
        effects->from[b] = effects->count;
        for (uint32_t i = 0; i < block->instruction_count; i++) {
            struct effect effect;
            if (!effect_of(c, block->first_instruction + i, &effect))
                continue;
            if (effect.called)
                a->called[effect.called] = true;
            *ARENA_PUSH(c->arena, effects->items, effects->count, effects->capacity) = effect;
        }
    }
    effects->from[module->block_count] = effects->count;
}

/* ---- one effect on one set of facts ---- */

/* Local memory is shared within a workgroup: no wider scope matters there. */
static unsigned level_in(unsigned space, unsigned level) {
    return space == 1 && level > WORKGROUP_LEVEL ? WORKGROUP_LEVEL : level;
}

static uint64_t apply_to_space(uint64_t facts, const struct effect *effect, unsigned space) {
    unsigned base = space * FACTS_OF_SPACE, level = level_in(space, effect->level);
    uint64_t below = facts & bits(base + PENDING, level); /* pending at smaller levels */
    if (effect->makes_available) {
        facts &= ~(bits(base + PENDING, level) | bits(base + PUBLISHED, level));
        if (below)
            facts |= bit(base + PENDING + level);
    }
    if (effect->publishes && below)
        facts |= bit(base + PUBLISHED + level - 1);
    if (effect->makes_visible)
        facts &= ~bits(base + ACQUIRED, level);
    return facts;
}

static uint64_t apply(uint64_t facts, const struct effect *effect) {
    for (unsigned space = 0; space < 2; space++)
        if (effect->spaces & 1u << space)
            facts = apply_to_space(facts, effect, space);
    return facts;
}

static uint64_t acquired_facts(const struct effect *effect) {
    uint64_t facts = 0;
    for (unsigned space = 0; space < 2; space++)
        if (effect->spaces & 1u << space)
            facts |= bits(space * FACTS_OF_SPACE + ACQUIRED, LEVELS);
    return facts;
}

/* ---- findings ---- */

static bool first_report(struct availability *a, uint32_t instruction) {
    if (a->reported[instruction])
        return false;
    a->reported[instruction] = 1;
    return true;
}

static void report_published(struct availability *a, const struct state *state) {
    for (unsigned fact = 0; fact < FACTS; fact++) {
        unsigned kind = fact % FACTS_OF_SPACE;
        if (!(state->made & bit(fact)) || kind < PUBLISHED || kind >= ACQUIRED)
            continue;
        if (!first_report(a, state->release[fact]))
            continue;
        struct check_finding *finding = check_report(a->c, CHECK_NEVER_AVAILABLE, state->writer[fact], NULL);
        check_relate(a->c, finding, state->release[fact],
                     "the release that publishes it, with amdgcn-av:none");
    }
}

static void report_read(struct availability *a, uint32_t reader, uint32_t acquire) {
    if (!first_report(a, acquire))
        return;
    struct check_finding *finding = check_report(a->c, CHECK_NEVER_VISIBLE, reader, NULL);
    check_relate(a->c, finding, acquire, "the acquire before it, with amdgcn-av:none");
}

/* ---- a path through a block ---- */

static void add_fact(struct state *state, unsigned fact, uint32_t writer, uint32_t release) {
    if (state->made & bit(fact))
        return;
    state->made |= bit(fact);
    state->writer[fact] = writer;
    state->release[fact] = release;
}

/* The lowest pending fact of the space: the write that a new fact comes from. */
static unsigned lowest_pending(uint64_t facts, unsigned space, unsigned level) {
    unsigned fact = space * FACTS_OF_SPACE + PENDING;
    unsigned end = fact + level;
    while (fact < end && !(facts & bit(fact)))
        fact++;
    return fact;
}

static void apply_made(struct state *state, const struct effect *effect) {
    for (unsigned space = 0; space < 2; space++) {
        if (!(effect->spaces & 1u << space))
            continue;
        unsigned base = space * FACTS_OF_SPACE, level = level_in(space, effect->level);
        uint64_t before = state->made, after = apply_to_space(before, effect, space);
        uint32_t writer =
            before & bits(base, level) ? state->writer[lowest_pending(before, space, level)] : 0;
        state->made = before & after;
        for (unsigned fact = base; fact < base + FACTS_OF_SPACE; fact++)
            if (after & ~before & bit(fact))
                add_fact(state, fact, writer, effect->index);
        if (effect->acquires)
            add_fact(state, base + ACQUIRED + level - 1, effect->index, 0);
        if (effect->write)
            add_fact(state, base + PENDING, effect->index, 0);
    }
}

static void call_made(struct availability *a, struct state *state, const struct summary *callee) {
    struct state after = callee->exit;
    for (unsigned fact = 0; fact < FACTS; fact++) {
        if (!(state->made & bit(fact)))
            continue;
        if (callee->read_facts & bit(fact))
            report_read(a, callee->reader[fact], state->writer[fact]);
        for (unsigned left = 0; left < FACTS; left++)
            if (callee->rows[fact] & bit(left))
                add_fact(&after, left, state->writer[fact],
                         left == fact ? state->release[fact] : callee->release[left]);
    }
    *state = after;
}

static uint64_t call_row(const struct summary *callee, uint64_t row) {
    uint64_t after = 0;
    for (unsigned fact = 0; fact < FACTS; fact++)
        if (row & bit(fact))
            after |= callee->rows[fact];
    return after;
}

static void meet_read(struct availability *a, const struct state *state, const struct effect *effect) {
    uint64_t met = state->made & acquired_facts(effect);
    for (unsigned fact = 0; fact < FACTS; fact++)
        if (met & bit(fact))
            report_read(a, effect->index, state->writer[fact]);
}

static void follow_made(struct availability *a, uint32_t block, struct state *state) {
    for (uint32_t i = a->effects.from[block]; i < a->effects.from[block + 1]; i++) {
        const struct effect *effect = &a->effects.items[i];
        if (effect->called) {
            call_made(a, state, &a->summaries[effect->called]);
            continue;
        }
        if (effect->read)
            meet_read(a, state, effect);
        apply_made(state, effect);
    }
}

/* The rows of facts that come in. What they meet on the way goes into the summary. */
static void follow_rows(struct availability *a, uint32_t block, uint64_t *rows, struct summary *summary) {
    for (uint32_t i = a->effects.from[block]; i < a->effects.from[block + 1]; i++) {
        const struct effect *effect = &a->effects.items[i];
        const struct summary *callee = &a->summaries[effect->called];
        for (unsigned fact = 0; fact < FACTS; fact++) {
            if (!rows[fact])
                continue;
            uint64_t met = effect->called ? rows[fact] & callee->read_facts
                           : effect->read ? rows[fact] & acquired_facts(effect)
                                          : 0;
            if (met && !(summary->read_facts & bit(fact))) {
                summary->read_facts |= bit(fact);
                unsigned which = 0;
                while (!(met & bit(which)))
                    which++;
                summary->reader[fact] = effect->called ? callee->reader[which] : effect->index;
            }
            uint64_t after = effect->called ? call_row(callee, rows[fact]) : apply(rows[fact], effect);
            for (unsigned made = 0; made < FACTS; made++)
                if (after & ~rows[fact] & bit(made))
                    summary->release[made] = effect->called ? callee->release[made] : effect->index;
            rows[fact] = after;
        }
    }
}

/* ---- a function ---- */

static bool join_state(struct state *into, const struct state *from) {
    uint64_t added = from->made & ~into->made;
    for (unsigned fact = 0; fact < FACTS; fact++)
        if (added & bit(fact))
            add_fact(into, fact, from->writer[fact], from->release[fact]);
    return added;
}

static bool join_rows(uint64_t *into, const uint64_t *from) {
    bool changed = false;
    for (unsigned fact = 0; fact < FACTS; fact++) {
        changed |= from[fact] & ~into[fact];
        into[fact] |= from[fact];
    }
    return changed;
}

static bool returns(const struct ir_module *module, uint32_t block) {
    const struct ir_block *info = &module->blocks[block];
    return info->instruction_count &&
           module->instructions[info->first_instruction + info->instruction_count - 1].opcode == IR_RET;
}

struct flow {
    struct check_graph graph;
    struct state *states;    /* at the beginning of each block */
    uint64_t (*rows)[FACTS]; /* likewise; NULL: nobody calls the function */
    uint32_t *waiting;
    uint32_t waiting_count;
    bool *is_waiting;
};

static void wait_for(struct flow *flow, uint32_t block) {
    if (flow->is_waiting[block])
        return;
    flow->is_waiting[block] = true;
    flow->waiting[flow->waiting_count++] = block;
}

static void follow_block(struct availability *a, struct flow *flow, uint32_t block, struct summary *summary) {
    struct state state = flow->states[block];
    uint64_t rows[FACTS] = {0};
    uint32_t index = flow->graph.first + block;
    follow_made(a, index, &state);
    if (flow->rows) {
        memcpy(rows, flow->rows[block], sizeof rows);
        follow_rows(a, index, rows, summary);
    }
    if (returns(a->c->module, index)) {
        join_state(&summary->exit, &state);
        join_rows(summary->rows, rows);
    }
    for (uint32_t e = flow->graph.successor_from[block]; e < flow->graph.successor_from[block + 1]; e++) {
        uint32_t next = flow->graph.successors[e];
        bool changed = join_state(&flow->states[next], &state);
        if (flow->rows)
            changed |= join_rows(flow->rows[next], rows);
        if (changed)
            wait_for(flow, next);
    }
}

/* Whether the summary grew. */
static bool follow_function(struct availability *a, ir_function function) {
    struct arena *arena = a->c->arena;
    struct summary *summary = &a->summaries[function];
    struct summary before = *summary;
    struct flow flow = {.graph = check_control_flow(a->c, function)};
    uint32_t count = flow.graph.count;
    if (!count)
        return false;
    flow.states = arena_allocate_array(arena, count, sizeof *flow.states);
    if (a->called[function])
        flow.rows = arena_allocate_array(arena, count, sizeof *flow.rows);
    flow.waiting = arena_allocate_array(arena, count, sizeof *flow.waiting);
    flow.is_waiting = arena_allocate_array(arena, count, sizeof *flow.is_waiting);
    for (unsigned fact = 0; flow.rows && fact < FACTS; fact++)
        flow.rows[0][fact] = bit(fact);
    for (uint32_t block = count; block > 0; block--) /* each once, the entry first */
        wait_for(&flow, block - 1);
    while (flow.waiting_count) {
        uint32_t block = flow.waiting[--flow.waiting_count];
        flow.is_waiting[block] = false;
        follow_block(a, &flow, block, summary);
    }
    bool grew = !before.known || join_state(&before.exit, &summary->exit) ||
                join_rows(before.rows, summary->rows) || before.read_facts != summary->read_facts;
    summary->known = true;
    return grew;
}

/* ---- the module ---- */

/* Whether a function can do anything to facts: one without effects leaves all as they are. */
static bool has_effects(const struct availability *a, ir_function function) {
    const struct ir_function_info *info = &a->c->module->functions[function];
    return info->block_count &&
           a->effects.from[info->first_block] != a->effects.from[info->first_block + info->block_count];
}

static void leave_all_as_they_are(struct summary *summary) {
    for (unsigned fact = 0; fact < FACTS; fact++)
        summary->rows[fact] = bit(fact);
    summary->known = true;
}

/* Functions in an order in which callees come before their callers, as far as there is no recursion. */
static uint32_t order_functions(const struct availability *a, ir_function *ordered) {
    const struct ir_module *module = a->c->module;
    uint32_t functions = module->function_count, count = 0;
    ir_function *stack = arena_allocate_array(a->c->arena, functions, sizeof *stack);
    uint32_t *next =
        arena_allocate_array(a->c->arena, functions, sizeof *next); /* effect, or 0: not yet seen */
    for (ir_function root = 1; root < functions; root++) {
        uint32_t depth = 0;
        if (next[root] || !has_effects(a, root))
            continue;
        next[root] = a->effects.from[module->functions[root].first_block] + 1;
        for (stack[depth++] = root; depth;) {
            const struct ir_function_info *info = &module->functions[stack[depth - 1]];
            uint32_t effect = next[stack[depth - 1]]++ - 1;
            if (effect == a->effects.from[info->first_block + info->block_count]) {
                ordered[count++] = stack[--depth];
                continue;
            }
            ir_function called = a->effects.items[effect].called;
            if (!called || next[called] || !has_effects(a, called))
                continue;
            next[called] = a->effects.from[module->functions[called].first_block] + 1;
            stack[depth++] = called;
        }
    }
    return count;
}

/* Without recursion the second pass changes nothing. SPIR-V has none; other IR gets so many passes and no
 * more. */
enum { MOST_PASSES = 64 };

void check_availability(struct checker *c) {
    const struct ir_module *module = c->module;
    struct availability a = {.c = c};
    if (!c->any_none || (!check_is_on(c, CHECK_NEVER_AVAILABLE) && !check_is_on(c, CHECK_NEVER_VISIBLE)))
        return;
    a.called = arena_allocate_array(c->arena, module->function_count, sizeof *a.called);
    a.reported = arena_allocate_array(c->arena, module->instruction_count, sizeof *a.reported);
    a.summaries = arena_allocate_array(c->arena, module->function_count, sizeof *a.summaries);
    find_effects(&a);
    for (ir_function f = 1; f < module->function_count; f++)
        if (module->functions[f].defined && !has_effects(&a, f))
            leave_all_as_they_are(&a.summaries[f]);
    ir_function *ordered = arena_allocate_array(c->arena, module->function_count, sizeof *ordered);
    uint32_t count = order_functions(&a, ordered);
    bool grew = true;
    for (int pass = 0; grew && pass < MOST_PASSES; pass++) {
        grew = false;
        for (uint32_t i = 0; i < count; i++)
            grew |= follow_function(&a, ordered[i]);
    }
    for (ir_function f = 1; f < module->function_count; f++)
        if (module->functions[f].defined && !a.called[f])
            report_published(&a, &a.summaries[f].exit);
}
