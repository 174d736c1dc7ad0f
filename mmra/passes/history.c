#include "mmra/passes/history.h"

#include "mmra/ir/ir_effects.h"
#include "mmra/passes/dataflow.h"

/* ---- events ---- */

uint8_t history_event(const struct ir_module *module, const struct ir_instruction *instruction) {
    if (instruction->ordering == IR_NOT_ATOMIC || instruction->scope == MMRA_SCOPE_SINGLETHREAD)
        return 0;
    bool acquires = ir_acquires(instruction), releases = ir_releases(instruction);
    if (!acquires && !releases)
        return 0;
    unsigned facts = mmra_facts(&module->tags, instruction->mmra);
    uint8_t event = 0;
    if (instruction->scope < MMRA_SCOPE_WORKGROUP)
        event = (acquires ? ACQUIRES_WIDELY : 0) | (releases ? RELEASED_WIDELY : 0);
    uint8_t memory = ir_memory_ordered(facts);
    if (memory & IR_GLOBAL_MEMORY)
        event |= (acquires ? ACQUIRED_GLOBAL : 0) | (releases ? RELEASES_GLOBAL : 0);
    if (event & ACQUIRED_GLOBAL && facts & MMRA_AV_NONE)
        event |= ORDERED_GLOBAL;
    if (instruction->opcode == IR_LOAD) {
        event |= memory & IR_GLOBAL_MEMORY ? ACQUIRE_LOADED_GLOBAL : 0;
        event |= memory & IR_LOCAL_MEMORY ? ACQUIRE_LOADED_LOCAL : 0;
    }
    return event;
}

/* ---- walks through functions, forward for what is before and backward for what is after ---- */

/* An instruction that is an event or calls a defined function. Few instructions are. */
struct spot {
    uint32_t at;
    ir_function callee; /* 0: it is an event */
    uint8_t own;
};

struct history {
    struct ir_module *module;
    struct flow_order order;
    struct spot *spots;
    uint32_t spot_count, spot_capacity;
    uint32_t *first_spot; /* by block: up to that of the next one */
    uint8_t *within;      /* by function: what happens in it and in what it calls */
    uint8_t *inside;      /* by block: what happens in it */
    uint8_t *around;      /* by instruction */
};

struct walk {
    uint8_t events;       /* those that it is about */
    uint8_t *calls;       /* by function: what was met on the way to its calls */
    struct dataflow flow; /* what was met on the way to each block */
};

static void *by(struct ir_module *module, size_t count, size_t size) {
    return arena_allocate_array(module->arena, count + 1, size);
}

/* The events of the spot itself or, for a call, of the callee. */
static uint8_t met_at(const struct history *h, const struct spot *spot) {
    return spot->callee ? h->within[spot->callee] : spot->own;
}

static uint8_t note_spot(struct history *h, uint32_t at) {
    const struct ir_instruction *instruction = &h->module->instructions[at];
    struct spot spot = {at, flow_callee(h->module, instruction), 0};
    mmra_work(h->module->watch, 1);
    if (!spot.callee)
        spot.own = history_event(h->module, instruction);
    if (spot.callee || spot.own)
        *ARENA_PUSH(h->module->arena, h->spots, h->spot_count, h->spot_capacity) = spot;
    return spot.own;
}

/* Finds the spots, and says which events there are. */
static uint8_t find_spots(struct history *h) {
    const struct ir_module *module = h->module;
    uint8_t events = 0;
    h->first_spot = by(h->module, module->block_count, sizeof *h->first_spot);
    for (uint32_t block = 0; block < module->block_count; block++) {
        uint32_t first = module->blocks[block].first_instruction, end = first + module->blocks[block].instruction_count;
        h->first_spot[block] = h->spot_count;
        for (uint32_t i = first; i < end; i++) {
            mmra_work_at(module->watch, i);
            if (module->instructions[i].ordering != IR_NOT_ATOMIC || module->instructions[i].opcode == IR_CALL)
                events |= note_spot(h, i);
        }
    }
    h->first_spot[module->block_count] = h->spot_count;
    return events;
}

static void sum_up(struct history *h, ir_function function) {
    const struct ir_function_info *info = &h->module->functions[function];
    uint8_t within = 0;
    mmra_work(h->module->watch, info->block_count / 8 + 1);
    for (uint32_t block = info->first_block; block < info->first_block + info->block_count; block++) {
        for (uint32_t i = h->first_spot[block]; i < h->first_spot[block + 1]; i++) {
            mmra_work_at(h->module->watch, i);
            h->inside[block] |= met_at(h, &h->spots[i]);
        }
        within |= h->inside[block];
    }
    h->within[function] = within;
}

static void tell_range(struct history *h, uint32_t from, uint32_t end, uint8_t met) {
    uint8_t *around = h->around;
    if (!met)
        return;
    mmra_work(h->module->watch, (end - from) / 64);
    for (uint32_t i = from; i < end; i++)
        around[i] |= met;
}

/* Tells the spot's callee what was met before it. Returns what was met after the spot. */
static uint8_t pass_spot(struct history *h, struct walk *walk, const struct spot *spot, uint8_t met) {
    mmra_work(h->module->watch, 1);
    walk->calls[spot->callee] |= met; /* 0 is no function */
    return met | (met_at(h, spot) & walk->events);
}

/* Notes for each instruction of the block, and for its callees, what was met on the way there. */
static void tell(struct history *h, struct walk *walk, uint32_t block) {
    uint32_t from = h->module->blocks[block].first_instruction, end = from + h->module->blocks[block].instruction_count;
    uint8_t met = (uint8_t)walk->flow.facts[block];
    const struct spot *first = h->spots + h->first_spot[block], *last = h->spots + h->first_spot[block + 1];
    for (const struct spot *spot = first; !walk->flow.backward && spot < last; spot++) {
        tell_range(h, from, spot->at + 1, met);
        met = pass_spot(h, walk, spot, met);
        from = spot->at + 1;
    }
    for (const struct spot *spot = last; walk->flow.backward && spot > first;) {
        tell_range(h, (--spot)->at, end, met);
        met = pass_spot(h, walk, spot, met);
        end = spot->at;
    }
    tell_range(h, from, end, met);
}

static void walk_through(struct history *h, struct walk *walk, ir_function function) {
    const struct ir_function_info *info = &h->module->functions[function];
    if (!(walk->calls[function] | (h->within[function] & walk->events)))
        return; /* nothing is met in it */
    dataflow_solve(&walk->flow, function, walk->calls[function]);
    for (uint32_t block = info->first_block; block < info->first_block + info->block_count; block++)
        tell(h, walk, block);
}

static void walk_all(struct history *h, uint8_t events, struct flow_edges edges, bool backward) {
    struct walk walk = {.events = events, .flow = dataflow_new(h->module, edges, backward)};
    walk.calls = by(h->module, h->module->function_count, 1);
    for (uint32_t block = 0; block < h->module->block_count; block++)
        walk.flow.effects[block] = (struct dataflow_effect){h->inside[block] & events, events};
    for (uint32_t i = 0; i < h->order.count; i++) { /* a recursive call may be met after anything */
        ir_function function = h->order.functions[i];
        walk.calls[function] = h->order.recursive[function] ? events : 0;
    }
    for (uint32_t i = h->order.count; i-- > 0;) /* callers first */
        walk_through(h, &walk, h->order.functions[i]);
}

static void begin(struct history *h, uint8_t events) {
    struct ir_module *module = h->module;
    h->order = flow_call_order(module);
    h->within = by(module, module->function_count, 1);
    h->inside = by(module, module->block_count, 1);
    h->around = by(module, module->instruction_count, 1);
    for (uint32_t i = 0; i < h->order.count; i++) /* until it is known: a recursive call may do anything */
        h->within[h->order.functions[i]] = events;
    for (uint32_t i = 0; i < h->order.count; i++)
        sum_up(h, h->order.functions[i]);
}

const uint8_t *history_around(struct ir_module *module) {
    struct history h = {.module = module};
    uint8_t events = find_spots(&h);
    if (!events)
        return NULL;
    begin(&h, events);
    struct flow_edges successors = flow_successors(module);
    if (events & EVENTS_BEFORE)
        walk_all(&h, EVENTS_BEFORE, successors, false);
    if (events & EVENTS_AFTER)
        walk_all(&h, EVENTS_AFTER, flow_predecessors(module, &successors), true);
    return h.around;
}
