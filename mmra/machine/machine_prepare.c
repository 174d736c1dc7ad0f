/* This file finds what a search needs to know before it begins: registers that are used, lines, what lies ahead of an
 * instruction; and the state in which everything begins. */
#include "mmra/machine/machine_state.h"
#include "mmra/machine/machine_wave.h"

/* ---- registers that may still be read ---- */

enum { LIVE_BITS = MACHINE_SCALARS + MACHINE_VECTORS, LIVE_WORDS = LIVE_BITS / 64 + 1 };

static void set_bits(uint64_t *set, uint32_t first, uint32_t count) {
    for (uint32_t k = first; k < first + count && k < LIVE_BITS; k++)
        set[k / 64] |= UINT64_C(1) << (k % 64);
}

static void clear_bits(uint64_t *set, uint32_t first, uint32_t count) {
    for (uint32_t k = first; k < first + count && k < LIVE_BITS; k++)
        set[k / 64] &= ~(UINT64_C(1) << (k % 64));
}

static void use(uint64_t *set, const struct machine_operand *o) {
    if (o->kind == MACHINE_SCALAR)
        set_bits(set, o->number, o->count);
    else if (o->kind == MACHINE_VECTOR)
        set_bits(set, MACHINE_SCALARS + o->number, o->count);
}

/* A vector register is written in some lanes only, so it is never dead by that. */
static void define(uint64_t *set, const struct machine_operand *o) {
    if (o->kind == MACHINE_SCALAR)
        clear_bits(set, o->number, o->count);
}

static void live_before(const struct machine_instruction *i, uint64_t *set) {
    bool scalar = i->unit == MACHINE_SALU;
    define(set, &i->target);
    define(set, &i->carry_out);
    for (int s = 0; s < 3; s++)
        use(set, &i->source[s]);
    if (i->target.width)
        use(set, &i->target); /* a part of it stays */
    use(set, &i->soffset);
    use(set, &i->more[0]);
    use(set, &i->more[1]);
    if (scalar || (i->unit == MACHINE_BRANCH && (i->operation == MACHINE_SCC0 || i->operation == MACHINE_SCC1)))
        set_bits(set, MACHINE_SCC, 1);
    if (i->unit == MACHINE_BRANCH && (i->operation == MACHINE_VCCZ || i->operation == MACHINE_VCCNZ))
        set_bits(set, MACHINE_VCC, 2);
    set_bits(set, MACHINE_EXEC, 2);
}

static uint32_t successors(const struct machine_code *code, uint32_t at, uint32_t next[2]) {
    const struct machine_instruction *i = &code->instructions[at];
    uint32_t count = 0;
    if (i->unit == MACHINE_BRANCH)
        next[count++] = (uint32_t)i->target.value;
    if (i->unit != MACHINE_END && !(i->unit == MACHINE_BRANCH && i->operation == MACHINE_ALWAYS) &&
        at + 1 < code->count)
        next[count++] = at + 1;
    return count;
}

static void watch(struct machine *m, uint64_t *set) {
    for (uint32_t k = 0; k < m->program->watched_count; k++) {
        const struct machine_register_value *one = &m->program->watched[k];
        set_bits(set, one->number + (one->kind == MACHINE_VECTOR ? MACHINE_SCALARS : 0), 1);
    }
}

/* Backwards until nothing changes. */
static void find_live(struct machine *m) {
    const struct machine_code *code = m->code;
    bool changed = true;
    m->live = arena_allocate_array(m->arena, code->count + 1, sizeof *m->live);
    m->loads_ahead = arena_allocate_array(m->arena, code->count + 1, sizeof *m->loads_ahead);
    watch(m, m->live[code->count]);
    while (changed) {
        changed = false;
        for (uint32_t at = code->count; at-- > 0;) {
            const struct machine_instruction *i = &code->instructions[at];
            uint32_t next[2], count = successors(code, at, next);
            uint64_t set[LIVE_WORDS] = {0};
            bool load = (i->unit == MACHINE_MEMORY && i->operation == MACHINE_LOAD) || machine_modifies_copies(m, i);
            memcpy(set, m->live[code->count], sizeof set); /* what is watched lives to the end */
            for (uint32_t k = 0; k < count; k++) {
                load |= m->loads_ahead[next[k]];
                for (uint32_t word = 0; word < LIVE_WORDS; word++)
                    set[word] |= m->live[next[k]][word];
            }
            live_before(i, set);
            for (uint32_t word = 0; word < LIVE_WORDS; word++)
                set[word] |= m->live[code->count][word];
            changed |= memcmp(set, m->live[at], sizeof set) != 0 || load != m->loads_ahead[at];
            memcpy(m->live[at], set, sizeof set);
            m->loads_ahead[at] = load;
        }
    }
}

static void find_used(struct machine *m) {
    uint64_t any[LIVE_WORDS] = {0};
    for (uint32_t at = 0; at <= m->code->count; at++)
        for (uint32_t word = 0; word < LIVE_WORDS; word++)
            any[word] |= m->live[at][word];
    m->used = arena_allocate_array(m->arena, LIVE_BITS, sizeof *m->used);
    for (uint32_t bit = 0; bit < LIVE_BITS; bit++)
        if (any[bit / 64] >> (bit % 64) & 1)
            m->used[m->used_count++] = (uint16_t)bit;
}

static uint32_t highest_vector(const struct machine *m) {
    uint32_t highest = machine_count_vectors(m->code);
    for (uint32_t w = 0; w < m->program->wave_count; w++)
        for (uint32_t k = 0; k < m->program->waves[w].value_count; k++)
            if (m->program->waves[w].values[k].kind == MACHINE_VECTOR &&
                m->program->waves[w].values[k].number >= highest)
                highest = m->program->waves[w].values[k].number + 1u;
    for (uint32_t k = 0; k < m->program->watched_count; k++)
        if (m->program->watched[k].kind == MACHINE_VECTOR && m->program->watched[k].number >= highest)
            highest = m->program->watched[k].number + 1u;
    return highest;
}

/* ---- lines ---- */

/* Own lines: of a dword, or of the two that something accesses at once. */
void machine_make_lines(struct machine *m) {
    uint32_t count = m->program->location_count;
    memset(m->line_count, 0, count * sizeof *m->line_count);
    m->line_total = 0;
    for (uint32_t k = 0; k < count; k++) {
        bool same = k && (m->target.lines == MACHINE_SHARED_LINES || m->accesses.is_second[k]);
        if (!same)
            m->line_first[m->line_total++] = (uint16_t)k;
        m->lines[k] = (uint16_t)(m->line_total - 1);
        m->line_count[m->line_total - 1]++;
    }
}

/* ---- room ---- */

static void make_cache(struct machine *m, struct machine_cache *cache) {
    uint32_t count = m->program->location_count;
    cache->present = arena_allocate_array(m->arena, count + 1, sizeof *cache->present);
    cache->values = arena_allocate_array(m->arena, count + 1, sizeof *cache->values);
}

static void count_units(struct machine *m) {
    for (uint32_t w = 0; w < m->program->wave_count; w++) {
        const struct machine_compute_unit *p = &m->units[w];
        m->cus = p->cu >= m->cus ? p->cu + 1u : m->cus;
        m->sas = p->sa >= m->sas ? p->sa + 1u : m->sas;
        m->xcds = p->xcd >= m->xcds ? p->xcd + 1u : m->xcds;
    }
}

static void make_accesses(struct machine *m) {
    struct machine_accesses *a = &m->accesses;
    uint32_t count = m->program->location_count;
    a->readers = arena_allocate_array(m->arena, count + 1, sizeof *a->readers);
    a->writers = arena_allocate_array(m->arena, count + 1, sizeof *a->writers);
    a->line_users = arena_allocate_array(m->arena, count + 1, sizeof *a->line_users);
    a->local_users = arena_allocate_array(m->arena, (size_t)m->program->group_count * m->program->local_dwords + 2,
                                          sizeof *a->local_users);
    a->is_second = arena_allocate_array(m->arena, count + 1, 1);
    a->crowded = arena_allocate_array(m->arena, count + 1, 1);
    a->may_hit_v = arena_allocate_array(m->arena, (size_t)m->cus * count + 1, 1);
    a->may_hit_g = arena_allocate_array(m->arena, (size_t)m->sas * count + 1, 1);
}

static void make_state(struct machine *m) {
    const struct machine_program *p = m->program;
    m->lines = arena_allocate_array(m->arena, p->location_count + 1, sizeof *m->lines);
    m->line_first = arena_allocate_array(m->arena, p->location_count + 1, sizeof *m->line_first);
    m->line_count = arena_allocate_array(m->arena, p->location_count + 1, sizeof *m->line_count);
    struct machine_state *s = &m->state;
    s->waves = arena_allocate_array(m->arena, p->wave_count, sizeof *s->waves);
    for (uint32_t w = 0; w < p->wave_count; w++)
        s->waves[w].vectors = arena_allocate_array(m->arena, (size_t)m->vectors * p->waves[w].lanes, sizeof(uint32_t));
    m->before = arena_allocate_array(m->arena, 1, sizeof *m->before);
    m->before->vectors = arena_allocate_array(m->arena, (size_t)m->vectors * MACHINE_MAX_LANES, sizeof(uint32_t));
    s->memory = arena_allocate_array(m->arena, p->location_count + 1, sizeof *s->memory);
    s->local = arena_allocate_array(m->arena, (size_t)p->group_count * p->local_dwords + 2, sizeof *s->local);
    for (uint32_t k = 0; k < m->cus; k++)
        make_cache(m, &s->v[k]);
    for (uint32_t k = 0; k < m->sas; k++)
        make_cache(m, &s->g[k]);
    for (uint32_t k = 0; k < 2; k++)
        make_cache(m, &s->l2[k]);
}

void machine_prepare(struct machine *m) {
    count_units(m);
    m->vectors = highest_vector(m);
    find_live(m);
    find_used(m);
    make_accesses(m);
    make_state(m);
    machine_make_lines(m);
}

/* ---- the beginning ---- */

enum { UNWRITTEN = 0x5EED5EED }; /* LDS holds what somebody else left there */

static void begin_wave(struct machine *m, uint32_t wave) {
    const struct machine_start *start = &m->program->waves[wave];
    struct machine_wave *w = &m->state.waves[wave];
    uint32_t *vectors = w->vectors;
    memset(w, 0, sizeof *w);
    w->vectors = vectors;
    memset(vectors, 0, sizeof *vectors * m->vectors * start->lanes);
    w->at = start->entry;
    uint64_t exec = start->lanes == 64 ? UINT64_MAX : (UINT64_C(1) << start->lanes) - 1;
    w->scalars[MACHINE_EXEC] = (uint32_t)exec;
    w->scalars[MACHINE_EXEC + 1] = (uint32_t)(exec >> 32);
    for (uint32_t k = 0; k < start->value_count; k++) {
        const struct machine_register_value *v = &start->values[k];
        if (v->kind == MACHINE_SCALAR)
            w->scalars[v->number] = v->value;
        for (uint32_t lane = 0; v->kind == MACHINE_VECTOR && lane < start->lanes; lane++)
            if (v->lane == lane || v->lane == MACHINE_MAX_LANES)
                vectors[v->number * start->lanes + lane] = v->value;
    }
}

void machine_begin(struct machine *m) {
    const struct machine_program *p = m->program;
    struct machine_state *s = &m->state;
    s->fresh = 0;
    for (uint32_t w = 0; w < p->wave_count; w++)
        begin_wave(m, w);
    for (uint32_t k = 0; k < p->location_count; k++)
        s->memory[k] = p->locations[k].initial;
    for (size_t k = 0; k < (size_t)p->group_count * p->local_dwords; k++)
        s->local[k] = p->local_initial ? p->local_initial[k] : UNWRITTEN;
    for (uint32_t k = 0; k < m->cus; k++) {
        memset(s->v[k].present, ENTRY_ABSENT, p->location_count);
        s->q1[k].count = 0;
    }
    for (uint32_t k = 0; k < m->sas; k++) {
        memset(s->g[k].present, ENTRY_ABSENT, p->location_count);
        s->q2[k].count = 0;
    }
    for (uint32_t k = 0; k < 2; k++)
        memset(s->l2[k].present, ENTRY_ABSENT, p->location_count);
}
