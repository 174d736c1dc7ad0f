/* IR through LLVM's optimizer and backend, which are commands. */
#ifndef TRANSLATOR_COMMAND_COMPILE_H
#define TRANSLATOR_COMMAND_COMPILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mmra/base/arena.h"
#include "translator/spirv_mmra.h"

/* How. NULL: what SMMRA_OPT and SMMRA_LLC name, else opt-23 -O2 -S and llc-23, or those of LLVM 22. */
struct compiler {
    const char *opt, *llc;
    uint32_t version;     /* a position in compiler_versions */
    const char **message; /* not NULL: gets what is wrong, which then is not printed */
};

/* "newest" first, which is the version in the name of the commands, else the newest whose llc is installed; then the
 * newest version. The last is NULL. */
extern const char *const compiler_versions[];

/* The profile for which a module is to be translated that is compiled so. */
smmra_profile compiler_profile(const struct compiler *compiler);

/* Makes `compiler` one for that profile; false if no version is. */
bool compiler_for(struct compiler *compiler, smmra_profile profile);

/* The options that say how. */
#define COMPILER_OPTIONS(compiler, when)                                                                               \
    {"--opt", "COMMAND", when "optimizes IR (default: SMMRA_OPT, else opt -O2 -S of --llvm)", OPTION_TEXT,             \
     &(compiler)->opt},                                                                                                \
    {                                                                                                                  \
        "--llc", "COMMAND", when "compiles it (default: SMMRA_LLC, else llc of --llvm)", OPTION_TEXT, &(compiler)->llc \
    }
#define COMPILER_VERSION_OPTION(compiler)                                                                                       \
    {"--llvm",                                                                                                                  \
     "VERSION",                                                                                                                 \
     "23, 22, 21, 19, or newest (default) of those that are installed: for which LLVM it is translated, and which compiles it", \
     OPTION_CHOICE,                                                                                                             \
     &(compiler)->version,                                                                                                      \
     0,                                                                                                                         \
     compiler_versions}

/* Assembly for the processor ("gfx1100"), *length bytes and a NUL; NULL after a message about `path`, or without one
 * where the time is over: whoever asked says that. */
const char *compile_ir(const struct compiler *compiler, const char *path, const char *ir, const char *processor,
                       struct arena *arena, size_t *length);

#endif
