/* What every entry of the library that reads a module shares: the options as they are after checking, messages, the place
 * to which whatever fails jumps, and reading itself. */
#ifndef TRANSLATOR_SESSION_H
#define TRANSLATOR_SESSION_H

#include "translator/lowering.h"

/* One call. */
struct session {
    struct lowering lowering;
    struct spirv_module spirv;
    struct ir_module ir;
    struct arena arena;
    smmra_options options;
    jmp_buf landing; /* after an error: lowering.result says which, and the arena is the caller's to destroy */
};

/* Checks the options and starts an empty arena. What it refuses it has reported. */
smmra_result session_begin(struct session *session, const uint32_t *words, size_t word_count,
                           const smmra_options *given);

/* Reads the module into session->spirv. The landing must be set. */
void session_read(struct session *session, const uint32_t *words, size_t word_count);

/* Ends the call with the reader's error, if there is one. */
void session_require(struct lowering *l, enum spirv_result result, struct spirv_error *error);

/* Gives a message to the caller; what is not printable ASCII in it becomes '?'. */
void session_report(const smmra_options *options, uint32_t word, uint32_t id, char *message);

#endif
