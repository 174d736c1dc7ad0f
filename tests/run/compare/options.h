#ifndef TESTS_COMPARE_OPTIONS_H
#define TESTS_COMPARE_OPTIONS_H

#include "compare/compare.h"

const char *outcome_name(enum outcome outcome);

/* "seed=7", "groups=2,1,1", "optimize". False: not understood. */
bool settings_read(struct settings *settings, const char *text);

/* Adds what the file says of the shader of that name, if anything. False after a message: the file is wrong.
 */
bool settings_find(const char *path, const char *name, struct settings *settings);

#endif
