/* What --arg says of a kernel's argument: a number, "{1, 2.5}", a size with or without such a list, a file's bytes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/machine/machine_arguments.h"
#include "translator/command/command_race_kernel.h"

enum { MOST_BYTES = 1 << 30 };

static const char *after_blanks(const char *text) {
    while (*text == ' ')
        text++;
    return text;
}

/* An integer, or with a point a float, in so many bytes; where it ends, or NULL. */
static const char *read_number(const char *text, uint8_t *bytes, uint32_t size) {
    char *end, *float_end;
    errno = 0;
    text = after_blanks(text);
    uint64_t integer = *text == '-' ? (uint64_t)strtoll(text, &end, 0) : strtoull(text, &end, 0);
    bool fits = errno == 0 && end != text;
    double number = strtod(text, &float_end);
    if (float_end > end && memchr(text, '.', (size_t)(float_end - text)) && (size == 4 || size == 8)) {
        float narrow = (float)number;
        memcpy(bytes, size == 4 ? (const void *)&narrow : (const void *)&number, size);
        return float_end;
    }
    uint64_t high = size < 8 ? integer >> (8 * size) : 0, low_sign = size < 8 ? integer >> (8 * size - 1) : 0;
    if (!fits || (high && low_sign != UINT64_MAX >> (8 * size - 1)))
        return NULL;
    memcpy(bytes, &integer, size);
    return end;
}

/* "{1, 2, 3}": dwords. */
static const char *read_list(struct machine_value *value, const char *text, struct arena *arena) {
    size_t most = 4 * (strlen(text) / 2 + 1);
    uint8_t *bytes = arena_allocate(arena, most);
    value->bytes = bytes;
    for (text = after_blanks(text + 1); *text && *text != '}'; text = after_blanks(text)) {
        text = read_number(text, bytes + value->count, 4);
        if (!text)
            return "an element that is no number of 32 bits";
        value->count += 4;
        text = after_blanks(text);
        if (*text == ',')
            text++;
        else if (*text != '}')
            return "a list without commas between its elements, or without its end";
    }
    return *text == '}' && !*after_blanks(text + 1) ? NULL : "a list without its end, or with more after it";
}

static const char *read_bytes(struct machine_value *value, const char *path, struct arena *arena) {
    int status;
    size_t length;
    char *bytes = file_read(path, &length, NULL, &status);
    if (!bytes)
        return "a file that cannot be read";
    value->bytes = memcpy(arena_allocate(arena, length + 1), bytes, length);
    value->count = value->size = length;
    free(bytes);
    return NULL;
}

static const char *read_memory(struct machine_value *value, const char *text, struct arena *arena) {
    char *end = NULL;
    if (*text >= '0' && *text <= '9') {
        errno = 0;
        value->size = strtoull(text, &end, 0);
        if (errno || value->size > MOST_BYTES)
            return "more bytes than 1 GiB";
        text = after_blanks(end);
    }
    const char *error = *text == '{'    ? read_list(value, text, arena)
                        : *text || !end ? "neither a size in bytes, nor {...}, nor @FILE"
                                        : NULL;
    value->size = value->count > value->size ? value->count : value->size;
    return error;
}

const char *race_kernel_value(struct machine_value *value, const struct machine_argument *argument, const char *text,
                              struct arena *arena) {
    *value = (struct machine_value){.given = true, .bytes = (const uint8_t *)""};
    if (*text == '@')
        return read_bytes(value, text + 1, arena);
    if (machine_is_buffer(argument) || machine_is_local_pointer(argument))
        return read_memory(value, text, arena);
    if (*text == '{')
        return read_list(value, text, arena);
    if (argument->size == 0)
        return "given, and has no bytes";
    if (argument->size > 8)
        return "not {...} of as many dwords as it has";
    uint8_t *bytes = arena_allocate_array(arena, 8, 1);
    const char *end = read_number(text, bytes, argument->size);
    value->bytes = bytes;
    value->count = argument->size;
    return end && !*after_blanks(end) ? NULL : "not a number that fits it";
}
