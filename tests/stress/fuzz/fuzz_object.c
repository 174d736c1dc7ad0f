/* libFuzzer: any bytes as a code object, a bundle or a program of HIP: kernels are found, and their directives written,
 * which the reader of assembly takes. Whatever the bytes are, nothing crashes, leaks or takes long. */
#include <setjmp.h>

#include "mmra/machine/machine_object.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void leave(void *landing) {
    longjmp(*(jmp_buf *)landing, 1);
}

static void read_object(const struct machine_object *object, struct arena *arena) {
    struct text text;
    struct machine_code code;
    if (object->processor == MACHINE_PROCESSOR_COUNT)
        return;
    text_init(&text, arena, 256);
    machine_describe_kernels(object, &text);
    size_t length = text_length(&text);
    machine_read_one(&code, arena, text_finish(&text), length, object->processor, NULL);
    if (machine_object_has(object, NULL) != (length != 0))
        __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct machine_objects objects;
    struct arena arena;
    jmp_buf landing;
    arena_init(&arena, NULL, (size_t)64 << 20, leave, &landing);
    if (setjmp(landing) == 0) {
        machine_find_objects(&objects, data, size);
        for (uint32_t i = 0; i < objects.count; i++)
            read_object(&objects.all[i], &arena);
    }
    arena_destroy(&arena);
    return 0;
}
