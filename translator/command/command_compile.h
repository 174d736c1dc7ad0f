/* IR through LLVM's optimizer and backend, which are commands. */
#ifndef TRANSLATOR_COMMAND_COMPILE_H
#define TRANSLATOR_COMMAND_COMPILE_H

#include <stddef.h>
#include <stdint.h>

#include "mmra/base/arena.h"
#include "translator/spirv_mmra.h"

/* How. NULL: what SMMRA_OPT and SMMRA_LLC name, else opt-22 -O2 -S and llc-22, or those of LLVM 23. */
struct compiler {
    const char *opt, *llc;
    uint32_t version;     /* a position in compiler_versions, its profile that in compiler_profiles */
    const char **message; /* not NULL: gets what is wrong, which then is not printed */
};

extern const char *const compiler_versions[]; /* "22" first, the last is NULL */
extern const smmra_profile compiler_profiles[];

/* The options that say how. */
#define COMPILER_OPTIONS(compiler, when)                                                                               \
    {"--opt", "COMMAND", when "optimizes IR (default: SMMRA_OPT, else opt-22 -O2 -S, or of --llvm)", OPTION_TEXT,      \
     &(compiler)->opt},                                                                                                \
    {                                                                                                                  \
        "--llc", "COMMAND", when "compiles it (default: SMMRA_LLC, else llc-22, or of --llvm)", OPTION_TEXT,           \
            &(compiler)->llc                                                                                           \
    }
#define COMPILER_VERSION_OPTION(compiler)                                                                              \
    {"--llvm",                                                                                                         \
     "VERSION",                                                                                                        \
     "22 (default) or 23: for which LLVM it is translated, and which compiles it",                                     \
     OPTION_CHOICE,                                                                                                    \
     &(compiler)->version,                                                                                             \
     0,                                                                                                                \
     compiler_versions}

/* Assembly for the processor ("gfx1100"), *length bytes and a NUL; NULL after a message about `path`. */
const char *compile_ir(const struct compiler *compiler, const char *path, const char *ir, const char *processor,
                       struct arena *arena, size_t *length);

#endif
