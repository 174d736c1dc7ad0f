/* The conflicts that were found, one for each pair of instructions. */
#include "mmra/machine/machine_race_state.h"

const char *const machine_missing_names[] = {"order",        "scope",       "wait",     "write-back",
                                             "invalidation", "vector-load", "own-wait", "register-wait"};

static bool is_same_pair(const struct machine_conflict *a, const struct machine_conflict *b) {
    return a->parties[0].instruction == b->parties[0].instruction &&
           a->parties[1].instruction == b->parties[1].instruction && a->local == b->local;
}

void race_report(struct machine_race *race, const struct machine_conflict *conflict, const struct race_granule *granule,
                 const struct race_site *load) {
    race->between_groups |= conflict->parties[0].group != conflict->parties[1].group;
    for (uint32_t k = 0; k < race->found_count; k++) {
        struct race_found *one = &race->found[k];
        if (!is_same_pair(&one->conflict, conflict))
            continue;
        one->conflict.times++;
        if (one->granule && (!granule || one->granule->atomic))
            one->granule = granule; /* the earlier one is excused */
        one->load = load ? one->load : NULL;
        return;
    }
    if (race->found_count == race->options.most) {
        race->more = true;
        return;
    }
    struct race_found *one = ARENA_PUSH(race->arena, race->found, race->found_count, race->found_capacity);
    *one = (struct race_found){*conflict, granule, load};
    one->conflict.times = 1;
}

const struct machine_conflict *machine_race_conflicts(const struct machine_race *race, uint32_t *count, bool *more) {
    *count = 0;
    *more = race->more;
    struct machine_conflict *all = arena_allocate_array(race->arena, race->found_count + 1, sizeof *all);
    for (uint32_t k = 0; k < race->found_count; k++) {
        const struct race_found *one = &race->found[k];
        bool excused = (one->granule && one->granule->atomic) || (one->load && race_is_expected(one->load));
        if (!excused)
            all[(*count)++] = one->conflict;
    }
    return all;
}

bool machine_race_between_groups(const struct machine_race *race) {
    return race->between_groups;
}

uint64_t machine_race_accesses(const struct machine_race *race) {
    return race->accesses;
}
