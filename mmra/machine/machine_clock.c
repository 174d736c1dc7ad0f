#include "mmra/machine/machine_clock.h"

/* ---- memory ---- */

union machine_free_clock {
    struct machine_clock clock;
    union machine_free_clock *next;
};

static uint32_t class_of(uint32_t count) {
    uint32_t size_class = 0;
    while ((UINT32_C(2) << size_class) < count)
        size_class++;
    return size_class;
}

struct machine_clock *machine_clock_make(struct machine_clocks *clocks, uint32_t count) {
    uint32_t size_class = class_of(count);
    union machine_free_clock *found = clocks->free[size_class];
    struct machine_clock *clock;
    if (found) {
        clocks->free[size_class] = found->next;
        clock = &found->clock;
    } else {
        size_t entries = (size_t)2 << size_class;
        clock = arena_allocate(clocks->arena, sizeof *clock + entries * sizeof(struct machine_known));
    }
    clock->holders = 1;
    clock->count = count;
    clock->size_class = size_class;
    return clock;
}

struct machine_clock *machine_clock_hold(struct machine_clock *clock) {
    if (clock)
        clock->holders++;
    return clock;
}

void machine_clock_drop(struct machine_clocks *clocks, struct machine_clock *clock) {
    if (!clock || --clock->holders)
        return;
    uint32_t size_class = clock->size_class;
    union machine_free_clock *freed = (union machine_free_clock *)clock;
    freed->next = clocks->free[size_class];
    clocks->free[size_class] = freed;
}

/* ---- what is known ---- */

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static struct machine_known joined(const struct machine_known *a, const struct machine_known *b) {
    struct machine_known both = {a->wave, larger(a->issued, b->issued), {0}};
    for (uint32_t c = 0; c < MACHINE_COUNTERS; c++)
        both.done[c] = larger(a->done[c], b->done[c]);
    return both;
}

static bool covers(const struct machine_known *a, const struct machine_known *b) {
    bool all = a->issued >= b->issued;
    for (uint32_t c = 0; c < MACHINE_COUNTERS; c++)
        all &= a->done[c] >= b->done[c];
    return all;
}

/* Whether the first knows all that the second knows. */
static bool contains(const struct machine_clock *a, const struct machine_clock *b) {
    uint32_t at = 0;
    if (b->count > a->count)
        return false;
    for (uint32_t k = 0; k < b->count; k++) {
        while (at < a->count && a->entries[at].wave < b->entries[k].wave)
            at++;
        if (at == a->count || a->entries[at].wave != b->entries[k].wave || !covers(&a->entries[at], &b->entries[k]))
            return false;
    }
    return true;
}

static uint32_t count_both(const struct machine_clock *a, const struct machine_clock *b) {
    uint32_t i = 0, j = 0, count = 0;
    for (; i < a->count && j < b->count; count++) {
        uint32_t first = a->entries[i].wave, second = b->entries[j].wave;
        i += first <= second;
        j += second <= first;
    }
    return count + (a->count - i) + (b->count - j);
}

/* Joins what two clocks know into one, which has one holder. */
static struct machine_clock *join(struct machine_clocks *clocks, struct machine_clock *a, struct machine_clock *b) {
    if (!b || a == b || (a && contains(a, b)))
        return machine_clock_hold(a);
    if (!a || contains(b, a))
        return machine_clock_hold(b);
    struct machine_clock *both = machine_clock_make(clocks, count_both(a, b));
    uint32_t i = 0, j = 0;
    for (uint32_t k = 0; k < both->count; k++) {
        const struct machine_known *first = i < a->count ? &a->entries[i] : NULL;
        const struct machine_known *second = j < b->count ? &b->entries[j] : NULL;
        bool takes_first = first && (!second || first->wave <= second->wave);
        bool takes_second = second && (!first || second->wave <= first->wave);
        both->entries[k] = takes_first && takes_second ? joined(first, second) : takes_first ? *first : *second;
        i += takes_first;
        j += takes_second;
    }
    return both;
}

void machine_clock_learn(struct machine_clocks *clocks, struct machine_clock **clock, struct machine_clock *other) {
    if (*clock == other || !other)
        return;
    struct machine_clock *both = join(clocks, *clock, other);
    machine_clock_drop(clocks, *clock);
    *clock = both;
}

const struct machine_known *machine_clock_find(const struct machine_clock *clock, uint32_t wave) {
    uint32_t low = 0, high = clock ? clock->count : 0;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (clock->entries[middle].wave < wave)
            low = middle + 1;
        else
            high = middle;
    }
    return clock && low < clock->count && clock->entries[low].wave == wave ? &clock->entries[low] : NULL;
}
