/* patience FILE...: translates SPIR-V (.spv) as LLVM 22's tools want it, with explanations, and checks the text that
 * comes of it; of other files the text. Whatever becomes of them, `patience_asked` is what the library calls to ask
 * whether to go on: patience.sh counts the instructions from call to call. Says how often it was. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "translator/spirv_mmra.h"

bool patience_asked(void *count);

/* Not inlined, as it is found by its name. */
__attribute__((noinline)) bool patience_asked(void *count) {
    ++*(volatile unsigned long *)count;
    return false;
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

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        unsigned long count = 0;
        size_t length;
        char *bytes = read_file(argv[i], &length);
        const char *end = strrchr(argv[i], '.');
        patience_asked(&count);
        if (end && strcmp(end, ".spv") == 0)
            translate(bytes, length, &count);
        else
            check(bytes, length, &count);
        patience_asked(&count);
        printf("  asked %lu times\n", count);
        free(bytes);
    }
    return 0;
}
