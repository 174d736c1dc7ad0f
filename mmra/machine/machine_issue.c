/* Issue: an access becomes requests, one for each word that it accesses, in order of lanes, and an operation that is
 * out until they are done. */
#include "mmra/machine/machine_memory.h"
#include "mmra/machine/machine_processor.h"
#include "mmra/machine/machine_state.h"
#include "mmra/machine/machine_wave.h"

enum { OUT_LIMIT = 60 }; /* of a counter: then the wave waits, as hardware does */
#define ONE_AS_FLOAT UINT32_C(0x3F800000)

bool machine_has_room(const struct machine *m, uint32_t wave) {
    return m->state.waves[wave].out_count < OUT_LIMIT;
}

/* ---- addresses ---- */

static uint32_t find_location(const struct machine_program *p, uint64_t address) {
    uint32_t low = 0, high = p->location_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (p->locations[middle].address < (address & ~UINT64_C(3)))
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < p->location_count && p->locations[low].address == (address & ~UINT64_C(3));
    return found ? low : UINT32_MAX;
}

static bool read_constant(const struct machine_program *p, uint64_t address, uint32_t *value) {
    for (uint32_t k = 0; k < p->constant_count; k++) {
        const struct machine_constant *c = &p->constants[k];
        if (address >= c->address && address - c->address < 4 * (uint64_t)c->count) {
            *value = c->words[(address - c->address) / 4];
            return true;
        }
    }
    return false;
}

/* ---- texels ---- */

/* The address of a texel, and how many components it has. */
struct texel {
    uint64_t address;
    uint32_t components;
    bool floating;
};

/* False where it is outside the image: then a load gives 0, and a store does nothing. */
static bool image_texel(const struct machine *m, uint32_t wave, const struct machine_instruction *i, uint32_t lane,
                        struct texel *texel) {
    const uint32_t *words = &m->state.waves[wave].scalars[i->source[2].number];
    uint32_t coordinates = words[5] >> MACHINE_TEXEL_COORDINATES;
    struct machine_registers g = machine_registers_of(m, wave);
    uint64_t index = 0, stride = 1;
    texel->components = words[5] & MACHINE_TEXEL_COMPONENTS;
    texel->floating = words[5] & MACHINE_TEXEL_FLOATING;
    for (uint32_t k = 0; k < coordinates && k < 3; k++) {
        uint32_t at = machine_coordinate(&g, i, lane, k);
        if (at >= words[2 + k])
            return false;
        index += at * stride;
        stride *= words[2 + k];
    }
    texel->address = (words[0] | (uint64_t)words[1] << 32) + 4 * index * texel->components;
    return true;
}

/* ---- which caches it may be served by ---- */

static uint8_t load_flags(const struct machine *m, const struct machine_instruction *i) {
    uint8_t caches = machine_caches_of_load(m->code, i->cache, i->scope);
    bool device = machine_traits(m->code->processor)->l2.exists && !(caches & MACHINE_CACHE_L2);
    return (uint8_t)((caches & MACHINE_CACHE_V ? REQUEST_HITS_V : 0) | (caches & MACHINE_CACHE_G ? REQUEST_HITS_G : 0) |
                     (device ? REQUEST_DEVICE : 0));
}

/* gfx1201 may perform a read-modify-write in the cache of its scope, which nobody documents: all ways are tried. */
bool machine_modifies_copies(const struct machine *m, const struct machine_instruction *i) {
    return machine_traits(m->code->processor)->has_scopes && i->unit == MACHINE_MEMORY && i->operation == MACHINE_RMW &&
           i->scope < MACHINE_SCOPE_DEV;
}

static uint8_t flags_of(const struct machine *m, const struct machine_instruction *i) {
    if (i->operation == MACHINE_LOAD || machine_modifies_copies(m, i))
        return load_flags(m, i);
    bool at_v = m->target.ack_at_scope && i->operation == MACHINE_STORE && i->scope < MACHINE_SCOPE_DEV;
    return (uint8_t)((machine_is_at_device(m->code, i) ? REQUEST_DEVICE : 0) | (at_v ? REQUEST_DONE_AT_V : 0));
}

/* ---- counters ---- */

static uint8_t counters_of(const struct machine *m, const struct machine_instruction *i) {
    if (i->unit == MACHINE_LOCAL)
        return 1 << MACHINE_LGKM;
    if (i->unit == MACHINE_SCALAR_MEMORY)
        return machine_counters_of_scalar(m->code->processor);
    if (i->unit == MACHINE_INVALIDATE)
        return machine_counters_of_invalidation(m->code->processor);
    uint8_t counter = machine_counters_of_vector(m->code->processor, i->returns);
    return (uint8_t)(counter | (i->unit == MACHINE_MEMORY && i->path == MACHINE_FLAT ? 1 << MACHINE_LGKM : 0));
}

static struct machine_op *push_op(struct machine *m, uint32_t wave, const struct machine_instruction *i) {
    struct machine_wave *w = &m->state.waves[wave];
    uint8_t counters = counters_of(m, i);
    for (uint32_t k = 0; k < w->out_count; k++)
        if (w->out[k].counters & counters && w->out[k].younger < MACHINE_NO_WAIT - 1)
            w->out[k].younger++;
    struct machine_op *op = &w->out[w->out_count++];
    *op = (struct machine_op){.instruction = (uint16_t)(i - m->code->instructions),
                              .counters = counters,
                              .kind = i->unit,
                              .unordered = i->unit == MACHINE_SCALAR_MEMORY,
                              .lanes = i->unit == MACHINE_SCALAR_MEMORY ? UINT64_MAX : machine_exec(w)};
    return op;
}

/* ---- requests ---- */

static struct machine_request *push(struct machine *m, struct machine_queue *queue,
                                    const struct machine_instruction *i) {
    if (queue->count == MACHINE_MAX_QUEUE) {
        machine_fault(m, i->line, "more requests of one wave under way than 256", true);
        queue->count = 0; /* nothing is asked any more */
    }
    struct machine_request *r = &queue->items[queue->count++];
    memset(r, 0, sizeof *r);
    return r;
}

static uint32_t half_of(uint32_t value, uint32_t part) {
    return part & 1 ? value >> 16 : value & 0xFFFF;
}

static void fill_data(struct machine *m, uint32_t wave, const struct machine_instruction *i, uint32_t lane,
                      uint32_t part, struct machine_request *r) {
    const struct machine_wave *w = &m->state.waves[wave];
    uint32_t lanes = m->program->waves[wave].lanes;
    if (i->operation == MACHINE_LOAD)
        return;
    bool second = part >= i->dwords; /* ds_write2 */
    const struct machine_operand *data = second ? &i->source[2] : &i->source[1];
    uint32_t dword = second ? part - i->dwords : part, wide = r->flags & REQUEST_WIDE ? 2 : 1;
    for (uint32_t k = 0; k < wide; k++) {
        uint32_t number = data->number + dword + k, compared = data->number + i->dwords + k;
        if (i->unit == MACHINE_LOCAL)
            compared = i->source[2].number + k;
        r->value[k] = i->short_data ? half_of(w->vectors[(data->number + dword / 2) * lanes + lane], dword)
                                    : w->vectors[number * lanes + lane] >> (i->half == 2 ? 16 : 0);
        if (i->operation == MACHINE_RMW && i->rmw == MACHINE_COMPARE_SWAP)
            r->compared[k] = w->vectors[compared * lanes + lane];
        if (i->swapped) {
            uint32_t first = r->value[k];
            r->value[k] = r->compared[k];
            r->compared[k] = first;
        }
    }
}

/* 64 bits are one access if they are an atomic, or if they may be one: aligned, and with bits that an atomic has. */
static bool is_single(const struct machine *m, const struct machine_instruction *i, uint64_t address) {
    if (i->dwords != 2 || address % 8)
        return false;
    bool marked = i->cache & (MACHINE_GLC | MACHINE_SC0 | MACHINE_SC1) || i->scope != MACHINE_SCOPE_CU;
    bool unmarked = i->operation == MACHINE_STORE && !machine_traits(m->code->processor)->marks_stores;
    return i->operation == MACHINE_RMW || marked || unmarked;
}

static void describe(struct machine_request *r, uint32_t wave, uint32_t op, const struct machine_instruction *i,
                     uint32_t lane, uint32_t part, uint64_t address) {
    r->kind = i->operation == MACHINE_LOAD ? REQUEST_LOAD : i->operation == MACHINE_STORE ? REQUEST_STORE : REQUEST_RMW;
    r->wave = (uint8_t)wave;
    r->op = (uint8_t)op;
    r->lane = (uint8_t)lane;
    r->part = (uint8_t)part;
    r->rmw = i->rmw;
    r->bytes = i->bytes ? i->bytes : 4;
    r->shift = (uint8_t)(8 * (address % 4));
}

static void set_result(struct machine *m, uint32_t wave, const struct machine_instruction *i, uint32_t lane,
                       uint32_t part, uint32_t dword, uint32_t shift) {
    uint32_t lanes = m->program->waves[wave].lanes;
    uint32_t *target = &m->state.waves[wave].vectors[(i->target.number + part) * lanes + lane];
    if (i->returns)
        *target = machine_loaded(i, *target, dword, shift);
}

/* Adds a word of an access, of 4 bytes or of 8. */
static void push_word(struct machine *m, uint32_t wave, const struct machine_instruction *i, uint32_t lane,
                      uint32_t part, uint64_t at, bool wide) {
    struct machine_wave *w = &m->state.waves[wave];
    uint32_t op = w->out_count - 1, location = find_location(m->program, at), constant;
    if (location == UINT32_MAX || (wide && find_location(m->program, at + 4) != location + 1)) {
        if (i->operation == MACHINE_LOAD && read_constant(m->program, at, &constant))
            set_result(m, wave, i, lane, part, constant, 8 * (at % 4));
        else
            machine_fault(m, i->line, "an access out of bounds", false);
        return;
    }
    struct machine_request *r = push(m, &w->to_v, i);
    describe(r, wave, op, i, lane, part, at);
    r->location = (uint16_t)location;
    r->flags = (uint8_t)(flags_of(m, i) | (wide ? REQUEST_WIDE : 0));
    fill_data(m, wave, i, lane, part, r);
    w->out[op].parts++;
    machine_note_access(m, r);
}

static void push_global(struct machine *m, uint32_t wave, const struct machine_instruction *i, uint32_t lane,
                        uint64_t address) {
    uint32_t wide = is_single(m, i, address) ? 2 : 1;
    for (uint32_t part = 0; part < i->dwords && !m->fault; part += wide)
        push_word(m, wave, i, lane, part, address + 4 * (uint64_t)part, wide == 2);
}

/* Data of 16 bits become a component of 32: the descriptor says how, but for what is not negative. */
static void check_extension(struct machine *m, uint32_t wave, const struct machine_instruction *i,
                            const struct texel *texel) {
    const struct machine_queue *queue = &m->state.waves[wave].to_v;
    if (i->short_data && queue->count && (texel->floating || queue->items[queue->count - 1].value[0] >> 15))
        machine_fault(m, i->line, "data of 16 bits that are floating, or have their highest bit", true);
}

/* A load of a component that texels lack gives 0, of the fourth 1. */
static void push_texel(struct machine *m, uint32_t wave, const struct machine_instruction *i, uint32_t lane,
                       const struct texel *texel) {
    for (uint32_t k = 0, part = 0; k < 4 && !m->fault; k++) {
        if (!(i->components >> k & 1))
            continue;
        if (k < texel->components) {
            push_word(m, wave, i, lane, part, texel->address + 4 * (uint64_t)k, false);
            check_extension(m, wave, i, texel);
        } else if (i->operation == MACHINE_LOAD)
            set_result(m, wave, i, lane, part, k < 3 ? 0 : texel->floating ? ONE_AS_FLOAT : 1, 0);
        part++;
    }
}

static void push_local(struct machine *m, uint32_t wave, const struct machine_instruction *i, uint32_t lane) {
    struct machine_wave *w = &m->state.waves[wave];
    uint32_t op = w->out_count - 1, wide = i->dwords == 2 ? 2 : 1;
    uint64_t base = machine_lane_value(m, wave, &i->source[0], lane) & UINT32_MAX;
    for (uint32_t part = 0; part < (uint32_t)i->dwords * i->addresses; part += wide) {
        bool second = part >= i->dwords;
        uint64_t at = (base + (uint64_t)(int64_t)(second ? i->offset2 : i->offset) +
                       4 * (uint64_t)(second ? part - i->dwords : part)) &
                      UINT32_MAX;
        if (at + 4 * wide - 1 >= 4 * (uint64_t)m->program->local_dwords) {
            machine_fault(m, i->line, "an access to local memory out of bounds", false);
            return;
        }
        struct machine_request *r = push(m, &w->to_local, i);
        describe(r, wave, op, i, lane, part, at);
        r->location = (uint16_t)(at / 4);
        r->flags = wide == 2 ? REQUEST_WIDE : 0;
        fill_data(m, wave, i, lane, part, r);
        w->out[op].parts++;
        machine_note_local(m, r);
    }
}

static void issue_lane(struct machine *m, uint32_t wave, const struct machine_instruction *i, uint32_t lane) {
    const uint32_t *words = &m->state.waves[wave].scalars[i->source[2].number];
    bool buffer = i->path == MACHINE_TEXELS, image = i->path == MACHINE_IMAGE;
    struct texel texel = {0};
    struct machine_registers g = machine_registers_of(m, wave);
    bool inside = image ? image_texel(m, wave, i, lane, &texel) : machine_lane_address(&g, i, lane, &texel.address);
    if (buffer) {
        texel.components = words[3] & MACHINE_TEXEL_COMPONENTS;
        texel.floating = words[3] & MACHINE_TEXEL_FLOATING;
    }
    if (inside && (image || buffer))
        push_texel(m, wave, i, lane, &texel);
    else if (inside)
        push_global(m, wave, i, lane, texel.address);
    else
        for (uint32_t part = 0; part < i->dwords; part++)
            set_result(m, wave, i, lane, part, 0, 0);
}

static void issue_lanes(struct machine *m, uint32_t wave, const struct machine_instruction *i) {
    uint64_t exec = machine_exec(&m->state.waves[wave]);
    push_op(m, wave, i);
    for (uint32_t lane = 0; lane < m->program->waves[wave].lanes && !m->fault; lane++)
        if (exec >> lane & 1) {
            if (i->unit == MACHINE_LOCAL)
                push_local(m, wave, i, lane);
            else
                issue_lane(m, wave, i, lane);
        }
}

/* Each lane takes the register of another, or 0 of one that EXEC lacks. It counts as LDS does, and accesses nothing. */
static void issue_permutation(struct machine *m, uint32_t wave, const struct machine_instruction *i) {
    uint64_t exec = machine_exec(&m->state.waves[wave]);
    uint32_t taken[MACHINE_MAX_LANES], lanes = m->program->waves[wave].lanes;
    struct machine_registers g = machine_registers_of(m, wave);
    push_op(m, wave, i);
    for (uint32_t lane = 0; lane < lanes; lane++) {
        uint32_t from = machine_permuted_lane(m->code, &g, i, lane);
        bool there = from < lanes && exec >> from & 1;
        taken[lane] = there ? (uint32_t)machine_lane_value(m, wave, &i->source[1], from) : 0;
    }
    for (uint32_t lane = 0; lane < lanes; lane++)
        if (exec >> lane & 1)
            set_result(m, wave, i, lane, 0, taken[lane], 0);
}

/* ---- scalar loads ---- */

static void issue_scalar(struct machine *m, uint32_t wave, const struct machine_instruction *i) {
    struct machine_wave *w = &m->state.waves[wave];
    struct machine_op *op = push_op(m, wave, i);
    struct machine_registers g = machine_registers_of(m, wave);
    uint64_t base = machine_scalar_address(&g, i);
    for (uint32_t part = 0; part < i->dwords; part++) {
        uint64_t at = (base & ~UINT64_C(3)) + 4 * (uint64_t)part;
        uint32_t location = find_location(m->program, at), value;
        if (read_constant(m->program, at, &value)) {
            w->scalars[i->target.number + part] = machine_loaded(i, 0, value, i->bytes ? 8 * (base % 4) : 0);
        } else if (location == UINT32_MAX) {
            machine_fault(m, i->line, "a scalar load out of bounds", false);
            return;
        } else {
            struct machine_request *r = push(m, &w->to_scalar, i);
            describe(r, wave, w->out_count - 1, i, 0, part, i->bytes ? base : at);
            r->location = (uint16_t)location;
            op->parts++;
            machine_note_access(m, r);
        }
    }
}

/* ---- caches ---- */

static void issue_invalidation(struct machine *m, uint32_t wave, const struct machine_instruction *i) {
    struct machine_wave *w = &m->state.waves[wave];
    bool counted = machine_counters_of_invalidation(m->code->processor);
    if (counted)
        push_op(m, wave, i)->parts = 1;
    struct machine_request *r = push(m, &w->to_v, i);
    r->kind = REQUEST_INVALIDATE;
    r->wave = (uint8_t)wave;
    r->op = (uint8_t)(counted ? w->out_count - 1 : REQUEST_WITHOUT_OP);
    r->location = (uint16_t)(i - m->code->instructions);
    r->drops = machine_caches_dropped(m->code, i);
}

void machine_issue(struct machine *m, uint32_t wave, const struct machine_instruction *i) {
    if (i->unit == MACHINE_INVALIDATE)
        issue_invalidation(m, wave, i);
    else if (i->unit == MACHINE_WRITE_BACK)
        push_op(m, wave, i)->parts = 1;
    else if (i->unit == MACHINE_SCALAR_MEMORY)
        issue_scalar(m, wave, i);
    else if (i->permutes)
        issue_permutation(m, wave, i);
    else
        issue_lanes(m, wave, i);
    machine_note_crowd(m, wave);
}
