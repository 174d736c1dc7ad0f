/* libFuzzer: any words through the whole translation, with the options that the module's header names (options.h).
 * Whatever the input, nothing crashes or leaks, an answer has text if and only if it is a success, and what it costs is
 * in proportion to the words: memory, text, and how often the library asks whether to go on, which measures its work.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/stress/fuzz/options.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* translator/lower/budget.h; and work, which is some steps for each instruction of as much IR as fits into that memory.
 */
enum { MAX_BYTES = 64 << 20, MAX_BYTES_PER_WORD = 1024, MAX_QUESTIONS = 8192 };

struct growth {
    size_t words, questions;
};

static bool count_question(void *user) {
    struct growth *growth = user;
    if (++growth->questions > MAX_QUESTIONS + growth->words)
        abort();
    return false;
}

static void judge_growth(const struct growth *growth, const smmra_translation *translation) {
    size_t most = MAX_BYTES + MAX_BYTES_PER_WORD * growth->words, length;
    smmra_translation_text(translation, &length);
    if (length > most || smmra_translation_statistics(translation)->bytes_allocated > most)
        abort();
}

/* What must hold of every answer. */
static void judge(smmra_result result, const smmra_translation *translation) {
    if ((result == SMMRA_SUCCESS) != (translation != NULL))
        abort();
    if (translation && strlen(smmra_translation_text(translation, NULL)) == 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 4)
        return 0;
    size_t count = size / 4;
    uint32_t *words = malloc(count * 4);
    memcpy(words, data, count * 4);
    smmra_options options = fuzz_options_from(fuzz_option_bits(words, count));
    struct growth growth = {.words = count};
    options.cancel = count_question;
    options.cancel_user = &growth;
    smmra_translation *translation;
    smmra_result result = smmra_translate(words, count, &options, &translation);
    judge(result, translation);
    if (translation)
        judge_growth(&growth, translation);
    smmra_translation_destroy(translation);
    free(words);
    return 0;
}
