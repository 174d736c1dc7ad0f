/* libFuzzer: any words through the whole translation, in a profile and mode that the first byte chooses. Whatever the input, nothing
 * crashes or leaks, and an answer has text if and only if it is a success. */
#include <stdlib.h>
#include <string.h>

#include "translator/spirv_mmra.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

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

/* Half of the mutations know what instructions are: they copy, drop or swap one, or change one operand to a small number or to a word
 * that stands elsewhere. */
static size_t instruction_at(const uint32_t *words, size_t count, size_t wanted) {
    size_t place = 5;
    while (place < count && place < wanted) {
        size_t length = words[place] >> 16;
        if (length == 0 || place + length >= count)
            break;
        place += length;
    }
    return place;
}

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
    uint32_t random = seed;
    size_t count = size / 4;
    if (count < 8 || next_random(&random) % 4 == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    uint32_t *words = malloc(max_size + 4);
    memcpy(words, data, count * 4);
    size_t place = instruction_at(words, count, 5 + next_random(&random) % (count - 5));
    size_t length = place < count ? words[place] >> 16 : 0;
    if (length == 0 || place + length > count)
        length = 1;
    switch (next_random(&random) % 5) {
    case 0: /* a small number */
        words[place + next_random(&random) % length] = next_random(&random) % 64;
        break;
    case 1: /* a word from elsewhere */
        words[place + next_random(&random) % length] = words[next_random(&random) % count];
        break;
    case 2: /* once more */
        if ((count + length) * 4 <= max_size) {
            memmove(words + place + length, words + place, (count - place) * 4);
            count += length;
        }
        break;
    case 3: /* gone */
        memmove(words + place, words + place + length, (count - place - length) * 4);
        count -= length;
        break;
    default: /* another opcode of the same length */
        words[place] = (words[place] & 0xFFFF0000u) | next_random(&random) % 420;
        break;
    }
    memcpy(data, words, count * 4);
    free(words);
    return count * 4;
}
