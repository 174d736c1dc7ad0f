/* fuzz_NAME FILE: runs a fuzzer on that input as it is. fuzz_NAME SECONDS SEED FILE...: runs it without libFuzzer, for
 * the tests: files are mutated at random, a few times over, for that long. Every input that takes over ten seconds of
 * processor time, and every input that a sanitizer or abort ends at, is kept in fuzz-NAME.input. The same seed gives
 * the same inputs. */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
__attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));

enum { LARGEST = 1 << 15, SLOW_SECONDS = 10, MAX_FILES = 4096 };

static uint8_t input[2 * LARGEST];
static size_t input_size;
static char kept[256];
static uint64_t random_state;

static uint32_t random_below(uint32_t limit) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((random_state >> 33) % limit);
}

static void keep_input(void) {
    int file = open(kept, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || write(file, input, input_size) < 0)
        return;
    close(file);
}

static void stop(int signal_number) {
    static const char slow[] = "fuzz: an input takes over ten seconds of processor time\n",
                      aborted[] = "fuzz: aborted\n";
    bool is_slow = signal_number == SIGPROF;
    keep_input();
    if (write(STDERR_FILENO, is_slow ? slow : aborted, is_slow ? sizeof slow - 1 : sizeof aborted - 1) < 0)
        _exit(2);
    _exit(1);
}

/* Bytes: one set, a piece gone, a piece twice, or a piece from elsewhere over another. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size) {
    if (size < 4)
        return size;
    uint32_t from = random_below((uint32_t)size), to = random_below((uint32_t)size);
    size_t length = 1 + random_below(random_below(4) ? 8 : 64);
    if (from + length > size)
        length = size - from;
    switch (random_below(4)) {
    case 0:
        data[from] = (uint8_t)(random_below(2) ? random_below(256) : data[to]);
        return size;
    case 1:
        memmove(data + from, data + from + length, size - from - length);
        return size - length;
    case 2:
        if (size + length > max_size)
            return size;
        memmove(data + from + length, data + from, size - from);
        return size + length;
    default:
        if (to + length > size)
            length = size - to;
        memmove(data + to, data + from, length);
        return size;
    }
}

static void mutate(void) {
    for (uint32_t times = 1 + random_below(6); times > 0; times--) {
        if (LLVMFuzzerCustomMutator)
            input_size = LLVMFuzzerCustomMutator(input, input_size, LARGEST, random_below(UINT32_MAX));
        else
            input_size = LLVMFuzzerMutate(input, input_size, LARGEST);
    }
}

/* Seconds of processor time until stop() is called; 0: no longer. */
static void limit_to(time_t seconds) {
    const struct itimerval limit = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &limit, NULL);
}

static bool load(const char *path) {
    FILE *file = fopen(path, "rb");
    input_size = file ? fread(input, 1, LARGEST, file) : 0;
    if (file)
        fclose(file);
    return input_size > 0;
}

int main(int argc, char **argv) {
    if (argc == 2 && load(argv[1]))
        return LLVMFuzzerTestOneInput(input, input_size);
    if (argc < 4) {
        fputs("usage: fuzz_NAME FILE, or fuzz_NAME SECONDS SEED FILE...\n", stderr);
        return 2;
    }
    const char *slash = strrchr(argv[0], '/');
    snprintf(kept, sizeof kept, "%s.input", slash ? slash + 1 : argv[0]);
    random_state = strtoull(argv[2], NULL, 0);
    signal(SIGPROF, stop);
    signal(SIGABRT, stop);
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(keep_input);
    time_t end = time(NULL) + atoi(argv[1]);
    unsigned long inputs = 0;
    while (time(NULL) < end) {
        if (!load(argv[3 + random_below((uint32_t)argc - 3)]))
            continue;
        mutate();
        limit_to(SLOW_SECONDS);
        LLVMFuzzerTestOneInput(input, input_size);
        limit_to(0);
        inputs++;
    }
    printf("%s: %lu inputs in %s s\n", slash ? slash + 1 : argv[0], inputs, argv[1]);
    return 0;
}
