/* libFuzzer: any words through the whole translation, with the options that the module's header names (options.h). Whatever the
 * input, nothing crashes or leaks, and an answer has text if and only if it is a success. */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/options.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
    smmra_translation *translation;
    judge(smmra_translate(words, count, &options, &translation), translation);
    smmra_translation_destroy(translation);
    free(words);
    return 0;
}
