#include "mmra/passes/history.h"

#include "mmra/passes/flow.h"

/* ---- events ---- */

bool history_has_tag(const struct ir_module *module, mmra_set set, const char *prefix, const char *suffix) {
    struct mmra_set_info members = mmra_set_members(&module->tags, set);
    struct mmra_string wanted_prefix = mmra_string_of(prefix), wanted = mmra_string_of(suffix);
    for (uint32_t i = 0; i < members.count; i++) {
        if (mmra_string_equal(members.tags[i].prefix, wanted_prefix) &&
            mmra_string_equal(members.tags[i].suffix, wanted))
            return true;
    }
    return false;
}

/* Without a tag of either value, all memory is ordered. */
static bool covers(const struct ir_module *module, mmra_set set, const char *memory) {
    static const char prefix[] = "amdgpu-synchronize-as";
    return history_has_tag(module, set, prefix, memory) ||
           (!history_has_tag(module, set, prefix, "global") && !history_has_tag(module, set, prefix, "local"));
}

uint8_t history_event(const struct ir_module *module, const struct ir_instruction *instruction) {
    if (instruction->ordering == IR_NOT_ATOMIC || instruction->scope == MMRA_SCOPE_SINGLETHREAD)
        return 0;
    bool acquires = ir_ordering_acquires((enum ir_ordering)instruction->ordering) ||
                    (instruction->opcode == IR_CMPXCHG &&
                     ir_ordering_acquires((enum ir_ordering)instruction->failure_ordering));
    bool releases = ir_ordering_releases((enum ir_ordering)instruction->ordering);
    if (!acquires && !releases)
        return 0;
    uint8_t event = 0;
    if (covers(module, instruction->mmra, "global"))
        event = (acquires ? ACQUIRED_GLOBAL : 0) | (releases ? RELEASES_GLOBAL : 0);
    if (instruction->opcode == IR_LOAD) {
        event |= event ? ACQUIRE_LOADED_GLOBAL : 0;
        event |= covers(module, instruction->mmra, "local") ? ACQUIRE_LOADED_LOCAL : 0;
    }
    return event;
}

/* ---- walks through functions, forward for what is before and backward for what is after ---- */

struct history {
    struct ir_module *module;
    struct flow_edges successors;
    struct flow_order order;
    uint8_t *within; /* by function: what happens in it and in what it calls */
    uint8_t *inside; /* by block: what happens in it */
    uint8_t *own;    /* by instruction: what it is itself, or CALLS */
    uint8_t *around; /* by instruction */
    uint32_t *work;
};

enum { CALLS = 1 << 7 }; /* a defined function */

struct walk {
    bool backward;
    uint8_t events;          /* those that it is about */
    struct flow_edges edges; /* the way that it goes */
    uint8_t *calls;          /* by function: what was met on the way to its calls */
    uint8_t *start;          /* by block: what was met on the way to it */
};

static ir_function callee_at(const struct history *h, uint32_t at) {
    return h->own[at] == CALLS ? flow_callee(h->module, &h->module->instructions[at]) : 0;
}

/* What is met at the instruction. */
static uint8_t met_at(const struct history *h, uint32_t at) {
    ir_function callee = callee_at(h, at);
    return callee ? h->within[callee] : h->own[at];
}

static void find_own(struct history *h) {
    for (uint32_t i = 0; i < h->module->instruction_count; i++) {
        const struct ir_instruction *instruction = &h->module->instructions[i];
        mmra_work_at(h->module->watch, i);
        h->own[i] = flow_callee(h->module, instruction) ? CALLS : history_event(h->module, instruction);
    }
}

static void sum_up(struct history *h, ir_function function) {
    const struct ir_function_info *info = &h->module->functions[function];
    uint8_t within = 0;
    for (uint32_t block = info->first_block; block < info->first_block + info->block_count; block++) {
        const struct ir_block *b = &h->module->blocks[block];
        for (uint32_t i = 0; i < b->instruction_count; i++) {
            mmra_work_at(h->module->watch, b->first_instruction + i);
            h->inside[block] |= met_at(h, b->first_instruction + i);
        }
        within |= h->inside[block];
    }
    h->within[function] = within;
}

/* Whether the walk through a function begins at the block: its first, or one that returns. */
static bool begins_at(const struct history *h, const struct walk *walk, uint32_t block, uint32_t first) {
    const struct ir_block *b = &h->module->blocks[block];
    if (!walk->backward)
        return block == first;
    return b->instruction_count &&
           h->module->instructions[b->first_instruction + b->instruction_count - 1].opcode == IR_RET;
}

/* Carries what was met up to each block on to the next ones, until nothing grows. */
static void carry_on(struct history *h, struct walk *walk, ir_function function) {
    const struct ir_function_info *info = &h->module->functions[function];
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < info->block_count; i++) {
        uint32_t block = info->first_block + (walk->backward ? i : info->block_count - 1 - i);
        if (begins_at(h, walk, block, info->first_block))
            walk->start[block] |= walk->calls[function];
        h->work[waiting++] = block;
    }
    while (waiting) {
        uint32_t block = h->work[--waiting];
        mmra_work(h->module->watch, 1);
        uint8_t end = walk->start[block] | (h->inside[block] & walk->events);
        for (uint32_t i = walk->edges.first[block]; i < walk->edges.first[block + 1]; i++) {
            uint32_t next = walk->edges.edges[i];
            if ((walk->start[next] | end) == walk->start[next])
                continue;
            walk->start[next] |= end;
            h->work[waiting++] = next;
        }
    }
}

/* Tells each instruction, and the callees, what was met on the way to it. */
static void tell(struct history *h, struct walk *walk, uint32_t block) {
    const struct ir_block *b = &h->module->blocks[block];
    uint8_t met = walk->start[block];
    for (uint32_t i = 0; i < b->instruction_count; i++) {
        uint32_t at = b->first_instruction + (walk->backward ? b->instruction_count - 1 - i : i);
        mmra_work_at(h->module->watch, at);
        h->around[at] |= met;
        if (!h->own[at])
            continue;
        ir_function callee = callee_at(h, at);
        if (callee)
            walk->calls[callee] |= met;
        met |= met_at(h, at) & walk->events;
    }
}

static void *by(struct ir_module *module, size_t count, size_t size) {
    return arena_allocate_array(module->arena, count + 1, size);
}

static void walk_all(struct history *h, struct walk *walk) {
    struct ir_module *module = h->module;
    walk->calls = by(module, module->function_count, 1);
    walk->start = by(module, module->block_count, 1);
    for (uint32_t i = 0; i < h->order.count; i++) { /* a recursive call may be met after anything */
        ir_function function = h->order.functions[i];
        walk->calls[function] = h->order.recursive[function] ? walk->events : 0;
    }
    for (uint32_t i = h->order.count; i-- > 0;) { /* callers first */
        const struct ir_function_info *info = &module->functions[h->order.functions[i]];
        carry_on(h, walk, h->order.functions[i]);
        for (uint32_t block = info->first_block; block < info->first_block + info->block_count; block++)
            tell(h, walk, block);
    }
}

static struct history begin(struct ir_module *module, uint8_t events) {
    struct history h = {.module = module, .successors = flow_successors(module), .order = flow_call_order(module)};
    h.within = by(module, module->function_count, 1);
    h.inside = by(module, module->block_count, 1);
    h.around = by(module, module->instruction_count, 1);
    h.own = by(module, module->instruction_count, 1);
    find_own(&h);
    /* A block waits once at first, and then once for each bit that an edge brings it. */
    h.work = by(module, module->block_count + 3 * (size_t)h.successors.first[module->block_count], sizeof(uint32_t));
    for (uint32_t i = 0; i < h.order.count; i++) /* until it is known: a recursive call may do anything */
        h.within[h.order.functions[i]] = events;
    for (uint32_t i = 0; i < h.order.count; i++)
        sum_up(&h, h.order.functions[i]);
    return h;
}

const uint8_t *history_around(struct ir_module *module) {
    uint8_t events = 0;
    for (uint32_t i = 0; i < module->instruction_count; i++) {
        mmra_work_at(module->watch, i);
        events |= history_event(module, &module->instructions[i]);
    }
    if (!events)
        return NULL;
    struct history h = begin(module, events);
    if (events & EVENTS_BEFORE) {
        struct walk forward = {.events = EVENTS_BEFORE, .edges = h.successors};
        walk_all(&h, &forward);
    }
    if (events & EVENTS_AFTER) {
        struct walk backward = {.backward = true, .events = EVENTS_AFTER};
        backward.edges = flow_predecessors(module, &h.successors);
        walk_all(&h, &backward);
    }
    return h.around;
}
