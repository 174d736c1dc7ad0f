/* The meaning of each instruction to the analysis of races (docs/reference/machine.md 8). */
#include "mmra/machine/machine_processor.h"
#include "mmra/machine/machine_race_state.h"

bool race_shares_v(const struct machine_code *code) {
    return machine_traits(code->processor)->has_work_group_processors ? !code->kernel.work_group_processor_mode
                                                                      : !code->kernel.tg_split;
}

bool race_keeps_issue(const struct machine_code *code) {
    return !machine_traits(code->processor)->has_work_group_processors && !code->kernel.tg_split;
}

static uint8_t first_counter(uint8_t counters) {
    uint8_t counter = 0;
    while (!(counters >> counter & 1))
        counter++;
    return counter;
}

/* It is an atomic where it passes the caches that may be old; `caches`: those that may serve it. */
static uint8_t reach_of_load(uint8_t caches) {
    return (uint8_t)((caches & MACHINE_CACHE_V ? 0 : RACE_WITHIN | RACE_BESIDE) | (caches ? 0 : RACE_ACROSS));
}

/* gfx942 has bits for the scope of a store, gfx1201 a scope; other processors spell plain and atomic stores alike. */
static uint8_t reach_of_store(const struct machine_code *code, const struct machine_instruction *i) {
    if (machine_traits(code->processor)->has_scopes)
        return (uint8_t)((i->scope >= MACHINE_SCOPE_SE ? RACE_WITHIN | RACE_BESIDE : 0) |
                         (i->scope >= MACHINE_SCOPE_DEV ? RACE_ACROSS : 0));
    return (uint8_t)((i->cache & (MACHINE_SC0 | MACHINE_SC1) ? RACE_WITHIN : 0) |
                     (i->cache & MACHINE_SC1 ? RACE_ACROSS : 0));
}

/* A read-modify-write performs at L2, but on gfx1201 one of a narrow scope may perform above. */
static uint8_t reach_of_rmw(const struct machine_code *code, const struct machine_instruction *i) {
    if (!machine_traits(code->processor)->has_scopes)
        return RACE_ALL;
    return (uint8_t)((i->scope >= MACHINE_SCOPE_SE ? RACE_WITHIN | RACE_BESIDE : 0) |
                     (race_shares_v(code) ? RACE_WITHIN : 0) | (i->scope >= MACHINE_SCOPE_DEV ? RACE_ACROSS : 0));
}

static void describe_global(const struct machine_code *code, const struct machine_instruction *i,
                            struct race_site *site) {
    const struct machine_traits *t = machine_traits(code->processor);
    bool samples = t->has_scopes && (i->samples || i->of_samples); /* LLVM: what is encoded as VSAMPLE */
    site->counters = i->copies ? 1 << MACHINE_ASYNC
                     : samples ? 1 << MACHINE_SAMPLE
                               : machine_counters_of_vector(code->processor, i->returns);
    site->counter = first_counter(site->counters);
    site->way = i->to_local                    ? RACE_DIRECT
                : !i->copies                   ? RACE_ORDINARY
                : i->operation == MACHINE_LOAD ? RACE_COPY_IN
                                               : RACE_COPY_OUT;
    if (i->path == MACHINE_FLAT)
        site->counters |= 1 << MACHINE_LGKM;
    if (i->operation == MACHINE_LOAD) {
        site->caches = machine_caches_of_load(code, i->cache, i->scope);
        site->atomic = site->way == RACE_ORDINARY ? reach_of_load(site->caches) : 0;
    } else if (i->operation == MACHINE_RMW) {
        site->atomic = reach_of_rmw(code, i);
    } else {
        site->maybe_atomic = !t->marks_stores;
        site->atomic = t->marks_stores && site->way == RACE_ORDINARY ? reach_of_store(code, i) : 0;
    }
    site->at_device = machine_is_at_device(code, i);
}

void race_describe(const struct machine_code *code, const struct machine_instruction *i, struct race_site *site) {
    bool memory = i->unit == MACHINE_MEMORY || i->unit == MACHINE_LOCAL || i->unit == MACHINE_SCALAR_MEMORY;
    *site = (struct race_site){.reads = memory && i->operation != MACHINE_STORE,
                               .writes = memory && i->operation != MACHINE_LOAD,
                               .scalar = i->unit == MACHINE_SCALAR_MEMORY,
                               .local = i->unit == MACHINE_LOCAL};
    if (i->unit == MACHINE_MEMORY) {
        describe_global(code, i, site);
    } else if (i->unit == MACHINE_LOCAL) {
        site->counters = 1 << MACHINE_LGKM;
        site->atomic = i->operation == MACHINE_RMW ? RACE_WITHIN : 0;
    } else if (i->unit == MACHINE_SCALAR_MEMORY) {
        site->counters = machine_counters_of_scalar(code->processor);
        site->writes = false;
        site->reads = true;
    } else if (i->unit == MACHINE_INVALIDATE) {
        site->counters = machine_counters_of_invalidation(code->processor);
    } else if (i->unit == MACHINE_WRITE_BACK) {
        site->counters = machine_counters_of_vector(code->processor, false);
    }
    if (site->counters && i->unit != MACHINE_MEMORY)
        site->counter = first_counter(site->counters);
}

const struct race_site *race_site_of(const struct machine_race *race, const struct machine_instruction *i) {
    return &race->sites[i - race->code->instructions];
}
