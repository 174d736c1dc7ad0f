/* The mutator of fuzzers whose input is text, IR or a litmus test. Three of four mutations know what words and lines
 * are: they put a word from elsewhere or a strange one in the place of another, or drop, copy or move a line. */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

/* What none may have in the place where it comes to stand. */
static const char *const strange[] = {"0",
                                      "1",
                                      "-1",
                                      "64",
                                      "999999999",
                                      "4294967296",
                                      "i1",
                                      "i32",
                                      "i128",
                                      "void",
                                      "ptr",
                                      "label",
                                      "metadata",
                                      "token",
                                      "null",
                                      "undef",
                                      "{}",
                                      "<4 x i32>",
                                      "[9 x {}]",
                                      "{i64, i1}",
                                      "zeroinitializer",
                                      "ptr addrspace(5)",
                                      "poison",
                                      ""};

struct piece {
    size_t at, length;
};

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static bool in_word(uint8_t byte) {
    return isalnum(byte) || (byte && strchr("%@!._$-", byte));
}

/* The word at a random place, or behind it; empty at the end. */
static struct piece random_word(const uint8_t *data, size_t size, uint32_t *random) {
    struct piece word = {.at = next_random(random) % size};
    while (word.at > 0 && in_word(data[word.at - 1]))
        word.at--;
    while (word.at < size && !in_word(data[word.at]))
        word.at++;
    while (word.at + word.length < size && in_word(data[word.at + word.length]))
        word.length++;
    return word;
}

static struct piece random_line(const uint8_t *data, size_t size, uint32_t *random) {
    struct piece line = {.at = next_random(random) % size};
    while (line.at > 0 && data[line.at - 1] != '\n')
        line.at--;
    while (line.at + line.length < size && data[line.at + line.length] != '\n')
        line.length++;
    line.length += line.at + line.length < size;
    return line;
}

/* Puts a copy of some bytes in the place of others; nothing if there is no room. */
static size_t put(uint8_t *data, size_t size, size_t max_size, struct piece place, const void *bytes, size_t length) {
    if (size - place.length + length > max_size)
        return size;
    uint8_t *copy = malloc(length + 1);
    memcpy(copy, bytes, length);
    memmove(data + place.at + length, data + place.at + place.length, size - place.at - place.length);
    memcpy(data + place.at, copy, length);
    free(copy);
    return size - place.length + length;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed) {
    uint32_t random = seed;
    if (size < 4 || next_random(&random) % 4 == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    uint32_t kind = next_random(&random) % 6;
    bool words = kind < 3;
    struct piece to = words ? random_word(data, size, &random) : random_line(data, size, &random);
    struct piece from = words ? random_word(data, size, &random) : random_line(data, size, &random);
    const char *other = strange[next_random(&random) % (sizeof strange / sizeof *strange)];
    switch (kind) {
    case 0:
        return put(data, size, max_size, to, other, strlen(other));
    case 3:
        return put(data, size, max_size, to, "", 0);
    case 4:
        to.length = 0; /* before it */
        return put(data, size, max_size, to, data + from.at, from.length);
    default:
        return put(data, size, max_size, to, data + from.at, from.length);
    }
}
