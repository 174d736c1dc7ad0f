/* IR through LLVM's optimizer and backend, which are commands. */
#ifndef TRANSLATOR_COMMAND_COMPILE_H
#define TRANSLATOR_COMMAND_COMPILE_H

#include <stddef.h>

#include "mmra/base/arena.h"

/* How. NULL: what SMMRA_OPT and SMMRA_LLC name, else opt-22 -O2 -S and llc-22. */
struct compiler {
    const char *opt, *llc;
    const char **message; /* not NULL: gets what is wrong, which then is not printed */
};

/* Assembly for the processor ("gfx1100"), *length bytes and a NUL; NULL after a message about `path`. */
const char *compile_ir(const struct compiler *compiler, const char *path, const char *ir, const char *processor,
                       struct arena *arena, size_t *length);

#endif
