/* Translation of litmus programs: each instruction becomes a memory view, the memory map says what IR that is, and an
 * IR module is built of it, as the lowering would build it.
 *
 * Storage class 1 stands for local memory that all threads share, 0, 2 and 3 for global memory; locations that are
 * accessed in class 2 alone are texels of images. Queue families are of one device, so of one agent. */
#ifndef TRANSLATOR_LITMUS_TRANSLATE_H
#define TRANSLATOR_LITMUS_TRANSLATE_H

#include "mmra/litmus/litmus.h"
#include "translator/map/memory_map.h"

/* The IR of the program, with the comments at its head that litmus_read_ir_module() needs. NULL: it is refused, and
 * *refused says why. */
struct ir_module *litmus_translate(const struct litmus *litmus, const struct map_options *options, struct arena *arena,
                                   const char **refused);

#endif
