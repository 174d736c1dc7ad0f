/* Words of assembly, and messages about them: what all of the reader builds on. */
#include <string.h>

#include "mmra/machine/machine_reader.h"

/* ---- words ---- */

bool machine_word_is(struct machine_word word, const char *text) {
    return strlen(text) == word.length && memcmp(word.at, text, word.length) == 0;
}

bool machine_word_begins(struct machine_word word, const char *text) {
    size_t length = strlen(text);
    return word.length >= length && memcmp(word.at, text, length) == 0;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

struct machine_word machine_trimmed(struct machine_word word) {
    while (word.length && is_blank(*word.at)) {
        word.at++;
        word.length--;
    }
    while (word.length && is_blank(word.at[word.length - 1]))
        word.length--;
    return word;
}

size_t machine_quoted_length(struct machine_word text) {
    for (size_t i = 1; i < text.length && *text.at == '"'; i++) {
        if (text.at[i] == '"')
            return i + 1;
        i += text.at[i] == '\\';
    }
    return 0;
}

struct machine_word machine_unquoted(struct machine_word word) {
    bool quoted = word.length > 1 && strchr("'\"", *word.at) && word.at[word.length - 1] == *word.at;
    return quoted ? (struct machine_word){word.at + 1, word.length - 2} : word;
}

struct machine_word machine_take_word(struct machine_word *text) {
    *text = machine_trimmed(*text);
    struct machine_word word = {text->at, machine_quoted_length(*text)};
    while (word.length < text->length && !is_blank(text->at[word.length]))
        word.length++;
    text->at += word.length;
    text->length -= word.length;
    return word;
}

/* ---- messages ---- */

static bool complain(struct machine_reader *r, const char *what, struct machine_word word, bool unsupported) {
    if (r->code->error)
        return false;
    size_t length = strlen(what), shown = word.length < 100 ? word.length : 100;
    char *text = arena_allocate(r->arena, length + shown + 2);
    memcpy(text, what, length);
    text[length] = ' ';
    memcpy(text + length + 1, word.at ? word.at : "", shown);
    text[length + (shown ? shown + 1 : 0)] = '\0';
    r->code->error = text;
    r->code->line = r->line;
    r->code->unsupported = unsupported;
    return false;
}

bool machine_fail(struct machine_reader *r, const char *what, struct machine_word word) {
    return complain(r, what, word, false);
}

bool machine_refuse(struct machine_reader *r, const char *what, struct machine_word word) {
    return complain(r, what, word, true);
}

bool machine_take_prefix(struct machine_word *word, const char *prefix) {
    if (!machine_word_begins(*word, prefix))
        return false;
    word->at += strlen(prefix);
    word->length -= strlen(prefix);
    return true;
}

static int digit_of(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : 99;
}

/* Decimal or hexadecimal, with a sign or not, of up to 64 bits. */
bool machine_number(struct machine_word word, int64_t *number) {
    bool negative = word.length && *word.at == '-';
    size_t at = negative;
    int base = 10;
    if (word.length > at + 2 && word.at[at] == '0' && (word.at[at + 1] == 'x' || word.at[at + 1] == 'X')) {
        base = 16;
        at += 2;
    }
    if (at == word.length)
        return false;
    uint64_t value = 0;
    for (; at < word.length; at++) {
        int digit = digit_of(word.at[at]);
        if (digit >= base || value > (UINT64_MAX - (uint64_t)digit) / (uint64_t)base)
            return false;
        value = value * (uint64_t)base + (uint64_t)digit;
    }
    *number = (int64_t)(negative ? 0 - value : value);
    return true;
}
