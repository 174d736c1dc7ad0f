/* From the text of an IR module for the host to a function that can be called. */
#ifndef TESTS_HOST_LOADER_H
#define TESTS_HOST_LOADER_H

#include <stdbool.h>
#include <stddef.h>

/* Compiles to the shared object `path` with LLVM 22 and the linker, leaving `path`.ll and `path`.o beside it.
 * `optimize`: `opt -O2` before. False: a line of the tool's messages is in `message`. */
bool host_compile(const char *ir, const char *path, bool optimize, char *message, size_t message_size);

/* Compiles for AMDGPU to the assembly `path`.s, with the opt and llc of that version. `is_shell`: it becomes one
 * function,
 * @smmra_shell. */
bool host_assemble(const char *ir, const char *path, const char *processor, unsigned llvm, bool is_shell, char *message,
                   size_t message_size);

/* The function `name` of a shared object, which stays loaded; NULL after writing to `message`. */
void *host_load(const char *path, const char *name, char *message, size_t message_size);

#endif
