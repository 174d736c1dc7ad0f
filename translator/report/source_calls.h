/* Source text as it is shown: which characters a reader would not see, and which lines belong to one call. */
#ifndef TRANSLATOR_REPORT_SOURCE_CALLS_H
#define TRANSLATOR_REPORT_SOURCE_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "mmra/base/arena.h"

/* A reader would not see the character, or would see others in another order: the page shows its code. */
bool source_hides(uint32_t character);

/* Parentheses that are closed on a later line than they are opened on, as those of a call over several lines. The
 * inner ones come before the outer ones. GLSL and HLSL have no strings that could hold a parenthesis. */
enum { SOURCE_DEPTH = 32 /* deeper ones are not noted */ };

struct source_call {
    uint32_t first, last; /* lines */
};

struct source_calls {
    struct arena *arena;
    struct source_call *items;
    size_t count, capacity;
    uint32_t open[SOURCE_DEPTH]; /* the line of each parenthesis that is open */
    size_t depth;
    bool in_comment;
};

/* The next line of a file; the struct begins as {.arena = ...}. */
void source_calls_read(struct source_calls *calls, uint32_t number, const char *line);

#endif
