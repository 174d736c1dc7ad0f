/* libFuzzer: any text as assembly of a processor that its last byte chooses, and what was read is run for a little
 * while. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/machine/machine_litmus.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STATES = 20, MOST_WAVES = 3, MOST_LOCATIONS = 64 };

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
    struct machine_litmus machine;
    enum machine_processor processor = size ? data[size - 1] % MACHINE_PROCESSOR_COUNT : 0;
    machine_litmus_read(&machine, &arena, (const char *)data, size, processor);
    if (machine.litmus.error && strlen(machine.litmus.error) == 0)
        abort();
    bool small = machine.program.wave_count <= MOST_WAVES && machine.program.location_count <= MOST_LOCATIONS;
    if (!machine.litmus.error && small) {
        struct machine_question question = machine_question_defaults();
        struct machine_answer answer;
        question.options.max_states = STATES;
        machine_litmus_ask(&machine, &question, NULL, NULL, &arena, &answer);
    }
    arena_destroy(&arena);
    return 0;
}
