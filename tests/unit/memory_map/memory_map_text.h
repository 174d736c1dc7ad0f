/* The memory map's answers as short text, so that tests can state what they expect as one reads it in IR:
 *
 *     load 16@0 align 16 private
 *     volatile atomic-load 8@8 align 8 agent monotonic nonprivate
 *     fence workgroup acq_rel nonprivate none local; s.barrier
 *
 * kind, bytes@offset and alignment of an access, scope (nothing for system), orderings, tags, annotations. */
#ifndef TESTS_MEMORY_MAP_TEXT_H
#define TESTS_MEMORY_MAP_TEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "translator/map/memory_map.h"

enum { MEMORY_MAP_TEXT_SIZE = 8192 };

void memory_map_text(const struct mapped_operations *operations, char text[MEMORY_MAP_TEXT_SIZE]);

/* Asserts that the text is `expected`; `what` names the case. */
void expect_text(const struct mapped_operations *operations, const char *expected, const char *what);

/* A map of the Vulkan memory model, of a module with atomics and fences of all memory, with the options of the
 * command's defaults, `document` and --abi=kernel.
 */
struct memory_map vulkan_map(enum profile profile);

#endif
