/* A function amdgpu_cs as llc prints it, that --abi=driver has with its default table. Lines before it, which the
 * script driver_abi writes, say what its registers hold:
 *
 *     ; register N set K | groups A | group A
 *     ; shared BYTES
 *     ; wave 64
 */
#ifndef MMRA_MACHINE_CS_H
#define MMRA_MACHINE_CS_H

#include "mmra/machine/machine.h"

/* Whether the text is one. */
bool machine_is_cs(const char *text);
/* Reads it as machine_read_radv() does a listing. */
void machine_read_cs(struct machine_code *code, struct arena *arena, const char *text,
                     enum machine_processor processor);

#endif
