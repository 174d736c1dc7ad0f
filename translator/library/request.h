/* The functions of the library that read a module share this: checked options, messages, the place to which failures
 * jump, and reading itself. */
#ifndef TRANSLATOR_REQUEST_H
#define TRANSLATOR_REQUEST_H

#include "translator/library/findings.h"
#include "translator/lower/lowering.h"

/* All memory of one call: the caller's allocator, with account and limit. */
struct request_memory {
    smmra_allocator allocator;
    size_t held, most, limit;  /* bytes */
    size_t budget;             /* bytes too: what a module of this size may take (budget.h) */
    struct lowering *lowering; /* which ends the call when that is spent */
};

/* A request is one call. Its memory is in three arenas, each of which is freed when nothing needs it any more: what is
 * read and lowered before printing, the IR after it; only the output stays. */
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

/* Checks the options and starts empty arenas. A refusal has been reported already. */
smmra_result request_begin(struct request *request, const uint32_t *words, size_t word_count,
                           const smmra_options *given);

/* Gives all arenas back. */
void request_end(struct request *request);

/* An arena that outlives the request: it belongs to the caller from here on. */
struct arena request_keep(struct request *request, struct arena *arena);

/* Reads the module into request->spirv; `in_place`: the words stay for as long as it does. The landing must be set. */
void request_read(struct request *request, const uint32_t *words, size_t word_count, bool in_place);

/* Warns of options that have no effect, or another one than the caller may expect: an unknown processor,
 * specializations that the module lacks or whose values do not fit. The module has been read (request_warnings.c). */
void request_warn(struct request *request);

/* Ends the call with the reader's error, if there is one. */
void request_require(struct lowering *l, enum spirv_result result, struct spirv_error *error);

/* The byte after a field, for request_read_options. */
#define STRUCT_END(type, field) (offsetof(type, field) + sizeof(((type *)0)->field))

/* Copies what the caller has of a struct of options, of `newest` bytes here, that begins with its size; NULL: nothing.
 * False: that is not the size, padding included, of one that ends with one of these fields, and no caller of any
 * version has a size that cuts a field. */
bool request_read_options(void *options, size_t newest, const void *given, const uint16_t *ends, size_t end_count);

#endif
