/* Waves that may change places. If two waves begin alike, in workgroups of their own, and their places are alike, then
 * a state in which they have changed places goes on as the other one does: its ends leave the same in memory. So the
 * search keeps one state for all of these (machine_explore.c), as explicit-state model checkers do (Ip, Dill, "Better
 * verification through symmetry", 1996), and one placement.
 *
 * Nothing tells such waves apart: code and registers that may still be read are equal, no register of them is watched,
 * each is alone in its workgroup, so that barriers and LDS are its own, and memory has the same addresses for all. What
 * a workgroup's number has led to is in registers, so waves that have read it differ. */
#include "mmra/machine/machine_state.h"

static bool is_alone_in_group(const struct machine_program *p, uint32_t wave) {
    for (uint32_t w = 0; w < p->wave_count; w++)
        if (w != wave && p->waves[w].group == p->waves[wave].group)
            return false;
    return true;
}

static bool is_watched(const struct machine_program *p, uint32_t wave) {
    for (uint32_t k = 0; k < p->watched_count; k++)
        if (p->watched[k].value == wave)
            return true;
    return false;
}

static bool may_move(const struct machine_program *p, uint32_t wave) {
    return is_alone_in_group(p, wave) && !is_watched(p, wave);
}

static bool same_local(const struct machine_program *p, uint32_t a, uint32_t b) {
    const uint32_t *of_a = p->local_initial + (size_t)p->waves[a].group * p->local_dwords;
    const uint32_t *of_b = p->local_initial + (size_t)p->waves[b].group * p->local_dwords;
    return !p->local_initial || memcmp(of_a, of_b, p->local_dwords * sizeof *of_a) == 0;
}

/* Compares the registers that may still be read. */
static bool same_registers(const struct machine *m, uint32_t a, uint32_t b) {
    const struct machine_wave *x = &m->state.waves[a], *y = &m->state.waves[b];
    const uint32_t lanes = m->program->waves[a].lanes;
    bool same = true;
    for (uint32_t k = 0; k < m->used_count && same; k++) {
        const uint32_t bit = m->used[k], first = (bit - MACHINE_SCALARS) * lanes;
        if (!(m->live[x->at][bit / 64] >> (bit % 64) & 1))
            continue;
        same = bit < MACHINE_SCALARS ? x->scalars[bit] == y->scalars[bit]
                                     : memcmp(x->vectors + first, y->vectors + first, lanes * sizeof *x->vectors) == 0;
    }
    return same;
}

static bool begin_alike(const struct machine *m, uint32_t a, uint32_t b) {
    const struct machine_program *p = m->program;
    return may_move(p, a) && may_move(p, b) && p->waves[a].entry == p->waves[b].entry &&
           p->waves[a].lanes == p->waves[b].lanes && same_local(p, a, b) && same_registers(m, a, b);
}

static bool is_alone(const struct machine *m, uint32_t wave, bool in_array) {
    for (uint32_t w = 0; w < m->program->wave_count; w++)
        if (w != wave && (in_array ? m->units[w].sa == m->units[wave].sa : m->units[w].cu == m->units[wave].cu))
            return false;
    return true;
}

/* On one compute unit, or each alone on one, in one array, or each alone in one. */
static bool are_placed_alike(const struct machine *m, uint32_t a, uint32_t b) {
    const struct machine_place *x = &m->places[a], *y = &m->places[b];
    const bool alone = x->has_unit && y->has_unit && m->units[a].xcd == m->units[b].xcd;
    return m->units[a].cu == m->units[b].cu ||
           (alone && (m->units[a].sa == m->units[b].sa || (x->has_array && y->has_array)));
}

void machine_find_places(struct machine *m) {
    const uint32_t count = m->program->wave_count;
    for (uint32_t w = 0; w < count; w++)
        m->places[w] = (struct machine_place){.first = (uint8_t)w,
                                              .is_of = (uint8_t)w,
                                              .has_unit = is_alone(m, w, false),
                                              .has_array = m->target.has_g && is_alone(m, w, true),
                                              .has_group = is_alone_in_group(m->program, w)};
    for (uint32_t w = 0; w < count && !m->options.apart && !m->options.plain; w++)
        for (uint32_t a = 0; a < w && m->places[w].first == w; a++)
            if (m->places[a].first == a && are_placed_alike(m, a, w) && begin_alike(m, a, w))
                m->places[w].first = (uint8_t)a;
}

void machine_alike_before(const struct machine_program *program, const struct machine_options *options,
                          struct arena *arena, uint8_t *before) {
    const struct machine_compute_unit units[MACHINE_MAX_WAVES] = {{0}};
    struct machine *m = arena_allocate_array(arena, 1, sizeof *m);
    *m = (struct machine){.program = program,
                          .code = program->code,
                          .target = machine_target_of(program->code),
                          .units = units,
                          .options = *options,
                          .arena = arena};
    machine_prepare(m);
    machine_begin(m);
    for (uint32_t w = 0; w < program->wave_count; w++) {
        before[w] = MACHINE_MAX_WAVES;
        for (uint32_t a = 0; a < w && !options->apart && !options->plain; a++)
            before[w] = begin_alike(m, a, w) ? (uint8_t)a : before[w];
    }
}
