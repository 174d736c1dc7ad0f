#include "mmra/text.h"

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
        memcpy(copy, text->start, length);
    arena_give_back(text->arena, text->start);
    text->start = copy;
    text->next = copy + length;
    text->end = copy + grown;
}

static const char digit_pairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
    "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
    "8081828384858687888990919293949596979899";

static unsigned decimal_digits(uint64_t number) {
    unsigned digits = 1;
    for (; number >= 10000; number /= 10000)
        digits += 4;
    return digits + (number >= 10) + (number >= 100) + (number >= 1000);
}

/* Digits go straight to their places: to gather them elsewhere and copy would stall on loads of what was just
 * stored in smaller pieces. */
void text_unsigned(struct text *text, uint64_t number) {
    unsigned digits = decimal_digits(number);
    char *first = text_reserve(text, digits), *at = first + digits;
    text->next = at;
    for (; number > UINT32_MAX; number /= 100)
        memcpy(at -= 2, digit_pairs + number % 100 * 2, 2);
    uint32_t rest = (uint32_t)number;
    for (; rest >= 100; rest /= 100)
        memcpy(at -= 2, digit_pairs + rest % 100 * 2, 2);
    if (rest >= 10)
        memcpy(first, digit_pairs + rest * 2, 2);
    else
        *first = (char)('0' + rest);
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

void text_escaped(struct text *text, struct mmra_string string) {
    for (uint32_t i = 0; i < string.length; i++) {
        unsigned char byte = (unsigned char)string.bytes[i];
        if (byte == '\\') {
            TEXT_LITERAL(text, "\\\\");
        } else if (byte >= ' ' && byte < 0x7F && byte != '"') {
            text_char(text, (char)byte);
        } else {
            text_char(text, '\\');
            text_hexadecimal(text, byte, 2);
        }
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
    uint32_t length = bytes[0] < 0x80   ? 1
                      : bytes[0] < 0xC2 ? 0
                      : bytes[0] < 0xE0 ? 2
                      : bytes[0] < 0xF0 ? 3
                                        : 4;
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

static void comment_line(struct text *text, const char *bytes, uint32_t length) {
    for (uint32_t i = 0; i < length;) {
        uint32_t code = 0;
        uint32_t size = text_utf8_character(bytes + i, length - i, &code);
        if (!size || is_control(code))
            text_char(text, '?');
        else
            text_bytes(text, bytes + i, size);
        i += size ? size : 1;
    }
}

void text_comment(struct text *text, const char *indent, struct mmra_string comment) {
    for (uint32_t at = 0; at <= comment.length;) {
        const char *line = comment.bytes + at;
        const char *newline = memchr(line, '\n', comment.length - at);
        uint32_t length = newline ? (uint32_t)(newline - line) : comment.length - at;
        text_string(text, indent);
        text_string(text, length ? "; " : ";");
        comment_line(text, line, length);
        text_char(text, '\n');
        at += length + 1;
        if (!newline)
            break;
    }
}
