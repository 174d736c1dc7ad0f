/* Runs a few lines of machine code in a kernel of its own, for the tests of the executor. */
#ifndef TESTS_EXECUTOR_RUN_H
#define TESTS_EXECUTOR_RUN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mmra/machine/machine_execute.h"

enum { MEMORY_WORDS = 4096 };

struct machine {
    struct machine_code code;
    struct machine_result result;
    uint32_t memory[MEMORY_WORDS];
    uint64_t arguments[16];
    const uint64_t *live; /* of a shader that is no kernel */
    machine_export *take_export;
    machine_trap *take_trap;
    bool (*goes_on)(void *user);
    const char *mode; /* a directive more */
};

struct shape {
    uint32_t invocations, groups;
    uint64_t order;
    uint32_t more_rows; /* of invocations */
};

/* The processor of that name; the test fails if there is none. */
enum machine_processor processor_named(const char *name);

/* An arena that ends the process when there is no memory. */
void open_arena(struct arena *arena);

/* Runs the body of a kernel; m->result.fault says why it cannot, and lives until the next call. */
void run(struct machine *m, const char *processor, const char *body, struct shape shape);

/* Runs the instruction behind the lines `before`, with about every second operand another, as `seed` chooses. Whether
 * it ran; what it did is for the sanitizers to judge. M0 is beyond all registers. */
bool runs_strangely(const char *processor, const char *before, const char *instruction, uint32_t *seed);

/* Each lane stores v1 to its place in memory, behind what the program does to it; v0 is the lane. */
#define BEGIN "s_load_b64 s[4:5], s[0:1], 0x38\nv_and_b32 v0, 0x3ff, v0\nv_lshlrev_b32 v9, 2, v0\nv_mov_b32 v1, v0\n"
#define STORE "global_store_b32 v9, v1, s[4:5]\n"

#endif
