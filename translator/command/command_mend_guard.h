/* Statements that some invocations leave out, while all of them come to the barriers between. */
#ifndef TRANSLATOR_COMMAND_MEND_GUARD_H
#define TRANSLATOR_COMMAND_MEND_GUARD_H

#include "translator/command/command_mend_draft.h"

enum { MOST_FUNCTIONS = 32 };

/* A function of the source, by its parts. */
struct guard_function {
    const char *name;
    size_t head, begin, end; /* its first part, the one after its brace, and its closing brace */
    bool waits;              /* a barrier is in it, or in a function that it calls */
};

struct guard {
    const struct draft *draft;
    struct edits *edits;
    struct arena *arena;
    const char *name; /* of the variable that says whether an invocation takes part; the source has no such word */
    struct guard_function functions[MOST_FUNCTIONS];
    size_t function_count;
    bool failed; /* something is not of a form that is known, or there are too many edits */
};

void guard_begin(struct guard *g, const struct draft *draft, struct edits *edits, struct arena *arena);
/* The function that has the part; NULL: none. */
struct guard_function *guard_function_of(struct guard *g, size_t at);
/* Whether a barrier is among the parts, or a call of a function that has one. */
bool guard_waits(const struct guard *g, size_t begin, size_t end);
bool guard_is_barrier(const char *part);
/* The part after the statement that begins there, with its `else`. */
size_t guard_statement_end(const struct guard *g, size_t at);
/* The first part from there on that is not empty. */
size_t guard_skip_empty(const struct guard *g, size_t at);

/* A statement before the part, or a text in its place, indented as `like` is. */
void guard_add_before(struct guard *g, size_t at, size_t like, const char *statement);
void guard_put(struct guard *g, size_t at, size_t like, const char *text);
/* Puts the condition before what touches memory between the parts, and leaves out barriers, the heads of statements
 * with a barrier in them, and declarations. */
void guard_range(struct guard *g, size_t begin, size_t end);

#endif
