/* libFuzzer: any words through the whole translation, in a profile and mode that the first byte chooses. Whatever the input, nothing
 * crashes or leaks, and an answer has text if and only if it is a success. */
#include <stdlib.h>
#include <string.h>

#include "translator/spirv_mmra.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 4)
        return 0;
    size_t count = size / 4;
    uint32_t *words = malloc(count * 4);
    memcpy(words, data, count * 4);
    uint32_t choice = words[count - 1];
    smmra_options options = {.size = sizeof options,
                             .profile = (smmra_profile)(choice & 3),
                             .glsl450 = (smmra_glsl450)(choice >> 2 & 1),
                             .flags = choice >> 3 & 31,
                             .memory_limit = (size_t)256 << 20};
    smmra_translation *translation;
    smmra_result result = smmra_translate(words, count, &options, &translation);
    if ((result == SMMRA_SUCCESS) != (translation != NULL))
        abort();
    if (translation && strlen(smmra_translation_text(translation, NULL)) == 0)
        abort();
    smmra_translation_destroy(translation);
    free(words);
    return 0;
}
