/* The shaders of a ray tracing pipeline that others call, as machine code. The host's traversal (ray_shaders.c) calls
 * them; each is a dispatch of one invocation, in the memory of the one that called. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/machine_stage.h"
#include "compare/rays.h"

enum { MOST_ARENA_BYTES = 1 << 26, STATUS_OUT_OF_MEMORY = 1, ARGUMENT_WORDS = HOST_MOST_ARGUMENTS + 8 };

static struct {
    const struct ray_program *program;
    const struct machine_dispatch *outer;
    struct machine_kernel kernels[MAX_RAY_ENTRIES];
    char names[MAX_RAY_ENTRIES][32];
    struct machine_result failed;
    struct frame *frame; /* of the one that runs now; NULL: the first */
} called;

struct frame {
    const struct drawn_stage *stage;
    const uint64_t *arguments;
    uint32_t at[HOST_MOST_ARGUMENTS]; /* in scratch memory */
    struct frame *outer;
};

void machine_keep_memory(uint32_t parameter, uint32_t at) {
    if (called.frame && parameter < HOST_MOST_ARGUMENTS)
        called.frame->at[parameter] = at;
}

bool machine_hand_on(const uint8_t *scratch, uint32_t bytes) {
    const struct frame *frame = called.frame;
    for (uint32_t i = 0; frame && i < frame->stage->resource_count; i++) {
        if ((uint64_t)frame->at[i] + frame->stage->own_bytes[i] > bytes)
            return false;
        memcpy((void *)(uintptr_t)frame->arguments[i], scratch + frame->at[i], frame->stage->own_bytes[i]);
    }
    return frame != NULL;
}

static void run_out_of_memory(void *user) {
    (void)user;
    exit(STATUS_OUT_OF_MEMORY);
}

/* The outer dispatch's ranges with other arguments, and what the entry point's parameters are. */
static uint32_t list_ranges(const struct drawn_stage *stage, const uint64_t *arguments, const uint8_t *inputs,
                            const uint64_t *block, struct machine_range *ranges) {
    uint32_t count = called.outer->range_count;
    memcpy(ranges, called.outer->ranges, count * sizeof *ranges);
    for (uint32_t i = 0; i < count; i++)
        if (ranges[i].address == called.outer->arguments)
            ranges[i] = (struct machine_range){called.outer->arguments, ARGUMENT_WORDS * sizeof *block, 0,
                                               (uint8_t *)(uintptr_t)block, true};
    ranges[count++] =
        (struct machine_range){(uintptr_t)inputs, stage->input_bytes, 16, (uint8_t *)(uintptr_t)inputs, true};
    for (uint32_t i = 0; i < stage->resource_count; i++)
        if (stage->own_bytes[i])
            ranges[count++] = (struct machine_range){arguments[i], stage->own_bytes[i], 16,
                                                     (uint8_t *)(uintptr_t)arguments[i], false};
    return count;
}

static void run_entry(uint32_t entry, const uint64_t *arguments, const uint8_t *inputs) {
    const struct drawn_stage *stage = &called.program->entries[entry].stage;
    struct machine_range ranges[MACHINE_MOST_RANGES + HOST_MOST_ARGUMENTS];
    uint64_t block[ARGUMENT_WORDS] = {0}, *own = block + MACHINE_FIRST_ARGUMENT / 8;
    struct machine_code code = *called.outer->code;
    struct machine_dispatch dispatch = *called.outer;
    struct frame frame = {.stage = stage, .arguments = arguments, .outer = called.frame};
    struct arena arena;
    if (called.failed.fault)
        return;
    machine_put_table(block);
    memcpy(own, arguments, stage->resource_count * sizeof *own);
    own[stage->resource_count] = (uintptr_t)inputs;
    own[stage->resource_count + 2] = 1;
    code.kernel = called.kernels[entry];
    dispatch.code = &code;
    dispatch.range_count = list_ranges(stage, arguments, inputs, block, ranges);
    dispatch.ranges = ranges;
    dispatch.live = NULL;
    dispatch.order = 0;
    for (uint32_t axis = 0; axis < 3; axis++)
        dispatch.local[axis] = dispatch.groups[axis] = 1;
    arena_init(&arena, NULL, MOST_ARENA_BYTES, run_out_of_memory, NULL);
    called.frame = &frame;
    struct machine_result result = machine_execute(&dispatch, &arena);
    called.frame = frame.outer;
    if (!called.failed.fault)
        called.failed = result;
    arena_destroy(&arena);
}

void machine_take_pipeline(const struct shader *shader, const struct machine_dispatch *outer, const char *text) {
    called.program = shader->program;
    called.outer = outer;
    for (uint32_t i = 0; i < called.program->entry_count; i++) {
        snprintf(called.names[i], sizeof called.names[i], "smmra_shell_%u", i);
        called.kernels[i] = outer->code->kernel;
        machine_describe_shell(&called.kernels[i], called.program->entries[i].stage.model, called.names[i], text);
    }
    ray_run_entry = run_entry;
}

bool machine_is_called(void) {
    return called.frame != NULL;
}

const struct machine_result *machine_call_failed(void) {
    return called.failed.fault ? &called.failed : NULL;
}
