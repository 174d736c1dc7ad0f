/* growth FILE.spv: translates a large module 40 times with memory of malloc's. What the process holds at most may be
 * half as much more at the end than after the first. Status 1 if it is more. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "translator/spirv_mmra.h"

enum { MAX_WORDS = 1 << 22, TIMES = 40 };

static uint32_t words[MAX_WORDS];

static double most_megabytes(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

static void translate(size_t word_count) {
    smmra_translation *translation;
    if (smmra_translate(words, word_count, NULL, &translation) != SMMRA_SUCCESS) {
        fputs("growth: the module is not translated\n", stderr);
        exit(2);
    }
    smmra_translation_destroy(translation);
}

int main(int argc, char **argv) {
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file) {
        fputs("usage: growth FILE.spv\n", stderr);
        return 2;
    }
    size_t word_count = fread(words, sizeof *words, MAX_WORDS, file);
    fclose(file);
    translate(word_count);
    double first = most_megabytes();
    for (int i = 1; i < TIMES; i++)
        translate(word_count);
    double last = most_megabytes();
    printf("%.0f MB after the first translation, %.0f MB after %d\n", first, last, TIMES);
    return last > first * 1.5;
}
