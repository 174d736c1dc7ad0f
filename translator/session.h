/* What every entry of the library that reads a module shares: the options as they are after checking, messages, the place
 * to which whatever fails jumps, and reading itself. */
#ifndef TRANSLATOR_SESSION_H
#define TRANSLATOR_SESSION_H

#include "translator/findings.h"
#include "translator/lowering.h"

/* All memory of one call: the caller's allocator, with account and limit. */
struct session_memory {
    smmra_allocator allocator;
    size_t held, most, limit; /* bytes */
};

/* One call. Its memory is in three arenas, so that each can go when it is of no more use: what is read and lowered before
 * printing, the IR after it; only the output stays. */
struct session {
    struct lowering lowering;
    struct spirv_module spirv;
    struct ir_module ir;
    struct session_memory memory;
    struct arena reading, ir_arena, output;
    smmra_options options;
    struct findings findings; /* in the output arena */
    jmp_buf landing; /* after an error: lowering.result says which; then session_end */
};

/* Checks the options and starts empty arenas. What it refuses it has reported. */
smmra_result session_begin(struct session *session, const uint32_t *words, size_t word_count,
                           const smmra_options *given);

/* Gives all arenas back. */
void session_end(struct session *session);

/* An arena as it outlives the session: the caller's from here on, and the session no longer knows it. */
struct arena session_keep(struct session *session, struct arena *arena);

/* Reads the module into session->spirv. The landing must be set. */
void session_read(struct session *session, const uint32_t *words, size_t word_count);

/* Ends the call with the reader's error, if there is one. */
void session_require(struct lowering *l, enum spirv_result result, struct spirv_error *error);

/* Gives a message to the caller; what is not printable ASCII in it becomes '?'. */
void session_report(const smmra_options *options, uint32_t word, uint32_t id, char *message);

#endif
