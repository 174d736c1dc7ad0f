/* The memory of a device as its processors address it: ranges of addresses of the graphics card (VA), each with bytes
 * of this process. */
#ifndef SUBMISSIONS_MEMORY_H
#define SUBMISSIONS_MEMORY_H

#include "mmra/machine/machine_execute.h"

struct gpu_memory {
    struct machine_range *ranges; /* none overlap */
    uint32_t count, capacity;
};

/* Maps bytes to addresses, and takes them away again, in whole: a range that begins there. False: it overlaps another,
 * or goes past the last address; there is no such range. */
bool gpu_map(struct gpu_memory *memory, uint64_t address, uint64_t size, uint8_t *bytes);
bool gpu_unmap(struct gpu_memory *memory, uint64_t address, struct machine_range *was);

/* The bytes at so many addresses, all in one range; NULL: there are none. An address has 48 bits, the last of which
 * fills those above. */
uint8_t *gpu_bytes(const struct gpu_memory *memory, uint64_t address, uint64_t size);
/* The bytes from an address to the end of its range. */
uint8_t *gpu_rest(const struct gpu_memory *memory, uint64_t address, uint64_t *size);

#endif
