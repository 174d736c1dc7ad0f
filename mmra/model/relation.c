#include "mmra/model/relation.h"

static uint32_t words_for(uint32_t count) {
    return count ? (count + 63) / 64 : 1;
}

void relations_init(struct relations *pool, struct arena *arena) {
    memset(pool, 0, sizeof *pool);
    pool->arena = arena;
}

static void give_slots_back(struct relations *pool) {
    for (uint32_t i = 0; i < pool->slot_count; i++)
        arena_give_back(pool->arena, pool->slots[i]);
}

void relations_begin(struct relations *pool, uint32_t count) {
    if (count > pool->capacity || pool->capacity == 0) {
        give_slots_back(pool);
        /* most programs are small, and a slot is of as many rows */
        pool->capacity = count <= 16 ? 16 : count <= 32 ? 32 : words_for(count + count / 4) * 64;
        pool->slots = NULL;
        pool->slot_count = pool->slot_capacity = 0;
    }
    pool->count = count;
    pool->words = words_for(count);
    pool->used = pool->sets_left = 0;
}

static size_t matrix_bytes(const struct relations *pool) {
    return (size_t)pool->count * pool->words * sizeof(uint64_t);
}

static relation take_slot(struct relations *pool) {
    if (pool->used == pool->slot_count) {
        size_t words = (size_t)pool->capacity * words_for(pool->capacity);
        relation slot = arena_allocate_array(pool->arena, words, sizeof(uint64_t));
        *ARENA_PUSH(pool->arena, pool->slots, pool->slot_count, pool->slot_capacity) = slot;
    }
    return pool->slots[pool->used++];
}

uint32_t *relations_numbers(struct relations *pool) {
    return (uint32_t *)take_slot(pool);
}

relation relation_empty(struct relations *pool) {
    relation result = take_slot(pool);
    memset(result, 0, matrix_bytes(pool));
    return result;
}

relation relation_copy(struct relations *pool, const uint64_t *a) {
    relation result = take_slot(pool);
    memcpy(result, a, matrix_bytes(pool));
    return result;
}

static event_set take_set(struct relations *pool) {
    if (pool->sets_left == 0) {
        pool->sets = take_slot(pool);
        pool->sets_left = pool->capacity;
    }
    return pool->sets + (size_t)--pool->sets_left * pool->words;
}

event_set set_empty(struct relations *pool) {
    event_set result = take_set(pool);
    memset(result, 0, pool->words * sizeof(uint64_t));
    return result;
}

event_set set_union(struct relations *pool, const uint64_t *a, const uint64_t *b) {
    event_set result = take_set(pool);
    for (uint32_t i = 0; i < pool->words; i++)
        result[i] = a[i] | b[i];
    return result;
}

event_set set_intersection(struct relations *pool, const uint64_t *a, const uint64_t *b) {
    event_set result = take_set(pool);
    for (uint32_t i = 0; i < pool->words; i++)
        result[i] = a[i] & b[i];
    return result;
}

event_set set_minus(struct relations *pool, const uint64_t *a, const uint64_t *b) {
    event_set result = take_set(pool);
    for (uint32_t i = 0; i < pool->words; i++)
        result[i] = a[i] & ~b[i];
    return result;
}

relation relation_intersection(struct relations *pool, const uint64_t *a, const uint64_t *b) {
    relation result = take_slot(pool);
    for (size_t i = 0, n = (size_t)pool->count * pool->words; i < n; i++)
        result[i] = a[i] & b[i];
    return result;
}

relation relation_minus(struct relations *pool, const uint64_t *a, const uint64_t *b) {
    relation result = take_slot(pool);
    for (size_t i = 0, n = (size_t)pool->count * pool->words; i < n; i++)
        result[i] = a[i] & ~b[i];
    return result;
}

static void join_into(const struct relations *pool, relation target, const uint64_t *a) {
    for (size_t i = 0, n = (size_t)pool->count * pool->words; i < n; i++)
        target[i] |= a[i];
}

relation relation_union_all(struct relations *pool, const uint64_t *const *terms, uint32_t count) {
    relation result = relation_copy(pool, terms[0]);
    for (uint32_t i = 1; i < count; i++)
        join_into(pool, result, terms[i]);
    return result;
}

relation relation_inverse(struct relations *pool, const uint64_t *a) {
    relation result = relation_empty(pool);
    for (uint32_t from = 0; from < pool->count; from++)
        SET_EACH (pool, a + (size_t)from * pool->words, to)
            relation_add(pool, result, to, from);
    return result;
}

relation relation_product(struct relations *pool, const uint64_t *from, const uint64_t *to) {
    relation result = relation_empty(pool);
    SET_EACH (pool, from, event)
        memcpy(relation_row(pool, result, event), to, pool->words * sizeof(uint64_t));
    return result;
}

relation relation_identity(struct relations *pool, const uint64_t *set) {
    relation result = relation_empty(pool);
    SET_EACH (pool, set, event)
        relation_add(pool, result, event, event);
    return result;
}

relation relation_same_key(struct relations *pool, const uint64_t *set, const uint32_t *keys) {
    relation result = relation_empty(pool);
    SET_EACH (pool, set, first) {
        event_set row = relation_row(pool, result, first);
        if (set_has(row, first))
            continue;
        for (uint32_t other = set_next(pool, set, first); other < pool->count; other = set_next(pool, set, other + 1))
            if (keys[other] == keys[first])
                set_add(row, other);
        for (uint32_t other = set_next(pool, row, first + 1); other < pool->count;
             other = set_next(pool, row, other + 1))
            memcpy(relation_row(pool, result, other), row, pool->words * sizeof(uint64_t));
    }
    return result;
}

relation relation_reflexive(struct relations *pool, const uint64_t *a) {
    relation result = relation_copy(pool, a);
    for (uint32_t event = 0; event < pool->count; event++)
        relation_add(pool, result, event, event);
    return result;
}

relation relation_from(struct relations *pool, const uint64_t *set, const uint64_t *a) {
    relation result = relation_empty(pool);
    SET_EACH (pool, set, event)
        memcpy(relation_row(pool, result, event), a + (size_t)event * pool->words, pool->words * sizeof(uint64_t));
    return result;
}

relation relation_into(struct relations *pool, const uint64_t *a, const uint64_t *set) {
    relation result = take_slot(pool);
    for (uint32_t event = 0; event < pool->count; event++)
        for (uint32_t word = 0; word < pool->words; word++)
            result[(size_t)event * pool->words + word] = a[(size_t)event * pool->words + word] & set[word];
    return result;
}

static relation compose(struct relations *pool, const uint64_t *a, const uint64_t *b) {
    relation result = relation_empty(pool);
    for (uint32_t from = 0; from < pool->count; from++) {
        event_set row = relation_row(pool, result, from);
        mmra_work(pool->arena->watch, pool->words);
        SET_EACH (pool, a + (size_t)from * pool->words, middle)
            for (uint32_t word = 0; word < pool->words; word++)
                row[word] |= b[(size_t)middle * pool->words + word];
    }
    return result;
}

relation relation_chain_all(struct relations *pool, const uint64_t *const *terms, uint32_t count) {
    relation result = count > 1 ? compose(pool, terms[0], terms[1]) : relation_copy(pool, terms[0]);
    for (uint32_t i = 2; i < count; i++)
        result = compose(pool, result, terms[i]);
    return result;
}

/* Warshall's algorithm, a row at a time. */
relation relation_closure(struct relations *pool, const uint64_t *a) {
    relation result = relation_copy(pool, a);
    for (uint32_t middle = 0; middle < pool->count; middle++) {
        const uint64_t *step = relation_row(pool, result, middle);
        if (set_next(pool, step, 0) == pool->count)
            continue;
        mmra_work(pool->arena->watch, pool->words);
        for (uint32_t from = 0; from < pool->count; from++) {
            event_set row = relation_row(pool, result, from);
            if (set_has(row, middle))
                for (uint32_t word = 0; word < pool->words; word++)
                    row[word] |= step[word];
        }
    }
    return result;
}

relation relation_immediate(struct relations *pool, const uint64_t *a) {
    return relation_minus(pool, a, compose(pool, a, relation_closure(pool, a)));
}

bool relation_is_empty(const struct relations *pool, const uint64_t *a) {
    for (size_t i = 0, n = (size_t)pool->count * pool->words; i < n; i++)
        if (a[i])
            return false;
    return true;
}

bool relation_equal(const struct relations *pool, const uint64_t *a, const uint64_t *b) {
    return memcmp(a, b, matrix_bytes(pool)) == 0;
}

bool relation_irreflexive(const struct relations *pool, const uint64_t *a) {
    for (uint32_t event = 0; event < pool->count; event++)
        if (relation_has(pool, a, event, event))
            return false;
    return true;
}

bool relation_acyclic(struct relations *pool, const uint64_t *a) {
    return relation_irreflexive(pool, relation_closure(pool, a));
}
