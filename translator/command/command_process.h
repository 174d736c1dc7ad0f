/* A command that reads from us and writes to us. */
#ifndef TRANSLATOR_COMMAND_PROCESS_H
#define TRANSLATOR_COMMAND_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "mmra/base/arena.h"

struct process_result {
    const char *output; /* NUL-terminated */
    size_t length;
    const char *complaints; /* the beginning of what it wrote to standard error */
    const char *error;      /* not NULL: what went wrong, and what the command said first */
    /* All live in the arena. */
};

/* Runs `command`, and after it the words of `more` (NULL-terminated, or NULL), with `input` as its standard input. No
 * shell: the command is split at blanks, and nothing quotes or expands. It may write 64 MiB in two minutes; then it is
 * killed. False with an error if it does not end with status 0. */
bool process_run(const char *command, const char *const *more, const char *input, size_t length, struct arena *arena,
                 struct process_result *result);

/* Whether a folder of PATH has a program of that name. */
bool process_is_installed(const char *name);

#endif
