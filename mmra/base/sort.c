#include "mmra/base/sort.h"

#include <stdbool.h>

typedef int (*comparison)(const void *, const void *);

enum {
    RUN = 8,     /* items that are sorted by insertion */
    SHORT = 4096 /* those whose merging asks after the whole, not within */
};

static void swap(char *a, char *b, size_t size) {
    char copy[64];
    for (size_t part; size; a += part, b += part, size -= part) {
        part = size < sizeof copy ? size : sizeof copy;
        memcpy(copy, a, part);
        memcpy(a, b, part);
        memcpy(b, copy, part);
    }
}

static void sort_run(char *items, size_t count, size_t size, comparison compare) {
    for (size_t i = 1; i < count; i++)
        for (size_t at = i; at > 0 && compare(items + (at - 1) * size, items + at * size) > 0; at--)
            swap(items + (at - 1) * size, items + at * size, size);
}

/* Merges two sorted parts, of which the second begins at `middle`. Of equal items, those of the first part come first.
 */
static void merge(char *to, const char *items, size_t middle, size_t count, size_t size, comparison compare,
                  struct mmra_watch *watch) {
    size_t left = 0, right = middle;
    for (size_t i = 0; i < count; i++) {
        mmra_work_at(watch, (uint32_t)i + 1);
        bool takes_left = right == count || (left < middle && compare(items + left * size, items + right * size) <= 0);
        memcpy(to + i * size, items + (takes_left ? left++ : right++) * size, size);
    }
}

/* How many of the first items are in order. */
static size_t count_sorted(const char *items, size_t count, size_t size, comparison compare, struct mmra_watch *watch) {
    size_t i = 1;
    for (; i < count && compare(items + (i - 1) * size, items + i * size) <= 0; i++)
        mmra_work_at(watch, (uint32_t)i);
    return i;
}

void mmra_sort(struct arena *arena, void *items, size_t count, size_t size, comparison compare) {
    if (count_sorted(items, count, size, compare, arena->watch) >= count)
        return;
    for (size_t from = 0; from < count; from += RUN) {
        mmra_work_at(arena->watch, (uint32_t)from + RUN);
        sort_run((char *)items + from * size, count - from < RUN ? count - from : RUN, size, compare);
    }
    if (count <= RUN)
        return;
    char *from = items, *to = arena_allocate(arena, count * size), *buffer = to;
    for (size_t width = RUN; width < count; width *= 2) {
        for (size_t start = 0; start < count; start += 2 * width) {
            size_t length = count - start < 2 * width ? count - start : 2 * width;
            mmra_work(arena->watch, length < SHORT ? (uint32_t)length / 2 : 1);
            merge(to + start * size, from + start * size, length < width ? length : width, length, size, compare,
                  arena->watch);
        }
        char *merged = to;
        to = from;
        from = merged;
    }
    if (from != items)
        arena_copy(arena, items, from, count * size);
    arena_give_back(arena, buffer);
}

int mmra_compare_words(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

int mmra_compare_longs(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}
