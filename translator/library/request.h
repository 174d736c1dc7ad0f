/* What every entry of the library that reads a module shares: the options as they are after checking, messages, the
 * place to which whatever fails jumps, and reading itself. */
#ifndef TRANSLATOR_REQUEST_H
#define TRANSLATOR_REQUEST_H

#include "translator/library/findings.h"
#include "translator/lower/lowering.h"

/* All memory of one call: the caller's allocator, with account and limit. */
struct request_memory {
    smmra_allocator allocator;
    size_t held, most, limit;  /* bytes */
    size_t budget;             /* likewise, of budget.h: what a module of this size may take */
    struct lowering *lowering; /* which ends the call when that is spent */
};

/* One call. Its memory is in three arenas, so that each can go when it is of no more use: what is read and lowered
 * before printing, the IR after it; only the output stays. */
struct request {
    struct lowering lowering;
    struct spirv_module spirv;
    struct ir_module ir;
    struct request_memory memory;
    struct arena reading, ir_arena, output;
    smmra_options options;
    struct findings findings; /* in the output arena */
    jmp_buf landing;          /* after an error: lowering.result says which; then request_end */
};

/* Checks the options and starts empty arenas. What it refuses it has reported. */
smmra_result request_begin(struct request *request, const uint32_t *words, size_t word_count,
                           const smmra_options *given);

/* Gives all arenas back. */
void request_end(struct request *request);

/* An arena as it outlives the request: the caller's from here on, and the request no longer knows it. */
struct arena request_keep(struct request *request, struct arena *arena);

/* Reads the module into request->spirv; `in_place`: the words stay for as long as it does. The landing must be set. */
void request_read(struct request *request, const uint32_t *words, size_t word_count, bool in_place);

/* Warns of options that do nothing, or not what they say: a processor that is not known, specializations that the
 * module lacks or whose values do not fit. The module has been read. request_warnings.c. */
void request_warn(struct request *request);

/* Ends the call with the reader's error, if there is one. */
void request_require(struct lowering *l, enum spirv_result result, struct spirv_error *error);

/* The byte behind a field, for is_struct_size. */
#define STRUCT_END(type, field) (offsetof(type, field) + sizeof(((type *)0)->field))

/* Whether a struct of options that ended with one of these fields would be of that size, padding included: no size that
 * a caller of any version has cuts a field. */
bool request_is_struct_size(size_t size, const uint16_t *ends, size_t count);

#endif
