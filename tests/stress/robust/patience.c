/* patience [litmus|race|cost [QUESTIONS]] FILE...: translates SPIR-V (.spv) as LLVM 22's tools want it, with
 * explanations, and checks the text that comes of it; of other files the text. With a word before them: runs
 * smmra_litmus, smmra_race or smmra_cost of them, which end after so many questions. Whatever becomes of them,
 * `patience_asked` is what the library calls to ask whether to go on: patience.sh counts the instructions from call to
 * call. Says how often it was. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "translator/spirv_mmra_litmus.h"

bool patience_asked(void *count);
static unsigned long most_questions = -1ul;

/* Not inlined, as it is found by its name. */
__attribute__((noinline)) bool patience_asked(void *count) {
    return ++*(volatile unsigned long *)count >= most_questions;
}

static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        exit(2);
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*length + 4);
    if (!bytes || fread(bytes, 1, *length, file) != *length)
        exit(2);
    fclose(file);
    return bytes;
}

static void check(const char *text, size_t length, unsigned long *count) {
    smmra_check_options options = {
        .size = sizeof options, .any_profile = true, .cancel = patience_asked, .cancel_user = count};
    smmra_check(text, length, &options);
    patience_asked(count);
}

static void translate(const char *bytes, size_t length, unsigned long *count) {
    smmra_options options = {.size = sizeof options,
                             .profile = SMMRA_PROFILE_22,
                             .flags = SMMRA_FLAG_EXPLAIN,
                             .convergence = SMMRA_CONVERGENCE_TOKENS,
                             .mcpu = "gfx1100",
                             .cancel = patience_asked,
                             .cancel_user = count};
    smmra_translation *translation;
    smmra_result result = smmra_translate((const uint32_t *)bytes, length / 4, &options, &translation);
    patience_asked(count);
    printf("  %s", smmra_result_name(result));
    if (!translation)
        return;
    size_t text_length;
    const char *text = smmra_translation_text(translation, &text_length);
    patience_asked(count);
    check(text, text_length, count);
    smmra_translation_destroy(translation);
    patience_asked(count);
}

static smmra_litmus_language language_of(const char *end) {
    return strcmp(end, ".spv") == 0    ? SMMRA_LITMUS_LANGUAGE_SPIRV
           : strcmp(end, ".ll") == 0   ? SMMRA_LITMUS_LANGUAGE_IR
           : strcmp(end, ".test") == 0 ? SMMRA_LITMUS_LANGUAGE_KHRONOS
                                       : SMMRA_LITMUS_LANGUAGE_VULKAN;
}

static void execute(const char *how, const char *end, const char *bytes, size_t length, unsigned long *count) {
    const smmra_litmus_options options = {
        .size = sizeof options, .language = language_of(end), .cancel = patience_asked, .cancel_user = count};
    smmra_litmus_answer *answer;
    smmra_result result = (*how == 'r' ? smmra_race : smmra_litmus)(bytes, length, &options, &answer);
    patience_asked(count);
    printf("  %s", smmra_result_name(result));
    smmra_litmus_answer_destroy(answer);
}

static void price(const char *bytes, size_t length, unsigned long *count) {
    const smmra_cost_options options = {
        .size = sizeof options, .mcpu = "gfx1100", .cancel = patience_asked, .cancel_user = count};
    smmra_price_list *list;
    smmra_result result = smmra_cost(bytes, length, &options, &list);
    patience_asked(count);
    printf("  %s", smmra_result_name(result));
    smmra_price_list_destroy(list);
}

int main(int argc, char **argv) {
    const char *how = argc > 1 && !strchr(argv[1], '.') ? argv[1] : "";
    int first = *how ? 2 : 1;
    if (argc > first && !strchr(argv[first], '.'))
        most_questions = strtoul(argv[first++], NULL, 10);
    for (int i = first; i < argc; i++) {
        unsigned long count = 0;
        size_t length;
        char *bytes = read_file(argv[i], &length);
        const char *end = strrchr(argv[i], '.');
        patience_asked(&count);
        if (*how == 'c')
            price(bytes, length, &count);
        else if (*how)
            execute(how, end ? end : "", bytes, length, &count);
        else if (end && strcmp(end, ".spv") == 0)
            translate(bytes, length, &count);
        else
            check(bytes, length, &count);
        patience_asked(&count);
        printf("  asked %lu times\n", count);
        free(bytes);
    }
    return 0;
}
