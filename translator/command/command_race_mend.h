/* A mend of what a run of a shader's source has found. */
#ifndef TRANSLATOR_COMMAND_RACE_MEND_H
#define TRANSLATOR_COMMAND_RACE_MEND_H

#include "translator/command/command_mend.h"
#include "translator/command/command_modules.h"

/* Runs a module as the command runs its inputs, but says nothing; the exit status. */
typedef int race_run_module(const char *path, const char *module, size_t length);

/* Looks for a mend of a fault in that file, which is compiled as the command compiles it. False: it is no source that
 * could be changed. */
bool race_mend(const char *path, const struct mend_fault *fault, race_run_module *run, struct arena *arena,
               struct mend *mend);

/* Runs a shader's source as `race` does with these options, in a process of its own and for so many seconds at most.
 * What `race` says of the mend of what it finds, a line, and the difference, in the arena; NULL: nothing is wrong, or
 * no mend was found (command_race.c). */
const char *race_mend_of(const char *path, const struct module_options *module, uint32_t seconds, struct arena *arena);

#endif
