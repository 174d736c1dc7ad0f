/* libFuzzer: any text through each of the readers of litmus tests, IR or as its last byte says, and what was read is
 * run for a little while. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "tests/stress/fuzz/budget.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { EVALUATIONS = 200, IR = 3 /* of the readers */ };

static void run(struct litmus *litmus, const struct model *model, struct arena *arena) {
    fuzz_ask(litmus, (struct litmus_question){.model = model, .outcomes = true, .races = true, .graphs = true},
             EVALUATIONS, arena);
}

static bool is_ir(const uint8_t *data, size_t size) {
    static const char word[] = "define ";
    for (size_t i = 0; i + sizeof word <= size; i++)
        if (memcmp(data + i, word, sizeof word - 1) == 0)
            return true;
    return false;
}

static void leave(void *landing) {
    longjmp(*(jmp_buf *)landing, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena arena;
    jmp_buf landing;
    arena_init(&arena, NULL, (size_t)256 << 20, leave, &landing);
    if (setjmp(landing)) {
        arena_destroy(&arena);
        return 0;
    }
    struct litmus litmus;
    uint8_t reader = is_ir(data, size) ? IR : size ? data[size - 1] % 4 : 0;
    switch (reader) {
    case 0:
        litmus_read_khronos(&litmus, &arena, (const char *)data, size);
        break;
    case 1:
        litmus_read_khronos_program(&litmus, &arena, (const char *)data, size);
        break;
    case 2:
        litmus_read_vulkan(&litmus, &arena, (const char *)data, size);
        break;
    default:
        litmus_read_ir(&litmus, &arena, (const char *)data, size, data[size - 1] & 4 ? IR_LLVM_24 : IR_DOCUMENT);
    }
    if (litmus.error && strlen(litmus.error) == 0)
        abort();
    if (!litmus.error && reader != 0) /* a Khronos test is an execution, not a program */
        run(&litmus, reader == IR ? &model_amdgpu : &model_vulkan, &arena);
    arena_destroy(&arena);
    return 0;
}
