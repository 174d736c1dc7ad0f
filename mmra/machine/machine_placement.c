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

/* Numbers in order, of which some may be equal; 0 after the last. */
struct numbers {
    uint16_t items[MACHINE_MAX_WAVES + 1];
    uint16_t count, level;
};

struct placing {
    struct arena *arena;
    struct numbers *known; /* those of what is found, each once */
    uint32_t known_count, known_capacity;
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

/* ---- placements that are one after waves have changed places ---- */

enum level { ON_UNIT, IN_ARRAY, ON_DIE, EVERYWHERE };

static void add_number(struct numbers *to, uint16_t number) {
    uint32_t at = to->count++;
    for (; at > 0 && to->items[at - 1] > number; at--)
        to->items[at] = to->items[at - 1];
    to->items[at] = number;
}

/* Equal numbers for equal ones; *found: there were some. */
static uint16_t number_of(struct placing *p, const struct numbers *numbers, bool *found) {
    uint32_t at = 0;
    while (at < p->known_count && memcmp(&p->known[at], numbers, sizeof *numbers) != 0)
        at++;
    *found = at < p->known_count;
    if (!*found)
        *ARENA_PUSH(p->arena, p->known, p->known_count, p->known_capacity) = *numbers;
    return (uint16_t)(at + 1);
}

static bool are_together(const struct placing *p, enum level level, uint32_t a, uint32_t b) {
    const struct machine_compute_unit *one = &p->units[a], *other = &p->units[b];
    const bool on_die = one->xcd == other->xcd;
    return level == EVERYWHERE || (level == ON_DIE     ? on_die
                                   : level == IN_ARRAY ? on_die && one->sa == other->sa
                                                       : one->cu == other->cu);
}

static uint16_t first_alike(const struct placing *p, uint32_t wave) {
    while (p->before[wave] < wave)
        wave = p->before[wave];
    return (uint16_t)(wave + 1);
}

/* What is where the wave is: a unit has waves, of which alike ones count as one, an array has units, and so on. */
static uint16_t kind_of(struct placing *p, enum level level, uint32_t wave, bool *found) {
    struct numbers numbers = {.level = (uint16_t)level};
    for (uint32_t w = 0; w < p->program->wave_count; w++) {
        bool again = !are_together(p, level, w, wave);
        for (uint32_t k = 0; k < w && level != ON_UNIT; k++)
            again |= are_together(p, (enum level)(level - 1), k, w);
        if (!again)
            add_number(&numbers, level == ON_UNIT ? first_alike(p, w) : kind_of(p, (enum level)(level - 1), w, found));
    }
    return number_of(p, &numbers, found);
}

/* ---- all of them ---- */

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
    bool found = false;
    if (wave == p->program->wave_count)
        kind_of(p, EVERYWHERE, 0, &found);
    if (found)
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
                            const uint8_t *alike_before, struct arena *arena,
                            struct machine_compute_unit (*placements)[MACHINE_MAX_WAVES], uint32_t capacity) {
    struct placing p = {.arena = arena,
                        .program = program,
                        .target = target,
                        .before = alike_before,
                        .found = placements,
                        .capacity = capacity};
    put_from(&p, 0);
    return p.count;
}
