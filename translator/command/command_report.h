/* Parts of spirv-mmra report that need no module. */
#ifndef TRANSLATOR_COMMAND_REPORT_H
#define TRANSLATOR_COMMAND_REPORT_H

#include "mmra/base/arena.h"

/* A line of GLSL with a suggestion (translator/litmus/litmus_suggest.h) done to its only call that names semantics and
 * scopes; NULL: it has none, or several, or the suggestion is about something else. */
const char *report_change(struct arena *arena, const char *line, const char *suggestion);

/* What to do in GLSL where no line alone can be changed; NULL: the suggestion says it. */
const char *report_advice(const char *suggestion);

#endif
