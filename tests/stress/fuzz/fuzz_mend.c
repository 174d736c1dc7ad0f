/* libFuzzer: two bytes are the lines that race, one says which changes are clean, one the language, and a source
 * follows. Each change must keep every line of the source or change it, and the difference must be of as many lines
 * as its heads say. */
#include <stdlib.h>
#include <string.h>

#include "translator/command/command_mend.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_CHANGES = 64, MOST_EDITS = 24, MEMORY = 256 << 20 };

struct trial {
    size_t lines; /* of the source */
    uint8_t clean;
    uint32_t count;
};

static size_t count_lines(const char *text, size_t length) {
    size_t lines = 0;
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n' || i + 1 == length;
    return lines;
}

static bool judge(void *user, const char *text, size_t length, bool *is_clean) {
    struct trial *trial = user;
    size_t lines = count_lines(text, length);
    if (lines < trial->lines || lines > trial->lines + MOST_EDITS)
        abort();
    *is_clean = trial->clean >> trial->count++ % 8 & 1;
    return trial->count < MOST_CHANGES;
}

/* The lines of each hunk, of the old and the new file. */
static void check(const char *diff) {
    unsigned long before = 0, after = 0;
    for (const char *line = strstr(diff, "@@"); line && *line; line = strchr(line, '\n') + 1) {
        if (strncmp(line, "@@ -", 4) == 0) {
            if (before || after)
                abort();
            before = strtoul(strchr(line, ',') + 1, NULL, 10);
            after = strtoul(strchr(strchr(line, '+'), ',') + 1, NULL, 10);
        } else if (*line != '\\') {
            before -= *line != '+';
            after -= *line != '-';
        }
    }
    if (before || after)
        abort();
}

static void exhausted(void *user) {
    (void)user;
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena arena;
    struct mend mend;
    if (size < 4 || memchr(data + 4, 0, size - 4)) /* a text has no byte 0 */
        return 0;
    char *text = malloc(size - 3);
    memcpy(text, data + 4, size - 4);
    text[size - 4] = '\0';
    struct source source = source_of(data[3] & 1 ? "a.hlsl" : "a.comp", text, size - 4);
    struct trial trial = {count_lines(text, size - 4), data[2], 0};
    const struct mend_fault fault = {.kind = (data[3] >> 1) % (MEND_HELPER + 1),
                                     .lines = {data[0] % 64, data[1] % 64},
                                     .count = 2,
                                     .memory = data[3] & 16 ? "a[0]" : NULL,
                                     .is_of_two_groups = data[3] & 32,
                                     .is_counting = data[3] & 64};
    arena_init(&arena, NULL, MEMORY, exhausted, NULL);
    mend_find(&source, &fault, judge, &trial, &arena, &mend);
    if (mend.diff)
        check(mend.diff);
    for (size_t i = 0; i < mend.count; i++)
        if (!mend.changes[i].line || mend.changes[i].line > trial.lines ||
            (i && mend.changes[i - 1].line > mend.changes[i].line))
            abort();
    arena_destroy(&arena);
    free(text);
    return 0;
}
