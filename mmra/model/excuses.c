#include "mmra/model/excuses.h"

/* How many accesses of the same kind the thread has done there before. */
static uint32_t number_of(const struct execution *x, uint32_t event) {
    const struct model_event *it = &x->events[event];
    uint32_t number = 0;
    for (uint32_t i = 0; i < x->count; i++) {
        const struct model_event *other = &x->events[i];
        number += other->thread == it->thread && other->location == it->location && other->kind == it->kind &&
                  relation_has(x->pool, x->po, i, event);
    }
    return number;
}

static struct model_excuse pair_of(const struct execution *x, uint32_t first, uint32_t second) {
    const struct model_event *a = &x->events[first], *b = &x->events[second];
    return (struct model_excuse){.cell = a->location,
                                 .threads = {(uint32_t)a->thread, (uint32_t)b->thread},
                                 .numbers = {number_of(x, first), number_of(x, second)},
                                 .kinds = {a->kind, b->kind}};
}

static struct model_excuse *find(const struct model_excuses *excuses, const struct model_excuse *pair) {
    for (uint32_t i = 0; i < excuses->count; i++) {
        struct model_excuse *one = &excuses->items[i];
        bool same = one->cell == pair->cell;
        for (int k = 0; k < 2; k++)
            same = same && one->threads[k] == pair->threads[k] && one->numbers[k] == pair->numbers[k] &&
                   one->kinds[k] == pair->kinds[k];
        if (same)
            return one;
    }
    return NULL;
}

static void take(struct model_excuses *excuses, const struct execution *x, relation pairs, bool ordered_anyhow) {
    for (uint32_t first = 0; first < x->count; first++)
        SET_EACH (x->pool, relation_row(x->pool, pairs, first), second) {
            struct model_excuse pair = pair_of(x, first, second), *one = find(excuses, &pair);
            if (!one) {
                one = ARENA_PUSH(excuses->arena, excuses->items, excuses->count, excuses->capacity);
                *one = pair;
            }
            one->ordered_anyhow |= ordered_anyhow;
        }
}

void excuses_take(struct model_excuses *excuses, const struct execution *x) {
    take(excuses, x, x->deviating[excuses->deviation], false);
    take(excuses, x, x->ordered_anyhow[excuses->deviation], true);
}

struct model_excuses excuses_renamed(const struct model_excuses *excuses, const uint32_t *threads,
                                     const uint32_t *cells) {
    struct model_excuses renamed = {.arena = excuses->arena, .deviation = excuses->deviation};
    for (uint32_t i = 0; i < excuses->count; i++) {
        struct model_excuse one = excuses->items[i];
        one.cell = cells[one.cell];
        for (int k = 0; k < 2; k++)
            one.threads[k] = threads[one.threads[k]];
        if (!one.ordered_anyhow)
            *ARENA_PUSH(renamed.arena, renamed.items, renamed.count, renamed.capacity) = one;
    }
    return renamed;
}

bool excuses_have(const struct model_excuses *excuses, const struct execution *x, uint32_t first, uint32_t second) {
    if (x->events[first].thread < 0 || x->events[second].thread < 0)
        return false;
    const struct model_excuse pair = pair_of(x, first, second);
    return find(excuses, &pair) != NULL;
}
