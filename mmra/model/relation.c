#include "mmra/model/relation.h"

enum { FIRST_BLOCK = 1024, LARGEST_BLOCK = 1 << 17 }; /* words */

static uint32_t words_for(uint32_t count) {
    return count ? (count + 63) / 64 : 1;
}

void relations_init(struct relations *pool, struct arena *arena) {
    memset(pool, 0, sizeof *pool);
    pool->arena = arena;
    pool->key = mmra_hash_key(pool);
}

static void add_block(struct relations *pool, size_t words) {
    size_t size = pool->block_count ? pool->blocks[pool->block_count - 1].size * 2 : FIRST_BLOCK;
    size = size > LARGEST_BLOCK ? LARGEST_BLOCK : size;
    size = size > words ? size : words;
    uint64_t *block = arena_allocate(pool->arena, size * sizeof *block);
    *ARENA_PUSH(pool->arena, pool->blocks, pool->block_count, pool->block_capacity) =
        (struct relations_block){block, size};
}

static uint64_t *take(struct relations *pool, size_t words) {
    while (pool->block == pool->block_count || pool->blocks[pool->block].size - pool->used < words) {
        pool->block += pool->block < pool->block_count;
        pool->used = 0;
        if (pool->block == pool->block_count)
            add_block(pool, words);
    }
    uint64_t *result = pool->blocks[pool->block].words + pool->used;
    pool->used += words;
    return result;
}

static size_t matrix_words(const struct relations *pool) {
    return (size_t)pool->count * pool->words;
}

/* ---- rows apart ---- */

struct wanted {
    const struct relations *pool;
    const uint64_t *row;
};

static size_t row_bytes(const struct relations *pool) {
    return pool->words * sizeof(uint64_t);
}

static bool is_row(const void *key, uint32_t item) {
    const struct wanted *wanted = key;
    return memcmp(wanted->row, wanted->pool->rows[item], row_bytes(wanted->pool)) == 0;
}

/* The pool's row that is equal to this one. */
static const uint64_t *common_row(struct relations *pool, const uint64_t *row) {
    uint32_t hash = mmra_hash_end(mmra_hash_bytes(pool->key, (const char *)row, row_bytes(pool)));
    uint32_t found = mmra_index_find(&pool->index, hash, is_row, &(struct wanted){pool, row});
    if (found != MMRA_INDEX_NONE)
        return pool->rows[found];
    uint64_t *copy = take(pool, pool->words);
    memcpy(copy, row, row_bytes(pool));
    mmra_index_add(&pool->index, pool->arena, hash, pool->row_count);
    *ARENA_PUSH(pool->arena, pool->rows, pool->row_count, pool->row_capacity) = copy;
    return copy;
}

static void set_address(relation a, uint32_t event, const uint64_t *row) {
    a[event] = (uint64_t)(uintptr_t)row;
}

event_set relation_own_row(struct relations *pool, relation a, uint32_t event) {
    if (!pool->apart)
        return a + (size_t)event * pool->words;
    if (!(a[event] & 1)) {
        uint64_t *own = take(pool, pool->words);
        memcpy(own, relation_row(pool, a, event), row_bytes(pool));
        set_address(a, event, own);
        a[event] |= 1;
    }
    return (event_set)(uintptr_t)(a[event] & ~UINT64_C(1));
}

/* A set as what relation_put() takes: apart, a row that relations can share. */
static const uint64_t *settled(struct relations *pool, const uint64_t *set) {
    return pool->apart ? common_row(pool, set) : set;
}

static const uint64_t *settled_row(struct relations *pool, const uint64_t *a, uint32_t event) {
    const uint64_t *row = relation_row(pool, a, event);
    return pool->apart && a[event] & 1 ? common_row(pool, row) : row;
}

static void put(struct relations *pool, relation a, uint32_t event, const uint64_t *settled) {
    if (pool->apart)
        set_address(a, event, settled);
    else
        memcpy(a + (size_t)event * pool->words, settled, row_bytes(pool));
}

void relation_set_row(struct relations *pool, relation a, uint32_t event, const uint64_t *set) {
    put(pool, a, event, settled(pool, set));
}

/* A new row is made there; close_row() ends that. */
static event_set open_row(const struct relations *pool, relation a, uint32_t event) {
    return pool->apart ? pool->scratch : a + (size_t)event * pool->words;
}

static void close_row(struct relations *pool, relation a, uint32_t event) {
    if (pool->apart)
        set_address(a, event, common_row(pool, pool->scratch));
}

/* Begins to make all rows of a relation, one after the other; the next function ends that. */
static relation open_matrix(struct relations *pool, relation a) {
    return pool->apart ? pool->matrix.words : a;
}

static void close_matrix(struct relations *pool, relation a) {
    for (uint32_t event = 0; pool->apart && event < pool->count; event++)
        set_address(a, event, common_row(pool, pool->matrix.words + (size_t)event * pool->words));
}

static void begin_apart(struct relations *pool) {
    mmra_index_clear(&pool->index);
    pool->row_count = 0;
    pool->scratch = set_empty(pool);
    if (matrix_words(pool) > pool->matrix.size) {
        arena_give_back(pool->arena, pool->matrix.words);
        pool->matrix.size = matrix_words(pool) + matrix_words(pool) / 2; /* executions grow */
        pool->matrix.words = arena_allocate(pool->arena, pool->matrix.size * sizeof(uint64_t));
    }
}

void relations_begin(struct relations *pool, uint32_t count) {
    pool->count = count;
    pool->words = words_for(count);
    pool->apart = count > RELATIONS_MOST_TOGETHER;
    pool->block = 0;
    pool->used = 0;
    if (pool->apart)
        begin_apart(pool);
}

/* ---- sets ---- */

uint32_t *relations_numbers(struct relations *pool) {
    return (uint32_t *)take(pool, pool->count / 2 + 1);
}

event_set set_empty(struct relations *pool) {
    event_set result = take(pool, pool->words);
    memset(result, 0, row_bytes(pool));
    return result;
}

event_set set_union(struct relations *pool, const uint64_t *a, const uint64_t *b) {
    event_set result = take(pool, pool->words);
    for (uint32_t i = 0; i < pool->words; i++)
        result[i] = a[i] | b[i];
    return result;
}

event_set set_intersection(struct relations *pool, const uint64_t *a, const uint64_t *b) {
    event_set result = take(pool, pool->words);
    for (uint32_t i = 0; i < pool->words; i++)
        result[i] = a[i] & b[i];
    return result;
}

event_set set_minus(struct relations *pool, const uint64_t *a, const uint64_t *b) {
    event_set result = take(pool, pool->words);
    for (uint32_t i = 0; i < pool->words; i++)
        result[i] = a[i] & ~b[i];
    return result;
}

/* ---- relations ---- */

static relation take_relation(struct relations *pool) {
    return take(pool, pool->apart ? pool->count : matrix_words(pool));
}

relation relation_empty(struct relations *pool) {
    relation result = take_relation(pool);
    if (!pool->apart) {
        memset(result, 0, matrix_words(pool) * sizeof *result);
        return result;
    }
    memset(pool->scratch, 0, row_bytes(pool));
    const uint64_t *none = common_row(pool, pool->scratch);
    for (uint32_t event = 0; event < pool->count; event++)
        set_address(result, event, none);
    return result;
}

relation relation_copy(struct relations *pool, const uint64_t *a) {
    relation result = take_relation(pool);
    if (!pool->apart)
        memcpy(result, a, matrix_words(pool) * sizeof *result);
    for (uint32_t event = 0; pool->apart && event < pool->count; event++)
        set_address(result, event, settled_row(pool, a, event));
    return result;
}

typedef void operation(uint64_t *result, const uint64_t *a, const uint64_t *b, size_t words);

static void intersect(uint64_t *result, const uint64_t *a, const uint64_t *b, size_t words) {
    for (size_t i = 0; i < words; i++)
        result[i] = a[i] & b[i];
}

static void subtract(uint64_t *result, const uint64_t *a, const uint64_t *b, size_t words) {
    for (size_t i = 0; i < words; i++)
        result[i] = a[i] & ~b[i];
}

static void unite(uint64_t *result, const uint64_t *a, const uint64_t *b, size_t words) {
    for (size_t i = 0; i < words; i++)
        result[i] = a[i] | b[i];
}

/* Operates on each row of both. Rows that stand together are one long row; of those apart, many neighbours have the
 * same two operands. */
static relation of_rows(struct relations *pool, const uint64_t *a, const uint64_t *b, operation *operate) {
    relation result = take_relation(pool);
    if (!pool->apart) {
        operate(result, a, b, matrix_words(pool));
        return result;
    }
    for (uint32_t event = 0; event < pool->count; event++)
        if (event && a[event] == a[event - 1] && b[event] == b[event - 1]) {
            result[event] = result[event - 1];
        } else {
            operate(pool->scratch, relation_row(pool, a, event), relation_row(pool, b, event), pool->words);
            close_row(pool, result, event);
        }
    return result;
}

relation relation_intersection(struct relations *pool, const uint64_t *a, const uint64_t *b) {
    return of_rows(pool, a, b, intersect);
}

relation relation_minus(struct relations *pool, const uint64_t *a, const uint64_t *b) {
    return of_rows(pool, a, b, subtract);
}

relation relation_union_all(struct relations *pool, const uint64_t *const *terms, uint32_t count) {
    relation result = relation_copy(pool, terms[0]);
    for (uint32_t i = 1; i < count; i++)
        if (pool->apart)
            result = of_rows(pool, result, terms[i], unite);
        else
            unite(result, result, terms[i], matrix_words(pool));
    return result;
}

relation relation_inverse(struct relations *pool, const uint64_t *a) {
    relation result = relation_empty(pool), matrix = open_matrix(pool, result);
    memset(matrix, 0, matrix_words(pool) * sizeof *matrix);
    for (uint32_t from = 0; from < pool->count; from++)
        SET_EACH (pool, relation_row(pool, a, from), to)
            set_add(matrix + (size_t)to * pool->words, from);
    close_matrix(pool, result);
    return result;
}

relation relation_product(struct relations *pool, const uint64_t *from, const uint64_t *to) {
    relation result = relation_empty(pool);
    const uint64_t *row = settled(pool, to);
    SET_EACH (pool, from, event)
        put(pool, result, event, row);
    return result;
}

relation relation_identity(struct relations *pool, const uint64_t *set) {
    relation result = relation_empty(pool);
    SET_EACH (pool, set, event) {
        event_set row = open_row(pool, result, event);
        memset(row, 0, row_bytes(pool));
        set_add(row, event);
        close_row(pool, result, event);
    }
    return result;
}

relation relation_same_key(struct relations *pool, const uint64_t *set, const uint32_t *keys) {
    relation result = relation_empty(pool);
    event_set one = set_empty(pool);
    SET_EACH (pool, set, first) {
        if (relation_has(pool, result, first, first))
            continue;
        memset(one, 0, row_bytes(pool));
        for (uint32_t other = first; other < pool->count; other = set_next(pool, set, other + 1))
            if (keys[other] == keys[first])
                set_add(one, other);
        const uint64_t *row = settled(pool, one);
        SET_EACH (pool, row, other)
            put(pool, result, other, row);
    }
    return result;
}

relation relation_reflexive(struct relations *pool, const uint64_t *a) {
    relation result = take_relation(pool);
    for (uint32_t event = 0; event < pool->count; event++) {
        event_set row = open_row(pool, result, event);
        memcpy(row, relation_row(pool, a, event), row_bytes(pool));
        set_add(row, event);
        close_row(pool, result, event);
    }
    return result;
}

relation relation_from(struct relations *pool, const uint64_t *set, const uint64_t *a) {
    relation result = relation_empty(pool);
    SET_EACH (pool, set, event)
        put(pool, result, event, settled_row(pool, a, event));
    return result;
}

relation relation_into(struct relations *pool, const uint64_t *a, const uint64_t *set) {
    relation result = take_relation(pool);
    for (uint32_t event = 0; event < pool->count; event++)
        if (pool->apart && event && a[event] == a[event - 1]) {
            result[event] = result[event - 1];
        } else {
            intersect(open_row(pool, result, event), relation_row(pool, a, event), set, pool->words);
            close_row(pool, result, event);
        }
    return result;
}

static relation compose(struct relations *pool, const uint64_t *a, const uint64_t *b) {
    relation result = take_relation(pool);
    for (uint32_t from = 0; from < pool->count; from++) {
        event_set row = open_row(pool, result, from);
        memset(row, 0, row_bytes(pool));
        mmra_work(pool->arena->watch, pool->words);
        SET_EACH (pool, relation_row(pool, a, from), middle)
            unite(row, row, relation_row(pool, b, middle), pool->words);
        close_row(pool, result, from);
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
    relation result = take_relation(pool), matrix = open_matrix(pool, result);
    for (uint32_t event = 0; event < pool->count; event++)
        memcpy(matrix + (size_t)event * pool->words, relation_row(pool, a, event), row_bytes(pool));
    for (uint32_t middle = 0; middle < pool->count; middle++) {
        const uint64_t *step = matrix + (size_t)middle * pool->words;
        if (set_next(pool, step, 0) == pool->count)
            continue;
        mmra_work(pool->arena->watch, pool->words);
        for (uint32_t from = 0; from < pool->count; from++) {
            event_set row = matrix + (size_t)from * pool->words;
            if (set_has(row, middle))
                unite(row, row, step, pool->words);
        }
    }
    close_matrix(pool, result);
    return result;
}

relation relation_immediate(struct relations *pool, const uint64_t *a) {
    return relation_minus(pool, a, compose(pool, a, relation_closure(pool, a)));
}

bool relation_is_empty(const struct relations *pool, const uint64_t *a) {
    for (uint32_t event = 0; event < pool->count; event++)
        if (set_next(pool, relation_row(pool, a, event), 0) < pool->count)
            return false;
    return true;
}

bool relation_equal(const struct relations *pool, const uint64_t *a, const uint64_t *b) {
    for (uint32_t event = 0; event < pool->count; event++)
        if (memcmp(relation_row(pool, a, event), relation_row(pool, b, event), row_bytes(pool)) != 0)
            return false;
    return true;
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
