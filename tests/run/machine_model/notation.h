/* Litmus programs in a short notation, written out as assembly of a processor:
 *
 *     P/0: ST x; WB; WS; STa f | C/1: a=LDa f; WL; INV; b=LD x
 *
 * A wave's name and workgroup, then its operations. ST, LD plain, STa, LDa at agent, STw, LDw at workgroup scope; DW,
 * DR on LDS; RMW adds, RMWn at the scope of a compute unit; WL, WS, WD wait for loads, stores, LDS; WB, INV, INVw write
 * back and invalidate; BAR is a barrier; GL0 and GL1 are the halves of INV where it has two, LDg a load that misses V
 * alone. x is written 42, others 1, unless `=N` follows: register N, of which 10 is a, 11 b and so on. `Q/1: as P` is
 * another wave in the code of P. Before '?' stands what a processor must have for the operation: rdna, gfx9, wide (a
 * workgroup may be on several compute units), narrow, split (tgsplit), wgp. */
#ifndef TESTS_MACHINE_NOTATION_H
#define TESTS_MACHINE_NOTATION_H

#include <stdbool.h>
#include <stddef.h>

#include "mmra/machine/machine.h"

struct configuration {
    const char *name;
    enum machine_processor processor;
    bool wgp, split;
    int l2s;
    const char *classes; /* words, each with a blank on both sides */
};

extern const struct configuration configurations[];
extern const size_t configuration_count;

/* Whether the configuration has the word among its name and classes. */
bool configuration_is(const struct configuration *c, const char *word, size_t length);
/* Writes the program; false if the notation is wrong. `condition` is what stands behind "exists". */
bool write_assembly(const struct configuration *c, const char *program, const char *condition, char *text, size_t size);

#endif
