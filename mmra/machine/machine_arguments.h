/* The memory that a kernel finds when it begins: its arguments, what they point to, the dispatch packet (LLVM's AMDGPU
 * user guide, "Code Object V5 Metadata" and "Kernel Dispatch"). */
#ifndef MMRA_MACHINE_ARGUMENTS_H
#define MMRA_MACHINE_ARGUMENTS_H

#include "mmra/machine/machine_execute.h"

/* What an argument is: the bytes of a value, or of a buffer, of which the first are given and the others 0. Of shared
 * memory whose size the caller says, `size` alone counts. */
struct machine_value {
    bool given;
    const uint8_t *bytes;
    uint64_t count, size;
    /* Of a value: for each eight bytes, how large the buffer is that they point to, 0 if they do not. NULL: no one
     * does. */
    uint64_t *pointed;
    bool is_recorded; /* `bytes` are the argument's own, also of a buffer: its address */
};

/* The memory that a recorded dispatch finds, at its own addresses: none in the first MACHINE_BUFFER_GAP bytes, which
 * the layout has, none of them where code lies, and none overlaps another. */
struct machine_memory {
    uint64_t address, size;
    const uint8_t *bytes;
};
struct machine_memories {
    const struct machine_memory *items;
    uint32_t count;
};
enum { MACHINE_MOST_MEMORIES = 480 };

/* Buffers lie so far from each other at least: what leaves one does not come to another. */
#define MACHINE_BUFFER_GAP (UINT64_C(1) << 32)

struct machine_layout {
    struct machine_range *ranges;
    const struct machine_argument **arguments; /* of each range, or NULL */
    uint32_t *slots;                           /* which eight bytes of it point there */
    uint32_t range_count;
    uint64_t arguments_address, packet;
    uint32_t group_bytes; /* all of the kernel's shared memory */
    const char *error;    /* not NULL: then only this, `at` and `unsupported` count */
    uint32_t at;          /* the argument */
    bool unsupported;
};

/* How many arguments the kernel has that the caller gives: the first so many. */
uint32_t machine_count_given(const struct machine_kernel *kernel);
bool machine_is_buffer(const struct machine_argument *argument);
/* Shared memory whose size is said when the kernel is launched. */
bool machine_is_local_pointer(const struct machine_argument *argument);

/* `values`: one for each of these. `more`: bytes of shared memory beside. `recorded`: NULL where the dispatch was not.
 * What is laid out lives in the arena. */
void machine_lay_out(struct machine_layout *layout, struct arena *arena, const struct machine_kernel *kernel,
                     const struct machine_dispatch *dispatch, const struct machine_value *values, uint32_t more,
                     const struct machine_memories *recorded);

#endif
