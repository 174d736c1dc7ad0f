/* stages FILE.spv [ROUNDS]: the library alone, without processes and files: microseconds of processor time, the
 * kernel's included, of reading, lowering, checking with printing, and of the whole, with and without the checker, and
 * with an allocator that keeps its blocks from one translation to the next, as a driver's may: medians of the rounds
 * with their least and most. The three are taken in turn, and how many times as much the checked one takes is the
 * median of the rounds' own ratios, which a busy machine changes less, and the ratio of the least. Then two threads
 * beside one: how many times the processor time of a translation, and how many times the translations in the same time,
 * at best. And bytes taken from the allocator. The stages are told apart by the allocator: the first block is the
 * reader's, which it has given back when lowering is over; the next of that size is the IR's, when reading is. */
#define _XOPEN_SOURCE 700
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "translator/spirv_mmra.h"

enum { READ, LOWER, PRINT, WHOLE, UNCHECKED, KEPT, STAGES, RATIO = STAGES, ROWS, MAX_ROUNDS = 10000 };

static uint32_t *words;
static size_t word_count;
static int rounds = 21;

static double clock_of(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

static double now(void) {
    return clock_of(CLOCK_MONOTONIC);
}

static double processor(void) {
    return clock_of(CLOCK_THREAD_CPUTIME_ID);
}

/* An allocator that looks at the clock. */
struct watch {
    void *first;
    size_t first_size;
    double read, lowered;
};

static void *watched_allocate(void *user, size_t size) {
    struct watch *watch = user;
    void *block = malloc(size);
    if (!watch->first) {
        watch->first = block;
        watch->first_size = size;
    } else if (!watch->read && size == watch->first_size) {
        watch->read = processor();
    }
    return block;
}

static void watched_release(void *user, void *block, size_t size) {
    struct watch *watch = user;
    (void)size;
    if (block == watch->first && !watch->lowered)
        watch->lowered = processor();
    free(block);
}

/* ---- an allocator that keeps its blocks: translations of one module ask for the same sizes ---- */

enum { MAX_KEPT = 1000 };

static struct {
    void *block;
    size_t size;
} kept[MAX_KEPT];
static int kept_count;

static void *take_kept(void *user, size_t size) {
    (void)user;
    for (int i = kept_count - 1; i >= 0; i--) {
        if (kept[i].size != size)
            continue;
        void *block = kept[i].block;
        kept[i] = kept[--kept_count];
        return block;
    }
    return malloc(size);
}

static void keep(void *user, void *block, size_t size) {
    (void)user;
    if (kept_count == MAX_KEPT) {
        free(block);
        return;
    }
    kept[kept_count].block = block;
    kept[kept_count++].size = size;
}

static void free_kept(void) {
    while (kept_count > 0)
        free(kept[--kept_count].block);
}

/* ---- measuring ---- */

static smmra_translation *translate_with(uint32_t flags, const smmra_allocator *allocator, double *start, double *end) {
    smmra_options options = {.size = sizeof options, .flags = flags, .allocator = allocator};
    smmra_translation *translation;
    *start = processor();
    if (smmra_translate(words, word_count, &options, &translation) != SMMRA_SUCCESS) {
        fputs("stages: the module is not translated\n", stderr);
        exit(1);
    }
    *end = processor();
    return translation;
}

static void time_stages(double *times) {
    struct watch watch = {0};
    const smmra_allocator watched = {watched_allocate, watched_release, &watch};
    double start, end;
    smmra_translation_destroy(translate_with(0, &watched, &start, &end));
    times[READ] = watch.read - start;
    times[LOWER] = watch.lowered - watch.read;
    times[PRINT] = end - watch.lowered;
}

static smmra_statistics translate_once(double *times, uint32_t flags, const smmra_allocator *allocator) {
    double start, end;
    if (!flags && !allocator)
        time_stages(times); /* by themselves: whoever watches costs a little, and has no huge pages */
    smmra_translation *translation = translate_with(flags, allocator, &start, &end);
    smmra_statistics figures = *smmra_translation_statistics(translation);
    smmra_translation_destroy(translation);
    times[WHOLE] = end - start;
    return figures;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Translates `rounds` times; the sum of the processor time goes to *user. */
static void *translate_often(void *user) {
    double times[STAGES], sum = 0;
    for (int i = 0; i < rounds; i++) {
        translate_once(times, 0, NULL);
        sum += times[WHOLE];
    }
    *(double *)user = sum;
    return NULL;
}

struct load {
    double elapsed, processor;
};

static struct load run_threads(int count) {
    enum { MOST = 2 };
    pthread_t threads[MOST];
    double sums[MOST], start = now();
    for (int i = 0; i < count; i++)
        if (pthread_create(&threads[i], NULL, translate_often, &sums[i]) != 0)
            exit(1);
    struct load load = {0};
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
        load.processor += sums[i];
    }
    load.elapsed = now() - start;
    return load;
}

/* One thread and two in turn, so that a busy machine slows both; of the elapsed times the least counts. */
static void print_scaling(void) {
    enum { TURNS = 7 };
    struct load one = {0}, two = {0};
    for (int turn = 0; turn < TURNS; turn++) {
        struct load a = run_threads(1), b = run_threads(2);
        one.processor += a.processor;
        two.processor += b.processor;
        one.elapsed = turn && one.elapsed < a.elapsed ? one.elapsed : a.elapsed;
        two.elapsed = turn && two.elapsed < b.elapsed ? two.elapsed : b.elapsed;
    }
    printf(
        "  two threads: a translation takes %.2f times the processor time; %.2f times as many in the same time, at best\n",
        two.processor / one.processor / 2, 2 * one.elapsed / two.elapsed);
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
    static double times[ROWS][MAX_ROUNDS];
    static const char *const names[STAGES] = {
        "read", "lower", "check, print", "whole", "whole, unchecked", "whole, memory kept"};
    static const smmra_allocator keeping = {take_kept, keep, NULL};
    if (argc > 2)
        rounds = atoi(argv[2]);
    if (argc < 2 || rounds < 1 || rounds > MAX_ROUNDS || !read_file(argv[1])) {
        fputs("usage: stages FILE.spv [ROUNDS]\n", stderr);
        return 2;
    }
    smmra_statistics figures = {0};
    for (int i = 0; i < rounds; i++) {
        double once[STAGES], unchecked[STAGES], with_kept[STAGES];
        if (i % 2) /* neither is always the first */
            translate_once(unchecked, SMMRA_FLAG_NO_CHECK, NULL);
        figures = translate_once(once, 0, NULL);
        if (i % 2 == 0)
            translate_once(unchecked, SMMRA_FLAG_NO_CHECK, NULL);
        if (i == 0)
            translate_once(with_kept, 0, &keeping); /* which has nothing yet */
        translate_once(with_kept, 0, &keeping);
        once[UNCHECKED] = unchecked[WHOLE];
        once[KEPT] = with_kept[WHOLE];
        for (int s = 0; s < STAGES; s++)
            times[s][i] = once[s];
        times[RATIO][i] = once[WHOLE] / once[UNCHECKED];
    }
    printf("%zu bytes, %llu instructions of IR, %d rounds; memory %.1f times the input\n", word_count * 4,
           (unsigned long long)figures.instructions, rounds,
           (double)figures.bytes_allocated / (double)(word_count * 4));
    for (int s = 0; s < ROWS; s++)
        qsort(times[s], (size_t)rounds, sizeof(double), compare);
    for (int s = 0; s < STAGES; s++)
        printf("  %-18s %10.1f us  (%.1f - %.1f)\n", names[s], times[s][rounds / 2], times[s][0], times[s][rounds - 1]);
    printf("  with the checker %.3f times the processor time (median), %.3f (of the least)\n", times[RATIO][rounds / 2],
           times[WHOLE][0] / times[UNCHECKED][0]);
    free_kept();
    print_scaling();
    free(words);
    return 0;
}
