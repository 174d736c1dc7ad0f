#define _DEFAULT_SOURCE /* madvise */
#include "mmra/base/arena.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

/* With AddressSanitizer, what of a block was not handed out is poisoned, so that an access beyond an item is found
 * though the block is valid memory. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_POISONS
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define ARENA_POISONS
#endif
#ifdef ARENA_POISONS
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size)   ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#endif

struct arena_block {
    struct arena_block *previous;
    size_t size; /* this header included */
};

enum {
    FIRST_BLOCK = 16 * 1024,
    LARGEST_BLOCK = 2 * 1024 * 1024, /* of those that small requests share */
    HUGE_PAGE = 2 * 1024 * 1024,
    ALIGNMENT = alignof(max_align_t),
    AT_A_TIME = 64 * 1024, /* bytes copied or cleared between two looks at the watch */
    WORK_AT_A_TIME = 256
};

/* The first touch of a large block, page by page, costs more than filling it. Where the system gives huge pages to
 * those that ask, large blocks ask for them. */
static void *allocate_with_malloc(void *user, size_t size) {
    (void)user;
    char *block = malloc(size);
#ifdef MADV_HUGEPAGE
    if (block && size >= HUGE_PAGE) {
        size_t before = (HUGE_PAGE - 1) & -(uintptr_t)block;
        madvise(block + before, size - before, MADV_HUGEPAGE); /* if that fails, the pages are small */
    }
#endif
    return block;
}

static void release_with_free(void *user, void *block, size_t size) {
    (void)user;
    (void)size;
    free(block);
}

const struct arena_allocator arena_malloc = {allocate_with_malloc, release_with_free, NULL};

static size_t align_up(size_t size) {
    return (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
}

void arena_init(struct arena *arena, const struct arena_allocator *allocator, size_t limit,
                void (*exhausted)(void *user), void *exhausted_user) {
    memset(arena, 0, sizeof *arena);
    if (allocator)
        arena->allocator = *allocator;
    else
        arena->allocator = arena_malloc;
    arena->exhausted = exhausted;
    arena->exhausted_user = exhausted_user;
    arena->limit = limit;
}

static void release_all(struct arena *arena, struct arena_block *block) {
    while (block) {
        struct arena_block *previous = block->previous;
        ASAN_UNPOISON_MEMORY_REGION(block, block->size); /* the allocator may use it for others */
        arena->allocator.release(arena->allocator.user, block, block->size);
        block = previous;
    }
}

void arena_destroy(struct arena *arena) {
    release_all(arena, arena->blocks);
    release_all(arena, arena->large);
    arena->blocks = arena->large = NULL;
    arena->next = arena->end = NULL;
    arena->block_size = 0;
    arena->used = 0;
}

static size_t header_size(void) {
    return align_up(sizeof(struct arena_block));
}

static struct arena_block *take_block(struct arena *arena, size_t size) {
    if (arena->used > arena->limit || size > arena->limit - arena->used)
        arena->exhausted(arena->exhausted_user);
    struct arena_block *block = arena->allocator.allocate(arena->allocator.user, size);
    if (!block)
        arena->exhausted(arena->exhausted_user);
    block->size = size;
    arena->used += size;
    return block;
}

/* Blocks double up to LARGEST_BLOCK, so that a small shader costs one block and a large module few. */
static void begin_block(struct arena *arena) {
    size_t size = arena->block_size ? arena->block_size : FIRST_BLOCK;
    struct arena_block *block = take_block(arena, size);
    arena->block_size = size < LARGEST_BLOCK ? size * 2 : LARGEST_BLOCK;
    block->previous = arena->blocks;
    arena->blocks = block;
    arena->next = (char *)block + header_size();
    arena->end = (char *)block + size;
    ASAN_POISON_MEMORY_REGION(arena->next, size - header_size());
}

/* A large item has a block of its own, so that no room is lost in the block that others share. */
static void *allocate_alone(struct arena *arena, size_t payload) {
    if (payload > SIZE_MAX - header_size())
        arena->exhausted(arena->exhausted_user);
    struct arena_block *block = take_block(arena, payload + header_size());
    block->previous = arena->large;
    arena->large = block;
    return (char *)block + header_size();
}

/* A test builds this file with ARENA_SHARES_NOTHING, so that each item is an allocation that can fail, and that a
 * sanitizer knows. */
static bool is_large(const struct arena *arena, size_t payload) {
#ifdef ARENA_SHARES_NOTHING
    return true;
#endif
    return payload > (arena->block_size ? arena->block_size : FIRST_BLOCK) / 4;
}

/* Readers and walks take memory for what they find, so that this counts their work. */
void *arena_allocate(struct arena *arena, size_t size) {
    mmra_work(arena->watch, 1);
    if (size > SIZE_MAX - ALIGNMENT)
        arena->exhausted(arena->exhausted_user);
    size_t aligned = align_up(size);
    if (!arena->next || (size_t)(arena->end - arena->next) < aligned) {
        if (is_large(arena, aligned))
            return allocate_alone(arena, size);
        begin_block(arena);
    }
    void *result = arena->next;
    arena->next += aligned;
    ASAN_UNPOISON_MEMORY_REGION(result, size);
    return result;
}

void arena_clear(struct arena *arena, void *item, size_t size) {
    size_t at = 0;
    for (; size - at >= AT_A_TIME; at += AT_A_TIME) {
        memset((char *)item + at, 0, AT_A_TIME);
        mmra_work(arena->watch, WORK_AT_A_TIME);
    }
    memset((char *)item + at, 0, size - at);
}

void arena_copy(struct arena *arena, void *to, const void *from, size_t size) {
    size_t at = 0;
    for (; size - at >= AT_A_TIME; at += AT_A_TIME) {
        memcpy((char *)to + at, (const char *)from + at, AT_A_TIME);
        mmra_work(arena->watch, WORK_AT_A_TIME);
    }
    memcpy((char *)to + at, (const char *)from + at, size - at);
}

void *arena_allocate_array(struct arena *arena, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size)
        arena->exhausted(arena->exhausted_user);
    void *result = arena_allocate(arena, count * size);
    arena_clear(arena, result, count * size);
    return result;
}

void arena_give_back(struct arena *arena, void *item) {
    for (struct arena_block **place = &arena->large; *place; place = &(*place)->previous) {
        struct arena_block *block = *place;
        if ((char *)block + header_size() != item)
            continue;
        *place = block->previous;
        arena->used -= block->size;
        arena->allocator.release(arena->allocator.user, block, block->size);
        return;
    }
}

void arena_grow(struct arena *arena, void *items, uint32_t count, uint32_t *capacity, size_t size) {
    void *old;
    memcpy(&old, items, sizeof old); /* `items` is the address of a typed pointer */
    if (*capacity > UINT32_MAX / 2 || (size && (size_t)*capacity * 2 > SIZE_MAX / size))
        arena->exhausted(arena->exhausted_user);
    uint32_t grown = *capacity ? *capacity * 2 : 8;
    void *copy = arena_allocate(arena, grown * size);
    if (count)
        arena_copy(arena, copy, old, count * size);
    memcpy(items, &copy, sizeof copy);
    *capacity = grown;
}

void *arena_list(struct arena *arena, const void *items, size_t count, size_t size) {
    const void **list = arena_allocate_array(arena, count, sizeof *list);
    for (size_t i = 0; i < count; i++)
        list[i] = (const char *)items + i * size;
    return list;
}

char *arena_copy_string(struct arena *arena, const char *bytes, size_t length) {
    if (length == SIZE_MAX)
        arena->exhausted(arena->exhausted_user);
    char *copy = arena_allocate(arena, length + 1);
    arena_copy(arena, copy, bytes, length);
    copy[length] = '\0';
    return copy;
}
