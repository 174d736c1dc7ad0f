/* Two modules of which executions are compared: whether they have the same interface, and what is said beside a
 * verdict.
 */
#ifndef TRANSLATOR_LITMUS_INTERFACE_H
#define TRANSLATOR_LITMUS_INTERFACE_H

#include "translator/program/litmus_spirv.h"

enum { LITMUS_AGAINST_NOTES = 24 };

/* Lines beside a verdict. */
struct against_notes {
    const char *lines[LITMUS_AGAINST_NOTES];
    uint32_t count;
};

/* Adds a line as printf does; one too many is left out. */
void against_note(struct against_notes *notes, struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Why two modules, or how they are run, have different interfaces; NULL: they have the same. What the second does not
 * use is noted. */
const char *against_interface(const struct litmus_spirv *const modules[2], struct against_notes *notes,
                              struct arena *arena);
/* The memory of the other module that is this one, the largest of one descriptor; NULL: there is none. */
const struct litmus_memory *against_same_memory(const struct litmus_memory *memory, const struct litmus_spirv *other);

#endif
