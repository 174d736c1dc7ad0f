#include "mmra/arena.h"

#include <stdalign.h>
#include <stdlib.h>

struct arena_block {
    struct arena_block *previous;
    size_t size; /* this header included */
};

enum { FIRST_BLOCK = 16 * 1024, LARGEST_BLOCK = 4 * 1024 * 1024, ALIGNMENT = alignof(max_align_t) };

static void *allocate_with_malloc(void *user, size_t size) {
    (void)user;
    return malloc(size);
}

static void release_with_free(void *user, void *block, size_t size) {
    (void)user;
    (void)size;
    free(block);
}

static size_t align_up(size_t size) {
    return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

void arena_init(struct arena *arena, const struct arena_allocator *allocator, size_t limit,
                void (*exhausted)(void *user), void *exhausted_user) {
    memset(arena, 0, sizeof *arena);
    if (allocator)
        arena->allocator = *allocator;
    else
        arena->allocator = (struct arena_allocator){allocate_with_malloc, release_with_free, NULL};
    arena->exhausted = exhausted;
    arena->exhausted_user = exhausted_user;
    arena->limit = limit;
}

void arena_destroy(struct arena *arena) {
    for (struct arena_block *block = arena->blocks; block;) {
        struct arena_block *previous = block->previous;
        arena->allocator.release(arena->allocator.user, block, block->size);
        block = previous;
    }
    arena->blocks = NULL;
    arena->next = arena->end = NULL;
    arena->used = 0;
}

/* Blocks double up to LARGEST_BLOCK, so that a small shader costs one block and a large module few. */
static void add_block(struct arena *arena, size_t payload) {
    size_t header = align_up(sizeof(struct arena_block));
    size_t size = arena->blocks ? arena->blocks->size * 2 : FIRST_BLOCK;
    if (size > LARGEST_BLOCK)
        size = LARGEST_BLOCK;
    if (payload > SIZE_MAX - header)
        arena->exhausted(arena->exhausted_user);
    if (size < payload + header)
        size = payload + header;
    if (arena->used > arena->limit || size > arena->limit - arena->used)
        arena->exhausted(arena->exhausted_user);
    struct arena_block *block = arena->allocator.allocate(arena->allocator.user, size);
    if (!block)
        arena->exhausted(arena->exhausted_user);
    block->previous = arena->blocks;
    block->size = size;
    arena->blocks = block;
    arena->used += size;
    arena->next = (char *)block + header;
    arena->end = (char *)block + size;
}

void *arena_allocate(struct arena *arena, size_t size) {
    if (size > SIZE_MAX - ALIGNMENT)
        arena->exhausted(arena->exhausted_user);
    size = align_up(size);
    if (!arena->blocks || (size_t)(arena->end - arena->next) < size)
        add_block(arena, size);
    void *result = arena->next;
    arena->next += size;
    return result;
}

void *arena_allocate_array(struct arena *arena, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size)
        arena->exhausted(arena->exhausted_user);
    void *result = arena_allocate(arena, count * size);
    memset(result, 0, count * size);
    return result;
}

void arena_grow(struct arena *arena, void *items, uint32_t count, uint32_t *capacity, size_t size) {
    void *old;
    memcpy(&old, items, sizeof old); /* `items` is the address of a typed pointer */
    if (*capacity > UINT32_MAX / 2 || (size && (size_t)*capacity * 2 > SIZE_MAX / size))
        arena->exhausted(arena->exhausted_user);
    uint32_t grown = *capacity ? *capacity * 2 : 8;
    void *copy = arena_allocate(arena, grown * size);
    if (count)
        memcpy(copy, old, count * size);
    memcpy(items, &copy, sizeof copy);
    *capacity = grown;
}

char *arena_copy_string(struct arena *arena, const char *bytes, size_t length) {
    if (length == SIZE_MAX)
        arena->exhausted(arena->exhausted_user);
    char *copy = arena_allocate(arena, length + 1);
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}
