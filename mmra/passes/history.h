/* This pass finds what may have happened before an instruction, and what may happen after it: along every path, in
 * the callers and callees, and around loops. A pass over a finished IR module, in linear time. */
#ifndef MMRA_HISTORY_H
#define MMRA_HISTORY_H

#include "mmra/ir/ir.h"

enum event {
    ACQUIRED_GLOBAL = 1 << 0,       /* before: an acquire that covers global memory */
    ACQUIRE_LOADED_GLOBAL = 1 << 1, /* before: an acquire load that does */
    ACQUIRE_LOADED_LOCAL = 1 << 2,  /* before: an acquire load that covers local memory */
    RELEASES_GLOBAL = 1 << 3,       /* after: a release that covers global memory */
    ORDERED_GLOBAL = 1 << 4,        /* before: an acquire that covers global memory, and makes nothing visible */
    RELEASED_WIDELY = 1 << 5,       /* before: a release beyond the workgroup */
    ACQUIRES_WIDELY = 1 << 6,       /* after: an acquire beyond the workgroup */
    EVENTS_OF_REACH = RELEASED_WIDELY | ACQUIRES_WIDELY,
    EVENTS_BEFORE = ACQUIRED_GLOBAL | ACQUIRE_LOADED_GLOBAL | ACQUIRE_LOADED_LOCAL | ORDERED_GLOBAL | RELEASED_WIDELY,
    EVENTS_AFTER = RELEASES_GLOBAL | ACQUIRES_WIDELY
};

/* The events that the instruction itself is; a fence for its own thread alone orders nothing. */
uint8_t history_event(const struct ir_module *module, const struct ir_instruction *instruction);

/* By index of the instruction: the events before it and after it. NULL: there are none. */
const uint8_t *history_around(struct ir_module *module);

#endif
