/* Loads whose value serves only as what a compare-exchange expects. Compilers begin a loop of such exchanges with a
 * plain load, also where the program has an atomic (LLVM's AtomicExpandPass). An old value makes the exchange fail, and
 * changes nothing else. So that load counts as an atomic, if on this run all that was computed from its value went into
 * an exchange at its address that compares with the value itself (docs/reference/machine.md 8, "Atomics"). */
#include "mmra/machine/machine_race_state.h"
#include "mmra/machine/machine_wave.h"

enum { ALL = (1 << RACE_EXPECTED) - 1, SOURCES = 4 + MACHINE_MORE };

static const struct race_origin unknown;

static bool is_exchange(const struct machine_instruction *i) {
    return (i->unit == MACHINE_MEMORY || i->unit == MACHINE_LOCAL) && i->operation == MACHINE_RMW &&
           i->rmw == MACHINE_COMPARE_SWAP;
}

bool race_has_exchange(const struct machine_code *code) {
    for (uint32_t k = 0; k < code->count; k++)
        if (is_exchange(&code->instructions[k]))
            return true;
    return false;
}

bool race_may_expect(const struct machine_instruction *i) {
    bool memory = i->unit == MACHINE_MEMORY || i->unit == MACHINE_LOCAL || i->unit == MACHINE_SCALAR_MEMORY;
    return memory && i->operation == MACHINE_LOAD && i->dwords && i->dwords <= 2 && !i->bytes && !i->half &&
           i->addresses < 2 && !i->to_local && !i->copies && !i->permutes && i->path != MACHINE_SCRATCH;
}

/* ---- origins ---- */

static struct race_origin *origin_at(const struct race_expected *e, const struct machine_operand *o, uint32_t number,
                                     uint32_t lane) {
    if (o->kind == MACHINE_VECTOR && number < e->registers)
        return &e->vectors[number * e->lanes + lane];
    if (o->kind == MACHINE_SCALAR && number < MACHINE_SCALARS)
        return &e->scalars[number];
    return NULL;
}

/* Bits: the loads from whose values the operand was computed. */
static uint8_t loads_of(const struct race_expected *e, const struct machine_operand *o, uint32_t lane) {
    uint8_t loads = 0;
    for (uint32_t k = 0; k < o->count; k++) {
        const struct race_origin *origin = origin_at(e, o, o->number + k, lane);
        loads |= origin ? origin->loads : 0;
    }
    return loads;
}

static const struct machine_operand *source_of(const struct machine_instruction *i, uint32_t number) {
    return number < 3 ? &i->source[number] : number == 3 ? &i->soffset : &i->more[number - 4];
}

static uint8_t loads_of_sources(const struct race_expected *e, const struct machine_instruction *i, uint64_t lanes) {
    uint8_t loads = 0;
    for (uint32_t k = 0; k < SOURCES; k++)
        for (uint32_t lane = 0; lane < e->lanes; lane++)
            if (lanes >> lane & 1)
                loads |= loads_of(e, source_of(i, k), lane);
    return loads;
}

/* The lanes in which a vector register comes of the load; with a scalar one all do. */
static uint64_t lanes_of(const struct race_expected *e, uint32_t load) {
    uint64_t lanes = 0;
    for (uint32_t k = 0; k < e->registers * e->lanes; k++)
        lanes |= e->vectors[k].loads >> load & 1 ? UINT64_C(1) << (k % e->lanes) : 0;
    for (uint32_t k = 0; k < MACHINE_SCALARS; k++)
        lanes |= e->scalars[k].loads >> load & 1 ? UINT64_MAX : 0;
    return lanes;
}

static void forget(struct race_origin *origin, uint8_t loads) {
    origin->loads &= (uint8_t)~loads;
    if (!origin->loads)
        *origin = unknown;
}

static void forget_lane(struct race_expected *e, uint8_t loads, uint32_t lane) {
    for (uint32_t k = 0; k < e->registers; k++)
        forget(&e->vectors[k * e->lanes + lane], loads);
}

static void forget_loads(struct race_expected *e, uint8_t loads) {
    if (!loads)
        return;
    e->used &= (uint8_t)~loads;
    for (uint32_t lane = 0; lane < e->lanes; lane++)
        forget_lane(e, loads, lane);
    for (uint32_t k = 0; k < MACHINE_SCALARS; k++)
        forget(&e->scalars[k], loads);
}

/* Their values went elsewhere. */
static void escape(struct machine_race *race, struct race_expected *e, uint8_t loads) {
    for (uint32_t k = 0; k < RACE_EXPECTED; k++)
        if (loads >> k & 1)
            race->sites[e->loads[k].load - race->code->instructions].escapes = true;
    forget_loads(e, loads);
}

/* ---- arithmetic ---- */

static bool is_copy(const struct machine_instruction *i) {
    return (i->unit == MACHINE_VALU || i->unit == MACHINE_SALU) && i->operation == MACHINE_MOV && !i->packed &&
           !i->clamps && !i->doubles && !i->negated && !i->absolute && !i->source[0].width && !i->target.width;
}

/* A lane's result of an instruction that writes whole registers, or parts of them. */
static void set_result(struct race_expected *e, const struct machine_instruction *i, uint32_t lane, uint8_t loads) {
    for (uint32_t k = 0; k < i->target.count; k++) {
        struct race_origin *to = origin_at(e, &i->target, i->target.number + k, lane);
        const struct race_origin *from = is_copy(i) ? origin_at(e, &i->source[0], i->source[0].number + k, lane) : NULL;
        if (!to)
            continue;
        uint8_t kept = i->target.width || i->half ? to->loads : 0;
        *to = from ? *from : (struct race_origin){.loads = loads | kept};
    }
}

static void set_mask(struct race_expected *e, const struct machine_operand *o, uint8_t loads) {
    for (uint32_t k = 0; k < o->count; k++) {
        struct race_origin *to = o->kind == MACHINE_SCALAR ? origin_at(e, o, o->number + k, 0) : NULL;
        if (to)
            *to = (struct race_origin){.loads = loads};
    }
}

static bool is_value(const struct race_expected *e, const struct machine_operand *o, uint32_t first, uint32_t lane,
                     uint32_t load) {
    for (uint32_t k = 0; k < e->loads[load].load->dwords; k++) {
        const struct race_origin *origin = origin_at(e, o, first + k, lane);
        if (!origin || origin->copy != 1 + 2 * load + k)
            return false;
    }
    return true;
}

/* Whether the comparison asks only whether an exchange has failed: of what it returned, and the value it expected. */
static bool is_outcome(const struct race_expected *e, const struct machine_instruction *i, uint64_t exec, uint32_t load,
                       uint32_t own) {
    const struct race_expected_load *l = &e->loads[load];
    const struct machine_operand *value = &i->source[own], *other = &i->source[1 - own];
    if (!l->exchange || (i->operation != MACHINE_EQ && i->operation != MACHINE_NE) || i->bits != 32 * l->load->dwords ||
        other->kind != MACHINE_VECTOR || other->number != l->exchange->target.number || other->width || value->width)
        return false;
    for (uint32_t lane = 0; lane < e->lanes; lane++) {
        bool of_load = exec >> lane & 1 && loads_of(e, value, lane);
        if (exec >> lane & 1 && loads_of(e, other, lane))
            return false;
        if (of_load && (!(l->tried >> lane & 1) || !is_value(e, value, value->number, lane, load)))
            return false;
    }
    return true;
}

static bool is_any_outcome(const struct race_expected *e, const struct machine_instruction *i, uint64_t exec) {
    for (uint32_t k = 0; k < 2 * RACE_EXPECTED; k++)
        if (e->used >> (k / 2) & 1 && is_outcome(e, i, exec, k / 2, k % 2))
            return true;
    return false;
}

static bool is_between_lanes(const struct machine_instruction *i) {
    return i->move.kind != MACHINE_NO_MOVE ||
           (i->operation >= MACHINE_READ_FIRST_LANE && i->operation <= MACHINE_MATRIX && i->unit == MACHINE_VALU);
}

static void follow_vector(struct machine_race *race, struct race_expected *e, const struct machine_instruction *i,
                          uint64_t exec) {
    if (is_between_lanes(i)) {
        bool by_number = i->operation == MACHINE_MOVE_RELATIVE || i->operation == MACHINE_SWAP_ROWS;
        escape(race, e, by_number ? e->used : loads_of_sources(e, i, UINT64_MAX));
        return;
    }
    bool outcome = i->unit == MACHINE_COMPARE && is_any_outcome(e, i, exec);
    uint8_t loads = outcome ? 0 : loads_of_sources(e, i, exec);
    bool hidden = i->carry_out.kind == MACHINE_SCALAR && i->carry_out.number > MACHINE_VCC + 1 &&
                  i->carry_out.number != MACHINE_NULL; /* EXEC, M0: what reads them does not name them */
    if (loads && (i->writes_exec || hidden)) {
        escape(race, e, loads);
        loads = 0;
    }
    for (uint32_t lane = 0; lane < e->lanes && i->target.kind == MACHINE_VECTOR; lane++)
        if (exec >> lane & 1) {
            uint8_t own = 0;
            for (uint32_t k = 0; k < SOURCES; k++)
                own |= loads_of(e, source_of(i, k), lane);
            set_result(e, i, lane, own);
        }
    set_mask(e, &i->carry_out, loads);
}

/* Scalar arithmetic also writes SCC, so that only copies may take a value. */
static void follow_scalar(struct machine_race *race, struct race_expected *e, const struct machine_instruction *i) {
    uint8_t loads = loads_of_sources(e, i, 1);
    bool ordinary = i->target.kind == MACHINE_SCALAR && i->target.number + i->target.count <= MACHINE_VCC;
    if (!is_copy(i) || !ordinary)
        escape(race, e, loads);
    if (i->target.kind == MACHINE_SCALAR)
        set_result(e, i, 0, loads_of_sources(e, i, 1));
}

/* ---- memory ---- */

static void set_clean(struct race_expected *e, const struct machine_instruction *i, uint64_t exec) {
    bool writes = i->returns || i->operation == MACHINE_LOAD;
    for (uint32_t lane = 0; lane < e->lanes && writes && i->target.kind == MACHINE_VECTOR; lane++)
        if (exec >> lane & 1)
            set_result(e, i, lane, 0);
    if (i->target.kind == MACHINE_SCALAR)
        set_result(e, i, 0, 0);
}

static void begin_load(struct machine_race *race, struct race_expected *e, const struct machine_instruction *i,
                       uint64_t exec) {
    uint32_t at = 0;
    while (at < RACE_EXPECTED && !(e->used >> at & 1 && e->loads[at].load == i))
        at++;
    if (at < RACE_EXPECTED && lanes_of(e, at) & exec) {
        escape(race, e, (uint8_t)(1 << at));
        return;
    }
    if (at == RACE_EXPECTED) {
        for (at = 0; at < RACE_EXPECTED && e->used >> at & 1; at++)
            ;
        at = at < RACE_EXPECTED ? at : e->next++ % RACE_EXPECTED;
        escape(race, e, e->used & (uint8_t)(1 << at));
        e->loads[at] = (struct race_expected_load){.load = i};
    }
    e->used |= (uint8_t)(1 << at);
    e->loads[at].tried &= ~exec;
    e->loads[at].dwords = 0;
    for (uint32_t k = 0; k < i->dwords; k++)
        for (uint32_t lane = 0; lane < e->lanes; lane++) {
            struct race_origin *to = origin_at(e, &i->target, i->target.number + k, lane);
            if (to && (exec >> lane & 1 || i->unit == MACHINE_SCALAR_MEMORY))
                *to = (struct race_origin){(uint8_t)(1 << at), (uint8_t)(1 + 2 * at + k)};
        }
}

/* Of an exchange, what it writes and what it compares with may come of the load, if the latter is the load's value. */
static void follow_exchange(struct machine_race *race, struct race_expected *e, const struct machine_instruction *i,
                            uint64_t exec) {
    const struct machine_operand *data = &i->source[1], *second = i->unit == MACHINE_LOCAL ? &i->source[2] : data;
    bool apart = i->unit == MACHINE_LOCAL;
    const struct machine_operand *compared = apart && i->swapped ? data : second;
    uint32_t first = apart ? compared->number : data->number + i->dwords;
    uint8_t wrong = 0;
    for (uint32_t k = 0; k < RACE_EXPECTED; k++)
        e->loads[k].now = 0;
    for (uint32_t lane = 0; lane < e->lanes; lane++) {
        if (!(exec >> lane & 1))
            continue;
        uint8_t loads = loads_of(e, data, lane) | loads_of(e, second, lane);
        wrong |= loads_of(e, &i->source[0], lane) | loads_of(e, &i->soffset, lane);
        wrong |= apart ? 0 : loads_of(e, &i->source[2], lane);
        for (uint32_t k = 0; k < RACE_EXPECTED; k++) {
            if (!(loads >> k & 1))
                continue;
            e->loads[k].now |= UINT64_C(1) << lane;
            if (e->loads[k].load->dwords != i->dwords || !is_value(e, compared, first, lane, k))
                wrong |= (uint8_t)(1 << k);
        }
    }
    for (uint32_t k = 0; k < RACE_EXPECTED; k++)
        if (e->loads[k].now) {
            e->loads[k].exchange = i->returns ? i : NULL;
            e->loads[k].tried |= e->loads[k].now;
        }
    escape(race, e, wrong);
    set_clean(e, i, exec);
}

static void follow_access(struct machine_race *race, struct race_expected *e, const struct machine_instruction *i,
                          uint64_t exec) {
    const struct race_site *site = race_site_of(race, i);
    if (is_exchange(i)) {
        follow_exchange(race, e, i, exec);
        return;
    }
    escape(race, e, loads_of_sources(e, i, i->permutes ? UINT64_MAX : exec));
    set_clean(e, i, exec);
    if (site->expects && !site->escapes)
        begin_load(race, e, i, exec);
}

/* ---- what the other files call ---- */

void race_follow(struct machine_race *race, struct race_wave *w, const struct machine_instruction *i, uint64_t exec) {
    struct race_expected *e = w->expected;
    const struct machine_operand vcc = {MACHINE_SCALAR, 2, MACHINE_VCC};
    if (!e || !(e->used || race_site_of(race, i)->expects))
        return;
    for (uint32_t k = 0; k < RACE_EXPECTED; k++)
        if (e->loads[k].exchange && machine_overlaps(&i->target, &e->loads[k].exchange->target))
            e->loads[k].exchange = NULL; /* what it returned is no longer there */
    if (i->unit == MACHINE_SALU) {
        follow_scalar(race, e, i);
    } else if (i->unit == MACHINE_VALU || i->unit == MACHINE_COMPARE) {
        follow_vector(race, e, i, exec);
    } else if (i->unit == MACHINE_MEMORY || i->unit == MACHINE_LOCAL || i->unit == MACHINE_SCALAR_MEMORY) {
        follow_access(race, e, i, exec);
    } else {
        bool asks = i->unit == MACHINE_BRANCH && (i->operation == MACHINE_VCCZ || i->operation == MACHINE_VCCNZ);
        escape(race, e, loads_of_sources(e, i, UINT64_MAX) | (asks ? loads_of(e, &vcc, 0) : 0));
    }
}

void race_follow_load(struct race_wave *w, const struct machine_instruction *i, uint32_t lane, uint64_t address,
                      bool local, const uint8_t *bytes, uint64_t size) {
    struct race_expected *e = w->expected;
    for (uint32_t k = 0; k < RACE_EXPECTED; k++) {
        struct race_expected_load *l = &e->loads[k];
        if (!(e->used >> k & 1) || l->load != i)
            continue;
        bool scalar = i->unit == MACHINE_SCALAR_MEMORY; /* of which each dword is told of */
        uint32_t at = scalar ? 0 : lane, dword = scalar ? l->dwords++ : 0;
        uint64_t value = 0;
        memcpy(&value, bytes, size < sizeof value ? size : sizeof value);
        l->local = local;
        l->address[at] = dword ? l->address[at] : address;
        l->value[at] = dword ? l->value[at] | value << 32 : value;
    }
}

void race_follow_exchange(struct machine_race *race, struct race_wave *w, const struct machine_instruction *i,
                          uint32_t lane, uint64_t address, bool local, const uint8_t *bytes) {
    struct race_expected *e = w->expected;
    uint64_t value = 0;
    memcpy(&value, bytes, 4 * (size_t)i->dwords);
    for (uint32_t k = 0; k < RACE_EXPECTED; k++) {
        struct race_expected_load *l = &e->loads[k];
        if (!(e->used >> k & 1) || !(l->now >> lane & 1))
            continue;
        uint32_t at = l->load->unit == MACHINE_SCALAR_MEMORY ? 0 : lane;
        if (l->address[at] != address || l->local != local) {
            escape(race, e, (uint8_t)(1 << k));
            continue;
        }
        race->sites[l->load - race->code->instructions].exchanged = true;
        if (l->value[at] == value) /* it succeeds: the value was there */
            forget_lane(e, (uint8_t)(1 << k), lane);
    }
}

bool race_is_expected(const struct race_site *site) {
    return site->expects && site->exchanged && !site->escapes;
}

struct race_expected *race_make_expected(struct machine_race *race) {
    struct race_expected *e = arena_allocate_array(race->arena, 1, sizeof *e);
    e->lanes = race->code->kernel.wave32 ? 32 : 64;
    e->registers = machine_count_vectors(race->code);
    e->scalars = arena_allocate_array(race->arena, MACHINE_SCALARS, sizeof *e->scalars);
    e->vectors = arena_allocate_array(race->arena, (size_t)e->registers * e->lanes + 1, sizeof *e->vectors);
    return e;
}

void race_clear_expected(struct race_expected *e) {
    if (e)
        forget_loads(e, ALL);
}
