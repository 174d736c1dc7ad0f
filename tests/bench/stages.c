/* stages FILE.spv [ROUNDS]: the library alone, without processes and files: microseconds of reading, lowering, printing and
 * of the whole, medians of the rounds with their least and most; the same on two threads; bytes taken from the allocator.
 * The stages are told apart by the cancel callback, which the library calls after reading, in the lowering, and before
 * printing. */
#define _XOPEN_SOURCE 700
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "translator/spirv_mmra.h"

enum { READ, LOWER, PRINT, WHOLE, STAGES, MOST_ROUNDS = 10000 };

static uint32_t *words;
static size_t word_count;
static int rounds = 21;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

struct watch {
    double first, last;
    bool asked;
};

static bool note_time(void *user) {
    struct watch *watch = user;
    watch->last = now();
    if (!watch->asked)
        watch->first = watch->last;
    watch->asked = true;
    return false;
}

static smmra_statistics translate_once(double *times) {
    struct watch watch = {0};
    smmra_options options = {.size = sizeof options, .cancel = note_time, .cancel_user = &watch};
    smmra_translation *translation;
    double start = now();
    if (smmra_translate(words, word_count, &options, &translation) != SMMRA_SUCCESS) {
        fputs("stages: the module is not translated\n", stderr);
        exit(1);
    }
    double end = now();
    smmra_statistics figures = smmra_translation_statistics(translation);
    smmra_translation_destroy(translation);
    times[READ] = watch.first - start;
    times[LOWER] = watch.last - watch.first;
    times[PRINT] = end - watch.last;
    times[WHOLE] = end - start;
    return figures;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void *translate_often(void *unused) {
    double times[STAGES];
    for (int i = 0; i < rounds; i++)
        translate_once(times);
    return unused;
}

/* How many times as much two threads do as one, in the same time. */
static double scaling(void) {
    double start = now();
    translate_often(NULL);
    double one = now() - start;
    pthread_t threads[2];
    start = now();
    for (int i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, translate_often, NULL) != 0)
            exit(1);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 2 * one / (now() - start);
}

static bool read_file(const char *path) {
    enum { MOST = 1 << 26 };
    FILE *file = fopen(path, "rb");
    words = file ? malloc(MOST) : NULL;
    word_count = words ? fread(words, sizeof *words, MOST / sizeof *words, file) : 0;
    if (file)
        fclose(file);
    return word_count > 0;
}

int main(int argc, char **argv) {
    static double times[STAGES][MOST_ROUNDS];
    static const char *const names[STAGES] = {"read", "lower", "print", "whole"};
    if (argc > 2)
        rounds = atoi(argv[2]);
    if (argc < 2 || rounds < 1 || rounds > MOST_ROUNDS || !read_file(argv[1])) {
        fputs("usage: stages FILE.spv [ROUNDS]\n", stderr);
        return 2;
    }
    smmra_statistics figures = {0};
    double once[STAGES];
    for (int i = 0; i < rounds; i++) {
        figures = translate_once(once);
        for (int s = 0; s < STAGES; s++)
            times[s][i] = once[s];
    }
    printf("%zu bytes, %llu instructions of IR, %d rounds; memory %.1f times the input\n", word_count * 4,
           (unsigned long long)figures.instructions, rounds, (double)figures.bytes_allocated / (double)(word_count * 4));
    for (int s = 0; s < STAGES; s++) {
        qsort(times[s], (size_t)rounds, sizeof(double), compare);
        printf("  %-6s %10.1f us  (%.1f - %.1f)\n", names[s], times[s][rounds / 2], times[s][0], times[s][rounds - 1]);
    }
    printf("  two threads do %.2f times what one does\n", scaling());
    free(words);
    return 0;
}
