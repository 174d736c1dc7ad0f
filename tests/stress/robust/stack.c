/* stack MOST FILE...: how many bytes of stack the library takes for each file: SPIR-V is read, translated and
 * run as a litmus program, IR (.ll) is checked and run, .litmus programs are run, on a thread whose stack is painted
 * before. Prints the most, and of which file. Status 1 if it is more than MOST. */
#define _GNU_SOURCE /* pthread_attr_setstack */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "translator/spirv_mmra_litmus.h"

enum { STACK = 8 << 20, PAINT = 0xA5, PAGE = 4096 };

struct input {
    const char *path;
    void *bytes;
    size_t size;
};

static void *nothing(void *input) {
    return input;
}

static void ignore(void *user, const smmra_diagnostic *diagnostic) {
    (void)user;
    (void)diagnostic;
}

static void translate(const struct input *input, smmra_target target, smmra_convergence convergence) {
    const smmra_options options = {.size = sizeof options,
                                   .target = target,
                                   .convergence = convergence,
                                   .flags = SMMRA_FLAG_EXPLAIN,
                                   .diagnose = ignore,
                                   .memory_limit = (size_t)1 << 30};
    smmra_translation *translation;
    smmra_translate(input->bytes, input->size / 4, &options, &translation);
    smmra_translation_destroy(translation);
}

static void run_litmus(const struct input *input, smmra_litmus_language language, uint32_t flags) {
    const smmra_litmus_options options = {.size = sizeof options,
                                          .language = language,
                                          .flags = flags,
                                          .step_limit = 50,
                                          .time_limit = 200,
                                          .diagnose = ignore,
                                          .memory_limit = (size_t)1 << 28};
    smmra_litmus_answer *answer;
    smmra_litmus(input->bytes, input->size, &options, &answer);
    smmra_litmus_answer_destroy(answer);
}

static void *use(void *user) {
    const struct input *input = user;
    if (strstr(input->path, ".ll")) {
        const smmra_check_options options = {
            .size = sizeof options, .suggest = true, .any_profile = true, .diagnose = ignore};
        smmra_check(input->bytes, input->size, &options);
        run_litmus(input, SMMRA_LITMUS_LANGUAGE_IR, 0);
        return NULL;
    }
    if (strstr(input->path, ".litmus")) {
        run_litmus(input, SMMRA_LITMUS_LANGUAGE_VULKAN, SMMRA_LITMUS_FLAG_TRANSLATE);
        return NULL;
    }
    translate(input, SMMRA_TARGET_AMDGCN, SMMRA_CONVERGENCE_ATTRIBUTES);
    translate(input, SMMRA_TARGET_AMDGCN, SMMRA_CONVERGENCE_TOKENS);
    translate(input, SMMRA_TARGET_HOST, SMMRA_CONVERGENCE_ATTRIBUTES);
    run_litmus(input, SMMRA_LITMUS_LANGUAGE_SPIRV, SMMRA_LITMUS_FLAG_OUTCOMES | SMMRA_LITMUS_FLAG_GRAPHS);
    run_litmus(input, SMMRA_LITMUS_LANGUAGE_SPIRV, SMMRA_LITMUS_FLAG_TRANSLATE);
    return NULL;
}

/* Bytes from the lowest that is no longer painted to the end. */
static size_t bytes_used(void *(*run)(void *), struct input *input, unsigned char *stack) {
    pthread_attr_t attributes;
    pthread_t thread;
    size_t untouched = 0;
    memset(stack, PAINT, STACK);
    pthread_attr_init(&attributes);
    if (pthread_attr_setstack(&attributes, stack, STACK) != 0 || pthread_create(&thread, &attributes, run, input) != 0)
        exit(2);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    while (untouched < STACK && stack[untouched] == PAINT)
        untouched++;
    return STACK - untouched;
}

static void load(struct input *input) {
    FILE *file = fopen(input->path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        exit(2);
    input->size = (size_t)ftell(file);
    rewind(file);
    input->bytes = malloc(input->size + 1);
    if (!input->bytes || fread(input->bytes, 1, input->size, file) != input->size)
        exit(2);
    fclose(file);
}

int main(int argc, char **argv) {
    size_t limit = argc > 2 ? strtoul(argv[1], NULL, 0) : 0, most = 0;
    unsigned char *stack = aligned_alloc(PAGE, STACK);
    const char *which = "";
    if (!stack || argc < 3)
        return 2;
    size_t empty = bytes_used(nothing, NULL, stack); /* what the thread itself takes */
    for (int i = 2; i < argc; i++) {
        struct input input = {.path = argv[i]};
        load(&input);
        size_t used = bytes_used(use, &input, stack) - empty;
        if (getenv("STACK_EACH"))
            printf("%zu %s\n", used, argv[i]);
        if (used > most) {
            most = used;
            which = argv[i];
        }
        free(input.bytes);
    }
    printf("%zu bytes of stack at most, for %s\n", most, which);
    return most > limit;
}
