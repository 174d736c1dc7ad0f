/* planted FILE.spv ...: translates each module in several ways, without the checker, and then asks the checker about
 * the text alone. Prints a line for each way and module: way, module, a hash of the text, the rules with which it is
 * not content, and those with --suggest besides. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "translator/spirv_mmra.h"

static const struct {
    const char *name;
    smmra_profile profile;
    smmra_glsl450 glsl450;
    uint32_t flags;
} ways[] = {{"document", SMMRA_PROFILE_DOCUMENT, SMMRA_GLSL450_CONSERVATIVE, 0},
            {"22", SMMRA_PROFILE_22, SMMRA_GLSL450_CONSERVATIVE, 0},
            {"23", SMMRA_PROFILE_23, SMMRA_GLSL450_CONSERVATIVE, 0},
            {"24", SMMRA_PROFILE_24, SMMRA_GLSL450_CONSERVATIVE, 0},
            {"strict", SMMRA_PROFILE_DOCUMENT, SMMRA_GLSL450_STRICT, 0},
            {"implicit", SMMRA_PROFILE_DOCUMENT, SMMRA_GLSL450_CONSERVATIVE, SMMRA_FLAG_IMPLICIT_NONPRIVATE},
            {"atomics-sync-as", SMMRA_PROFILE_DOCUMENT, SMMRA_GLSL450_CONSERVATIVE, SMMRA_FLAG_ATOMICS_SYNC_AS}};

static void print_rule(void *user, const smmra_finding *finding) {
    printf(" %s%s", (const char *)user, finding->rule);
}

static void judge(const char *text, size_t length, smmra_profile profile, bool suggest) {
    static const char *const rules[] = {"lost-ordering=note"};
    smmra_check_options options = {.size = sizeof options,
                                   .profile = profile,
                                   .suggest = suggest,
                                   .rules = rules,
                                   .rule_count = suggest,
                                   .report = print_rule,
                                   .report_user = suggest ? "suggested:" : ""};
    if (smmra_check(text, length, &options) == SMMRA_INVALID_INPUT)
        printf(" %sno-ir", suggest ? "suggested:" : "");
}

static uint64_t hash(const char *text, size_t length) {
    uint64_t value = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < length; i++)
        value = (value ^ (unsigned char)text[i]) * UINT64_C(1099511628211);
    return value;
}

static void translate(const char *path, const uint32_t *words, size_t count) {
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        smmra_options options = {.size = sizeof options,
                                 .profile = ways[i].profile,
                                 .glsl450 = ways[i].glsl450,
                                 .flags = ways[i].flags | SMMRA_FLAG_NO_CHECK};
        smmra_translation *translation;
        size_t length = 0;
        smmra_result result = smmra_translate(words, count, &options, &translation);
        const char *text = result == SMMRA_SUCCESS ? smmra_translation_text(translation, &length) : "";
        printf("%s %s %d:%llx", ways[i].name, name, (int)result, (unsigned long long)hash(text, length));
        if (result == SMMRA_SUCCESS) {
            judge(text, length, ways[i].profile, false);
            judge(text, length, ways[i].profile, true);
        }
        putchar('\n');
        smmra_translation_destroy(translation);
    }
}

int main(int argc, char **argv) {
    enum { MOST = 1 << 22 };
    uint32_t *words = malloc(MOST);
    for (int i = 1; words && i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        size_t count = file ? fread(words, sizeof *words, MOST / sizeof *words, file) : 0;
        if (file)
            fclose(file);
        translate(argv[i], words, count);
    }
    free(words);
    return 0;
}
