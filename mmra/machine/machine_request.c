/* Requests on their way: from a wave to V, GL1, L2 and memory, LDS; and what they bring back. */
#include <inttypes.h>

#include "mmra/base/bits.h"
#include "mmra/machine/machine_memory.h"
#include "mmra/machine/machine_processor.h"

/* ---- telling ---- */

static const struct machine_instruction *instruction_of(const struct machine *m, const struct machine_request *r) {
    if (r->kind == REQUEST_INVALIDATE)
        return &m->code->instructions[r->location];
    if (r->op == REQUEST_WITHOUT_OP)
        return NULL;
    return &m->code->instructions[m->state.waves[r->wave].out[r->op].instruction];
}

void machine_tell_number(struct machine *m, const char *before, uint64_t number) {
    if (m->trace)
        text_format(m->trace, "%s%" PRIu64, before, number);
}

static void tell_request(struct machine *m, const struct machine_request *r, const char *what) {
    if (!m->trace)
        return;
    const struct machine_instruction *i = instruction_of(m, r);
    text_format(m->trace, "  %s", m->program->waves[machine_told(m, r->wave)].name);
    if (i)
        text_format(m->trace, ", line %u: %s", i->line, i->text);
    if (m->program->waves[r->wave].lanes > 1)
        text_format(m->trace, ", lane %u", r->lane);
    text_format(m->trace, ": %s", what);
}

void machine_tell_end(struct machine *m, const char *end) {
    if (m->trace)
        text_format(m->trace, "%s\n", end);
}

/* ---- queues ---- */

struct machine_request machine_take_request(struct machine_queue *queue, uint32_t at) {
    struct machine_request r = queue->items[at];
    memmove(&queue->items[at], &queue->items[at + 1], (--queue->count - at) * sizeof r);
    return r;
}

/* After the last one of its line; lines stand in order, as their order means nothing. */
static void join(struct machine *m, struct machine_queue *queue, const struct machine_request *r) {
    if (queue->count == MACHINE_MAX_QUEUE) {
        machine_fault(m, 0, "more requests under way from one compute unit than 256", true);
        return;
    }
    uint32_t at = queue->count;
    while (at > 0 && m->lines[queue->items[at - 1].location] > m->lines[r->location])
        at--;
    memmove(&queue->items[at + 1], &queue->items[at], (queue->count++ - at) * sizeof *r);
    queue->items[at] = *r;
}

bool machine_has_line(const struct machine *m, const struct machine_queue *queue, uint32_t end, uint32_t line) {
    for (uint32_t k = 0; k < end; k++)
        if (m->lines[queue->items[k].location] == line)
            return true;
    return false;
}

bool machine_has_write(const struct machine *m, const struct machine_queue *queue, uint32_t line) {
    for (uint32_t k = 0; k < queue->count; k++)
        if (m->lines[queue->items[k].location] == line && queue->items[k].kind != REQUEST_LOAD)
            return true;
    return false;
}

/* ---- the end of a request ---- */

static uint32_t merged(const struct machine_request *r, uint32_t old, uint32_t value) {
    if (r->bytes == 4)
        return value;
    uint32_t mask = ((UINT32_C(1) << (8 * r->bytes)) - 1) << r->shift;
    return (old & ~mask) | (value << r->shift & mask);
}

static void finish_op(struct machine *m, const struct machine_request *r) {
    struct machine_wave *w = &m->state.waves[r->wave];
    if (r->op == REQUEST_WITHOUT_OP)
        return;
    w->out[r->op].parts--;
    machine_retire(m, r->wave);
}

static void put_result(struct machine *m, const struct machine_request *r, uint32_t part, uint32_t value) {
    struct machine_wave *w = &m->state.waves[r->wave];
    const struct machine_instruction *i = instruction_of(m, r);
    if (!i || !(i->returns || i->unit == MACHINE_SCALAR_MEMORY))
        return;
    uint32_t number = i->target.number + r->part + part;
    uint32_t *target = i->target.kind == MACHINE_SCALAR
                           ? &w->scalars[number]
                           : &w->vectors[number * m->program->waves[r->wave].lanes + r->lane];
    *target = machine_loaded(i, *target, value, r->shift);
}

static void finish_load(struct machine *m, const struct machine_request *r, const uint32_t *values) {
    for (uint32_t k = 0; k < (r->flags & REQUEST_WIDE ? 2u : 1u); k++)
        put_result(m, r, k, values[r->location + k]);
    machine_tell_number(m, ": ", values[r->location]);
    finish_op(m, r);
}

/* Changes the values of memory as a read-modify-write or a store does, and gives back what the former returns. */
static void modify(struct machine *m, const struct machine_request *r, uint32_t *values) {
    bool wide = r->flags & REQUEST_WIDE;
    uint64_t old = values[r->location] | (wide ? (uint64_t)values[r->location + 1] << 32 : 0);
    uint64_t operand = r->value[0] | (wide ? (uint64_t)r->value[1] << 32 : 0);
    uint64_t compared = r->compared[0] | (wide ? (uint64_t)r->compared[1] << 32 : 0);
    uint64_t result =
        r->kind == REQUEST_STORE ? operand : machine_modify(r->rmw, wide ? 64 : 32, old, operand, compared);
    if (r->kind == REQUEST_RMW)
        for (uint32_t k = 0; k < (wide ? 2u : 1u); k++)
            put_result(m, r, k, values[r->location + k]);
    values[r->location] = r->bytes < 4 ? merged(r, (uint32_t)old, (uint32_t)result) : (uint32_t)result;
    if (wide)
        values[r->location + 1] = (uint32_t)(result >> 32);
    machine_tell_number(m, r->kind == REQUEST_STORE ? ": " : ": becomes ", values[r->location]);
}

static void perform_on(struct machine *m, const struct machine_request *r, uint32_t *values) {
    if (r->kind == REQUEST_LOAD) {
        finish_load(m, r, values);
        return;
    }
    modify(m, r, values);
    finish_op(m, r);
}

/* ---- L2 and memory ---- */

/* Two L2s: an access of the die alone is served by its own, which fills from memory. */
static void perform_on_die(struct machine *m, const struct machine_request *r, struct machine_cache *l2, bool evict) {
    uint32_t count = r->flags & REQUEST_WIDE ? 2 : 1;
    if (evict)
        machine_drop_clean(m, l2, r->location, count);
    for (uint32_t k = r->location; k < r->location + count; k++) {
        if (l2->present[k] == ENTRY_ABSENT) {
            l2->values[k] = m->state.memory[k];
            l2->present[k] = ENTRY_CLEAN;
        }
        if (r->kind != REQUEST_LOAD)
            l2->present[k] |= (uint8_t)((((1u << r->bytes) - 1) << r->shift / 8 & 0xF) * ENTRY_FIRST_DIRTY);
    }
    perform_on(m, r, l2->values);
}

/* Performs a request that is coherent among dies: what this die's L2 has of the word goes to memory first. */
static void perform_on_device(struct machine *m, const struct machine_request *r, uint32_t xcd) {
    struct machine_cache *l2 = &m->state.l2[xcd];
    uint32_t count = r->flags & REQUEST_WIDE ? 2 : 1, location = r->location;
    for (uint32_t k = 0; k < count; k++)
        machine_write_location_back(m, xcd, location + k);
    bool writes = r->kind != REQUEST_LOAD;
    perform_on(m, r, m->state.memory);
    for (uint32_t k = 0; writes && k < count; k++)
        l2->values[location + k] = m->state.memory[location + k];
}

void machine_perform(struct machine *m, const struct machine_request *r, bool evict) {
    uint32_t xcd = m->units[r->wave].xcd;
    tell_request(m, r, "performs at L2");
    if (!machine_in_l2(m, r->location))
        perform_on(m, r, m->state.memory);
    else if (r->flags & REQUEST_DEVICE)
        perform_on_device(m, r, xcd);
    else
        perform_on_die(m, r, &m->state.l2[xcd], evict);
    machine_tell_end(m, evict ? ", after L2 evicted its copy" : "");
}

/* ---- steps ---- */

static void invalidate(struct machine *m, const struct machine_request *r) {
    const struct machine_compute_unit *unit = &m->units[r->wave];
    uint32_t count = m->program->location_count;
    if (r->drops & MACHINE_CACHE_V)
        memset(m->state.v[unit->cu].present, ENTRY_ABSENT, count);
    if (r->drops & MACHINE_CACHE_G)
        memset(m->state.g[unit->sa].present, ENTRY_ABSENT, count);
    if (r->drops & MACHINE_CACHE_L2 && m->target.l2_count > 1)
        machine_drop_clean(m, &m->state.l2[unit->xcd], 0, count);
    tell_request(m, r, "invalidates");
    machine_tell_end(m, "");
    finish_op(m, r);
}

static void store_into_v(struct machine *m, const struct machine_request *r, struct machine_cache *v) {
    for (uint32_t k = 0; k < (r->flags & REQUEST_WIDE ? 2u : 1u); k++) {
        uint32_t location = r->location + k;
        if (!machine_in_v(m, m->units[r->wave].cu, location) || (r->bytes < 4 && !v->present[location]))
            continue;
        v->values[location] = merged(r, v->values[location], r->value[k]);
        v->present[location] = ENTRY_CLEAN;
    }
}

static void pass_below(struct machine *m, struct machine_queue *queue, struct machine_request *r) {
    if (r->flags & REQUEST_DONE_AT_V) {
        finish_op(m, r);
        r->op = REQUEST_WITHOUT_OP;
    }
    join(m, queue, r);
}

static void send_on(struct machine *m, struct machine_request *r) {
    pass_below(m, &m->state.q1[m->units[r->wave].cu], r);
}

static bool fails(const struct machine_request *r, const uint32_t *values) {
    bool wide = r->flags & REQUEST_WIDE;
    return r->rmw == MACHINE_COMPARE_SWAP &&
           (values[r->location] != r->compared[0] || (wide && values[r->location + 1] != r->compared[1]));
}

/* A read-modify-write changes the copy, and what it leaves there goes on as a store, unless it fails; false: it does.
 */
static bool modify_copy(struct machine *m, struct machine_request *r, struct machine_cache *cache, const char *what) {
    bool done = fails(r, cache->values);
    tell_request(m, r, what);
    modify(m, r, cache->values);
    machine_tell_end(m, "");
    if (done) {
        finish_op(m, r);
        return false;
    }
    r->kind = REQUEST_STORE;
    r->flags = (uint8_t)((r->flags & REQUEST_WIDE) | (m->target.ack_at_scope ? REQUEST_DONE_AT_V : 0));
    for (uint32_t k = 0; k < (r->flags & REQUEST_WIDE ? 2u : 1u); k++)
        r->value[k] = cache->values[r->location + k];
    return true;
}

void machine_arrive(struct machine *m, const struct machine_step *step) {
    struct machine_request r = machine_take_request(&m->state.waves[step->a].to_v, step->b);
    uint32_t cu = m->units[r.wave].cu;
    struct machine_cache *v = &m->state.v[cu];
    if (r.kind == REQUEST_INVALIDATE) {
        invalidate(m, &r);
        return;
    }
    uint32_t line = m->lines[r.location];
    bool may_hit = r.flags & REQUEST_HITS_V;
    bool hits = may_hit && !step->c && machine_in_v(m, cu, r.location) && machine_cache_holds(v, &r);
    if (hits && r.kind == REQUEST_RMW) {
        if (modify_copy(m, &r, v, "performs in V"))
            send_on(m, &r);
        return;
    }
    if (hits) {
        tell_request(m, &r, "finds its copy in V");
        finish_load(m, &r, v->values);
        machine_tell_end(m, "");
        return;
    }
    tell_request(m, &r, "arrives at V");
    machine_tell_end(m, step->c ? ", which has evicted its copy" : "");
    if (r.kind == REQUEST_STORE)
        store_into_v(m, &r, v);
    else if (!may_hit || step->c || r.kind == REQUEST_RMW)
        machine_drop_line(m, v, line);
    send_on(m, &r);
}

void machine_pass_g(struct machine *m, const struct machine_step *step) {
    struct machine_request r = machine_take_request(&m->state.q1[step->a], step->b);
    uint32_t sa = m->units[r.wave].sa, line = m->lines[r.location];
    struct machine_cache *g = &m->state.g[sa];
    bool engine = machine_traits(m->code->processor)->has_scopes, may_hit = r.flags & REQUEST_HITS_G;
    bool hits = may_hit && !step->c && machine_cache_holds(g, &r) &&
                !machine_has_line(m, &m->state.q2[sa], m->state.q2[sa].count, line);
    if (hits && r.kind == REQUEST_LOAD) {
        tell_request(m, &r, engine ? "finds its copy in the cache of its shader engine" : "finds its copy in GL1");
        finish_load(m, &r, g->values);
        machine_tell_end(m, "");
        return;
    }
    if (hits) {
        if (modify_copy(m, &r, g, "performs in the cache of its shader engine"))
            pass_below(m, &m->state.q2[sa], &r);
        return;
    }
    tell_request(m, &r, engine ? "passes the cache of its shader engine" : "passes GL1");
    machine_tell_end(m, step->c ? ", which has evicted its copy" : "");
    if (!may_hit || step->c || r.kind == REQUEST_RMW)
        machine_drop_line(m, g, line);
    join(m, &m->state.q2[sa], &r);
}

void machine_perform_local(struct machine *m, uint32_t wave) {
    struct machine_request r = machine_take_request(&m->state.waves[wave].to_local, 0);
    uint32_t *local = m->state.local + (size_t)m->program->waves[wave].group * m->program->local_dwords;
    tell_request(m, &r, "performs on LDS");
    perform_on(m, &r, local);
    machine_tell_end(m, "");
}

void machine_load_scalar(struct machine *m, uint32_t wave, uint32_t at) {
    struct machine_request r = machine_take_request(&m->state.waves[wave].to_scalar, at);
    struct machine_cache *l2 = &m->state.l2[m->units[wave].xcd];
    bool copy = machine_in_l2(m, r.location) && l2->present[r.location];
    tell_request(m, &r, "is loaded through the scalar cache");
    finish_load(m, &r, copy ? l2->values : m->state.memory);
    machine_tell_end(m, "");
}

void machine_complete_write_back(struct machine *m, uint32_t wave, uint32_t op) {
    struct machine_op *o = &m->state.waves[wave].out[op];
    if (m->trace)
        text_format(m->trace, "  %s, line %u: the write-back completes\n",
                    m->program->waves[machine_told(m, wave)].name, m->code->instructions[o->instruction].line);
    const struct machine_instruction *i = &m->code->instructions[o->instruction];
    bool writes = machine_reaches_dies(m->code, i);
    for (uint32_t k = 0; writes && m->target.l2_count > 1 && k < m->program->location_count; k++)
        machine_write_location_back(m, m->units[wave].xcd, k);
    o->parts = 0;
    machine_retire(m, wave);
}
