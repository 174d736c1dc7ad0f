/* Sorting with the caller's memory alone: the C library's qsort may allocate where no caller sees it. */
#ifndef MMRA_SORT_H
#define MMRA_SORT_H

#include "mmra/base/arena.h"

/* Stable, in n log n steps on any input, without recursion. To sort more than a few items takes memory of the same size
 * from the arena. */
void mmra_sort(struct arena *arena, void *items, size_t count, size_t size, int (*compare)(const void *, const void *));

/* How numbers are compared, for mmra_sort, qsort and bsearch: uint32_t, and uint64_t. */
int mmra_compare_words(const void *a, const void *b);
int mmra_compare_longs(const void *a, const void *b);

#endif
