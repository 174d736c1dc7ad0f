/* Targets, and where waves may run: compute units, work-group processors, shader arrays, dies. */
#include "mmra/machine/machine_processor.h"
#include "mmra/machine/machine_run.h"

struct machine_target machine_target_of(const struct machine_code *code) {
    const struct machine_traits *traits = machine_traits(code->processor);
    bool newer = traits->has_work_group_processors;
    return (struct machine_target){
        .has_g = traits->g.exists,
        .arrival_at_issue = !newer,
        .v_in_order = !traits->two_ports,
        .work_group_processor_mode = newer && code->kernel.work_group_processor_mode,
        .tg_split = !newer && code->kernel.tg_split,
        .lines = MACHINE_OWN_LINES,
        .l2_count = 1,
    };
}

struct placing {
    const struct machine_program *program;
    const struct machine_target *target;
    const uint8_t *before; /* machine_alike_before() */
    struct machine_compute_unit (*found)[MACHINE_MAX_WAVES];
    uint32_t count, capacity;
    struct machine_compute_unit units[MACHINE_MAX_WAVES];
};

/* Returns whether the waves of a workgroup may be where they are. */
static bool fits(const struct placing *p, uint32_t wave) {
    const struct machine_start *waves = p->program->waves;
    const struct machine_compute_unit *own = &p->units[wave];
    uint8_t cus[2] = {own->cu, own->cu};
    for (uint32_t w = 0; w < wave; w++) {
        const struct machine_compute_unit *other = &p->units[w];
        if (p->target->has_g && other->sa == own->sa && other->xcd != own->xcd)
            return false; /* what shares a cache is on one die */
        if (waves[w].group != waves[wave].group)
            continue;
        if (other->xcd != own->xcd)
            return false; /* a workgroup is on one die, split or not */
        if (p->target->tg_split || other->cu == cus[0] || other->cu == cus[1])
            continue;
        if (!p->target->work_group_processor_mode || cus[0] != cus[1] || other->sa != own->sa)
            return false;
        cus[1] = other->cu;
    }
    return true;
}

static uint8_t first_free(const struct placing *p, uint32_t wave, size_t field) {
    uint8_t next = 0;
    for (uint32_t w = 0; w < wave; w++) {
        uint8_t used = ((const uint8_t *)&p->units[w])[field];
        next = used >= next ? (uint8_t)(used + 1) : next;
    }
    return next;
}

static void put_from(struct placing *p, uint32_t wave);

/* Waves that may change places are put in order. Some change brings them there: dies, arrays and units are numbered as
 * waves come to them, so each wave takes the lowest place that those like it still have. */
static bool is_in_order(const struct placing *p, uint32_t wave) {
    const uint32_t before = p->before[wave];
    const struct machine_compute_unit *unit = &p->units[wave], *other = &p->units[before < wave ? before : wave];
    return unit->xcd != other->xcd ? unit->xcd > other->xcd
           : unit->sa != other->sa ? unit->sa > other->sa
                                   : unit->cu >= other->cu;
}

static void try_unit(struct placing *p, uint32_t wave, struct machine_compute_unit unit) {
    p->units[wave] = unit;
    if (fits(p, wave) && is_in_order(p, wave))
        put_from(p, wave + 1);
}

/* A new compute unit is in an array and on a die that others are on, or on new ones, where that makes a difference. */
static void put_on_new(struct placing *p, uint32_t wave) {
    uint8_t cu = first_free(p, wave, 0), sas = first_free(p, wave, 1), xcds = first_free(p, wave, 2);
    uint8_t last_sa = p->target->has_g ? sas : 0, last_xcd = p->target->l2_count > 1 && xcds < 2 ? xcds : 0;
    if (p->target->l2_count > 1 && xcds >= 2)
        last_xcd = 1;
    for (uint8_t sa = 0; sa <= last_sa; sa++)
        for (uint8_t xcd = 0; xcd <= last_xcd; xcd++)
            try_unit(p, wave, (struct machine_compute_unit){cu, sa, xcd});
}

static void put_from(struct placing *p, uint32_t wave) {
    if (p->count == p->capacity)
        return;
    if (wave == p->program->wave_count) {
        memcpy(p->found[p->count++], p->units, sizeof p->units);
        return;
    }
    uint8_t cus = first_free(p, wave, 0);
    for (uint8_t cu = 0; cu < cus; cu++)
        for (uint32_t w = 0; w < wave; w++)
            if (p->units[w].cu == cu) {
                try_unit(p, wave, p->units[w]);
                break;
            }
    put_on_new(p, wave);
}

uint32_t machine_placements(const struct machine_program *program, const struct machine_target *target,
                            const uint8_t *alike_before, struct machine_compute_unit (*placements)[MACHINE_MAX_WAVES],
                            uint32_t capacity) {
    struct placing p = {
        .program = program, .target = target, .before = alike_before, .found = placements, .capacity = capacity};
    put_from(&p, 0);
    return p.count;
}
