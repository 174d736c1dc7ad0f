/* translate_file SHADER.spv [ENTRY]: the smallest program that embeds the library. Prints the IR of a shader, and what
 * each parameter of its kernels is. */
#include <spirv_mmra.h>

#include <stdio.h>
#include <stdlib.h>

static void print_message(void *user, const smmra_diagnostic *diagnostic) {
    fprintf(stderr, "%s: word %u: %s\n", (const char *)user, diagnostic->word, diagnostic->message);
}

static uint32_t *read_words(const char *path, size_t *count) {
    enum { MOST = 1 << 24 };
    FILE *file = fopen(path, "rb");
    uint32_t *words = file ? malloc(MOST * sizeof *words) : NULL;
    *count = words ? fread(words, sizeof *words, MOST, file) : 0;
    if (file)
        fclose(file);
    return words;
}

static void print_parameters(const smmra_translation *translation) {
    size_t count;
    const smmra_resource *const *resources = smmra_translation_resources(translation, &count);
    for (size_t i = 0; i < count; i++)
        printf("; parameter %u: %s of set %u, binding %u\n", resources[i]->parameter,
               smmra_resource_kind_name(resources[i]->kind), resources[i]->set, resources[i]->binding);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: translate_file SHADER.spv [ENTRY]; library version %s\n", smmra_version_string());
        return 2;
    }
    size_t count;
    uint32_t *words = read_words(argv[1], &count);
    if (!words) {
        perror(argv[1]);
        return 2;
    }
    smmra_options options = SMMRA_DEFAULTS(smmra_options);
    options.entry = argc > 2 ? argv[2] : NULL;
    options.diagnose = print_message;
    options.diagnose_user = argv[1];
    smmra_translation *translation;
    smmra_result result = smmra_translate(words, count, &options, &translation);
    if (result == SMMRA_SUCCESS) {
        print_parameters(translation);
        fputs(smmra_translation_text(translation, NULL), stdout);
        smmra_translation_destroy(translation);
    }
    free(words);
    return (int)result;
}
