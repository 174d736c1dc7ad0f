#include "mmra/base/text.h"

#include <stdarg.h>
#include <stdio.h>

void text_init(struct text *text, struct arena *arena, size_t expected) {
    char *start = arena_allocate(arena, expected);
    *text = (struct text){arena, start, start, start + expected};
}

void text_grow(struct text *text, size_t size) {
    size_t length = text_length(text);
    size_t capacity = (size_t)(text->end - text->start);
    if (size > SIZE_MAX / 4 || capacity > SIZE_MAX / 4)
        text->arena->exhausted(text->arena->exhausted_user);
    size_t grown = capacity * 2 > length + size ? capacity * 2 : length + size + 64;
    char *copy = arena_allocate(text->arena, grown);
    if (length)
        arena_copy(text->arena, copy, text->start, length);
    arena_give_back(text->arena, text->start);
    text->start = copy;
    text->next = copy + length;
    text->end = copy + grown;
}

static const char digit_pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                                  "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                                  "8081828384858687888990919293949596979899";

static void put_pair(char *at, uint32_t number) {
    memcpy(at, digit_pairs + number * 2, 2);
}

static char *put_four(char *at, uint32_t number) {
    put_pair(at, number / 100);
    put_pair(at + 2, number % 100);
    return at + 4;
}

/* Writes a number below 10000 without leading zeros. Returns the end of what it wrote. */
static inline char *put_up_to_four(char *at, uint32_t number) {
    if (number >= 1000)
        return put_four(at, number);
    if (number >= 100) {
        *at = (char)('0' + number / 100);
        put_pair(at + 1, number % 100);
        return at + 3;
    }
    if (number >= 10) {
        put_pair(at, number);
        return at + 2;
    }
    *at = (char)('0' + number);
    return at + 1;
}

static char *put_up_to_eight(char *at, uint32_t number) {
    if (number < 10000)
        return put_up_to_four(at, number);
    return put_four(put_up_to_four(at, number / 10000), number % 10000);
}

/* Most numbers of IR are small: ids, alignments, address spaces. */
char *text_put_digits(char *at, uint64_t number) {
    enum { EIGHT_DIGITS = 100000000 };
    if (number < EIGHT_DIGITS)
        return put_up_to_eight(at, (uint32_t)number);
    uint64_t first = number / EIGHT_DIGITS;
    uint32_t last = (uint32_t)(number % EIGHT_DIGITS);
    if (first < EIGHT_DIGITS) {
        at = put_up_to_eight(at, (uint32_t)first);
    } else {
        at = put_up_to_four(at, (uint32_t)(first / EIGHT_DIGITS));
        at = put_four(at, (uint32_t)(first % EIGHT_DIGITS / 10000));
        at = put_four(at, (uint32_t)(first % EIGHT_DIGITS % 10000));
    }
    return put_four(put_four(at, last / 10000), last % 10000);
}

void text_unsigned(struct text *text, uint64_t number) {
    text->next = text_put_unsigned(text_reserve(text, TEXT_MOST_DIGITS), number);
}

void text_signed(struct text *text, int64_t number) {
    if (number < 0)
        text_char(text, '-');
    text_unsigned(text, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

static const char hexadecimal_digits[] = "0123456789ABCDEF";

void text_hexadecimal(struct text *text, uint64_t number, unsigned digits) {
    char *out = text_reserve(text, digits);
    for (unsigned i = 0; i < digits; i++)
        out[i] = hexadecimal_digits[number >> (digits - 1 - i) * 4 & 0xF];
    text->next += digits;
}

static bool stands_for_itself(unsigned char byte) {
    return byte >= ' ' && byte < 0x7F && byte != '"' && byte != '\\';
}

static char *put_escaped(char *out, unsigned char byte) {
    *out++ = '\\';
    if (byte == '\\') {
        *out++ = '\\';
        return out;
    }
    *out++ = hexadecimal_digits[byte >> 4];
    *out++ = hexadecimal_digits[byte & 0xF];
    return out;
}

enum { PIECE = 32 };

/* A fixed number of bytes, counted in bytes, so that the compiler can test them together. */
static bool piece_stands_for_itself(const char *bytes) {
    unsigned char others = 0;
    for (int i = 0; i < PIECE; i++)
        others |= !stands_for_itself((unsigned char)bytes[i]);
    return !others;
}

enum { MAX_ESCAPED = 3 }; /* bytes that one becomes */

static void escape_piece(struct text *text, const char *bytes, uint32_t length) {
    char *out = text_reserve(text, PIECE * MAX_ESCAPED);
    for (uint32_t i = 0; i < length; i++)
        if (stands_for_itself((unsigned char)bytes[i]))
            *out++ = bytes[i];
        else
            out = put_escaped(out, (unsigned char)bytes[i]);
    text->next = out;
}

void text_escaped(struct text *text, struct mmra_string string) {
    for (uint32_t i = 0; i < string.length; i += PIECE) {
        uint32_t left = string.length - i, length = left < PIECE ? left : PIECE;
        mmra_work_at(text->arena->watch, i + PIECE); /* what is short asks nobody */
        if (length == PIECE && piece_stands_for_itself(string.bytes + i))
            text_bytes(text, string.bytes + i, PIECE);
        else
            escape_piece(text, string.bytes + i, length);
    }
}

static bool is_control(uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) ||         /* C0, DEL, C1 */
           code == 0x2028 || code == 0x2029 ||                     /* line and paragraph separator */
           (code >= 0x200E && code <= 0x200F) || code == 0x061C || /* marks of direction */
           (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

/* Unicode, table 3-7. */
uint32_t text_utf8_character(const char *text, size_t left, uint32_t *code) {
    const unsigned char *bytes = (const unsigned char *)text;
    uint32_t length = bytes[0] < 0x80 ? 1 : bytes[0] < 0xC2 ? 0 : bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4;
    if (!length || length > left || bytes[0] > 0xF4)
        return 0;
    *code = length == 1 ? bytes[0] : bytes[0] & (0x7Fu >> length);
    for (uint32_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | (bytes[i] & 0x3F);
    }
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    bool surrogate = *code >= 0xD800 && *code < 0xE000;
    return *code < least[length] || *code > 0x10FFFF || surrogate ? 0 : length;
}

/* Writes one line of a comment, and returns its length. */
static uint32_t comment_line(struct text *text, const char *bytes, uint32_t length) {
    uint32_t i = 0;
    while (i < length && bytes[i] != '\n') {
        uint32_t plain = i, code = 0;
        while (plain < length && (unsigned char)(bytes[plain] - ' ') < 0x7F - ' ')
            plain++;
        text_bytes(text, bytes + i, plain - i);
        i = plain;
        if (i == length || bytes[i] == '\n')
            break;
        uint32_t size = text_utf8_character(bytes + i, length - i, &code);
        if (!size || is_control(code))
            text_char(text, '?');
        else
            text_bytes(text, bytes + i, size);
        i += size ? size : 1;
    }
    return i;
}

void text_comment(struct text *text, const char *indent, struct mmra_string comment) {
    for (uint32_t at = 0; at <= comment.length; at++) {
        bool is_empty = at == comment.length || comment.bytes[at] == '\n';
        text_string(text, indent);
        text_string(text, is_empty ? ";" : "; ");
        at += comment_line(text, comment.bytes + at, comment.length - at);
        text_char(text, '\n');
        if (at == comment.length)
            break;
    }
}

void text_format(struct text *text, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    size_t size = (size_t)(length < 0 ? 0 : length) + 1;
    vsnprintf(text_reserve(text, size), size, format, again);
    text->next += size - 1;
    va_end(again);
    va_end(arguments);
}

void text_printable(struct text *text, const char *string) {
    for (; string && *string; string++)
        text_char(text, *string >= ' ' && *string < 0x7F ? *string : '?');
}

const char *text_finish(struct text *text) {
    text_char(text, '\0');
    return text->start;
}
