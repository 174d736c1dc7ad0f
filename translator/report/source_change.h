/* Suggestions in the language that a shader is written in. */
#ifndef TRANSLATOR_REPORT_SOURCE_CHANGE_H
#define TRANSLATOR_REPORT_SOURCE_CHANGE_H

#include "mmra/base/arena.h"
#include "translator/spirv_mmra.h"
#include "translator/suggest/litmus_suggest.h"

/* A suggestion as a change of the source. Each may be NULL. */
struct source_change {
    const char *said;           /* what to do, in the source's words */
    const char *before, *after; /* all lines of the call, joined by '\n', and what they become */
    uint32_t line;              /* the number of the first of them */
    bool is_last;               /* of the suggestions that change these lines: `after` has all that they change */
};

/* Gets a line that the module does not have, with a NUL, and says whether it is known. */
typedef bool source_reader(void *user, const smmra_source *source, char *line, size_t size);

/* Returns one for each suggestion, in the arena. `read_line` may be NULL. */
struct source_change *source_changes(struct arena *arena, const uint32_t *words, size_t count, source_reader *read_line,
                                     void *user, const struct suggestions *found);

/* The suggestion in words: those of the source, and SPIR-V's after them. */
const char *source_suggestion(struct arena *arena, const struct suggestion *suggestion,
                              const struct source_change *change);

/* Private to source_*.c: the statement that a place is in, and the lines around it. */
struct source_statement {
    const char *lines, *line_before, *line_behind; /* NULL: not known */
    uint32_t line;
    uint32_t call, calls; /* the instruction is number `call` of so many of its kind in the line of its place */
};

/* GLSL with a suggestion done to the call that the instruction comes from; NULL: which call that is is not known, or
 * the suggestion is about something else. */
const char *glsl_change(struct arena *arena, const struct source_statement *statement, const char *lines,
                        const struct suggestion *asked);
/* The same for HLSL. */
const char *hlsl_change(struct arena *arena, const struct source_statement *statement, const char *lines,
                        const struct suggestion *asked);

/* A function whose calls become an instruction of which this is the name, or its beginning. */
struct source_function {
    const char *name;
    const char *instruction;
};

/* Identifiers in a text. */
struct token {
    const char *at;
    size_t length;
};
/* The call of one of the functions, or of one whose name begins so, that the instruction of the statement comes from;
 * at NULL: it is not known. */
struct token token_call(const struct source_statement *statement, const char *lines, const char *instruction,
                        const struct source_function *functions, size_t count);
/* Returns the end of the call, or NULL if it is not closed. */
const char *token_call_end(struct token call);
const char *token_replace(struct arena *arena, const char *text, struct token token, const char *with);

#endif
