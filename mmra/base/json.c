#include "mmra/base/json.h"

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
