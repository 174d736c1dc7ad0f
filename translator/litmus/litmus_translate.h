/* Translation of litmus programs: each instruction becomes a memory view, the memory map says what IR that is, and an
 * IR module is built of it, as the lowering would build it.
 *
 * Storage class 1 stands for local memory that all threads share, 0, 2 and 3 for global memory; locations that are
 * accessed in class 2 alone are texels of images. Queue families are of one device, so of one agent. */
#ifndef TRANSLATOR_LITMUS_TRANSLATE_H
#define TRANSLATOR_LITMUS_TRANSLATE_H

#include "mmra/litmus/litmus.h"
#include "translator/map/memory_map.h"
#include "translator/map/processor.h"

/* The IR of the program, with the comments at its head that litmus_read_ir_module() needs. NULL: it is refused, and
 * *refused says why. `optimized`: an optimizer takes it, which drops what nobody reads: registers are global variables
 * THREAD:REGISTER, and local ones are kept. */
struct ir_module *litmus_translate(const struct litmus *litmus, const struct map_options *options, bool optimized,
                                   struct arena *arena, const char **refused);

/* How the program is a kernel of a processor. */
struct litmus_kernel_form {
    const char *name;
    const struct processor *processor;
    bool divergent; /* lanes of a wave are threads; else a parameter says which one the wave is */
};

/* The program as one kernel, which chooses among the threads. Its parameters: pointers to the cells, of texels to their
 * descriptors; pointers to the results of all named registers, thread by thread; the number of the thread. Cells of
 * local memory are parts of the global NAME.lds, and their parameters are not used. */
struct ir_module *litmus_translate_kernel(const struct litmus *litmus, const struct map_options *options,
                                          const struct litmus_kernel_form *form, struct arena *arena,
                                          const char **refused);

/* The memory view of an access, fence or barrier; `image`: of a texel (litmus_view.c). */
struct spirv_memory_view litmus_view_of(const struct program_instruction *instruction, bool image);

/* The address space that the cell's global has: constant for a texel's descriptor. */
uint32_t litmus_space_of(const struct program *program, const struct program_cell *cell);

#endif
