/* libFuzzer: any text as the assembly of a kernel, of the processor that it says, or that its last byte chooses: it is
 * read and run on a small grid, once in the order of the numbers and once with old values, as `race kernel.s` does.
 * Each argument is a buffer of some bytes, or as many bytes as the kernel says. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/machine/machine_arguments.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INSTRUCTIONS = 4000, QUESTIONS = 2000, BUFFER = 1024, MOST_BYTES = 256, FINDINGS = 4 };

static void leave(void *landing) {
    longjmp(*(jmp_buf *)landing, 1);
}

static bool has_time(void *asked) {
    return ++*(uint32_t *)asked < QUESTIONS;
}

static struct machine_value value_of(const struct machine_argument *argument) {
    static const uint8_t bytes[MOST_BYTES] = {1, 2};
    bool points = machine_is_buffer(argument) || machine_is_local_pointer(argument);
    uint64_t count = points ? 0 : argument->size < MOST_BYTES ? argument->size : MOST_BYTES;
    return (struct machine_value){true, bytes, count, points ? BUFFER : count};
}

static void run(struct machine_code *code, struct arena *arena, const struct machine_value *values, uint64_t weak) {
    const uint32_t *required = code->kernel.local;
    uint32_t asked = 0, count;
    bool more;
    struct machine_layout layout;
    struct machine_dispatch dispatch = {.code = code, .local = {required[0], required[1], required[2]}};
    if (!required[0])
        memcpy(dispatch.local, (uint32_t[]){48, 1, 1}, sizeof dispatch.local);
    memcpy(dispatch.groups, (uint32_t[]){2, 1, 1}, sizeof dispatch.groups);
    if (code->processor == MACHINE_GFX1250) /* both are one cluster */
        memcpy(dispatch.cluster, dispatch.groups, sizeof dispatch.cluster);
    machine_lay_out(&layout, arena, &code->kernel, &dispatch, values, 0, NULL);
    uint64_t invocations = (uint64_t)dispatch.local[0] * dispatch.local[1] * dispatch.local[2];
    if (layout.error || invocations > 1024)
        return;
    uint32_t lanes = code->kernel.wave32 ? 32 : 64;
    struct machine_race_options options = {
        .waves = ((uint32_t)invocations + lanes - 1) / lanes, .most = FINDINGS, .weak = weak};
    memcpy(options.groups, dispatch.groups, sizeof options.groups);
    memcpy(options.cluster, dispatch.cluster, sizeof options.cluster);
    code->kernel.group_bytes = layout.group_bytes;
    dispatch.arguments = layout.arguments_address;
    dispatch.packet = layout.packet;
    dispatch.ranges = layout.ranges;
    dispatch.range_count = layout.range_count;
    dispatch.order = weak;
    dispatch.most_instructions = INSTRUCTIONS;
    dispatch.goes_on = has_time;
    dispatch.user = &asked;
    dispatch.rounds = 2;
    dispatch.race = machine_race_make(arena, code, layout.ranges, layout.range_count, &options);
    struct machine_result result = machine_execute(&dispatch, arena);
    machine_race_conflicts(dispatch.race, &count, &more);
    if (count > FINDINGS || result.instructions > INSTRUCTIONS + 1 || (result.stopped && !result.fault))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena arena;
    jmp_buf landing;
    arena_init(&arena, NULL, (size_t)256 << 20, leave, &landing);
    if (setjmp(landing)) {
        arena_destroy(&arena);
        return 0;
    }
    struct machine_code code;
    struct machine_value values[MACHINE_MAX_ARGUMENTS];
    enum machine_processor processor = machine_processor_said((const char *)data, size);
    if (processor == MACHINE_PROCESSOR_COUNT)
        processor = size ? data[size - 1] % MACHINE_PROCESSOR_COUNT : 0;
    machine_read_one(&code, &arena, (const char *)data, size, processor, NULL);
    if (code.error && strlen(code.error) == 0)
        abort();
    if (!code.error && code.kernel.name) {
        uint32_t given = machine_count_given(&code.kernel), said = code.kernel.group_bytes;
        for (uint32_t k = 0; k < given; k++)
            values[k] = value_of(&code.kernel.arguments[k]);
        run(&code, &arena, values, 0);
        code.kernel.group_bytes = said;
        run(&code, &arena, values, 7919);
    }
    arena_destroy(&arena);
    return 0;
}
