/* Memory that is freed all at once. One arena serves one translation (or one check, one exploration); what it
 * hands out lives until arena_destroy. It never returns NULL: when memory or the limit is exhausted it calls the
 * owner's `exhausted` handler, which must not return (it is a longjmp to where the public function was entered).
 * Not thread-safe: one arena, one thread. */
#ifndef MMRA_ARENA_H
#define MMRA_ARENA_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "mmra/base/watch.h"

/* An arena gets its blocks from these functions. `allocate` returns NULL on failure; both take `user` back unchanged.
 */
struct arena_allocator {
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *block, size_t size);
    void *user;
};

/* malloc and free; large blocks get huge pages where the system has them. */
extern const struct arena_allocator arena_malloc;

struct arena_block;

struct arena {
    struct arena_allocator allocator;
    void (*exhausted)(void *user); /* must not return */
    void *exhausted_user;
    struct arena_block *blocks; /* each shared by many items */
    struct arena_block *large;  /* each of one item alone */
    char *next;                 /* the free part of the newest shared block */
    char *end;
    size_t block_size; /* of the next shared block; 0: none yet */
    size_t used;       /* bytes taken from the allocator and not given back */
    size_t limit;      /* bytes that may be taken; SIZE_MAX for no limit */
    struct mmra_watch
        *watch; /* asked as memory is taken, and by functions that copy, clear or sort much; NULL: they ask nobody */
};

/* So many megabytes as a limit: no more than `addresses`, of which SIZE_MAX is how many there are. 4096 MB are more
 * than 32 bits can say. */
static inline size_t arena_limit(uint32_t megabytes, size_t addresses) {
    return megabytes > addresses >> 20 ? addresses : (size_t)megabytes << 20;
}

/* Starts an empty arena. A NULL `allocator` means malloc and free. Takes no memory yet. */
void arena_init(struct arena *arena, const struct arena_allocator *allocator, size_t limit,
                void (*exhausted)(void *user), void *exhausted_user);

/* Gives every block back. The arena may be used again afterwards, and starts empty. */
void arena_destroy(struct arena *arena);

/* `size` bytes, aligned for any object, not cleared. A size of 0 gives a valid pointer. */
void *arena_allocate(struct arena *arena, size_t size);

/* `count` elements of `size` bytes, cleared. An overflowing product is exhaustion. */
void *arena_allocate_array(struct arena *arena, size_t count, size_t size);

/* An item that nobody will look at again. Its memory returns to the allocator if the item is large, else with the
 * arena. */
void arena_give_back(struct arena *arena, void *item);

/* memset with zeros, and memcpy, of whatever size: they ask the watch on the way. */
void arena_clear(struct arena *arena, void *item, size_t size);
void arena_copy(struct arena *arena, void *to, const void *from, size_t size);

/* The array after `*items` made large enough for one element more: doubled and copied when `count` equals
 * `*capacity`. The old copy stays in the arena, so growth costs at most twice the final size. */
void arena_grow(struct arena *arena, void *items, uint32_t count, uint32_t *capacity, size_t size);

/* An array of the addresses of `count` elements of `size` bytes, which follow each other at `items`; as a pointer to a
 * constant pointer to their type. */
void *arena_list(struct arena *arena, const void *items, size_t count, size_t size);

/* A NUL-terminated copy of `length` bytes. */
char *arena_copy_string(struct arena *arena, const char *bytes, size_t length);

/* The address of a new last element of a growable array (items, count, capacity), not cleared. */
#define ARENA_PUSH(arena, items, count, capacity)                                                                      \
    (((count) == (capacity) ? arena_grow((arena), &(items), (count), &(capacity), sizeof *(items)) : (void)0),         \
     &(items)[(count)++])

#endif
