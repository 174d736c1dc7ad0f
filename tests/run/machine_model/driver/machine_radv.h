/* Mesa's RADV prints this of a compute shader with RADV_DEBUG=shaders: NIR, then ACO's code before it is assembled,
 * then its disassembly. The last is what runs; the rest says what its registers hold when it begins. */
#ifndef MMRA_MACHINE_RADV_H
#define MMRA_MACHINE_RADV_H

#include "mmra/machine/machine.h"

/* The upper half of every address of descriptors (Mesa 22.3: address32_hi), which the code has as a number. */
#define MACHINE_RADV_SETS UINT64_C(0xFFFF800000000000)
enum { MACHINE_RADV_SET_BYTES = 1 << 16, MACHINE_RADV_MAX_SETS = 32 };

/* Returns the address of the descriptors of a set. */
static inline uint64_t machine_radv_set_address(uint32_t set) {
    return MACHINE_RADV_SETS + (uint64_t)(set + 1) * MACHINE_RADV_SET_BYTES;
}

/* Reads the last shader of the text, which ends in a NUL, as machine_read() does. `sets`: a bit for each descriptor set
 * that the shader uses. Refused is what its registers do not tell: push constants, a set that ACO found unused. */
void machine_read_radv(struct machine_code *code, struct arena *arena, const char *text,
                       enum machine_processor processor, uint32_t sets);

#endif
