#include "mmra/base/json.h"

#include <string.h>

#include "mmra/base/text.h"

static char *put_unit(char *at, uint32_t unit) {
    static const char digits[] = "0123456789abcdef";
    *at++ = '\\';
    *at++ = 'u';
    for (int shift = 12; shift >= 0; shift -= 4)
        *at++ = digits[unit >> shift & 15];
    return at;
}

/* UTF-16, in which JSON escapes characters. */
static char *put_escape(char *at, uint32_t character) {
    if (character < 0x10000)
        return put_unit(at, character);
    at = put_unit(at, 0xD800 + ((character - 0x10000) >> 10));
    return put_unit(at, 0xDC00 + ((character - 0x10000) & 0x3FF));
}

/* How many bytes begin a well-formed character that does not go on: Unicode, table 3-7. At least one. */
static size_t ill_formed(const unsigned char *bytes, size_t left) {
    unsigned char first = bytes[0];
    size_t wanted = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4, length = 1;
    unsigned char least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    unsigned char most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (first < 0xC2 || first > 0xF4 || left < 2 || bytes[1] < least || bytes[1] > most)
        return 1;
    while (length < wanted && length < left && (bytes[length] & 0xC0) == 0x80)
        length++;
    return length;
}

size_t json_character(const char *bytes, size_t left, char piece[JSON_PIECE]) {
    uint32_t character = 0xFFFD;
    size_t size = text_utf8_character(bytes, left, &character);
    char *at = piece;
    if (!size) {
        size = ill_formed((const unsigned char *)bytes, left);
        character = 0xFFFD;
    }
    if (character == '"' || character == '\\' || character == '\t' || character == '\n') {
        *at++ = '\\';
        *at++ = (char)(character == '\t' ? 't' : character == '\n' ? 'n' : character);
    } else if (character >= 0x20 && character < 0x7F) {
        *at++ = (char)character;
    } else {
        at = put_escape(at, character);
    }
    *at = '\0';
    return size;
}

/* ---- templates ---- */

static void put(const struct json_writer *w, const char *text) {
    w->put(w->user, text, strlen(text));
}

static void put_text(const struct json_writer *w, const char *text) {
    char piece[JSON_PIECE];
    if (w->put_text) {
        w->put_text(w->user, text);
        return;
    }
    put(w, text ? "\"" : "null");
    for (size_t i = 0, length = text ? strlen(text) : 0; i < length;) {
        i += json_character(text + i, length - i, piece);
        put(w, piece);
    }
    put(w, text ? "\"" : "");
}

static void put_number(const struct json_writer *w, uint64_t number) {
    char digits[TEXT_MOST_DIGITS];
    w->put(w->user, digits, (size_t)(text_put_unsigned(digits, number) - digits));
}

static void put_number_or_null(const struct json_writer *w, uint32_t number) {
    if (number == UINT32_MAX)
        put(w, "null");
    else
        put_number(w, number);
}

void json_write(struct json_writer *w, const char *format, va_list values) {
    static const char *const verdicts[] = {"null", "false", "true", "\"unknown\""};
    if (*format == ',' && (w->last == '[' || w->last == '{'))
        format += format[1] == ' ' ? 2 : 1;
    while (*format) {
        size_t plain = strcspn(format, "%");
        w->put(w->user, format, plain);
        w->last = plain ? format[plain - 1] : '\0';
        format += plain;
        if (!*format++)
            break;
        switch (*format++) {
        case 's':
            put_text(w, va_arg(values, const char *));
            break;
        case 'd':
            put(w, verdicts[va_arg(values, int) ? 2 : 1]);
            break;
        case 'i':
            put(w, verdicts[va_arg(values, int)]);
            break;
        case 'u':
            put_number(w, va_arg(values, uint32_t));
            break;
        case 'x':
            put_number_or_null(w, va_arg(values, uint32_t));
            break;
        case 'l':
        case 'z':
            put_number(w, va_arg(values, uint64_t));
            format++;
            break;
        default:
            w->put_object(w->user, va_arg(values, const void *));
        }
        w->last = '\0';
    }
}
