/* threads THREADS ROUNDS FILE.spv...: translates the files on so many threads at once, each thread all files in an
 * order of its own, and compares every result with that of one thread. For ThreadSanitizer and valgrind. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "translator/spirv_mmra.h"

enum { MAX_THREADS = 64 };

struct input {
    uint32_t *words;
    size_t count;
    smmra_result result;
    smmra_translation *expected;
};

static struct input *inputs;
static size_t input_count;
static int rounds;

static int differs(const struct input *input) {
    smmra_translation *translation;
    smmra_options options = {.size = sizeof options, .profile = SMMRA_PROFILE_22};
    smmra_result result = smmra_translate(input->words, input->count, &options, &translation);
    int different =
        result != input->result || (translation && strcmp(smmra_translation_text(translation, NULL),
                                                          smmra_translation_text(input->expected, NULL)) != 0);
    smmra_translation_destroy(translation);
    return different;
}

static void *translate_all(void *number) {
    size_t start = *(size_t *)number, different = 0;
    for (int round = 0; round < rounds; round++)
        for (size_t i = 0; i < input_count; i++)
            different += (size_t)differs(&inputs[(start * 7 + i * (round % 2 ? 1 : input_count - 1)) % input_count]);
    *(size_t *)number = different;
    return NULL;
}

static void load(struct input *input, const char *path) {
    enum { MOST = 1 << 23 };
    FILE *file = fopen(path, "rb");
    input->words = malloc(MOST);
    input->count = file ? fread(input->words, 4, MOST / 4, file) : 0;
    if (file)
        fclose(file);
    smmra_options options = {.size = sizeof options, .profile = SMMRA_PROFILE_22};
    input->result = smmra_translate(input->words, input->count, &options, &input->expected);
}

int main(int argc, char **argv) {
    int threads = argc > 3 ? atoi(argv[1]) : 0;
    if (threads < 1 || threads > MAX_THREADS)
        return 2;
    rounds = atoi(argv[2]);
    input_count = (size_t)argc - 3;
    inputs = calloc(input_count, sizeof *inputs);
    for (size_t i = 0; i < input_count; i++)
        load(&inputs[i], argv[3 + i]);
    pthread_t started[MAX_THREADS];
    size_t numbers[MAX_THREADS], different = 0;
    for (int i = 0; i < threads; i++) {
        numbers[i] = (size_t)i;
        if (pthread_create(&started[i], NULL, translate_all, &numbers[i]) != 0)
            return 2;
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(started[i], NULL);
        different += numbers[i];
    }
    for (size_t i = 0; i < input_count; i++) {
        smmra_translation_destroy(inputs[i].expected);
        free(inputs[i].words);
    }
    free(inputs);
    printf("%zu modules, %d threads, %d rounds: %zu results differ\n", input_count, threads, rounds, different);
    return different != 0;
}
