#include "spirv/sort.h"

#include <stdbool.h>
#include <string.h>

static void swap(char *a, char *b, size_t size) {
    char copy[64];
    while (size > 0) {
        size_t part = size < sizeof copy ? size : sizeof copy;
        memcpy(copy, a, part);
        memcpy(a, b, part);
        memcpy(b, copy, part);
        a += part;
        b += part;
        size -= part;
    }
}

/* Restores the heap below `root`, whose children are heaps: the greatest of the first `count` comes up. */
static void sift_down(char *items, size_t root, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && compare(items + child * size, items + (child + 1) * size) < 0)
            ++child;
        if (compare(items + root * size, items + child * size) >= 0)
            return;
        swap(items + root * size, items + child * size, size);
        root = child;
    }
}

static bool is_sorted(const char *items, size_t count, size_t size, int (*compare)(const void *, const void *),
                      const struct spirv_allocator *allocator) {
    uint32_t next = 0;
    for (size_t i = 1; i < count; ++i) {
        if (compare(items + (i - 1) * size, items + i * size) > 0)
            return false;
        spirv_ask(allocator, (uint32_t)i, &next);
    }
    return true;
}

static void ask_at(const struct spirv_allocator *allocator, size_t sift) {
    enum { SIFTS_PER_QUESTION = 256 };
    if (sift % SIFTS_PER_QUESTION == 0 && allocator->ask)
        allocator->ask(allocator->user);
}

void spirv_sort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *),
                const struct spirv_allocator *allocator) {
    if (is_sorted(items, count, size, compare, allocator))
        return;
    for (size_t root = count / 2; root-- > 0;) {
        ask_at(allocator, root);
        sift_down(items, root, count, size, compare);
    }
    for (size_t last = count - 1; last > 0; --last) {
        ask_at(allocator, last);
        swap(items, (char *)items + last * size, size);
        sift_down(items, 0, last, size, compare);
    }
}
