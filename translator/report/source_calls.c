/* Source text on a page: which characters a reader would not see, and which lines belong to one call. */
#include <string.h>

#include "translator/report/source_calls.h"

/* ---- characters that are not seen ---- */

struct range {
    uint32_t first, last;
};

/* Controls, what turns the direction of text around, what is ignored by default (Unicode, 5.21), and fillers that look
 * like space. Another source could hide in them than the one that is seen. */
static const struct range hidden[] = {
    {0x00, 0x08},     {0x0B, 0x1F},       {0x7F, 0x9F},       {0xAD, 0xAD},       {0x34F, 0x34F},    {0x61C, 0x61C},
    {0x70F, 0x70F},   {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x200B, 0x200F},  {0x2028, 0x202E},
    {0x2060, 0x206F}, {0x2800, 0x2800},   {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},  {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFB}, {0x13430, 0x1345F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};

bool source_hides(uint32_t character) {
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (character <= hidden[i].last)
            return character >= hidden[i].first;
    return false;
}

/* ---- calls over several lines ---- */

static void close_parenthesis(struct source_calls *calls, uint32_t number) {
    if (!calls->depth)
        return;
    if (--calls->depth >= SOURCE_DEPTH || calls->open[calls->depth] == number)
        return;
    if (calls->count == calls->capacity) {
        struct source_call *more = arena_allocate_array(calls->arena, 2 * calls->capacity + 16, sizeof *more);
        if (calls->count)
            memcpy(more, calls->items, calls->count * sizeof *more);
        calls->items = more;
        calls->capacity = 2 * calls->capacity + 16;
    }
    calls->items[calls->count++] = (struct source_call){calls->open[calls->depth], number};
}

static void read_character(struct source_calls *calls, uint32_t number, char c) {
    if (c == '(') {
        if (calls->depth < SOURCE_DEPTH)
            calls->open[calls->depth] = number;
        calls->depth++;
    } else if (c == ')') {
        close_parenthesis(calls, number);
    } else if (c == ';' || c == '{' || c == '}') {
        /* A parenthesis that a macro leaves open must not hold the rest of the file together. The ";" of a "for" stays
         * on the line of its parenthesis in most sources; a "for" over several lines is no call. */
        calls->depth = 0;
    }
}

void source_calls_read(struct source_calls *calls, uint32_t number, const char *line) {
    for (const char *at = line; *at; at++) {
        bool begins = at[0] == '/' && at[1] == '*', ends = at[0] == '*' && at[1] == '/';
        if (!calls->in_comment && at[0] == '/' && at[1] == '/')
            return;
        if (calls->in_comment ? ends : begins) {
            calls->in_comment = begins;
            at++;
        } else if (!calls->in_comment) {
            read_character(calls, number, *at);
        }
    }
}
