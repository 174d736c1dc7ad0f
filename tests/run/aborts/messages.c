/* The messages of invocations that abort, byte for byte: messages.comp and layouts.spvasm, compiled for the host, with
 * the shell here. Nothing that stands behind an abort is done. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void say_message(const void *message, uint32_t bytes) __asm__("smmra.abort");
void messages(const uint64_t *arguments, const uint32_t workgroup_id[3], const uint32_t local_id[3]);
void layouts(const uint64_t *arguments, const uint32_t workgroup_id[3], const uint32_t local_id[3]);

static uint8_t said[256];
static uint32_t length, times;

void say_message(const void *message, uint32_t bytes) {
    times++;
    length = bytes < sizeof said ? bytes : sizeof said;
    memcpy(said, message, length);
}

/* A text, which is padded to whole words, and what follows it at an offset. */
struct message {
    const char *text;
    uint32_t text_bytes, offset, bytes;
    uint8_t rest[16];
};

static const struct message expected[] = {
    {"first %u %u", 12, 12, 20, {0x44, 0x33, 0x22, 0x11, 5, 0, 0, 0}},
    {"", 4, 4, 4, {0}},
    {"%f", 4, 4, 8, {0, 0, 0xC0, 0x3F}}, /* 1.5 */
    {"%ul", 4, 8, 16, {8, 7, 6, 5, 4, 3, 2, 1}},
    {"%v", 4, 12, 20, {0, 0, 0xC0, 0x3F, 5, 0, 0, 0}}, /* the last component, and the number beside it */
};

static int fail(const char *what, uint32_t which) {
    fprintf(stderr, "FAIL: %s %u: %u bytes\n", what, which, length);
    for (uint32_t i = 0; i < length; i++)
        fprintf(stderr, " %02x", said[i]);
    fprintf(stderr, "\n");
    return 1;
}

static int check_messages(void) {
    enum { SAID = sizeof expected / sizeof *expected, GROUPS = SAID + 1 };
    _Alignas(16) uint32_t numbers[16] = {0x11223344, 5, 0x3FC00000, 0x05060708, 0x01020304};
    const uint64_t arguments[1] = {(uint64_t)(uintptr_t)numbers};
    int failures = 0;
    for (uint32_t group = 0; group < GROUPS; group++) {
        times = 0;
        messages(arguments, (uint32_t[]){group, 0, 0}, (uint32_t[]){0, 0, 0});
        if (times != (group < SAID) || numbers[8 + group] != (group < SAID ? 1u : 2u)) {
            failures += fail("messages", group);
            continue;
        }
        const struct message *m = &expected[group];
        uint8_t text[16] = {0};
        if (group == SAID)
            continue;
        memcpy(text, m->text, strlen(m->text));
        if (length != m->bytes || memcmp(said, text, m->text_bytes) != 0 ||
            memcmp(said + m->offset, m->rest, m->bytes - m->offset) != 0)
            failures += fail("message", group);
    }
    return failures;
}

/* The bytes between the members are anything. */
static int check_layouts(void) {
    const float matrix[2][3] = {{1, 4}, {2, 5}}; /* rows, 12 bytes apart; the third follows */
    const float last[2] = {3, 6};
    const uint32_t words[3] = {2, 7, 9}, at[3] = {40, 44, 56};
    const uint64_t number = 0x0102030405060708;
    layouts(NULL, (uint32_t[]){0, 0, 0}, (uint32_t[]){0, 0, 0});
    int good = length == 72 && memcmp(said + 64, &number, 8) == 0 && memcmp(said + 24, last, 8) == 0;
    for (int row = 0; row < 2; row++)
        good &= memcmp(said + 12 * row, matrix[row], 8) == 0;
    for (int i = 0; i < 3; i++)
        good &= memcmp(said + at[i], &words[i], 4) == 0;
    return good ? 0 : fail("layouts", 0);
}

int main(void) {
    int failures = check_messages() + check_layouts();
    printf("%d failures\n", failures);
    return failures != 0;
}
