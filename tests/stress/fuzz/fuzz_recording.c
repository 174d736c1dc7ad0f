/* libFuzzer: a manifest of a recorded dispatch, then a byte 0 and the module of its folder (module.spv), in which there
 * are bytes too (b.bin): it is read as `race FOLDER` reads it, and runs. */
#define _GNU_SOURCE /* mkdtemp */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "translator/command/command_recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 20000, MILLISECONDS = 2000, MEMORY = 256 << 20 };

static char folder[4096]; /* in TMPDIR: each input is written, so that one in memory is read three times as often */

static void remove_folder(void) {
    if (chdir(folder) != 0 || unlink("module.spv") != 0 || unlink("b.bin") != 0 || rmdir(folder) != 0)
        perror(folder);
}

static void put(const char *name, const void *bytes, size_t length) {
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(bytes, 1, length, file) != length || fclose(file) != 0) {
        dprintf(STDERR_FILENO, "%s/%s: %s\n", folder, name, strerror(errno)); /* stderr is closed */
        abort();
    }
}

/* Messages of thousands of inputs help nobody; sanitizers write theirs past the stream. */
static void begin(void) {
    static const char bytes[64] = {0x7F, 'E', 'L', 'F', 1, 2, 3, 4}; /* that may be a code object, too */
    static bool has_begun;                                           /* the folder's name may end in X, as before */
    if (has_begun)
        return;
    has_begun = true;
    const char *in = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/fuzz-recording.XXXXXX", in ? in : "/tmp");
    stderr = fopen("/dev/null", "w");
    if (!stderr || !mkdtemp(folder) || chdir(folder) != 0)
        abort();
    put("b.bin", bytes, sizeof bytes);
    put("module.spv", "", 0);
    atexit(remove_folder);
}

static void exhausted(void *landing) {
    longjmp(*(jmp_buf *)landing, 1);
}

static void run(struct work *work) {
    struct recording recording;
    smmra_litmus_options options = SMMRA_DEFAULTS(smmra_litmus_options);
    smmra_litmus_answer *answer;
    if (recording_read(&recording, work, true) != SMMRA_SUCCESS || recording.is_kernel)
        return; /* fuzz_kernel runs kernels */
    recording_apply(&recording, work, &options);
    memcpy(options.groups, recording.groups, sizeof options.groups);
    options.specializations = recording.constants;
    options.specialization_count = recording.constant_count;
    options.step_limit = STEPS;
    options.time_limit = MILLISECONDS;
    options.memory_limit = MEMORY;
    size_t length = work->length / 4 * 4;
    uint32_t *words = arena_allocate(&work->arena, length + 4);
    memcpy(words, work->bytes, length);
    if ((smmra_race(words, length, &options, &answer) == SMMRA_SUCCESS) != (answer != NULL))
        abort();
    smmra_litmus_answer_destroy(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct work *work = calloc(1, sizeof *work);
    const uint8_t *end = memchr(data, 0, size);
    size_t length = end ? (size_t)(end - data) : size;
    char *text = malloc(length + 1);
    jmp_buf landing;
    begin();
    memcpy(text, data, length);
    text[length] = '\0';
    if (end)
        put("module.spv", end + 1, size - length - 1);
    work->path = "./dispatch.txt";
    work->bytes = text;
    work->length = length;
    arena_init(&work->arena, NULL, MEMORY, exhausted, &landing);
    if (!fault_of_recording(text, length) && !setjmp(landing))
        run(work);
    arena_destroy(&work->arena);
    free(text);
    free(work);
    return 0;
}
