/* Data of assembly: constant tables of a module, to which code finds its way by a distance (table@rel32@lo). */
#include "mmra/machine/machine_reader.h"

#include <string.h>

enum { MOST_DATA = 1 << 24 };

/* ---- bytes ---- */

static void put_byte(struct machine_reader *r, uint8_t byte) {
    struct machine_data *data = &r->code->data;
    if (data->size < MOST_DATA)
        *ARENA_PUSH(r->arena, data->bytes, data->size, data->capacity) = byte;
    else
        data->is_unknown = true;
}

static void put_zeros(struct machine_reader *r, uint64_t count) {
    for (uint64_t i = 0; i < count && !r->code->data.is_unknown; i++)
        put_byte(r, 0);
}

/* The next number of "1, 0x3f800000". What is none is the address or size of something. */
static bool take_number(struct machine_reader *r, struct machine_word *list, int64_t *number) {
    size_t end = 0;
    while (end < list->length && list->at[end] != ',')
        end++;
    bool is_number = machine_number(machine_trimmed((struct machine_word){list->at, end}), number);
    size_t next = end < list->length ? end + 1 : end;
    *list = (struct machine_word){list->at + next, list->length - next};
    r->code->data.is_unknown |= !is_number;
    return is_number;
}

static void put_numbers(struct machine_reader *r, struct machine_word list, uint32_t bytes) {
    int64_t number;
    while (list.length && take_number(r, &list, &number))
        for (uint32_t i = 0; i < bytes; i++)
            put_byte(r, (uint8_t)((uint64_t)number >> 8 * i));
}

static bool is_octal(char c) {
    return c >= '0' && c <= '7';
}

/* The byte that the escape at *at says; *at is then after it. */
static uint8_t escaped(struct machine_word text, size_t *at) {
    static const char letters[] = "bfnrt", bytes[] = "\b\f\n\r\t";
    uint32_t value = 0, digits = 0;
    for (; digits < 3 && *at < text.length && is_octal(text.at[*at]); digits++)
        value = 8 * value + (uint32_t)(text.at[(*at)++] - '0');
    if (digits || *at == text.length)
        return (uint8_t)value;
    const char *letter = memchr(letters, text.at[*at], sizeof letters - 1);
    return (uint8_t)(letter ? bytes[letter - letters] : text.at[(*at)]);
}

/* ".ascii "\001\000ab"": several strings are not known here. */
static void put_text(struct machine_reader *r, struct machine_word text, bool ends_in_zero) {
    size_t at = 1;
    while (at < text.length && text.at[at] != '"') {
        if (text.at[at++] != '\\') {
            put_byte(r, (uint8_t)text.at[at - 1]);
            continue;
        }
        size_t before = at;
        put_byte(r, escaped(text, &at));
        at += at == before;
    }
    if (!text.length || *text.at != '"' || at + 1 != text.length)
        r->code->data.is_unknown = true;
    if (ends_in_zero)
        put_byte(r, 0);
}

/* ---- directives ---- */

static bool begins_section(struct machine_reader *r, struct machine_word name, struct machine_word rest) {
    bool is_section = machine_word_is(name, ".section"), is_text = machine_word_is(name, ".text");
    if (!is_section && !is_text && !machine_word_is(name, ".data") && !machine_word_is(name, ".bss"))
        return false;
    r->in_data = !is_text && (!is_section || machine_word_begins(rest, ".rodata") ||
                              machine_word_begins(rest, ".data") || machine_word_begins(rest, ".bss"));
    return true;
}

/* Directives with numbers of so many bytes. */
static uint32_t bytes_of_numbers(struct machine_word name) {
    static const struct {
        const char *name;
        uint32_t bytes;
    } rows[] = {{".byte", 1}, {".1byte", 1}, {".short", 2}, {".2byte", 2}, {".hword", 2},
                {".long", 4}, {".int", 4},   {".4byte", 4}, {".quad", 8},  {".8byte", 8}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (machine_word_is(name, rows[i].name))
            return rows[i].bytes;
    return 0;
}

static void align(struct machine_reader *r, int64_t log2) {
    struct machine_data *data = &r->code->data;
    if (log2 < 0 || log2 > 16)
        data->is_unknown = true;
    else
        put_zeros(r, -(uint64_t)data->size & ((UINT64_C(1) << log2) - 1));
}

/* Directives that give no bytes. */
static bool is_silent(struct machine_word name) {
    static const char *const begins[] = {".amdhsa_", ".end_amdhsa", ".amdgpu_", ".amdgcn", ".type",      ".size",
                                         ".globl",   ".set",        ".weak",    ".hidden", ".protected", ".local"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (machine_word_begins(name, begins[i]))
            return true;
    return false;
}

bool machine_read_data(struct machine_reader *r, struct machine_word name, struct machine_word rest) {
    int64_t number;
    uint32_t bytes = bytes_of_numbers(name);
    if (begins_section(r, name, rest))
        return true;
    if (!r->in_data)
        return false;
    if (bytes)
        put_numbers(r, rest, bytes);
    else if (machine_word_is(name, ".ascii") || machine_word_is(name, ".asciz"))
        put_text(r, rest, machine_word_is(name, ".asciz"));
    else if (machine_word_is(name, ".zero") && take_number(r, &rest, &number))
        put_zeros(r, (uint64_t)number);
    else if (machine_word_is(name, ".p2align") && take_number(r, &rest, &number))
        align(r, number);
    else if (!is_silent(name))
        r->code->data.is_unknown = true;
    else
        return false;
    return true;
}

void machine_label_data(struct machine_reader *r, struct mmra_name name) {
    struct machine_data *data = &r->code->data;
    if (mmra_names_find(&data->labels, name) != MMRA_INDEX_NONE)
        return;
    mmra_names_add(&data->labels, r->arena, name);
    *ARENA_PUSH(r->arena, data->label_places, data->label_count, data->label_capacity) = data->size;
}

bool machine_find_data(const struct machine_code *code, const char *name, uint64_t *distance) {
    uint32_t found = mmra_names_find(&code->data.labels, (struct mmra_name){name, strlen(name), 0});
    if (found == MMRA_INDEX_NONE || code->data.is_unknown)
        return false;
    *distance = MACHINE_DATA_AT - MACHINE_CODE_AT + code->data.label_places[found];
    return true;
}
