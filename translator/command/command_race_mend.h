/* A mend of what a run of a shader's source has found. */
#ifndef TRANSLATOR_COMMAND_RACE_MEND_H
#define TRANSLATOR_COMMAND_RACE_MEND_H

#include "translator/command/command_mend.h"

/* Runs a module as the command runs its inputs, but says nothing; the exit status. */
typedef int race_run_module(const char *path, const char *module, size_t length);

/* Looks for a mend of a fault in that file, which is compiled as the command compiles it. False: it is no source that
 * could be changed. */
bool race_mend(const char *path, const struct mend_fault *fault, race_run_module *run, struct arena *arena,
               struct mend *mend);

#endif
