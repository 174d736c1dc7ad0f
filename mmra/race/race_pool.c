#include "mmra/race/race_pool.h"

enum { STEP = 16, SMALL = 1024, SMALL_CLASSES = SMALL / STEP + 1, QUARTERS = 4 };

/* Small sizes in steps, large ones in quarters of powers of two. Returns the class, and sets the size that its items
 * have. */
static uint32_t class_of(size_t *size) {
    if (*size <= SMALL) {
        uint32_t class = (uint32_t)((*size + STEP - 1) / STEP);
        *size = (size_t)class * STEP;
        return class;
    }
    uint32_t class = SMALL_CLASSES;
    size_t whole = SMALL + SMALL / QUARTERS, step = SMALL / QUARTERS;
    for (; whole < *size; class++) {
        step = (class - SMALL_CLASSES + 1) % QUARTERS ? step : 2 * step;
        whole += step;
    }
    *size = whole;
    return class;
}

void *race_pool_take(struct race_pool *pool, size_t size) {
    void **list = &pool->free[class_of(&size)], *item = *list;
    if (!item)
        return arena_allocate(pool->arena, size);
    memcpy(list, item, sizeof *list);
    return item;
}

void race_pool_give(struct race_pool *pool, void *item, size_t size) {
    if (!item || !size)
        return;
    void **list = &pool->free[class_of(&size)];
    memcpy(item, list, sizeof *list);
    *list = item;
}

void race_pool_grow(struct race_pool *pool, void *items, uint32_t count, uint32_t *capacity, size_t size) {
    void *old;
    memcpy(&old, items, sizeof old); /* `items` is the address of a typed pointer */
    if (*capacity > UINT32_MAX / 2 || (size_t)*capacity * 2 > SIZE_MAX / 2 / size)
        pool->arena->exhausted(pool->arena->exhausted_user);
    uint32_t grown = *capacity ? *capacity * 2 : size < STEP ? (uint32_t)(STEP / size) : 1;
    void *copy = race_pool_take(pool, grown * size);
    if (count)
        arena_copy(pool->arena, copy, old, count * size);
    race_pool_give(pool, old, *capacity * size);
    memcpy(items, &copy, sizeof copy);
    *capacity = grown;
}
