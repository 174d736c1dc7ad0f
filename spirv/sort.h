/* Sorting without memory of its own. */
#ifndef SPIRV_SORT_H
#define SPIRV_SORT_H

#include "spirv/module.h"

/* Sorts in place, in n log n steps on any input, without recursion and without memory (the C library's qsort may
 * allocate some). Not stable. Asks `allocator` now and then. */
void spirv_sort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *),
                const struct spirv_allocator *allocator);

#endif
