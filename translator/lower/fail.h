/* How the lowering fails: a message to the caller, and one jump back to where the call began. */
#ifndef TRANSLATOR_FAIL_H
#define TRANSLATOR_FAIL_H

#include "spirv/module.h"
#include "translator/option_names.h"
#include "translator/spirv_mmra.h"

struct lowering;

#if defined(__GNUC__)
#define LOWERING_NORETURN                __attribute__((noreturn))
#define LOWERING_PRINTF(position, first) __attribute__((format(printf, position, first)))
#else
#define LOWERING_NORETURN
#define LOWERING_PRINTF(position, first)
#endif

/* Ends the call with a message about the instruction `in` (NULL: about the module). The message says what is wrong or
 * missing and what to do; opcode, id and word are put before it. */
LOWERING_NORETURN void lowering_fail(struct lowering *l, smmra_result result, const struct spirv_instruction *in,
                                     const char *format, ...) LOWERING_PRINTF(4, 5);

/* Not valid SPIR-V (only reached without validation); valid but not supported; and what cannot be, whatever the module.
 */
#define FAIL_INVALID(l, in, ...)     lowering_fail((l), SMMRA_INVALID_INPUT, (in), __VA_ARGS__)
#define FAIL_UNSUPPORTED(l, in, ...) lowering_fail((l), SMMRA_UNSUPPORTED, (in), __VA_ARGS__)
#define FAIL_INTERNAL(l, in, ...)    lowering_fail((l), SMMRA_INTERNAL_ERROR, (in), "internal fault: " __VA_ARGS__)

/* The same with a message that needs nothing before it; word and id may be 0. */
LOWERING_NORETURN void lowering_end(struct lowering *l, smmra_result result, uint32_t word, uint32_t id, char *message);

/* Gives a message to the caller; what is not printable ASCII in it becomes '?'. */
void lowering_report(const smmra_options *options, uint32_t word, uint32_t id, char *message);

/* Asks the caller whether to go on, and ends the call if not. */
void lowering_poll(struct lowering *l);

#endif
