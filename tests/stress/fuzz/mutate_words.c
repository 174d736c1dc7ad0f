/* The mutator of fuzzers whose input is SPIR-V. Three of four mutations know what instructions are: they copy, drop or
 * swap one, or change one operand to a small number or to a word that stands elsewhere; or they change the options in
 * the header. */
#include <stdlib.h>
#include <string.h>

#include "tests/stress/fuzz/options.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

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
    switch (next_random(&random) % 6) {
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
    case 4: /* other options */
        words[FUZZ_OPTIONS_WORD] = FUZZ_OPTIONS_MARK | next_random(&random) << 8 | next_random(&random) % 256;
        break;
    default: /* another opcode of the same length */
        words[place] = (words[place] & 0xFFFF0000u) | next_random(&random) % 420;
        break;
    }
    memcpy(data, words, count * 4);
    free(words);
    return count * 4;
}
