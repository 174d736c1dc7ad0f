/* libFuzzer: any text through each of the readers of litmus tests. Its last byte says which. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/litmus.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
    switch (size ? data[size - 1] % 4 : 0) {
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
        litmus_read_ir(&litmus, &arena, (const char *)data, size, data[size - 1] & 4);
    }
    if (litmus.error && strlen(litmus.error) == 0)
        abort();
    arena_destroy(&arena);
    return 0;
}
