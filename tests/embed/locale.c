/* locale MODULE: prints the outcomes of a module, with an input that is a floating-point number, in the locale of the
 * environment, in which the number 1.5 is another text. */
#include <locale.h>
#include <stdio.h>

#include <spirv_mmra_litmus.h>

static void print(const smmra_litmus_answer *answer) {
    const char *const *names;
    size_t width, count;
    smmra_litmus_answer_outcomes(answer, &names, &width, &count);
    const char *const *texts = smmra_litmus_answer_outcome_texts(answer);
    for (size_t i = 0; i < width * count; i++)
        printf("%s = %s\n", names[i % width], texts[i]);
}

static void complain(void *user, const smmra_diagnostic *diagnostic) {
    (void)user;
    printf("%s\n", diagnostic->message);
}

int main(int count, char **arguments) {
    static uint32_t words[4096];
    const char *const inputs[] = {"a=1.25"};
    smmra_litmus_options options = SMMRA_DEFAULTS(smmra_litmus_options);
    smmra_litmus_answer *answer;
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    if (!setlocale(LC_ALL, "") || !file)
        return 1;
    size_t length = fread(words, 1, sizeof words, file);
    fclose(file);
    printf("%.1f\n", 1.5);
    options.language = SMMRA_LITMUS_LANGUAGE_SPIRV;
    options.flags = SMMRA_LITMUS_FLAG_OUTCOMES;
    options.inputs = inputs;
    options.input_count = 1;
    options.diagnose = complain;
    if (smmra_litmus(words, length, &options, &answer) != SMMRA_SUCCESS)
        return 1;
    print(answer);
    smmra_litmus_answer_destroy(answer);
    return 0;
}
