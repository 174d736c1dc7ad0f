/* Parts of spirv-mmra report that need no module. */
#ifndef TRANSLATOR_COMMAND_REPORT_H
#define TRANSLATOR_COMMAND_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "mmra/base/arena.h"

/* A reader would not see the character, or would see others in another order: the page shows its code. */
bool report_hides(uint32_t character);

/* Parentheses that are closed on a later line than they are opened on, as those of a call over several lines. The
 * inner ones come before the outer ones. GLSL and HLSL have no strings that could hold a parenthesis. */
enum { REPORT_DEPTH = 32 /* deeper ones are not noted */ };

struct report_call {
    uint32_t first, last; /* lines */
};

struct report_calls {
    struct arena *arena;
    struct report_call *items;
    size_t count, capacity;
    uint32_t open[REPORT_DEPTH]; /* the line of each parenthesis that is open */
    size_t depth;
    bool in_comment;
};

/* The next line of a file; the struct begins as {.arena = ...}. */
void report_calls_read(struct report_calls *calls, uint32_t number, const char *line);

#endif
